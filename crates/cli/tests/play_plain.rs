//! `play` in a pipe: line mode.

mod support;

use support::{GAMES, folder, igroteka, refused, run_with};

fn plain(args: &[&str], input: &str) -> String {
    let args = [&["play"], args].concat();
    let answer = run_with(&args, input.as_bytes());
    assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{args:?}: {answer:?}");
    answer.out
}

#[test]
fn whole_games_are_played_through_a_pipe() {
    for game in GAMES {
        let rules = if game == "salta" { "limit=10" } else { "" };
        for side in ["first", "second"] {
            // Every line lets the engine play.
            let out = plain(
                &[game, "--rules", rules, "--level", "1", "--side", side],
                &"go\n".repeat(3000),
            );
            assert!(out.contains("Game over. "), "{game}: {out}");
            assert!(out.trim_end().ends_with("Game over>"), "{game}");
        }
    }
}

#[test]
fn two_people_play_by_short_forms() {
    let out = plain(
        &["draughts", "--both", "--rules", "classic"],
        "c3d4\nF6 E5\nb2c3\nxyz\nd4f6\nposition\n",
    );
    assert!(out.contains("White moves: man from c3 to d4"), "{out}");
    assert!(out.contains("Black moves: man from f6 to e5"), "{out}");
    // The capture is due, and the reason is given.
    assert!(out.contains("(article 3.6)") || out.contains("must be"), "{out}");
    assert!(out.contains("“xyz” is not a move of this game"), "{out}");
    assert!(out.contains("White captures: man from d4 over e5 to f6"), "{out}");
}

#[test]
fn ambiguous_forms_list_their_meanings() {
    let out = plain(&["draughts", "--both", "--rules", "classic"], "d4\n");
    assert!(out.contains("“d4” can mean c3-d4, e3-d4"), "{out}");
}

#[test]
fn commands_speak_both_languages() {
    let english = plain(&["seega", "--both"], "help\nmoves\nboard\nundo\nhint\nquit\nmoves\n");
    assert!(english.contains("list the moves") && english.contains("a1 a2 a3"), "{english}");
    assert!(english.contains("nothing to take back") && english.contains("Hint: "), "{english}");
    assert_eq!(english.matches("a1 a2 a3").count(), 1, "nothing is read after quit");
    let russian = plain(
        &["seega", "--both", "--lang", "ru"],
        "помощь\nходы\na1\nназад\nпозиция\nсдаюсь\nда\nновая\nвыход\n",
    );
    assert!(russian.contains("показать возможные ходы"), "{russian}");
    assert!(russian.contains("Ход возвращён") || russian.contains("отменено"), "{russian}");
    assert!(russian.contains("5/5/5/5/5 g 12,12 - 0"), "{russian}");
    assert!(russian.contains("зелёные сдались"), "{russian}");
}

#[test]
fn senet_is_thrown_by_enter_and_never_chosen() {
    let out = plain(&["senet", "--both"], "t5\nt1\n\nmoves\n");
    assert!(out.contains("A throw is not chosen"), "{out}");
    assert_eq!(out.matches("Cones throw ").count(), 1, "{out}");
}

#[test]
fn what_loses_at_once_is_asked_about() {
    let from = "bbbBbbb/7/7/7/7/r6/1rrRrrr r 1p 2";
    let out = plain(&["diaballik", "--both", "--from", from], "end\nn\nposition\nend\ny\n");
    assert!(out.contains("Red loses at once with this"), "{out}");
    assert!(out.contains(from), "{out}");
    assert!(out.contains("Game over. Blue wins"), "{out}");
}

#[test]
fn games_are_saved_and_gone_on_with() {
    let folder = folder("play-plain");
    let file = folder.join("game.txt");
    let name = file.to_str().unwrap();
    let out = plain(&["seega", "--both"], &format!("a1\nb1\nsave {name}\nsave {name}\n"));
    assert_eq!(out.matches("Saved as").count(), 2, "{out}");
    let out = plain(&["seega", "--both"], &format!("save {name}\n"));
    assert!(out.contains("exists already"), "{out}");
    let out = plain(&["--load", name, "--both"], "undo\nposition\n");
    assert!(out.contains("5/5/5/5/g4 b 11,12 - 0"), "{out}");
    let shown = support::printed(&["record", "check", name]);
    assert!(shown.contains("seega"), "{shown}");
    refused(&["play", "draughts", "--load", name], 2);
    refused(&["play", "--load", folder.join("none").to_str().unwrap()], 2);
}

