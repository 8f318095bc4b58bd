//! What the page can ask, and the answers about rules; those of the engine are in `searches.rs`.
//!
//! A request is read by hand, field by field, and every type is written in one way only: what serde
//! derives for tagged and flattened enums, or for a second kind of writer, would be a quarter of the
//! core.

use std::time::Duration;

use engine::{Helpers, NoHelpers};
use rules::{Event, Game, Kind, Piece, Side, Spot, Square, Status, perft, record, with_line};
use serde::Serialize;
use serde_json::{Map, Value, json};
use text::answers::{self, Legal, Reach, Refusal, ResultOut, ToAct};
use text::json::written;
use text::{Formatter, Lang, Text, inspect, rule_sets};

use crate::searches::{self, Effort};

/// What the surroundings bring.
pub trait Host: Send + Sync {
    /// Time since some moment in the past.
    fn now(&self) -> Duration;

    /// Takes a report of a search that goes on.
    fn report(&self, text: &str);

    /// The sentence of a message `{"id","args"}`, in the language of the page.
    fn message(&self, text: &str) -> Option<String>;

    /// Further threads for a search.
    fn helpers(&self) -> &dyn Helpers {
        &NoHelpers
    }
}

/// The words of the page.
struct Words<H>(H);

impl<H: Host> Formatter for Words<H> {
    fn format(&self, id: &str, args: &[(&str, text::Value<'_>)]) -> Option<String> {
        let json = |value: &text::Value<'_>| match value {
            text::Value::String(text) => json!(text),
            text::Value::Number(number) => json!(number),
        };
        let args: Map<String, Value> =
            args.iter().map(|(name, value)| ((*name).to_owned(), json(value))).collect();
        self.0.message(&written(&json!({ "id": id, "args": args })))
    }

    fn has(&self, id: &str) -> bool {
        self.format(id, &[]).is_some()
    }
}

/// A question of the page: `{"ask": "preview", "rules": "seega(size=7)", …}`, see [`respond`].
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// That a field has a value which it cannot have.
    fn wrong(name: &str) -> Failure {
        json!({ "error": format!("the field {name} is missing or wrong") }).into()
    }

    /// What is there under this name, unless it is null.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A field that may be left out.
    fn maybe<'a, T>(
        &'a self,
        name: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        self.get(name).map(|value| read(value).ok_or_else(|| Fields::wrong(name))).transpose()
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        self.maybe(name, Value::as_str)?.ok_or_else(|| Fields::wrong(name))
    }

    /// A number from 0 on that may be left out.
    fn maybe_number(&self, name: &str) -> Result<Option<u64>, Failure> {
        self.maybe(name, Value::as_u64)
    }

    fn number(&self, name: &str) -> Result<u64, Failure> {
        self.maybe_number(name)?.ok_or_else(|| Fields::wrong(name))
    }

    /// Milliseconds.
    fn maybe_time(&self, name: &str) -> Result<Option<Duration>, Failure> {
        let time = |ms: &Value| Duration::try_from_secs_f64(ms.as_f64()? / 1_000.0).ok();
        self.maybe(name, time)
    }

    /// Texts; none if left out.
    fn texts(&self, name: &str) -> Result<Vec<String>, Failure> {
        let Some(list) = self.maybe(name, Value::as_array)? else { return Ok(Vec::new()) };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        list.iter().map(text).collect::<Option<_>>().ok_or_else(|| Fields::wrong(name))
    }

    /// Pairs of texts; none if left out.
    fn pairs(&self, name: &str) -> Result<Vec<(String, String)>, Failure> {
        let Some(list) = self.maybe(name, Value::as_array)? else { return Ok(Vec::new()) };
        let pair = |value: &Value| match value.as_array()?.as_slice() {
            [Value::String(one), Value::String(other)] => Some((one.clone(), other.clone())),
            _ => None,
        };
        list.iter().map(pair).collect::<Option<_>>().ok_or_else(|| Fields::wrong(name))
    }

    /// The place in a line of play: `rules`, and `position` and `moves` if it is not the start.
    fn at(&self) -> Result<At, Failure> {
        Ok(At {
            rules: self.text("rules")?.to_owned(),
            position: self.maybe("position", Value::as_str)?.map(str::to_owned),
            moves: self.texts("moves")?,
        })
    }

    /// The game after the last move of [`Fields::at`].
    fn line(&self) -> Result<Game, Failure> {
        Ok(self.at()?.game()?)
    }

    /// The game as `igroteka inspect` takes it, of the fields that are not the question's own.
    fn game(&self, own: &[&str], words: &Text) -> Result<Game, Failure> {
        let is_own = |name: &&String| **name == "ask" || own.contains(&name.as_str());
        let rest = self.0.iter().filter(|(name, _)| !is_own(name));
        let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
        Ok(inspect::understand(&rest, words)?)
    }

    fn side(value: &Value) -> Option<Side> {
        let word = value.as_str()?;
        Side::BOTH.into_iter().find(|side| side.word() == word)
    }

    /// What stands where, `[["c3", {"side": "first", "kind": "man"}], …]`, if it is said.
    fn pieces(&self) -> Result<Option<Vec<(Square, Piece)>>, Failure> {
        let one = |value: &Value| {
            let [Value::String(square), Value::Object(piece)] = value.as_array()?.as_slice() else {
                return None;
            };
            let square = match square.parse().ok()? {
                Spot::Square(square) => square,
                _ => return None,
            };
            let word = piece.get("kind")?.as_str()?;
            let number = piece.get("number").map_or(Some(0), Value::as_u64)?;
            let piece = Piece {
                side: Fields::side(piece.get("side")?)?,
                kind: Kind::ALL.into_iter().find(|kind| kind.word() == word)?,
                number: u8::try_from(number).ok()?,
            };
            Some((square, piece))
        };
        self.maybe("pieces", |list| list.as_array()?.iter().map(one).collect())
    }
}

