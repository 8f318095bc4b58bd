//! The engine plays itself under every option, from the start, from positions of random play, from
//! boards shuffled by hand and, in Salta, from armies that have passed each other, as every kind of player and at every level: every action is legal.
//! `IGROTEKA_SOAK_ACTIONS` says how many actions (`make soak`: a million).

use std::sync::atomic::AtomicBool;

use engine::{Ask, HashTable, Level, Limits, Searchable, Skill};
use rules::{Allowed, AnyAction, Game, GameId, OptionSpec, Status, Variant};

/// A rule set with random values for its options, each value of an option equally likely; near the
/// default in ranges, so that games end.
fn random_rules(game: GameId, rng: &mut fastrand::Rng) -> Variant {
    let value = |option: &OptionSpec, rng: &mut fastrand::Rng| match option.allowed {
        Allowed::Words(words) => words[rng.usize(..words.len())].to_owned(),
        Allowed::Numbers(numbers) => numbers[rng.usize(..numbers.len())].to_string(),
        Allowed::Range(low, _) => rng.u16(low.max(1)..=option.default).to_string(),
    };
    let mut choose = rng.fork();
    let chosen: Vec<(&str, String)> = game
        .options()
        .iter()
        .filter(|_| choose.bool())
        .map(|option| (option.name, value(option, rng)))
        .collect();
    let pairs = chosen.iter().map(|(name, value)| (*name, value.as_str()));
    Variant::from_pairs(game, pairs).expect("allowed values")
}

/// Plays an outcome of chance, or a random legal action.
fn random_entry(game: &mut Game, rng: &mut fastrand::Rng) {
    let choices = game.choices();
    game.play(&choices[rng.usize(..choices.len())].text).expect("listed");
}

/// Shuffles the squares of a position's text until it is a position again: what play hardly ever
/// reaches. Gives the game back if it does not succeed.
fn shuffled(game: Game, most_swaps: usize, rng: &mut fastrand::Rng) -> Game {
    let position = game.position();
    let (board, rest) = position.split_once(' ').expect("fields");
    for _ in 0..30 {
        let mut cells: Vec<char> = Vec::new();
        for character in board.chars() {
            match character.to_digit(10) {
                Some(empty) => cells.extend((0..empty).map(|_| ' ')),
                None => cells.push(character),
            }
        }
        let pieces: Vec<usize> = (0..cells.len()).filter(|at| cells[*at] != '/').collect();
        for _ in 0..rng.usize(1..=most_swaps) {
            cells.swap(pieces[rng.usize(..pieces.len())], pieces[rng.usize(..pieces.len())]);
        }
        let mut text = String::new();
        let mut empty = 0;
        for cell in cells.into_iter().chain(['|']) {
            if cell == ' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(cell);
        }
        let text = format!("{} {rest}", text.trim_end_matches('|'));
        if let Ok(game) = Game::from_position(game.variant(), &text) {
            return game;
        }
    }
    game
}

/// A start of Salta in which the armies have passed each other and stand at home or near it: there the
/// engine plans a way home without an opponent, and the no-blocking rule has most to forbid. Play
/// hardly ever comes so far within a soak.
fn passed(variant: Variant, rng: &mut fastrand::Rng) -> Game {
    let home = match variant.to_string().contains("goal=mirror") {
        true => "ABCDEFGHIJKLMNO          ",
        false => "KLMNOFGHIJABCDE          ",
    };
    // A half of the board: five ranks of five squares, home in front.
    let half = |most: usize, rng: &mut fastrand::Rng| {
        let mut cells: Vec<char> = home.chars().collect();
        for _ in 0..rng.usize(1..=most) {
            let (one, other) = (rng.usize(..cells.len()), rng.usize(..cells.len()));
            cells.swap(one, other);
        }
        cells
    };
    loop {
        let most = if rng.bool() { 3 } else { 20 };
        let mut green = half(most, rng);
        let mut red: Vec<char> = half(most, rng).iter().map(char::to_ascii_lowercase).collect();
        let shut_in = rng.u32(..4) > 0;
        if shut_in {
            // One red piece is left, at least three steps from home, in front of its own and behind
            // two green ones: only a move of these two gives Red a productive reply.
            red = home.to_ascii_lowercase().chars().collect();
            let file = rng.usize(..4);
            red.swap(rng.usize(..5), 15 + file);
            for square in [20 + file, 21 + file] {
                let pieces: Vec<usize> = (0..25).filter(|at| green[*at] != ' ').collect();
                let at = pieces[rng.usize(..pieces.len())];
                std::mem::swap(&mut red[square], &mut green[at]);
            }
        }
        // Red's half is turned over, rank by rank.
        let ranks = green.chunks(5).chain(red.chunks(5).rev());
        let rank = |cells: &[char]| {
            let text: String = cells.iter().collect();
            (1..=5).rev().fold(text, |text, n| text.replace(&" ".repeat(n), &n.to_string()))
        };
        let board = ranks.map(rank).collect::<Vec<_>>().join("/");
        let turn = if shut_in || rng.bool() { "g 0" } else { "r 1" };
        // Refused where a side is all home.
        if let Ok(game) = Game::from_position(variant, &format!("{board} {turn} - 0")) {
            return game;
        }
    }
}

