//! The menu: game, opponent, level, side, clock and every rule option, changed with the arrow keys.

use std::time::Duration;

use engine::Level;
use rules::{Allowed, GameId, OptionSpec, Side, Variant};
use text::Text;

use super::clock::Control;
use super::online::{CLOCKS as CLOCKS_AFAR, Rival, Terms};
use super::opponents::{OpponentChoice, Strength};
use super::round::Settings;

/// The clocks on offer.
const CLOCKS: [&str; 7] = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"];
/// The engine's times on offer, in tenths of a second.
const TIMES: [u64; 6] = [2, 5, 10, 30, 100, 300];

/// Values in words are shown if they are no longer than this; what they mean stands below anyway.
const LONGEST_VALUE: usize = 32;

/// A line of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Begin,
    Game,
    Opponent,
    Side,
    Clock,
    /// Whether a server rates the game.
    Rated,
    Preset,
    /// A rule option by its place.
    Option(usize),
}

/// The menu while it is open: settings that are not yet those of the game.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    pub(crate) settings: Settings,
    pub(crate) at: usize,
    /// Digits being typed for a number.
    digits: String,
    /// An external program stays on offer if it was there.
    external: Option<OpponentChoice>,
}

impl Menu {
    pub(crate) fn new(settings: &Settings) -> Menu {
        let external = matches!(settings.choice, OpponentChoice::External(..));
        Menu {
            settings: settings.clone(),
            at: 0,
            digits: String::new(),
            external: external.then(|| settings.choice.clone()),
        }
    }

    pub(crate) fn items(&self) -> Vec<Item> {
        let game = self.settings.variant.game;
        let mut items = vec![Item::Begin, Item::Game, Item::Opponent, Item::Side, Item::Clock];
        if let OpponentChoice::Server(terms) = &self.settings.choice
            && terms.is_between_people()
        {
            items.push(Item::Rated);
        }
        if !game.presets().is_empty() {
            items.push(Item::Preset);
        }
        items.extend((0..game.options().len()).map(Item::Option));
        items
    }

    pub(crate) fn item(&self) -> Item {
        self.items().get(self.at).copied().unwrap_or(Item::Begin)
    }

    /// Goes up or down.
    pub(crate) fn go(&mut self, by: isize) {
        let count = self.items().len() as isize;
        self.at = (self.at as isize + by).rem_euclid(count) as usize;
        self.digits.clear();
    }

    /// Changes the value of the line.
    pub(crate) fn change(&mut self, by: isize) {
        self.digits.clear();
        let game = self.settings.variant.game;
        let item = self.item();
        if let OpponentChoice::Server(terms) = &mut self.settings.choice
            && matches!(item, Item::Opponent | Item::Side | Item::Clock | Item::Rated)
        {
            return change_terms(terms, item, by);
        }
        match item {
            Item::Begin | Item::Rated => {}
            Item::Game => {
                let next = turn(&GameId::ALL, &game, by);
                self.settings.variant = Variant::default_of(next);
                self.settings.from = None;
            }
            Item::Opponent => {
                let all = self.opponents();
                self.settings.choice = turn(&all, &self.settings.choice, by);
            }
            Item::Side => self.settings.side = self.settings.side.other(),
            Item::Clock => {
                let now = self.settings.control.map_or_else(String::new, Control::text);
                let all: Vec<Option<Control>> =
                    CLOCKS.iter().map(|text| Control::read(text)).collect();
                let place = CLOCKS.iter().position(|text| *text == now).unwrap_or(0);
                self.settings.control = turn(&all, &all[place], by);
            }
            Item::Preset => {
                let mut names = vec![""];
                names.extend(game.presets().iter().map(|preset| preset.name));
                let now = self.settings.variant.preset().unwrap_or("");
                if let Ok(variant) = Variant::read(game, turn(&names, &now, by)) {
                    self.set_variant(variant);
                }
            }
            Item::Option(place) => {
                let variant = self.settings.variant;
                if let Some((option, now)) = variant.settings().nth(place) {
                    self.set_text(place, &option.text(stepped(option, now, by)));
                }
            }
        }
    }

    /// A digit typed at an option that is a number.
    pub(crate) fn digit(&mut self, digit: char) {
        let Item::Option(place) = self.item() else { return };
        let option = &self.settings.variant.game.options()[place];
        if matches!(option.allowed, Allowed::Words(_)) {
            return;
        }
        self.digits.push(digit);
        if !self.set_text(place, &self.digits.clone()) {
            // Begin anew with this digit, or with nothing.
            self.digits = digit.to_string();
            if !self.set_text(place, &self.digits.clone()) {
                self.digits.clear();
            }
        }
    }

