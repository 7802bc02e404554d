//! Did you mean …?

/// The candidate that a misspelt word most likely stands for: at most two slips (insertion, deletion, replacement,
/// transposition), and no more than a third of the word; case does not count.
///
/// ```
/// use toolgate::syntax::nearest;
///
/// assert_eq!(nearest("mtach", ["match", "mark"]), Some("match"));
/// assert_eq!(nearest("xyz", ["match", "mark"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer words are not names that somebody typed; the distance takes quadratic time.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    let most = (length / 3).clamp(1, 2);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && candidate.chars().count().abs_diff(length) <= most)
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
