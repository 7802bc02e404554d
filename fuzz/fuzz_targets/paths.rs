//! A path to read, and links, a line each (`name target`): what is allowed lies in the project, wherever links lead. The judge is
//! a walk over the path's parts, written plainly.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use toolgate::{Call, Engine, Verdict};

const ROOT: &str = "/home/dev/p";

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let text = "tool read_file { operation read  arg path: path }
                rule project operation is read and path within root => allow";
    Engine::builder().text("fuzz.policy", text).load().expect("the policy compiles")
});

/// Where a path leads; none when it goes round in a circle.
fn real(path: &str, links: &BTreeMap<String, String>) -> Option<String> {
    let start = if path.starts_with('/') { path.to_owned() } else { format!("{ROOT}/{path}") };
    let mut rest: Vec<String> = start.split('/').rev().map(str::to_owned).collect();
    let mut done: Vec<String> = Vec::new();
    let mut followed = 0;
    while let Some(part) = rest.pop() {
        match part.as_str() {
            "" | "." => {}
            ".." => drop(done.pop()),
            _ => {
                done.push(part);
                if let Some(target) = links.get(&format!("/{}", done.join("/"))) {
                    followed += 1;
                    if followed > 40 {
                        return None;
                    }
                    done.pop();
                    if target.starts_with('/') {
                        done.clear();
                    }
                    rest.extend(target.split('/').rev().map(str::to_owned));
                }
            }
        }
    }
    Some(format!("/{}", done.join("/")))
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(path) = lines.next() else { return };
    let mut links = BTreeMap::new();
    for line in lines.take(20) {
        let Some((name, target)) = line.split_once(' ') else { continue };
        let plain = !name.is_empty() && !name.contains(['/', '\0']) && name != "." && name != "..";
        if plain && !target.is_empty() && !target.contains('\0') {
            links.insert(format!("{ROOT}/{name}"), target.to_owned());
        }
    }
    let fs: serde_json::Map<_, _> =
        links.iter().map(|(name, target)| (name.clone(), json!({ "link": target }))).collect();
    let call: Call = serde_json::from_value(json!({
        "tool": "read_file", "args": { "path": path }, "cwd": ROOT, "root": ROOT, "home": "/home/dev", "fs": fs,
    }))
    .expect("a call");
    let decision = ENGINE.try_out(&call);
    if decision.verdict == Verdict::Allow {
        // A `~` is the home directory to one tool and a name to another: both must be inside.
        let at_home = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let at_home = at_home.map(|rest| format!("/home/dev/{rest}"));
        for path in std::iter::once(path).chain(at_home.as_deref()) {
            let real = real(path, &links);
            let inside = |real: &String| real == ROOT || real.starts_with(&format!("{ROOT}/"));
            assert!(real.as_ref().is_none_or(inside), "{path:?} {links:?} leads to {real:?}");
        }
    }
});