    /// Sets an option by its value's text; whether that is allowed.
    fn set_text(&mut self, place: usize, text: &str) -> bool {
        let variant = self.settings.variant;
        let pairs: Vec<(&str, String)> = variant
            .settings()
            .enumerate()
            .map(|(index, (option, value))| {
                let value = if index == place { text.to_owned() } else { option.text(value) };
                (option.name, value)
            })
            .collect();
        let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
        match Variant::from_pairs(variant.game, pairs) {
            Ok(changed) => {
                self.set_variant(changed);
                true
            }
            Err(_) => false,
        }
    }

    /// Other rules: a position made for the old ones may not fit.
    fn set_variant(&mut self, variant: Variant) {
        if variant != self.settings.variant {
            self.settings.from = None;
        }
        self.settings.variant = variant;
    }

    fn opponents(&self) -> Vec<OpponentChoice> {
        let levels = (1..=u32::from(Level::LAST.number())).filter_map(Level::new);
        let levels = levels.map(|level| OpponentChoice::Engine(Strength::Level(level)));
        let times = TIMES.map(|tenths| {
            OpponentChoice::Engine(Strength::Time(Duration::from_millis(tenths * 100)))
        });
        let mut all: Vec<OpponentChoice> =
            levels.chain(times).chain([OpponentChoice::TwoPlayers]).collect();
        all.extend(self.external.clone());
        all
    }

    /// A line's label and value.
    pub(crate) fn line(&self, item: Item, text: &Text) -> (String, String) {
        let word = |id: &str| text.message(id, &[]);
        let game = self.settings.variant.game;
        match item {
            Item::Begin => (word("play-menu-begin"), String::new()),
            Item::Game => (word("play-menu-game"), text.game_name(game)),
            Item::Opponent => {
                let value = match &self.settings.choice {
                    OpponentChoice::Engine(strength) => strength.name(text),
                    OpponentChoice::TwoPlayers => word("play-menu-two"),
                    OpponentChoice::External(command, _) => {
                        command.first().cloned().unwrap_or_default()
                    }
                    OpponentChoice::Server(terms) => terms.rival.name(text),
                };
                (word("play-menu-opponent"), value)
            }
            Item::Side => (word("play-menu-side"), self.side(text)),
            Item::Clock => {
                let none = word("play-menu-no-clock");
                let value = match &self.settings.choice {
                    OpponentChoice::Server(terms) if terms.clock == "none" => none,
                    OpponentChoice::Server(terms) => terms.clock.clone(),
                    _ => self.settings.control.map_or(none, Control::text),
                };
                (word("play-menu-clock"), value)
            }
            Item::Rated => {
                let rated =
                    matches!(&self.settings.choice, OpponentChoice::Server(terms) if terms.rated);
                let value = if rated { "online-yes" } else { "online-no" };
                (word("online-menu-rated"), word(value))
            }
            Item::Preset => {
                let title =
                    self.settings.variant.preset().and_then(|name| text.preset_name(game, name));
                (word("play-menu-preset"), title.unwrap_or_else(|| "–".to_owned()))
            }
            Item::Option(place) => {
                let setting = self.settings.variant.settings().nth(place);
                setting.map_or_else(Default::default, |(option, value)| {
                    let value = option.text(value);
                    let words = text.option_value_meaning(game, option.name, &value);
                    let short = words.filter(|words| words.chars().count() <= LONGEST_VALUE);
                    (text.option_name(game, option.name), short.unwrap_or(value))
                })
            }
        }
    }

    fn side(&self, text: &Text) -> String {
        let game = self.settings.variant.game;
        let own =
            |side| text.message("play-menu-own-side", &[("side", game.side_word(side).into())]);
        match &self.settings.choice {
            OpponentChoice::TwoPlayers => "–".to_owned(),
            OpponentChoice::Server(terms) => match terms.side {
                Some(side) => own(side),
                None => text.message("online-by-lot", &[]),
            },
            _ => own(self.settings.side),
        }
    }

