//! Fair play, judged on finished rated games: signals, which tell a moderator where to look. None of
//! them is a proof, and none of them does anything by itself.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::review::{Effort, Review, review};
use engine::{Ask, HashTable, Limits};
use rules::{GameId, Side};
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::{Logged, Room};
use crate::rating;
use crate::store::{Result, Signal, Store, StoreError, Sums, now_ms};

/// Agreement that many deviations above what the rating explains is shown as suspect.
pub const SUSPECT: f64 = 3.0;
/// With fewer choices than this agreement says nothing.
const LEAST_CHOICES: f64 = 40.0;
/// The hash table of the reviews, in megabytes.
const TABLE_MB: usize = 16;

/// How an account stands out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suspect {
    /// The name.
    pub name: Option<String>,
    /// Which game.
    pub kind: GameId,
    /// Rated games that were looked at.
    pub games: i64,
    /// The share of choices that were the engine's own.
    pub agreement: f64,
    /// The share that others of the same rating have.
    pub expected: f64,
    /// How many deviations above it that is.
    pub excess: f64,
    /// What a choice lost on average.
    pub mean_loss: f64,
    /// How much the time of turns varied.
    pub spread: f64,
    /// How often the page was left in a game, on average.
    pub away: f64,
    /// Games against somebody who was seen with the same browser.
    pub same_device: i64,
}

/// The share of engine's choices that a rating explains: a line through all players' games, which
/// begins as a guess worth some games.
#[derive(Clone, Copy, Debug)]
struct Explained {
    start: f64,
    slope: f64,
}

impl Explained {
    fn of(all: Option<&Sums>) -> Explained {
        // The guess: so many choices at two ratings.
        const GUESS: [(f64, f64, f64); 2] = [(200.0, 1300.0, 0.38), (200.0, 1700.0, 0.48)];
        let (mut n, mut r, mut rr, mut m, mut mr) = match all {
            Some(all) => (all.choices, all.weighted, all.squared, all.matched, all.product),
            None => (0.0, 0.0, 0.0, 0.0, 0.0),
        };
        for (count, at, share) in GUESS {
            n += count;
            r += count * at;
            rr += count * at * at;
            m += count * share;
            mr += count * share * at;
        }
        let slope = ((n * mr - r * m) / (n * rr - r * r)).max(0.0);
        Explained { start: (m - slope * r) / n, slope }
    }

    fn at(self, rating: f64) -> f64 {
        (self.start + self.slope * rating).clamp(0.1, 0.9)
    }
}

/// Those whose games stand out, the most striking first.
///
/// # Errors
/// The store failed.
pub async fn suspects(store: &Store) -> Result<Vec<Suspect>> {
    let all: HashMap<GameId, Sums> =
        store.sums().await?.into_iter().map(|sums| (sums.kind, sums)).collect();
    let mut found = Vec::new();
    for own in store.sums_by_account().await? {
        let suspect = judged(&own, all.get(&own.kind));
        let agrees = own.choices >= LEAST_CHOICES && suspect.excess >= SUSPECT;
        if agrees || suspect.same_device > 0 {
            found.push(suspect);
        }
    }
    found.sort_by(|a, b| b.excess.total_cmp(&a.excess));
    found.truncate(100);
    Ok(found)
}

/// An account's games in one game held against everybody's.
fn judged(own: &Sums, all: Option<&Sums>) -> Suspect {
    let games = own.games.max(1) as f64;
    // The account itself is not what it is measured by.
    let others = all.map(|all| Sums {
        choices: all.choices - own.choices,
        matched: all.matched - own.matched,
        weighted: all.weighted - own.weighted,
        squared: all.squared - own.squared,
        product: all.product - own.product,
        ..all.clone()
    });
    let choices = own.choices.max(1.0);
    let expected = Explained::of(others.as_ref()).at(own.weighted / choices);
    let agreement = own.matched / choices;
    let deviation = (expected * (1.0 - expected) / choices).sqrt();
    Suspect {
        name: own.name.clone(),
        kind: own.kind,
        games: own.games,
        agreement,
        expected,
        excess: (agreement - expected) / deviation,
        mean_loss: own.mean_loss,
        spread: own.spread,
        away: own.away as f64 / games,
        same_device: own.same_device,
    }
}

