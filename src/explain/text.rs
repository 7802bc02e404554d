//! An explanation for people.

use std::fmt::Write;

use crate::explain::explanation::{
    AppliedRule, CommandNode, ExplainedEffect, Explanation, LineJson, NearRule,
};
use crate::model::{DecidedBy, Untrusted, Verdict};

/// Characters of one subject that are shown.
const SHOWN: usize = 120;
/// Characters of a source line that are shown around what is underlined.
const LINE: usize = 110;
/// Near rules that are shown of one effect.
const NEAR: usize = 3;

/// How words are set off; the plain one does nothing.
pub trait Style {
    /// A verdict, or a word in its colour.
    fn verdict(&self, verdict: Verdict, text: &str) -> String;
    /// Less important.
    fn faint(&self, text: &str) -> String;
    /// More important.
    fn strong(&self, text: &str) -> String;
}

/// No colours.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Style for Plain {
    fn verdict(&self, _: Verdict, text: &str) -> String {
        text.to_owned()
    }

    fn faint(&self, text: &str) -> String {
        text.to_owned()
    }

    fn strong(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// How much to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Rules of the effects that decide.
    Deciding,
    /// Rules of every effect.
    All,
}

/// The explanation as text.
pub fn text(explanation: &Explanation, style: &dyn Style, detail: Detail) -> String {
    let mut page = Page { out: String::new(), style, explanation };
    page.headline();
    page.what_it_does();
    let verdict = explanation.decision.verdict;
    for effect in &explanation.effects {
        if detail == Detail::All || effect.verdict == verdict {
            page.effect(effect);
        }
    }
    page.changes();
    page.out
}

struct Page<'a> {
    out: String,
    style: &'a dyn Style,
    explanation: &'a Explanation,
}

