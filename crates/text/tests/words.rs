//! Everything that `rules` can say has its words in every language.

mod support;

use rules::{
    Allowed, End, Event, Fault, GameId, Illegal, Kind, OptionSpec, OptionsError, Outcome, Piece,
    PositionError, Reason, Side, Square, Status, TrayKind, Verdict, Warning,
};
use support::{Catalogue, assert_sound};
use text::{Lang, Text, text};

fn each(mut check: impl FnMut(Lang, &Text)) {
    for lang in Lang::ALL {
        check(lang, text(lang));
    }
}

/// Both languages' words for one thing, English first.
fn pair(say: impl Fn(&Text) -> String) -> [String; 2] {
    Lang::ALL.map(|lang| say(text(lang)))
}

const C3: Square = Square::grid(2, 2);
const G7: Square = Square::grid(6, 6);

/// The kinds of piece that a game has.
fn kinds(game: GameId) -> &'static [Kind] {
    match game.id() {
        "seega" => &[Kind::Stone],
        "salta" => &[Kind::Sun, Kind::Moon, Kind::Star],
        "senet" => &[Kind::Cone, Kind::Spool],
        "draughts" => &[Kind::Man, Kind::King],
        "diaballik" => &[Kind::Runner, Kind::Holder],
        other => unreachable!("{other}"),
    }
}

#[test]
fn games_and_sides() {
    let names = GameId::ALL.map(|game| pair(|text| text.game_name(game)));
    assert_eq!(
        names,
        [
            ["Seega", "Сиджа"],
            ["Salta", "Сальта"],
            ["Senet", "Сенет"],
            ["Russian cyclic draughts", "Русские циклические шашки"],
            ["Diaballik", "Диабаллик"],
        ]
    );
    let sides =
        GameId::ALL.map(|game| Side::BOTH.map(|side| pair(|text| text.side_name(game, side))));
    assert_eq!(
        sides,
        [
            [["Green", "Зелёные"], ["Blue", "Синие"]],
            [["Green", "Зелёные"], ["Red", "Красные"]],
            [["Cones", "Конусы"], ["Spools", "Катушки"]],
            [["White", "Белые"], ["Black", "Чёрные"]],
            [["Red", "Красные"], ["Blue", "Синие"]],
        ]
    );
    let inline = pair(|text| text.side_inline(GameId::SENET, Side::Second));
    assert_eq!(inline, ["Spools", "катушки"]);
}

#[test]
fn kinds_pieces_and_trays() {
    each(|lang, text| {
        for kind in Kind::ALL {
            assert_sound(lang, &text.kind(kind));
        }
        for tray in TrayKind::ALL {
            assert_sound(lang, &text.tray(tray));
        }
        for game in GameId::ALL {
            for kind in kinds(game) {
                let number = u8::from(game == GameId::SALTA) * 3;
                let [first, second] =
                    Side::BOTH.map(|side| text.piece(game, &Piece { side, kind: *kind, number }));
                assert_sound(lang, &first);
                assert_sound(lang, &second);
                // A cone tells its side by being a cone.
                assert_eq!(first == second, game == GameId::SENET, "{first} {second}");
                assert_eq!(first.contains('3'), number == 3, "{first}");
            }
        }
    });
    let king = Piece::new(Side::Second, Kind::King);
    assert_eq!(pair(|text| text.piece(GameId::DRAUGHTS, &king)), ["black king", "чёрная дамка"]);
}

