//! Stub, to be replaced.
use crate::*;
/// Stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules;
impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[];
    const PRESETS: &'static [Preset] = &[];
    fn from_values(_: Values) -> Self {
        Rules
    }
    fn values(self) -> Values {
        Values::default()
    }
}
/// Stub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Senet;
impl std::fmt::Display for Senet {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        todo!()
    }
}
impl Position for Senet {
    type Rules = Rules;
    type Action = u8;
    type Throw = NoThrow;
    const GAME: GameId = GameId::Senet;
    fn start(_: Rules) -> Self {
        todo!()
    }
    fn read(_: Rules, _: &str) -> Result<Self, PositionError> {
        todo!()
    }
    fn rules(&self) -> Rules {
        todo!()
    }
    fn status(&self) -> Status {
        todo!()
    }
    fn side(&self) -> Side {
        todo!()
    }
    fn key(&self) -> u64 {
        todo!()
    }
    fn fresh_key(&self) -> u64 {
        todo!()
    }
    fn for_each_action(&self, _: impl FnMut(u8)) {
        todo!()
    }
    fn play(&mut self, _: u8) {
        todo!()
    }
    fn throw(&mut self, t: NoThrow) {
        match t {}
    }
    fn throw_text(t: NoThrow) -> &'static str {
        match t {}
    }
    fn write_action(&self, _: u8, _: &mut impl std::fmt::Write) -> std::fmt::Result {
        todo!()
    }
    fn read_action(&self, _: &str) -> Result<u8, Illegal> {
        todo!()
    }
    fn describe(&self, _: Entry<Self>, _: &mut Vec<Event>) {
        todo!()
    }
    fn view(&self) -> View {
        todo!()
    }
}
