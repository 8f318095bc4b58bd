//! Finished games, packed: all events of a game as one compressed text, from which its entries follow.
//!
//! One line for each event, fields separated by tabs. The first field is the seat (`f`, `s`, `n` for
//! neither) and the milliseconds since the event before. Of what was played there follow the two
//! clocks, each as its difference from the event before, less what has passed if it is the clock of
//! the seat, and the entries, each a side and its text. Of anything else, with the seat as a capital
//! letter, there follows the event as JSON. Ids and digests of submissions are not kept: they are for
//! clients that ask again within the hour.

use std::io::Read;

use rules::Side;

use super::{EntryRow, EventRow, Happening, PlayedEntry, Result, Store, StoreError, reading};

/// How the text is written and compressed; the first byte of what is stored.
const FORM: u8 = 1;
/// What most texts contain, so that none has to spell it out. Part of the form.
const COMMON: &[u8] = b"N\t{\"kind\":\"rematch-offered\",\"data\":{}}\nF\t{\"kind\":\"draw-offered\",\"data\":{}}\n\
    S\t{\"kind\":\"takeback-asked\",\"data\":{\"ply\":1}}\nF\t{\"kind\":\"taken-back\",\"data\":{\"ply\":1}}\n\
    F\t{\"kind\":\"over\",\"data\":{\"winner\":\"second\",\"reason\":\"time\",\"points\":null}}\n\
    N\t{\"kind\":\"over\",\"data\":{\"winner\":\"first\",\"reason\":\"resign\",\"points\":null}}\n\
    S17\t{\"kind\":\"begun\",\"data\":{\"joined\":\"second\"}}\n\
    f\t300000\t300000\tfa1\nn\t\t\tst1\nN17\t{\"kind\":\"begun\",\"data\":{}}\n";
/// Packing happens once and unpacking often: as small as it gets.
const LEVEL: i32 = 19;
/// No text is longer: the longest games have some thousand entries.
const LONGEST: u64 = 16 << 20;

fn corrupt(what: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("packed: {what}"))
}

/// An event without what is not kept.
fn bare(event: &EventRow) -> EventRow {
    let what = match &event.what {
        Happening::Played { entries, left_ms, .. } => Happening::Played {
            entries: entries.clone(),
            left_ms: *left_ms,
            submitted: String::new(),
        },
        other => other.clone(),
    };
    EventRow { what, submission: None, ..event.clone() }
}

/// What stands between the lines: the count of entries and the event before.
#[derive(Default)]
struct Before {
    version: i64,
    at_ms: i64,
    left_ms: [i64; 2],
    ply: i64,
}

impl Before {
    /// How a clock differs from what it was, less what has passed if it ran.
    fn passed(&self, seat: Option<Side>, at_ms: i64) -> [i64; 2] {
        let gone = at_ms.wrapping_sub(self.at_ms);
        Side::BOTH.map(|side| if self.at_ms != 0 && seat == Some(side) { gone } else { 0 })
    }

    fn goes_on(&mut self, event: &EventRow) {
        (self.version, self.at_ms) = (event.version, event.at_ms);
        match &event.what {
            Happening::Played { entries, left_ms, .. } => {
                self.left_ms = *left_ms;
                self.ply = self.ply.wrapping_add(entries.len() as i64);
            }
            Happening::TakenBack { ply } => self.ply = *ply,
            _ => {}
        }
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'f',
        Side::Second => 's',
    }
}

fn seat_letter(seat: Option<Side>, capital: bool) -> char {
    let small = seat.map_or('n', letter);
    if capital { small.to_ascii_uppercase() } else { small }
}

fn side_of(letter: char) -> Result<Option<Side>> {
    match letter.to_ascii_lowercase() {
        'f' => Ok(Some(Side::First)),
        's' => Ok(Some(Side::Second)),
        'n' => Ok(None),
        other => Err(corrupt(format!("side {other:?}"))),
    }
}