/// An action of a player whose kind and strength are drawn anew each time.
fn act(game: &Game, table: &HashTable, rng: &mut fastrand::Rng) -> AnyAction {
    let stop = AtomicBool::new(false);
    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let nodes = 1 << rng.u32(2..9);
    let ask = Ask::new(limits(nodes), table, &stop);
    let chosen = match rng.u32(..8) {
        0 => game.greedy(),
        1 => game.uct(&Ask::new(limits(20), table, &stop), &mut |n| rng.u32(..n)),
        2 | 3 => {
            // A level's skill, with fewer nodes.
            let level = Level::new(rng.u32(1..=8)).expect("a level");
            let skill = level.skill(game.variant().game);
            let skill = Skill { nodes: skill.nodes.min(nodes), ..skill };
            game.choose_with(skill, &ask, &mut |n| rng.u32(..n))
        }
        _ => {
            let report = game.search(&ask, &mut |_| {});
            report.map(|report| report.lines[0].line[0])
        }
    };
    chosen.expect("a side to act has an action")
}

/// Plays one game from a start of some kind; returns the number of the engine's actions.
fn soak(id: GameId, table: &HashTable, rng: &mut fastrand::Rng) -> usize {
    let mut game = Game::start(random_rules(id, rng));
    table.clear();
    let ahead = rng.usize(..120);
    while game.ply() < ahead && !matches!(game.status(), Status::Over(_)) {
        // Half-random: the engine keeps the game together now and then.
        match game.status() {
            Status::ToAct(_) if rng.bool() => {
                let action = game.greedy().expect("a side to act");
                game.act(action).expect("legal");
            }
            _ => random_entry(&mut game, rng),
        }
    }
    if id == GameId::SALTA && rng.u32(..4) > 0 {
        game = passed(game.variant(), rng);
    } else if rng.bool() {
        game = shuffled(game, 40, rng);
    }
    let mut played = 0;
    // Long games say little new.
    while played < 400 && !matches!(game.status(), Status::Over(_)) {
        if game.status() == Status::Chance {
            random_entry(&mut game, rng);
            continue;
        }
        // A small disturbance now and then, also late in a game.
        if rng.u32(..30) == 0 {
            game = shuffled(game, 3, rng);
            continue;
        }
        let action = act(&game, table, rng);
        let position = format!("{} {}", game.variant(), game.position());
        game.act(action).unwrap_or_else(|illegal| panic!("{position}: {illegal}"));
        played += 1;
    }
    played
}

#[test]
fn no_action_is_ever_illegal() {
    let wanted = std::env::var("IGROTEKA_SOAK_ACTIONS").map_or(20_000, |text| {
        text.parse::<usize>().expect("IGROTEKA_SOAK_ACTIONS is a number of actions")
    });
    let table = HashTable::new(1).unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    for game in GameId::ALL {
        let mut played = 0;
        while played < wanted.div_ceil(GameId::ALL.len()) {
            played += soak(game, &table, &mut rng);
        }
        println!("{game}: {played} actions");
    }
}
