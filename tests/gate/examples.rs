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

#[expect(dead_code, reason = "its `main`")]
#[path = "../../examples/interview_agent.rs"]
mod interview_agent;

#[test]
fn the_interview_agent_asks_once_for_audio_and_exports_nothing() {
    let (heard, ran, refused) = interview_agent::run().unwrap();
    assert_eq!((ran, refused), (4, 3), "{heard:#?}");
    assert!(heard[..4].iter().all(|line| line.ends_with(": ran")), "{heard:#?}");
    assert!(heard[4].contains("a person said no: the report leaves the machine"), "{heard:#?}");
    assert!(heard[4].contains("Instead: generate the report"), "{heard:#?}");
    assert!(heard[5].contains("unrecognised outside call (rule deny-network-unknown)"), "{heard:#?}");
    assert!(heard[6].contains("no rule allows it"), "{heard:#?}");
}