#[test]
fn turns_throws_and_houses() {
    let game = GameId::SENET;
    let act = Status::ToAct(Side::Second);
    assert_eq!(
        pair(|text| text.whose_turn(game, Side::Second, &act)),
        ["Spools to move", "Ход катушек"]
    );
    assert_eq!(
        pair(|text| text.whose_turn(game, Side::First, &Status::Chance)),
        ["Cones to throw the sticks", "Бросок конусов"]
    );
    let over = Status::Over(Outcome::win(Side::First, End::AllOff));
    assert_eq!(
        pair(|text| text.whose_turn(game, Side::Second, &over)),
        [
            "Cones win: all pieces of Cones have left the board",
            "Конусы выиграли: все фигуры конусов сошли с доски"
        ]
    );
    let throws = [1, 2, 5].map(|points| pair(|text| text.throw(points)));
    assert_eq!(throws, [["1 point", "1 очко"], ["2 points", "2 очка"], ["5 points", "5 очков"]]);
    assert_eq!(pair(|text| text.chance(4, 16)), ["4 in 16", "4 из 16"]);
    each(|lang, text| {
        let houses: Vec<u8> = (0..=31).filter(|square| text.house(*square).is_some()).collect();
        assert_eq!(houses, [15, 26, 27, 28, 29, 30]);
        for game in GameId::ALL {
            for side in Side::BOTH {
                assert_sound(lang, &text.whose_turn(game, side, &Status::ToAct(side)));
            }
        }
        for (steps, pass) in [(2, true), (1, true), (0, true), (2, false), (1, false), (0, false)] {
            let left = text.left(steps, pass);
            assert_sound(lang, &left);
            assert_eq!(left.contains(char::from(b'0' + steps)), steps > 0, "{left}");
        }
    });
}

/// Reasons that say everything without naming squares.
const WITHOUT_SQUARES: [Reason; 13] = [
    Reason::Syntax,
    Reason::GameOver,
    Reason::MustPass,
    Reason::PlacingStage,
    Reason::MovingStage,
    Reason::ThrowDue,
    Reason::MoveDue,
    Reason::StopsAtBeauty,
    Reason::ReserveEmpty,
    Reason::DropClassic,
    Reason::NoStepsLeft,
    Reason::PassUsed,
    Reason::EndBeforeActing,
];

#[test]
fn every_reason_in_every_game_that_uses_it() {
    each(|lang, text| {
        for game in GameId::ALL {
            for (reason, article) in game.articles() {
                for count in [0, 1, 2, 12] {
                    let out = text.illegal(&Illegal::new(game, "x9y9", *reason, vec![G7; count]));
                    assert_sound(lang, &out);
                    let end = match lang {
                        Lang::En => format!(" (article {article})"),
                        Lang::Ru => format!(" (статья {article})"),
                    };
                    assert!(out.ends_with(&end), "{out}");
                    let named = count > 0 && !WITHOUT_SQUARES.contains(reason);
                    assert_eq!(out.contains("g7"), named, "{out}");
                    assert!(out.matches("g7").count() <= 10, "{out}");
                }
            }
        }
    });
}

#[test]
fn refusals_read_well() {
    let say = |game, reason, squares: &[Square]| {
        pair(|text| text.illegal(&Illegal::new(game, "c3", reason, squares.to_vec())))
    };
    assert_eq!(
        say(GameId::DRAUGHTS, Reason::CaptureDue, &[C3, G7]),
        [
            "You must capture: c3, g7 can take an enemy piece (article 3.6)",
            "Нужно бить: чужую шашку можно взять с c3, g7 (статья 3.6)"
        ]
    );
    assert_eq!(
        say(GameId::SEEGA, Reason::NoPiece, &[C3]),
        [
            "There is no stone on c3: move one of your own (article 3.2)",
            "На c3 нет вашего камня: ходите своим камнем (статья 3.2)"
        ]
    );
    assert_eq!(
        say(GameId::SALTA, Reason::JumpDue, &[]),
        [
            "A jump is possible, so you must jump (article 3.4)",
            "Есть прыжок, значит, нужно прыгать (статья 3.4)"
        ]
    );
}

#[test]
fn every_fault_says_what_and_where() {
    each(|lang, text| {
        for fault in Fault::ALL {
            for game in GameId::ALL {
                for field in 0..=5 {
                    let error = PositionError::new(game, *fault, field, "w0w");
                    let out = text.position_error(&error);
                    assert_sound(lang, &out);
                    assert!(out.contains("w0w"), "{out}");
                    let place = match lang {
                        Lang::En => format!("Position, field {field} ("),
                        Lang::Ru => format!("Позиция, часть {field} ("),
                    };
                    assert_eq!(out.starts_with(&place), field > 0, "{out}");
                    assert_sound(lang, &text.position_error(&error.at([C3, G7])));
                }
            }
        }
        let error = PositionError::new(GameId::DRAUGHTS, Fault::PieceOnLight, 1, "wb6");
        assert!(text.position_error(&error.at([C3, G7])).ends_with(" c3, g7)"));
    });
}

