//! What has to be done without a request: deadlines, engine turns that lost their node, news of
//! other nodes, ratings.

use std::collections::HashMap;
use std::time::Duration;

use rules::Winner;

use super::{Command, Live, Room, Who};
use crate::rating;
use crate::store::{GameRow, Notice, Rated, Store, StoreError};

/// Starts the tasks; they end with the process.
pub(super) fn start(live: &Live) {
    tokio::spawn(deadlines(live.clone()));
    tokio::spawn(engine_turns(live.clone()));
    tokio::spawn(leases(live.clone()));
    tokio::spawn(notices(live.clone()));
    tokio::spawn(queue(live.clone()));
    tokio::spawn(lobby(live.clone()));
    tokio::spawn(crate::advice::review::keep_up(live.clone()));
    tokio::spawn(ratings(live.clone()));
}

async fn deadlines(live: Live) {
    let mut every = tokio::time::interval(Duration::from_millis(500));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        match live.store().due_games(live.store().now_ms()).await {
            Ok(games) => {
                for game in games {
                    if let Err(error) = live.perform(&game, Who::Server, Command::Expire).await {
                        tracing::warn!(?error, game, "a deadline could not be kept");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "deadlines could not be read"),
        }
    }
}

async fn engine_turns(live: Live) {
    let mut every = tokio::time::interval(Duration::from_millis(300));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // On a database of its own no other process can be at work: what is left was left by a dead one.
    let mut ahead = if live.store().is_shared() { 0 } else { super::draft::LEASE_MS };
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        match live.store().engine_games(live.store().now_ms() + std::mem::take(&mut ahead)).await {
            Ok(games) => {
                for game in games {
                    if live.inner.engine.has(&game) {
                        continue;
                    }
                    if let Err(error) = live.perform(&game, Who::Server, Command::Engine).await {
                        tracing::warn!(?error, game, "an engine's turn could not be taken up");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "engine turns could not be read"),
        }
    }
}

/// Prolongs the leases of the turns that this node is at. Where there are no other nodes none takes
/// them away.
async fn leases(live: Live) {
    if !live.store().is_shared() {
        return;
    }
    let mut every = tokio::time::interval(Duration::from_millis(super::draft::LEASE_MS as u64 / 3));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        let turns = live.inner.engine.leases();
        if turns.is_empty() {
            continue;
        }
        let until = live.store().now_ms() + super::draft::LEASE_MS;
        match live.store().lease_engines(&turns, until).await {
            Ok(kept) => {
                for (game, version, _) in turns {
                    if kept.contains(&game) {
                        live.inner.engine.prolong(&game, version, until);
                    } else {
                        live.inner.engine.cancel(&game, version);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "leases could not be prolonged"),
        }
    }
}

/// Shows the players whose engine has to wait how far its turn has come.
async fn queue(live: Live) {
    let mut every = tokio::time::interval(Duration::from_millis(500));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut shown: HashMap<String, usize> = HashMap::new();
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        let places: HashMap<String, usize> = live.inner.engine.places().into_iter().collect();
        shown.retain(|game, _| places.contains_key(game));
        for (game, place) in places {
            let before = shown.get(&game).copied();
            // A long queue moves slowly: a tenth of it is worth a message.
            let noticeable = match before {
                // Its players may have seen a place when the turn was queued.
                None => true,
                Some(before) => place == 0 && before > 0 || before.abs_diff(place) * 10 > before,
            };
            if noticeable {
                live.queued(&game, place);
                shown.insert(game, place);
            }
        }
    }
}

/// Between two looks at the lobby; all who follow it share them.
const LOBBY_EVERY: Duration = Duration::from_millis(100);
/// A hint may be lost.
const LOBBY_ANYWAY: Duration = Duration::from_secs(30);

/// Reads the lobby when it has changed, for those who follow it.
async fn lobby(live: Live) {
    loop {
        let changed = live.inner.lobby_changes.notified();
        let _ = tokio::time::timeout(LOBBY_ANYWAY, changed).await;
        if live.store().is_closed() {
            return;
        }
        if live.inner.lobby.receiver_count() == 0 {
            // Who comes next is not to see what is old by then.
            live.inner.lobby.send_replace(std::sync::Arc::default());
            continue;
        }
        match live.store().lobby().await {
            Ok(games) => {
                live.inner.lobby.send_if_modified(|shown| {
                    let changed = **shown != *games;
                    if changed {
                        *shown = games.into();
                    }
                    changed
                });
            }
            Err(error) => tracing::warn!(%error, "the lobby could not be read"),
        }
        tokio::time::sleep(LOBBY_EVERY).await;
    }
}

async fn notices(live: Live) {
    let mut notices = live.store().listen();
    while let Some(notice) = notices.recv().await {
        if live.store().is_closed() {
            return;
        }
        match notice {
            Notice::Changed { game, version } => live.changed(&game, version),
            Notice::Player { account } => live.player_changed(Some(&account)),
            Notice::Lobby => live.lobby_changed(),
            Notice::Credentials { account } => {
                live.store().credentials_changed_elsewhere(Some(&account));
                live.person_changed(Some(&account));
            }
            Notice::Missed => {
                live.all_changed();
                live.player_changed(None);
                live.lobby_changed();
                live.store().credentials_changed_elsewhere(None);
                live.person_changed(None);
            }
        }
    }
}

/// Rates what a node left unrated when it died between a game's end and its rating.
async fn ratings(live: Live) {
    let mut every = tokio::time::interval(Duration::from_secs(2));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        let left = async {
            for game in live.store().games_to_rate().await? {
                match live.store().game_row(&game).await {
                    Ok(Some(row)) => rate_row(live.store(), &row).await?,
                    Ok(None) => {}
                    Err(StoreError::Corrupt(reason)) => live.set_aside(&game, &reason).await,
                    Err(error) => return Err(error),
                }
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = left.await {
            tracing::warn!(%error, "games could not be rated");
        }
    }
}

/// Rates a game that has just ended, if it is to be rated.
pub(super) fn rate(live: &Live, room: &Room) {
    if room.row.rated != Rated::Pending {
        return;
    }
    let (live, row) = (live.clone(), room.row.clone());
    tokio::spawn(async move {
        if let Err(error) = rate_row(live.store(), &row).await {
            tracing::warn!(%error, game = row.id, "a game could not be rated; it will be later");
        }
    });
}

async fn rate_row(store: &Store, row: &GameRow) -> Result<(), StoreError> {
    let (Some(first), Some(second)) = (&row.first_account, &row.second_account) else {
        return Ok(());
    };
    let score = match row.winner {
        Some(Winner::First) => 1.0,
        Some(Winner::Second) => 0.0,
        Some(Winner::Draw) => 0.5,
        Some(Winner::None) | None => return Ok(()),
    };
    if first == second {
        return Ok(());
    }
    rating::rate(store, &row.id, row.kind, [first, second], score).await
}
