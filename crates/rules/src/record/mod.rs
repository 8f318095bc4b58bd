//! Game records: a whole game as text, for people and programs.
//!
//! ```text
//! [Game "seega"]
//! [Rules "size=3"]
//! [First "Anna"]
//! [Second "Boris"]
//! [Date "2026.11.15"]
//! [Result "first eliminated"]
//!
//! 1. a1 2. b1 {a comment} 3. c1! {[%eval 0.35] an evaluation, from first's side} …
//! ```
//!
//! Tags first, then the entries in the game's own notation, throws included, each turn behind its
//! number. `Rules` and `Start` are left out where they are the default. A `;` begins a remark to
//! the end of the line, which is not kept. [`pdn`] reads and writes draughts in the form that
//! other programs use. A text may hold several games.

pub mod pdn;
mod scan;

use std::fmt;

use crate::{
    End, Game, GameId, Illegal, OptionsError, Outcome, PositionError, Side, Status, Variant,
    Verdict,
};
use scan::{Scanner, TagText, Token};

/// The tags that say something about the game itself; they are not among [`Record::tags`].
const TAGS: [&str; 4] = ["Game", "Rules", "Start", "Result"];

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game and its rules.
    pub variant: Variant,
    /// The position it began from; the standard start if there is none.
    pub start: Option<String>,
    /// How it ended; none while it is under way.
    pub result: Option<Outcome>,
    /// The other tags (`First`, `Second`, `Date`, …) in their order.
    pub tags: Vec<(String, String)>,
    /// A comment before the first entry.
    pub preface: Option<String>,
    /// The entries.
    pub entries: Vec<Noted>,
}

/// An entry with what was noted about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Noted {
    /// The entry's text.
    pub text: String,
    /// `!`, `?`, `!!`, `??`, `!?` or `?!`.
    pub glyph: Option<String>,
    /// The value of the position after it, from first's side.
    pub eval: Option<Verdict>,
    /// A comment.
    pub comment: Option<String>,
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// What is wrong.
    pub fault: RecordFault,
    /// The line, from 1; 0 if it isn't known.
    pub line: usize,
    /// The game within the text, from 1.
    pub game: usize,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// There is no game in the text.
    Empty,
    /// A tag is not `[Name "value"]`.
    BadTag,
    /// A tag is given twice.
    RepeatedTag(String),
    /// A needed tag is missing.
    MissingTag(&'static str),
    /// A comment (or a variation) is not closed.
    Unclosed,
    /// A character that belongs to no entry.
    Stray(String),
    /// A turn's number is not the one that is due.
    TurnNumber {
        /// The number that is due.
        expected: u32,
        /// What stands there.
        found: String,
    },
    /// The options are refused.
    Options(OptionsError),
    /// The start position is refused.
    Position(PositionError),
    /// The result is not `winner reason` or `*`.
    BadResult(String),
    /// An entry is illegal.
    Illegal {
        /// Its turn, from 1.
        turn: u32,
        /// Its place among all entries, from 1.
        ply: usize,
        /// Why.
        illegal: Illegal,
    },
    /// An entry has more than one meaning (PDN's short captures).
    Ambiguous {
        /// Its place among all entries, from 1.
        ply: usize,
        /// Its text.
        text: String,
        /// What it could be.
        meanings: Vec<String>,
    },
    /// The result is not the one that the rules give.
    ResultMismatch {
        /// What the record says.
        said: String,
        /// What the rules say.
        is: String,
    },
    /// Not a game of draughts, or a tag's value that PDN does not know.
    Pdn(String),
}

