//! The contract that every game keeps under every rule set, proved by random play with fixed
//! seeds: texts round-trip, keys are what they would be from nothing, lists of actions are
//! complete, unique and in a fixed order, random choice is uniform, events tell everything that
//! happens on the board, the erased game agrees with the typed line, games end, symmetries hold,
//! and whatever is not legal is refused with an article of the rules.

mod support;

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use rules::{
    Allowed, AnyLine, Depict, Entry, Event, Game, GameId, Illegal, Line, Played, Position, Reason,
    Square, Status, Variant, perft, weighted, with_line,
};
use support::pieces::Picture;
use support::play::{longest, rule_sets, variant};
use support::refusals::{garbage, pairs};
use support::symmetry::{Symmetry, symmetries};
use support::toy::{Toy, toy};
use support::{legal, list, vectors};

/// How much is done for a game, so that all of them take seconds.
struct Effort {
    /// Random games for each rule set.
    games: u64,
    /// Every so many positions gets the costly checks.
    rarely: usize,
    /// Every so many positions of the vectors is a start, too.
    vectors: usize,
}

#[test]
fn seega() {
    run(GameId::SEEGA, &Effort { games: 4, rarely: 67, vectors: 40 });
}

#[test]
fn salta() {
    run(GameId::SALTA, &Effort { games: 1, rarely: 149, vectors: 40 });
}

#[test]
fn senet() {
    run(GameId::SENET, &Effort { games: 2, rarely: 149, vectors: 40 });
}

#[test]
fn draughts() {
    run(GameId::DRAUGHTS, &Effort { games: 3, rarely: 83, vectors: 40 });
}

#[test]
fn diaballik() {
    run(GameId::DIABALLIK, &Effort { games: 4, rarely: 97, vectors: 40 });
}

/// The rule sets that the suite goes through are canonical and leave no option value and no preset
/// out.
#[test]
fn rule_sets_are_complete() {
    for game in GameId::ALL {
        let variants: Vec<Variant> = rule_sets(game).iter().map(|text| variant(text)).collect();
        for (variant, text) in variants.iter().zip(rule_sets(game)) {
            assert_eq!(variant.to_string(), *text);
        }
        for option in game.options() {
            let values: Vec<u16> = match option.allowed {
                Allowed::Words(words) => (0..words.len() as u16).collect(),
                Allowed::Numbers(numbers) => numbers.to_vec(),
                Allowed::Range(low, high) => vec![low, high, option.default],
            };
            for value in values {
                let covered = variants
                    .iter()
                    .any(|variant| variant.settings().any(|(of, is)| of == option && is == value));
                assert!(covered, "{game}: {}={}", option.name, option.text(value));
            }
        }
        for preset in game.presets() {
            let meant = Variant::read(game, preset.name).unwrap();
            assert!(variants.contains(&meant), "{game}: {}", preset.name);
        }
    }
}

fn run(game: GameId, effort: &Effort) {
    for text in rule_sets(game) {
        for seed in 0..effort.games {
            let plan = Plan { variant: variant(text), start: None, seed, effort };
            let steps = longest(plan.variant);
            let ended = contract(plan, steps.unwrap_or(700));
            assert!(ended || steps.is_none(), "{text} seed {seed}: no end after {steps:?} entries");
        }
    }
    // Middle games, endings and positions set up by hand, which random play seldom reaches.
    let some = vectors(game).into_iter().step_by(effort.vectors);
    let by_hand = list("cases.json").into_iter().filter(|entry| entry["game"] == game.id());
    for (index, entry) in some.chain(by_hand).enumerate() {
        let Some(start) = entry["position"].as_str() else { continue };
        let variant = support::variant(&entry);
        let plan = Plan { variant, start: Some(start), seed: index as u64, effort };
        contract(plan, 12);
    }
}

/// What one random game is made from.
#[derive(Clone, Copy)]
struct Plan<'a> {
    variant: Variant,
    start: Option<&'a str>,
    seed: u64,
    effort: &'a Effort,
}

