//! Properties of all texts that come from outside, by proptest: no input panics; a position that
//! is accepted prints back exactly and can be played; options survive any order; records and PDN
//! survive writing and reading, whatever people note in them.

mod support;

use fastrand::Rng;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rules::record::{Noted, Record, pdn};
use rules::{
    Allowed, End, Game, GameId, OptionSpec, OptionsError, Outcome, Side, Status, Variant, open,
};
use support::play::{rule_sets, variant, wander};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Texts of all kinds: any characters, and those that the games' texts are made of.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-oA-OgbrwBRcs0-9./, *?@:>-]{0,60}",
        "([a-j](10|[0-9])[->:@]?){0,6}",
        "([a-z]{1,9}=[a-z0-9-]{0,6},?){0,4}",
        "(\\[[A-Z][a-z]{0,6} \"[^\"]{0,9}\"\\]\n){0,3}\n?[a-h0-9.:{}()!?$;% -]{0,40}",
    ]
}

/// A rule set from the list of the contract suite.
fn any_variant() -> impl Strategy<Value = Variant> {
    let all: Vec<&str> = GameId::ALL.into_iter().flat_map(rule_sets).copied().collect();
    select(all).prop_map(variant)
}

/// A rule set with any values of its options, and the same as a text in any order.
fn any_options() -> impl Strategy<Value = (GameId, Vec<(&'static OptionSpec, String)>)> {
    fn value(option: &'static OptionSpec) -> BoxedStrategy<String> {
        match option.allowed {
            Allowed::Words(words) => select(words).prop_map(str::to_owned).boxed(),
            Allowed::Numbers(numbers) => select(numbers).prop_map(|n| n.to_string()).boxed(),
            Allowed::Range(low, high) => (low..=high).prop_map(|n| n.to_string()).boxed(),
        }
    }
    select(GameId::ALL.to_vec()).prop_flat_map(|game| {
        let pairs: Vec<_> = game
            .options()
            .iter()
            .map(|option| value(option).prop_map(move |v| (option, v)))
            .collect();
        let count = 0..=pairs.len();
        (Just(game), (pairs.prop_shuffle(), count).prop_map(|(all, count)| all[..count].to_vec()))
    })
}

/// A game somewhere in the middle of random play.
fn any_game() -> impl Strategy<Value = Game> {
    (any_variant(), any::<u64>(), 0..120usize).prop_map(|(variant, seed, length)| {
        let mut game = Game::start(variant);
        wander(&mut game, &mut Rng::with_seed(seed), length);
        game
    })
}

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    Replace(Index, char),
    Insert(Index, char),
    Delete(Index),
    SwapFields(Index, Index),
    SwapCharacters(Index, Index),
    ReplaceField(Index, String),
}

fn any_change() -> impl Strategy<Value = Change> {
    let letters: Vec<char> = "gbrwWBRckKAaOo0123456789.-*?tfp, /".chars().collect();
    let character = prop_oneof![9 => select(letters), 1 => any::<char>()];
    let fields = [
        "0", "1", "2", "100", "65535", "65536", "-", "g", "b", "r", "w", "c", "s", "t", "f", "5",
        "2p", "0p", "1-", "g?", "0,0", "1,1", "12,0", "*", "c3", "a1", "", "00", "+1",
    ];
    prop_oneof![
        (any::<Index>(), character.clone()).prop_map(|(at, c)| Change::Replace(at, c)),
        (any::<Index>(), character).prop_map(|(at, c)| Change::Insert(at, c)),
        any::<Index>().prop_map(Change::Delete),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::SwapFields(a, b)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::SwapCharacters(a, b)),
        (any::<Index>(), select(fields.to_vec()))
            .prop_map(|(at, text)| Change::ReplaceField(at, text.to_owned())),
    ]
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let mut fields: Vec<&str> = text.split(' ').collect();
        if characters.is_empty() {
            return "x".to_owned();
        }
        match self {
            Change::Replace(at, character) => *at.get_mut(&mut characters) = *character,
            Change::Insert(at, c) => characters.insert(at.index(characters.len() + 1), *c),
            Change::Delete(at) => {
                characters.remove(at.index(characters.len()));
            }
            Change::SwapCharacters(one, other) => {
                let (one, other) = (one.index(characters.len()), other.index(characters.len()));
                characters.swap(one, other);
            }
            Change::SwapFields(one, other) => {
                let (one, other) = (one.index(fields.len()), other.index(fields.len()));
                fields.swap(one, other);
                return fields.join(" ");
            }
            Change::ReplaceField(at, text) => {
                *at.get_mut(&mut fields) = text;
                return fields.join(" ");
            }
        }
        characters.into_iter().collect()
    }
}

