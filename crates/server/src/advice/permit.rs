//! Who may be helped: no player of a running game against a person, or of a rated one, and no caller
//! who asks about the position of a rated game that is being played.
//!
//! Positions are compared by what stands on the board, whatever the rules and counters. A caller
//! counts as the players who use the same account, browser or address: asking without a cookie, or
//! from another account, changes nothing. What this cannot prevent (an engine of one's own, a friend)
//! is judged afterwards: see `fair_play`.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rules::{Game, GameId, Side, Status};

use crate::error::Error;
use crate::live::{Live, Room};
use crate::store::{Opponent, Phase, now_ms};

/// So many running games of an account are checked.
const MOST_GAMES: i64 = 100;
/// So far ahead of a player's own game a position is recognised, in actions.
const AHEAD: usize = 3;
/// So many positions ahead of one game are remembered.
const MOST_AHEAD: usize = 20_000;
/// So far back the line that led to a hint's position is followed.
pub(crate) const BACK: usize = 6;
/// The first entries of a game are common knowledge: strangers may ask about them.
const OPENING: i64 = 6;
/// So many rated games of strangers are checked, the newest first.
const MOST_STRANGERS: i64 = 200;
/// How long the list of those is good.
const LISTED: Duration = Duration::from_secs(2);
/// Accounts that were used from an address within this time are taken for who asks from there.
const SAME_ADDRESS_MS: i64 = 24 * 3_600_000;
/// So many games are remembered.
const MOST_KEPT: usize = 1_000;

/// Who asks for help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker<'a> {
    pub(crate) account: Option<&'a str>,
    pub(crate) device: Option<&'a str>,
    pub(crate) address: &'a str,
}

/// The ids of games.
type Ids = Arc<Vec<String>>;

/// What is remembered of games under way.
#[derive(Debug, Default)]
pub(crate) struct Guards {
    near: Mutex<HashMap<String, Arc<Near>>>,
    listed: Mutex<HashMap<GameId, (Instant, Ids)>>,
}

/// The positions around where a game stands.
#[derive(Debug)]
struct Near {
    version: i64,
    ahead: usize,
    keys: HashSet<u64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a game stands, and what so many actions lead to.
fn around(game: &Game, ahead: usize) -> HashSet<u64> {
    let mut keys = HashSet::from([game.key()]);
    let mut edge = vec![game.clone()];
    for _ in 0..ahead {
        let mut next = Vec::new();
        for game in edge {
            let play = |play: &dyn Fn(&mut Game) -> bool| {
                let mut after = game.clone();
                play(&mut after).then_some(after)
            };
            let reached: Vec<Game> = match game.status() {
                Status::Over(_) => Vec::new(),
                Status::ToAct(_) => {
                    let actions = game.actions().into_iter();
                    actions.filter_map(|one| play(&|game| game.act(one).is_ok())).collect()
                }
                Status::Chance => {
                    let throws = game.choices().into_iter();
                    throws.filter_map(|one| play(&|game| game.play(&one.text).is_ok())).collect()
                }
            };
            for after in reached {
                if keys.len() >= MOST_AHEAD {
                    return keys;
                }
                if keys.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        edge = next;
    }
    keys
}

/// Whether a hint may be given in this game: it is over, or all its seats are the caller's and the
/// engine's and nothing is at stake.
pub(crate) fn hint(room: &Room, account: Option<&str>) -> Result<(), Error> {
    match room.row.phase {
        Phase::Over => Ok(()),
        Phase::Open => Err(Error::NotStarted),
        Phase::Live => {
            let own = |side: Side| {
                room.row.level(side).is_some()
                    || account.is_some() && room.row.account(side) == account
            };
            let alone = Side::BOTH.into_iter().all(own);
            if alone && !room.row.rated.counts() { Ok(()) } else { Err(Error::NoHelp) }
        }
    }
}

/// Whether these positions (those of a line, first to last) may be looked into for who asks: none of
/// them is where a player who could be the asker plays against a person or for a rating, or a few
/// actions ahead of there; and none is where a rated game of strangers stands.
pub(crate) async fn analysis(
    live: &Live,
    asker: Asker<'_>,
    kind: GameId,
    line: &[u64],
) -> Result<(), Error> {
    check(live, asker, kind, line, 0).await
}

/// The same for the positions of a finished game that is to be reviewed; that it began as a running
/// one does is no reason to refuse it.
pub(crate) async fn review(
    live: &Live,
    asker: Asker<'_>,
    kind: GameId,
    line: &[u64],
) -> Result<(), Error> {
    check(live, asker, kind, line, OPENING).await
}

async fn check(
    live: &Live,
    asker: Asker<'_>,
    kind: GameId,
    line: &[u64],
    least_ply: i64,
) -> Result<(), Error> {
    let store = live.store();
    let since = now_ms() - SAME_ADDRESS_MS;
    let mut accounts = store.accounts_at(asker.device, asker.address, since).await?;
    accounts.retain(|account| Some(account.as_str()) != asker.account);
    let own = asker.account.into_iter();
    let mut checked = HashSet::new();
    for account in own.chain(accounts.iter().map(String::as_str)) {
        for found in store.games_of(account, Some(Phase::Live), MOST_GAMES).await? {
            let against_person = matches!(found.opponent, Opponent::Link | Opponent::Lobby);
            let guarded = found.rated.counts() || against_person && Some(account) == asker.account;
            let fits = found.kind == kind && found.ply >= least_ply;
            if guarded && fits && checked.insert(found.id.clone()) {
                refuse_near(live, &found.id, AHEAD, line).await?;
            }
        }
    }
    for game in strangers(live, kind).await?.iter() {
        if checked.insert(game.clone()) {
            refuse_near(live, game, 1, line).await?;
        }
    }
    Ok(())
}

/// The rated games of a kind that are being played and past their opening.
async fn strangers(live: &Live, kind: GameId) -> Result<Arc<Vec<String>>, Error> {
    let kept = locked(&live.guards().listed).get(&kind).cloned();
    if let Some((at, games)) = kept
        && at.elapsed() < LISTED
    {
        return Ok(games);
    }
    let games = Arc::new(live.store().rated_under_way(kind, OPENING, MOST_STRANGERS).await?);
    locked(&live.guards().listed).insert(kind, (Instant::now(), Arc::clone(&games)));
    Ok(games)
}

/// Refuses a line that meets a game where it stands or so many actions ahead.
async fn refuse_near(live: &Live, id: &str, ahead: usize, line: &[u64]) -> Result<(), Error> {
    let room = live.look(id).await?.room;
    if room.row.phase != Phase::Live {
        return Ok(());
    }
    let guards = live.guards();
    let version = room.row.version;
    let kept = locked(&guards.near).get(id).cloned();
    let near = match kept.filter(|near| near.version == version && near.ahead >= ahead) {
        Some(near) => near,
        None => {
            let game = room.game.clone();
            let keys = tokio::task::spawn_blocking(move || around(&game, ahead)).await;
            let near = Near { version, ahead, keys: keys.map_err(|_| Error::Internal)? };
            let near = Arc::new(near);
            let mut all = locked(&guards.near);
            if all.len() >= MOST_KEPT {
                all.clear();
            }
            all.insert(id.to_owned(), Arc::clone(&near));
            near
        }
    };
    if line.iter().any(|key| near.keys.contains(key)) { Err(Error::NoHelp) } else { Ok(()) }
}
