//! Path, glob and host texts, with what is wrong with them as diagnostics.

use std::sync::Arc;

use crate::model::Span;
use crate::policy::mistakes::{
    BadGlob, BadHost, BadPath, PathAbove, PortInHost, TextTooLong, UrlAsHost, UrlAsPath, UserHome,
    WildcardInPath,
};
use crate::policy::resolve::names::Scope;
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::sink::Sink;
use crate::policy::typed::{Base, PathText};
use crate::policy::values::glob::GlobFault;
use crate::policy::values::host::{self, HostFault};
use crate::policy::values::path::{self, PathFault};

impl<'a> Scope<'a> {
    /// A path; relative ones begin at the root of the file that the text stands in.
    pub(super) fn path_text(&mut self, text: &str, at: Span, operator: &'static str) -> Resolved<PathText> {
        path::path_text(text, self.root_of(at))
            .map_err(|fault| report_path(&fault, text, at, operator, self.sink))
    }

    /// A glob.
    pub(super) fn glob(&mut self, text: &str, at: Span) -> Resolved<PathText> {
        path::glob_text(text, self.root_of(at))
            .map_err(|fault| report_path(&fault, text, at, "like", self.sink))
    }

    /// A host, or a pattern of hosts.
    pub(super) fn host_text(&mut self, text: &str, at: Span, like: bool) -> Resolved<Arc<str>> {
        let read = if like { host::host_glob(text) } else { host::host_text(text) };
        read.map(Arc::from).map_err(|fault| report_host(fault, text, at, self.sink))
    }
}

fn report_path(fault: &PathFault, text: &str, at: Span, operator: &'static str, sink: &mut Sink) -> Poison {
    let text = text.to_owned();
    match fault {
        PathFault::Empty => sink.add(&BadPath {
            at,
            text,
            problem: "it is empty",
            hint: "write `root` for the project's directory, `\"~\"` for the home directory",
        }),
        PathFault::Nul => sink.add(&BadPath {
            at,
            text,
            problem: "it holds a NUL character",
            hint: "leave the character out: no file has it in its name",
        }),
        PathFault::Drive => sink.add(&BadPath {
            at,
            text,
            problem: "it begins with a drive",
            hint: "write paths with `/`, from `/`, `~` or the project's root",
        }),
        PathFault::TooLong => sink.add(&TextTooLong { at }),
        PathFault::UserHome(user) => sink.add(&UserHome { at, user: user.clone() }),
        PathFault::Above(base) => {
            let base = match base {
                Base::Root => "the project",
                Base::Home => "the home directory",
                Base::Absolute => "`/`",
            };
            sink.add(&PathAbove { at, text, base });
        }
        PathFault::Url => sink.add(&UrlAsPath { at, text }),
        PathFault::Wildcard(wildcard) => {
            sink.add(&WildcardInPath { at, text, wildcard: *wildcard, operator });
        }
        PathFault::Glob(fault) => {
            let (problem, hint) = glob_texts(*fault);
            sink.add(&BadGlob { at, text, problem, hint });
        }
    }
    Poison
}

fn glob_texts(fault: GlobFault) -> (&'static str, &'static str) {
    match fault {
        GlobFault::OpenClass => ("`[` is not closed", "write `]`, or `\\\\[` for the character itself"),
        GlobFault::OpenBrace => ("`{` is not closed", "write `}`, or `\\\\{` for the character itself"),
        GlobFault::StrayBrace => ("`}` closes nothing", "write `\\\\}` for the character itself"),
        GlobFault::LoneAlternative => (
            "a group in braces needs two alternatives",
            "write `{a,b}`, or `\\\\{a\\\\}` for the characters themselves",
        ),
        GlobFault::StarsInSegment => {
            ("`**` stands for whole segments", "write `**/` before the name, or a single `*` within it")
        }
        GlobFault::SlashInClass => ("`[…]` holds a `/`", "a class stands for one character of a name"),
        GlobFault::OpenEscape => ("`\\` stands at the end", "write the character that is meant after it"),
        GlobFault::UpFromWildcard => {
            ("`..` follows a wildcard", "where it leads can't be said: write the path without `..`")
        }
        GlobFault::DotsInBraces => {
            ("`.` or `..` is one of the alternatives", "write several globs in a list")
        }
        GlobFault::BaseInBraces => {
            ("an alternative begins anew with `/` or `~`", "write several globs in a list")
        }
        GlobFault::TooMany => {
            ("the braces stand for too many texts", "write several globs in a list, or use `*`")
        }
    }
}

fn report_host(fault: HostFault, text: &str, at: Span, sink: &mut Sink) -> Poison {
    let mut bad = |problem: &str, hint: String| {
        sink.add(&BadHost { at, text: text.to_owned(), problem: problem.to_owned(), hint });
    };
    match fault {
        HostFault::Empty => bad("it is empty", "write a host's name, or `host exists`".into()),
        HostFault::Range => bad(
            "it is a range of addresses",
            "write `host is private` for private addresses, or `host like \"10.*.*.*\"`".into(),
        ),
        HostFault::Star => bad(
            "`*` has a meaning with `like` only",
            match text.trim_start_matches("**.").trim_start_matches("*.") {
                rest if !rest.contains('*') => {
                    format!(
                        "write `host within \"{rest}\"` (it and its subdomains), or `host like \"{text}\"`"
                    )
                }
                _ => format!("write `host like \"{text}\"`"),
            },
        ),
        HostFault::LeadingDot(rest) => {
            bad("it begins with a dot", format!("write `host within \"{rest}\"`: it and its subdomains"))
        }
        HostFault::Wildcard('*') => bad(
            "`**` stands for whole labels",
            "write `**.example.com`, or a single `*` within a label".into(),
        ),
        HostFault::Wildcard(found) => bad(
            &format!("`{found}` can't stand in a host"),
            "hosts have `*` within a label and `**` for any depth; write several in a list".into(),
        ),
        HostFault::Name(problem) => bad(&problem, "write a name such as `example.com`, or an address".into()),
        HostFault::TooLong => sink.add(&TextTooLong { at }),
        HostFault::Url(host) => sink.add(&UrlAsHost { at, text: text.to_owned(), host }),
        HostFault::Port(host, port) => sink.add(&PortInHost { at, host, port }),
    }
    Poison
}
