//! Who may be helped: no player of a running game against a person, or of a rated one.

use rules::{Game, Side};

use crate::error::Error;
use crate::live::{Live, Table};
use crate::store::{Opponent, Phase};

/// So many running games of an account are checked.
const MOST_GAMES: i64 = 100;

/// Whether a hint may be given in this game: it is over, or all its seats are the caller's and the
/// engine's and nothing is at stake.
pub(crate) fn hint(table: &Table, account: Option<&str>) -> Result<(), Error> {
    match table.row.phase {
        Phase::Over => Ok(()),
        Phase::Open => Err(Error::NotStarted),
        Phase::Live => {
            let own = |side: Side| {
                table.row.level(side).is_some()
                    || account.is_some() && table.row.account(side) == account
            };
            let alone = Side::BOTH.into_iter().all(own);
            if alone && !table.row.rated.counts() { Ok(()) } else { Err(Error::NoHelp) }
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
        let table = live.look(&found.id).await?.table;
        if table.kind() != kind || table.row.phase != Phase::Live {
            continue;
        }
        let near = table.game.choices().into_iter().filter_map(|choice| {
            let mut next = table.game.clone();
            next.play(&choice.text).ok().map(|_| next.key())
        });
        if std::iter::once(table.game.key()).chain(near).any(|key| line.contains(&key)) {
            return Err(Error::NoHelp);
        }
    }
    Ok(())
}
