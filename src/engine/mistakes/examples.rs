//! `hits` and `misses` that do not hold.

use crate::model::{Answer, Kind, Mistake, Severity, Span};

/// `hit-is-missed`
pub(super) static HIT_IS_MISSED: Kind = Kind {
    code: "hit-is-missed",
    severity: Severity::Error,
    summary: "a rule does not apply to a call that its `hits` lists",
    why: "the author's own example says that the rule does not do what it is for; a deny that misses its example may \
          miss everything",
    instead: "a condition that covers the example, or another example",
    example: "tool Bash { operation exec  arg command: shell }\n\
              rule no-push {\n  match command runs `git push`\n  action deny\n  hits [\"git push origin main\"]\n}\n",
    mended: "tool Bash { operation exec  arg command: shell }\n\
             rule no-push {\n  match command runs `git push ...`\n  action deny\n  hits [\"git push origin main\"]\n}\n",
};

/// `miss-is-hit`
pub(super) static MISS_IS_HIT: Kind = Kind {
    code: "miss-is-hit",
    severity: Severity::Error,
    summary: "a rule applies to a call that its `misses` lists",
    why: "the rule is wider than its author thinks",
    instead: "a narrower condition, an `unless`, or another example",
    example: "tool Bash { operation exec  arg command: shell }\n\
              rule push {\n  match command runs `git ...`\n  action confirm\n  misses [\"git status\"]\n}\n",
    mended: "tool Bash { operation exec  arg command: shell }\n\
             rule push {\n  match command runs `git push ...`\n  action confirm\n  misses [\"git status\"]\n}\n",
};

/// `example-not-a-call`
pub(super) static NOT_A_CALL: Kind = Kind {
    code: "example-not-a-call",
    severity: Severity::Error,
    summary: "an example or a test's case can't be read as a call",
    why: "an example that is no call proves nothing",
    instead: "`Tool { argument: value }`; `Tool \"text\"` only for a tool with one shell, path or url argument; `with` \
              only with keys of a call",
    // The resolver finds such calls before: this is the last line of defence.
    example: "",
    mended: "",
};

/// A call in `hits` that the rule does not apply to.
#[derive(Clone, PartialEq, Debug)]
pub struct HitIsMissed {
    rule: String,
    answer: Answer,
    at: Span,
    rule_at: Span,
    nearest: Option<String>,
}

impl HitIsMissed {
    /// The example at `at` of the rule whose id stands at `rule_at`; `nearest` says what kept the rule from holding.
    pub fn new(rule: &str, answer: Answer, at: Span, rule_at: Span, nearest: Option<String>) -> Self {
        HitIsMissed { rule: rule.to_owned(), answer, at, rule_at, nearest }
    }
}

impl Mistake for HitIsMissed {
    const KIND: &'static Kind = &HIT_IS_MISSED;

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("rule `{}` does not apply to its own example", self.rule)
    }

    fn label(&self) -> String {
        format!("the rule's answer is `{}`", self.answer.as_str())
    }

    fn help(&self) -> Option<String> {
        Some(match &self.nearest {
            Some(failed) => format!("{failed}; widen the condition or mend the example"),
            None => "widen the condition or mend the example".into(),
        })
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.rule_at, "the rule".into())]
    }
}

/// A call in `misses` that the rule applies to.
#[derive(Clone, PartialEq, Debug)]
pub struct MissIsHit {
    rule: String,
    answer: Answer,
    at: Span,
    rule_at: Span,
    effect: String,
}

impl MissIsHit {
    /// The example at `at` of the rule whose id stands at `rule_at`; `effect` is what the rule applies to.
    pub fn new(rule: &str, answer: Answer, at: Span, rule_at: Span, effect: String) -> Self {
        MissIsHit { rule: rule.to_owned(), answer, at, rule_at, effect }
    }
}

impl Mistake for MissIsHit {
    const KIND: &'static Kind = &MISS_IS_HIT;

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("rule `{}` applies to a call that it should miss", self.rule)
    }

    fn label(&self) -> String {
        format!("the rule's answer is `{}` for {}", self.answer.as_str(), self.effect)
    }

    fn help(&self) -> Option<String> {
        Some("narrow the condition, add an `unless`, or take the example out".into())
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.rule_at, "the rule".into())]
    }
}

/// An example or a case that can't be read as a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleNotACall {
    message: String,
    help: String,
    at: Span,
}

impl ExampleNotACall {
    /// What is wrong at `at`, and what to write.
    pub fn new(message: impl Into<String>, help: impl Into<String>, at: Span) -> Self {
        ExampleNotACall { message: message.into(), help: help.into(), at }
    }
}

impl Mistake for ExampleNotACall {
    const KIND: &'static Kind = &NOT_A_CALL;

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        self.message.clone()
    }

    fn label(&self) -> String {
        "this is no call".into()
    }

    fn help(&self) -> Option<String> {
        Some(self.help.clone())
    }
}