impl RecordFault {
    /// The word on wires and in catalogues.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            RecordFault::Empty => "empty",
            RecordFault::BadTag => "bad-tag",
            RecordFault::RepeatedTag(_) => "repeated-tag",
            RecordFault::MissingTag(_) => "missing-tag",
            RecordFault::Unclosed => "unclosed",
            RecordFault::Stray(_) => "stray",
            RecordFault::TurnNumber { .. } => "turn-number",
            RecordFault::Options(_) => "options",
            RecordFault::Position(_) => "position",
            RecordFault::BadResult(_) => "bad-result",
            RecordFault::Illegal { .. } => "illegal",
            RecordFault::Ambiguous { .. } => "ambiguous",
            RecordFault::ResultMismatch { .. } => "result-mismatch",
            RecordFault::Pdn(_) => "pdn",
        }
    }

    /// Every code.
    pub const CODES: [&'static str; 14] = [
        "empty",
        "bad-tag",
        "repeated-tag",
        "missing-tag",
        "unclosed",
        "stray",
        "turn-number",
        "options",
        "position",
        "bad-result",
        "illegal",
        "ambiguous",
        "result-mismatch",
        "pdn",
    ];
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {:?}", self.game, self.line, self.fault)
    }
}

impl std::error::Error for RecordError {}

/// The result as the tag writes it: `first eliminated`, `draw quiet`, `second home 34`,
/// `none aborted`, `*`.
#[must_use]
pub fn result_text(result: Option<&Outcome>) -> String {
    let Some(outcome) = result else { return "*".to_owned() };
    let winner = outcome.winner_word();
    match outcome.points {
        Some(points) => format!("{winner} {} {points}", outcome.reason),
        None => format!("{winner} {}", outcome.reason),
    }
}

/// Reads what [`result_text`] writes.
fn read_result(text: &str) -> Option<Option<Outcome>> {
    if text == "*" {
        return Some(None);
    }
    let words: Vec<&str> = text.split(' ').collect();
    let (winner, reason, points) = match words[..] {
        [winner, reason] => (winner, reason, None),
        [winner, reason, points] => (winner, reason, Some(points.parse().ok()?)),
        _ => return None,
    };
    let reason = End::from_word(reason)?;
    let winner = match winner {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        "draw" if reason != End::Aborted => None,
        "none" if reason == End::Aborted => None,
        _ => return None,
    };
    Some(Some(Outcome { winner, reason, points }))
}

/// Whether a game that the rules have not ended can have ended so.
fn ended_outside_the_rules(game: &Game, said: &Outcome) -> bool {
    match (said.reason, said.winner) {
        // Giving up costs what the rules say (points in Salta).
        (End::Resign, Some(winner)) => *said == game.resigned(winner.other()),
        (End::Unstated, _) => said.points.is_none(),
        (End::Time | End::Abandoned, Some(winner)) => {
            said.points.is_none() || said.points == game.resigned(winner.other()).points
        }
        (End::Time | End::Abandoned | End::Agreement | End::Aborted, None) => said.points.is_none(),
        _ => false,
    }
}

impl Record {
    /// A record of a game as it stands.
    #[must_use]
    pub fn of(game: &Game) -> Record {
        let start = game.start_position();
        let standard = Game::start(game.variant()).position();
        let result = match game.status() {
            Status::Over(outcome) => Some(outcome),
            Status::ToAct(_) | Status::Chance => None,
        };
        let noted = |text| Noted { text, ..Noted::default() };
        Record {
            variant: game.variant(),
            start: (start != standard).then_some(start),
            result,
            tags: Vec::new(),
            preface: None,
            entries: game.transcript().into_iter().map(|played| noted(played.text)).collect(),
        }
    }