    /// What the line at hand means.
    pub(crate) fn meaning(&self, text: &Text) -> String {
        let game = self.settings.variant.game;
        match self.item() {
            Item::Option(place) => {
                let option = &game.options()[place];
                let value = self.settings.variant.settings().nth(place).map(|(_, value)| value);
                let value = option.text(value.unwrap_or(option.default));
                let meaning = text.option_meaning(game, option.name).unwrap_or_default();
                match text.option_value_meaning(game, option.name, &value) {
                    Some(of_value) => format!("{meaning}: {of_value}"),
                    None => format!("{meaning} ({})", option.allowed_text()),
                }
            }
            Item::Opponent | Item::Begin
                if !matches!(self.settings.choice, OpponentChoice::Server(_)) =>
            {
                text.message("play-menu-opponent-help", &[])
            }
            _ => text.message("play-menu-help", &[]),
        }
    }
}

/// Another line of the terms on which a server makes a game.
fn change_terms(terms: &mut Terms, item: Item, by: isize) {
    match item {
        Item::Opponent => {
            let mut all: Vec<Rival> = (1..=Level::LAST.number()).map(Rival::Engine).collect();
            all.extend([Rival::Friend, Rival::Lobby, Rival::Here]);
            terms.rival = turn(&all, &terms.rival, by);
            // Games against the engine or against oneself are not rated.
            terms.rated &= terms.is_between_people();
        }
        Item::Side => {
            let all = [None, Some(Side::First), Some(Side::Second)];
            terms.side = turn(&all, &terms.side, by);
        }
        Item::Clock => {
            let all = CLOCKS_AFAR.map(str::to_owned);
            terms.clock = turn(&all, &terms.clock, by);
        }
        _ => terms.rated = !terms.rated,
    }
}

/// The next of a list, around its ends.
fn turn<T: Clone + PartialEq>(all: &[T], now: &T, by: isize) -> T {
    let count = all.len() as isize;
    let place = match all.iter().position(|one| one == now) {
        Some(place) => (place as isize + by).rem_euclid(count),
        None => 0,
    };
    all[place as usize].clone()
}

/// An option's next value; ranges do not go around.
fn stepped(option: &OptionSpec, now: u16, by: isize) -> u16 {
    match option.allowed {
        Allowed::Words(words) => {
            let all: Vec<u16> = (0..words.len() as u16).collect();
            turn(&all, &now, by.signum())
        }
        Allowed::Numbers(numbers) => turn(numbers, &now, by.signum()),
        Allowed::Range(low, high) => (isize::from(now as i16) + by)
            .clamp(isize::from(low as i16), isize::from(high as i16))
            as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(game: &str) -> Menu {
        Menu::new(&Settings {
            variant: rules::open(game, "").unwrap(),
            from: None,
            choice: OpponentChoice::Engine(Strength::Level(Level::FIRST)),
            side: Side::First,
            control: None,
            pace: Duration::ZERO,
            tables: None,
        })
    }

    fn to(menu: &mut Menu, item: Item) {
        menu.at = menu.items().iter().position(|known| *known == item).unwrap();
    }

    #[test]
    fn every_line_changes_and_comes_back() {
        for id in GameId::ALL {
            let mut menu = menu(id.id());
            let text = text::text(text::Lang::En);
            for (at, item) in menu.items().into_iter().enumerate() {
                menu.at = at;
                let before = menu.line(item, text);
                if item == Item::Begin {
                    continue;
                }
                menu.change(1);
                assert_ne!(menu.line(item, text), before, "{item:?}");
                menu.change(-1);
                assert_eq!(menu.line(item, text), before, "{item:?}");
                assert!(!menu.meaning(text).is_empty());
            }
        }
    }

    #[test]
    fn numbers_can_be_typed() {
        let mut menu = menu("seega");
        to(&mut menu, Item::Option(5));
        for digit in ['2', '5'] {
            menu.digit(digit);
        }
        assert_eq!(menu.settings.variant.to_string(), "seega(quiet=25)");
        menu.digit('9');
        assert_eq!(menu.settings.variant.to_string(), "seega(quiet=9)");
        menu.change(-100);
        assert_eq!(menu.settings.variant.to_string(), "seega(quiet=1)");
    }

    #[test]
    fn presets_and_games() {
        let mut menu = menu("draughts");
        to(&mut menu, Item::Preset);
        menu.change(1);
        assert_eq!(menu.settings.variant.to_string(), "draughts(cyclic=off)");
        to(&mut menu, Item::Game);
        menu.change(1);
        assert_eq!(menu.settings.variant.to_string(), "diaballik");
        to(&mut menu, Item::Side);
        menu.change(1);
        assert_eq!(menu.settings.side, Side::Second);
    }
}
