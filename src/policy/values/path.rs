//! Paths as a policy writes them: absolute, from `~`, or from `root`.

use crate::policy::limits;
use crate::policy::typed::{Base, PathText};
use crate::policy::values::glob::{self, GlobFault};

/// What is wrong with a path or glob.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PathFault {
    /// No text.
    Empty,
    /// A NUL character.
    Nul,
    /// Longer than the limit.
    TooLong,
    /// `~user`: whose home it is can't be known.
    UserHome(String),
    /// `..` leaves the base.
    Above(Base),
    /// A URL.
    Url,
    /// `C:\…`
    Drive,
    /// A directory is meant, and it holds this wildcard.
    Wildcard(char),
    /// A glob that can't be read.
    Glob(GlobFault),
}

/// Reads a path for `within`, `==` and `in`. `root` is where the file's `root` lies below the project's: `""`, `sub`.
pub(crate) fn path_text(text: &str, root: &str) -> Result<PathText, PathFault> {
    let (base, rest) = split_base(text)?;
    // A file's name may hold `[` and `{`; hardly any holds a star.
    if let Some(star) = rest.chars().find(|c| matches!(c, '*' | '?')) {
        return Err(PathFault::Wildcard(star));
    }
    let mut parts: Vec<&str> = if base == Base::Root { segments(root).collect() } else { Vec::new() };
    for part in segments(rest) {
        if part != ".." {
            parts.push(part);
        } else if parts.pop().is_none() && base != Base::Absolute {
            return Err(PathFault::Above(base));
        }
    }
    finish(base, parts.join("/"))
}

fn finish(base: Base, rest: String) -> Result<PathText, PathFault> {
    // The file's root stands before it now.
    if rest.len() > limits::TEXT { Err(PathFault::TooLong) } else { Ok(PathText { base, rest: rest.into() }) }
}

/// Reads a glob for `like`. Segments of its alternatives in braces are left as they are.
pub(crate) fn glob_text(text: &str, root: &str) -> Result<PathText, PathFault> {
    let (base, rest) = split_base(text)?;
    let written = glob::segments(rest).map_err(PathFault::Glob)?;
    let mut parts: Vec<String> =
        if base == Base::Root { segments(root).map(glob::escape).collect() } else { Vec::new() };
    for part in written {
        match part {
            "" | "." => {}
            ".." => match parts.pop() {
                None if base == Base::Absolute => {}
                None => return Err(PathFault::Above(base)),
                Some(before) if glob::has_wildcard(&before) => {
                    return Err(PathFault::Glob(GlobFault::UpFromWildcard));
                }
                Some(_) => {}
            },
            _ => parts.push(part.to_owned()),
        }
    }
    finish(base, parts.join("/"))
}

/// The place of a file's `root` below the project's.
pub(crate) fn root_text(text: &str) -> Result<String, PathFault> {
    let path = path_text(text, "")?;
    match path.base {
        Base::Root => Ok(path.rest.to_string()),
        Base::Home | Base::Absolute => Err(PathFault::Above(path.base)),
    }
}

fn split_base(text: &str) -> Result<(Base, &str), PathFault> {
    if text.is_empty() {
        return Err(PathFault::Empty);
    }
    if text.len() > limits::TEXT {
        return Err(PathFault::TooLong);
    }
    if text.contains('\0') {
        return Err(PathFault::Nul);
    }
    if is_url(text) {
        return Err(PathFault::Url);
    }
    if let [drive, b':', b'\\' | b'/', ..] = text.as_bytes()
        && drive.is_ascii_alphabetic()
    {
        return Err(PathFault::Drive);
    }
    if let Some(rest) = text.strip_prefix('/') {
        return Ok((Base::Absolute, rest));
    }
    let Some(rest) = text.strip_prefix('~') else { return Ok((Base::Root, text)) };
    match rest.strip_prefix('/') {
        Some(rest) => Ok((Base::Home, rest)),
        None if rest.is_empty() => Ok((Base::Home, "")),
        None => {
            let user = rest.split('/').next().unwrap_or("");
            Err(PathFault::UserHome(format!("~{user}")))
        }
    }
}

/// Whether a text begins with a scheme and `://`.
pub(crate) fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    })
}

fn segments(text: &str) -> impl Iterator<Item = &str> {
    text.split('/').filter(|part| !part.is_empty() && *part != ".")
}

#[cfg(test)]
mod tests {
    use super::{PathFault, glob_text, path_text, root_text};
    use crate::policy::typed::Base;
    use crate::policy::values::glob::GlobFault;

    fn path(text: &str, root: &str) -> Result<(Base, String), PathFault> {
        path_text(text, root).map(|path| (path.base, path.rest.to_string()))
    }

    #[test]
    fn paths_lose_what_text_can_resolve() {
        for (text, root, base, rest) in [
            ("~", "", Base::Home, ""),
            ("~/.ssh/", "", Base::Home, ".ssh"),
            ("/", "", Base::Absolute, ""),
            ("//etc/./x/../passwd", "", Base::Absolute, "etc/passwd"),
            ("/../etc", "", Base::Absolute, "etc"),
            (".", "", Base::Root, ""),
            ("./~x", "", Base::Root, "~x"),
            ("src", "sub", Base::Root, "sub/src"),
            ("../src", "sub", Base::Root, "src"),
            ("app/[id]", "", Base::Root, "app/[id]"),
        ] {
            assert_eq!(path(text, root), Ok((base, rest.to_owned())), "{text}");
        }
    }

    #[test]
    fn bad_paths_say_why() {
        for (text, fault) in [
            ("", PathFault::Empty),
            ("a\0", PathFault::Nul),
            ("~root/x", PathFault::UserHome("~root".into())),
            ("../x", PathFault::Above(Base::Root)),
            ("~/../x", PathFault::Above(Base::Home)),
            ("https://example.com/x", PathFault::Url),
            (r"C:\x", PathFault::Drive),
            ("~/.ssh/*", PathFault::Wildcard('*')),
        ] {
            assert_eq!(path(text, ""), Err(fault), "{text}");
        }
        assert_eq!(root_text("/x"), Err(PathFault::Above(Base::Absolute)));
        assert_eq!(root_text("./sub/"), Ok("sub".into()));
    }

    #[test]
    fn globs_keep_their_wildcards() {
        for (text, root, rest) in [
            ("**/.env", "", "**/.env"),
            ("./src//*.rs", "", "src/*.rs"),
            ("{a/b,c}/../x", "", ""),
            ("x/{a/b,c}", "s[1]", r"s\[1\]/x/{a/b,c}"),
            ("a/../b/?", "", "b/?"),
        ] {
            let found = glob_text(text, root).map(|path| path.rest.to_string());
            if rest.is_empty() {
                assert_eq!(found, Err(PathFault::Glob(GlobFault::UpFromWildcard)), "{text}");
            } else {
                assert_eq!(found, Ok(rest.to_owned()), "{text}");
            }
        }
    }
}