#[test]
fn fields_of_a_position_have_names_of_their_own() {
    let fields = [5, 5, 3, 5, 4];
    each(|lang, text| {
        for (game, count) in GameId::ALL.into_iter().zip(fields) {
            let name = |field: usize| {
                text.message(
                    "position-field",
                    &[("game", game.id().into()), ("field", field.into())],
                )
            };
            let mut names: Vec<String> = (1..=count).map(name).collect();
            names.iter().for_each(|name| assert_sound(lang, name));
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{game}");
        }
    });
}

static EXTRA: OptionSpec =
    OptionSpec { name: "extra", allowed: Allowed::Words(&["same", "any"]), default: 0 };

#[test]
fn options_errors_say_what_is_allowed() {
    let game = GameId::SEEGA;
    let bad = OptionsError::BadValue { game, option: &EXTRA, value: "none".to_owned() };
    assert_eq!(
        pair(|text| text.options_error(&bad)),
        [
            "Seega: the option extra cannot be “none”; allowed: same, any",
            "Сиджа: настройка extra не может быть «none»; можно: same, any"
        ]
    );
    let errors = [
        OptionsError::UnknownGame { name: "chess".to_owned() },
        OptionsError::UnknownName { game, name: "speed".to_owned() },
        bad,
        OptionsError::Repeated { game, option: "size" },
    ];
    each(|lang, text| {
        for error in &errors {
            let out = text.options_error(error);
            // What is allowed may be nothing.
            assert_sound(lang, out.trim_end());
            assert!(out.contains(error.found()) && out.ends_with(&error.allowed()), "{out}");
        }
    });
}

/// The event with this code, in a game that has it.
fn sample(code: &str) -> (GameId, Event) {
    let side = Side::First;
    let stone = Piece::new(side, Kind::Stone);
    let sun = Piece { side, kind: Kind::Sun, number: 3 };
    let man = Piece::new(side, Kind::Man);
    let king = Piece::new(side, Kind::King);
    let cone = Piece::new(side, Kind::Cone);
    let spool = Piece::new(Side::Second, Kind::Spool);
    let path = Square::Path;
    let (from, over, to, square) = (C3, Square::grid(3, 3), Square::grid(4, 4), C3);
    match code {
        "threw" => (GameId::SENET, Event::Threw { side, points: 3 }),
        "placed" => (GameId::SEEGA, Event::Placed { piece: stone, square }),
        "dropped" => (GameId::DRAUGHTS, Event::Dropped { piece: man, square }),
        "moved" => (GameId::SALTA, Event::Moved { piece: sun, from, to }),
        "leapt" => (GameId::DRAUGHTS, Event::Leapt { piece: man, from, over, to }),
        "captured" => (GameId::DRAUGHTS, Event::Captured { piece: king, square }),
        "to-reserve" => (GameId::DRAUGHTS, Event::ToReserve { piece: man, square }),
        "promoted" => (GameId::DRAUGHTS, Event::Promoted { piece: king, square }),
        "came-home" => (GameId::SALTA, Event::CameHome { piece: sun, square }),
        "finished" => (GameId::SALTA, Event::Finished { side }),
        "alone" => (GameId::SALTA, Event::Alone { side }),
        "changed-places" => {
            (GameId::SENET, Event::ChangedPlaces { piece: spool, from: path(21), to: path(19) })
        }
        "to-beauty" => (GameId::SENET, Event::ToBeauty { piece: cone, square: path(26) }),
        "to-water" => (GameId::SENET, Event::ToWater { piece: cone, square: path(27) }),
        "reborn" => (GameId::SENET, Event::Reborn { piece: cone, from: path(27), to: path(15) }),
        "trial-again" => (GameId::SENET, Event::TrialAgain { piece: cone, square: path(27) }),
        "left-board" => (GameId::SENET, Event::LeftBoard { piece: cone, from: path(28) }),
        "ball-passed" => (GameId::DIABALLIK, Event::BallPassed { side, from, to }),
        "passed" => (GameId::SENET, Event::Passed { side }),
        "extra-move" => (GameId::SEEGA, Event::ExtraMove { side, square: Some(square) }),
        "placing-ended" => (GameId::SEEGA, Event::PlacingEnded),
        "turn-ended" => (GameId::DIABALLIK, Event::TurnEnded { side }),
        "game-over" => {
            (GameId::DIABALLIK, Event::GameOver { outcome: Outcome::win(side, End::Goal) })
        }
        _ => panic!("an event without a sample: {code}"),
    }
}

