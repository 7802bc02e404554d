//! Any text as a URL: what is allowed for one host goes there and nowhere else, as the `url` crate and curl's common readings see it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use toolgate::{Call, Engine, Verdict};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let text = r#"tool fetch { operation network  arg url: url }
                  rule good host within "good.example" => allow
                  rule near host is private => deny"#;
    Engine::builder().text("fuzz.policy", text).load().expect("the policy compiles")
});

fuzz_target!(|text: &str| {
    let call: Call = serde_json::from_value(json!({ "tool": "fetch", "args": { "url": text }, "fs": {} })).expect("a call");
    if ENGINE.try_out(&call).verdict != Verdict::Allow {
        return;
    }
    if let Ok(url) = url::Url::parse(text) {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
        assert!(host == "good.example" || host.ends_with(".good.example"), "{text:?} goes to {host:?}");
    } else {
        // Without a scheme curl and browsers put http:// before it.
        let host = url::Url::parse(&format!("http://{text}"))
            .ok()
            .and_then(|url| url.host_str().map(|host| host.trim_end_matches('.').to_ascii_lowercase()));
        let host = host.unwrap_or_default();
        assert!(host == "good.example" || host.ends_with(".good.example"), "{text:?} goes to {host:?}");
    }
});
