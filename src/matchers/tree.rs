//! What is below a directory.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::matchers::fold::fold;
use crate::matchers::glob::Glob;
use crate::model::{Answer, Budget, Files, FilesError, Tri, Walk};

/// Entries that one walk looks at, at most.
pub const MAX_ENTRIES: usize = 20_000;

/// What every match of a pattern has, so that not every path need be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// It is called so.
    Name(String),
    /// Its name ends with this after a dot.
    End(String),
    /// It, or a directory above it, is called so.
    Segment(String),
}

/// The walks of one decision: each is made once, however many patterns are asked about it. They are made new for the next
/// decision, since files come and go.
pub struct Walks<'a> {
    files: &'a dyn Files,
    budget: &'a Budget,
    done: RefCell<HashMap<(String, Walk), Rc<Walked>>>,
}

/// What was found below a directory.
struct Walked {
    paths: Vec<String>,
    /// Numbers of paths by name, and by what follows a dot in it, both folded.
    names: HashMap<String, Vec<u32>>,
    ends: HashMap<String, Vec<u32>>,
    /// Names of directories that were gone through and not touched.
    through: HashSet<String>,
    /// Whether these are all; an error if somewhere the file system could not say.
    complete: Result<bool, FilesError>,
}

impl<'a> Walks<'a> {
    /// None made yet.
    pub fn new(files: &'a dyn Files, budget: &'a Budget) -> Walks<'a> {
        Walks { files, budget, done: RefCell::default() }
    }

    fn walked(&self, dir: &str, walk: &Walk) -> Rc<Walked> {
        let key = (dir.to_owned(), walk.clone());
        if let Some(done) = self.done.borrow().get(&key) {
            return done.clone();
        }
        let walked = Rc::new(walked(dir, walk, self.files, self.budget));
        self.done.borrow_mut().insert(key, walked.clone());
        walked
    }

    /// How a question about single paths answers for what is below a directory now. A walk that is cut short leaves the
    /// rest unknown; so do files that ignore rules may leave out.
    pub fn below(&self, dir: &str, walk: &Walk, is: &dyn Fn(&str) -> Tri) -> Answer {
        self.below_with(dir, walk, None, is)
    }

    /// The same for a question whose answer is no for a path that has none of what `needs` says.
    pub(crate) fn below_with(
        &self,
        dir: &str,
        walk: &Walk,
        needs: Option<&[Need]>,
        is: &dyn Fn(&str) -> Tri,
    ) -> Answer {
        let walked = self.walked(dir, walk);
        let numbers = needs.and_then(|needs| walked.having(needs, dir));
        let asked = numbers.as_ref().map_or(walked.paths.len(), Vec::len);
        // A step is a directory entry; asking about one is a part of it.
        self.budget.spend(1 + asked as u64 / 8);
        let mut tally = Below::new(walk.respects_ignore);
        match numbers {
            Some(numbers) => {
                tally.others(walked.paths.len() - asked);
                let paths = numbers.iter().filter_map(|number| walked.paths.get(*number as usize));
                tally.all(paths, is);
            }
            None => tally.all(walked.paths.iter(), is),
        }
        tally.answer(&walked)
    }
}

/// Answers for single paths, added up.
struct Below {
    some: Tri,
    every: Tri,
    left_out: bool,
}

impl Below {
    fn new(left_out: bool) -> Below {
        Below { some: Tri::No, every: Tri::Yes, left_out }
    }

    /// Paths for which the answer is no.
    fn others(&mut self, count: usize) {
        if count > 0 {
            self.one(Tri::No);
        }
    }

    fn one(&mut self, answer: Tri) {
        // It may be left out: then it neither makes some nor unmakes every.
        let (left_out, unsure) = (self.left_out, Tri::Unknown);
        self.some = self.some.or(if left_out && answer == Tri::Yes { unsure } else { answer });
        self.every = self.every.and(if left_out && answer == Tri::No { unsure } else { answer });
    }

