//! Hosts: one spelling for each, and what policies compare them with.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::model::{Host, Tri, Wildcard};

/// How a policy compares a host.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HostCheck {
    /// It is this host.
    Is,
    /// Its labels are like these: `*` within one label, `**` any number of labels.
    Like,
    /// It is this domain or below it.
    Within,
}

/// A host pattern of a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostMatcher {
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Is(Host),
    Within(String),
    Like(Vec<Label>, Option<String>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Label {
    Any,
    One(Wildcard),
}

/// The one spelling of a host as a policy or a URL writes it; none if it is no host.
///
/// ```
/// # use toolgate::{matchers::host::canonical, model::Host};
/// let loopback = Host::Address(std::net::Ipv4Addr::LOCALHOST.into());
/// for text in ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]"] {
///     assert_eq!(canonical(text), Some(loopback.clone()), "{text}");
/// }
/// assert_eq!(canonical("Docs.Example.COM."), Some(Host::Name("docs.example.com".into())));
/// ```
pub fn canonical(text: &str) -> Option<Host> {
    let text = text.trim_end_matches('.');
    let bare = text.contains(':') && !text.starts_with('[');
    let parsed = if bare { url::Host::parse(&format!("[{text}]")) } else { url::Host::parse(text) };
    parsed.ok().map(of_url)
}

/// A parsed URL's host in its one spelling.
pub fn of_url<T: AsRef<str>>(host: url::Host<T>) -> Host {
    match host {
        url::Host::Domain(name) => {
            let name = name.as_ref().trim_end_matches('.').to_ascii_lowercase();
            if name.is_empty() { Host::Unknown } else { Host::Name(name) }
        }
        url::Host::Ipv4(address) => Host::Address(IpAddr::V4(address)),
        url::Host::Ipv6(address) => Host::Address(unmapped(address)),
    }
}

/// IPv4-mapped addresses as IPv4 (RFC 4291, 2.5.5.2).
fn unmapped(address: Ipv6Addr) -> IpAddr {
    address.to_ipv4_mapped().map_or(IpAddr::V6(address), IpAddr::V4)
}

impl HostMatcher {
    /// A pattern; none if its text can't be compared with a host.
    pub fn new(check: HostCheck, text: &str) -> Option<HostMatcher> {
        let kind = match check {
            HostCheck::Is => Kind::Is(canonical(text)?),
            HostCheck::Within => match canonical(text)? {
                Host::Name(name) => Kind::Within(name),
                address @ Host::Address(_) => Kind::Is(address),
                Host::Unknown => return None,
            },
            HostCheck::Like if !text.contains('*') => Kind::Is(canonical(text)?),
            HostCheck::Like => like(text)?,
        };
        Some(HostMatcher { kind })
    }

    /// Whether a host matches. Nothing is known of one that is not known.
    pub fn matches(&self, host: &Host) -> Tri {
        let matches = match (&self.kind, host) {
            (_, Host::Unknown) => return Tri::Unknown,
            (Kind::Is(wanted), host) => wanted == host,
            (Kind::Within(domain), Host::Name(name)) => name
                .strip_suffix(domain.as_str())
                .is_some_and(|front| front.is_empty() || front.ends_with('.')),
            (Kind::Within(_), Host::Address(_)) => false,
            (Kind::Like(labels, _), Host::Name(name)) => {
                labels_match(labels, &name.split('.').collect::<Vec<_>>())
            }
            (Kind::Like(labels, _), Host::Address(IpAddr::V4(address))) => {
                labels_match(labels, &address.to_string().split('.').collect::<Vec<_>>())
            }
            (Kind::Like(labels, _), Host::Address(IpAddr::V6(address))) => {
                labels_match(labels, &[address.to_string().as_str()])
            }
        };
        matches.into()
    }

    /// A host that everything it matches is, or ends with after a dot.
    pub fn suffix(&self) -> Option<String> {
        match &self.kind {
            Kind::Is(Host::Name(name)) | Kind::Within(name) => Some(name.clone()),
            Kind::Is(Host::Address(address)) => Some(address.to_string()),
            Kind::Is(Host::Unknown) => None,
            Kind::Like(_, suffix) => suffix.clone(),
        }
    }
}

fn like(text: &str) -> Option<Kind> {
    let text = text.trim_end_matches('.').to_lowercase();
    let labels: Vec<Label> = text
        .split('.')
        .map(|label| if label == "**" { Label::Any } else { Label::One(Wildcard::new(label)) })
        .collect();
    if labels.len() > 127 {
        return None;
    }
    let literal = |label: &Label| match label {
        Label::One(one) => one.as_literal().map(str::to_owned),
        Label::Any => None,
    };
    let mut end: Vec<String> = labels.iter().rev().map_while(literal).collect();
    end.reverse();
    // Labels of numbers can be an address, whose text has no such ending in the index.
    let named = end.last().is_some_and(|last| last.contains(|c: char| c.is_ascii_alphabetic()));
    let suffix = named.then(|| end.join("."));
    Some(Kind::Like(labels, suffix))
}

/// Work is at most the product of the lengths: a row of reachable positions.
fn labels_match(labels: &[Label], host: &[&str]) -> bool {
    let mut reached = vec![false; host.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for label in labels {
        let mut next = vec![false; host.len() + 1];
        match label {
            Label::Any => {
                let mut on = false;
                for (slot, before) in next.iter_mut().zip(&reached) {
                    on |= *before;
                    *slot = on;
                }
            }
            Label::One(one) => {
                for ((slot, before), text) in next.iter_mut().skip(1).zip(&reached).zip(host) {
                    *slot = *before && one.matches(text);
                }
            }
        }
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}

/// Whether a host is this machine, its own network, or a cloud's metadata service.
///
/// Addresses by the registries of RFC 6890 (loopback, private, link-local, shared, unspecified, unique local); names that by
/// standard or convention are resolved to such: `localhost` (RFC 6761), `.local` (RFC 6762), `.internal`, `.home.arpa` (RFC 8375),
/// and names without a dot.
pub fn is_private(host: &Host) -> Tri {
    match host {
        Host::Unknown => Tri::Unknown,
        Host::Address(IpAddr::V4(address)) => private_v4(*address).into(),
        Host::Address(IpAddr::V6(address)) => private_v6(*address).into(),
        Host::Name(name) => {
            let below = |domain: &str| {
                name.strip_suffix(domain).is_some_and(|front| front.is_empty() || front.ends_with('.'))
            };
            let named =
                ["localhost", "local", "internal", "localdomain", "home.arpa", "lan"].into_iter().any(below);
            // `127.0.0.1.nip.io` and its like carry an address in their name.
            let carries = ["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me"].into_iter().any(below);
            (named || carries || !name.contains('.')).into()
        }
    }
}

fn private_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_unspecified()
        || address.is_broadcast()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || matches!(address.octets(), [192, 0, 0, _])
}

fn private_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    if address.is_loopback()
        || address.is_unspecified()
        || first & 0xfe00 == 0xfc00
        || first & 0xffc0 == 0xfe80
    {
        return true;
    }
    // NAT64 (RFC 6052) and 6to4 (RFC 3056) carry an IPv4 address.
    let octets = address.octets();
    let embedded = |at: usize| {
        let [a, b, c, d] = [at, at + 1, at + 2, at + 3].map(|at| octets.get(at).copied().unwrap_or(0));
        private_v4(Ipv4Addr::new(a, b, c, d))
    };
    match (first, second) {
        (0x0064, 0xff9b) => embedded(12),
        (0x2002, _) => embedded(2),
        (0, 0) => embedded(12),
        _ => false,
    }
}
