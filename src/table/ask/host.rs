//! Hosts.

use crate::matchers::host::{HostCheck, HostMatcher, is_private};
use crate::model::{Effect, Host, Naming, Subject, Tri};
use crate::policy::typed::HostTest;
use crate::table::ask::Held;

/// The matchers of a test. A text that is no host matches none; policies are checked before.
pub(super) fn matchers(test: &HostTest) -> Vec<HostMatcher> {
    let (check, texts) = match test {
        HostTest::OneOf(texts) => (HostCheck::Is, texts),
        HostTest::Like(texts) => (HostCheck::Like, texts),
        HostTest::Within(texts) => (HostCheck::Within, texts),
        HostTest::Private => return Vec::new(),
    };
    texts.iter().filter_map(|text| HostMatcher::new(check, text)).collect()
}

pub(super) fn held(matchers: &[HostMatcher], effect: &Effect) -> Held {
    match &effect.subject {
        Subject::Host(_) if is_unnamed(effect) => Held::ABSENT,
        Subject::Host(host) => {
            Held::one(matchers.iter().fold(Tri::No, |any, matcher| any.or(matcher.matches(&host.host))))
        }
        Subject::Unknown { .. } => Held::UNKNOWN,
        Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Call => Held::ABSENT,
    }
}

pub(super) fn private(effect: &Effect) -> Held {
    match &effect.subject {
        Subject::Host(_) if is_unnamed(effect) => Held::ABSENT,
        Subject::Host(host) => Held::one(is_private(&host.host)),
        Subject::Unknown { .. } => Held::UNKNOWN,
        Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Call => Held::ABSENT,
    }
}

/// Whether a host is not there at all: the program contacts what it is set up for, whatever its words, and the call names
/// none. Were it unknown, every rule about a host would ask at each `cargo build`.
pub(super) fn is_unnamed(effect: &Effect) -> bool {
    match (&effect.subject, effect.naming) {
        (Subject::Host(host), Naming::Implied) => host.host == Host::Unknown,
        _ => false,
    }
}
