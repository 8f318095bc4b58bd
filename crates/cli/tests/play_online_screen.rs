//! `play` on a real terminal and a real server.
#![cfg(unix)]

mod support;

use std::thread;
use std::time::{Duration, Instant};

use support::screen::Session;
use support::serving::{Server, Talker};

/// The full screen of somebody who is a guest on this server by this name.
fn screen(server: &Server, guest: &str, args: &[&str]) -> Session {
    let url = server.url();
    let state = server.state(guest);
    let args = [&["--server", &url], args].concat();
    Session::start_with(&args, &[("XDG_STATE_HOME", state.to_str().unwrap())])
}

#[test]
fn a_whole_game_is_played_against_the_engine_of_a_server() {
    let server = Server::start("screen-engine");
    let args = ["senet", "--rules", "short", "--level", "1", "--side", "first", "--clock", "5+3"];
    let mut session = screen(&server, "anna", &args);
    let shown = session.wait_for("w games");
    assert!(shown.contains("Game ") && shown.contains("level 1"), "{shown}");
    let began = Instant::now();
    loop {
        let shown = session.shown();
        if shown.contains("r rematch") {
            assert!(shown.contains("win"), "{shown}");
            break;
        }
        // The clocks are the server's, and run; every turn adds to them, and a game may be long.
        assert!((4..60).any(|minutes| shown.contains(&format!(" {minutes}:"))), "{shown}");
        session.send(if shown.contains("y – yes") { "y" } else { "!" });
        thread::sleep(Duration::from_millis(20));
        assert!(began.elapsed() < Duration::from_secs(90), "{shown}");
    }
    // The evaluation may be asked for, and a rematch against the engine begins at once.
    session.send("e");
    session.wait_for("█");
    session.send("r");
    session.wait_for("Game r");
    session.send("q");
    session.wait_for("goes on at the server");
    session.send("y");
    assert_eq!(session.ended(), 0);
}

#[test]
fn a_screen_plays_a_line_mode_and_is_watched() {
    let mut server = Server::start("screen-two");
    let mut anna = screen(&server, "anna", &["diaballik", "--friend", "--side", "first"]);
    let shown = anna.wait_for("/game/");
    let id = shown.split("/game/").nth(1).unwrap().split_whitespace().next().unwrap();
    let mut boris = Talker::start(server.play("boris", &["--join", id]));
    anna.wait_for("Red to move");
    // Nobody is helped.
    for key in ["i", "!", "e"] {
        anna.send(key);
        anna.wait_for("No help while people play each other");
        anna.send("f");
        anna.wait_without("No help");
    }
    // Half a turn stays here until it is complete, and can be undone.
    anna.send(":a1a2\r");
    anna.wait_for("1. ");
    anna.send("u");
    anna.wait_for("is undone");
    anna.send(":b1b2\r");
    anna.wait_for("b1b2");
    anna.send(":b2b3\r");
    anna.wait_for("b2b3");
    anna.send("x");
    anna.wait_for("waiting for the other side");
    boris.hear("from b1 to b2");
    let mut clara = screen(&server, "clara", &["--watch", id]);
    let shown = clara.wait_for("you are watching");
    assert!(shown.contains("b1b2"), "{shown}");
    clara.send("i");
    clara.wait_for("No help while people play each other");
    boris.hear("Blue>");
    // Everybody finds back to a server that was killed.
    server.kill();
    anna.wait_for("No connection");
    clara.wait_for("No connection");
    server.restart();
    boris.hear("Connected again");
    boris.say("g7g6");
    boris.say("g6g5");
    boris.say("end");
    anna.wait_for("g7g6");
    clara.wait_for("g7g6");
    boris.say("draw");
    anna.wait_for("offers a draw: a accepts");
    anna.send("z");
    boris.hear("declines the draw");
    anna.send("=");
    anna.wait_for("Offer a draw?");
    anna.send("y");
    boris.hear("Red offers a draw");
    boris.say("accept");
    anna.wait_for("r offers a rematch");
    let shown = clara.wait_for("Draw");
    assert!(!shown.contains("r asks"), "{shown}");
    for session in [&mut anna, &mut clara] {
        session.send("q");
        assert_eq!(session.ended(), 0);
    }
    boris.end();
}

#[test]
fn the_link_for_a_friend_is_whole_on_a_small_screen() {
    let server = Server::start("screen-link");
    for game in ["seega", "salta", "senet", "draughts", "diaballik"] {
        let mut anna = screen(&server, game, &[game, "--friend"]);
        let shown = anna.wait_for("/game/");
        let line = shown.lines().find(|line| line.contains("/game/")).unwrap().trim();
        let id = line.strip_prefix(&format!("{}/game/", server.url())).unwrap();
        assert!(shown.contains(&format!("Game {id}")) && !id.contains(' '), "{shown}");
        anna.send("q");
        anna.wait_for("y – yes");
        anna.send("y");
        assert_eq!(anna.ended(), 0);
    }
}

#[test]
fn games_are_chosen_from_a_list() {
    let server = Server::start("screen-list");
    let mut anna = screen(&server, "anna", &[]);
    anna.wait_for("There are no games");
    let mut boris = Talker::start(server.play("boris", &["seega", "--lobby", "--rules", "size=3"]));
    boris.hear("Waiting for a player");
    anna.send("w");
    anna.wait_for("Seega (Board: 3)");
    anna.send("\r");
    boris.hear("The game begins");
    anna.wait_for(" to move");
    // A new one, from the menu, on the same terms.
    anna.send("m\r");
    anna.wait_for("Leave this game?");
    anna.send("y");
    anna.wait_for("no player yet");
    // It is among the own ones now, as is the other.
    anna.send("w");
    let shown = anna.wait_for("Your games:");
    assert_eq!(shown.matches("Seega (Board: 3)").count(), 2, "{shown}");
    anna.send("\u{1b}");
    anna.wait_without("Your games:");
    anna.send("q");
    anna.wait_for("goes on at the server");
    anna.send("y");
    assert_eq!(anna.ended(), 0);
}