#[test]
fn a_saved_game_holds_opponent_side_and_clock() {
    let folder = folder("play-saved");
    let [one, two, three] = ["1.txt", "2.txt", "3.txt"].map(|name| folder.join(name));
    let [one, two, three] = [&one, &two, &three].map(|file| file.to_str().unwrap());
    let args = ["diaballik", "--level", "1", "--side", "second", "--clock", "30+5"];
    plain(&args, &format!("save {one}\n"));
    let saved = std::fs::read_to_string(one).unwrap();
    for tag in ["[Opponent \"level 1\"]", "[Person \"second\"]", "[Clock \"30+5\"]"] {
        assert!(saved.contains(tag), "{saved}");
    }
    // The file says what was left.
    let left = saved.split("[TimeLeft \"").nth(1).unwrap().split('"').next().unwrap();
    let spent = saved.replace(left, "1500.0 900.0");
    std::fs::write(one, spent).unwrap();
    let out = plain(&["--load", one], &format!("save {two}\n"));
    assert!(out.contains("Blue>") && !out.contains("Red>"), "{out}");
    assert!(out.contains("level 1"), "{out}");
    let again = std::fs::read_to_string(two).unwrap();
    for tag in ["[Opponent \"level 1\"]", "[Person \"second\"]", "[Clock \"30+5\"]"] {
        assert_eq!(again.matches(tag).count(), 1, "{again}");
    }
    let left = again.split("[TimeLeft \"").nth(1).unwrap().split([' ', '"']).nth(1).unwrap();
    assert!((890.0..=900.0).contains(&left.parse::<f64>().unwrap()), "{again}");
    // What the call asks for comes first, and `load` within a game restores the sitting too.
    let args = ["--load", one, "--level", "2", "--side", "first", "--clock", "10"];
    let out = plain(&args, &format!("save {three}\nload {two}\n"));
    let other = std::fs::read_to_string(three).unwrap();
    for tag in ["\"level 2\"", "[Person \"first\"]", "[Clock \"10+0\"]"] {
        assert!(other.contains(tag), "{tag}: {other}");
    }
    assert!(out.trim_end().ends_with("Blue>"), "{out}");
}

#[test]
fn wrong_calls_are_refused() {
    for args in [
        &["play"][..],
        &["play", "chess"],
        &["play", "seega", "--level", "9"],
        &["play", "seega", "--level", "0"],
        &["play", "seega", "--side", "third"],
        &["play", "seega", "--clock", "long"],
        &["play", "seega", "--time", "-1"],
        &["play", "seega", "--pace", "-1"],
        &["play", "seega", "--both", "--level", "2"],
        &["play", "seega", "--level", "2", "--time", "1"],
        &["play", "seega", "--engine", ""],
        &["play", "seega", "--from", "nonsense"],
    ] {
        refused(args, 2);
    }
    refused(&["play", "seega", "--moves", "c3"], 1);
}

/// Our own binary as the other program.
#[test]
fn another_program_is_played_against() {
    let binary = env!("CARGO_BIN_EXE_igroteka");
    let command = format!("'{binary}' engine");
    let out = plain(
        &["seega", "--rules", "size=3", "--engine", &command, "--time", "0.01"],
        &"go\n".repeat(200),
    );
    assert!(out.contains("Blue: igroteka"), "{out}");
    assert!(out.contains("Game over. "), "{out}");
    // One that fails is reported.
    let mut failing = igroteka();
    failing.args(["play", "seega", "--engine", "false", "--side", "second"]);
    let answer = support::answer(failing, b"");
    assert_eq!(answer.status, 1, "{answer:?}");
    assert!(answer.err.contains("false has ended"), "{answer:?}");
    let missing = ["play", "seega", "--engine", "/no/such/program"];
    assert_eq!(run_with(&missing, b"").status, 2);
}

/// The player goes on against a program that plays nonsense, ends, or never was there: moves for
/// its side, takes back, quits.
#[cfg(unix)]
#[test]
fn a_program_that_fails_is_reported_once_and_the_game_goes_on() {
    let talk = "while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; \
                go) ANSWER;; quit) exit;; esac; done";
    for (answer, why) in
        [("echo bestmove c3", "illegal move"), ("kill -9 $$", "has ended"), ("exit", "has ended")]
    {
        let command = format!("sh -c '{}'", talk.replace("ANSWER", answer));
        let args = ["play", "seega", "--engine", &command, "--time", "0.01"];
        let input = b"a1\nb1\nmoves\nundo\nposition\nc1\ngo\nposition\nquit\nposition\n";
        let answer = run_with(&args, input);
        assert_eq!(answer.status, 1, "{answer:?}");
        assert_eq!(answer.err.lines().count(), 1, "{answer:?}");
        assert!(answer.err.contains(why), "{answer:?}");
        assert_eq!(answer.out.matches("You move for both sides now").count(), 1, "{answer:?}");
        let positions: Vec<&str> = answer
            .out
            .lines()
            .filter(|line| line.contains("5/5/") && line.ends_with(" - 0"))
            .collect();
        assert_eq!(positions.len(), 2, "nothing is read after quit: {answer:?}");
        // The answer for the other side was taken back, and two more stones were placed.
        assert_eq!(positions[0], "5/5/5/5/g4 b 11,12 - 0", "{answer:?}");
        assert!(positions[1].contains(" b 10,11 "), "{answer:?}");
    }
}
