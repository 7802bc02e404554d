//! Hosts as a policy writes them, brought into their one spelling: lower case, punycode, no dot at the end, addresses
//! in their usual form and without brackets.

use std::net::{IpAddr, Ipv6Addr};

use crate::policy::limits;
use crate::policy::values::path::is_url;

/// What is wrong with a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HostFault {
    /// No text.
    Empty,
    /// Longer than the limit.
    TooLong,
    /// A URL, or something with a path or user before it; with the host in it, if there is one.
    Url(Option<String>),
    /// `example.com:443`: the host, and the port.
    Port(String, String),
    /// `10.0.0.0/8`
    Range,
    /// A `*` where one host is meant.
    Star,
    /// `.example.com`
    LeadingDot(String),
    /// `**` that is no whole label, or a wildcard that hosts don't have.
    Wildcard(char),
    /// No host's name: why.
    Name(String),
}

/// Reads a host for `==`, `in` and `within`.
pub(crate) fn host_text(text: &str) -> Result<String, HostFault> {
    shape(text)?;
    if text.contains('*') {
        return Err(HostFault::Star);
    }
    if let Some(address) = address(text) {
        return Ok(address);
    }
    plain(text)
}

/// Reads a pattern for `like`.
pub(crate) fn host_glob(text: &str) -> Result<String, HostFault> {
    shape(text)?;
    if !text.contains('*') {
        return host_text(text);
    }
    let mut labels = Vec::new();
    for label in text.strip_suffix('.').unwrap_or(text).split('.') {
        if label.contains("**") && label != "**" {
            return Err(HostFault::Wildcard('*'));
        }
        labels.push(if label.contains('*') { wild_label(label)? } else { whole_label(label)? });
    }
    Ok(labels.join("."))
}

/// What is no host at all, told apart so that the help can say what to type.
fn shape(text: &str) -> Result<(), HostFault> {
    if text.is_empty() {
        return Err(HostFault::Empty);
    }
    if text.len() > limits::TEXT {
        return Err(HostFault::TooLong);
    }
    if is_url(text) {
        let host = url::Url::parse(text).ok().and_then(|url| url.host_str().map(str::to_owned));
        return Err(HostFault::Url(host));
    }
    if let Some((before, after)) = text.split_once('/') {
        let range = before.parse::<IpAddr>().is_ok() && after.bytes().all(|b| b.is_ascii_digit());
        let host = plain(before).ok();
        return Err(if range { HostFault::Range } else { HostFault::Url(host) });
    }
    if let Some((_, host)) = text.rsplit_once('@') {
        return Err(HostFault::Url(plain(host).ok()));
    }
    if text.parse::<Ipv6Addr>().is_err() {
        let port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit() || b == b'*');
        match text.rsplit_once(':') {
            Some((host, after)) if port(after) && (!host.contains(':') || host.ends_with(']')) => {
                return Err(HostFault::Port(host.to_owned(), after.to_owned()));
            }
            _ => {}
        }
    }
    if let Some(rest) = text.strip_prefix('.') {
        return Err(HostFault::LeadingDot(rest.to_owned()));
    }
    match text.chars().find(|c| matches!(c, '?' | '{' | '}' | '(' | ')' | '|' | '\\')) {
        Some(found) => Err(HostFault::Wildcard(found)),
        None => Ok(()),
    }
}

/// An IPv6 address with or without brackets.
fn address(text: &str) -> Option<String> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address: Ipv6Addr = inner.parse().ok()?;
    Some(address.to_ipv4_mapped().map_or_else(|| address.to_string(), |four| four.to_string()))
}

fn plain(text: &str) -> Result<String, HostFault> {
    let text = text.strip_suffix('.').unwrap_or(text);
    // The parser of URLs would decode these.
    if text.contains('%') {
        return Err(HostFault::Name("it holds a `%`".to_owned()));
    }
    match url::Host::parse(text) {
        Ok(url::Host::Domain(name)) => named(name),
        Ok(url::Host::Ipv4(address)) => Ok(address.to_string()),
        Ok(url::Host::Ipv6(address)) => Ok(address.to_string()),
        Err(error) => Err(HostFault::Name(error.to_string())),
    }
}

