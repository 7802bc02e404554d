//! The pieces of the small notation in which profiles write flags, acts and conditions.

/// What is wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrong(pub(super) String);

/// One piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece<'a> {
    /// A word: up to a blank or one of `;()|&"`.
    Word(&'a str),
    /// What stands between double quotes.
    Quoted(&'a str),
    /// One of `;()|&!`.
    Mark(char),
}

/// A text being read piece by piece.
#[derive(Clone, Debug)]
pub(super) struct Scan<'a> {
    rest: &'a str,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Scan<'a> {
        Scan { rest: text.trim_start() }
    }

    /// The next piece, which stays.
    pub(super) fn peek(&self) -> Result<Option<Piece<'a>>, Wrong> {
        self.clone().next()
    }

    /// The next piece.
    pub(super) fn next(&mut self) -> Result<Option<Piece<'a>>, Wrong> {
        self.rest = self.rest.trim_start();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let Some((inside, after)) = quoted.split_once('"') else {
                return Err(Wrong(format!("a `\"` is not closed: `{}`", self.rest)));
            };
            self.rest = after;
            return Ok(Some(Piece::Quoted(inside)));
        }
        if ";()|&!".contains(first) {
            self.rest = self.rest.get(1..).unwrap_or("");
            return Ok(Some(Piece::Mark(first)));
        }
        let end =
            self.rest.find(|c: char| c.is_whitespace() || ";()|&\"".contains(c)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        self.rest = after;
        Ok(Some(Piece::Word(word)))
    }

    /// Takes the next piece if it is this mark.
    pub(super) fn mark(&mut self, mark: char) -> Result<bool, Wrong> {
        self.take(&Piece::Mark(mark))
    }

    /// Takes the next piece if it is this word.
    pub(super) fn word(&mut self, word: &str) -> Result<bool, Wrong> {
        self.take(&Piece::Word(word))
    }

    fn take(&mut self, wanted: &Piece<'_>) -> Result<bool, Wrong> {
        let found = self.peek()?.as_ref() == Some(wanted);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// A quoted text, which must follow.
    pub(super) fn quoted(&mut self) -> Result<&'a str, Wrong> {
        match self.next()? {
            Some(Piece::Quoted(text)) => Ok(text),
            other => Err(Wrong(format!("expected a text in double quotes, found {other:?}"))),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.trim_start().is_empty()
    }
}
