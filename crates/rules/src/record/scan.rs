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
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, games: 0 }
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
            let line = self.line;
            let (name, value) = self.read_tag()?;
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
            self.advance(self.rest.len() - text.len());
            if !self.rest.starts_with([';', '%']) {
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
            return Ok(Vec::new());
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

/// A word may be a number, `12.`, a number stuck to its entry, `12.c3-d4`, and an entry may have a
/// glyph stuck to it, `c3-d4!?`.
fn split_word(word: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
    let mut rest = word;
    if digits > 0 && dots > 0 {
        out.push(Token::Number(word[..digits + dots].to_owned()));
        rest = &word[digits + dots..];
    }
    if rest.starts_with('$') {
        out.push(Token::Nag(rest.to_owned()));
        return out;
    }
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
            (_, '\\') => value.push(characters.next()?.1),
            (_, '\n') => return None,
            (_, character) => value.push(character),
        }
    };
    let rest = quoted[close + 1..].trim_start().strip_prefix(']')?;
    Some((name.to_owned(), value, text.len() - rest.len()))
}

/// The unescaped text between braces at the front of the text, and the length with the braces.
fn parse_braces(text: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut characters = text.char_indices().skip(1);
    loop {
        match characters.next()? {
            (at, '}') => return Some((out, at + 1)),
            (_, '\\') => match characters.next()?.1 {
                escaped @ ('}' | '\\') => out.push(escaped),
                other => out.extend(['\\', other]),
            },
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

/// A tag's value between its quotes: quotes and backslashes escaped, line breaks made spaces.
pub(super) fn quoted(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// A comment with its braces: closing braces and backslashes escaped.
pub(super) fn braced(comment: &str) -> String {
    format!("{{{}}}", comment.replace('\\', "\\\\").replace('}', "\\}").replace(['\n', '\r'], " "))
}
