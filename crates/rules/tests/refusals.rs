//! What a hand tries and may not do is refused with the rule that a person would name first.

use rules::{Game, GameId, Spot, Variant};

/// The code with which touching these spots in turn is refused.
fn refused(mut game: Game, spots: &[&str]) -> &'static str {
    let spots: Vec<Spot> = spots.iter().map(|spot| spot.parse().unwrap()).collect();
    let meant = game.meant(&spots);
    game.play(&meant).unwrap_err().reason.code()
}

#[test]
fn a_step_of_the_ball_holder_is_no_pass() {
    let opened = "bb1Bbbb/7/2b4/7/2r4/7/rr1Rrrr r 2p 0";
    let game = || Game::from_position(Variant::default_of(GameId::DIABALLIK), opened).unwrap();
    let refused = |spots: &[&str]| refused(game(), spots);
    assert_eq!(refused(&["d1", "d2"]), "holder-stays");
    assert_eq!(refused(&["d1", "c1"]), "holder-stays");
    // Further away, or onto a piece, a hand means the ball.
    assert_eq!(refused(&["d1", "d4"]), "not-own-receiver");
    assert_eq!(refused(&["d1", "a1"]), "way-blocked");
    assert_eq!(refused(&["a1", "b2"]), "not-one-step");
}

#[test]
fn the_number_thrown_comes_before_the_house_of_beauty() {
    let mut game = Game::start(Variant::default_of(GameId::SENET));
    game.play("t2").unwrap();
    assert_eq!(refused(game.clone(), &["2", "30"]), "wrong-count");
    // Where it leads beyond the house, the piece stops there.
    let near = ".....c........s.......c.....s. c 5";
    let game = Game::from_position(Variant::default_of(GameId::SENET), near).unwrap();
    assert_eq!(refused(game, &["23", "28"]), "stops-at-beauty");
}