fn check_position(variant: Variant, text: &str, seed: u64) -> Result<(), TestCaseError> {
    match Game::from_position(variant, text) {
        Err(error) => {
            prop_assert_eq!(error.game, variant.game);
            prop_assert!(!error.to_string().is_empty());
        }
        Ok(mut game) => {
            prop_assert_eq!(game.position(), text, "{}", variant);
            let _ = game.view();
            for side in Side::BOTH {
                let _ = game.resigned(side);
            }
            wander(&mut game, &mut Rng::with_seed(seed), 25);
            let again = Game::from_position(variant, &game.position());
            let again = again.map_err(|e| TestCaseError::fail(format!("{game:?}: {e}")))?;
            prop_assert_eq!(again.key(), game.key());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_position_text(variant in any_variant(), text in any_text(), seed: u64) {
        check_position(variant, &text, seed)?;
    }

    #[test]
    fn any_action_text(game in any_game(), texts in prop::collection::vec(any_text(), 1..8)) {
        let listed: Vec<String> = support::legal(&game);
        for text in texts {
            let mut next = game.clone();
            if next.play(&text).is_ok() {
                // What is accepted is on the list, by this text or (a chain) by its own.
                let own = next.transcript().pop().unwrap().text;
                prop_assert!(listed.contains(&own), "{:?} {}", game, text);
            } else {
                prop_assert_eq!(next.position(), game.position());
                prop_assert_eq!(next.ply(), game.ply());
            }
        }
    }

    #[test]
    fn any_options_text(game in select(GameId::ALL.to_vec()), text in any_text()) {
        let read = Variant::read(game, &text);
        for result in [read, Variant::read_full(&text), open(&text, ""), open(game.id(), &text)] {
            match result {
                Ok(variant) => prop_assert_eq!(Variant::read_full(&variant.to_string()), Ok(variant)),
                Err(error) => check_allowed(&error)?,
            }
        }
    }

    #[test]
    fn any_record_text(text in any_text()) {
        if let Ok(records) = Record::read_all(&text) {
            for record in records {
                let _ = record.replay();
                let _ = record.write();
                let _ = pdn::write(&record);
            }
        }
    }
}

/// The error lists what is allowed in place of what was given.
fn check_allowed(error: &OptionsError) -> Result<(), TestCaseError> {
    let allowed = error.allowed();
    let expected: Vec<String> = match error {
        OptionsError::UnknownGame { .. } => GameId::ALL.map(|game| game.id().to_owned()).to_vec(),
        OptionsError::UnknownName { game, .. } | OptionsError::Repeated { game, .. } => {
            let options = game.options().iter().map(|option| option.name.to_owned());
            options.chain(game.presets().iter().map(|preset| preset.name.to_owned())).collect()
        }
        OptionsError::BadValue { option, .. } => match option.allowed {
            Allowed::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Allowed::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
            Allowed::Range(low, high) => vec![low.to_string(), high.to_string()],
        },
    };
    for word in expected {
        prop_assert!(allowed.contains(&word), "{error}: {word} is not named");
    }
    prop_assert!(error.to_string().contains(&allowed), "{}", error);
    Ok(())
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn changed_position_text(
        game in any_game(),
        changes in prop::collection::vec(any_change(), 1..4),
        seed: u64,
    ) {
        let mut text = game.position();
        for change in &changes {
            text = change.apply(&text);
            check_position(game.variant(), &text, seed)?;
        }
    }

    #[test]
    fn options_in_any_order((game, pairs) in any_options()) {
        let text = |pairs: &[(&OptionSpec, String)]| {
            let parts = pairs.iter().map(|(option, value)| format!("{}={value}", option.name));
            parts.collect::<Vec<_>>().join(",")
        };
        let variant = Variant::read(game, &text(&pairs)).unwrap();
        prop_assert_eq!(Variant::read(game, &variant.options_text()), Ok(variant));
        prop_assert_eq!(Variant::read_full(&variant.to_string()), Ok(variant));
        for (option, value) in variant.settings() {
            let said = pairs.iter().find(|(named, _)| named.name == option.name);
            let expected = said.map_or_else(|| option.text(option.default), |(_, v)| v.clone());
            prop_assert_eq!(option.text(value), expected);
        }
        // In its canonical text an option stands only where it differs, and in the table's order.
        let differing: Vec<String> = variant
            .settings()
            .filter(|(option, value)| *value != option.default)
            .map(|(option, value)| format!("{}={}", option.name, option.text(value)))
            .collect();
        prop_assert_eq!(variant.options_text(), differing.join(","));
        if let Some((option, value)) = pairs.first() {
            let twice = format!("{},{}={value}", text(&pairs), option.name);
            let error = Variant::read(game, &twice).unwrap_err();
            prop_assert_eq!(error.code(), "repeated-option");
            check_allowed(&error)?;
            for bad in [format!("{} ={value}", option.name), format!("{}= {value}", option.name),
                format!("{}=", option.name), option.name.to_owned(), format!("{}=0{value}",
                option.name), format!("{}=+{value}", option.name), format!("{}={value},", option.name)] {
                let error = Variant::read(game, &bad);
                prop_assert!(error.is_err(), "{bad} is accepted");
                check_allowed(&error.unwrap_err())?;
            }
        }
    }
}

/// What people write: quotes, braces, backslashes, line breaks, any characters.
fn any_note() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ a-z\"\\\\{}()\\[\\];%$!?.\n\r1-9ж…😀]{0,30}",
        // Looks like a mark of an engine, a tag, a move number.
        select(vec![
            "[%eval]",
            "[%clk 1:00]",
            "1. a1",
            "[Game \"seega\"]",
            "\\",
            "}",
            "{",
            "1-0",
            "*"
        ])
        .prop_map(str::to_owned),
    ]
}

