//! Random and mutated text: never a panic, never a hang, spans inside the text, and the same answer twice.

use super::commands::found_in;
use super::corpus::entries;
use super::generate::{Random, damaged};
use super::syntax::{
    Arithmetic, Command, Parameter, Parsed, Redirect, Simple, Span, Unknown, Visitor, parse, parse_bytes,
};

/// Every span that is met.
struct Spans<'t> {
    text: &'t str,
}

impl Spans<'_> {
    fn check(&self, span: Span) {
        let range = span.range();
        assert!(range.start <= range.end && range.end <= self.text.len(), "{range:?} in {:?}", self.text);
        assert!(self.text.get(range.clone()).is_some(), "{range:?} cuts a character in {:?}", self.text);
    }
}

impl Visitor for Spans<'_> {
    fn simple(&mut self, simple: &Simple, command: &Command) {
        self.check(command.span);
        for word in &simple.words {
            self.check(word.span);
            for part in &word.parts {
                self.check(part.span());
            }
        }
    }
    fn redirect(&mut self, redirect: &Redirect) {
        self.check(redirect.span);
    }
    fn arithmetic(&mut self, arithmetic: &Arithmetic) {
        self.check(arithmetic.span);
    }
    fn parameter(&mut self, parameter: &Parameter) {
        self.check(parameter.span);
    }
    fn unknown(&mut self, unknown: &Unknown) {
        self.check(unknown.span);
    }
}

fn check(text: &str) {
    let (parsed, found) = found_in(text);
    parsed.visit(&mut Spans { text });
    for error in &parsed.errors {
        assert!(error.span.range().end <= text.len());
        assert!(!error.to_string().is_empty());
    }
    // What is neither blank nor a comment is something.
    let blank = text.lines().all(|line| {
        line.trim_matches([' ', '\t']).is_empty() || line.trim_matches([' ', '\t']).starts_with('#')
    });
    let nothing = parsed.script.items.is_empty();
    assert!(!nothing || blank || text.contains("\\\n"), "{text:?} is not nothing");
    assert!(parsed.unknown || parsed.errors.is_empty(), "an error is always visible");
    drop(found);
}

fn iterations() -> u64 {
    std::env::var("SHELL_SYNTAX_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2500)
}

#[test]
fn mutated_corpus() {
    let texts: Vec<String> = entries()
        .iter()
        .map(|entry| entry["cmd"].as_str().unwrap().to_owned())
        .filter(|text| text.len() < 2000)
        .collect();
    for seed in 0..iterations() {
        let mut random = Random::new(seed);
        let mut text: Vec<char> = texts[random.below(texts.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let other: Vec<char> = texts[random.below(texts.len())].chars().collect();
            let at = random.below(text.len() + 1);
            let from = random.below(other.len() + 1);
            let length = random.below(12).min(other.len() - from);
            let removed = random.below(6).min(text.len() - at);
            drop(text.splice(at..at + removed, other[from..from + length].iter().copied()));
        }
        let text: String = text.into_iter().collect();
        if !text.contains('\0') {
            check(&text);
        }
    }
}

#[test]
fn damaged_grammar() {
    for seed in 10_000..10_000 + iterations() / 8 {
        check(&damaged(seed));
    }
}

#[test]
fn random_tokens() {
    let tokens = [
        "(", ")", "((", "))", "{", "}", "[[", "]]", "[", "]", "'", "\"", "`", "$", "\\", ";", ";;", "&",
        "&&", "|", "||", "<", ">", "<<", "<<<", "<<-", "\n", " ", "\t", "#", "!", "=", "+=", "~", "*", "?",
        "@(", "a", "b", "if", "then", "fi", "do", "done", "case", "esac", "in", "for", "function", "coproc",
        "time", "E", "é", "\u{a0}", "\r", "1", "2>", "${", "$(", "$((", "$'", "$\"", ",", "..", "-", ":",
        "/", "%",
    ];
    for seed in 0..iterations() {
        let mut random = Random::new(seed ^ 0xabc);
        let text: String = (0..random.below(30)).map(|_| tokens[random.below(tokens.len())]).collect();
        check(&text);
    }
}

#[test]
fn random_bytes() {
    for seed in 0..iterations() {
        let mut random = Random::new(seed ^ 0xdef);
        let bytes: Vec<u8> =
            (0..random.below(40)).map(|_| u8::try_from(random.below(256)).unwrap()).collect();
        let parsed: Parsed = parse_bytes(&bytes);
        assert!(parsed.unknown || std::str::from_utf8(&bytes).is_ok());
        let text: String = bytes.iter().map(|byte| char::from(*byte)).filter(|ch| *ch != '\0').collect();
        check(&text);
        assert_eq!(parse(&text), parse(&text));
    }
}
