//! Clocks, and rooms without a database: what each command needs, does and leaves, to the millisecond.

use rules::{End, Side, Variant, Winner};
use server::error::Error;
use server::live::{Actor, Answer, Clock, LiveState, Room, Times};
use server::store::{EntryRow, GameRow, Happening, Opponent, Outage, Phase, Rated};
use server::throws;

const ANNA: Actor<'_> = Actor::Account("anna");
const BORIS: Actor<'_> = Actor::Account("boris");
const STRANGER: Actor<'_> = Actor::Account("clara");
/// When the games of these tests are made, and when they begin.
const MADE: i64 = 1_000_000;
const BEGUN: i64 = 2_000_000;
/// Two stones a turn: part of a turn can be sent.
const SEEGA: &str = "seega(drops=2)";
const DAY: i64 = 24 * 60 * 60 * 1000;
const FORTNIGHT: i64 = 14 * DAY;

/// A game that Anna, on the first seat, has made.
fn made(variant: &str, opponent: Opponent, clock: &str) -> GameRow {
    let variant = Variant::read_full(variant).unwrap();
    let taken = opponent != Opponent::Link && opponent != Opponent::Lobby;
    GameRow {
        id: "game".into(),
        kind: variant.game,
        variant: variant.to_string(),
        start: None,
        opponent,
        clock: clock.into(),
        rated: Rated::No,
        accept_bots: false,
        public: true,
        challenged: None,
        private: false,
        creator: "anna".into(),
        created_ms: MADE,
        commitment: throws::commitment("secret"),
        secret: "secret".into(),
        first_level: None,
        second_level: (opponent == Opponent::Engine).then_some(1),
        rematch_of: None,
        version: 0,
        ply: 0,
        phase: Phase::Open,
        first_account: Some("anna".into()),
        second_account: (opponent == Opponent::Local).then(|| "anna".into()),
        first_nonce: Some("one".into()),
        second_nonce: taken.then(|| "two".into()),
        state: LiveState::default(),
        due_ms: Some(if taken { MADE } else { MADE + FORTNIGHT }),
        engine_ms: None,
        winner: None,
        reason: None,
        points: None,
        ended_ms: None,
        first_seen_ms: 0,
        second_seen_ms: 0,
    }
}

/// What a command gave: the room afterwards, if it was done.
type Done = Result<Room, Error>;

/// A command, done to a copy of the room.
macro_rules! after {
    ($room:expr, $command:ident $(, $argument:expr)*) => {{
        let done: Done = $room.$command($($argument),*).map(|change| {
            let mut next = $room.clone();
            let _ = next.apply(change);
            next
        });
        done
    }};
}

fn code(done: Done) -> &'static str {
    done.map_or_else(|error| error.code().0, |_| "done")
}

/// A game that Boris has joined.
fn begun(variant: &str, clock: &str) -> Room {
    let room = Room::load(made(variant, Opponent::Link, clock), vec![]).unwrap();
    after!(room, join, "boris", "two", true, BEGUN).unwrap()
}

/// A game against the engine, or alone.
fn alone(variant: &str, opponent: Opponent, clock: &str) -> Room {
    let mut room = Room::load(made(variant, opponent, clock), vec![]).unwrap();
    let change = room.begin(BEGUN);
    let _ = room.apply(change);
    room
}

fn play(room: &Room, who: Actor<'_>, action: &str, now_ms: i64) -> Room {
    after!(room, submit, who, room.row.ply, &[action.into()], None, now_ms).unwrap()
}

fn texts(room: &Room) -> Vec<&str> {
    room.entries.iter().map(|entry| entry.row.text.as_str()).collect()
}