/// A comment as it is kept: on one line, without white space around, and not empty.
fn kept(note: &str) -> Option<String> {
    let text = note.replace(['\n', '\r'], " ").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn any_noted() -> impl Strategy<Value = Noted> {
    let glyph = select(vec!["!", "?", "!!", "??", "!?", "?!"]).prop_map(str::to_owned);
    let eval = prop_oneof![
        (-i32::MAX..=i32::MAX).prop_map(rules::Verdict::Hundredths),
        (-150..=150i32).prop_map(rules::Verdict::Hundredths),
        any::<i32>().prop_filter("a win takes a turn", |n| *n != 0).prop_map(rules::Verdict::Win),
    ];
    (prop::option::of(glyph), prop::option::of(eval), prop::option::of(any_note()))
        .prop_map(|(glyph, eval, comment)| Noted { text: String::new(), glyph, eval, comment })
}

/// A random game from the start or from a middle position, with all that can be noted about it;
/// comments as somebody typed them.
fn any_record(games: impl Strategy<Value = Game>) -> impl Strategy<Value = Record> {
    let tags =
        prop::collection::btree_map("(First|Second|Date|X[A-Za-z0-9_]{1,8})", any_note(), 0..5);
    let notes = prop::collection::vec(any_noted(), 1..8);
    let length = 0..60usize;
    (games, any::<u64>(), length, any::<bool>(), tags, prop::option::of(any_note()), notes, 0..8u8)
        .prop_map(|(game, seed, length, middle, tags, preface, notes, end)| {
            let mut game = if middle {
                Game::from_position(game.variant(), &game.position()).unwrap()
            } else {
                Game::start(game.variant())
            };
            wander(&mut game, &mut Rng::with_seed(seed), length);
            let mut record = Record::of(&game);
            for (entry, note) in record.entries.iter_mut().zip(notes.iter().cycle()) {
                *entry = Noted { text: entry.text.clone(), ..note.clone() };
            }
            if !matches!(game.status(), Status::Over(_)) {
                record.result = match end {
                    0 => Some(game.resigned(Side::First)),
                    1 => Some(Outcome::win(Side::First, End::Time)),
                    2 => Some(Outcome::draw(End::Agreement)),
                    3 => Some(Outcome::win(Side::Second, End::Abandoned)),
                    4 => Some(Outcome::draw(End::Aborted)),
                    _ => None,
                };
            }
            record.tags = tags.into_iter().collect();
            record.preface = preface;
            record
        })
}

/// The record as it is kept: comments on one line.
fn as_kept(record: &Record) -> Record {
    let mut record = record.clone();
    for (_, value) in &mut record.tags {
        *value = value.replace(['\n', '\r'], " ");
    }
    record.preface = record.preface.as_deref().and_then(kept);
    for entry in &mut record.entries {
        entry.comment = entry.comment.as_deref().and_then(kept);
    }
    record
}

/// Classic and cyclic draughts, with other options as well.
fn any_draughts() -> impl Strategy<Value = Game> {
    (select(rule_sets(GameId::DRAUGHTS)), any::<u64>(), 0..120usize).prop_map(|(text, seed, n)| {
        let mut game = Game::start(variant(text));
        wander(&mut game, &mut Rng::with_seed(seed), n);
        game
    })
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn records_round_trip(record in any_record(any_game())) {
        let text = record.write();
        let read = Record::read_all(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&read, &vec![as_kept(&record)], "{}", text);
        prop_assert_eq!(read[0].write(), as_kept(&record).write());
        prop_assert!(read[0].replay().is_ok(), "{}", text);
        // Two games in a text; a game without any entry or comment has no end to be seen.
        if !record.entries.is_empty() {
            let both = Record::read_all(&format!("{text}\n{text}")).unwrap();
            prop_assert_eq!(both, [read.clone(), read].concat());
        }
    }

    #[test]
    fn pdn_round_trip(record in any_record(any_draughts())) {
        let text = pdn::write(&record).unwrap();
        let read = Record::read_all(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&read, &vec![as_kept(&record)], "{}", text);
        prop_assert_eq!(pdn::write(&read[0]).unwrap(), pdn::write(&as_kept(&record)).unwrap());
        prop_assert!(read[0].replay().is_ok(), "{}", text);
    }

    #[test]
    fn changed_record_text(
        record in any_record(any_game()),
        changes in prop::collection::vec(any_change(), 1..6),
    ) {
        let mut text = record.write();
        for change in changes {
            text = change.apply(&text);
            if let Ok(records) = Record::read_all(&text) {
                let written: String =
                    records.iter().map(Record::write).collect::<Vec<_>>().join("\n");
                // What has been read once is kept from then on, unless an entry is no entry at
                // all: then nothing is promised about where it ends.
                let sound = records.iter().all(|record| match record.replay() {
                    Ok(_) => !record.entries.is_empty(),
                    Err(error) => error.fault.code() == "result-mismatch",
                });
                if !sound {
                    continue;
                }
                let again = Record::read_all(&written);
                let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
                prop_assert_eq!(&again, &records, "{}", written);
            }
        }
    }
}