impl Page<'_> {
    /// A line. Writing to a String cannot fail.
    fn line(&mut self, indent: usize, text: impl std::fmt::Display) {
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn headline(&mut self) {
        let decision = &self.explanation.decision;
        let verdict = self.style.verdict(decision.verdict, decision.verdict.as_str());
        let why = match decision.decided_by {
            DecidedBy::Default => "no rule allows all of it".to_owned(),
            DecidedBy::Error => "something went wrong".to_owned(),
            DecidedBy::Memory => "a person agreed before".to_owned(),
            DecidedBy::SelfProtection => "toolgate protects itself".to_owned(),
            DecidedBy::Rule | DecidedBy::Otherwise => {
                let rule = decision.rule.as_deref().unwrap_or("?");
                let layer = decision.layer.as_deref().unwrap_or("?");
                format!("rule {} of layer {}", Untrusted(rule).visible(), Untrusted(layer).visible())
            }
        };
        self.line(0, format_args!("{verdict}: {why}"));
        for (word, text) in [("because", &decision.reason), ("instead", &decision.suggest)] {
            if let Some(text) = text {
                self.line(2, format_args!("{word}: {}", Untrusted(text).visible()));
            }
        }
    }

    /// The call, its commands as a tree, and every effect.
    fn what_it_does(&mut self) {
        let call = &self.explanation.call;
        let tool = Untrusted(&call.tool).shortened(SHOWN).into_owned();
        self.line(0, "");
        self.line(0, format_args!("what {} does:", self.style.strong(&tool)));
        let commands = &self.explanation.commands;
        for command in commands {
            self.command(command, 2);
        }
        let listed = listed(commands);
        for effect in self.explanation.effects.iter().filter(|effect| !listed.contains(&effect.number)) {
            self.effect_line(effect, 2);
        }
        if self.explanation.effects.is_empty() {
            self.line(2, "nothing was looked at");
        }
    }

    fn command(&mut self, command: &CommandNode, indent: usize) {
        // A line is cut at the side before it grows out of the page.
        const DEEPEST: usize = 60;
        let indent = indent.min(DEEPEST);
        let effects = &self.explanation.effects;
        let find = |number: &usize| effects.iter().find(|effect| effect.number == *number);
        match command.effect.as_ref().and_then(find) {
            Some(own) => self.effect_line(own, indent),
            None => {
                let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
                let words = words.join(" ");
                let text = self.style.faint(&format!("{:7} `{}`", "", Untrusted(&words).shortened(SHOWN)));
                self.line(indent, text);
            }
        }
        for effect in command.effects.iter().filter_map(find) {
            self.effect_line(effect, indent + 2);
        }
        for inner in &command.runs {
            self.command(inner, indent + 2);
        }
    }

    fn effect_line(&mut self, effect: &ExplainedEffect, indent: usize) {
        let verdict = self.style.verdict(effect.verdict, &format!("{:7}", effect.verdict));
        let by = self.style.faint(&by(effect));
        let text = format!("{verdict} {}  {by}", doing(effect));
        self.line(indent, text.trim_end());
    }

    /// Where an effect comes from, and the rules that had a say.
    fn effect(&mut self, effect: &ExplainedEffect) {
        self.line(0, "");
        let verdict = self.style.verdict(effect.verdict, effect.verdict.as_str());
        self.line(0, format_args!("{verdict}: {}", self.style.strong(&doing(effect))));
        self.origin(effect);
        if let Some(unknown) = &effect.unknown {
            self.line(2, format_args!("not known: {}", Untrusted(unknown).visible()));
        }
        if effect.things.len() > 1 {
            for thing in effect.things.iter().take(NEAR) {
                self.line(2, format_args!("touches {}", Untrusted(thing).shortened(SHOWN)));
            }
        }
        let (decided, other): (Vec<_>, Vec<_>) = effect.applied.iter().partition(|rule| rule.decided);
        for rule in decided {
            self.applied("decided by", rule, true);
        }
        if let Some(default) = &effect.default {
            let layer = match &default.layer {
                Some(layer) => format!("that layer {} writes", Untrusted(layer).visible()),
                None => "since no layer writes another".to_owned(),
            };
            self.line(
                2,
                format_args!(
                    "decided by the default {} {layer}: no allow or confirm rule holds for {}",
                    default.verdict,
                    part(default.answer)
                ),
            );
        }
        if !effect.follows.is_empty() && effect.applied.is_empty() && effect.default.is_none() {
            self.line(2, "takes the verdict of its command");
        }
        for rule in other {
            self.applied("applied, too:", rule, false);
        }
        for near in effect.near.iter().filter(|near| matters(effect, near)).take(NEAR) {
            self.near(near);
        }
    }

    /// The argument's text with the effect's piece underlined.
    fn origin(&mut self, effect: &ExplainedEffect) {
        let Some(origin) = &effect.origin else { return };
        let Some([start, end]) = origin.span else { return };
        let Some(text) = self.explanation.call.args.get(&origin.arg).and_then(|value| value.as_str()) else {
            return;
        };
        let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line_end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| start + at);
        let line = text.get(line_start..line_end).unwrap_or("");
        let chars = |from: usize, to: usize| {
            text.get(from..to.min(line_end)).map_or(0, |piece| piece.chars().count())
        };
        let from = chars(line_start, start);
        self.underlined(4, line, [from, from + chars(start, end)]);
    }

    fn applied(&mut self, word: &str, rule: &AppliedRule, with_line: bool) {
        let counts = match rule.counts == rule.action {
            true => String::new(),
            false => format!(", counts as {}", rule.counts),
        };
        let kind = if rule.otherwise { "otherwise" } else { "rule" };
        let text = format!(
            "{word} {kind} {} ({}) => {}, holds for {}{counts}",
            self.style.strong(&Untrusted(&rule.rule).visible()),
            Untrusted(&rule.layer).visible(),
            self.style.verdict(rule.action, rule.action.as_str()),
            part(rule.answer),
        );
        self.line(2, text);
        if with_line {
            self.policy_line(&rule.place.file, &rule.line);
        }
    }

    fn near(&mut self, near: &NearRule) {
        let why = match near.answer {
            "maybe" => "is not known",
            "some" => "holds for a part only",
            _ => "does not hold",
        };
        let text = format!(
            "came close: {} => {}, but {} {why}",
            self.style.strong(&Untrusted(&near.rule).visible()),
            self.style.verdict(near.action, near.action.as_str()),
            quoted(&near.failed),
        );
        self.line(2, text);
        self.policy_line(&near.place.file, &near.line);
    }

    fn policy_line(&mut self, file: &str, line: &LineJson) {
        let place = self.style.faint(&format!("{}:{}", Untrusted(file).visible(), line.number));
        self.line(4, place);
        self.underlined(6, &line.text, line.underline);
    }

    /// A line of text with some of its characters underlined; cut to what fits, escapes made visible.
    fn underlined(&mut self, indent: usize, line: &str, [from, to]: [usize; 2]) {
        let all: Vec<char> = line.chars().collect();
        let indented = all.iter().take(from).take_while(|c| c.is_whitespace()).count();
        let first = if all.len() <= LINE { indented } else { from.saturating_sub(LINE / 3).max(indented) };
        let last = all.len().min(first + LINE);
        let shown = |from: usize, to: usize| -> String {
            let piece: String = all.iter().skip(from).take(to.saturating_sub(from)).collect();
            Untrusted(&piece).visible().into_owned()
        };
        let (from, to) = (from.clamp(first, last), to.clamp(first, last));
        let (before, marked, after) = (shown(first, from), shown(from, to), shown(to, last));
        let lead = if first > indented { "…" } else { "" };
        let trail = if last < all.len() { "…" } else { "" };
        self.line(indent, format_args!("{lead}{before}{marked}{after}{trail}"));
        let width = |text: &str| text.chars().count();
        let marks = "~".repeat(width(&marked).max(1));
        self.line(indent, format_args!("{:1$}{marks}", "", width(lead) + width(&before)));
    }

    fn changes(&mut self) {
        if self.explanation.changes.is_empty() {
            return;
        }
        self.line(0, "");
        self.line(0, "what would change it:");
        for change in &self.explanation.changes {
            self.line(2, format_args!("- {}", Untrusted(change).visible()));
        }
    }
}