/// A place in a line of play.
#[derive(Debug)]
struct At {
    /// The rule set: `seega(size=7)`.
    rules: String,
    /// The position that the line begins from; the start if left out.
    position: Option<String>,
    /// Actions and throws since then.
    moves: Vec<String>,
}

impl At {
    /// The game before the first move.
    fn opening(&self) -> Result<Game, Refusal> {
        if self.moves.len() > answers::MOST_ENTRIES {
            return Err(Refusal::OutOfBounds("moves"));
        }
        answers::game(&self.rules, self.position.as_deref())
    }

    /// The game after the last move.
    pub(crate) fn game(&self) -> Result<Game, Refusal> {
        let mut game = self.opening()?;
        for entry in &self.moves {
            game.play(entry)?;
        }
        Ok(game)
    }
}

/// A game with its entries.
#[derive(Serialize, Debug)]
struct Stand {
    rules: String,
    start: String,
    position: String,
    to_act: ToAct,
    view: rules::View,
    /// None unless a side is to act.
    legal: Vec<Legal>,
    /// What can be thrown, each with its weight, if a throw is next.
    odds: Vec<(&'static str, u32)>,
    /// Whether the turn played last goes on.
    open: bool,
    entries: Vec<StandEntry>,
    result: Option<ResultOut>,
}

#[derive(Serialize, Debug)]
struct StandEntry {
    ply: usize,
    turn: u32,
    side: Side,
    text: String,
    /// Whether it is an outcome of chance.
    throw: bool,
    events: Vec<Event>,
    said: Vec<String>,
}

/// Answers a request with a JSON text; what cannot be answered is `{"error": …}`, what the rules
/// refuse is `{"refused": …}`.
pub fn answer(request: &str, host: impl Host + Copy + 'static) -> String {
    let words = Text::new(Lang::En, Words(host));
    let answered = match serde_json::from_str(request) {
        Ok(Value::Object(fields)) => respond(&Fields(fields), &words, &host),
        Ok(_) | Err(_) => Err(Failure::Error(json!({ "error": "a request is a JSON object" }))),
    };
    answered.unwrap_or_else(|failure| match failure {
        Failure::Error(error) => written(&error),
        Failure::Refused(refusal) => {
            format!("{{\"refused\":{}}}", written(&refusal.refused(&words)))
        }
    })
}

/// Why there is no answer.
pub(crate) enum Failure {
    Error(Value),
    Refused(Refusal),
}

impl From<Value> for Failure {
    fn from(error: Value) -> Failure {
        Failure::Error(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

/// The questions. Those with a *game* describe it as `igroteka inspect` takes it (`game`, `rules`,
/// `position`, `moves`); the others stand at a place in a line of play: `rules` with the name of the
/// game, `position`, `moves`.
fn respond(fields: &Fields, words: &Text, host: &dyn Host) -> Result<String, Failure> {
    Ok(match fields.text("ask")? {
        // The state of a game, as `igroteka inspect` answers.
        "inspect" => written(&inspect::state(&fields.game(&[], words)?)),
        // How many sequences of so many actions there are in a game.
        "perft" => {
            let depth = u32::try_from(fields.number("depth")?).unwrap_or(u32::MAX);
            let game = fields.game(&["depth"], words)?;
            let nodes = with_line!(&game, line => perft(line.position(), depth));
            written(&json!({ "nodes": nodes }))
        }
        // All games with their options and presets.
        "games" => written(&rule_sets::games(words)),
        // What pending actions lead to (of one turn if `turn` is set, else anything, throws too), and
        // then the attempt of a hand: the spots that it touched and that fit no legal action.
        "preview" => {
            let turn = fields.maybe("turn", Value::as_bool)?.unwrap_or_default();
            let reach = if turn { Reach::Turn } else { Reach::Anything };
            let (actions, attempt) = (fields.texts("actions")?, fields.texts("attempt")?);
            let mut game = fields.line()?;
            written(&answers::preview(&mut *game, &actions, &attempt, reach, words)?)
        }
        // How a line stands after each of its entries, 200 of them from a ply on.
        "frames" => {
            let from = fields.maybe_number("from")?.unwrap_or_default() as usize;
            let at = fields.at()?;
            let entries = at.moves.iter().map(String::as_str);
            written(&answers::frames(&mut *at.opening()?, from, entries, words)?)
        }
        // A game with its entries, as a server would send it.
        "stand" => written(&stand(&fields.at()?, words)?),
        // The text of a position that was set up by hand: like that of the line, but for the `pieces`
        // and the `side` to act, as far as they are said.
        "compose" => {
            let (pieces, side) = (fields.pieces()?, fields.maybe("side", Fields::side)?);
            written(&answers::compose(&*fields.line()?, pieces, side, words)?)
        }
        // The record of a game, with `tags` besides its own, and `notes`: mark and comment of each
        // entry, as far as there are any.
        "record" => {
            let mut record = record::Record::of(&fields.line()?);
            record.tags.extend(fields.pairs("tags")?);
            let noted = |text: String| (!text.is_empty()).then_some(text);
            for (entry, (mark, comment)) in record.entries.iter_mut().zip(fields.pairs("notes")?) {
                (entry.glyph, entry.comment) = (noted(mark), noted(comment));
            }
            written(&json!({ "record": record.write() }))
        }
        // The first game of a text of records, of ours or in PDN.
        "read" => match read(fields.text("text")?) {
            Ok(found) => written(&found),
            Err(error) => {
                let message = words.record_error(&error);
                written(&json!({ "refused": { "code": "bad-request", "message": message } }))
            }
        },
        // The best lines of a game, reported depth by depth.
        "analyze" => {
            let effort = Effort {
                depth: fields.maybe_number("depth")?.map(|it| it.try_into().unwrap_or(u32::MAX)),
                nodes: fields.maybe_number("nodes")?,
                time: fields.maybe_time("time")?,
                lines: fields.maybe_number("lines")?.map(|lines| lines as usize),
            };
            let game = fields.game(&["depth", "nodes", "time", "lines"], words)?;
            searches::analyze(&game, effort, host)?
        }
        // So many best lines as the analysis page shows them, where a throw is due one for each
        // throw, for so many milliseconds.
        "study" => {
            let time = fields.maybe_time("time")?.ok_or_else(|| Fields::wrong("time"))?;
            let lines = fields.number("lines")? as usize;
            searches::study(&fields.line()?, lines, time, words, host)?
        }
        // The actions of a turn as a level, 1 to 8, plays it; its misjudgements come from the seed.
        "turn" => {
            let (level, seed) = (fields.number("level")?, fields.number("seed")?);
            searches::turn(fields.line()?, level, seed, host)?
        }
        // An action of a game as a level plays it.
        "choose" => {
            let (level, seed) = (fields.number("level")?, fields.number("seed")?);
            searches::choose(&fields.game(&["level", "seed"], words)?, level, seed, host)?
        }
        // The review of a game, its progress reported entry by entry.
        "review" => searches::review(&fields.line()?, words, host)?,
        // Forgets what searches have found, and takes a table of so many mebibytes from now on.
        "hash" => {
            searches::resize(fields.number("mebibytes")? as usize)?;
            "{}".to_owned()
        }
        _ => return Err(Fields::wrong("ask")),
    })
}

/// The first game of a text, its entries as the rules write them.
fn read(text: &str) -> Result<Value, record::RecordError> {
    let records = record::Record::read_all(text)?;
    // A text without a game is an error.
    let record = &records[0];
    let game = record.replay()?;
    let entries = game.transcript().into_iter().zip(&record.entries).map(|(played, noted)| {
        (played.text, noted.glyph.as_deref().unwrap_or(""), noted.comment.as_deref().unwrap_or(""))
    });
    Ok(json!({
        "rules": game.variant().to_string(),
        "start": record.start,
        "entries": entries.collect::<Vec<_>>(),
        "first": record.tag("First"),
        "second": record.tag("Second"),
        "games": records.len(),
    }))
}

fn stand(at: &At, words: &Text) -> Result<Stand, Refusal> {
    let mut game = at.opening()?;
    let (kind, start) = (game.variant().game, game.position());
    let mut entries = Vec::with_capacity(at.moves.len());
    for (ply, text) in at.moves.iter().enumerate() {
        let played = game.play(text)?;
        let said = answers::said(kind, &played.events, words);
        entries.push(StandEntry {
            ply,
            turn: played.turn,
            side: played.side,
            text: played.text,
            throw: played.is_throw,
            events: played.events,
            said,
        });
    }
    let status = game.status();
    let choices = if let Status::ToAct(_) = status { game.choices() } else { Vec::new() };
    Ok(Stand {
        rules: game.variant().to_string(),
        start,
        position: game.position(),
        to_act: (&status).into(),
        view: game.view(),
        legal: answers::legal(kind, game.side(), &choices, words),
        odds: if status == Status::Chance { game.odds() } else { Vec::new() },
        open: game.is_turn_open(),
        entries,
        result: match status {
            Status::Over(outcome) => Some(answers::result(kind, &outcome, words)),
            Status::ToAct(_) | Status::Chance => None,
        },
    })
}