#[test]
fn the_free_seat_is_taken_once_by_who_may() {
    let mut row = made("senet", Opponent::Link, "5+3");
    let open = Room::load(row.clone(), vec![]).unwrap();
    assert_eq!(open.source().map(|_| ()), None, "a nonce is missing");
    assert!(open.is_visible_to(None) && open.may_abort());
    assert_eq!(code(after!(open, join, "anna", "x", true, BEGUN)), "not-possible");
    let joined = after!(open, join, "boris", "two", false, BEGUN).unwrap();
    assert_eq!(joined.row.second_account.as_deref(), Some("boris"));
    assert_eq!(joined.row.second_nonce.as_deref(), Some("two"));
    assert_eq!((joined.row.phase, joined.row.public), (Phase::Live, false));
    assert!(after!(open, join, "boris", "two", true, BEGUN).unwrap().row.public);
    assert_eq!(joined.row.due_ms, Some(BEGUN + 300_000));
    // The throws follow at once, and are those of the source.
    assert_eq!((joined.throws, joined.row.ply), (1, 1));
    let source = joined.source().unwrap();
    assert_eq!((source.game.as_str(), source.nonces), ("game", ["one".into(), "two".into()]));
    assert_eq!(code(after!(joined, join, "clara", "x", true, BEGUN)), "seat-taken");
    // Only who was challenged.
    row.challenged = Some("boris".into());
    row.public = false;
    let open = Room::load(row.clone(), vec![]).unwrap();
    assert_eq!(code(after!(open, join, "clara", "x", true, BEGUN)), "seat-taken");
    assert!(!after!(open, join, "boris", "x", true, BEGUN).unwrap().row.public);
    // The first seat, if that is free; none if the engine has the other.
    (row.first_account, row.second_account) = (None, Some("anna".into()));
    (row.first_nonce, row.second_nonce) = (None, Some("two".into()));
    let open = Room::load(row, vec![]).unwrap();
    let joined = after!(open, join, "boris", "x", true, BEGUN).unwrap();
    assert_eq!(joined.row.first_account.as_deref(), Some("boris"));
    assert_eq!(joined.row.first_nonce.as_deref(), Some("x"));
    let engine = Room::load(made(SEEGA, Opponent::Engine, "none"), vec![]).unwrap();
    assert_eq!(code(after!(engine, join, "boris", "x", true, BEGUN)), "seat-taken");
}

#[test]
fn who_may_see_a_private_game() {
    let mut row = made(SEEGA, Opponent::Link, "none");
    row.private = true;
    let open = Room::load(row, vec![]).unwrap();
    let live = after!(open, join, "boris", "two", false, BEGUN).unwrap();
    let seen = |room: &Room| {
        [None, Some("anna"), Some("boris"), Some("clara")].map(|who| room.is_visible_to(who))
    };
    assert_eq!(seen(&open), [true; 4]);
    assert_eq!(seen(&live), [false, true, true, false]);
    assert_eq!(seen(&begun(SEEGA, "none")), [true; 4]);
}

