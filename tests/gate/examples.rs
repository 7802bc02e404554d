//! The examples run, and end as they say.

#[expect(dead_code, reason = "its `main`")]
#[path = "../../examples/coding_agent.rs"]
mod coding_agent;

#[test]
fn the_coding_agent_goes_on_after_refusals() {
    let heard = coding_agent::run().unwrap();
    assert_eq!(heard.len(), 5, "{heard:#?}");
    assert!(heard[0].starts_with("read_file: ran"));
    assert!(
        heard[1].starts_with("run_command: refused: a person said no: the tests first, please"),
        "{heard:#?}"
    );
    assert!(heard[2].starts_with("run_command: ran"));
    assert!(
        heard[3].contains("refused: nothing is deleted here (rule no-delete). Instead: move it to `trash/`"),
        "{heard:#?}"
    );
    assert!(heard[4].starts_with("launch: refused: no rule allows it"), "{heard:#?}");
}
