//! Calls for the rules that are made.

use serde_json::json;
use toolgate::Call;

/// Calls that differ in what they are about, in turn.
pub(crate) const KINDS: usize = 5;

/// Calls that rules of all parts of the policy decide, and some that none does.
pub(crate) fn calls(rules: usize) -> Vec<Call> {
    (0..20)
        .flat_map(|at| {
            let number = (at * 7_919) % rules.max(1) / 10 * 10;
            [
                json!({ "tool": format!("tool_{}", number + at % 4), "args": {} }),
                json!({ "tool": "search", "args": { "query": format!("item{}77", number + 6) } }),
                json!({ "tool": "fetch", "args": { "url": format!("https://api.site{}.example/x", number + 8) } }),
                json!({ "tool": format!("group{}_run", number + 9), "args": { "any": 1 } }),
                json!({ "tool": "open", "args": { "path": format!("/srv/area{}/a.txt", number + 4) } }),
            ]
        })
        .map(|call| serde_json::from_value(call).unwrap_or_default())
        .collect()
}