#[test]
fn a_submission_is_judged_by_ply_seat_and_length() {
    let room = begun(SEEGA, "5+3");
    let submit = |room: &Room, who, ply, actions: &[&str]| {
        let actions: Vec<String> = actions.iter().map(|action| (*action).into()).collect();
        after!(room, submit, who, ply, &actions, Some("x"), BEGUN + 1_000)
    };
    assert_eq!(code(submit(&room, STRANGER, 0, &["a1"])), "not-your-game");
    assert_eq!(code(submit(&room, BORIS, 0, &["a1"])), "not-your-turn");
    assert_eq!(code(submit(&room, ANNA, 1, &["a1"])), "stale");
    assert_eq!(code(submit(&room, ANNA, 0, &[])), "bad-request");
    assert_eq!(code(submit(&room, ANNA, 0, &["z9"])), "illegal");
    // As many as one may send are judged, more are not.
    assert_eq!(code(submit(&room, ANNA, 0, &["a1"; 64])), "illegal");
    assert_eq!(code(submit(&room, ANNA, 0, &["a1"; 65])), "bad-request");
    let next = submit(&room, ANNA, 0, &["a1"]).unwrap();
    assert_eq!((next.row.ply, next.row.version, texts(&next)), (1, 2, vec!["a1"]));
    // Part of a turn: no increment, and the clock goes on.
    assert_eq!(next.row.state.times.left_ms, [299_000, 300_000]);
    assert_eq!(next.row.due_ms, Some(BEGUN + 1_000 + 299_000));
    let next = after!(next, submit, ANNA, 1, &["b1".into()], None, BEGUN + 3_000).unwrap();
    assert_eq!(next.row.state.times.left_ms, [300_000, 300_000]);
    assert_eq!(next.row.due_ms, Some(BEGUN + 3_000 + 300_000));
    // More than a turn.
    assert_eq!(code(submit(&room, ANNA, 0, &["a1", "b1", "d1"])), "not-your-turn");
    // What was stored before is known by its id, or by where it stands; not as another's.
    let stored = |who, ply, actions: &[&str], id| {
        let actions: Vec<String> = actions.iter().map(|action| (*action).into()).collect();
        next.stored_before(who, ply, &actions, id).map_err(|error| error.code().0)
    };
    assert_eq!(stored(ANNA, 0, &["a1"], Some("x")), Ok(Some(2)));
    assert_eq!(stored(ANNA, 0, &["b1"], Some("x")), Err("id-reused"));
    assert_eq!(stored(ANNA, 0, &["a1"], None), Ok(Some(2)));
    assert_eq!(stored(ANNA, 1, &["b1"], Some("y")), Ok(Some(3)));
    assert_eq!(stored(ANNA, 0, &["a1", "b1"], None), Ok(Some(3)));
    assert_eq!(stored(BORIS, 0, &["a1"], Some("x")), Ok(None));
    assert_eq!(stored(ANNA, 0, &["c1"], None), Ok(None));
    assert_eq!(stored(ANNA, 0, &["a1", "b1", "d1"], None), Ok(None));
    assert_eq!(stored(ANNA, 2, &[], None), Ok(None));
    assert_eq!(stored(ANNA, 0, &[], None), Ok(None));
    assert_eq!(stored(ANNA, -1, &["a1"], None), Ok(None));
}

#[test]
fn draws_are_offered_accepted_and_declined() {
    let room = begun(SEEGA, "none");
    let draw = |room: &Room, who, answer| after!(room, draw, who, answer, BEGUN + 5);
    assert_eq!(code(draw(&room, STRANGER, Answer::Offer)), "not-your-game");
    assert_eq!(code(draw(&room, ANNA, Answer::Accept)), "nothing-offered");
    assert_eq!(code(draw(&room, ANNA, Answer::Decline)), "nothing-offered");
    let offered = draw(&room, ANNA, Answer::Offer).unwrap();
    assert_eq!((offered.row.state.draw, offered.row.phase), (Some(Side::First), Phase::Live));
    assert_eq!(code(draw(&offered, ANNA, Answer::Accept)), "nothing-offered");
    assert_eq!(draw(&offered, ANNA, Answer::Decline).unwrap().row.state.draw, None);
    assert_eq!(draw(&offered, BORIS, Answer::Decline).unwrap().row.state.draw, None);
    for answer in [Answer::Accept, Answer::Offer] {
        let drawn = draw(&offered, BORIS, answer).unwrap();
        assert_eq!(drawn.row.winner, Some(Winner::Draw));
        assert_eq!((drawn.row.reason, drawn.row.ended_ms), (Some(End::Agreement), Some(BEGUN + 5)));
        assert_eq!((drawn.row.phase, drawn.row.due_ms), (Phase::Over, None));
        assert_eq!(code(draw(&drawn, ANNA, Answer::Offer)), "game-over");
    }
    // The own move leaves the own offer, the opponent's move takes it back.
    let moved = play(&play(&offered, ANNA, "a1", BEGUN), ANNA, "b1", BEGUN);
    assert_eq!(moved.row.state.draw, Some(Side::First));
    assert_eq!(play(&moved, BORIS, "d1", BEGUN).row.state.draw, None);
    let engine = alone(SEEGA, Opponent::Engine, "none");
    assert_eq!(code(draw(&engine, ANNA, Answer::Offer)), "not-possible");
    let local = alone(SEEGA, Opponent::Local, "none");
    assert_eq!(draw(&local, ANNA, Answer::Offer).unwrap().row.reason, Some(End::Agreement));
}

