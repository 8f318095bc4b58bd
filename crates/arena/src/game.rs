//! One game of a series: the players' actions, judged by the rules.

use engine::Evaluate;
use rules::record::Record;
use rules::{AnyAction, End, Game, Outcome, Side, Status, with_line};

use crate::random::{PLAYERS, rng, throw};
use crate::series::Series;

/// Why a player has lost although the game is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// It ended, or does not speak the protocol.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// It answered this.
    Illegal(String),
}

/// What plays one side.
pub trait Player {
    /// A new game begins.
    ///
    /// # Errors
    /// The player cannot play it.
    fn new_game(&mut self) -> Result<(), Forfeit> {
        Ok(())
    }

    /// The player's action; the referee judges whether it is legal.
    ///
    /// # Errors
    /// There is none.
    fn choose(&mut self, game: &Game, rng: &mut fastrand::Rng) -> Result<AnyAction, Forfeit>;
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number in the series.
    pub number: usize,
    /// The side that a had.
    pub a: Side,
    /// The game, from the start of the series.
    pub game: Game,
    /// How many of its entries were there before the players took over.
    pub opening: usize,
    /// The winner; none if it is a draw.
    pub winner: Option<Side>,
    /// The side that lost by forfeit, and why.
    pub forfeit: Option<(Side, Forfeit)>,
}

/// Plays a game of a series; none if `ended` is true meanwhile.
pub(crate) fn play<A: Player + ?Sized>(
    series: &Series,
    number: usize,
    [a, b]: &mut [Box<A>; 2],
    ended: impl Fn() -> bool,
) -> Option<Finished> {
    let (seed, pair) = (series.seed, if series.swap_sides { number / 2 } else { number });
    let swapped = series.swap_sides && number % 2 == 1;
    let a_side = if swapped { Side::Second } else { Side::First };
    let mut game = match &series.book[..] {
        [] => series.opening.play(&series.base, seed, pair),
        book => book[pair % book.len()].clone(),
    };
    let opening = game.ply();
    let opened = game.transcript().split_off(series.base.ply());
    let mut threw = opened.iter().filter(|played| played.is_throw).count() as u64;
    let mut random = [0, 1].map(|who| rng(seed, pair, PLAYERS + who + 2 * u64::from(swapped)));
    let mut forfeit = None;
    for (side, player) in [(a_side, &mut *a), (a_side.other(), &mut *b)] {
        if forfeit.is_none() {
            forfeit = player.new_game().err().map(|why| (side, why));
        }
    }
    let winner = loop {
        // First, because what ends a match may end a player's program, too.
        if ended() {
            return None;
        }
        if let Some((side, _)) = &forfeit {
            break Some(side.other());
        }
        if series.settle
            && let Some(winner) = with_line!(&game, line => line.position().settled())
        {
            break Some(winner);
        }
        match game.status() {
            Status::Over(outcome) => break outcome.winner,
            Status::Chance => {
                throw(&mut game, seed, pair, threw);
                threw += 1;
            }
            Status::ToAct(side) => {
                let (player, random) = if side == a_side {
                    (&mut *a, &mut random[0])
                } else {
                    (&mut *b, &mut random[1])
                };
                let judged = player.choose(&game, random).and_then(|action| {
                    game.act(action).map_err(|illegal| Forfeit::Illegal(illegal.action))
                });
                forfeit = judged.err().map(|why| (side, why));
            }
        }
    };
    Some(Finished { number, a: a_side, game, opening, winner, forfeit })
}

impl Finished {
    /// The record, with the names of a and b.
    #[must_use]
    pub fn record(&self, [a, b]: [&str; 2]) -> Record {
        let mut record = Record::of(&self.game);
        let [first, second] = if self.a == Side::First { [a, b] } else { [b, a] };
        let round = (self.number + 1).to_string();
        let tags = [("First", first), ("Second", second), ("Round", &round)];
        record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        if let Some((side, forfeit)) = &self.forfeit {
            let (end, why) = match forfeit {
                Forfeit::Timeout => (End::Time, "timeout".to_owned()),
                Forfeit::Crash => (End::Abandoned, "crash".to_owned()),
                Forfeit::Illegal(text) => (End::Abandoned, format!("illegal: {text}")),
            };
            record.result = Some(Outcome::win(side.other(), end));
            let comment = Some(format!("{side}: {why}"));
            match record.entries.last_mut() {
                Some(last) => last.comment = comment,
                None => record.preface = comment,
            }
        }
        record
    }
}
