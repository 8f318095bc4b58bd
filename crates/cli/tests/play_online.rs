//! `play` in line mode on a real server: alone, in twos, watched, cut off and refused.

mod support;

use rules::{Game, Side, Status};
use server::client::Client;
use support::serving::{Server, Talker};
use support::{GAMES, answer, refused};

/// Rules under which a whole game is short.
fn short(game: &str) -> &'static str {
    match game {
        "seega" => "size=3",
        "salta" => "limit=10",
        "senet" => "short",
        _ => "",
    }
}

#[test]
fn whole_games_are_played_against_the_engine_of_a_server() {
    let server = Server::start("online-engine");
    std::thread::scope(|scope| {
        for game in GAMES {
            let server = &server;
            scope.spawn(move || {
                let side = if game == "salta" { "second" } else { "first" };
                let args = [game, "--rules", short(game), "--level", "1", "--side", side];
                let file = server.state(game).join("game.txt");
                let name = file.to_str().unwrap();
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                // The engine here plays for us: against the engine there that is allowed.
                let input = format!("{}save {name}\n", "go\n".repeat(2000));
                let answer = answer(server.play(game, &args), input.as_bytes());
                assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{game}");
                assert!(answer.out.contains(": level 1\n"), "{}", answer.out);
                assert!(answer.out.contains("Game over. "), "{game}: {}", answer.out);
                assert!(!answer.out.contains("not your turn"), "{game}: {}", answer.out);
                // The record is the server's: its throws can be verified.
                let check = support::printed(&["record", "check", name]);
                assert!(check.contains(game), "{check}");
                if game == "senet" {
                    support::printed(&["record", "verify-throws", name]);
                }
            });
        }
    });
}

/// Anna's and Boris's terminals at one game.
fn two(server: &Server, game: &[&str]) -> (Talker, Talker, String) {
    let mut anna =
        Talker::start(server.play("anna", &[game, &["--friend", "--side", "first"]].concat()));
    let id = anna.hear_after("Game ");
    anna.hear("Waiting for a player");
    let link = format!("{}/game/{id}", server.url());
    anna.hear(&link);
    let mut boris = Talker::start(server.play("boris", &["--join", &link]));
    boris.hear(&format!("Game {id}"));
    anna.hear("The game begins");
    (anna, boris, id)
}

#[test]
fn two_terminals_play_a_whole_game_that_is_watched() {
    let server = Server::start("online-two");
    let (mut anna, mut boris, id) = two(&server, &["seega", "--rules", "size=3", "--clock", "5+3"]);
    let watcher = Talker::start(server.play("clara", &["--watch", &id])).listening();
    let mut game = Game::start(rules::open("seega", "size=3").unwrap());
    while let Status::ToAct(side) = game.status() {
        let action = game.choices()[game.ply() % game.choices().len()].text.clone();
        let (at_turn, prompt) =
            if side == Side::First { (&mut anna, "Green>") } else { (&mut boris, "Blue>") };
        at_turn.hear(prompt);
        at_turn.say(&action);
        // What loses at once is asked about.
        if game.choices().iter().any(|choice| choice.text == action && choice.warning.is_some()) {
            at_turn.hear("(y/n)");
            at_turn.say("y");
        }
        game.play(&action).unwrap();
    }
    for mut one in [anna, boris, watcher] {
        one.hear("Game over. ");
        let heard = one.end();
        assert!(heard.contains("Clock: Green "), "{heard}");
    }
}

