//! The header of each file.

use crate::model::{Span, Verdict};
use crate::policy::mistakes::{
    BadRoot, DefaultAllow, SecondHeader, SelfWithoutEffect, UnknownDefault, UnknownSelf, UnsupportedLanguage,
};
use crate::policy::sink::Sink;
use crate::policy::typed::{DefaultRule, LayerKind};
use crate::policy::values::path::root_text;
use crate::syntax::ast::{Item, PolicyField, PolicyItem, Tree};

/// What the header of a file says.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub(super) default: Option<DefaultRule>,
    pub(super) closed: bool,
    pub(super) self_confirm: Option<Span>,
    /// Where `root` lies below the project's.
    pub(super) root: String,
}

/// Reads the header of a file. `own`: the file lies in the directory of the layer.
pub(super) fn header(tree: &Tree, kind: LayerKind, own: bool, sink: &mut Sink) -> Header {
    let mut header = Header::default();
    let mut first: Option<Span> = None;
    for item in &tree.items {
        let Item::Policy(item) = item else { continue };
        match first {
            Some(first) => sink.add(&SecondHeader { at: item.name.span, first }),
            None => {
                first = Some(item.name.span);
                read(item, kind, own, &mut header, sink);
            }
        }
    }
    header
}

fn read(item: &PolicyItem, kind: LayerKind, own: bool, header: &mut Header, sink: &mut Sink) {
    for field in &item.fields {
        match field {
            PolicyField::Description(_) => {}
            PolicyField::Language(field) => {
                let version = field.value.node;
                if version != 1.0 {
                    sink.add(&UnsupportedLanguage { at: field.value.span, version: version.to_string() });
                }
            }
            PolicyField::Default(field) => {
                default(&field.value.node, field.value.span, field.span, header, sink);
            }
            PolicyField::Root(field) => match root_text(&field.value.node) {
                Ok(root) => header.root = root,
                Err(_) => sink.add(&BadRoot { at: field.value.span, text: field.value.node.clone() }),
            },
            PolicyField::Closed(field) => {
                header.closed |= field.value.node;
            }
            PolicyField::SelfProtection(field) => {
                let counts = own && matches!(kind, LayerKind::Managed | LayerKind::User);
                match field.value.node.as_str() {
                    "deny" => {}
                    "confirm" if counts => header.self_confirm = Some(field.span),
                    "confirm" => sink.add(&SelfWithoutEffect { at: field.span }),
                    word => {
                        let nearest = sink.nearest.find(word, ["confirm", "deny"]);
                        sink.add(&UnknownSelf { at: field.value.span, word: word.to_owned(), nearest });
                    }
                }
            }
        }
    }
}

fn default(word: &str, at: Span, span: Span, header: &mut Header, sink: &mut Sink) {
    let verdict = match word {
        "deny" => Verdict::Deny,
        "confirm" => Verdict::Confirm,
        "allow" => return sink.add(&DefaultAllow { at }),
        _ => {
            let nearest = match word {
                "ask" | "prompt" => Some("confirm".to_owned()),
                "block" | "refuse" | "reject" => Some("deny".to_owned()),
                _ => sink.nearest.find(word, ["confirm", "deny"]),
            };
            return sink.add(&UnknownDefault { at, word: word.to_owned(), nearest });
        }
    };
    header.default = Some(DefaultRule { verdict, span });
}
