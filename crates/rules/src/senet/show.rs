//! What an action or a throw of Senet does, and how a position looks.

use super::notation::name;
use super::{BEAUTY, HOUSES, Phase, Senet, Step, Throw, WATER, bit, each};
use crate::{
    Event, GameId, Kind, Piece, Position, Shape, Side, Square, Status, Tray, TrayKind, View,
};

fn piece(side: Side) -> Piece {
    Piece::new(side, if side == Side::First { Kind::Cone } else { Kind::Spool })
}

pub(super) fn describe_action(senet: &Senet, step: Step, events: &mut Vec<Event>) {
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

pub(super) fn describe_throw(senet: &Senet, throw: Throw, events: &mut Vec<Event>) {
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
    // Into the water, unless somebody is there already: then straight on to Rebirth. [5.1]
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

pub(super) fn view(senet: &Senet) -> View {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        each(senet.pieces[side.index()], |square| pieces.push((name(square), piece(side))));
    }
    let marks = match senet.status() {
        Status::Chance if senet.phase == Phase::Beauty => vec![name(BEAUTY)],
        Status::Chance if senet.on_trial() => vec![name(WATER)],
        _ => Vec::new(),
    };
    let off = |set: u32| u32::from(senet.rules.pieces).saturating_sub(set.count_ones());
    View {
        game: GameId::Senet,
        shape: Shape::Path,
        files: 10,
        ranks: 3,
        pieces,
        trays: vec![Tray { kind: TrayKind::Off, counts: senet.pieces.map(off) }],
        marks,
        goals: Vec::new(),
        side: senet.side,
        thrown: senet.thrown().map(Throw::points),
        left: None,
    }
}
