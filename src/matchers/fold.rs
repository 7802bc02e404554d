//! Names as a file system compares them that does not tell cases apart.

use unicode_normalization::UnicodeNormalization;

/// A name in one form: canonical decomposition undone, letters in lower case.
pub fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    // Upper case first: letters that only fold together there (`ſ`, `ß`) meet.
    name.nfc().flat_map(char::to_uppercase).collect::<String>().to_lowercase().nfc().collect()
}