/// Plays one game with all checks; returns whether it ended.
fn contract(plan: Plan, most: usize) -> bool {
    let game = match plan.start {
        None => Game::start(plan.variant),
        Some(text) => Game::from_position(plan.variant, text)
            .unwrap_or_else(|error| panic!("{text}: {error}")),
    };
    with_line!(game, line => Playing::new(line, plan, symmetries(plan.variant)).run(most))
}

/// A game that is not in the library keeps the contract as well: nothing asks for more than the
/// public surface.
#[test]
fn toy_contract() {
    let effort = Effort { games: 20, rarely: 1, vectors: 1 };
    for options in ["", "fair"] {
        for seed in 0..effort.games {
            let plan = Plan { variant: toy(options), start: None, seed, effort: &effort };
            let line = Line::new(Toy::start(plan.variant.rules::<Toy>()));
            assert!(Playing::new(line, plan, Vec::new()).run(60), "seed {seed}: no end");
        }
    }
}

/// One game, typed and erased side by side.
struct Playing<'a, P: Depict> {
    line: Line<P>,
    game: Box<dyn AnyLine>,
    plan: Plan<'a>,
    rng: Rng,
    symmetries: Vec<Symmetry>,
    /// Texts that were legal somewhere in this game.
    seen: Vec<String>,
}

