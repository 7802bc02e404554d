//! Hosts: labels one by one.

use std::net::IpAddr;

use toolgate::model::Host;

/// A host's one spelling; none if it is not known.
pub fn spelled(host: &Host) -> Option<String> {
    match host {
        Host::Name(name) => Some(name.clone()),
        Host::Address(address) => Some(address.to_string()),
        Host::Unknown => None,
    }
}

/// A host of a policy in its one spelling.
pub fn of_policy(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
            Some(four) => four.to_string(),
            None => address.to_string(),
        },
        Ok(IpAddr::V4(address)) => address.to_string(),
        Err(_) => match url::Host::parse(text) {
            Ok(host) => host.to_string(),
            Err(error) => panic!("`{text}`: {error}"),
        },
    }
}

/// It, or a name below it.
pub fn within(host: &str, domain: &str) -> bool {
    host == domain
        || host.parse::<IpAddr>().is_err()
            && host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

/// `*` within one label, `**` any number of labels.
pub fn like(host: &str, glob: &str) -> bool {
    let glob = glob.trim_end_matches('.').to_ascii_lowercase();
    if !glob.contains('*') {
        return host == of_policy(&glob);
    }
    let (host, glob): (Vec<&str>, Vec<&str>) = (labels(host), glob.split('.').collect());
    labels_like(&host, &glob)
}

/// An IPv6 address has no dots: it is one label.
fn labels(host: &str) -> Vec<&str> {
    host.split('.').collect()
}

fn labels_like(host: &[&str], glob: &[&str]) -> bool {
    match glob {
        [] => host.is_empty(),
        ["**", rest @ ..] => (0..=host.len()).any(|skip| labels_like(&host[skip..], rest)),
        [first, rest @ ..] => match host {
            [] => false,
            [label, labels @ ..] => super::texts::like(label, first) && labels_like(labels, rest),
        },
    }
}

/// Loopback, private, link-local, metadata.
pub fn is_private(host: &str) -> bool {
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(four)) => {
            let [a, b, ..] = four.octets();
            a == 0
                || a == 127
                || a == 10
                || a == 172 && (16..32).contains(&b)
                || a == 192 && b == 168
                || a == 169 && b == 254
                || a == 100 && (64..128).contains(&b)
        }
        Ok(IpAddr::V6(six)) => {
            let first = six.segments()[0];
            six.is_loopback() || six.is_unspecified() || first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80
        }
        Err(_) => host == "localhost" || host.ends_with(".localhost") || host == "metadata.google.internal",
    }
}
