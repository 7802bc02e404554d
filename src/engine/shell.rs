//! Until the shell room is there: plain words between separators; anything else is unknown. It sees programs, and none of the
//! files that they touch.
use crate::effects::profiles::Profiles;
use crate::effects::shell_seam::{Shell, ShellContext};
use crate::model::{Certainty, Command, Effect, Naming, Operation, Origin, Program, Subject, Word};
use std::sync::Arc;

pub(crate) fn shell() -> Box<dyn Shell + Send + Sync> {
    Box::new(Plain(Profiles::embedded()))
}
struct Plain(Profiles);
impl Shell for Plain {
    fn command(&self, text: &str, arg: &str, _: &ShellContext<'_>) -> Vec<Effect> {
        let mut out = Vec::new();
        let mut at = 0;
        if text.contains(['$', '`', '(', '"']) {
            return vec![Effect {
                operation: Operation::new("exec"),
                subject: Subject::Unknown { programs: vec![], reason: "x".into() },
                via: vec![],
                certainty: Certainty::Certain,
                naming: Naming::Named,
                follows: vec![],
                origin: Origin { arg: Some(arg.into()), span: Some(0..text.len()) },
            }];
        }
        for piece in text.split(['&', ';', '|', '\n']) {
            let start = at;
            at += piece.len() + 1;
            let words: Vec<Word> =
                piece.split_whitespace().map(|w| Word::known(w.trim_matches('\''))).collect();
            let Some(first) = words.first().and_then(|w| w.as_known()).map(str::to_owned) else { continue };
            let lead = piece.len() - piece.trim_start().len();
            let span = start + lead..start + piece.trim_end().len();
            let command = Arc::new(Command {
                program: Program::Named(first.clone()),
                profile: self.0.get(&first),
                words,
                assignments: vec![],
                directory: None,
                elsewhere: false,
                span: span.clone(),
            });
            out.push(Effect {
                operation: Operation::new("exec"),
                subject: Subject::Command(command),
                via: vec![],
                certainty: Certainty::Certain,
                naming: Naming::Named,
                follows: vec![],
                origin: Origin { arg: Some(arg.into()), span: Some(span) },
            });
        }
        out
    }
    fn argv(&self, words: &[String], arg: &str, c: &ShellContext<'_>) -> Vec<Effect> {
        self.command(&words.join(" "), arg, c)
    }
}
