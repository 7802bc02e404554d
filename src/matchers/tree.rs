//! What is below a directory.

use crate::matchers::glob::Glob;
use crate::model::{Answer, Budget, Entry, Files, FilesError, Tri, Walk};

/// Entries that one walk looks at, at most.
pub const MAX_ENTRIES: usize = 20_000;

/// How a question about single paths answers for what is below a directory now. A walk that is cut short leaves the
/// rest unknown; so do files that ignore rules may leave out.
pub fn below(dir: &str, walk: &Walk, files: &dyn Files, budget: &Budget, is: &dyn Fn(&str) -> Tri) -> Answer {
    let mut some = Tri::No;
    let mut every = Tri::Yes;
    let mut any = false;
    let ended = entries(dir, walk, files, budget, &mut |path| {
        let answer = is(path);
        any = true;
        // It may be left out: then it neither makes some nor unmakes every.
        let left_out = walk.respects_ignore;
        some = some.or(if left_out && answer == Tri::Yes { Tri::Unknown } else { answer });
        every = every.and(if left_out && answer == Tri::No { Tri::Unknown } else { answer });
        some == Tri::Yes && every == Tri::No
    });
    if some == Tri::Yes && every == Tri::No {
        return Answer::PART;
    }
    match ended {
        Ok(true) if any => Answer::new(some, every),
        Ok(true) => Answer::NONE,
        Ok(false) | Err(_) => Answer::new(some.or(Tri::Unknown), every.and(Tri::Unknown)),
    }
}

/// Whether a walk finds anything at all.
pub fn is_empty(dir: &str, walk: &Walk, files: &dyn Files, budget: &Budget) -> Result<bool, FilesError> {
    let mut any = false;
    entries(dir, walk, files, budget, &mut |_| {
        any = true;
        true
    })?;
    Ok(!any)
}

/// Visits what is below a directory until `stop` says so; false if there was more than may be looked at.
fn entries(
    dir: &str,
    walk: &Walk,
    files: &dyn Files,
    budget: &Budget,
    stop: &mut dyn FnMut(&str) -> bool,
) -> Result<bool, FilesError> {
    let globs =
        |all: &[String]| -> Vec<Glob> { all.iter().filter_map(|one| Glob::parse(one).ok()).collect() };
    let (include, exclude, exclude_dir) =
        (globs(&walk.include), globs(&walk.exclude), globs(&walk.exclude_dir));
    let mut todo = vec![(dir.to_owned(), 0)];
    let mut seen = 0;
    while let Some((here, depth)) = todo.pop() {
        if walk.max_depth.is_some_and(|most| depth >= most) {
            continue;
        }
        for name in files.names(&here)? {
            seen += 1;
            if seen > MAX_ENTRIES || !budget.spend(1) {
                return Ok(false);
            }
            if name.starts_with('.') && !walk.hidden {
                continue;
            }
            let path = if here == "/" { format!("/{name}") } else { format!("{here}/{name}") };
            let is_dir = matches!(files.entry(&path)?, Entry::Dir);
            if is_dir {
                if exclude_dir.iter().any(|glob| glob.matches(&name)) {
                    continue;
                }
                todo.push((path.clone(), depth + 1));
                // It is gone through, not touched, where only some names are taken.
                if !include.is_empty() && !include.iter().any(|glob| glob.matches(&name)) {
                    continue;
                }
            } else if exclude.iter().any(|glob| glob.matches(&name))
                || (!include.is_empty() && !include.iter().any(|glob| glob.matches(&name)))
            {
                continue;
            }
            if stop(&path) {
                return Ok(true);
            }
        }
    }
    Ok(true)
}
