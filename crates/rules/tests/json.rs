//! The JSON forms: what is written is read back as the same, and the words are those of the codes.

use rules::{End, Event, Fault, Game, GameId, Outcome, Reason, Status, Variant, View};
use serde_json::{from_value, json, to_value};

#[test]
fn words_are_the_codes() {
    for end in End::ALL {
        assert_eq!(to_value(end).unwrap(), end.word());
        assert_eq!(from_value::<End>(json!(end.word())).unwrap(), *end);
    }
    for reason in Reason::ALL {
        assert_eq!(to_value(reason).unwrap(), reason.code());
    }
    for fault in Fault::ALL {
        assert_eq!(to_value(fault).unwrap(), fault.code());
    }
    for game in GameId::ALL {
        assert_eq!(to_value(game).unwrap(), game.id());
    }
}

#[test]
fn outcomes_have_their_winner_in_a_word() {
    let aborted = Outcome { winner: None, reason: End::Aborted, points: None };
    assert_eq!(to_value(aborted).unwrap(), json!({"winner": "none", "reason": "aborted"}));
    let home = Outcome::win(rules::Side::Second, End::Home).with_points(34);
    let form = json!({"winner": "second", "reason": "home", "points": 34});
    assert_eq!(to_value(home).unwrap(), form);
    assert_eq!(from_value::<Outcome>(form).unwrap(), home);
    assert!(from_value::<Outcome>(json!({"winner": "third", "reason": "home"})).is_err());
}

#[test]
fn views_events_and_rule_sets_are_read_back() {
    let mut random = fastrand::Rng::with_seed(7);
    for id in GameId::ALL {
        let variant = Variant::default_of(id);
        assert_eq!(from_value::<Variant>(to_value(variant).unwrap()).unwrap(), variant);
        let mut game = Game::start(variant);
        for _ in 0..120 {
            let view = game.view();
            assert_eq!(from_value::<View>(to_value(&view).unwrap()).unwrap(), view);
            let text = match game.status() {
                Status::Over(_) => break,
                Status::Chance => random.choice(game.odds()).unwrap().0.to_owned(),
                Status::ToAct(_) => random.choice(game.choices()).unwrap().text,
            };
            for event in game.play(&text).unwrap().events {
                assert_eq!(from_value::<Event>(to_value(event).unwrap()).unwrap(), event);
            }
        }
    }
}
