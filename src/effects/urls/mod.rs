//! URLs to the hosts that they contact.

use url::Url;

use crate::matchers::host::{canonical, of_url};
use crate::model::{Host, HostSubject};

/// What a URL contacts, read as browsers do (WHATWG). `scheme_less` is the scheme of a text without one, for programs
/// that take `host/path` as a URL (`Some("http")` for curl).
///
/// Text that programs read in different ways has an unknown host: a backslash, a control character, or a `%` before the
/// path (curl and Python take `good.example\@evil.example` for the latter, browsers for the former).
///
/// ```
/// # use toolgate::{effects::urls::url_subject, model::Host};
/// let host = |text| url_subject(text, None).host;
/// assert_eq!(host("https://good.example:x@evil.example/"), Host::Name("evil.example".into()));
/// assert_eq!(host("https://good.example\\@evil.example/"), Host::Unknown);
/// assert_eq!(url_subject("h.example/x", Some("http")).port, Some(80));
/// ```
pub fn url_subject(text: &str, scheme_less: Option<&str>) -> HostSubject {
    let unknown =
        || HostSubject { url: Some(text.to_owned()), host: Host::Unknown, scheme: None, port: None };
    let trimmed = text.trim_matches(' ');
    if trimmed.chars().any(char::is_control) {
        return unknown();
    }
    let with_scheme;
    let whole = match scheme_less {
        Some(scheme) if !has_scheme(trimmed) => {
            with_scheme = format!("{scheme}://{}", trimmed.trim_start_matches('/'));
            with_scheme.as_str()
        }
        _ => trimmed,
    };
    let authority =
        whole.split_once("://").map_or("", |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or("");
    if authority.contains(['\\', '%']) || whole.split(['?', '#']).next().unwrap_or("").contains('\\') {
        return unknown();
    }
    let Ok(url) = Url::parse(whole) else { return unknown() };
    let host = match url.host() {
        // Other schemes than the web's keep their hosts as written: read them as hosts all the same.
        Some(url::Host::Domain(name)) => canonical(name).unwrap_or(Host::Unknown),
        Some(other) => of_url(other),
        None => Host::Unknown,
    };
    HostSubject {
        url: Some(text.to_owned()),
        host,
        scheme: Some(url.scheme().to_ascii_lowercase()),
        port: url.port_or_known_default().or_else(|| default_port(url.scheme())),
    }
}

/// Whether a text begins with `scheme://`, or with a scheme that takes no `//`. `host:8080/x` does not.
fn has_scheme(text: &str) -> bool {
    match text.split_once("://") {
        Some((scheme, _)) => {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        }
        None => ["file:", "data:", "mailto:", "about:"].iter().any(|scheme| text.starts_with(scheme)),
    }
}

/// Ports of schemes that the URL standard does not list (IANA's service names).
fn default_port(scheme: &str) -> Option<u16> {
    Some(match scheme {
        "ssh" | "sftp" | "scp" | "git+ssh" | "ssh+git" => 22,
        "git" => 9418,
        "postgres" | "postgresql" => 5432,
        "mysql" | "mariadb" => 3306,
        "redis" => 6379,
        "rediss" => 6380,
        "mongodb" => 27017,
        "amqp" => 5672,
        "ldap" => 389,
        "ldaps" => 636,
        "smtp" => 25,
        "imap" => 143,
        "imaps" => 993,
        "rsync" => 873,
        "telnet" => 23,
        "tftp" => 69,
        "dict" => 2628,
        "gopher" => 70,
        _ => return None,
    })
}

/// `[user@]host:path`, as ssh, scp, rsync and git take it: the host over ssh, and the path there. None where the text is
/// a URL or a local path: a `/` before the `:`.
pub fn scp_like(text: &str) -> Option<(HostSubject, String)> {
    if text.contains("://") {
        return None;
    }
    let colon = if let Some(end) = text.find("]:") { end + 1 } else { text.find(':')? };
    let (place, path) = (text.get(..colon)?, text.get(colon + 1..)?);
    if place.is_empty() || place.contains('/') || path.starts_with("//") {
        return None;
    }
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let subject = HostSubject {
        url: Some(text.to_owned()),
        host: canonical(host).unwrap_or(Host::Unknown),
        scheme: Some("ssh".to_owned()),
        port: Some(22),
    };
    Some((subject, path.to_owned()))
}
