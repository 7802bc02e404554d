//! Texts with a syntax of their own: paths, globs, hosts, regexes, patterns, numbers.

use super::replace;

mistake! {
    /// A regex that can't be read.
    BadRegex { problem: String }
    code: "bad-regex", Error;
    summary: "a regex can't be read";
    why: "what it should match can't be known";
    instead: "the syntax of the `regex` crate; a literal `(` is written `\\(`";
    example: "rule r  tool_name ~ /write(/ => deny\n";
    mended: "rule r  tool_name ~ /write\\(/ => deny\n";
    message: |m| format!("this regex can't be read: {}", m.problem);
    label: |_| "here".into();
    help: |_| Some("write a character that has a meaning with a backslash before it, such as `\\(`".into());
}

mistake! {
    /// `(?u)` in a regex.
    RegexUnicodeFlag { }
    code: "regex-unicode-flag", Error;
    summary: "a regex switches Unicode on or off";
    why: "`\\d \\w \\s \\b` and `i` are ASCII everywhere, so that all readers know what they match";
    instead: "`\\p{…}` for letters and digits beyond ASCII";
    example: "rule r  tool_name ~ /(?u)\\w+/ => deny\n";
    mended: "rule r  tool_name ~ /\\p{L}+/ => deny\n";
    message: |_| "the flag `u` can't be set".into();
    label: |_| "classes are ASCII".into();
    help: |_| Some("leave it out; `\\p{L}` is any letter, `\\p{N}` any digit".into());
}

mistake! {
    /// A regex that is too large.
    RegexTooLarge { }
    code: "regex-too-large", Error;
    summary: "a regex is too large once its repetitions are written out";
    why: "each repetition is built as often as it may occur; this one would take more memory than a policy may have";
    instead: "`*` or `+`, or a smaller count";
    example: "rule r  tool_name ~ /(x{500}){500}/ => deny\n";
    mended: "rule r  tool_name ~ /x+/ => deny\n";
    message: |_| "this regex is too large".into();
    label: |_| "with its repetitions written out it is over the limit".into();
    help: |_| Some("use `*` or `+`, or smaller counts".into());
}

mistake! {
    /// A path that is no path.
    BadPath { text: String, problem: &'static str, hint: &'static str }
    code: "bad-path", Error;
    summary: "a text is no path";
    why: "no file has such a path, so the rule would never apply";
    instead: "an absolute path, one that begins with `~/`, or one below `root`";
    example: "rule r  path within \"\" => deny\n";
    mended: "rule r  path within root => deny\n";
    message: |m| format!("`{}` is no path: {}", m.text.escape_debug(), m.problem);
    label: |m| m.problem.into();
    help: |m| Some(m.hint.into());
}

mistake! {
    /// `~user`.
    UserHome { user: String }
    code: "user-home", Error;
    summary: "a path begins with another user's home directory";
    why: "where it lies can't be known before the call runs";
    instead: "`~/` for the own home directory, or the absolute path; a name that begins with `~` as `./~name`";
    example: "rule r  path within \"~root/.ssh\" => deny\n";
    mended: "rule r  path within \"/root/.ssh\" => deny\n";
    message: |m| format!("`{}` is another user's home directory", m.user);
    label: |_| "where it lies is not known".into();
    help: |m| Some(format!("write the absolute path; a file of that name is `./{}`", m.user));
}