#[test]
fn every_event() {
    let mut said = Vec::new();
    for code in Event::CODES {
        let (game, event) = sample(code);
        assert_eq!(event.code(), code);
        each(|lang, text| {
            let out = text.event(game, &event);
            assert_sound(lang, &out);
            said.push(out);
        });
    }
    let all = said.len();
    said.sort();
    said.dedup();
    assert_eq!(said.len(), all, "two events have the same words");
}

#[test]
fn events_read_well() {
    let say = |code| {
        let (game, event) = sample(code);
        pair(|text| text.event(game, &event))
    };
    for (code, words) in [
        ("moved", ["Green moves: Sun 3 from c3 to e5", "Зелёные ходят: Солнце 3 с c3 на e5"]),
        ("captured", ["White loses the king on c3", "Белые теряют дамку на c3"]),
        (
            "extra-move",
            ["Green moves again, with the stone on c3", "Зелёные ходят ещё раз, камнем с c3"],
        ),
        ("passed", ["Cones skip the turn", "Конусы пропускают ход"]),
        ("turn-ended", ["The turn of Red is over", "Ход красных закончен"]),
        (
            "game-over",
            [
                "Game over. Red wins: the ball of Red has reached the far rank",
                "Партия окончена. Красные выиграли: мяч красных дошёл до дальней линии",
            ],
        ),
    ] {
        assert_eq!(say(code), words);
    }
    let free = Event::ExtraMove { side: Side::Second, square: None };
    assert_eq!(
        pair(|text| text.event(GameId::SEEGA, &free)),
        ["Blue moves again", "Синие ходят ещё раз"]
    );
}

#[test]
fn every_piece_can_move_and_be_captured() {
    each(|lang, text| {
        for game in GameId::ALL {
            for kind in kinds(game) {
                for side in Side::BOTH {
                    let piece = Piece { side, kind: *kind, number: 4 };
                    let moved = text.event(game, &Event::Moved { piece, from: C3, to: G7 });
                    assert_sound(lang, &moved);
                    assert!(moved.starts_with(&text.side_name(game, side)), "{moved}");
                    assert!(moved.contains(&text.kind(*kind)), "{moved}");
                    assert_sound(lang, &text.event(game, &Event::Captured { piece, square: C3 }));
                }
            }
        }
    });
}

#[test]
fn every_end_in_every_result() {
    each(|lang, text| {
        for end in End::ALL {
            assert_sound(lang, &text.end_reason(*end));
            for game in GameId::ALL {
                for winner in [Some(Side::First), Some(Side::Second), None] {
                    for points in [None, Some(0), Some(1), Some(42)] {
                        let outcome = Outcome { winner, reason: *end, points };
                        let out = text.outcome(game, &outcome);
                        assert_sound(lang, &out);
                        let Some(side) = winner.filter(|_| *end != End::Aborted) else { continue };
                        assert!(out.starts_with(&text.side_name(game, side)), "{out}");
                        assert_eq!(out.contains("42"), points == Some(42), "{out}");
                    }
                }
                for side in Side::BOTH {
                    let out = text.warning(game, side, &Warning::LosesAtOnce(*end));
                    assert_sound(lang, &out);
                }
            }
        }
    });
}