#[test]
fn a_takeback_goes_back_to_the_own_last_turn() {
    let mut room = begun(SEEGA, "5+3");
    let back = |room: &Room, who, answer| after!(room, takeback, who, answer, BEGUN + 9_000);
    assert_eq!(room.may_take_back(), [false, false]);
    assert_eq!(code(back(&room, ANNA, Answer::Offer)), "nothing-to-take-back");
    for (who, action) in [(ANNA, "a1"), (ANNA, "b1"), (BORIS, "d1"), (BORIS, "e1")] {
        room = play(&room, who, action, BEGUN + 1_000);
    }
    room = play(&room, ANNA, "a2", BEGUN + 2_000);
    assert_eq!(room.may_take_back(), [true, true]);
    for answer in [Answer::Accept, Answer::Decline] {
        assert_eq!(code(back(&room, BORIS, answer)), "nothing-offered");
    }
    let asked = back(&room, BORIS, Answer::Offer).unwrap();
    assert_eq!(asked.row.state.takeback, Some((Side::Second, 2)));
    assert_eq!(code(back(&asked, BORIS, Answer::Accept)), "nothing-offered");
    assert_eq!(back(&asked, ANNA, Answer::Decline).unwrap().row.state.takeback, None);
    let taken = back(&asked, ANNA, Answer::Accept).unwrap();
    assert_eq!((texts(&taken), taken.row.ply), (vec!["a1", "b1"], 2));
    assert_eq!(taken.row.state.takeback, None);
    // Anna was to act and pays for the time until then; Boris's clock runs from now on.
    assert_eq!(taken.row.state.times.left_ms[0], room.row.state.times.left_ms[0] - 7_000);
    assert_eq!(taken.row.state.times.since_ms, BEGUN + 9_000);
    // The turn under way, if one has begun it.
    let asked = back(&room, ANNA, Answer::Offer).unwrap();
    assert_eq!(asked.row.state.takeback, Some((Side::First, 4)));
    // Without asking, where there is no one to ask: each turn of either side.
    let mut local = alone(SEEGA, Opponent::Local, "none");
    for action in ["a1", "b1", "d1"] {
        local = play(&local, ANNA, action, BEGUN);
    }
    let local = back(&local, ANNA, Answer::Offer).unwrap();
    assert_eq!(texts(&local), ["a1", "b1"]);
    assert_eq!(texts(&back(&local, ANNA, Answer::Offer).unwrap()), Vec::<&str>::new());
}

#[test]
fn a_taken_back_turn_has_all_its_time_if_time_is_by_turns() {
    let room = begun(SEEGA, "1d");
    let room = play(&play(&room, ANNA, "a1", BEGUN + 1_000), ANNA, "b1", BEGUN + 2_000);
    let asked = after!(room, takeback, ANNA, Answer::Offer, BEGUN + 3_000).unwrap();
    let taken = after!(asked, takeback, BORIS, Answer::Accept, BEGUN + 4_000).unwrap();
    assert_eq!(taken.row.state.times.left_ms, [DAY, DAY]);
    assert_eq!(taken.row.due_ms, Some(BEGUN + 4_000 + DAY));
}

