//! Diagnostics as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), for code scanning services.

use serde_json::{Value, json};

use crate::explain::diagnostics::PlaceJson;
use crate::model::{Diagnostic, Fix, Kind, Severity, Sources, Span};

/// The log of one run. `kinds` are all that the program can find; those become its rules.
pub fn log(diagnostics: &[Diagnostic], kinds: &[&Kind], sources: &Sources) -> Value {
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let results: Vec<Value> = diagnostics.iter().map(|found| result(found, kinds, sources)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "toolgate",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(kind: &Kind) -> Value {
    json!({
        "id": kind.code,
        "shortDescription": { "text": kind.summary },
        "fullDescription": { "text": kind.why },
        "help": { "text": kind.instead },
        "defaultConfiguration": { "level": level(kind.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Style => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn result(found: &Diagnostic, kinds: &[&Kind], sources: &Sources) -> Value {
    let mut text = found.message.clone();
    for more in
        [Some(&found.label), found.help.as_ref()].into_iter().flatten().filter(|more| !more.is_empty())
    {
        text.push_str("; ");
        text.push_str(more);
    }
    let related: Vec<Value> = found
        .related
        .iter()
        .map(|(span, label)| {
            let mut location = location(*span, sources);
            if let Value::Object(members) = &mut location {
                members.insert("message".into(), json!({ "text": label }));
            }
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": found.code,
        "level": level(found.severity),
        "message": { "text": text },
        "locations": [location(found.span, sources)],
    });
    if let Value::Object(members) = &mut result {
        if let Some(index) = kinds.iter().position(|kind| kind.code == found.code) {
            members.insert("ruleIndex".into(), json!(index));
        }
        if !related.is_empty() {
            members.insert("relatedLocations".into(), Value::Array(related));
        }
        if let Some(fix) = &found.fix {
            members.insert("fixes".into(), json!([changes(fix, sources)]));
        }
    }
    result
}

fn location(span: Span, sources: &Sources) -> Value {
    let place = PlaceJson::new(span, sources);
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&place.file) },
        "region": region(&place),
    }})
}

fn region(place: &PlaceJson) -> Value {
    let [start, end] = place.span;
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "byteOffset": start,
        "byteLength": end.saturating_sub(start),
    })
}

fn changes(fix: &Fix, sources: &Sources) -> Value {
    let changes: Vec<Value> = fix
        .edits
        .iter()
        .map(|(span, text)| {
            let place = PlaceJson::new(*span, sources);
            json!({
                "artifactLocation": { "uri": uri(&place.file) },
                "replacements": [{ "deletedRegion": region(&place), "insertedContent": { "text": text } }],
            })
        })
        .collect();
    json!({ "description": { "text": fix.title }, "artifactChanges": changes })
}

/// A path as a URI reference: bytes other than unreserved ones and `/` are escaped.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
