//! Any text as a file of profiles: read or refused with a place, never more.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgate::effects::profiles::Profiles;

fuzz_target!(|text: &str| {
    let mut profiles = Profiles::embedded();
    if profiles.add("fuzz.toml", text).is_ok() {
        for name in profiles.names() {
            if text.contains(name) {
                assert!(profiles.get(name).is_some(), "{name:?}");
            }
        }
    }
    let _ = Profiles::cases("fuzz.toml", text);
});