fn write(events: &[EventRow]) -> String {
    let mut text = String::new();
    let mut before = Before::default();
    let number = |text: &mut String, value: i64| {
        text.push('\t');
        if value != 0 {
            text.push_str(&value.to_string());
        }
    };
    for event in events {
        let played = matches!(event.what, Happening::Played { .. });
        text.push(seat_letter(event.seat, !played));
        let passed = event.at_ms.wrapping_sub(before.at_ms);
        if passed != 0 {
            text.push_str(&passed.to_string());
        }
        match &event.what {
            Happening::Played { entries, left_ms, .. } => {
                let passed = before.passed(event.seat, event.at_ms);
                for index in 0..2 {
                    let less = left_ms[index].wrapping_sub(before.left_ms[index]);
                    number(&mut text, less.wrapping_add(passed[index]));
                }
                for entry in entries {
                    text.push('\t');
                    text.push(letter(entry.side));
                    text.push_str(&entry.text);
                }
            }
            other => {
                text.push('\t');
                text.push_str(&super::append::json(other));
            }
        }
        text.push('\n');
        before.goes_on(event);
    }
    text
}

fn read(text: &str) -> Result<Vec<EventRow>> {
    let mut before = Before::default();
    let number = |text: &str| match text {
        "" => Ok(0),
        digits => digits.parse::<i64>().map_err(corrupt),
    };
    let one = |line: &str| {
        let mut fields = line.split('\t');
        let head = fields.next().unwrap_or_default();
        let mut letters = head.chars();
        let first = letters.next().ok_or_else(|| corrupt("an empty line"))?;
        let seat = side_of(first)?;
        let at_ms = before.at_ms.wrapping_add(number(letters.as_str())?);
        let mut field = || fields.next().ok_or_else(|| corrupt("a short line"));
        let what = if first.is_ascii_uppercase() {
            serde_json::from_str(field()?).map_err(corrupt)?
        } else {
            let passed = before.passed(seat, at_ms);
            let mut left_ms = before.left_ms;
            for (left, passed) in left_ms.iter_mut().zip(passed) {
                *left = left.wrapping_add(number(field()?)?).wrapping_sub(passed);
            }
            let mut entries = Vec::new();
            for field in fields {
                let mut letters = field.chars();
                let side = letters.next().map(side_of).transpose()?.flatten();
                let side = side.ok_or_else(|| corrupt("an entry of neither side"))?;
                let ply = before.ply.wrapping_add(entries.len() as i64);
                entries.push(PlayedEntry { ply, side, text: letters.as_str().to_owned() });
            }
            Happening::Played { entries, left_ms, submitted: String::new() }
        };
        let event = EventRow { version: before.version + 1, what, seat, submission: None, at_ms };
        before.goes_on(&event);
        Ok(event)
    };
    text.lines().map(one).collect()
}

/// Packs the events of a game, from the first one on; none if they could not be read again as they
/// are.
pub(super) fn pack(events: &[EventRow]) -> Option<Vec<u8>> {
    let text = write(events);
    let mut packer = zstd::bulk::Compressor::with_dictionary(LEVEL, COMMON).ok()?;
    packer.include_checksum(true).ok()?;
    packer.include_contentsize(false).ok()?;
    let mut data = vec![FORM];
    data.extend(packer.compress(text.as_bytes()).ok()?);
    let again = unpack(&data).ok()?;
    again.iter().eq(events.iter().map(bare).collect::<Vec<_>>().iter()).then_some(data)
}

/// The events of a packed game.
pub(super) fn unpack(data: &[u8]) -> Result<Vec<EventRow>> {
    let (&[FORM], data) = data.split_at_checked(1).unwrap_or_default() else {
        return Err(corrupt("a form that is not known"));
    };
    let reader = zstd::stream::Decoder::with_dictionary(data, COMMON).map_err(corrupt)?;
    let mut text = String::new();
    reader.take(LONGEST).read_to_string(&mut text).map_err(corrupt)?;
    read(&text)
}