#[test]
fn the_same_throws_come_after_a_takeback() {
    let mut room = begun("senet", "none");
    let mut steps = 0;
    while room.throws < 5 {
        let who = if room.game.side() == Side::First { ANNA } else { BORIS };
        let action = room.game.choices()[0].text.clone();
        room = play(&room, who, &action, BEGUN);
        steps += 1;
        assert!(steps < 100);
    }
    let thrown = |room: &Room| -> Vec<String> {
        let throws = room.entries.iter().filter(|entry| entry.played.is_throw);
        throws.map(|entry| entry.row.text.clone()).collect()
    };
    let all = thrown(&room);
    assert_eq!(all.len(), 5);
    let asked = after!(room, takeback, ANNA, Answer::Offer, BEGUN).unwrap();
    let back = after!(asked, takeback, BORIS, Answer::Accept, BEGUN).unwrap();
    assert_eq!(back.throws as usize, thrown(&back).len());
    assert!(back.throws < 5 && all.starts_with(&thrown(&back)));
    let mut again = back;
    while again.throws < 5 {
        let who = if again.game.side() == Side::First { ANNA } else { BORIS };
        let action = again.game.choices()[0].text.clone();
        again = play(&again, who, &action, BEGUN);
    }
    assert_eq!(thrown(&again), all);
    // The same from what is stored.
    let rows: Vec<EntryRow> = again.entries.iter().map(|entry| entry.row.clone()).collect();
    assert_eq!(Room::load(again.row.clone(), rows).unwrap().throws, again.throws);
}

#[test]
fn a_game_is_aborted_until_both_have_moved() {
    let open = Room::load(made(SEEGA, Opponent::Link, "none"), vec![]).unwrap();
    let abort = |room: &Room, who| after!(room, abort, who, BEGUN + 1);
    assert_eq!(code(abort(&open, BORIS)), "not-your-game");
    let over = abort(&open, ANNA).unwrap();
    assert_eq!((over.row.phase, over.row.reason), (Phase::Over, Some(End::Aborted)));
    assert_eq!((over.may_abort(), code(abort(&over, ANNA))), (false, "game-over"));
    // Who was challenged declines so; others do not, and not once it has begun.
    let mut row = made(SEEGA, Opponent::Link, "none");
    row.challenged = Some("boris".into());
    let open = Room::load(row, vec![]).unwrap();
    assert_eq!(code(abort(&open, STRANGER)), "not-your-game");
    assert_eq!(abort(&open, BORIS).unwrap().row.phase, Phase::Over);
    let mut room = begun(SEEGA, "none");
    assert_eq!(code(abort(&room, STRANGER)), "not-your-game");
    for (who, action) in [(ANNA, "a1"), (ANNA, "b1"), (BORIS, "d1")] {
        assert!(room.may_abort());
        assert_eq!(abort(&room, BORIS).unwrap().row.winner, Some(Winner::None));
        room = play(&room, who, action, BEGUN);
    }
    assert_eq!((room.may_abort(), code(abort(&room, ANNA))), (false, "too-late-to-abort"));
    // A throw is no move of a player.
    assert!(begun("senet", "none").may_abort());
}