    /// The value of another tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Reads every game of a text, in this form or, where a game has PDN's tags or
    /// no tag and moves of draughts, in PDN.
    ///
    /// # Errors
    /// What is wrong, and where. Whether the entries are legal, [`Record::replay`] finds out.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut scanner = Scanner::new(text);
        let mut records = Vec::new();
        while let Some(raw) = scanner.game()? {
            let (pdn, bare) = (pdn::is_pdn(&raw), raw.tags.is_empty());
            for raw in if pdn && bare { pdn::split(raw) } else { vec![raw] } {
                let game = records.len() + 1;
                let record = if pdn { pdn::from_raw(&raw) } else { Record::from_raw(&raw) };
                records.push(record.map_err(|error| RecordError { game, ..error })?);
            }
        }
        if records.is_empty() {
            return Err(RecordError { fault: RecordFault::Empty, line: 0, game: 1 });
        }
        Ok(records)
    }

    fn from_raw(raw: &scan::RawGame) -> Result<Record, RecordError> {
        let fail = |fault, line| RecordError { fault, line, game: 1 };
        let Some((game, game_line)) = raw.tag("Game") else {
            return Err(fail(RecordFault::MissingTag("Game"), raw.line));
        };
        let options = raw.tag("Rules");
        let rules_line = options.map_or(game_line, |(_, line)| line);
        let variant = crate::open(game, options.map_or("", |(text, _)| text))
            .map_err(|error| fail(RecordFault::Options(error), rules_line))?;
        let start = match raw.tag("Start") {
            None => None,
            Some((text, line)) => {
                Game::from_position(variant, text)
                    .map_err(|error| fail(RecordFault::Position(error), line))?;
                (text != Game::start(variant).position()).then(|| text.to_owned())
            }
        };
        let result = match raw.tag("Result") {
            None => None,
            Some((text, line)) => read_result(text)
                .ok_or_else(|| fail(RecordFault::BadResult(text.to_owned()), line))?,
        };
        let mut record = Record {
            variant,
            start,
            result,
            tags: raw.other_tags(&TAGS),
            preface: None,
            entries: Vec::new(),
        };
        for (token, line) in &raw.tokens {
            match token {
                Token::Number(_) => {}
                Token::Comment(text) => record.note(text),
                Token::Glyph(glyph) => match record.entries.last_mut() {
                    Some(entry) if entry.glyph.is_none() => entry.glyph = Some(glyph.clone()),
                    _ => return Err(fail(RecordFault::Stray(glyph.clone()), *line)),
                },
                Token::Entry(text) => {
                    record.entries.push(Noted { text: text.clone(), ..Noted::default() });
                }
                Token::Nag(text) => return Err(fail(RecordFault::Stray(text.clone()), *line)),
                Token::Variation => {
                    return Err(fail(RecordFault::Stray("(".to_owned()), *line));
                }
            }
        }
        record.check_numbers(raw)?;
        Ok(record)
    }

    /// Puts a comment, with its evaluation if it has one, to the entry before it.
    fn note(&mut self, text: &str) {
        let Some(entry) = self.entries.last_mut() else {
            append(&mut self.preface, text.trim());
            return;
        };
        let mut rest = text.trim();
        if let Some((eval, after)) = rest
            .strip_prefix("[%eval ")
            .and_then(|tail| tail.split_once(']'))
            .and_then(|(value, after)| Some((Verdict::read(value)?, after)))
        {
            entry.eval = Some(eval);
            rest = after.trim_start();
        }
        append(&mut entry.comment, rest);
    }

    /// Turn numbers must be those of the replayed game; judged only as far as the entries are
    /// legal, because after an illegal one it is not known whose turn it is.
    fn check_numbers(&self, raw: &scan::RawGame) -> Result<(), RecordError> {
        let Ok(mut game) = self.opening() else { return Ok(()) };
        for entry in &self.entries {
            if game.play(&entry.text).is_err() {
                break;
            }
        }
        let turns: Vec<u32> = game.transcript().iter().map(|played| played.turn).collect();
        let mut next = 0;
        let mut numbers = Vec::new();
        for (token, line) in &raw.tokens {
            match token {
                Token::Entry(_) => next += 1,
                Token::Number(found) => {
                    let Some(&expected) = turns.get(next) else { break };
                    numbers.push((expected, found, *line));
                }
                Token::Comment(_) | Token::Glyph(_) | Token::Nag(_) | Token::Variation => {}
            }
        }
        let is = |found: &str, number: u32| found.trim_end_matches('.') == number.to_string();
        // Draughts players number both sides' turns together.
        let paired = self.variant.game == GameId::DRAUGHTS
            && numbers.iter().all(|(turn, found, _)| is(found, turn.div_ceil(2)));
        match numbers.into_iter().find(|(turn, found, _)| !paired && !is(found, *turn)) {
            None => Ok(()),
            Some((expected, found, line)) => {
                let fault = RecordFault::TurnNumber { expected, found: found.clone() };
                Err(RecordError { fault, line, game: 1 })
            }
        }
    }

    /// The game before its first entry.
    ///
    /// # Errors
    /// The start position is refused.
    pub fn opening(&self) -> Result<Game, RecordError> {
        match &self.start {
            None => Ok(Game::start(self.variant)),
            Some(text) => Game::from_position(self.variant, text).map_err(|error| RecordError {
                fault: RecordFault::Position(error),
                line: 0,
                game: 1,
            }),
        }
    }

    /// Plays the record through.
    ///
    /// # Errors
    /// The first entry that is illegal and why, or a result that is not the one of the rules.
    pub fn replay(&self) -> Result<Game, RecordError> {
        let fail = |fault| RecordError { fault, line: 0, game: 1 };
        let mut game = self.opening()?;
        for (index, entry) in self.entries.iter().enumerate() {
            if let Err(illegal) = game.play(&entry.text) {
                let turn = game.turn();
                return Err(fail(RecordFault::Illegal { turn, ply: index + 1, illegal }));
            }
        }
        let is = match game.status() {
            Status::Over(outcome) => Some(outcome),
            Status::ToAct(_) | Status::Chance => None,
        };
        let outside = |said: &Outcome| is.is_none() && ended_outside_the_rules(&game, said);
        if self.result != is && !self.result.as_ref().is_some_and(outside) {
            return Err(fail(RecordFault::ResultMismatch {
                said: result_text(self.result.as_ref()),
                is: result_text(is.as_ref()),
            }));
        }
        Ok(game)
    }

    /// Writes the record. Turn numbers are those of the replay; entries after an illegal one
    /// stand without numbers.
    #[must_use]
    pub fn write(&self) -> String {
        let mut tags = TagText::default();
        tags.add("Game", self.variant.game.id());
        let options = self.variant.options_text();
        if !options.is_empty() {
            tags.add("Rules", &options);
        }
        for (name, value) in &self.tags {
            tags.add_other(name, value, &TAGS);
        }
        if let Some(start) = &self.start {
            tags.add("Start", start);
        }
        tags.add("Result", &result_text(self.result.as_ref()));
        let mut words = Words::default();
        if let Some(preface) = &self.preface {
            words.comment(preface);
        }
        let mut turns = self.turns().into_iter();
        let mut last = 0;
        for entry in &self.entries {
            if let Some(turn) = turns.next()
                && turn != last
            {
                words.add(&format!("{turn}."));
                last = turn;
            }
            words.entry(entry);
        }
        format!("{}\n{}", tags.text, words.finish())
    }

    /// The turn of each entry, as far as they are legal.
    fn turns(&self) -> Vec<u32> {
        let Ok(mut game) = self.opening() else { return Vec::new() };
        for entry in &self.entries {
            if game.play(&entry.text).is_err() {
                break;
            }
        }
        game.transcript().into_iter().map(|played| played.turn).collect()
    }
}