/// The entries that events have brought and not taken back.
pub(super) fn entries(events: &[EventRow]) -> Vec<EntryRow> {
    let mut entries: Vec<EntryRow> = Vec::new();
    for event in events {
        match &event.what {
            Happening::Played { entries: played, .. } => {
                entries.extend(played.iter().map(|entry| EntryRow {
                    ply: entry.ply,
                    version: event.version,
                    side: entry.side,
                    text: entry.text.clone(),
                    at_ms: event.at_ms,
                }));
            }
            Happening::TakenBack { ply } => {
                entries.truncate(usize::try_from(*ply).unwrap_or(0));
            }
            _ => {}
        }
    }
    entries
}

impl Store {
    /// The events of a game that were packed; none of a game that is not.
    pub(super) async fn packed_events(&self, game: &str) -> Result<Vec<EventRow>> {
        let row: Option<(Vec<u8>,)> = reading!(self, pool => {
            sqlx::query_as("SELECT data FROM packed WHERE game = $1")
                .bind(game).fetch_optional(pool).await?
        });
        row.map_or(Ok(Vec::new()), |(data,)| unpack(&data))
    }

    /// The finished games that ended before this time and are not packed, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_to_pack(&self, before_ms: i64, most: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(
                "SELECT id FROM game WHERE phase = 'over' AND packed = 0 AND ended_ms < $1 \
                 ORDER BY ended_ms LIMIT $2",
            )
            .bind(before_ms).bind(most).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Packs finished games, all in one transaction; one whose rows do not make a game stays as it is.
    /// How many were packed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pack_games(&self, games: &[String]) -> Result<u64> {
        let mut all = Vec::with_capacity(games.len());
        for game in games {
            let packed = match self.pack_game(game).await {
                Ok(packed) => packed,
                Err(StoreError::Corrupt(reason)) => {
                    tracing::warn!(game, reason, "a damaged game cannot be packed");
                    None
                }
                Err(error) => return Err(error),
            };
            let (version, data) = packed.unzip();
            all.push((game, version, data));
        }
        let mut count = 0;
        super::writing!(self, pool => {
            let mut transaction = pool.begin().await?;
            for (game, version, data) in all {
                let Some(version) = version else {
                    sqlx::query("UPDATE game SET packed = 2 WHERE id = $1 AND packed = 0")
                        .bind(game).execute(&mut *transaction).await?;
                    continue;
                };
                // A rematch may have been offered meanwhile: then at the next step.
                let still = sqlx::query(
                    "UPDATE game SET packed = 1 \
                     WHERE id = $1 AND version = $2 AND phase = 'over' AND packed = 0",
                )
                .bind(game).bind(version).execute(&mut *transaction).await?;
                if still.rows_affected() != 1 {
                    continue;
                }
                sqlx::query("INSERT INTO packed (game, data) VALUES ($1, $2)")
                    .bind(game).bind(data).execute(&mut *transaction).await?;
                for table in ["entry", "event"] {
                    sqlx::query(&format!("DELETE FROM {table} WHERE game = $1"))
                        .bind(game).execute(&mut *transaction).await?;
                }
                count += 1;
            }
            transaction.commit().await?;
        });
        Ok(count)
    }

    /// A game's version, and its log packed; none if that cannot be.
    async fn pack_game(&self, game: &str) -> Result<Option<(i64, Vec<u8>)>> {
        let Some((row, loose)) = self.load_game(game).await? else { return Ok(None) };
        let events = self.events_since(game, 0).await?;
        let whole = events.len() as i64 == row.version && entries(&events) == loose;
        if !whole {
            tracing::warn!(game, "a game whose events are not its entries cannot be packed");
            return Ok(None);
        }
        Ok(pack(&events).map(|data| (row.version, data)))
    }
}
