//! The common surface of game records and PDN: tags, entries, numbers, comments.

use super::{RecordError, RecordFault};

/// One piece of the text between the tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `12.`, `12...`
    Number(String),
    /// What stands between braces, unescaped.
    Comment(String),
    /// `!`, `?!`, …
    Glyph(String),
    /// `$12`
    Nag(String),
    /// `( … )`, passed over.
    Variation,
    /// Anything else: an action, a throw, a result.
    Entry(String),
}

/// A game as text, cut into its parts, nothing understood yet.
pub(super) struct RawGame {
    pub(super) line: usize,
    pub(super) tags: Vec<(String, String, usize)>,
    pub(super) tokens: Vec<(Token, usize)>,
}

impl RawGame {
    /// A tag's value and line.
    pub(super) fn tag(&self, name: &str) -> Option<(&str, usize)> {
        self.tags
            .iter()
            .find(|(known, ..)| known == name)
            .map(|(_, value, line)| (value.as_str(), *line))
    }

    /// The tags that are not among these.
    pub(super) fn other_tags(&self, known: &[&str]) -> Vec<(String, String)> {
        let other = |(name, ..): &&(String, String, usize)| !known.contains(&name.as_str());
        self.tags
            .iter()
            .filter(other)
            .map(|(name, value, _)| (name.clone(), value.clone()))
            .collect()
    }
}

pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    games: usize,
    /// Nothing has been read yet.
    fresh: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Scanner { rest, line: 1, games: 0, fresh: true }
    }

    /// The next game, or none at the end of the text.
    pub(super) fn game(&mut self) -> Result<Option<RawGame>, RecordError> {
        self.blanks();
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.games += 1;
        let mut game = RawGame { line: self.line, tags: Vec::new(), tokens: Vec::new() };
        while self.rest.starts_with('[') {
            let (line, before) = (self.line, self.rest);
            let (name, value) = self.read_tag()?;
            // The tag that this game began with begins the next one: this one has no entries.
            if game.tags.first().is_some_and(|(first, ..)| *first == name) {
                (self.line, self.rest) = (line, before);
                return Ok(Some(game));
            }
            if game.tag(&name).is_some() {
                return Err(self.fail(RecordFault::RepeatedTag(name)));
            }
            game.tags.push((name, value, line));
            self.blanks();
        }
        while !self.rest.is_empty() && !self.rest.starts_with('[') {
            let line = self.line;
            for token in self.token()? {
                game.tokens.push((token, line));
            }
            self.blanks();
        }
        Ok(Some(game))
    }

    fn fail(&self, fault: RecordFault) -> RecordError {
        RecordError { fault, line: self.line, game: self.games }
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|b| *b == b'\n').count();
        self.rest = rest;
        taken
    }

    /// White space, and remarks from `;` (or a `%` at a line's beginning) to the line's end.
    fn blanks(&mut self) {
        loop {
            let text = self.rest.trim_start();
            let blank = self.advance(self.rest.len() - text.len());
            let escaped = self.rest.starts_with('%') && (self.fresh || blank.ends_with('\n'));
            self.fresh = false;
            if !escaped && !self.rest.starts_with(';') {
                return;
            }
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.advance(end);
        }
    }

    /// `[Name "value"]`
    fn read_tag(&mut self) -> Result<(String, String), RecordError> {
        let tag = parse_tag(self.rest).ok_or_else(|| self.fail(RecordFault::BadTag))?;
        let (name, value, length) = tag;
        self.advance(length);
        Ok((name, value))
    }

    fn token(&mut self) -> Result<Vec<Token>, RecordError> {
        if self.rest.starts_with('{') {
            let (text, length) =
                parse_braces(self.rest).ok_or_else(|| self.fail(RecordFault::Unclosed))?;
            self.advance(length);
            return Ok(vec![Token::Comment(text)]);
        }
        if self.rest.starts_with('(') {
            let length =
                variation_length(self.rest).ok_or_else(|| self.fail(RecordFault::Unclosed))?;
            self.advance(length);
            return Ok(vec![Token::Variation]);
        }
        let stops = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let end = self.rest.find(stops).unwrap_or(self.rest.len());
        if end == 0 {
            let stray = self.rest.chars().next().unwrap_or_default().to_string();
            return Err(self.fail(RecordFault::Stray(stray)));
        }
        Ok(split_word(self.advance(end)))
    }
}