impl<P: Depict> Playing<'_, P> {
    fn new(line: Line<P>, plan: Plan, symmetries: Vec<Symmetry>) -> Playing<P> {
        assert!(size_of::<P>() <= 128, "a position is a small value");
        let rules = plan.variant.rules::<P>();
        assert_eq!(Variant::of::<P>(rules), plan.variant, "rules keep their values");
        let game: Box<dyn AnyLine> = Box::new(line.clone());
        assert_eq!(game.variant(), plan.variant);
        Playing { line, game, plan, rng: Rng::with_seed(plan.seed), symmetries, seen: Vec::new() }
    }

    fn run(mut self, most: usize) -> bool {
        for step in 0..=most {
            self.check_here();
            if (step + self.plan.seed as usize).is_multiple_of(self.plan.effort.rarely) {
                self.check_here_costly();
            }
            if let Status::Over(_) = self.line.status() {
                self.check_here_costly();
                break;
            }
            if step < most {
                self.step();
            }
        }
        self.check_line();
        matches!(self.line.status(), Status::Over(_))
    }

    fn name(&self) -> String {
        format!("{} {}", self.game.variant(), self.line.position())
    }

    fn actions(&self) -> Vec<P::Action> {
        let mut actions = Vec::new();
        self.line.position().for_each_action(|action| actions.push(action));
        actions
    }

    /// What holds in every position.
    fn check_here(&mut self) {
        let (position, name) = (self.line.position(), self.name());
        let text = position.to_string();
        let read = P::read(position.rules(), &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read, *position, "{name}: text round trip");
        assert_eq!(read.to_string(), text, "{name}: text round trip");
        assert_eq!(read.key(), position.key(), "{name}: key of the text");
        assert_eq!(position.key(), position.fresh_key(), "{name}: key");

        let actions = self.actions();
        let mut again = Vec::new();
        read.for_each_action(|action| again.push(action));
        assert_eq!(actions, again, "{name}: order of actions");
        assert_eq!(position.count_actions(), actions.len(), "{name}: count");
        let numbers: HashSet<u64> =
            actions.iter().map(|action| P::action_number(*action)).collect();
        assert_eq!(numbers.len(), actions.len(), "{name}: numbers");
        assert!(numbers.iter().all(|number| *number < 1 << 53), "{name}: numbers");
        assert_eq!(perft(position, 0), 1, "{name}");
        match position.status() {
            Status::ToAct(side) => {
                assert_eq!(side, position.side(), "{name}");
                assert!(!actions.is_empty(), "{name}: to act without an action");
                assert_eq!(perft(position, 1), actions.len() as u64, "{name}: perft(1)");
            }
            Status::Chance => {
                assert_eq!(actions, [], "{name}: chance comes next");
                assert_eq!(perft(position, 1), P::throws().len() as u64, "{name}: perft(1)");
            }
            Status::Over(_) => {
                assert_eq!(actions, [], "{name}: the game is over");
                assert_eq!(perft(position, 1), 0, "{name}: perft(1)");
            }
        }
        let texts: Vec<String> = actions.iter().map(|a| position.action_text(*a)).collect();
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len(), "{name}: {texts:?}");
        for (action, text) in actions.iter().zip(&texts) {
            assert_eq!(position.read_action(text).as_ref(), Ok(action), "{name}: {text}");
        }
        if !actions.is_empty() {
            check_choosing(position, &actions);
        }
        self.check_erased(texts.clone());
        if self.seen.len() < 1000 {
            self.seen.extend(texts);
        }
    }

    /// The erased game says what the line says.
    fn check_erased(&self, mut texts: Vec<String>) {
        let (line, game, name) = (&self.line, &self.game, self.name());
        assert_eq!(game.position(), line.position().to_string(), "{name}");
        assert_eq!(game.status(), line.status(), "{name}");
        assert_eq!(game.side(), line.position().side(), "{name}");
        assert_eq!(game.key(), line.position().key(), "{name}");
        assert_eq!(game.view(), line.position().view(), "{name}");
        assert_eq!(game.ply(), line.entries().len(), "{name}");
        match line.status() {
            Status::ToAct(_) => {
                for choice in game.choices() {
                    let action = line.position().read_action(&choice.text).unwrap();
                    assert_eq!(choice.warning, line.warning(action), "{name}: {}", choice.text);
                }
            }
            Status::Chance => {
                texts = P::throws().iter().map(|(t, _)| P::throw_text(*t).to_owned()).collect();
            }
            // Also by history, where the position alone would have actions.
            Status::Over(_) => texts.clear(),
        }
        texts.sort_unstable();
        assert_eq!(legal(game), texts, "{name}: choices");
    }

    /// What is dear to check: counting ahead, refusals, symmetries.
    fn check_here_costly(&mut self) {
        let actions = self.actions();
        self.check_counting(&actions);
        self.check_refusals(&actions);
        for symmetry in &self.symmetries {
            check_symmetry(self.game.variant(), &self.game.position(), symmetry);
        }
    }

    /// perft(2) is the sum over all actions and throws of what is generated after them.
    fn check_counting(&self, actions: &[P::Action]) {
        let position = self.line.position();
        let entries: Vec<Entry<P>> = match position.status() {
            Status::Chance => P::throws().iter().map(|(throw, _)| Entry::Throw(*throw)).collect(),
            _ => actions.iter().map(|action| Entry::Act(*action)).collect(),
        };
        let mut nodes = 0;
        for entry in entries {
            let mut next = position.clone();
            entry.play(&mut next);
            match next.status() {
                Status::Chance => nodes += P::throws().len() as u64,
                _ => next.for_each_action(|_| nodes += 1),
            }
        }
        assert_eq!(perft(position, 2), nodes, "{}: perft(2)", self.name());
    }

    /// Whatever is not legal is refused for a reason that the game's rules have, and changes
    /// nothing. In draughts it may be another path of a legal chain.
    fn check_refusals(&mut self, actions: &[P::Action]) {
        let legal: Vec<String> = legal(&self.game);
        let legal_set: HashSet<&str> = legal.iter().map(String::as_str).collect();
        let mut texts = pairs(&self.game);
        texts.extend(garbage(&legal));
        texts.extend(self.seen.iter().cloned());
        let before = (self.game.position(), self.game.ply());
        for (index, text) in texts.iter().enumerate() {
            if legal_set.contains(text.as_str()) {
                continue;
            }
            match self.line.read(text) {
                Err(illegal) => {
                    self.check_reason(&illegal);
                    if index % 16 == 0 {
                        assert_eq!(self.game.play(text), Err(illegal), "{}: {text}", self.name());
                    }
                }
                Ok(Entry::Act(action)) => self.check_other_path(actions, action, text),
                Ok(Entry::Throw(_)) => panic!("{}: a throw {text:?}", self.name()),
            }
        }
        assert_eq!((self.game.position(), self.game.ply()), before, "a refusal changed the game");
    }

    fn check_reason(&self, illegal: &Illegal) {
        let name = format!("{}: {illegal}", self.name());
        assert_eq!(illegal.game, P::GAME, "{name}");
        assert!(!illegal.article().is_empty(), "{name}: no article of this game");
        if let Status::Over(_) = self.line.status() {
            assert_eq!(illegal.reason, Reason::GameOver, "{name}");
        }
        let view = self.line.position().view();
        for square in &illegal.squares {
            let inside = match *square {
                Square::Grid { file, rank } => file < view.files && rank < view.ranks,
                Square::Path(number) => (1..=30).contains(&number),
            };
            assert_eq!(inside, illegal.reason != Reason::OffBoard, "{name}");
        }
    }

    /// A text that is accepted without being listed must be a chain of draughts by another way.
    fn check_other_path(&self, actions: &[P::Action], action: P::Action, text: &str) {
        let name = format!("{}: {text:?} is accepted", self.name());
        assert_eq!(P::GAME, GameId::DRAUGHTS, "{name}");
        assert!(actions.contains(&action), "{name}");
        let listed = self.line.position().action_text(action);
        let ends = |text: &str| {
            let squares: Vec<String> = text.split(':').map(str::to_owned).collect();
            (squares.len(), squares[0].clone(), squares[squares.len() - 1].clone())
        };
        assert_eq!(ends(text), ends(&listed), "{name}");
        assert!(listed.as_str() < text, "{name}, but {listed} is not the smallest text");
        let [mut one, mut other] = [self.line.clone(), self.line.clone()];
        AnyLine::play(&mut one, &listed).unwrap();
        AnyLine::play(&mut other, text).unwrap();
        assert_eq!(one.position(), other.position(), "{name}");
    }

    /// Plays one entry at random on both forms and looks at what the events say.
    fn step(&mut self) {
        let name = self.name();
        let rng = &mut self.rng;
        let entry: Entry<P> = match self.line.status() {
            Status::Chance => Entry::Throw(weighted(P::throws(), |n| rng.u32(..n))),
            _ => Entry::Act(self.line.position().pick_action(|n| rng.u32(..n))),
        };
        let before = self.line.position().clone();
        let text = before.entry_text(entry);
        let Played { events, .. } = self.line.apply(entry);
        let erased = self.game.play(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((&erased.text, &erased.events), (&text, &events), "{name}");
        let after = self.line.position();

        let mut picture = Picture::of(&before.view());
        picture.act(&events);
        assert_eq!(picture, Picture::of(&after.view()), "{name} {text}: {events:?}");

        let changed = before.side() != after.side();
        let ended: Vec<_> =
            events.iter().filter(|event| matches!(event, Event::TurnEnded { .. })).collect();
        let over: Vec<_> =
            events.iter().filter(|event| matches!(event, Event::GameOver { .. })).collect();
        match self.line.status() {
            Status::Over(outcome) => {
                assert_eq!(over, [&Event::GameOver { outcome }], "{name} {text}");
                assert!(ended.is_empty(), "{name} {text}: {events:?}");
                assert!(matches!(events.last(), Some(Event::GameOver { .. })), "{name} {text}");
            }
            status => {
                assert!(over.is_empty(), "{name} {text}: {events:?}");
                let expected = Event::TurnEnded { side: before.side() };
                let expected = if changed { vec![&expected] } else { Vec::new() };
                assert_eq!(ended, expected, "{name} {text}: {events:?}");
                if let (Entry::Throw(_), Status::ToAct(side)) = (entry, status) {
                    assert_eq!(side, before.side(), "{name} {text}: who threw acts");
                }
            }
        }
    }

    /// The record of the game, and taking back.
    fn check_line(&mut self) {
        let transcript = self.game.transcript();
        assert_eq!(transcript.len(), self.line.entries().len());
        for pair in transcript.windows(2) {
            let next_turn = pair[1].side != pair[0].side || P::ACTION_IS_TURN;
            assert_eq!(pair[1].turn, pair[0].turn + u32::from(next_turn), "{pair:?}");
        }
        let length = self.rng.usize(..=transcript.len());
        let mut replayed = Line::new(self.line.start().clone());
        for played in &transcript[..length] {
            let entry = replayed.read(&played.text);
            let entry = entry.unwrap_or_else(|e| panic!("{e} in {transcript:?}"));
            assert_eq!(&replayed.apply(entry), played);
        }
        let mut shortened = self.line.clone();
        shortened.truncate(length);
        assert_eq!(shortened.position(), replayed.position());
        assert_eq!(shortened.entries(), replayed.entries());
        assert_eq!(shortened.status(), replayed.status());
        assert_eq!(shortened.history().keys(), replayed.history().keys());
        assert_eq!(shortened.history().throws(), replayed.history().throws());
        assert_eq!(shortened.turn(), replayed.turn());
        self.game.truncate(length);
        assert_eq!(self.game.position(), replayed.position().to_string());
        assert_eq!(self.game.status(), replayed.status());
        shortened.truncate(length + 1);
        assert_eq!(shortened.entries().len(), length, "nothing comes back");
    }
}

