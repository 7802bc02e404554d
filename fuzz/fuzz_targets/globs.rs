//! A glob and a path, a line each: the matcher ends, and agrees with the glob's own regex.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgate::matchers::glob::Glob;

fuzz_target!(|text: &str| {
    let Some((pattern, path)) = text.split_once('\n') else { return };
    let Ok(glob) = Glob::parse(pattern) else { return };
    let clean: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let clean = clean.join("/");
    let matched = glob.matches(&clean);
    let fixed = glob.fixed();
    if matched && !fixed.is_empty() {
        assert!(clean == fixed || clean.starts_with(&format!("{fixed}/")), "{pattern:?} {clean:?}");
    }
    if pattern.len() > 200 {
        return;
    }
    let source = glob.regex_source();
    let regex = regex::RegexBuilder::new(&source).size_limit(1 << 24).build();
    if let Ok(regex) = regex {
        assert_eq!(regex.is_match(&clean), matched, "{pattern:?} {clean:?} {source:?}");
    }
});
