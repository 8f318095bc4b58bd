//! Who may be helped: no player of a running game against a person, or of a rated one.

use rules::{Game, Side};

use crate::error::Error;
use crate::live::{Live, Room};
use crate::store::{Opponent, Phase};

/// So many running games of an account are checked.
const MOST_GAMES: i64 = 100;

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

/// Whether these positions (those of a line, first to last) may be analysed for a caller: none of
/// them is where the caller plays against a person or for a rating, or one action from there.
/// Positions are compared by what stands on the board, whatever the rules and counters.
pub(crate) async fn analysis(
    live: &Live,
    account: Option<&str>,
    line: &[u64],
    game: &Game,
) -> Result<(), Error> {
    let Some(account) = account else { return Ok(()) };
    let kind = game.variant().game;
    let playing = live.store().games_of(account, Some(Phase::Live), MOST_GAMES).await?;
    for found in playing {
        let against_person = matches!(found.opponent, Opponent::Link | Opponent::Lobby);
        if !(against_person || found.rated.counts()) {
            continue;
        }
        let room = live.look(&found.id).await?.room;
        if room.kind() != kind || room.row.phase != Phase::Live {
            continue;
        }
        let near = room.game.choices().into_iter().filter_map(|choice| {
            let mut next = room.game.clone();
            next.play(&choice.text).ok().map(|_| next.key())
        });
        if std::iter::once(room.game.key()).chain(near).any(|key| line.contains(&key)) {
            return Err(Error::NoHelp);
        }
    }
    Ok(())
}