/// A word may be a number, `12.`, a number stuck to its entry, `12.c3-d4`, and an entry may have
/// glyphs stuck to it, `c3-d4!?`, `c3-d4$5`.
fn split_word(word: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
    let mut rest = word;
    if digits > 0 && dots > 0 {
        out.push(Token::Number(word[..digits + dots].to_owned()));
        rest = &word[digits + dots..];
    }
    let (rest, nag) = rest.split_at(rest.find('$').unwrap_or(rest.len()));
    let entry = rest.trim_end_matches(['!', '?']);
    let glyph = &rest[entry.len()..];
    if !entry.is_empty() {
        out.push(Token::Entry(entry.to_owned()));
    }
    if !glyph.is_empty() {
        let known = ["!", "?", "!!", "??", "!?", "?!"].contains(&glyph);
        let token = if known { Token::Glyph } else { Token::Nag };
        out.push(token(glyph.to_owned()));
    }
    if !nag.is_empty() {
        out.push(Token::Nag(nag.to_owned()));
    }
    out
}

/// Name, value, and length of a tag at the front of the text.
fn parse_tag(text: &str) -> Option<(String, String, usize)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let name_end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, after) = inner.split_at(name_end);
    if name.is_empty() {
        return None;
    }
    let quoted = after.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    let close = loop {
        match characters.next()? {
            (at, '"') => break at,
            (_, '\\') => match characters.next()?.1 {
                '\n' | '\r' => return None,
                escaped => value.push(escaped),
            },
            (_, '\n' | '\r') => return None,
            (_, character) => value.push(character),
        }
    };
    let rest = quoted[close + 1..].trim_start().strip_prefix(']')?;
    Some((name.to_owned(), value, text.len() - rest.len()))
}

/// The unescaped text between braces at the front of the text, and the length with the braces.
fn parse_braces(text: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut characters = text.char_indices().skip(1).peekable();
    loop {
        match characters.next()? {
            (at, '}') => return Some((out, at + 1)),
            (_, '\\') => match characters.next()?.1 {
                escaped @ ('}' | '\\') => out.push(escaped),
                '\n' | '\r' => out.push_str("\\ "),
                other => out.extend(['\\', other]),
            },
            (_, '\r') if characters.peek().is_some_and(|(_, next)| *next == '\n') => {}
            (_, '\n' | '\r') => out.push(' '),
            (_, character) => out.push(character),
        }
    }
}

/// The length of a variation at the front of the text, with the variations inside it.
fn variation_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'{' => {
                at += parse_braces(&text[at..])?.1;
                continue;
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Tags being written. A name is written once.
#[derive(Default)]
pub(super) struct TagText {
    pub(super) text: String,
    names: Vec<String>,
}

impl TagText {
    /// One tag: quotes and backslashes escaped, line breaks made spaces.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        if self.names.iter().any(|known| known == name) {
            return;
        }
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        self.text.push_str(&format!("[{name} \"{value}\"]\n"));
        self.names.push(name.to_owned());
    }

    /// A tag that came along, unless it is one of those that the form has its own use for.
    pub(super) fn add_other(&mut self, name: &str, value: &str, own: &[&str]) {
        if !own.contains(&name) {
            self.add(name, value);
        }
    }
}

/// A comment with its braces: closing braces and backslashes escaped.
pub(super) fn braced(comment: &str) -> String {
    format!("{{{}}}", comment.replace('\\', "\\\\").replace('}', "\\}").replace(['\n', '\r'], " "))
}