fn named(name: String) -> Result<String, HostFault> {
    if name.len() > 253 {
        return Err(HostFault::Name("a host's name has at most 253 characters".to_owned()));
    }
    match name.split('.').find(|label| label.is_empty() || label.len() > 63) {
        Some("") => Err(HostFault::Name("a part of it is empty".to_owned())),
        Some(_) => Err(HostFault::Name("a part of it has more than 63 characters".to_owned())),
        None => Ok(name),
    }
}

/// A label that stands for itself.
fn whole_label(label: &str) -> Result<String, HostFault> {
    if label.is_empty() {
        return Err(HostFault::Name("a part of it is empty".to_owned()));
    }
    // A label alone could be read as an address (`10`), one before a letter can't.
    let spelled = plain(&format!("{label}.x"))?;
    Ok(spelled.strip_suffix(".x").unwrap_or(&spelled).to_owned())
}

/// A label with a `*` in it: what stands beside the `*` is ASCII, since punycode spells a label as a whole.
fn wild_label(label: &str) -> Result<String, HostFault> {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*');
    match label.chars().find(|c| !good(*c)) {
        Some(c) if c.is_ascii() => Err(HostFault::Name(format!("`{c}` can't stand in a host's name"))),
        Some(_) => Err(HostFault::Name("a part with a `*` in it can hold ASCII letters only".to_owned())),
        None => Ok(label.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::{HostFault, host_glob, host_text};

    #[test]
    fn hosts_have_one_spelling() {
        for (text, spelled) in [
            ("Example.COM.", "example.com"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("0x7f.1", "127.0.0.1"),
            ("2130706433", "127.0.0.1"),
            ("[::1]", "::1"),
            ("::FFFF:10.0.0.1", "10.0.0.1"),
            ("localhost", "localhost"),
            ("a_b.example", "a_b.example"),
        ] {
            assert_eq!(host_text(text).as_deref(), Ok(spelled), "{text}");
        }
        for (text, spelled) in [
            ("*.Example.com", "*.example.com"),
            ("**.bücher.example", "**.xn--bcher-kva.example"),
            ("api-*.example.com", "api-*.example.com"),
            ("10.*", "10.*"),
            ("**", "**"),
            ("::1", "::1"),
        ] {
            assert_eq!(host_glob(text).as_deref(), Ok(spelled), "{text}");
        }
    }

    #[test]
    fn bad_hosts_say_why() {
        for (text, fault) in [
            ("", HostFault::Empty),
            ("https://u@Example.com/x", HostFault::Url(Some("example.com".into()))),
            ("example.com/x", HostFault::Url(Some("example.com".into()))),
            ("u@example.com", HostFault::Url(Some("example.com".into()))),
            ("example.com:443", HostFault::Port("example.com".into(), "443".into())),
            ("[::1]:80", HostFault::Port("[::1]".into(), "80".into())),
            ("10.0.0.0/8", HostFault::Range),
            ("*.example.com", HostFault::Star),
            (".example.com", HostFault::LeadingDot("example.com".into())),
            ("{a,b}.example", HostFault::Wildcard('{')),
        ] {
            assert_eq!(host_text(text), Err(fault), "{text}");
        }
        assert!(matches!(host_text("a b"), Err(HostFault::Name(_))));
        assert!(matches!(host_text("a..b"), Err(HostFault::Name(_))));
        assert!(matches!(host_text("%65xample.com"), Err(HostFault::Name(_))));
        assert_eq!(host_glob("a**.example"), Err(HostFault::Wildcard('*')));
        assert!(matches!(host_glob("bü*.example"), Err(HostFault::Name(_))));
    }
}