#[test]
fn an_absent_opponent_is_claimed_against_when_it_is_time() {
    let gone = 60_000;
    let mut room = begun(SEEGA, "none");
    let at = |room: &Room, side, seen| room.claim_at_ms(side, seen, gone);
    // Whose turn it is cannot claim.
    assert_eq!(at(&room, Side::First, [0, 0]), None);
    assert_eq!(at(&room, Side::Second, [0, 0]), Some(BEGUN + gone));
    assert_eq!(at(&room, Side::Second, [BEGUN + 7, BEGUN + 9]), Some(BEGUN + 7 + gone));
    room = play(&play(&room, ANNA, "a1", BEGUN), ANNA, "b1", BEGUN + 5);
    assert_eq!(at(&room, Side::First, [0, 0]), Some(BEGUN + 5 + gone));
    assert_eq!(at(&room, Side::Second, [0, 0]), None);
    room = play(&room, BORIS, "d1", BEGUN + 50);
    assert_eq!(at(&room, Side::First, [0, BEGUN + 20]), Some(BEGUN + 50 + gone));
    let claim = |room: &Room, who, now_ms| after!(room, claim, who, [0, 0], gone, now_ms);
    assert_eq!(code(claim(&room, STRANGER, BEGUN + 100 + gone)), "not-your-game");
    assert_eq!(code(claim(&room, BORIS, BEGUN + 100 + gone)), "not-possible");
    assert_eq!(code(claim(&room, ANNA, BEGUN + 49 + gone)), "not-gone");
    let won = claim(&room, ANNA, BEGUN + 50 + gone).unwrap();
    assert_eq!((won.row.winner, won.row.reason), (Some(Winner::First), Some(End::Abandoned)));
    assert_eq!(code(claim(&won, ANNA, BEGUN + 100 + gone)), "game-over");
    assert_eq!(at(&won, Side::First, [0, 0]), None);
    assert_eq!(at(&alone(SEEGA, Opponent::Local, "none"), Side::Second, [0, 0]), None);
    let mut engine = alone(SEEGA, Opponent::Engine, "none");
    engine = play(&play(&engine, ANNA, "a1", BEGUN), ANNA, "b1", BEGUN);
    assert_eq!(at(&engine, Side::First, [0, 0]), None, "it is thinking");
}

#[test]
fn an_engine_that_fails_is_noted_once_and_can_be_claimed_against() {
    let room = alone(SEEGA, Opponent::Engine, "none");
    let fail = |room: &Room, ply| after!(room, engine_failed, ply, BEGUN + 1);
    assert_eq!(code(fail(&begun(SEEGA, "none"), 0)), "not-your-game");
    assert_eq!(code(fail(&room, 0)), "not-possible", "it is not its turn");
    assert_eq!(room.row.engine_ms, None);
    let turn = play(&play(&room, ANNA, "a1", BEGUN), ANNA, "b1", BEGUN + 4);
    assert_eq!(turn.row.engine_ms, Some(BEGUN + 4 + 1_500));
    assert_eq!(code(fail(&turn, 1)), "stale");
    let failed = fail(&turn, 2).unwrap();
    assert_eq!((failed.row.state.engine_failed, failed.row.engine_ms), (true, None));
    assert_eq!(code(fail(&failed, 2)), "not-possible");
    assert_eq!(failed.claim_at_ms(Side::First, [0, 0], 60_000), Some(0));
    let won = after!(failed, claim, ANNA, [0, 0], 60_000, BEGUN + 5).unwrap();
    assert_eq!((won.row.winner, won.row.state.engine_failed), (Some(Winner::First), false));
    let back = after!(failed, takeback, ANNA, Answer::Offer, BEGUN + 5).unwrap();
    assert_eq!((back.row.state.engine_failed, back.row.ply), (false, 0));
}

#[test]
fn what_is_due_falls_at_its_millisecond() {
    let open = Room::load(made(SEEGA, Opponent::Link, "none"), vec![]).unwrap();
    assert!(open.expire(MADE + FORTNIGHT - 1).is_none());
    let change = open.expire(MADE + FORTNIGHT).unwrap();
    assert_eq!(change.append.row.reason, Some(End::Aborted));
    let room = begun(SEEGA, "1+0");
    assert!(room.expire(BEGUN + 59_999).is_none());
    let mut flagged = room.clone();
    let change = room.expire(BEGUN + 60_000).unwrap();
    let (events, _) = flagged.apply(change);
    let Happening::Over { winner, reason, .. } = events[0].what else { panic!("{events:?}") };
    assert_eq!((winner, reason), (Winner::Second, End::Time));
    assert_eq!(flagged.row.state.times.left_ms, [0, 60_000]);
    assert!(flagged.expire(i64::MAX).is_none());
    assert!(begun(SEEGA, "none").expire(i64::MAX).is_none());
    // An end by other means leaves what was left.
    let resigned = after!(room, resign, BORIS, BEGUN + 10_000).unwrap();
    assert_eq!(resigned.row.state.times.left_ms, [50_000, 60_000]);
    assert_eq!(resigned.row.winner, Some(Winner::First));
}