#[test]
fn proposals_are_answered_and_nobody_is_helped() {
    let server = Server::start("online-proposals");
    let (mut anna, mut boris, id) = two(&server, &["draughts"]);
    anna.hear("White>");
    for command in ["hint", "go"] {
        anna.say(command);
        anna.hear("No help while people play each other");
    }
    anna.say("c3d4");
    boris.hear("White moves: man from c3 to d4");
    boris.hear("Black>");
    // A takeback needs consent.
    anna.say("undo");
    boris.hear("White asks for a takeback");
    boris.hear("Type “accept” or “decline”.");
    boris.say("decline");
    anna.hear("Black refuses the takeback");
    boris.say("f6g5");
    anna.hear("Black moves: man from f6 to g5");
    boris.say("undo");
    anna.hear("Black asks for a takeback");
    anna.say("accept");
    anna.hear("The last turn is taken back");
    boris.hear("The last turn is taken back");
    boris.hear("Black>");
    boris.say("f6e5");
    anna.hear("Black moves: man from f6 to e5");
    // Refusals come in words, the server's too.
    anna.say("claim");
    anna.hear("This is not possible here");
    anna.say("abort");
    anna.hear("Both players have moved");
    anna.say("accept");
    anna.hear("Nothing of the kind has been offered");
    // Somebody who looks on is not helped either, and cannot play.
    let mut clara = Talker::start(server.play("clara", &["--watch", &id]));
    clara.hear("you are watching");
    clara.say("hint");
    clara.hear("No help while people play each other");
    clara.say("resign");
    clara.say("y");
    clara.hear("You are not a player of this game");
    anna.say("draw");
    boris.hear("White offers a draw");
    boris.say("decline");
    anna.hear("Black declines the draw");
    boris.say("draw");
    anna.hear("Black offers a draw");
    anna.say("accept");
    boris.hear("Game over. ");
    clara.hear("Game over. ");
    anna.hear("Game over>");
    // After the end everybody may ask the engine.
    boris.say("rematch");
    anna.hear("Black offers a rematch");
    anna.say("rematch");
    let again = anna.hear_after("Game r");
    boris.hear(&format!("Game r{again}"));
    // Sides have changed: Boris has the first move.
    boris.hear("White>");
    boris.say("c3b4");
    anna.hear("White moves: man from c3 to b4");
    anna.say("resign");
    anna.say("y");
    boris.hear("Game over. ");
    anna.end();
    boris.end();
    clara.end();
}

#[test]
fn a_server_that_was_killed_is_found_again() {
    let mut server = Server::start("online-killed");
    let (mut anna, mut boris, _) = two(&server, &["diaballik"]);
    anna.hear("Red>");
    // Half a turn is kept here and not sent.
    anna.say("a1a2");
    anna.hear("Red>");
    server.kill();
    anna.hear("No connection");
    boris.hear("No connection");
    // A turn that is made meanwhile goes out later.
    anna.say("a2a3");
    anna.say("end");
    server.restart();
    anna.hear("Connected again");
    boris.hear("Connected again");
    boris.hear("from a1 to a2");
    boris.hear("Blue>");
    boris.say("a7a6");
    boris.say("a6a5");
    boris.say("end");
    anna.hear("Red>");
    let heard = anna.end();
    assert_eq!(heard.matches("from a7 to a6").count(), 1, "{heard}");
    boris.end();
}

#[test]
fn half_a_turn_can_be_undone_without_asking() {
    let server = Server::start("online-half");
    let (mut anna, mut boris, _) = two(&server, &["diaballik"]);
    anna.hear("Red>");
    anna.say("a1a2");
    anna.say("undo");
    anna.hear("Taken back");
    anna.say("b1b2");
    anna.say("b2b3");
    anna.say("end");
    boris.hear("from b1 to b2");
    let heard = boris.end();
    assert!(!heard.contains("from a1 to a2"), "{heard}");
    anna.end();
}