/// Lets `pick_action` meet every sequence of random numbers: it must give legal actions only, each
/// exactly as likely as the others.
fn check_choosing<P: Depict>(position: &P, actions: &[P::Action]) {
    // Choosing again where a choice is refused can multiply the sequences beyond measure (Salta).
    const MOST: usize = 20_000;
    let mut chances: HashMap<P::Action, f64> = HashMap::new();
    let mut answers: Vec<(u32, u32)> = Vec::new();
    let mut complete = false;
    for _ in 0..MOST {
        let (mut asked, mut chance) = (0, 1.0);
        let action = position.pick_action(|below| {
            assert!(below > 0, "{position}: a number below 0");
            if asked == answers.len() {
                answers.push((0, below));
            }
            assert_eq!(answers[asked].1, below, "{position}: asks differently the second time");
            asked += 1;
            chance /= f64::from(below);
            answers[asked - 1].0
        });
        assert_eq!(asked, answers.len(), "{position}: asks less the second time");
        *chances.entry(action).or_default() += chance;
        while let Some((answer, below)) = answers.pop() {
            if answer + 1 < below {
                answers.push((answer + 1, below));
                break;
            }
        }
        if answers.is_empty() {
            complete = true;
            break;
        }
    }
    for action in chances.keys() {
        assert!(actions.contains(action), "{position}: {action:?} is picked and not legal");
    }
    if complete {
        let fair = 1.0 / actions.len() as f64;
        for action in actions {
            let chance = chances.get(action).copied().unwrap_or_default();
            assert!((chance - fair).abs() < 1e-9, "{position}: {action:?} has chance {chance}");
        }
    }
}

/// The mapped position has the mapped actions, and they lead to the mapped positions.
fn check_symmetry(variant: Variant, here: &str, symmetry: &Symmetry) {
    let Some(there) = (symmetry.position)(here) else { return };
    let name = format!("{variant} {here} by {}: {there}", symmetry.name);
    // Without the past, which a position does not have.
    let game = Game::from_position(variant, here).unwrap();
    let mapped = Game::from_position(symmetry.variant, &there)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(mapped.status(), symmetry.status(game.status()), "{name}");
    let mut texts = Vec::new();
    for choice in game.choices() {
        let text = (symmetry.action)(&choice.text);
        let (mut next, mut mapped_next) = (game.clone(), mapped.clone());
        next.play(&choice.text).unwrap();
        mapped_next.play(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        // A mapped chain of draughts may be another path of an action: this is its own text.
        texts.push(mapped_next.transcript()[0].text.clone());
        if let Some(after) = (symmetry.position)(&next.position()) {
            assert_eq!(mapped_next.position(), after, "{name}: {text}");
            assert_eq!(mapped_next.status(), symmetry.status(next.status()), "{name}: {text}");
        }
    }
    texts.sort_unstable();
    assert_eq!(texts, legal(&mapped), "{name}");
}