#[test]
fn results_read_well() {
    let say = |game, outcome| pair(|text| text.outcome(game, &outcome));
    assert_eq!(
        say(GameId::SALTA, Outcome::win(Side::First, End::Home).with_points(21)),
        [
            "Green wins with 21 points: Red has now brought all pieces home too",
            "Зелёные выиграли с 21 очком: у красных теперь тоже все фигуры на своих местах"
        ]
    );
    assert_eq!(
        say(GameId::SEEGA, Outcome::draw(End::Quiet)),
        [
            "Draw: no capture for too long, and both have equally many stones",
            "Ничья: слишком долго не было взятий, и камней поровну"
        ]
    );
    assert_eq!(
        say(GameId::SENET, Outcome::draw(End::Aborted)),
        ["No result: the game was aborted", "Без результата: партия прервана"]
    );
    assert_eq!(
        pair(|text| text.warning(GameId::DIABALLIK, Side::First, &Warning::LosesAtOnce(End::Wall))),
        [
            "Red loses at once with this: the pieces of Red form a wall",
            "Так красные сразу проигрывают: фигуры красных образуют стенку"
        ]
    );
}

/// An option's name, and its values that need words.
type NamedOption = (&'static str, &'static [&'static str]);

/// The options of the rules.
const OPTIONS: [(GameId, &[NamedOption]); 5] = [
    (
        GameId::SEEGA,
        &[
            ("size", &[]),
            ("drops", &[]),
            ("extra", &["same", "any"]),
            ("capture", &["line", "single"]),
            ("centre", &["open", "safe"]),
            ("quiet", &[]),
        ],
    ),
    (GameId::SALTA, &[("goal", &["march", "mirror"]), ("limit", &["0"])]),
    (
        GameId::SENET,
        &[
            ("pieces", &[]),
            ("front", &["cones", "spools"]),
            ("water", &["trial", "return"]),
            ("pass", &["blocked", "free"]),
        ],
    ),
    (GameId::DRAUGHTS, &[("cyclic", &["on", "off"]), ("kingmoves", &["0"]), ("barren", &["0"])]),
    (
        GameId::DIABALLIK,
        &[
            ("order", &["steps-first", "any"]),
            ("pass", &["clear", "over-own"]),
            ("wall", &["loses", "reach", "contact", "off"]),
            ("limit", &["0"]),
            ("start", &["line", "exchanged"]),
        ],
    ),
];

const PRESETS: [(GameId, &str); 7] = [
    (GameId::SEEGA, "traditional"),
    (GameId::SALTA, "tournament"),
    (GameId::SALTA, "original"),
    (GameId::SENET, "short"),
    (GameId::DRAUGHTS, "classic"),
    (GameId::DIABALLIK, "box"),
    (GameId::DIABALLIK, "lively"),
];

#[test]
fn options_and_presets_of_the_rules() {
    each(|lang, text| {
        for (game, options) in OPTIONS {
            for (option, values) in options {
                assert_sound(lang, &text.option_meaning(game, option).unwrap());
                for value in *values {
                    assert_sound(lang, &text.option_value_meaning(game, option, value).unwrap());
                }
            }
        }
        for (game, preset) in PRESETS {
            assert_sound(lang, &text.preset_name(game, preset).unwrap());
        }
        assert_eq!(text.option_meaning(GameId::SEEGA, "speed"), None);
        assert_eq!(text.option_value_meaning(GameId::SEEGA, "size", "5"), None);
        assert_eq!(text.preset_name(GameId::SEEGA, "box"), None);
    });
}

#[test]
fn options_and_presets_of_the_program() {
    each(|_, text| {
        for game in GameId::ALL {
            for option in game.options() {
                let name = option.name;
                assert!(text.option_meaning(game, name).is_some(), "{game} {name}");
                let needing_words = match option.allowed {
                    Allowed::Words(words) => words.to_vec(),
                    Allowed::Range(0, _) => vec!["0"],
                    Allowed::Numbers(_) | Allowed::Range(..) => Vec::new(),
                };
                for value in needing_words {
                    let meaning = text.option_value_meaning(game, name, value);
                    assert!(meaning.is_some(), "{game} {name}={value}");
                }
            }
            for preset in game.presets() {
                assert!(text.preset_name(game, preset.name).is_some(), "{game} {}", preset.name);
            }
        }
    });
}

#[test]
fn no_words_for_what_is_not_there() {
    let list = |prefix: &str, codes: &[&str], helpers: &[&str]| -> Vec<String> {
        codes.iter().chain(helpers).map(|code| format!("{prefix}{code}")).collect()
    };
    let reasons: Vec<_> = Reason::ALL.iter().map(|reason| reason.code()).collect();
    let faults: Vec<_> = Fault::ALL.iter().map(|fault| fault.code()).collect();
    let ends: Vec<_> = End::ALL.iter().map(|end| end.word()).collect();
    let sides: Vec<_> =
        GameId::ALL.iter().flat_map(|game| Side::BOTH.map(|side| game.side_word(side))).collect();
    let mut options = Vec::new();
    let mut values = Vec::new();
    for (game, of_game) in OPTIONS {
        for (option, with_words) in of_game {
            options.push(format!("option-{game}-{option}"));
            values.extend(with_words.iter().map(|value| format!("value-{game}-{option}-{value}")));
        }
    }
    let presets = PRESETS.map(|(game, preset)| format!("preset-{game}-{preset}")).to_vec();
    let catalogue = Catalogue::read(Lang::En);
    for (prefix, expected) in [
        ("illegal-", list("illegal-", &reasons, &["with-command"])),
        ("position-", list("position-", &faults, &["field", "at", "squares"])),
        ("event-", list("event-", &Event::CODES, &[])),
        ("end-", list("end-", &ends, &[])),
        ("kind-", list("kind-", &Kind::ALL.map(Kind::word), &["name"])),
        ("piece-", list("piece-", &Kind::ALL.map(Kind::word), &["word"])),
        ("tray-", list("tray-", &TrayKind::ALL.map(TrayKind::word), &[])),
        ("game-", list("game-", &GameId::ALL.map(GameId::id), &["name"])),
        ("side-", list("side-", &sides, &["name", "inline"])),
        ("option-", options),
        ("value-", values),
        ("preset-", presets),
    ] {
        let found = catalogue.messages.keys().filter(|id| id.starts_with(prefix));
        let found: Vec<_> = found.cloned().collect();
        let mut expected = expected;
        expected.sort();
        expected.dedup();
        assert_eq!(found, expected, "{prefix}");
    }
}

#[test]
fn what_is_given_away_by_force() {
    let forced = |side, score, instead| {
        Lang::ALL.map(|lang| text(lang).forced(GameId::DRAUGHTS, side, score, instead))
    };
    let said = |en: &str, ru: &str| [Some(en.to_owned()), Some(ru.to_owned())];
    let even = Verdict::Hundredths(0);
    assert_eq!(
        forced(Side::First, Verdict::Win(-3), Verdict::Win(1)),
        said("A forced win for Black in 3 turns", "Чёрные форсированно выигрывают в 3 хода")
    );
    assert_eq!(
        forced(Side::Second, Verdict::Decided(Some(Side::First)), even),
        said("A forced win for White", "Белые форсированно выигрывают")
    );
    assert_eq!(
        forced(Side::Second, even, Verdict::Win(-5)),
        said("A win in 5 turns is missed", "Упущен выигрыш в 5 ходов")
    );
    assert_eq!(forced(Side::First, even, Verdict::Hundredths(90)), [None, None]);
    assert_eq!(forced(Side::First, Verdict::Win(2), Verdict::Win(1)), [None, None]);
}

/// Rules are named in words, and a game whose rules make it another one by that one's name.
#[test]
fn titles_and_rules() {
    each(|lang, text| {
        for game in GameId::ALL {
            for option in game.options() {
                let id = format!("name-{game}-{}", option.name);
                assert!(text.has(&id), "{lang}: {id}");
            }
        }
    });
    let titles = |game: &str, rules: &str| {
        let variant = rules::open(game, rules).unwrap();
        pair(|text| text.full_title(variant))
    };
    assert_eq!(titles("seega", ""), ["Seega", "Сиджа"]);
    assert_eq!(
        titles("seega", "size=7,drops=2"),
        ["Seega (Board: 7, Stones a turn: 2)", "Сиджа (Доска: 7, Камней за ход: 2)"]
    );
    assert_eq!(titles("salta", "tournament")[1], "Сальта (Турнирные правила)");
    assert_eq!(titles("draughts", "classic"), ["Russian draughts", "Русские шашки"]);
    assert_eq!(titles("draughts", "classic,barren=30")[0], "Russian draughts (No captures: 30)");
}