#[test]
fn a_rated_game_counts_when_both_have_moved() {
    let mut row = made(SEEGA, Opponent::Link, "1+0");
    row.rated = Rated::Pending;
    let open = Room::load(row, vec![]).unwrap();
    let mut room = after!(open, join, "boris", "two", true, BEGUN).unwrap();
    let resigned = |room: &Room| after!(room, resign, BORIS, BEGUN + 1).unwrap().row.reason;
    for (who, action) in [(ANNA, "a1"), (ANNA, "b1"), (BORIS, "d1")] {
        assert_eq!(resigned(&room), Some(End::Aborted));
        room = play(&room, who, action, BEGUN);
    }
    assert_eq!(resigned(&room), Some(End::Resign));
}

#[test]
fn a_rematch_needs_both_where_there_are_two() {
    let again = |room: &Room, who| {
        let (change, agreed) = room.rematch(who, BEGUN + 9).map_err(|error| error.code().0)?;
        let mut next = room.clone();
        let _ = next.apply(change);
        Ok::<_, &str>((next, agreed))
    };
    let live = begun(SEEGA, "none");
    assert_eq!(again(&live, ANNA).map(|_| ()), Err("not-possible"));
    let over = after!(live, resign, ANNA, BEGUN + 1).unwrap();
    assert_eq!(again(&over, STRANGER).map(|_| ()), Err("not-your-game"));
    let (offered, agreed) = again(&over, ANNA).unwrap();
    assert_eq!((offered.row.state.rematch_by, agreed), (Some(Side::First), false));
    let (still, agreed) = again(&offered, ANNA).unwrap();
    assert_eq!((still.row.state.rematch, agreed), (None, false));
    let (made, agreed) = again(&offered, BORIS).unwrap();
    assert!(agreed && made.row.state.rematch.as_deref().is_some_and(|id| id.len() == 15));
    assert_eq!(again(&made, ANNA).map(|_| ()), Err("not-possible"));
    for opponent in [Opponent::Engine, Opponent::Local] {
        let over = after!(alone(SEEGA, opponent, "none"), resign, ANNA, BEGUN + 1).unwrap();
        assert!(again(&over, ANNA).unwrap().1);
    }
    // There is no one to play again with, on whichever seat.
    for creator in Side::BOTH {
        let mut row = self::made(SEEGA, Opponent::Link, "none");
        if creator == Side::Second {
            std::mem::swap(&mut row.first_account, &mut row.second_account);
        }
        let open = Room::load(row, vec![]).unwrap();
        let over = after!(open, abort, ANNA, BEGUN).unwrap();
        assert_eq!(again(&over, ANNA).map(|_| ()), Err("not-possible"));
    }
}

#[test]
fn stored_rows_that_make_no_game_are_refused() {
    let row = made(SEEGA, Opponent::Link, "none");
    let entry = |text: &str| EntryRow {
        ply: 0,
        version: 1,
        side: Side::First,
        text: text.into(),
        at_ms: BEGUN,
    };
    let loads = |row: &GameRow, entries: Vec<EntryRow>| Room::load(row.clone(), entries).is_ok();
    assert!(loads(&row, vec![]) && loads(&row, vec![entry("a1")]));
    assert!(!loads(&row, vec![entry("z9")]));
    assert!(!loads(&GameRow { clock: "soon".into(), ..row.clone() }, vec![]));
    assert!(!loads(&GameRow { variant: "chess".into(), ..row.clone() }, vec![]));
    assert!(!loads(&GameRow { start: Some("nonsense".into()), ..row.clone() }, vec![]));
    for (ply, good) in [(-1, false), (0, true), (1, true), (2, false)] {
        let mut row = GameRow { ply: 1, ..row.clone() };
        row.state.takeback = Some((Side::First, ply));
        assert_eq!(loads(&row, vec![entry("a1")]), good, "{ply}");
    }
}

