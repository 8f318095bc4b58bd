//! Conversations with the engine by its protocol.

mod support;
#[path = "support/talk.rs"]
mod talk;

use std::time::{Duration, Instant};

use support::{GAMES, json, printed};
use talk::{Talk, after};

/// An order to stop is obeyed within 20 ms on an idle machine (the engine's tests count that in
/// positions); these tests run on busy ones, and searches that are not stopped last for minutes.
const AT_ONCE: Duration = Duration::from_secs(2);

/// The games under several rule sets, each with the actions after which a side is to act.
const RULE_SETS: [(&str, &str, &str); 13] = [
    ("seega", "", ""),
    ("seega", "size=3", "a1 b1"),
    ("seega", "traditional", ""),
    ("salta", "", ""),
    ("salta", "original", ""),
    ("senet", "", "t3"),
    ("senet", "short", "t5"),
    ("senet", "pass=free,water=return", "t1"),
    ("draughts", "", ""),
    ("draughts", "cyclic=off", "c3-d4"),
    ("diaballik", "", ""),
    ("diaballik", "box", "a1a2"),
    ("diaballik", "wall=off,order=any", ""),
];

fn legal(game: &str, rules: &str, moves: &str) -> Vec<String> {
    let state = json(&["moves", game, "--rules", rules, "--moves", moves, "--json"]);
    let actions = state["legal"].as_array().expect("a list").iter();
    actions.map(|action| action.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::new();
    let lines = talk.until("ugiok", "ugi");
    assert!(lines[0].starts_with("id name Igroteka "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for name in ["Game", "Rules", "Hash", "Threads", "Level", "MultiPV", "Tables"] {
        let start = format!("option name {name} type ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{name}");
    }
    talk.say("quit");
    assert!(talk.close().0.success());
}

#[test]
fn every_game_is_played_under_several_rules() {
    for (game, rules, moves) in RULE_SETS {
        let mut talk = Talk::of(game, rules);
        talk.say(&format!("position startpos moves {moves}"));
        let (best, lines) = talk.go("nodes 3000");
        let legal = legal(game, rules, moves);
        assert!(legal.contains(&best), "{game} {rules}: {best}");
        assert!(!lines.is_empty(), "{game} {rules}");
        for line in &lines {
            let words = ["depth", "multipv", "score", "nodes", "nps", "time", "hashfull", "pv"];
            let places = words.map(|word| line.find(&format!(" {word} ")));
            assert!(places.is_sorted() && places[0].is_some(), "{line}");
            let score = after(line, "score").unwrap();
            let value: Option<i32> = after(line, score).and_then(|word| word.parse().ok());
            assert!(["cp", "win"].contains(&score) && value.is_some(), "{line}");
            assert!(legal.iter().any(|action| Some(action.as_str()) == after(line, "pv")));
        }
        assert_eq!(after(lines.last().unwrap(), "pv"), Some(best.as_str()), "{game} {rules}");
    }
}

#[test]
fn whole_lines_are_legal() {
    for game in GAMES {
        let mut talk = Talk::of(game, "");
        let throw = if game == "senet" { "t1" } else { "" };
        talk.say(&format!("position startpos moves {throw}"));
        let (_, lines) = talk.go("nodes 20000");
        for line in lines {
            let pv = line.split_once(" pv ").unwrap().1;
            printed(&["position", game, "--moves", &format!("{throw} {pv}")]);
        }
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut talk = Talk::of("seega", "size=3");
    let mut moves = String::new();
    for _ in 0..500 {
        talk.say(&format!("position startpos moves {moves}"));
        let (best, _) = talk.go("nodes 300");
        if best == "none" {
            break;
        }
        assert_eq!(talk.query("gameover"), "false");
        moves.push_str(&format!(" {best}"));
    }
    assert_eq!(talk.query("gameover"), "true");
    assert_ne!(talk.query("result"), "none");
}

#[test]
fn stop_is_obeyed_at_once() {
    for game in GAMES {
        let mut talk = Talk::of(game, "");
        talk.say(if game == "senet" { "position startpos moves t1" } else { "position startpos" });
        talk.say("setoption name Threads value 2");
        for how in ["go infinite", "go depth 90", "go movetime 60000", "go"] {
            talk.say(how);
            std::thread::sleep(Duration::from_millis(60));
            let asked = Instant::now();
            let lines = talk.until("readyok", "isready");
            let answered = asked.elapsed();
            if lines.iter().any(|line| line.starts_with("bestmove")) {
                // There was nothing more to find out.
                assert!(how.contains("depth") || how.contains("time"), "{game}, {how}");
                continue;
            }
            let stopped = Instant::now();
            let lines = talk.until("bestmove", "stop");
            assert!(stopped.elapsed() < AT_ONCE, "{game}, {how}: {:?}", stopped.elapsed());
            assert!(answered < AT_ONCE, "{game}: {answered:?}");
            assert_ne!(lines.last().unwrap(), "bestmove none");
        }
    }
}

#[test]
fn an_infinite_search_answers_only_when_told_to() {
    // A single action: everything is known at once.
    let mut talk = Talk::of("draughts", "");
    talk.say("position fen 7b/8/8/8/3b4/2w5/5w2/6w1 w 1,0 0 0");
    talk.say("go infinite");
    talk.silent(Duration::from_millis(300));
    let lines = talk.until("bestmove", "stop");
    assert_eq!(lines.last().unwrap(), "bestmove c3:e5");
    // Also at a level.
    talk.say("setoption name Level value 1");
    talk.say("go infinite");
    talk.silent(Duration::from_millis(100));
    assert_eq!(talk.until("bestmove", "stop"), ["bestmove c3:e5"]);
    // A stop without a search is nothing.
    assert_eq!(talk.until("readyok", "stop\nisready"), ["readyok"]);
}

#[test]
fn the_end_of_input_ends_a_search_without_a_limit() {
    for how in ["infinite", "ponder movetime 60000", ""] {
        let mut talk = Talk::of("draughts", "");
        talk.say(&format!("go {how}"));
        std::thread::sleep(Duration::from_millis(30));
        let (status, lines, took) = talk.close();
        assert!(status.success() && took < 2 * AT_ONCE, "{how}: {took:?}");
        let best = lines.last().unwrap();
        assert!(best.starts_with("bestmove ") && best != "bestmove none", "{how}: {lines:?}");
    }
}

#[test]
fn a_pipe_gets_all_its_answers() {
    let input = b"position startpos\ngo nodes 500\nposition startpos moves a1\ngo nodes 500\n\
        setoption name Game value draughts\ngo depth 2\nquery p1turn\n";
    let out = support::printed_with(&["engine"], input);
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 3, "{out}");
    // The question waits for the game that it is about.
    assert!(out.find("response true") > out.find("bestmove"), "{out}");
}

/// A file of questions is answered the same every time: the end of input cuts no search short.
#[test]
fn a_search_with_a_limit_reaches_it_after_the_end_of_input() {
    let input =
        b"setoption name Game value draughts\ngo nodes 400000\ngo movetime 700\ngo depth 3\n";
    let ask = || {
        let began = Instant::now();
        let out = support::printed_with(&["engine"], input);
        assert!(began.elapsed() > Duration::from_millis(700), "{out}");
        let lines: Vec<String> = out.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with("bestmove")).expect("an answer");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 3, "{out}");
        let nodes: u64 = after(&lines[first - 1], "nodes").unwrap().parse().unwrap();
        assert!(nodes > 100_000, "{out}");
        timeless(&lines[..=first])
    };
    assert_eq!(ask(), ask());
}

#[test]
fn a_search_on_the_opponents_time_goes_on_when_the_guess_was_right() {
    let mut talk = Talk::of("draughts", "");
    talk.say("position startpos moves c3-d4 f6-g5");
    talk.say("go ponder nodes 2000");
    talk.silent(Duration::from_millis(300));
    let lines = talk.until("bestmove", "ponderhit");
    assert_ne!(lines.last().unwrap(), "bestmove none");
    // The limit counts from there.
    let nodes: u64 = after(&lines[lines.len() - 2], "nodes").unwrap().parse().unwrap();
    assert!(nodes < 20_000, "{lines:?}");
    // A wrong guess is stopped, and answered like any search.
    talk.say("go ponder nodes 2000");
    talk.silent(Duration::from_millis(100));
    let began = Instant::now();
    assert!(!talk.until("bestmove", "stop").is_empty() && began.elapsed() < AT_ONCE);
    // Without a search it is nothing.
    assert_eq!(talk.until("readyok", "ponderhit\nisready"), ["readyok"]);
}

#[test]
fn a_position_goes_on_from_the_one_before() {
    let mut talk = Talk::of("draughts", "");
    talk.say("position startpos moves c3-d4");
    talk.say("position startpos moves c3-d4 f6-g5");
    assert_eq!(talk.query("p1turn"), "true");
    talk.say("position current moves b2-c3 g7-f6 a3-b4");
    assert_eq!(talk.query("p1turn"), "false");
    // The whole game, and what is no continuation of it, are still understood.
    talk.say("position startpos moves c3-d4 f6-g5 b2-c3 g7-f6 a3-b4 h8-g7");
    assert_eq!(talk.query("p1turn"), "true");
    let expected =
        printed(&["moves", "draughts", "--moves", "c3-d4 f6-g5 b2-c3 g7-f6 a3-b4 h8-g7"]);
    let found = talk.until("bestmove", "go perft 1");
    assert_eq!(after(&found[0], "nodes"), Some(expected.lines().count().to_string().as_str()));
    talk.say("position startpos moves e3-f4");
    assert_eq!(talk.query("p1turn"), "false");
    // An error names its place in the list, and changes nothing.
    let error = talk.until("info", "position startpos moves e3-f4 f6-g5 a1-a2");
    assert!(error[0].contains("3") && error[0].contains("a1-a2"), "{error:?}");
    assert_eq!(talk.query("p1turn"), "false");
}

#[test]
fn quit_ends_a_search() {
    let mut talk = Talk::of("salta", "");
    talk.say("go infinite");
    let began = Instant::now();
    talk.say("quit");
    let (status, _, _) = talk.close();
    assert!(status.success() && began.elapsed() < 2 * AT_ONCE, "{:?}", began.elapsed());
}

#[test]
fn an_illegal_move_is_named_and_the_position_stays() {
    let mut talk = Talk::of("draughts", "");
    talk.say("position startpos moves c3-d4");
    let refused = [
        ("position startpos moves c3-d4 d6-c5 d4-d5 a3-b4", "d4-d5", "article"),
        ("position startpos moves c3-c4", "c3-c4", "article"),
        ("position fen 8/8/8/8 w", "", ""),
        ("position fen", "", ""),
        ("position", "", ""),
        ("position somewhere moves c3-d4", "", ""),
    ];
    for (line, named, rule) in refused {
        let lines = talk.until("readyok", &format!("{line}\nisready"));
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error "), "{lines:?}");
        assert!(lines[0].contains(named) && lines[0].contains(rule), "{lines:?}");
        assert_eq!(talk.query("p1turn"), "false", "{line}");
    }
    let (best, _) = talk.go("depth 2");
    assert!(legal("draughts", "", "c3-d4").contains(&best), "{best}");
}

#[test]
fn questions_about_the_game() {
    let mut talk = Talk::of("draughts", "classic");
    let ends = [
        ("8/8/8/8/3b4/2w5/8/8 w 0,0 0 0 moves c3:e5", "p1win"),
        ("8/8/5b2/4w3/8/8/8/8 b 0,0 0 0 moves f6:d4", "p2win"),
        ("8/8/8/8/8/8/8/W5B1 w 0,0 29 29 moves a1-b2", "draw"),
    ];
    for (position, result) in ends {
        talk.say(&format!("position fen {position}"));
        assert_eq!(talk.query("gameover"), "true");
        assert_eq!(talk.query("result"), result);
        assert_eq!(talk.go("nodes 100"), ("none".to_owned(), Vec::new()));
    }
    talk.say("position startpos");
    assert_eq!(talk.query("gameover"), "false");
    assert_eq!(talk.query("result"), "none");
    assert_eq!(talk.query("p1turn"), "true");
    talk.say("position startpos moves c3-d4");
    assert_eq!(talk.query("p1turn"), "false");
    assert_eq!(talk.until("readyok", "query weather\nquery\nisready"), ["readyok"]);
}

#[test]
fn a_throw_is_not_the_engines_to_make() {
    let mut talk = Talk::of("senet", "");
    talk.say("position startpos");
    assert_eq!(talk.query("p1turn"), "true");
    assert_eq!(talk.query("gameover"), "false");
    assert_eq!(talk.go("nodes 100").0, "none");
    assert_eq!(talk.go("infinite").0, "none");
    talk.say("position startpos moves t2");
    assert_ne!(talk.go("nodes 100").0, "none");
    // Two are no number for another throw.
    talk.say("position startpos moves t2 20-22");
    assert_eq!(talk.query("p1turn"), "false");
    assert_eq!(talk.go("nodes 100").0, "none");
}

#[test]
fn perft_counts() {
    let counts = [("seega", 3, 12_144), ("draughts", 1, 13), ("senet", 1, 5), ("diaballik", 1, 8)];
    for (game, depth, nodes) in counts {
        let mut talk = Talk::of(game, "");
        let (best, lines) = talk.go(&format!("perft {depth}"));
        assert_eq!(best, "none");
        assert_eq!(lines.last().unwrap(), &format!("nodes {nodes}"), "{game}");
        assert_eq!(after(&lines[0], "nodes"), Some(nodes.to_string().as_str()));
    }
    let mut talk = Talk::of("seega", "size=9");
    talk.say("go perft 20");
    std::thread::sleep(Duration::from_millis(50));
    let began = Instant::now();
    assert_eq!(talk.until("bestmove", "stop"), ["nodes none", "bestmove none"]);
    assert!(began.elapsed() < AT_ONCE);
}

#[test]
fn limits_and_clocks_are_kept() {
    let mut talk = Talk::of("diaballik", "");
    let timed = [
        ("movetime 100", 100),
        ("p1time 1000 p2time 60000", 1000),
        ("p1time 500 p2time 500 p1inc 50 p2inc 50", 500),
        ("p1time 1 p2time 1", 100),
        ("p1time -50 p2time 1000", 100),
        ("movetime 50 p1time 600000 p2time 600000", 50),
    ];
    for (how, most) in timed {
        let began = Instant::now();
        let (best, _) = talk.go(how);
        let most = Duration::from_millis(most) + AT_ONCE;
        assert!(began.elapsed() < most, "{how}: {:?}", began.elapsed());
        assert_ne!(best, "none");
    }
    let (_, lines) = talk.go("depth 3");
    assert_eq!(after(lines.last().unwrap(), "depth"), Some("3"));
    let (_, lines) = talk.go("nodes 5000 depth 90");
    let nodes: u64 = after(lines.last().unwrap(), "nodes").unwrap().parse().unwrap();
    assert!(nodes <= 5000, "{nodes}");
}

#[test]
fn several_lines_are_shown_best_first() {
    let mut talk = Talk::of("seega", "");
    talk.say("position fen gbbgb/bgggb/gb1bg/bggbb/gbggb g 0,0 - 0 moves c2c3");
    talk.say("setoption name MultiPV value 3");
    let (best, lines) = talk.go("depth 6");
    let last = &lines[lines.len() - 3..];
    let number = |line: &String, word| after(line, word).map(str::to_owned);
    let ranks: Vec<_> = last.iter().map(|line| number(line, "multipv").unwrap()).collect();
    assert_eq!(ranks, ["1", "2", "3"]);
    let mut first: Vec<_> = last.iter().map(|line| number(line, "pv").unwrap()).collect();
    assert_eq!(first[0], best);
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3, "{last:?}");
}

