//! Times as texts: UTC, after Howard Hinnant's "chrono-compatible low-level date algorithms".

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// Milliseconds since 1970 as RFC 3339 in UTC.
///
/// ```
/// # use toolgate::store::audit::time;
/// assert_eq!(time::text(1_796_136_311_042), "2026-12-01T14:45:11.042Z");
/// assert_eq!(time::parse("2026-12-01T14:45:11.042Z"), Some(1_796_136_311_042));
/// ```
pub fn text(millis: i64) -> String {
    let (year, month, day) = civil(millis.div_euclid(DAY));
    let (hour, minute, second, milli) = clock(millis);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// The day as `2026-12-01`, from a number of days since 1970.
pub fn date(days: i64) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// For names of files: `20261201T144531Z`, from seconds since 1970.
pub(in crate::store) fn compact(seconds: i64) -> String {
    let millis = seconds.saturating_mul(1000);
    let (year, month, day) = civil(millis.div_euclid(DAY));
    let (hour, minute, second, _) = clock(millis);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// Reads `2026-12-01`, `2026-12-01T14:45`, with seconds, with fractions of them, with or without `Z`: always UTC.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let (date, clock) = match text.split_once(['T', 't', ' ']) {
        Some((date, clock)) => (date, Some(clock)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let (year, month, day) =
        (number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    if parts.next().is_some() {
        return None;
    }
    let days = days(year, month, day);
    // A day that does not exist comes back as another one.
    if civil(days) != (year, month, day) {
        return None;
    }
    Some(days * DAY + clock.map_or(Some(0), of_day)?)
}

fn of_day(text: &str) -> Option<i64> {
    let (text, fraction) = text.split_once('.').map_or((text, "0"), |(text, fraction)| (text, fraction));
    let mut parts = text.split(':');
    let (hour, minute) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let second = parts.next().map_or(Some(0), |part| number(part, 2))?;
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(((hour * 60 + minute) * 60 + second) * 1000 + millis.parse::<i64>().ok()?)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let fits = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

fn clock(millis: i64) -> (i64, i64, i64, i64) {
    let left = millis.rem_euclid(DAY);
    (left / 3_600_000, left / 60_000 % 60, left / 1000 % 60, left % 1000)
}

/// Year, month and day of a number of days since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    // Days since 0000-03-01, so that leap days end a year.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::{DAY, date, days, parse, text};

    #[test]
    fn every_day_of_four_centuries_comes_back() {
        for day in -100_000..46_097 {
            assert_eq!(parse(&date(day)).map(|millis| millis / DAY), Some(day));
        }
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(text(-1), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for wrong in [
            "",
            "2026",
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "2026-12-01T",
            "2026-12-01T24:00",
            "2026-12-01T10:60",
            "2026-12-01T10:00:00.",
            "2026-12-01T10:00:00.x",
            "+026-12-01",
            "2026-12-01-01",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert_eq!(parse("2026-12-01 10:00").map(text).as_deref(), Some("2026-12-01T10:00:00.000Z"));
        assert_eq!(parse("2026-12-01T10:00:00.5").map(text).as_deref(), Some("2026-12-01T10:00:00.500Z"));
    }
}