#[test]
fn two_who_want_the_same_meet_in_the_lobby() {
    let server = Server::start("online-lobby");
    let mut anna = Talker::start(server.play("anna", &["senet", "--lobby", "--clock", "3d"]));
    let id = anna.hear_after("Game ");
    // The lobby shows it to others, and as one's own to oneself.
    let list = |guest: &str, more: &[&str]| {
        let args = [&["--list"], more].concat();
        answer(server.play(guest, &args), b"").out
    };
    let seen = list("boris", &[]);
    let lobby = &seen[seen.find("Waiting for anyone:").unwrap()..];
    assert!(lobby.contains(&id) && lobby.contains("Senet, "), "{seen}");
    let seen: serde_json::Value = serde_json::from_str(&list("anna", &["--json"])).unwrap();
    assert_eq!(seen["own"][0]["game"], serde_json::json!(id));
    assert_eq!(seen["lobby"], serde_json::json!([]));
    // Another game is another game.
    let other = answer(server.play("clara", &["senet", "--lobby"]), b"");
    assert!(!other.out.contains(&id), "{}", other.out);
    let boris = Talker::start(server.play("boris", &["senet", "--lobby", "--clock", "3d"]));
    anna.hear("The game begins");
    let heard = boris.end();
    assert!(heard.contains(&format!("Game {id}")), "{heard}");
    // The sticks are the server's.
    anna.say("throw");
    anna.hear("Not in a game on a server");
    anna.say("abort");
    anna.hear("aborted");
    anna.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_says_who_plays_and_games_are_gone_on_with() {
    let server = Server::start("online-token");
    let mut client = Client::new(server.address);
    let names = serde_json::json!({ "name": "Dora", "password": "secret enough" });
    assert_eq!(client.post("/api/register", names).await.unwrap().0, 200);
    let (_, token) = client.post("/api/me/tokens", serde_json::json!({})).await.unwrap();
    let token = token["token"].as_str().unwrap();
    let run = |args: &[&str], input: &str| {
        let mut command = server.play("nobody", args);
        command.env("IGROTEKA_TOKEN", token);
        let answer = answer(command, input.as_bytes());
        assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{args:?}");
        answer.out
    };
    let out = run(&["diaballik", "--level", "4", "--side", "first"], "a1a2\na2a3\nend\nposition\n");
    let id = out.split("Game ").nth(1).unwrap().lines().next().unwrap();
    let listed = run(&["--list"], "");
    assert!(listed.contains(id) && listed.contains("Dora – level 4"), "{listed}");
    let out = run(&["--join", id], "position\n");
    assert!(out.contains("Red: you"), "{out}");
    // The action of the first call is there, and the engine's answer.
    let (_, state) = client.get(&format!("/api/games/{id}")).await.unwrap();
    assert_eq!(state["entries"][0]["text"], "a1a2");
    assert_eq!(state["players"][0]["name"], "Dora");
    // The same with the token on the command line; without it, somebody else.
    let mut command = server.play("nobody", &["--list", "--token", token]);
    command.env_remove("IGROTEKA_TOKEN");
    assert!(answer(command, b"").out.contains(id));
    let listed = answer(server.play("nobody", &["--list"]), b"").out;
    assert!(listed.starts_with("Your games:\n  none\n"), "{listed}");
    let url = server.url();
    let message = refused(&["play", "--server", &url, "--token", "wrong", "--list"], 1);
    assert!(message.contains("check your token"), "{message}");
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let server = Server::start("online-refused");
    let url = server.url();
    for args in [
        &["play", "seega", "--server", "games.example"][..],
        &["play", "seega", "--server", "ftp://games.example"],
        &["play", "seega", "--server", ""],
        &["play", "seega", "--server", &url, "--engine", "x"],
        &["play", "seega", "--server", &url, "--clock", "long"],
        &["play", "chess", "--server", &url],
        &["play", "seega", "--friend"],
        &["play", "--watch", "abc"],
        &["play", "--server", &url, "--watch", "abc", "--join", "abc"],
        &["play", "seega", "--server", &url, "--join", "abc"],
        &["play", "--server", &url, "--join", "a b"],
    ] {
        refused(args, 2);
    }
    for args in [
        &["play", "--server", &url, "--watch", "nosuchgame"][..],
        &["play", "--server", &url, "--join", "nosuchgame"],
        &["play", "seega", "--server", &url, "--clock", "31d"],
        &["play", "seega", "--server", &url, "--rated"],
        // Somebody listens there who is not a server of ours, and nobody at all.
        &["play", "--server", &format!("{url}/elsewhere"), "--list"],
        &["play", "seega", "--server", "http://127.0.0.1:9"],
        &["play", "seega", "--server", "https://127.0.0.1:9"],
    ] {
        refused(args, 1);
    }
    for (args, words) in [
        (&["--lobby", "--rated"][..], "needs an account"),
        (&["--rated"], "needs an account"),
        (&["--clock", "31d"], "1 to 30 days"),
    ] {
        let message = refused(&[&["play", "seega", "--server", &url], args].concat(), 1);
        assert!(message.contains(words), "{message}");
    }
}