fn append(comment: &mut Option<String>, text: &str) {
    match comment {
        _ if text.is_empty() => {}
        Some(before) => *before = format!("{before} {text}"),
        None => *comment = Some(text.to_owned()),
    }
}

/// Words filled into lines of at most 80 characters.
#[derive(Default)]
struct Words {
    text: String,
    column: usize,
}

impl Words {
    fn add(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > 80 {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// A comment in braces; a line's end inside it is read as a space.
    fn comment(&mut self, comment: &str) {
        for word in scan::braced(comment).split(' ') {
            // Of several spaces in a row only the last may become a line's end.
            if word.is_empty() {
                self.text.push(' ');
                self.column += 1;
            } else {
                self.add(word);
            }
        }
    }

    /// An entry with what is noted about it.
    fn entry(&mut self, entry: &Noted) {
        self.add(&format!("{}{}", entry.text, entry.glyph.as_deref().unwrap_or("")));
        // A decided position needs no note: the result says it.
        let known = entry.eval.filter(|eval| !matches!(eval, Verdict::Decided(_)));
        let eval = known.map(|eval| format!("[%eval {eval}]"));
        let notes: Vec<&str> =
            eval.as_deref().into_iter().chain(entry.comment.as_deref()).collect();
        if !notes.is_empty() {
            self.comment(&notes.join(" "));
        }
    }

    fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}
