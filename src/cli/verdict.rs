//! A decision for people.

use std::fmt::Write;

use crate::cli::output::Paint;
use crate::model::{Call, DecidedBy, Decision, EffectDecision, Risk, Untrusted};

/// Characters of a call, a path or a command that are shown.
const SHOWN: usize = 100;

/// The verdict and what was asked on one line, then why, and each effect where there is more than one.
pub(crate) fn text(call: Option<&Call>, decision: &Decision, paint: Paint) -> String {
    let mut out = String::new();
    let asked = call.map_or_else(|| "(not a call)".to_owned(), summary);
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(out, "{}  {asked}", paint.verdict(decision.verdict, 7));
    let _ = writeln!(out, "         {}", paint.faint(by(decision)));
    if let Some(reason) = &decision.reason {
        let _ = writeln!(out, "         {}", Untrusted(reason).visible());
    }
    if let Some(suggest) = &decision.suggest {
        let _ = writeln!(out, "         instead: {}", Untrusted(suggest).visible());
    }
    if decision.effects.len() > 1 {
        for effect in &decision.effects {
            let verdict = paint.verdict(effect.verdict, 7);
            let _ = writeln!(out, "         {verdict} {}  {}", doing(effect), paint.faint(effect_by(effect)));
        }
    }
    out
}

/// The tool and its arguments, or for a single text argument that text.
pub(crate) fn summary(call: &Call) -> String {
    let tool = match &call.server {
        Some(server) => {
            format!("{}/{}", Untrusted(server).shortened(SHOWN), Untrusted(&call.tool).shortened(SHOWN))
        }
        None => Untrusted(&call.tool).shortened(SHOWN).into_owned(),
    };
    let args: Vec<String> = call
        .args
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) if call.args.len() == 1 => Untrusted(text).shortened(SHOWN).into_owned(),
            Some(text) => format!("{}={}", Untrusted(name).visible(), Untrusted(text).shortened(SHOWN)),
            None => {
                format!("{}:={}", Untrusted(name).visible(), Untrusted(&value.to_string()).shortened(SHOWN))
            }
        })
        .collect();
    format!("{tool}  {}", args.join("  ")).trim_end().to_owned()
}

fn by(decision: &Decision) -> String {
    let rule = decision.rule.as_deref().map(|rule| Untrusted(rule).visible()).unwrap_or_default();
    let mut out = match decision.decided_by {
        DecidedBy::Rule => format!("by rule {rule}"),
        DecidedBy::Otherwise => format!("by otherwise {rule}"),
        DecidedBy::Default => "by default".to_owned(),
        DecidedBy::Memory => format!("remembered for rule {rule}"),
        DecidedBy::SelfProtection => format!("by {rule}"),
        DecidedBy::Error => "error".to_owned(),
    };
    if let Some(layer) = &decision.layer {
        let _ = write!(out, " ({})", Untrusted(layer).visible());
    }
    if let Some(risk) = decision.risk {
        let _ = write!(out, ", risk {}", risk_word(risk));
    }
    if let Some(remember) = &decision.remember {
        let _ = write!(out, ", may be remembered: {remember}");
    }
    out
}

/// The word for a risk.
pub(crate) fn risk_word(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
        Risk::Critical => "critical",
    }
}

/// What an effect does, on one line.
pub(crate) fn doing(effect: &EffectDecision) -> String {
    let mut out = Untrusted(&effect.operation).visible().into_owned();
    if let Some(command) = &effect.command {
        let _ = write!(out, " `{}`", Untrusted(&command.join(" ")).shortened(SHOWN));
    }
    for subject in [&effect.path, &effect.host].into_iter().flatten() {
        let _ = write!(out, " {}", Untrusted(subject).shortened(SHOWN));
    }
    if effect.possible {
        out.push_str(" (possible)");
    }
    if effect.implied {
        out.push_str(" (implied)");
    }
    out
}

fn effect_by(effect: &EffectDecision) -> String {
    if effect.rules.is_empty() {
        return match effect.decided_by {
            DecidedBy::Default => "default".to_owned(),
            _ => String::new(),
        };
    }
    Untrusted(&effect.rules.join(", ")).visible().into_owned()
}