    fn all<'p>(&mut self, paths: impl Iterator<Item = &'p String>, is: &dyn Fn(&str) -> Tri) {
        for path in paths {
            self.one(is(path));
            if self.some == Tri::Yes && self.every == Tri::No {
                return;
            }
        }
    }

    fn answer(self, walked: &Walked) -> Answer {
        let Below { some, every, .. } = self;
        if some == Tri::Yes && every == Tri::No {
            return Answer::PART;
        }
        match walked.complete {
            Ok(true) if !walked.paths.is_empty() => Answer::new(some, every),
            Ok(true) => Answer::NONE,
            Ok(false) | Err(_) => Answer::new(some.or(Tri::Unknown), every.and(Tri::Unknown)),
        }
    }
}

impl Walked {
    /// The paths that have one of these; none if all must be asked.
    fn having(&self, needs: &[Need], dir: &str) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        for need in needs {
            match need {
                Need::Name(name) => found.extend(self.names.get(&fold(name)).into_iter().flatten()),
                Need::End(end) => found.extend(self.ends.get(&fold(end)).into_iter().flatten()),
                Need::Segment(name) => {
                    let name = fold(name);
                    let below = self.names.contains_key(&name) || self.through.contains(&name);
                    if below || dir.split('/').any(|part| fold(part) == name) {
                        return None;
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

fn walked(dir: &str, walk: &Walk, files: &dyn Files, budget: &Budget) -> Walked {
    let mut paths: Vec<String> = Vec::new();
    let complete = entries(dir, walk, files, budget, &mut |path| {
        paths.push(path.to_owned());
        false
    });
    let (mut names, mut ends) = (HashMap::<String, Vec<u32>>::new(), HashMap::<String, Vec<u32>>::new());
    for (number, path) in (0u32..).zip(&paths) {
        let name = fold(path.rsplit('/').next().unwrap_or_default());
        for (dot, _) in name.match_indices('.') {
            let end = name.get(dot + 1..).unwrap_or_default();
            match ends.get_mut(end) {
                Some(known) => known.push(number),
                None => drop(ends.insert(end.to_owned(), vec![number])),
            }
        }
        names.entry(name).or_default().push(number);
    }
    let mut through = HashSet::new();
    if !walk.include.is_empty() {
        for path in &paths {
            let below = path.get(dir.len()..).unwrap_or(path);
            through.extend(below.split('/').map(fold));
        }
    }
    Walked { paths, names, ends, through, complete }
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
        for (name, is_dir) in files.list(&here)? {
            seen += 1;
            if seen > MAX_ENTRIES || !budget.spend(1) {
                return Ok(false);
            }
            if name.starts_with('.') && !walk.hidden {
                continue;
            }
            let path = if here == "/" { format!("/{name}") } else { format!("{here}/{name}") };
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

#[cfg(test)]
mod tests {
    use super::{Need, Walks};
    use crate::model::{Answer, Budget, Case, Entry, Files, FilesError, Tri, Walk};

    /// `/p/secrets/x.pem`, `/p/a.rs`.
    struct Few;

    impl Files for Few {
        fn entry(&self, path: &str) -> Result<Entry, FilesError> {
            Ok(if path.contains('.') { Entry::File } else { Entry::Dir })
        }

        fn names(&self, dir: &str) -> Result<Vec<String>, FilesError> {
            let names: &[&str] = if dir == "/p" { &["secrets", "a.rs"] } else { &["x.pem"] };
            Ok(names.iter().map(|name| (*name).to_owned()).collect())
        }

        fn case(&self, _: &str) -> Case {
            Case::Sensitive
        }
    }

    #[test]
    fn what_is_needed_leaves_out_nothing_that_matches() {
        let budget = Budget::new(Budget::DEFAULT);
        let by_name = Walk { include: vec!["*.pem".to_owned()], ..Walk::all() };
        for walk in [Walk::all(), by_name] {
            for (need, part) in [
                (Need::Name("x.pem".into()), "x.pem"),
                (Need::End("pem".into()), ".pem"),
                (Need::Segment("secrets".into()), "secrets/"),
                (Need::Segment("p".into()), "/p/"),
                (Need::Name("y".into()), "/y"),
            ] {
                let is = |path: &str| Tri::from(path.contains(part));
                let walks = Walks::new(&Few, &budget);
                let all = walks.below("/p", &walk, &is);
                assert_eq!(walks.below_with("/p", &walk, Some(&[need]), &is), all, "{part}");
                assert_eq!(all == Answer::NONE, part == "/y");
            }
        }
    }
}