#[test]
fn clocks_are_read_strictly() {
    let total = |start_ms, increment_ms| Some(Clock::Total { start_ms, increment_ms });
    for (text, clock) in [
        ("none", Some(Clock::None)),
        ("5+3", total(300_000, 3_000)),
        ("0.5+0", total(30_000, 0)),
        ("1.5+0", total(90_000, 0)),
        ("0.05+1", total(3_000, 1_000)),
        ("2.25+0", total(135_000, 0)),
        ("0.01+10", total(600, 10_000)),
        ("180+180", total(10_800_000, 180_000)),
        ("1d", Some(Clock::Turn(DAY))),
        ("3d", Some(Clock::Turn(3 * DAY))),
        ("30d", Some(Clock::Turn(30 * DAY))),
    ] {
        assert_eq!(Clock::read(text), clock, "{text}");
    }
    for bad in [
        "", "5", "+", "5++3", "0+5", "0.0+5", "5+", "+5", "-5+3", "05+3", "5+03", "5.+1",
        "5.123+1", ".5+1", "5.x+1", "x+1", "1+x", "999+1", "181+0", "180.01+0", "1000+0", "1+181",
        "1+1000", "0d", "01d", "31d", "100d", "d", "xd",
    ] {
        assert_eq!(Clock::read(bad), None, "{bad}");
    }
}

#[test]
fn clocks_stand_in_an_outage() {
    let clock = Clock::Total { start_ms: 10_000, increment_ms: 0 };
    let outages = [(500, 900), (2_000, 60_000), (61_000, 62_000)]
        .map(|(from_ms, until_ms)| Outage { from_ms, until_ms });
    let times = Times::start(clock, 1_000).credited(clock, Side::First, &outages);
    assert_eq!(times, Times { left_ms: [8_000, 10_000], since_ms: 62_000 });
    assert_eq!(times, times.credited(clock, Side::First, &outages));
    // Begun in the middle of one.
    let times = Times::start(clock, 30_000).credited(clock, Side::Second, &outages[..2]);
    assert_eq!(times, Times { left_ms: [10_000; 2], since_ms: 60_000 });
    // Without a clock nothing is taken.
    let times = Times::start(Clock::None, 1_000).credited(Clock::None, Side::First, &outages);
    assert_eq!(times, Times { left_ms: [0; 2], since_ms: 62_000 });
}

#[test]
fn time_is_taken_and_given_by_turns() {
    let clock = Clock::Total { start_ms: 10_000, increment_ms: 2_000 };
    let times = Times::start(clock, 1_000);
    assert_eq!(times.due_ms(clock, Side::First), Some(11_000));
    assert_eq!(times.due_ms(Clock::None, Side::First), None);
    assert_eq!(times.left(Side::First, 500), 10_000, "before it runs");
    let times = times.acted(clock, Side::First, false, 4_000);
    assert_eq!(times.left(Side::First, 4_000), 7_000);
    let times = times.acted(clock, Side::First, true, 5_000);
    assert_eq!(times.left_ms, [8_000, 10_000]);
    assert_eq!(times.due_ms(clock, Side::Second), Some(15_000));
    let days = Clock::Turn(1_000);
    let times = Times::start(days, 0).acted(days, Side::First, false, 300);
    assert_eq!(times.left_ms, [700, 1_000]);
    let times = times.acted(days, Side::First, true, 900);
    assert_eq!(times.left_ms, [1_000, 1_000]);
    assert_eq!(times.due_ms(days, Side::Second), Some(1_900));
}
