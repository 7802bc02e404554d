//! A day of the calendar.

/// A day: what `until` in a policy names, and what today is. Days compare in their order.
///
/// ```
/// # use toolgate::model::Day;
/// assert!(Day::new(2026, 12, 31) < Day::new(2027, 1, 1));
/// assert_eq!(Day::of_unix_days(0), Day::new(1970, 1, 1));
/// assert_eq!(Day::of_unix_days(20_454), Day::new(2026, 1, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    year: u32,
    month: u8,
    day: u8,
}

impl Day {
    /// After all others: what today is where the clock can't say, so that everything has ended.
    pub const LAST: Day = Day { year: u32::MAX, month: 12, day: 31 };

    /// The day of these numbers.
    pub fn new(year: u16, month: u8, day: u8) -> Day {
        Day { year: u32::from(year), month, day }
    }

    /// So many days after 1970-01-01, in UTC.
    pub fn of_unix_days(days: u64) -> Day {
        // Years are counted from March, so that a leap day is a year's last; 400 years have 146,097 days.
        let shifted = days.saturating_add(719_468);
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        match (u32::try_from(year), u8::try_from(month), u8::try_from(day)) {
            (Ok(year), Ok(month), Ok(day)) => Day { year, month, day },
            (Err(_), _, _) | (_, Err(_), _) | (_, _, Err(_)) => Day::LAST,
        }
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
