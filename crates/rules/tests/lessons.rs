//! The lessons in `content/lessons` hold against the rules: every position reads, every accepted
//! answer and every reply is legal and does what the text says as far as the data state it, every
//! mark is a square of its board, and every text is there in both languages and speaks of the same
//! squares.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::{Event, Game, GameId, Shape, Status, Variant};
use serde::Deserialize;
use support::claims::claim_holds;
use support::judged::KINDS;
use support::legal;

/// One game's lessons. The page's types of the same shape are in `web/src/pages/learn/lesson.ts`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    game: String,
    /// The rules in a minute, at the top of the rules page.
    minute: Vec<Scene>,
    lessons: Vec<Lesson>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    id: String,
    kind: Kind,
    title: Words,
    about: Words,
    steps: Vec<Step>,
}

/// A rule in a sentence, with a position and the action that shows it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    text: Words,
    position: Option<String>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    arrows: Vec<[String; 2]>,
    #[serde(default)]
    goals: bool,
    play: String,
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Kind {
    First,
    Strategy,
}

/// A text in both languages; squares and actions stand between backticks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    ru: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    text: Words,
    /// The rule set; the game's default where it is left out.
    rules: Option<String>,
    /// The position; the start where it is left out.
    position: Option<String>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    arrows: Vec<[String; 2]>,
    /// The goal squares are shown (Salta).
    #[serde(default)]
    goals: bool,
    /// The odds of the throws are shown (Senet).
    #[serde(default)]
    odds: bool,
    /// What the text says of the position, each from the position itself.
    #[serde(default)]
    claims: Vec<String>,
    /// What the text says of the outcome: `wins A`, `only A`, `chance A 48.7` … (see
    /// `support/judged.rs`). The tests of engine and tables judge it.
    #[serde(default)]
    judged: Vec<String>,
    task: Task,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Task {
    /// There is nothing to do but read.
    Read,
    /// All these squares are to be pointed out.
    Squares { squares: Vec<String>, hint: Words, after: Words },
    /// The sticks are thrown, and the lesson knows how they fall.
    Throw { points: u8, then: String, after: Words },
    /// One turn or several are to be played.
    Play {
        turns: Vec<Turn>,
        hint: Words,
        #[serde(default)]
        wrong: Vec<Wrong>,
        after: Words,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// Each answer is a run of actions: `a1a2 a2a3 end`.
    accept: Accept,
    /// What the other side answers.
    #[serde(default)]
    reply: String,
    /// What is said once the reply is on the board.
    say: Option<Words>,
    /// How many pieces each answer takes off the board for good.
    captured: Option<usize>,
    /// What holds after each answer.
    #[serde(default)]
    claims: Vec<String>,
    /// What holds after the reply.
    #[serde(default)]
    replied: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Accept {
    /// `any`: every turn that does not lose at once.
    Any(Any),
    These(Vec<String>),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Any {
    Any,
}

/// A likely mistake and what to say to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrong {
    play: String,
    say: Words,
}

fn course(game: GameId) -> Course {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/lessons");
    let path = folder.join(format!("{game}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let course: Course =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert_eq!(course.game, game.id(), "{}", path.display());
    course
}

/// Calls `with` for every step, with a name for messages.
fn each_step(mut with: impl FnMut(GameId, &str, &Step) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for game in GameId::ALL {
        for lesson in course(game).lessons {
            for (number, step) in (1..).zip(&lesson.steps) {
                let name = format!("{game}, {}, step {number}", lesson.id);
                if let Err(error) = with(game, &name, step) {
                    wrong.push(format!("{name}: {error}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn at(variant: Variant, position: Option<&String>) -> Result<Game, String> {
    match position {
        Some(text) => {
            let here = Game::from_position(variant, text).map_err(|error| error.to_string())?;
            if here.position() == *text { Ok(here) } else { Err("not canonical".to_owned()) }
        }
        None => Ok(Game::start(variant)),
    }
}

impl Step {
    fn open(&self, game: GameId) -> Result<Game, String> {
        let variant = match &self.rules {
            Some(text) => Variant::read_full(text).map_err(|error| error.to_string())?,
            None => Variant::default_of(game),
        };
        if variant.game != game {
            return Err("the rules of another game".to_owned());
        }
        at(variant, self.position.as_ref())
    }

    fn texts(&self) -> Vec<&Words> {
        let mut texts = vec![&self.text];
        match &self.task {
            Task::Read => {}
            Task::Squares { hint, after, .. } => texts.extend([hint, after]),
            Task::Throw { after, .. } => texts.push(after),
            Task::Play { turns, hint, wrong, after } => {
                texts.extend([hint, after]);
                texts.extend(turns.iter().filter_map(|turn| turn.say.as_ref()));
                texts.extend(wrong.iter().map(|wrong| &wrong.say));
            }
        }
        texts
    }
}

/// Plays a run of actions; how many pieces were captured.
fn play(here: &mut Game, actions: &str) -> Result<usize, String> {
    let mut captured = 0;
    for action in actions.split(' ') {
        let played = here.play(action).map_err(|error| format!("{action}: {error}"))?;
        captured += played.events.iter().filter(|e| matches!(e, Event::Captured { .. })).count();
    }
    Ok(captured)
}

/// The answers as data: for `any` each single action that does not lose at once.
fn answers(here: &Game, accept: &Accept) -> Vec<String> {
    match accept {
        Accept::These(these) => these.clone(),
        Accept::Any(Any::Any) => here
            .choices()
            .into_iter()
            .filter(|choice| choice.warning.is_none())
            .map(|choice| choice.text)
            .collect(),
    }
}

/// Plays an answer and looks whether it does what the data say of it.
fn answer(here: &Game, turn: &Turn, actions: &str) -> Result<Game, String> {
    let mut after = here.clone();
    let captured = play(&mut after, actions)?;
    if turn.captured.is_some_and(|expected| expected != captured) {
        return Err(format!("{actions}: {captured} captured"));
    }
    for claim in &turn.claims {
        claim_holds(&mut after.clone(), claim).map_err(|e| format!("{actions}: {claim}: {e}"))?;
    }
    Ok(after)
}

/// Every answer goes on by itself: its reply and the turns after it are legal.
fn turns_hold(here: &Game, turns: &[Turn]) -> Result<(), String> {
    let [turn, rest @ ..] = turns else { return Ok(()) };
    let learner = here.side();
    if here.status() != Status::ToAct(learner) {
        return Err("nobody is to act".to_owned());
    }
    let any = matches!(turn.accept, Accept::Any(_));
    if any && !(rest.is_empty() && turn.reply.is_empty()) {
        return Err("nothing can follow a free turn".to_owned());
    }
    let answers = answers(here, &turn.accept);
    if answers.is_empty() {
        return Err("no answer".to_owned());
    }
    for actions in answers {
        let mut after = answer(here, turn, &actions)?;
        if !turn.reply.is_empty() {
            if after.side() == learner {
                return Err(format!("{actions}: a reply in the learner's own turn"));
            }
            play(&mut after, &turn.reply).map_err(|error| format!("{actions}: reply: {error}"))?;
        }
        for claim in &turn.replied {
            claim_holds(&mut after.clone(), claim)
                .map_err(|error| format!("{actions}: after the reply: {claim}: {error}"))?;
        }
        if !rest.is_empty() && after.side() != learner {
            return Err(format!("{actions}: the learner is not to act after it"));
        }
        turns_hold(&after, rest).map_err(|error| format!("{actions}, then {error}"))?;
    }
    Ok(())
}

#[test]
fn positions_answers_and_replies_hold() {
    each_step(|game, _, step| {
        let here = step.open(game)?;
        for claim in &step.claims {
            claim_holds(&mut here.clone(), claim).map_err(|error| format!("{claim}: {error}"))?;
        }
        for judgement in &step.judged {
            let word = judgement.split(' ').next().unwrap_or_default();
            if !KINDS.contains(&word) {
                return Err(format!("{judgement} is no judgement"));
            }
            claim_holds(&mut here.clone(), judgement)
                .map_err(|error| format!("{judgement}: {error}"))?;
        }
        match &step.task {
            Task::Read | Task::Squares { .. } => Ok(()),
            Task::Throw { points, then, .. } => {
                let mut after = here.clone();
                play(&mut after, &format!("t{points}"))?;
                if after.position() == *then { Ok(()) } else { Err(after.position()) }
            }
            Task::Play { turns, wrong, .. } => {
                if turns.is_empty() {
                    return Err("nothing to play".to_owned());
                }
                turns_hold(&here, turns)?;
                for Wrong { play: actions, .. } in wrong {
                    play(&mut here.clone(), actions).map_err(|error| format!("wrong: {error}"))?;
                    let accepted = match &turns[0].accept {
                        Accept::These(these) => these.contains(actions),
                        // A free turn can only go wrong by losing.
                        Accept::Any(_) => {
                            let mut after = here.clone();
                            play(&mut after, actions)?;
                            match after.status() {
                                Status::Over(outcome) => {
                                    outcome.winner != Some(here.side().other())
                                }
                                Status::ToAct(_) | Status::Chance => true,
                            }
                        }
                    };
                    if accepted {
                        return Err(format!("{actions} is both wrong and accepted"));
                    }
                }
                Ok(())
            }
        }
    });
}

/// Whether the board has this square.
fn on_board(here: &Game, name: &str) -> bool {
    let view = here.view();
    if view.shape == Shape::Path {
        return (1..=30).any(|number: u8| number.to_string() == name);
    }
    let Some(((file, rank), "")) = rules::Square::read_grid(name) else { return false };
    let dark = view.shape != Shape::Dark || (file + rank).is_multiple_of(2);
    file < view.files && rank < view.ranks && dark
}

#[test]
fn marks_are_squares_of_the_board() {
    each_step(|game, _, step| {
        let here = step.open(game)?;
        let arrows = step.arrows.iter().flatten();
        let asked: &[String] = match &step.task {
            Task::Squares { squares, .. } if squares.is_empty() => return Err("no squares".into()),
            Task::Squares { squares, .. } => squares,
            _ => &[],
        };
        for square in step.marks.iter().chain(arrows).chain(asked) {
            if !on_board(&here, square) {
                return Err(format!("{square} is no square"));
            }
        }
        if step.goals && game != GameId::SALTA || step.odds && game != GameId::SENET {
            return Err("goals or odds in another game".to_owned());
        }
        Ok(())
    });
}

/// The parts of a text between backticks, sorted.
fn quoted(text: &str) -> Result<Vec<&str>, String> {
    if !text.matches('`').count().is_multiple_of(2) {
        return Err(format!("an odd backtick: {text}"));
    }
    let mut parts: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    parts.sort_unstable();
    Ok(parts)
}

fn words_hold(words: &Words) -> Result<(), String> {
    let Words { en, ru } = words;
    let cyrillic = |text: &str| text.chars().any(|c| ('\u{400}'..'\u{530}').contains(&c));
    if en.trim().is_empty() || cyrillic(en) {
        return Err(format!("not English: {en}"));
    }
    if !cyrillic(ru) {
        return Err(format!("not Russian: {ru}"));
    }
    for text in [en, ru] {
        if text.trim() != *text || text.contains("  ") {
            return Err(format!("stray spaces: {text}"));
        }
    }
    let (english, russian) = (quoted(en)?, quoted(ru)?);
    if english != russian {
        return Err(format!("the languages name {english:?} and {russian:?}: {en}"));
    }
    Ok(())
}

#[test]
fn texts_are_there_in_both_languages_and_agree() {
    each_step(|game, _, step| {
        let here = step.open(game)?;
        for words in step.texts() {
            words_hold(words)?;
            for name in quoted(&words.en)? {
                // A bare square must be on this board; what else is quoted is an action.
                let square = name.len() <= 3 && !name.starts_with('@') && name != "end";
                if square && !on_board(&here, name) {
                    return Err(format!("{name} is no square: {}", words.en));
                }
            }
        }
        Ok(())
    });
    for game in GameId::ALL {
        for lesson in course(game).lessons {
            for words in [&lesson.title, &lesson.about] {
                words_hold(words).unwrap_or_else(|error| panic!("{game}, {}: {error}", lesson.id));
            }
        }
    }
}

/// Each sentence of the rules in a minute has a position on which its action can be played.
#[test]
fn the_rules_in_a_minute_can_be_played() {
    let holds = |game: GameId, scene: &Scene| {
        let here = at(Variant::default_of(game), scene.position.as_ref())?;
        play(&mut here.clone(), &scene.play)?;
        words_hold(&scene.text)?;
        if scene.goals && game != GameId::SALTA {
            return Err("goals in another game".to_owned());
        }
        let mut squares = scene.marks.iter().chain(scene.arrows.iter().flatten());
        squares
            .find(|square| !on_board(&here, square))
            .map_or(Ok(()), |square| Err(format!("{square} is no square")))
    };
    for game in GameId::ALL {
        let scenes = course(game).minute;
        assert!((4..=5).contains(&scenes.len()), "{game}: {} sentences", scenes.len());
        for scene in &scenes {
            holds(game, scene).unwrap_or_else(|error| panic!("{game}: {}: {error}", scene.text.en));
        }
    }
}

#[test]
fn every_game_has_its_lessons() {
    for game in GameId::ALL {
        let lessons = course(game).lessons;
        let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
        assert_eq!(ids.len(), lessons.len(), "{game}: an id twice");
        for id in ids {
            let plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(!id.is_empty() && id.chars().all(plain), "{game}: {id} is no word of a path");
        }
        let firsts = lessons.iter().filter(|lesson| lesson.kind == Kind::First).count();
        assert!(firsts == 1 && lessons[0].kind == Kind::First, "{game}: the first lesson");
        let strategy = lessons.len() - firsts;
        assert!((7..=12).contains(&strategy), "{game}: {strategy} lessons of strategy");
        assert_eq!(lessons.last().unwrap().id, "plan", "{game}: a plan comes last");
        for Lesson { id, kind, steps, .. } in &lessons {
            let range = if *kind == Kind::First { 8..=12 } else { 5..=8 };
            assert!(range.contains(&steps.len()), "{game}, {id}: {} steps", steps.len());
            let doing = steps.iter().filter(|step| !matches!(step.task, Task::Read)).count();
            assert!(doing * 2 > steps.len(), "{game}, {id}: mostly reading");
        }
    }
}

/// In Diaballik the first step teaches that the starting line must be opened.
#[test]
fn diaballik_begins_with_the_starting_line() {
    let lessons = course(GameId::DIABALLIK).lessons;
    let step = &lessons[0].steps[0];
    let here = step.open(GameId::DIABALLIK).unwrap();
    assert_eq!(here.position(), Game::start(here.variant()).position());
    let Task::Play { turns, wrong, .. } = &step.task else { panic!("nothing to play") };
    assert!(matches!(turns[0].accept, Accept::Any(_)));
    let loses = wrong.iter().any(|wrong| {
        let mut after = here.clone();
        play(&mut after, &wrong.play).unwrap();
        legal(&after).is_empty()
    });
    assert!(loses, "no mistake that leaves the line closed");
}
