//! Numbers, durations and dates.

use crate::model::{Kind, Mistake, Severity, Span};

/// Something that begins like a number and is none.
pub struct BadNumber {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) spelling: String,
}

impl Mistake for BadNumber {
    const KIND: &'static Kind = &Kind {
        code: "bad-number",
        severity: Severity::Error,
        summary: "something that begins like a number and is none",
        why: "Numbers are decimal: `10`, `-2.5`, `1e6`. An address or a version is a text.",
        instead: "Write a decimal number, or put it in quotes.",
        example: "rule r { match host == 127.0.0.1 action deny }",
        mended: "rule r { match host == \"127.0.0.1\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        if self.spelling.parse::<f64>().is_ok_and(f64::is_infinite) {
            format!("`{}` is too large a number", self.spelling)
        } else {
            format!("`{}` is no number", self.spelling)
        }
    }

    fn label(&self) -> String {
        "expected a number such as `10` or `-2.5`".to_owned()
    }

    fn help(&self) -> Option<String> {
        let plain = self.spelling.replace('_', "");
        Some(if plain != self.spelling && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("write `{plain}`")
        } else {
            format!("if it is meant as a text, write `\"{}\"`", self.spelling)
        })
    }
}

/// A count with a unit that is none.
pub struct BadDuration {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) spelling: String,
}

impl Mistake for BadDuration {
    const KIND: &'static Kind = &Kind {
        code: "bad-duration",
        severity: Severity::Error,
        summary: "a duration with an unknown unit, several units or too large a count",
        why: "A duration is one count of one unit: `s`, `m`, `h` or `d`, so that every duration has one spelling.",
        instead: "Write `30s`, `5m`, `2h` or `7d`.",
        example: "hook h { on stop run [\"notify\"] timeout 30sec }",
        mended: "hook h { on stop run [\"notify\"] timeout 30s }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is no duration", self.spelling)
    }

    fn label(&self) -> String {
        "expected a count and one of `s`, `m`, `h`, `d`".to_owned()
    }

    fn help(&self) -> Option<String> {
        let unit = self.spelling.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = self.spelling.strip_suffix(unit)?;
        let known = match unit.to_ascii_lowercase().as_str() {
            "s" | "sec" | "secs" | "second" | "seconds" => Some("s"),
            "m" | "min" | "mins" | "minute" | "minutes" => Some("m"),
            "h" | "hr" | "hrs" | "hour" | "hours" => Some("h"),
            "d" | "day" | "days" => Some("d"),
            _ => None,
        };
        let written = format!("{count}{}", known?);
        Some(if written == self.spelling || count.parse::<u32>().is_err() {
            format!("the count is {} at most", u32::MAX)
        } else {
            format!("write `{written}`")
        })
    }
}

/// A date that is not in the calendar, or not written year first.
pub struct BadDate {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) spelling: String,
}

impl Mistake for BadDate {
    const KIND: &'static Kind = &Kind {
        code: "bad-date",
        severity: Severity::Error,
        summary: "a date that is not in the calendar, or not written `YYYY-MM-DD`",
        why: "An allow rule ends after its date; a date that can be read in two ways, or not at all, ends it on the \
              wrong day.",
        instead: "Write the year with four digits, month and day with two: `2026-12-31`.",
        example: "rule r { match operation is read action allow until 2026-02-30 }",
        mended: "rule r { match operation is read action allow until 2026-02-28 }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is no date", self.spelling)
    }

    fn label(&self) -> String {
        if self.is_year_first() {
            "not in the calendar".to_owned()
        } else {
            "expected `YYYY-MM-DD`".to_owned()
        }
    }

    fn help(&self) -> Option<String> {
        let parts: Vec<&str> = self.spelling.split('-').collect();
        if let [year, month, day] = parts.as_slice()
            && year.len() == 4
            && (month.len() < 2 || day.len() < 2)
        {
            return Some(format!("write `{year}-{month:0>2}-{day:0>2}`"));
        }
        Some(if self.is_year_first() {
            "write a day that its month has, such as `2026-12-31`".to_owned()
        } else {
            "write the year first, as in `2026-12-31`".to_owned()
        })
    }
}

impl BadDate {
    fn is_year_first(&self) -> bool {
        self.spelling.split('-').map(str::len).eq([4, 2, 2])
    }
}
