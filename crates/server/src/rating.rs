//! Ratings by Glicko-2: each rated game is a period of its own.
//!
//! A provisional player is one of whom little is known, and anyone can make a new account: what such
//! a player's games say of others counts little. An established rating moves by a fraction of what
//! Glicko-2 gives, and no rating is lifted above 1600 or pushed below 1400 by a provisional
//! opponent. Of one pair, five games a day count.

use crate::store::{GameRow, Result, Standing, Store, now_ms};

/// Where everybody starts.
pub const START: Standing =
    Standing { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0, at_ms: 0 };
/// A rating with a larger deviation is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// A game against a provisional player takes no rating farther from the start than this.
const REACH: f64 = 100.0;
/// So many games of a pair count in a pool within a day.
pub const MOST_OF_A_PAIR: i64 = 5;
const DAY_MS: i64 = 24 * 3_600_000;

const SCALE: f64 = 173.717_8;
const TAU: f64 = 0.5;
const LEAST_DEVIATION: f64 = 45.0;
/// So long a pause is one more period without games.
const PERIOD_MS: f64 = 4.0 * 24.0 * 3_600_000.0;

/// A standing after a game against `other` with this score (1, ½, 0).
#[must_use]
pub fn after(own: Standing, other: Standing, score: f64, now_ms: i64) -> Standing {
    let own = aged(own, now_ms);
    let other = aged(other, now_ms);
    let mu = (own.rating - 1500.0) / SCALE;
    let phi = own.deviation / SCALE;
    let other_mu = (other.rating - 1500.0) / SCALE;
    let other_phi = other.deviation / SCALE;
    let g = 1.0 / (1.0 + 3.0 * other_phi.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
    let expected = 1.0 / (1.0 + (-g * (mu - other_mu)).exp());
    let variance = 1.0 / (g * g * expected * (1.0 - expected));
    let delta = variance * g * (score - expected);
    // How much is learned of an established player from one of whom little is known.
    let weight = match other.is_provisional() && !own.is_provisional() {
        true => (PROVISIONAL / other.deviation).powi(4),
        false => 1.0,
    };
    let volatility = match weight < 1.0 {
        true => own.volatility,
        false => new_volatility(own.volatility, phi, delta, variance),
    };
    let widened = (phi * phi + weight * volatility * volatility).sqrt();
    let new_phi = 1.0 / (1.0 / (widened * widened) + weight / variance).sqrt();
    let new_mu = mu + new_phi * new_phi * weight * g * (score - expected);
    let mut rating = (new_mu * SCALE + 1500.0).clamp(100.0, 4000.0);
    if other.is_provisional() {
        let (least, most) = (START.rating - REACH, START.rating + REACH);
        rating = rating.clamp(own.rating.min(least), own.rating.max(most));
    }
    Standing {
        rating,
        deviation: (new_phi * SCALE).clamp(LEAST_DEVIATION, START.deviation),
        volatility,
        games: own.games + 1,
        at_ms: now_ms,
    }
}

/// A standing that time has made less certain.
#[must_use]
pub fn aged(own: Standing, now_ms: i64) -> Standing {
    if own.at_ms == 0 {
        return own;
    }
    let periods = (now_ms - own.at_ms).max(0) as f64 / PERIOD_MS;
    let phi = own.deviation / SCALE;
    let wide = (phi * phi + periods * own.volatility * own.volatility).sqrt() * SCALE;
    Standing { deviation: wide.min(START.deviation), ..own }
}

/// Glickman's step 5, by the Illinois method.
fn new_volatility(sigma: f64, phi: f64, delta: f64, variance: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        (delta * delta - phi * phi - variance).ln()
    } else {
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 && k < 100.0 {
            k += 1.0;
        }
        a - k * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    for _ in 0..100 {
        if (high - low).abs() <= 1e-6 {
            break;
        }
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

/// Whether as many games of this pair as count have been rated within a day.
///
/// # Errors
/// The store failed.
pub async fn has_reached_cap(store: &Store, pair: [&str; 2], pool: rules::GameId) -> Result<bool> {
    Ok(store.rated_between(pair, pool, now_ms() - DAY_MS).await? >= MOST_OF_A_PAIR)
}

/// The same for the players of a game.
///
/// # Errors
/// The store failed.
pub async fn is_pair_capped(store: &Store, row: &GameRow) -> Result<bool> {
    match (&row.first_account, &row.second_account) {
        (Some(first), Some(second)) => has_reached_cap(store, [first, second], row.kind).await,
        _ => Ok(false),
    }
}

/// Rates a finished game once; `score` is first's.
///
/// # Errors
/// The store failed.
pub async fn rate(
    store: &Store,
    game: &str,
    pool: rules::GameId,
    players: [&str; 2],
    score: f64,
) -> Result<()> {
    for _ in 0..10 {
        if !store.is_to_rate(game).await? {
            return Ok(());
        }
        if has_reached_cap(store, players, pool).await? {
            return store.leave_unrated(game).await;
        }
        let now = now_ms();
        let first = store.standing(players[0], pool).await?;
        let second = store.standing(players[1], pool).await?;
        let (was_first, was_second) = (first.unwrap_or(START), second.unwrap_or(START));
        let rows = [
            (players[0], first, after(was_first, was_second, score, now)),
            (players[1], second, after(was_second, was_first, 1.0 - score, now)),
        ];
        // False: another game of theirs was rated in between.
        if store.rate(game, pool, rows).await? {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_of_glickmans_example() {
        // Against 1400 ± 30 with a win, from 1500 ± 200: between the start and his final figures.
        let own = Standing { deviation: 200.0, ..START };
        let other = Standing { rating: 1400.0, deviation: 30.0, ..START };
        let next = after(own, other, 1.0, 0);
        assert!((next.rating - 1563.6).abs() < 1.0, "{next:?}");
        assert!((next.deviation - 175.4).abs() < 1.0, "{next:?}");
        assert!((next.volatility - 0.06).abs() < 0.0001, "{next:?}");
    }

    #[test]
    fn beating_fresh_accounts_brings_nothing() {
        // An established player gains next to nothing, and above 1600 nothing at all.
        let (mut strong, mut middling) = (
            Standing { rating: 1900.0, deviation: 60.0, games: 50, at_ms: 1, ..START },
            Standing { deviation: 60.0, games: 50, at_ms: 1, ..START },
        );
        for _ in 0..100 {
            strong = after(strong, START, 1.0, 1);
            middling = after(middling, START, 1.0, 1);
        }
        assert_eq!(strong.rating, 1900.0);
        assert!(middling.rating < 1515.0, "{middling:?}");
        // Nor is one lost to fresh accounts of a strong friend.
        let mut robbed = Standing { deviation: 60.0, games: 50, at_ms: 1, ..START };
        robbed = after(robbed, START, 0.0, 1);
        assert!(robbed.rating > 1498.0, "{robbed:?}");
        // A fresh account cannot be carried far by others, however many.
        let mut carried = START;
        for _ in 0..100 {
            carried = after(carried, START, 1.0, 1);
        }
        assert_eq!(carried.rating, 1600.0);
        // Against established players all is as ever.
        let known = Standing { rating: 1900.0, deviation: 60.0, ..START };
        assert!(after(START, known, 1.0, 1).rating > 1700.0);
    }

    #[test]
    fn a_win_and_a_loss_are_mirror_images() {
        let (win, loss) = (after(START, START, 1.0, 1), after(START, START, 0.0, 1));
        assert!((win.rating + loss.rating - 3000.0).abs() < 1e-6 && win.rating > 1599.0);
        let draw = after(START, START, 0.5, 1);
        assert!((draw.rating - 1500.0).abs() < 1e-9 && draw.deviation < 350.0);
    }
}
