//! What has to be done without a request: deadlines, engine turns that lost their node, news of
//! other nodes, ratings.

use std::collections::HashMap;
use std::time::Duration;

use rules::Winner;

use super::{Command, Live, Room, Who};
use crate::rating;
use crate::store::{GameRow, Notice, Rated, Store, StoreError, now_ms};

/// Starts the tasks; they end with the process.
pub(super) fn start(live: &Live) {
    tokio::spawn(deadlines(live.clone()));
    tokio::spawn(engine_turns(live.clone()));
    tokio::spawn(leases(live.clone()));
    tokio::spawn(notices(live.clone()));
    tokio::spawn(queue(live.clone()));
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
        match live.store().due_games(now_ms()).await {
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
    let mut every = tokio::time::interval(Duration::from_secs(1));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // On a database of its own no other process can be at work: what is left was left by a dead one.
    let mut ahead = if live.store().is_shared() { 0 } else { super::draft::LEASE_MS };
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        match live.store().engine_games(now_ms() + std::mem::take(&mut ahead)).await {
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

/// Prolongs the leases of the turns that this node is at.
async fn leases(live: Live) {
    let mut every = tokio::time::interval(Duration::from_millis(super::draft::LEASE_MS as u64 / 3));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        for (game, version, held) in live.inner.engine.leases() {
            let until = now_ms() + super::draft::LEASE_MS;
            match live.store().lease_engine(&game, version, held, until).await {
                Ok(true) => live.inner.engine.prolong(&game, version, until),
                Ok(false) => live.inner.engine.cancel(&game, version),
                Err(error) => tracing::warn!(%error, game, "a lease could not be prolonged"),
            }
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

async fn notices(live: Live) {
    let mut notices = live.store().listen();
    while let Some(notice) = notices.recv().await {
        if live.store().is_closed() {
            return;
        }
        match notice {
            Notice::Changed { game, version } => live.changed(&game, version),
            Notice::Credentials { account } => {
                live.store().credentials_changed_elsewhere(Some(&account));
            }
            Notice::Missed => {
                live.all_changed();
                live.store().credentials_changed_elsewhere(None);
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
