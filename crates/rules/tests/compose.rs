//! Positions set up by hand: what stands on the board gives back the text it came from, and the
//! rest of the text follows the pieces.

mod support;

use fastrand::Rng;
use rules::{Fault, Game, GameId, Kind, Piece, Side, Square, open};
use support::play::{rule_sets, variant, wander};

#[test]
fn the_pieces_of_a_position_compose_its_text() {
    let mut rng = Rng::with_seed(20_261);
    for game in GameId::ALL {
        for rules in rule_sets(game) {
            for _ in 0..12 {
                let mut line = Game::start(variant(rules));
                let most = rng.usize(..150);
                wander(&mut line, &mut rng, most);
                let composed = line.compose(&line.view().pieces, line.side());
                assert_eq!(composed.text, line.position(), "{rules}");
                assert_eq!(composed.error, None, "{rules}: {}", composed.text);
            }
        }
    }
}

fn at(game: &str, position: &str) -> Game {
    Game::from_position(open(game, "").unwrap(), position).unwrap()
}

#[test]
fn what_no_longer_fits_falls_back_to_the_plainest() {
    let man = |side| Piece::new(side, Kind::Man);
    // Reserves and counters stay while they fit.
    let draughts = at("draughts", "7b/8/8/8/3b4/2w5/5w2/6w1 w 1,0 0 4");
    let mut pieces = draughts.view().pieces;
    pieces.retain(|(_, piece)| piece.side == Side::Second);
    pieces.push((Square::grid(0, 0), man(Side::First)));
    let composed = draughts.compose(&pieces, Side::Second);
    assert_eq!(composed.text, "7b/8/8/8/3b4/8/8/w7 b 1,0 0 4");
    assert_eq!(composed.error, None);
    // Twelve men on the board leave none in reserve.
    let rows: Vec<_> = (0..3)
        .flat_map(|rank| (0..4).map(move |file| Square::grid(2 * file + rank % 2, rank)))
        .map(|square| (square, man(Side::First)))
        .chain([(Square::grid(7, 7), man(Side::Second))])
        .collect();
    let composed = draughts.compose(&rows, Side::First);
    assert_eq!(composed.text, "7b/8/8/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0,0 0 0");
    assert_eq!(composed.error, None);

    // A stone set on an empty board of Seega: nothing is in hand any more.
    let seega = Game::start(open("seega", "").unwrap());
    let stones = [(0, 0, Side::First), (2, 2, Side::First), (4, 0, Side::Second)]
        .map(|(file, rank, side)| (Square::grid(file, rank), Piece::new(side, Kind::Stone)));
    let composed = seega.compose(&stones, Side::First);
    assert_eq!(composed.text, "5/5/2g2/5/g3b g 0,0 - 0");
    assert_eq!(composed.error, None);

    // Another side to act: Salta's ply and Diaballik's turns follow.
    let salta = Game::start(open("salta", "").unwrap());
    let composed = salta.compose(&salta.view().pieces, Side::Second);
    assert!(composed.text.ends_with(" r 1 - 0") && composed.error.is_none(), "{}", composed.text);
    let ball = at("diaballik", "1bbBbbb/7/b6/7/2r1r2/rr3rr/3R3 r 1p 6");
    let composed = ball.compose(&ball.view().pieces, Side::Second);
    assert_eq!(composed.text, "1bbBbbb/7/b6/7/2r1r2/rr3rr/3R3 b 2p 7");
    assert_eq!(composed.error, None);
}

#[test]
fn what_is_no_position_says_why() {
    let ball = Game::start(open("diaballik", "").unwrap());
    let mut pieces = ball.view().pieces;
    pieces.pop();
    let composed = ball.compose(&pieces, Side::First);
    assert_eq!(composed.error.unwrap().fault, Fault::PieceCount);
    // Of Salta's pieces the missing one may be put back.
    let salta = Game::start(open("salta", "").unwrap());
    let mut pieces = salta.view().pieces;
    let (_, taken) = pieces.pop().unwrap();
    let composed = salta.compose(&pieces, Side::First);
    assert_eq!(composed.error.unwrap().fault, Fault::PieceMissing);
    assert_eq!(composed.palette, [taken]);
    // What is not on the board or not of the game is left out.
    let odd = [
        (Square::grid(25, 40), Piece::new(Side::First, Kind::Stone)),
        (Square::Path(3), Piece::new(Side::First, Kind::Stone)),
        (Square::grid(1, 1), Piece::new(Side::First, Kind::King)),
    ];
    let composed = Game::start(open("seega", "").unwrap()).compose(&odd, Side::First);
    assert_eq!(composed.text, "5/5/5/5/5 g 12,12 - 0");
}