/// Whether a near rule could have changed the effect's verdict: one that allows, where none did; one that is stricter.
fn matters(effect: &ExplainedEffect, near: &NearRule) -> bool {
    let unanswered =
        effect.default.is_some() || effect.applied.iter().any(|rule| rule.decided && rule.otherwise);
    near.action > effect.verdict || (unanswered && near.action == Verdict::Allow)
}

/// A condition set off from the words around it.
fn quoted(condition: &str) -> String {
    let shown = Untrusted(condition).shortened(SHOWN);
    if shown.contains('`') { format!("({shown})") } else { format!("`{shown}`") }
}

/// Effects that the tree of commands shows.
fn listed(commands: &[CommandNode]) -> std::collections::BTreeSet<usize> {
    let mut numbers = std::collections::BTreeSet::new();
    let mut open: Vec<&CommandNode> = commands.iter().collect();
    while let Some(node) = open.pop() {
        numbers.extend(node.effect);
        numbers.extend(&node.effects);
        open.extend(&node.runs);
    }
    numbers
}

/// What an effect does.
fn doing(effect: &ExplainedEffect) -> String {
    let mut out = Untrusted(&effect.operation).visible().into_owned();
    if let Some(subject) = &effect.subject {
        let subject = Untrusted(subject).shortened(SHOWN);
        let _ = if effect.operation.starts_with("exec") {
            write!(out, " `{subject}`")
        } else {
            write!(out, " {subject}")
        };
    }
    if effect.possible {
        out.push_str(" (possible)");
    }
    if effect.implied {
        out.push_str(" (implied)");
    }
    out
}

fn by(effect: &ExplainedEffect) -> String {
    let decided: Vec<String> = effect
        .applied
        .iter()
        .filter(|rule| rule.decided)
        .map(|rule| Untrusted(&rule.rule).visible().into_owned())
        .collect();
    match (decided.is_empty(), &effect.default) {
        (false, _) => decided.join(", "),
        (true, Some(_)) => "default".to_owned(),
        (true, None) if !effect.follows.is_empty() => "as its command".to_owned(),
        (true, None) => String::new(),
    }
}

/// The part of what is touched that an answer is about.
fn part(answer: &str) -> &'static str {
    match answer {
        "all" => "all of it",
        "some" => "a part of it",
        "maybe" => "perhaps some of it",
        _ => "none of it",
    }
}
