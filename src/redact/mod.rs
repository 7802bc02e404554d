//! Taking secrets out of text.
//!
//! In: names with secret values, patterns, text. Out: the text with `[REDACTED:NAME]` in place of each secret. It must not know where
//! either comes from.
//!
//! Found are the values themselves (as they are, and as JSON and URLs write them), what a policy's patterns name, and tokens whose form is
//! known. All that any of these finds is taken out; where they overlap, all of it.

mod arguments;
mod finder;
mod forms;
mod private_key;
mod stream;
mod values;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use regex::bytes::Regex;
use serde_json::Value;

pub use arguments::ArgStep;
pub use stream::Stream;

use finder::Forms;
use values::Values;

/// Values shorter than this are not looked for: a `KEY=1` would take every 1 out of all text.
pub const SHORTEST: usize = 6;

/// Finds secrets in text. Cheap to clone.
///
/// ```
/// use toolgate::redact::Redactor;
///
/// let redactor = Redactor::builder()
///     .environment([("DB_PASSWORD", "correct horse"), ("EDITOR", "vi"), ("KEY", "1")])
///     .build();
/// assert_eq!(redactor.text("psql -W 'correct horse'"), "psql -W '[REDACTED:DB_PASSWORD]'");
/// assert_eq!(redactor.text("git clone https://me:hunter2@h.example/r"), "git clone https://me:[REDACTED:url-password]@h.example/r");
/// assert_eq!(redactor.ignored(), ["KEY"]);
/// ```
#[derive(Clone)]
pub struct Redactor {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    values: Values,
    patterns: Vec<Regex>,
    forms: Forms,
    arguments: Vec<Vec<ArgStep>>,
    ignored: Vec<String>,
}

impl fmt::Debug for Redactor {
    /// Without the secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("ignored", &self.inner.ignored).finish_non_exhaustive()
    }
}

/// What a [`Redactor`] looks for besides tokens of known forms.
#[derive(Default)]
pub struct Builder {
    values: Vec<(String, String)>,
    patterns: Vec<Regex>,
    arguments: Vec<Vec<ArgStep>>,
    ignored: Vec<String>,
}

impl fmt::Debug for Builder {
    /// Without the secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("ignored", &self.ignored).finish_non_exhaustive()
    }
}

/// Whether a variable of this name is taken to hold a secret.
///
/// ```
/// # use toolgate::redact::is_secret_name;
/// assert!(is_secret_name("GITHUB_TOKEN") && is_secret_name("apiKey"));
/// assert!(!is_secret_name("PATH"));
/// ```
pub fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["KEY", "TOKEN", "SECRET", "PASSWORD"].iter().any(|word| name.contains(word))
}

impl Builder {
    /// A secret and its name. A value that is too short is not looked for, and [`Redactor::ignored`] says so.
    #[must_use]
    pub fn secret(mut self, name: &str, value: &str) -> Builder {
        if value.trim().len() < SHORTEST {
            self.ignored.push(name.to_owned());
        } else {
            self.values.push((label(name), value.to_owned()));
        }
        self
    }

    /// The variables among these whose names say that they hold secrets: KEY, TOKEN, SECRET or PASSWORD, in any case. Empty ones are
    /// passed over.
    #[must_use]
    pub fn environment<N: AsRef<str>, V: AsRef<str>>(
        self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Builder {
        variables
            .into_iter()
            .filter(|(name, value)| is_secret_name(name.as_ref()) && !value.as_ref().is_empty())
            .fold(self, |builder, (name, value)| builder.secret(name.as_ref(), value.as_ref()))
    }

    /// Text that is taken out wherever it stands: `redact { text /re/ }`. A match has at most 16 KiB.
    #[must_use]
    pub fn pattern(mut self, pattern: Regex) -> Builder {
        self.patterns.push(pattern);
        self
    }

    /// An argument that is taken out of calls whatever it holds: `redact { arg tool_arg.password }`.
    #[must_use]
    pub fn argument(mut self, path: Vec<ArgStep>) -> Builder {
        self.arguments.push(path);
        self
    }

    /// The redactor. Values that together are too large to be looked for at once (many megabytes) leave a redactor that takes out
    /// everything.
    pub fn build(self) -> Redactor {
        let values = Values::new(&self.values);
        Redactor {
            inner: Arc::new(Inner {
                values,
                patterns: self.patterns,
                forms: Forms::known(),
                arguments: self.arguments,
                ignored: self.ignored,
            }),
        }
    }
}

impl Redactor {
    /// What to look for.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The names whose values are too short to be looked for.
    pub fn ignored(&self) -> &[String] {
        &self.inner.ignored
    }

    /// The text without secrets.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.bytes(text.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            // Only whole pieces that are UTF-8 were taken out, or bytes of a pattern that splits a character.
            Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        }
    }

    /// The bytes without secrets.
    pub fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut stream = self.stream();
        let mut out = Vec::new();
        stream.push(bytes, &mut out);
        let found = stream.finish(&mut out);
        if found { Cow::Owned(out) } else { Cow::Borrowed(bytes) }
    }

    /// Takes secrets out of text that comes in pieces, wherever the pieces are cut.
    pub fn stream(&self) -> Stream {
        Stream::new(self.inner.clone())
    }

    /// Takes secrets out of every text in a JSON value: members' names too, and numbers that are secrets. What is left is JSON of the
    /// same shape.
    pub fn json(&self, value: &mut Value) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::String(text) => {
                    if let Cow::Owned(without) = self.text(text) {
                        *text = without;
                    }
                }
                Value::Number(number) => {
                    let text = number.to_string();
                    if let Cow::Owned(without) = self.text(&text) {
                        *value = Value::String(without);
                    }
                }
                Value::Array(values) => open.extend(values),
                Value::Object(map) => {
                    if map.keys().any(|key| matches!(self.text(key), Cow::Owned(_))) {
                        for (key, value) in std::mem::take(map) {
                            let mut name = self.text(&key).into_owned();
                            // No member is lost because two names are redacted to the same.
                            while map.contains_key(&name) {
                                name.push('\'');
                            }
                            map.insert(name, value);
                        }
                    }
                    open.extend(map.values_mut());
                }
                Value::Null | Value::Bool(_) => {}
            }
        }
    }

    /// Takes the arguments that policies name, and every secret in the others, out of a call's arguments.
    pub fn arguments(&self, arguments: &mut serde_json::Map<String, Value>) {
        for path in &self.inner.arguments {
            arguments::take_out(arguments, path);
        }
        let mut value = Value::Object(std::mem::take(arguments));
        self.json(&mut value);
        if let Value::Object(map) = value {
            *arguments = map;
        }
    }
}

/// A name as it may stand between brackets, in JSON and in a terminal.
fn label(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    name.chars().map(plain).take(64).collect()
}
