//! Game records by example: our own form, and PDN as this and other programs write it.

use rules::record::{Noted, Record, RecordError, RecordFault, pdn, result_text};
use rules::{End, Game, Outcome, Reason, Side, Status, open};

fn read(text: &str) -> Vec<Record> {
    Record::read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn one(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn refused(text: &str) -> RecordError {
    Record::read_all(text).expect_err(text)
}

/// The fault that stands in this game and line.
fn fault_at(text: &str, game: usize, line: usize) -> RecordFault {
    let error = refused(text);
    assert_eq!((error.game, error.line), (game, line), "{error}\n{text}");
    error.fault
}

fn plain(text: &str) -> Noted {
    Noted { text: text.to_owned(), ..Noted::default() }
}

fn texts(record: &Record) -> Vec<&str> {
    record.entries.iter().map(|entry| entry.text.as_str()).collect()
}

/// PDN of a classic game from the start, with these tags besides and this text.
fn pdn_game(tags: &str, text: &str) -> String {
    format!("[GameType \"25\"]\n{tags}\n\n{text}\n")
}

// Our own form.

const FULL: &str = r#"; A remark that is not kept.
% Neither is this.
[ Game "seega" ]
[Rules "quiet=20,size=3"]
[First "Anna \"the Green\" \\ A."]
[Second "Борис"]
[Date "2026.11.15"]
[Result "second resign"]

{A preface
 over two lines} {and more of it}
1. a1 2. b1 {a comment} ; a remark
3.c1! 4. a2 ?! {[%eval -0.35] good
for Blue} 5. c2 {[%eval #-3]} {with a brace \} and a backslash \\}
b2x
"#;

#[test]
fn a_full_record_is_understood() {
    let record = one(FULL);
    assert_eq!(record.variant, open("seega", "size=3,quiet=20").unwrap());
    assert_eq!(record.start, None);
    assert_eq!(record.result, Some(Outcome::win(Side::Second, End::Resign)));
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        record.tags,
        [
            tag("First", r#"Anna "the Green" \ A."#),
            tag("Second", "Борис"),
            tag("Date", "2026.11.15")
        ]
    );
    assert_eq!(record.tag("Second"), Some("Борис"));
    assert_eq!(record.tag("Result"), None);
    assert_eq!(record.preface.as_deref(), Some("A preface  over two lines and more of it"));
    let noted = |text: &str, glyph: Option<&str>, eval, comment: Option<&str>| Noted {
        text: text.to_owned(),
        glyph: glyph.map(ToOwned::to_owned),
        eval,
        comment: comment.map(ToOwned::to_owned),
    };
    assert_eq!(
        record.entries,
        [
            plain("a1"),
            noted("b1", None, None, Some("a comment")),
            noted("c1", Some("!"), None, None),
            noted("a2", Some("?!"), Some(rules::Verdict::Hundredths(-35)), Some("good for Blue")),
            noted(
                "c2",
                None,
                Some(rules::Verdict::Win(-3)),
                Some("with a brace } and a backslash \\")
            ),
            plain("b2x"),
        ]
    );
}

#[test]
fn a_record_is_written_in_one_way() {
    let mut record = one(FULL);
    record.entries.pop();
    let written = record.write();
    assert_eq!(
        written,
        r#"[Game "seega"]
[Rules "size=3,quiet=20"]
[First "Anna \"the Green\" \\ A."]
[Second "Борис"]
[Date "2026.11.15"]
[Result "second resign"]

{A preface  over two lines and more of it} 1. a1 2. b1 {a comment} 3. c1! 4.
a2?! {[%eval -0.35] good for Blue} 5. c2 {[%eval #-3] with a brace \} and a
backslash \\}
"#
    );
    assert_eq!(one(&written), record);
    assert_eq!(one(&written).write(), written);
    record.replay().unwrap();
}

#[test]
fn line_ends_of_other_systems_change_nothing() {
    let crlf = FULL.replace('\n', "\r\n");
    assert_eq!(one(&crlf), one(FULL));
    assert_eq!(one(&format!("\u{feff}{FULL}")), one(FULL));
}

#[test]
fn no_written_line_is_longer_than_80_characters() {
    let mut game = Game::start(open("senet", "").unwrap());
    let mut random = fastrand::Rng::with_seed(3);
    while let (Status::ToAct(_) | Status::Chance, 0..300) = (game.status(), game.ply()) {
        let choices = game.choices();
        game.play(&choices[random.usize(..choices.len())].text).unwrap();
    }
    let mut record = Record::of(&game);
    record.entries[7].comment = Some("слово ".repeat(40).trim_end().to_owned());
    let written = record.write();
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    assert_eq!(one(&written), record);
}

#[test]
fn records_of_random_games_read_back() {
    let mut random = fastrand::Rng::with_seed(5);
    for (game, options) in [
        ("seega", "traditional"),
        ("salta", "limit=20"),
        ("senet", "short"),
        ("draughts", ""),
        ("draughts", "classic"),
        ("diaballik", "box"),
    ] {
        for _ in 0..5 {
            let mut game = Game::start(open(game, options).unwrap());
            while let Status::ToAct(_) | Status::Chance = game.status() {
                let choices = game.choices();
                game.play(&choices[random.usize(..choices.len())].text).unwrap();
            }
            let record = Record::of(&game);
            let again = one(&record.write());
            assert_eq!(again, record);
            assert_eq!(again.replay().unwrap().position(), game.position());
            if record.variant.game == rules::GameId::DRAUGHTS {
                assert_eq!(one(&pdn::write(&record).unwrap()), record);
            }
        }
    }
}

#[test]
fn a_start_of_its_own() {
    let start = "3/gb1/b1g g 0,0 - 4";
    let text = format!("[Game \"seega\"]\n[Rules \"size=3\"]\n[Start \"{start}\"]\n\n1. c1c2\n");
    let record = one(&text);
    assert_eq!(record.start.as_deref(), Some(start));
    let game = record.replay().unwrap();
    assert_eq!(game.start_position(), start);
    assert_eq!(Record::of(&game), record);
    // The standard start need not be told, and is not written.
    let standard = "[Game \"seega\"]\n[Start \"5/5/5/5/5 g 12,12 - 0\"]\n\na1";
    assert_eq!(one(standard).start, None);
}

#[test]
fn several_games_of_both_forms_in_one_text() {
    let own = "[Game \"diaballik\"]\n\n1. a1a2 a2a3 end\n";
    let two = format!("{own}{}{own}", pdn_game("", "1. c3-d4 *"));
    let records = read(&two);
    assert_eq!(records.len(), 3);
    assert_eq!(texts(&records[0]), ["a1a2", "a2a3", "end"]);
    assert_eq!(texts(&records[1]), ["c3-d4"]);
    assert_eq!(records[2], records[0]);
    // A game of tags alone is one, too.
    assert_eq!(read("[Game \"seega\"]\n").len(), 1);
}

#[test]
fn turn_numbers_count_over_both_sides_and_may_be_left_out() {
    let moves = |text: &str| format!("[Game \"diaballik\"]\n\n{text}");
    for good in [
        "1. a1a2 a2a3 end 2. a7a6 a6a5 end",
        "a1a2 a2a3 end a7a6 a6a5 end",
        "1.a1a2 1... a2a3 1... end 2.a7a6 a6a5 end",
    ] {
        assert_eq!(one(&moves(good)).replay().unwrap().turn(), 3, "{good}");
    }
    let fault = fault_at(&moves("1. a1a2 a2a3 end\n\n1... a7a6"), 1, 5);
    assert_eq!(fault, RecordFault::TurnNumber { expected: 2, found: "1...".to_owned() });
    let fault = fault_at(&moves("1. a1a2 2. a2a3 end"), 1, 3);
    assert_eq!(fault, RecordFault::TurnNumber { expected: 1, found: "2.".to_owned() });
    // After an illegal entry nobody knows whose turn it is: the entry is the news.
    let record = one(&moves("1. a1a2 a2a4 7. end"));
    assert!(matches!(record.replay().unwrap_err().fault, RecordFault::Illegal { .. }));
}

#[test]
fn every_fault_with_its_game_and_line() {
    let good = "[Game \"seega\"]\n\n1. a1\n\n";
    assert_eq!(fault_at("", 1, 0), RecordFault::Empty);
    assert_eq!(fault_at("; nothing but a remark\n", 1, 0), RecordFault::Empty);
    assert_eq!(fault_at("[Game seega]", 1, 1), RecordFault::BadTag);
    assert_eq!(fault_at("[Game \"seega\"\n1. a1", 1, 1), RecordFault::BadTag);
    // A value stays on its line, however that ends.
    for line_break in ["\n", "\r", "\\\n", "\\\r"] {
        let broken = format!("{good}[Game \"see{line_break}ga\"]");
        assert_eq!(fault_at(&broken, 2, 5), RecordFault::BadTag, "{broken:?}");
    }
    let fault = fault_at("[Game \"seega\"]\n[Date \"1\"]\n[Date \"2\"]", 1, 3);
    assert_eq!(fault, RecordFault::RepeatedTag("Date".to_owned()));
    assert_eq!(fault_at("\n\n1. a1", 1, 3), RecordFault::MissingTag("Game"));
    assert_eq!(
        fault_at(&format!("{good}[Game \"seega\"]\na1 {{no end"), 2, 6),
        RecordFault::Unclosed
    );
    assert_eq!(fault_at("[Game \"seega\"]\na1 }", 1, 2), RecordFault::Stray("}".to_owned()));
    assert_eq!(fault_at("[Game \"seega\"]\n! a1", 1, 2), RecordFault::Stray("!".to_owned()));
    assert_eq!(fault_at("[Game \"seega\"]\na1 ! !", 1, 2), RecordFault::Stray("!".to_owned()));
    assert_eq!(fault_at("[Game \"seega\"]\na1!!!", 1, 2), RecordFault::Stray("!!!".to_owned()));
    assert_eq!(fault_at("[Game \"seega\"]\na1 $4", 1, 2), RecordFault::Stray("$4".to_owned()));
    assert_eq!(fault_at("[Game \"seega\"]\na1 (1. b1)", 1, 2), RecordFault::Stray("(".to_owned()));
    let options = fault_at("[Game \"chess\"]", 1, 1);
    assert!(matches!(options, RecordFault::Options(_)));
    let options = fault_at("[Game \"seega\"]\n[Rules \"size=4\"]", 1, 2);
    assert!(matches!(options, RecordFault::Options(_)));
    let position = fault_at(&format!("{good}[Game \"seega\"]\n[Start \"5/5\"]"), 2, 6);
    assert!(matches!(position, RecordFault::Position(_)));
    for bad in ["1-0", "first", "nobody quiet", "first  quiet", "draw aborted", "none quiet", ""] {
        let fault = fault_at(&format!("[Game \"seega\"]\n[Result \"{bad}\"]"), 1, 2);
        assert_eq!(fault, RecordFault::BadResult(bad.to_owned()));
    }
}

#[test]
fn an_illegal_entry_is_named_with_its_turn() {
    let record = one("[Game \"diaballik\"]\n\n1. a1a2 a2a3 end 2. d7d6\n");
    let RecordFault::Illegal { turn, ply, illegal } = record.replay().unwrap_err().fault else {
        panic!("not illegal")
    };
    assert_eq!((turn, ply, illegal.action.as_str()), (2, 4, "d7d6"));
    assert_eq!(illegal.reason, Reason::HolderStays);
    // It is written all the same, as far as it makes sense with numbers.
    assert!(record.write().ends_with("\n1. a1a2 a2a3 end d7d6\n"), "{}", record.write());
}

#[test]
fn results_are_those_of_the_rules() {
    // The last blue stone is taken: the game is over.
    let game = |result: &str| {
        one(&format!(
            "[Game \"seega\"]\n[Rules \"size=3\"]\n[Start \"gb1/2g/3 g 0,0 - 0\"]\n\
             [Result \"{result}\"]\n\n1. c2c3\n"
        ))
    };
    game("first eliminated").replay().unwrap();
    for wrong in ["*", "second eliminated", "first resign", "draw quiet", "none aborted"] {
        let fault = game(wrong).replay().unwrap_err().fault;
        let expected = "first eliminated".to_owned();
        assert_eq!(fault, RecordFault::ResultMismatch { said: wrong.to_owned(), is: expected });
    }
}

#[test]
fn results_outside_the_rules() {
    let game = |result: &str| one(&format!("[Game \"seega\"]\n[Result \"{result}\"]\n\n1. a1\n"));
    for good in [
        "*",
        "first resign",
        "second resign",
        "first time",
        "draw time",
        "second abandoned",
        "draw agreement",
        "none aborted",
    ] {
        let record = game(good);
        record.replay().unwrap_or_else(|error| panic!("{good}: {error}"));
        assert_eq!(result_text(record.result.as_ref()), good);
    }
    for bad in
        ["draw resign", "first agreement", "first resign 3", "draw agreement 0", "first quiet"]
    {
        let fault = game(bad).replay().unwrap_err().fault;
        assert!(matches!(fault, RecordFault::ResultMismatch { .. }), "{bad}: {fault:?}");
    }
}

#[test]
fn who_gives_up_alone_in_salta_pays_the_distance() {
    // Red has finished; Green has made 5 actions alone and is still on the way.
    let start = "KLMNO/FGCIJ/A2DE/1BH2/5/5/5/abcde/fghij/klmno g 423 r 5";
    let variant = open("salta", "").unwrap();
    let game = Game::from_position(variant, start).unwrap();
    let outcome = game.resigned(Side::First);
    let points = outcome.points.expect("points");
    assert!(points > 5);
    let record = |result: &str| {
        one(&format!("[Game \"salta\"]\n[Start \"{start}\"]\n[Result \"{result}\"]\n"))
    };
    let right = record(&format!("second resign {points}"));
    assert_eq!(right.result, Some(outcome));
    right.replay().unwrap();
    assert_eq!(one(&right.write()), right);
    for wrong in ["second resign".to_owned(), format!("second resign {}", points + 1)] {
        let fault = record(&wrong).replay().unwrap_err().fault;
        assert!(matches!(fault, RecordFault::ResultMismatch { .. }), "{wrong}: {fault:?}");
    }
}

#[test]
fn values_of_positions() {
    let eval = |text: &str| {
        let record = one(&format!("[Game \"seega\"]\n\na1 {{[%eval {text}]}}"));
        let entry = &record.entries[0];
        entry.eval.ok_or_else(|| entry.comment.clone().unwrap_or_default())
    };
    assert_eq!(eval("0.35"), Ok(rules::Verdict::Hundredths(35)));
    assert_eq!(eval("+12"), Ok(rules::Verdict::Hundredths(1200)));
    assert_eq!(eval("-0.05"), Ok(rules::Verdict::Hundredths(-5)));
    assert_eq!(eval("1.5"), Ok(rules::Verdict::Hundredths(150)));
    assert_eq!(eval("#4"), Ok(rules::Verdict::Win(4)));
    assert_eq!(rules::Verdict::Hundredths(-5).to_string(), "-0.05");
    assert_eq!(rules::Verdict::Win(-2).to_string(), "#-2");
    // What is no value stays a comment.
    for odd in ["", "x", "1.", ".5", "#0", "#", "1.2.3", "99999999999"] {
        assert_eq!(eval(odd), Err(format!("[%eval {odd}]")), "{odd}");
    }
}

// PDN.

#[test]
fn classic_draughts_as_pdn_both_ways() {
    let text = r#"[Event "Match"]
[White "Anna"]
[Black "Boris"]
[Date "2026.11.15"]
[GameType "25,W,8,8,A0,0"]
[Result "0-1"]
[Reason "resign"]

{From the start.} 1. c3-d4! d6-c5 2. b2-c3 {[%eval -0.10] solid} f6-g5 0-1
"#;
    let record = one(text);
    assert_eq!(record.variant, open("draughts", "classic").unwrap());
    assert_eq!((record.tag("First"), record.tag("White")), (Some("Anna"), None));
    assert_eq!(record.result, Some(Outcome::win(Side::Second, End::Resign)));
    assert_eq!(texts(&record), ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]);
    assert_eq!(record.entries[2].eval, Some(rules::Verdict::Hundredths(-10)));
    record.replay().unwrap();
    assert_eq!(pdn::write(&record).unwrap(), text);
    assert_eq!(one(&record.write()), record);
}

#[test]
fn pdn_of_other_programs() {
    let moves = |text: &str| {
        let record = one(&pdn_game("", text));
        record.replay().unwrap();
        record
    };
    let usual = moves("1. c3-d4 d6-c5 2. b2-c3 f6-g5 *");
    for text in [
        "1.c3-d4 d6-c5 2.b2-c3 f6-g5",
        "1. c3-d4 1... d6-c5 2. b2-c3 2... f6-g5 *",
        "c3-d4 d6-c5 b2-c3 f6-g5",
        "1. c3-d4 (1. c3-b4 {never} (1. a3-b4) b6-a5) d6-c5 2. b2-c3\n; to the end\nf6-g5 *",
    ] {
        assert_eq!(moves(text), usual, "{text}");
    }
    let noted = moves("1. c3-d4 $1 d6-c5$4 2. b2-c3!? $14 f6-g5");
    let glyphs: Vec<_> = noted.entries.iter().map(|entry| entry.glyph.as_deref()).collect();
    assert_eq!(glyphs, [Some("!"), Some("??"), Some("!?"), None]);
    assert_eq!(noted.entries[2].comment.as_deref(), Some("$14"));
}

#[test]
fn captures_of_other_programs() {
    let fen = "[FEN \"W:We1:Bd2,d4,f6\"]";
    for text in ["e1:c3:e5:g7", "e1xc3xe5xg7", "e1xg7", "e1:g7", "1.e1*g7"] {
        assert_eq!(texts(&one(&pdn_game(fen, text))), ["e1:c3:e5:g7"], "{text}");
    }
}

#[test]
fn a_short_capture_with_two_meanings_is_refused() {
    let fen = "[FEN \"W:We1:Bd2,f2,d4,f4,d6\"]";
    let fault = fault_at(&pdn_game(fen, "1. e1xc7"), 1, 4);
    let meanings = vec!["e1:c3:e5:c7".to_owned(), "e1:g3:e5:c7".to_owned()];
    assert_eq!(fault, RecordFault::Ambiguous { ply: 1, text: "e1xc7".to_owned(), meanings });
    assert_eq!(texts(&one(&pdn_game(fen, "1. e1xg3xe5xc7"))), ["e1:g3:e5:c7"]);
}

#[test]
fn results_of_both_customs() {
    let result = |tag: &str, end: &str| {
        one(&pdn_game(tag, &format!("1. c3-d4 {end}"))).result.map(|result| result.winner)
    };
    let said = |score: &str| result(&format!("[Result \"{score}\"]"), score);
    for (score, winner) in [
        ("1-0", Some(Some(Side::First))),
        ("2-0", Some(Some(Side::First))),
        ("0-1", Some(Some(Side::Second))),
        ("0-2", Some(Some(Side::Second))),
        ("1/2-1/2", Some(None)),
        ("1-1", Some(None)),
        ("*", None),
        ("0-0", None),
    ] {
        assert_eq!(said(score), winner, "{score}");
        // Without the tag the end of the moves decides.
        assert_eq!(result("", score), winner, "{score}");
    }
    assert_eq!(result("", ""), None);
    let fault = fault_at(&pdn_game("[Result \"3-0\"]", "c3-d4"), 1, 2);
    assert_eq!(fault, RecordFault::BadResult("3-0".to_owned()));
}

/// Games as other programs keep them: numbers in the FEN, squares by letters in the moves, captures
/// by their ends, the result without a reason and without `Reason`, names in Cyrillic.
#[test]
fn games_from_the_files_of_other_programs() {
    let text = r#"[White "Полоусов А."]
[Black "Казас Д."]
[Event ""]
[Round ""]
[Result "2-0"]
[GameType "25"]

1. c3-b4 b6-c5 2. b2-c3 f6-e5 3. a1-b2 g7-f6 4. e3-f4 f6-g5 5.
b4-a5 g5xe3 6. d2xf4 c7-b6 7. a5xc7 d8xb6 8. f4-g5 h6xf4 9.
a3-b4 c5xa3 10. c1-d2 a3xe3 11. f2xa5 2-0

[White ""]
[Result "2-0"]
[GameType "25"]
[FEN "W:WK26:B8,9,10,11,19"]

1. d2xh6xf8xc5xa7 f6-g5 2. a7-b8 g5-h4 3. b8-h2 h4-g3 4. h2xe5
2-0
"#;
    let records = Record::read_all(text).unwrap();
    let unstated = Some(Outcome::win(Side::First, End::Unstated));
    assert_eq!(records[0].tag("First"), Some("Полоусов А."));
    assert_eq!((records[0].result, texts(&records[0]).len()), (unstated, 21));
    assert_eq!(records[0].entries[19].text, "a3:c1:e3");
    for record in &records {
        record.replay().unwrap();
        let again = pdn::write(record).unwrap();
        // No reason is made up; the second game ended by the rules, which give one.
        assert_eq!(again.contains("Reason"), record.result != unstated, "{again}");
        assert_eq!(one(&again), *record);
        assert_eq!(one(&record.write()), *record);
    }
    assert_eq!(records[1].start.as_deref(), Some("8/6b1/1b1b1b2/8/5b2/8/3W4/8 w 0,0 0 0"));
}

#[test]
fn squares_by_numbers_and_short_russian_moves() {
    let usual =
        one(&pdn_game("[White \"A\"]", "1. c3-d4 b6-a5 2. d4-e5 f6:d4 3. e3:c5 d6:b4 4. a3:c5 *"));
    for text in [
        "1. 22-18 9-13 2. 18-15 11x18 3. 23x14 10x17 4. 21x14 *",
        "1. cd4 ba5 2. de5 fd4 3. ec5 db4 4. ac5 *",
        "1. c3d4 b6a5 2. d4e5 f6d4 3. e3c5 d6b4 4. a3c5",
        "1. cd4 ba5 2. de5 f:d4 3. e:c5 d:b4 4. a:c5 0-0",
    ] {
        assert_eq!(texts(&one(&pdn_game("", text))), texts(&usual), "{text}");
        // The same without a GameType: that is what most files are.
        let bare = one(&format!("[White \"A\"]\n\n{text}\n"));
        assert_eq!((bare.variant, texts(&bare)), (usual.variant, texts(&usual)), "{text}");
    }
    // The only tag may be the result.
    assert_eq!(texts(&one("[Result \"2-0\"]\n\n1. cd4 ba5 2-0\n")), ["c3-d4", "b6-a5"]);
    let fen = "[FEN \"B:W18,19,21,22,23,25,26,27,28,32:B3,6,8,9,10,11,12,13,14,20\"]";
    let record = one(&pdn_game(fen, "1... h6-g5 2. f4xh6 d6-e5 3. a3-b4 $3"));
    assert_eq!(record.start.as_deref().unwrap().split(' ').nth(1), Some("b"));
    assert_eq!(texts(&record), ["h6-g5", "f4:h6", "d6-e5", "a3-b4"]);
    // Two men can go to the same square from the same file: no.
    assert_eq!(texts(&one(&pdn_game("", "ab4"))), ["a3-b4"]);
    let fault = fault_at(&pdn_game("", "1. 22-19"), 1, 4);
    assert!(matches!(fault, RecordFault::Illegal { illegal, .. } if illegal.action == "c3-f4"));
    fault_at(&pdn_game("[FEN \"W:W0:B1\"]", ""), 1, 2);
}

#[test]
fn moves_without_any_tag_are_russian_draughts() {
    let usual = one(&pdn_game("", "1. c3-d4 b6-a5 2. d4-e5 f6:d4 3. e3:c5 d6:b4 4. a3:c5 *"));
    for text in [
        "1. 22-18 9-13 2. 18-15 11x18 3. 23x14 10x17 4. 21x14",
        "22-18 9-13 18-15 11x18 23x14 10x17 21x14 *",
        "; a remark\n1.cd4 ba5 2.de5 fd4 3.ec5 db4 4.ac5",
        "{A preface} 1. c3-d4 b6-a5 2. d4-e5 f6:d4 3. e3:c5 d6:b4 4. a3:c5 0-0",
    ] {
        let bare = one(text);
        assert_eq!((bare.variant, texts(&bare)), (usual.variant, texts(&usual)), "{text}");
        assert_eq!(one(&pdn::write(&bare).unwrap()), bare, "{text}");
    }
    // A result ends a game, and what follows is the next one.
    let games =
        Record::read_all("1. cd4 ba5 2-0 {so it was}\n\n1. ab4 ba5 1/2-1/2\n1. cb4").unwrap();
    let moves: Vec<_> = games.iter().map(texts).collect();
    assert_eq!(moves, [vec!["c3-d4", "b6-a5"], vec!["a3-b4", "b6-a5"], vec!["c3-b4"]]);
    assert_eq!(games[0].result.unwrap().winner, Some(Side::First));
    assert_eq!((games[1].result.unwrap().winner, games[2].result), (None, None));
    assert!(matches!(fault_at("1. cd4 *\n1. ab5", 2, 2), RecordFault::Illegal { .. }));
    // A man that comes back says that the game is the cyclic one.
    let back = one("1. b2:d4 b6-a5 2. @c3");
    assert_eq!(back.variant, open("draughts", "").unwrap());
    assert_eq!(one(&pdn::write(&back).unwrap()), back);
    // Other games need their name.
    for text in ["1. a1 2. b1", "1. a1a2 a1a2 d1>e1", "1. t3 19-21", "1-0", "just words"] {
        assert_eq!(refused(text).fault, RecordFault::MissingTag("Game"), "{text}");
    }
}

#[test]
fn both_sides_turns_may_share_a_number_in_draughts() {
    let head = "[Game \"draughts\"]\n\n";
    let own = one(&format!("{head}1. c3-d4 2. b6-a5 3. d4-e5\n"));
    assert_eq!(one(&format!("{head}1. c3-d4 b6-a5 2. d4-e5\n")), own);
    fault_at(&format!("{head}1. c3-d4 2. b6-a5 2. d4-e5\n"), 1, 3);
}

#[test]
fn a_set_up_position_with_black_to_move() {
    let text = r#"[GameType "25,W,8,8,A0,0"]
[SetUp "1"]
[FEN "B:Wa1,Kh4:BKc7,b8"]
[Result "*"]

1... b8-a7 2. a1-b2 c7-b8 *
"#;
    let record = one(text);
    assert_eq!(record.start.as_deref(), Some("1b6/2B5/8/8/7W/8/8/w7 b 0,0 0 0"));
    assert_eq!(record.replay().unwrap().side(), Side::First);
    assert_eq!(pdn::write(&record).unwrap(), text);
    // The standard position as a FEN is the start.
    let start = Record::of(&Game::start(open("draughts", "classic").unwrap()));
    let fen =
        "[FEN \"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8.\"]";
    assert_eq!(one(&pdn_game(fen, "*")), start);
}

#[test]
fn cyclic_draughts_as_pdn() {
    let text = r#"[GameType "cyclic,W,8,8,A0,0"]
[Rules "draughts(barren=30)"]
[SetUp "1"]
[FEN "W:Wc3:Be5,a7"]
[Reserve "1,2"]
[Counters "0,3"]
[Result "*"]

1. @a1 @b8 *
"#;
    let record = one(text);
    assert_eq!(record.variant, open("draughts", "barren=30").unwrap());
    assert_eq!(record.start.as_deref(), Some("8/b7/8/4b3/8/2w5/8/8 w 1,2 0 3"));
    assert_eq!(texts(&record), ["@a1", "@b8"]);
    assert_eq!(record.replay().unwrap().position(), "1b6/b7/8/4b3/8/2w5/8/w7 w 0,1 0 5");
    assert_eq!(one(&pdn::write(&record).unwrap()), record);
    assert_eq!(one(&record.write()), record);
    // Files of the time when it was written as GameType 25 are still read.
    assert_eq!(one(&text.replace("cyclic", "25")), record);
    // The default cyclic game says so, too, and is not taken for the classic one.
    let cyclic = Record::of(&Game::start(open("draughts", "").unwrap()));
    let written = pdn::write(&cyclic).unwrap();
    assert!(written.contains("[Rules \"draughts\"]"), "{written}");
    assert!(
        written.contains("% Russian cyclic draughts") && !written.contains("\"25"),
        "{written}"
    );
    assert_eq!(one(&written), cyclic);
}

#[test]
fn pdn_faults_with_their_line() {
    let illegal = fault_at(&pdn_game("", "1. c3-d4\nd6-d5"), 1, 5);
    let RecordFault::Illegal { turn, ply, illegal } = illegal else { panic!("{illegal:?}") };
    assert_eq!((turn, ply, illegal.action.as_str()), (2, 2, "d6-d5"));
    for (text, line) in [
        ("[GameType \"20\"]\n\n1. 32-28", 1),
        ("[GameType \"25\"]\n[Rules \"seega\"]", 2),
        ("[GameType \"25\"]\n[FEN \"W:W33:B1\"]", 2),
        ("[GameType \"25\"]\n[FEN \"W:Wa1,a1:Bb8\"]", 2),
        ("[GameType \"25\"]\n[FEN \"a1\"]", 2),
    ] {
        assert!(matches!(fault_at(text, 1, line), RecordFault::Pdn(_)), "{text}");
    }
    let light = "[GameType \"25\"]\n\n[FEN \"W:Wa2:Bb8\"]\n";
    assert!(matches!(fault_at(light, 1, 3), RecordFault::Position(_)));
    let reserve = "[GameType \"25\"]\n[FEN \"W:Wa1:Bb8\"]\n[Reserve \"1,0\"]\n";
    assert!(matches!(fault_at(reserve, 1, 2), RecordFault::Position(_)));
    let error = pdn::write(&Record::of(&Game::start(open("seega", "").unwrap()))).unwrap_err();
    assert_eq!(error.fault, RecordFault::Pdn("seega".to_owned()));
}

#[test]
fn tags_of_one_form_do_not_disturb_the_other() {
    let foreign =
        pdn_game("[Game \"12\"]\n[Start \"noon\"]\n[White \"A\"]\n[First \"B\"]", "c3-d4 *");
    let record = one(&foreign);
    let own = one(&record.write());
    assert_eq!(texts(&own), ["c3-d4"]);
    assert_eq!((own.tag("White"), own.tag("First")), (Some("A"), Some("B")));
    let own = "[Game \"draughts\"]\n[Rules \"cyclic=off\"]\n[FEN \"x\"]\n[Reason \"y\"]\n\nc3-d4\n";
    assert_eq!(texts(&one(&pdn::write(&one(own)).unwrap())), ["c3-d4"]);
}

/// A game without entries ends where the next one begins.
#[test]
fn a_game_without_entries_is_followed_by_another() {
    let text = "[Game \"seega\"]\n[First \"Anna\"]\n[Game \"salta\"]\n\n1. c3b4\n";
    let records = Record::read_all(text).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].tag("First"), Some("Anna"));
    assert!(records[0].entries.is_empty());
    assert_eq!(records[1].entries[0].text, "c3b4");
}
