//! One game of a series: the players' actions, judged by the rules.

use rules::record::Record;
use rules::{End, Entry, Game, Line, Outcome, Position, Side, Status, Variant};

use crate::computer::Evaluate;
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
pub trait Player<P: Position> {
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
    fn choose(&mut self, line: &Line<P>, rng: &mut fastrand::Rng) -> Result<P::Action, Forfeit>;
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished<P: Position> {
    /// Its number in the series.
    pub number: usize,
    /// The side that a had.
    pub a: Side,
    /// The game, from the start of the series.
    pub line: Line<P>,
    /// How many of its entries were there before the players took over.
    pub opening: usize,
    /// The winner; none if it is a draw.
    pub winner: Option<Side>,
    /// The side that lost by forfeit, and why.
    pub forfeit: Option<(Side, Forfeit)>,
}

/// Plays a game of a series; none if `ended` is true meanwhile.
pub(crate) fn play<P: Evaluate, A: Player<P> + ?Sized>(
    series: &Series<P>,
    number: usize,
    [a, b]: &mut [Box<A>; 2],
    ended: impl Fn() -> bool,
) -> Option<Finished<P>> {
    let (seed, pair) = (series.seed, if series.swap_sides { number / 2 } else { number });
    let swapped = series.swap_sides && number % 2 == 1;
    let a_side = if swapped { Side::Second } else { Side::First };
    let mut line = series.opening.play(&series.base, seed, pair);
    let opening = line.entries().len();
    let is_throw = |entry: &&Entry<P>| matches!(entry, Entry::Throw(_));
    let mut threw =
        line.entries()[series.base.entries().len()..].iter().filter(is_throw).count() as u64;
    let mut random = [0, 1].map(|who| rng(seed, pair, PLAYERS + who + 2 * u64::from(swapped)));
    let mut forfeit = None;
    for (side, player) in [(a_side, &mut *a), (a_side.other(), &mut *b)] {
        if forfeit.is_none() {
            forfeit = player.new_game().err().map(|why| (side, why));
        }
    }
    let winner = loop {
        if let Some((side, _)) = &forfeit {
            break Some(side.other());
        }
        if ended() {
            return None;
        }
        if series.settle
            && let Some(winner) = line.position().settled()
        {
            break Some(winner);
        }
        let entry = match line.status() {
            Status::Over(outcome) => break outcome.winner,
            Status::Chance => {
                threw += 1;
                Entry::Throw(throw::<P>(seed, pair, threw - 1))
            }
            Status::ToAct(side) => {
                let (player, random) = if side == a_side {
                    (&mut *a, &mut random[0])
                } else {
                    (&mut *b, &mut random[1])
                };
                match player.choose(&line, random) {
                    Ok(action) if line.actions().contains(&action) => Entry::Act(action),
                    Ok(action) => {
                        forfeit = Some((side, Forfeit::Illegal(format!("{action:?}"))));
                        continue;
                    }
                    Err(why) => {
                        forfeit = Some((side, why));
                        continue;
                    }
                }
            }
        };
        line.play(entry);
    };
    Some(Finished { number, a: a_side, line, opening, winner, forfeit })
}

impl<P: Position> Finished<P> {
    /// The record, with the names of a and b.
    ///
    /// # Panics
    /// Never: a game reads back what it has written.
    #[must_use]
    pub fn record(&self, [a, b]: [&str; 2]) -> Record {
        let line = &self.line;
        let variant = Variant::of(P::GAME, line.position().rules());
        let mut game = Game::from_position(variant, &line.start().to_string())
            .expect("a position reads back its own text");
        for played in line.transcript() {
            game.play(&played.text).expect("a game reads back its own entries");
        }
        let mut record = Record::of(&game);
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