mistake! {
    /// `..` that leaves the base.
    PathAbove { text: String, base: &'static str }
    code: "path-above", Error;
    summary: "`..` leads out of where a path begins";
    why: "what lies above the project or the home directory differs from machine to machine";
    instead: "an absolute path";
    example: "rule r  path within \"../secrets\" => deny\n";
    mended: "rule r  path within \"/srv/secrets\" => deny\n";
    message: |m| format!("`{}` leads out of {}", m.text, m.base);
    label: |m| format!("above {}", m.base);
    help: |_| Some("write the absolute path".into());
}

mistake! {
    /// A URL as a path.
    UrlAsPath { text: String }
    code: "url-as-path", Error;
    summary: "a URL stands where a path is meant";
    why: "no file has such a path, so the rule would never apply";
    instead: "`host` for what is contacted";
    example: "rule r  path like \"https://example.com/**\" => deny\n";
    mended: "rule r  host == \"example.com\" => deny\n";
    message: |m| format!("`{}` is a URL, not a path", m.text);
    label: |_| "expected a path".into();
    help: |_| Some("test the host: `host == \"…\"`".into());
}

mistake! {
    /// A wildcard where a path is meant.
    WildcardInPath { text: String, wildcard: char, operator: &'static str }
    code: "wildcard-in-path", Error;
    summary: "a wildcard stands where one path is meant";
    why: "`within` and `==` take paths as they are: a `*` is a character there, and hardly any file has it in its name";
    instead: "`like` for globs; `within` includes all that lies below a directory";
    example: "rule r  path within \"~/.ssh/*\" => deny\n";
    mended: "rule r  path within \"~/.ssh\" => deny\n";
    message: |m| format!("`{}` takes a path, and `{}` holds a wildcard", m.operator, m.text);
    label: |m| format!("`{}` is an ordinary character here", m.wildcard);
    help: |m| Some(format!("write `path like \"{}\"`, or the directory alone with `within`", m.text));
}

mistake! {
    /// A glob that can't be read.
    BadGlob { text: String, problem: &'static str, hint: &'static str }
    code: "bad-glob", Error;
    summary: "a glob can't be read";
    why: "what it should match can't be known";
    instead: "`*`, `?`, `**` as a whole segment, `[a-z]`, `{a,b}`; `\\` before a character that is meant as it is";
    example: "rule r  path like \"src/[a-z\" => deny\n";
    mended: "rule r  path like \"src/[a-z]*\" => deny\n";
    message: |m| format!("the glob `{}` can't be read: {}", m.text, m.problem);
    label: |m| m.problem.into();
    help: |m| Some(m.hint.into());
}

mistake! {
    /// A URL as a host.
    UrlAsHost { text: String, host: Option<String> }
    code: "url-as-host", Error;
    summary: "a URL, or part of one, stands where a host is meant";
    why: "`host` is the name alone, so the rule would never apply";
    instead: "the host's name; `scheme` and `port` are subjects of their own";
    example: "rule r  host == \"https://example.com/\" => deny\n";
    mended: "rule r  host == \"example.com\" => deny\n";
    message: |m| format!("`{}` is more than a host", m.text);
    label: |_| "expected the host's name alone".into();
    help: |m| Some(match &m.host {
        Some(host) => format!("write `\"{host}\"`"),
        None => "write the host's name".into(),
    });
    fix: |m| m.host.as_ref().and_then(|host| replace(m.at, "keep the host alone", format!("\"{host}\"")));
}

mistake! {
    /// A port in a host.
    PortInHost { host: String, port: String }
    code: "port-in-host", Error;
    summary: "a host is written with a port";
    why: "`host` is the name alone, so the rule would never apply";
    instead: "`host == \"…\" and port == …`";
    example: "rule r  host == \"example.com:8080\" => deny\n";
    mended: "rule r  host == \"example.com\" and port == 8080 => deny\n";
    message: |m| format!("`{}:{}` is a host and a port", m.host, m.port);
    label: |_| "expected the host's name alone".into();
    help: |m| Some(if m.port.contains('*') {
        format!("write `host == \"{}\"`: without `port` it is any", m.host)
    } else {
        format!("write `host == \"{}\" and port == {}`", m.host, m.port)
    });
}

mistake! {
    /// A host that is no host.
    BadHost { text: String, problem: String, hint: String }
    code: "bad-host", Error;
    summary: "a text is no host";
    why: "no URL has such a host, so the rule would never apply";
    instead: "a name such as `example.com`, or an address; `like` takes `*` within one label and `**` for any depth";
    example: "rule r  host within \"*.example.com\" => deny\n";
    mended: "rule r  host within \"example.com\" => deny\n";
    message: |m| format!("`{}` is no host: {}", m.text.escape_debug(), m.problem);
    label: |m| m.problem.clone();
    help: |m| Some(m.hint.clone());
}

mistake! {
    /// A number that can't be.
    NumberOutOfRange { subject: String, number: String, range: &'static str }
    code: "number-out-of-range", Error;
    summary: "a number is out of its subject's range";
    why: "no effect has such a number, so the predicate always or never holds";
    instead: "a whole number in the range";
    example: "rule r  port == 80443 => deny\n";
    mended: "rule r  port in [80, 443] => deny\n";
    message: |m| format!("`{}` is never {}", m.subject, m.number);
    label: |m| format!("expected {}", m.range);
    help: |m| Some(format!("`{}` is {}", m.subject, m.range));
}

mistake! {
    /// A text that is too long.
    TextTooLong { }
    code: "text-too-long", Error;
    summary: "a path, glob, host or pattern is longer than the limit";
    why: "no path or host is that long, and matching it would take time with every call";
    instead: "a shorter one";
    example: "";
    mended: "";
    message: |_| format!("this is longer than {} bytes", crate::policy::limits::TEXT);
    label: |_| "too long".into();
    help: |_| Some("use a wildcard, or a shorter text".into());
}