/// Looks at finished rated games that nothing was computed of, so many at most; gives how many there
/// were. `report` hears of each.
///
/// # Errors
/// The store failed.
pub async fn compute(store: &Store, most: i64, mut report: impl FnMut(&str)) -> Result<u64> {
    let mut count = 0;
    for id in store.games_without_signals(most).await? {
        match signals(store, &id).await {
            Ok(signals) => {
                store.keep_signals(&signals).await?;
                count += 1;
                report(&id);
            }
            // A damaged game is looked after elsewhere.
            Err(StoreError::Corrupt(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

async fn signals(store: &Store, id: &str) -> Result<Vec<Signal>> {
    let corrupt = |what: &str| StoreError::Corrupt(what.to_owned());
    let (row, entries) = store.load_game(id).await?.ok_or_else(|| corrupt("gone"))?;
    let room = Room::load(row, entries)?;
    let game = room.game.clone();
    let reviewed = tokio::task::spawn_blocking(move || {
        let table = HashTable::new(TABLE_MB).ok()?;
        let stop = AtomicBool::new(false);
        let effort = Effort::usual(game.variant().game);
        review(&game, effort, &Ask::new(Limits::default(), &table, &stop), |_| {})
    });
    let reviewed = reviewed.await.ok().flatten().ok_or_else(|| corrupt("no review"))?;
    let (changes, away) = (store.ratings_of(id).await?, store.away(id).await?);
    let accounts = Side::BOTH.map(|side| room.row.account(side).unwrap_or_default().to_owned());
    let same_device = store.same_devices(&accounts[0], &accounts[1]).await?;
    let signal = |side: Side| {
        let account = accounts[side.index()].clone();
        let before = changes.iter().find(|(own, ..)| *own == account).and_then(|(_, b, _)| *b);
        let left = away.iter().find(|(own, ..)| *own == account);
        let (choices, matched) = matches(&reviewed, side);
        let summary = match side {
            Side::First => &reviewed.sides.first,
            Side::Second => &reviewed.sides.second,
        };
        let (turns, mean_ms, spread) = times(&room, side);
        Signal {
            game: id.to_owned(),
            kind: room.kind(),
            rating: before.unwrap_or(rating::START.rating),
            choices,
            matched,
            mean_loss: summary.mean_loss,
            turns,
            mean_ms,
            spread,
            away: left.map_or(0, |(_, times, _)| *times),
            away_ms: left.map_or(0, |(_, _, ms)| *ms),
            same_device,
            at_ms: now_ms(),
            account,
        }
    };
    Ok(Side::BOTH.map(signal).into())
}

/// Choices of a side, and how many of them were the engine's own.
fn matches(reviewed: &Review, side: Side) -> (i64, i64) {
    let chosen = |entry: &&engine::review::Reviewed| {
        entry.side == side && !entry.throw && !entry.forced && entry.best.is_some()
    };
    let (mut choices, mut matched) = (0, 0);
    for entry in reviewed.entries.iter().filter(chosen) {
        choices += 1;
        matched += i64::from(entry.best.as_ref() == Some(&entry.text));
    }
    (choices, matched)
}

/// The turns of a side: how many, how long on average, and how much that varied.
fn times(room: &Room, side: Side) -> (i64, f64, f64) {
    let mut before = None;
    let mut taken: Vec<f64> = Vec::new();
    let mut turn = None;
    for entry in room.entries.iter().map(AsRef::as_ref) {
        let Logged { row, played } = entry;
        let new_turn = turn != Some((played.turn, row.side));
        if row.side == side && !played.is_throw && new_turn {
            if let Some(before) = before {
                taken.push((row.at_ms - before) as f64);
            }
            turn = Some((played.turn, row.side));
        }
        before = Some(row.at_ms);
    }
    let count = taken.len().max(1) as f64;
    let mean = taken.iter().sum::<f64>() / count;
    let variance = taken.iter().map(|ms| (ms - mean).powi(2)).sum::<f64>() / count;
    let spread = if mean > 0.0 { variance.sqrt() / mean } else { 0.0 };
    (taken.len() as i64, mean, spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(account: &str, choices: f64, share: f64, rating: f64) -> Sums {
        let matched = choices * share;
        Sums {
            account: account.into(),
            name: Some(account.into()),
            kind: GameId::SEEGA,
            games: 10,
            choices,
            matched,
            weighted: choices * rating,
            squared: choices * rating * rating,
            product: matched * rating,
            mean_loss: 0.0,
            spread: 1.0,
            away: 0,
            same_device: 0,
        }
    }

    fn added(all: &[Sums]) -> Sums {
        let mut whole = sums("", 0.0, 0.0, 0.0);
        for one in all {
            whole.choices += one.choices;
            whole.matched += one.matched;
            whole.weighted += one.weighted;
            whole.squared += one.squared;
            whole.product += one.product;
        }
        whole
    }

    #[test]
    fn agreement_is_held_against_what_the_rating_explains() {
        // People of all ratings; the better they are, the more they agree with the engine.
        let people = (0..40).map(|number| {
            let rating = 1200.0 + 20.0 * f64::from(number);
            sums("person", 300.0, 0.3 + (rating - 1200.0) / 2500.0, rating)
        });
        let mut everybody: Vec<Sums> = people.collect();
        let master = sums("master", 300.0, 0.62, 1990.0);
        let helped = sums("helped", 300.0, 0.62, 1400.0);
        everybody.extend([master.clone(), helped.clone()]);
        let all = added(&everybody);
        let (master, helped) = (judged(&master, Some(&all)), judged(&helped, Some(&all)));
        assert!(master.excess < SUSPECT, "{master:?}");
        assert!(helped.excess > SUSPECT, "{helped:?}");
        // A few lucky choices are not striking.
        assert!(judged(&sums("new", 10.0, 0.6, 1500.0), Some(&all)).excess < SUSPECT);
    }
}
