//! What an action or a throw of Senet does, and how a position looks.

use super::notation::name;
use super::{Action, BEAUTY, HOUSES, Phase, Senet, Step, Throw, WATER, bit};
use crate::bits::each;
use crate::depict::{fields_after_side, joined, letter_at};
use crate::{
    Depict, Entry, Event, Kind, Notation, Piece, Position, Shape, Side, Spot, Square, Status, Tray,
    TrayKind, View,
};

impl Depict for Senet {
    fn view(&self) -> View {
        let mut view = View::empty(self, Shape::Path, 10, 3);
        for side in Side::BOTH {
            let mut put = |square| view.pieces.push((name(square), piece(side)));
            each(self.pieces[side.index()], &mut put);
        }
        view.marks = match self.status() {
            Status::Chance if self.phase == Phase::Beauty => vec![name(BEAUTY)],
            Status::Chance if self.on_trial() => vec![name(WATER)],
            _ => Vec::new(),
        };
        let off = |set: u32| u32::from(self.rules.pieces).saturating_sub(set.count_ones());
        view.trays = vec![Tray { kind: TrayKind::Off, counts: self.pieces.map(off) }];
        view.thrown = self.thrown().map(Throw::points);
        view
    }

    fn describe(&self, entry: Entry<Senet>, events: &mut Vec<Event>) {
        match entry {
            Entry::Act(action) => describe_action(self, self.step(action), events),
            Entry::Throw(throw) => describe_throw(self, throw, events),
        }
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        let path = |square| Spot::Square(Square::Path(square));
        match self.step(action) {
            Step::Move { from, to } => vec![path(from), path(to)],
            Step::Leave { from } => vec![path(from), Spot::Off],
            Step::Pass => Vec::new(),
        }
    }

    fn meant(&self, spots: &[Spot]) -> String {
        joined(spots, "-")
    }

    fn palette(_: &[(Square, Piece)]) -> Vec<Piece> {
        Side::BOTH.map(piece).to_vec()
    }

    fn letter(piece: Piece) -> Option<char> {
        let is_ours = matches!(piece.kind, Kind::Cone | Kind::Spool);
        is_ours.then_some(Self::SIDE_LETTERS[piece.side.index()])
    }

    fn board_text(&self, pieces: &[(Square, Piece)]) -> String {
        let letter = |number| letter_at::<Self>(pieces, Square::Path(number)).unwrap_or('.');
        (1..=30).map(letter).collect()
    }

    fn remainders(&self, _: &[(Square, Piece)]) -> Vec<String> {
        let mut remainders = fields_after_side(self);
        remainders.extend(["f", "t"].map(str::to_owned));
        remainders
    }
}

fn piece(side: Side) -> Piece {
    Piece::new(side, if side == Side::First { Kind::Cone } else { Kind::Spool })
}

fn describe_action(senet: &Senet, step: Step, events: &mut Vec<Event>) {
    let side = senet.side;
    let own = piece(side);
    match step {
        Step::Move { from, to } => {
            let met = senet.enemy() & bit(to - 1) != 0;
            let (from, to) = (Square::Path(from), Square::Path(to));
            events.push(Event::Moved { piece: own, from, to });
            if met {
                let enemy = piece(side.other());
                events.push(Event::ChangedPlaces { piece: enemy, from: to, to: from });
            }
            if to == name(BEAUTY) {
                events.push(Event::ToBeauty { piece: own, square: to });
            }
        }
        Step::Leave { from } => {
            events.push(Event::LeftBoard { piece: own, from: Square::Path(from) });
        }
        Step::Pass => events.push(Event::Passed { side }),
    }
}

fn describe_throw(senet: &Senet, throw: Throw, events: &mut Vec<Event>) {
    events.push(Event::Threw { side: senet.side, points: throw.points() });
    let own = piece(senet.side);
    if senet.phase == Phase::Beauty {
        describe_fate(senet, own, throw, events);
    } else if senet.on_trial() {
        let from = name(WATER);
        events.push(match senet.water_fate(throw) {
            None => Event::LeftBoard { piece: own, from },
            Some(WATER) => Event::TrialAgain { piece: own, square: from },
            Some(to) => Event::Reborn { piece: own, from, to: name(to) },
        });
    }
}

/// The way of the piece on 26: every change of place is one event.
fn describe_fate(senet: &Senet, own: Piece, throw: Throw, events: &mut Vec<Event>) {
    let (beauty, water) = (name(BEAUTY), name(WATER));
    let Some(to) = senet.beauty_fate(throw) else {
        return events.push(Event::LeftBoard { piece: own, from: beauty });
    };
    if bit(to) & HOUSES != 0 {
        return events.push(Event::Moved { piece: own, from: beauty, to: name(to) });
    }
    // Into the water, unless a piece is there already: then straight on to Rebirth. [5.1]
    let mut from = beauty;
    if (senet.own() | senet.enemy()) & bit(WATER) == 0 {
        events.push(Event::Moved { piece: own, from, to: water });
        events.push(Event::ToWater { piece: own, square: water });
        from = water;
    }
    if to != WATER {
        events.push(Event::Reborn { piece: own, from, to: name(to) });
    }
}