/// The lines without what depends on the clock.
fn timeless(lines: &[String]) -> Vec<String> {
    let strip = |line: &String| {
        let mut words = line.split_whitespace();
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            if ["nps", "time"].contains(&word) {
                words.next();
            } else {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    lines.iter().map(strip).collect()
}

#[test]
fn a_search_by_nodes_gives_the_same_every_time() {
    for game in GAMES {
        let search = |talk: &mut Talk| {
            let throw = if game == "senet" { "t1" } else { "" };
            talk.say(&format!("uginewgame\nposition startpos moves {throw}"));
            let (best, lines) = talk.go("nodes 30000");
            (best, timeless(&lines))
        };
        let mut talk = Talk::of(game, "");
        let first = search(&mut talk);
        assert_eq!(first, search(&mut talk), "{game}");
        assert_eq!(first, search(&mut Talk::of(game, "")), "{game}");
    }
}

#[test]
fn a_table_of_one_mebibyte_is_enough() {
    for game in GAMES {
        let mut talk = Talk::of(game, "");
        talk.say("setoption name Hash value 1");
        talk.say(if game == "senet" { "position startpos moves t1" } else { "position startpos" });
        let (best, lines) = talk.go("nodes 100000");
        assert_ne!(best, "none");
        assert!(after(lines.last().unwrap(), "hashfull").unwrap().parse::<u32>().unwrap() <= 1000);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_that_of_the_table() {
    let mut talk = Talk::new();
    talk.say("setoption name Hash value 32\nsetoption name Game value draughts");
    talk.say("setoption name Threads value 2");
    talk.go("nodes 100000");
    let status = std::fs::read_to_string(format!("/proc/{}/status", talk.id())).unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    let kibibytes: u64 = after(peak, "VmHWM:").unwrap().parse().unwrap();
    assert!((32 * 1024..(32 + 50) * 1024).contains(&kibibytes), "{kibibytes}");
}

#[test]
fn levels_play_legally_and_can_be_repeated() {
    for game in GAMES {
        let mut talk = Talk::of(game, "");
        let throw = if game == "senet" { "t1" } else { "" };
        talk.say(&format!("setoption name Seed value 7\nposition startpos moves {throw}"));
        let legal = legal(game, "", throw);
        for level in ["1", "3", "5", "off"] {
            talk.say(&format!("setoption name Level value {level}"));
            let (best, _) = talk.go("movetime 100");
            assert!(legal.contains(&best), "{game} {level}: {best}");
        }
        talk.say("setoption name Level value 2");
        let mut asked = || {
            talk.say(&format!("uginewgame\nposition startpos moves {throw}"));
            talk.go("movetime 1000").0
        };
        assert_eq!(asked(), asked(), "{game}");
    }
    // Time cuts a level short.
    let mut talk = Talk::of("salta", "");
    talk.say("setoption name Level value 8");
    let began = Instant::now();
    talk.go("movetime 50");
    assert!(began.elapsed() < AT_ONCE + Duration::from_millis(50), "{:?}", began.elapsed());
}

#[test]
fn several_threads_share_one_search() {
    for game in GAMES {
        let mut talk = Talk::of(game, "");
        talk.say("setoption name Threads value 4");
        let throw = if game == "senet" { "t1" } else { "" };
        talk.say(&format!("position startpos moves {throw}"));
        let (best, _) = talk.go("movetime 100");
        assert!(legal(game, "", throw).contains(&best), "{game}: {best}");
    }
}

#[test]
fn nonsense_is_passed_over() {
    let mut talk = Talk::of("seega", "");
    let nonsense = "\n  \nhello there\nfen\nmoves a1\nposition\tstartpos\nquery\n\u{1b}[31m\nugi2";
    assert_eq!(talk.until("readyok", &format!("{nonsense}\nisready")), ["readyok"]);
    // Words before a command are passed over, as are unknown ones behind it.
    assert_eq!(talk.until("readyok", "please isready now"), ["readyok"]);
    let (best, _) = talk.go("quickly nodes 200 wonder");
    assert!(legal("seega", "", "").contains(&best));
    let wrong = [
        "setoption name Hash value 0",
        "setoption name Hash value much",
        "setoption name Threads value -1",
        "setoption name Level value 9",
        "setoption name MultiPV value 0",
        "setoption name Game value chess",
        "setoption name Rules value size=4",
        "setoption name Ponder value true",
        "setoption",
    ];
    for line in wrong {
        let lines = talk.until("readyok", &format!("{line}\nisready"));
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error "), "{lines:?}");
    }
    assert!(legal("seega", "", "").contains(&talk.go("nodes 200").0));
}

#[test]
fn bytes_that_are_no_text_are_passed_over() {
    let out = support::run_with(&["engine"], b"\xff\xfe\nisready\n\0\ngo nodes 50\n");
    assert_eq!((out.status, out.err.as_str()), (0, ""));
    assert!(out.out.starts_with("readyok\n") && out.out.contains("bestmove "), "{}", out.out);
}

/// Whether a line is what the page shows, where `…` stands for anything.
fn as_shown(line: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    shown.ends_with('…') || rest.is_empty()
}

#[test]
fn stop_and_ponderhit_reach_a_search_that_waits_for_the_one_before() {
    let mut talk = Talk::new();
    talk.say("position startpos moves a1 e5");
    for last in ["go infinite\nstop", "go ponder nodes 100\nponderhit"] {
        talk.say(&format!("go depth 2\n{last}"));
        talk.wait_for("bestmove");
        talk.wait_for("bestmove");
    }
    assert!(talk.close().0.success());
}

#[test]
fn the_conversation_of_the_protocols_page_goes_as_shown() {
    let page = include_str!("../../../docs/engine.md");
    let (_, behind) = page.split_once("```ugi\n").expect("a conversation");
    let (conversation, _) = behind.split_once("```").expect("its end");
    let mut talk = Talk::new();
    let mut passing = false;
    for line in conversation.lines() {
        match line.split_once(' ').expect("who speaks") {
            (">", said) => talk.say(said),
            ("<", "…") => passing = true,
            (_, shown) => {
                let mut heard = talk.hear();
                while passing && !as_shown(&heard, shown) {
                    heard = talk.hear();
                }
                passing = false;
                assert!(as_shown(&heard, shown), "{heard} is not {shown}");
            }
        }
    }
    let (status, rest, _) = talk.close();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
}
