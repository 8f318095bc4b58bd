//! What goes over the wire: closed sets of messages each way, and the state of a game as data.

use rules::{Event, GameId, Side, View};
use serde::{Deserialize, Serialize};
use text::answers::{Legal, Preview, ResultOut, ToAct};
use utoipa::ToSchema;

use crate::advice::wire::AnalysisOut;
use crate::error::{Error, Refused};
use crate::live::Answer;
use crate::rating;
use crate::store::{Account, Happening, Opponent, Phase, Role, Standing, now_ms};

/// Everything that a client may send on the WebSocket.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message: language, and the games to watch or to resume.
    Hello {
        /// `en` or `ru`.
        lang: Option<String>,
        /// Games with the last version seen of each.
        #[serde(default)]
        games: Vec<Resume>,
    },
    /// Begin to watch a game: answered with its missed events, then its state.
    Watch {
        /// The game.
        game: String,
        /// The last version seen.
        since: Option<i64>,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// No longer watch a game.
    Unwatch {
        /// The game.
        game: String,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Play the actions of a turn, or a part of them: all or none of them are stored.
    Submit {
        /// The game.
        game: String,
        /// The ply at which the sender believes the game to stand.
        ply: i64,
        /// The actions.
        actions: Vec<String>,
        /// Given back in the answer; the same id is never stored twice.
        id: Option<String>,
    },
    /// What pending actions would lead to. Stores nothing.
    Preview {
        /// A game as it stands, or `rules` with a `position`.
        game: Option<String>,
        /// A rule set: `seega(size=7)`.
        rules: Option<String>,
        /// A position; the start if left out.
        position: Option<String>,
        /// The pending actions.
        actions: Vec<String>,
        /// The spots that a hand touched after them and that fit no legal action: refused with
        /// the reason.
        #[serde(default)]
        attempt: Vec<String>,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Give up.
    Resign {
        /// The game.
        game: String,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Offer, accept or decline a draw.
    Draw {
        /// The game.
        game: String,
        /// Which of them.
        answer: Answer,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Ask for, grant or refuse a takeback.
    Takeback {
        /// The game.
        game: String,
        /// Which of them.
        answer: Answer,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Abort the game before both have moved.
    Abort {
        /// The game.
        game: String,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Claim the win: the opponent has been gone for long.
    Claim {
        /// The game.
        game: String,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Want to play again.
    Rematch {
        /// The game.
        game: String,
        /// Given back in the answer.
        id: Option<String>,
    },
    /// Analyse a position: answered by `analysis` again and again, until it is done. One at a
    /// time: a new one ends the one before.
    Analyse {
        /// Given back in the answers.
        id: String,
        /// A rule set: `seega(size=7)`.
        rules: String,
        /// A position; the start if left out.
        position: Option<String>,
        /// Actions and throws played from there.
        #[serde(default)]
        actions: Vec<String>,
        /// How many best lines, 1 to 5; 1 if left out.
        lines: Option<u32>,
        /// How long, 60 at most; 10 if left out.
        seconds: Option<f64>,
    },
    /// End an analysis: answered by its last `analysis`.
    StopAnalysis {
        /// The id of the analysis.
        id: String,
    },
    /// Still there?
    Ping {
        /// Given back in the answer.
        id: Option<String>,
    },
}

impl FromClient {
    /// The largest message.
    pub const LARGEST: usize = 16 << 10;

    /// Reads a message.
    ///
    /// # Errors
    /// It is too large, or none.
    pub fn read(text: &str) -> Result<FromClient, Error> {
        if text.len() > FromClient::LARGEST {
            return Err(Error::TooLarge);
        }
        if !crate::http::is_object(text.as_bytes()) {
            return Err(Error::BadRequest("message"));
        }
        serde_json::from_str(text).map_err(|_| Error::BadRequest("message"))
    }
}

/// A game to be resumed.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The game.
    pub game: String,
    /// The last version seen.
    pub since: Option<i64>,
}

/// Everything that the server may send on the WebSocket.
#[derive(Serialize, Debug, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The answer to `hello`.
    Welcome {
        /// Who the server takes the client for; none for a mere spectator.
        #[schema(required = true)]
        you: Option<Person>,
        /// The server's time, milliseconds since 1970.
        now_ms: i64,
    },
    /// A game as it stands.
    State(Box<GameState>),
    /// Something happened in a game.
    Event(Box<Happened>),
    /// A command was done and is durable.
    Ack {
        /// The id of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        id: Option<String>,
        /// The game.
        game: String,
        /// The version that it brought.
        version: i64,
        /// Whether it had been done before: nothing was stored this time.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        duplicate: bool,
    },
    /// A refusal; nothing was changed.
    Error {
        /// The id of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        id: Option<String>,
        /// The game.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        game: Option<String>,
        /// Why.
        #[serde(flatten)]
        refused: Refused,
    },
    /// The answer to `preview`.
    Preview {
        /// The id of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        id: Option<String>,
        /// What it would lead to.
        #[serde(flatten)]
        preview: Box<Preview>,
    },
    /// What an analysis has found so far, or that it waits.
    Analysis(Box<AnalysisOut>),
    /// The engine's turn in a game has another place in the queue.
    Engine {
        /// The game.
        game: String,
        /// How many turns are searched before it, itself included; 0: it is being searched, or not
        /// any more.
        waiting: usize,
    },
    /// The answer to `ping`.
    Pong {
        /// The id of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        id: Option<String>,
        /// The server's time, milliseconds since 1970.
        now_ms: i64,
    },
}

/// An account or guest.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct Person {
    /// The account.
    pub account: String,
    /// The name; a guest has none.
    #[schema(required = true)]
    pub name: Option<String>,
    /// Whether it is a bot.
    pub bot: bool,
    /// What it may do for the place; left out of what others see, and where it is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub role: Option<Role>,
    /// Whether there are notices to be read: `GET /api/me/notices`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(default = false)]
    pub notices: bool,
}

impl From<&Account> for Person {
    fn from(account: &Account) -> Person {
        Person {
            account: account.id.clone(),
            name: account.name.clone(),
            bot: account.bot,
            role: Some(account.role).filter(|role| *role != Role::None),
            notices: false,
        }
    }
}

/// What kind of player sits on a seat.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// An account with a name.
    Person,
    /// A visitor without an account.
    Guest,
    /// An account of a program.
    Bot,
    /// The server's engine.
    Engine,
    /// The seat is free.
    Nobody,
}

impl PlayerKind {
    /// The word on wires and in records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            PlayerKind::Person => "person",
            PlayerKind::Guest => "guest",
            PlayerKind::Bot => "bot",
            PlayerKind::Engine => "engine",
            PlayerKind::Nobody => "nobody",
        }
    }
}

/// Who sits on a seat.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct Player {
    /// What kind of player.
    pub kind: PlayerKind,
    /// The account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub account: Option<String>,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<i64>,
    /// The rating in this game; of an account with a name, in the state of a game and in the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rating: Option<f64>,
    /// Whether that rating is too uncertain to be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub provisional: Option<bool>,
}

impl Player {
    /// Whether it is an account with a name.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.name.is_some() && matches!(self.kind, PlayerKind::Person | PlayerKind::Bot)
    }

    /// Adds where the player stands; none: no rated game so far.
    pub fn rate(&mut self, standing: Option<Standing>) {
        let standing = rating::aged(standing.unwrap_or(rating::START), now_ms());
        self.rating = Some(standing.rating.round());
        self.provisional = Some(standing.is_provisional());
    }

    /// The player on a seat, by what is known of it.
    #[must_use]
    pub fn new(
        account: Option<String>,
        name: Option<String>,
        bot: bool,
        level: Option<i64>,
    ) -> Player {
        let kind = match (&account, &name, level) {
            (_, _, Some(_)) => PlayerKind::Engine,
            (Some(_), _, None) if bot => PlayerKind::Bot,
            (Some(_), Some(_), None) => PlayerKind::Person,
            (Some(_), None, None) => PlayerKind::Guest,
            (None, _, None) => PlayerKind::Nobody,
        };
        Player { kind, account, name, level, rating: None, provisional: None }
    }
}

/// An entry of the log.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct EntryOut {
    /// Its place, from 0.
    pub ply: i64,
    /// The turn that it belongs to, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub turn: Option<u32>,
    /// Who acted, or whose throw it was.
    pub side: Side,
    /// Its text.
    pub text: String,
    /// When.
    pub at_ms: i64,
    /// What it did, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub events: Option<Vec<Event>>,
    /// The same in the player's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub said: Option<Vec<String>>,
}

/// The clocks.
#[derive(Serialize, Clone, Copy, Debug, ToSchema)]
pub struct ClockOut {
    /// What first and second have left at `now_ms`; absent without a clock.
    #[schema(required = true, min_items = 2, max_items = 2)]
    pub left_ms: Option<[i64; 2]>,
    /// Whose clock runs.
    #[schema(required = true)]
    pub running: Option<Side>,
    /// The server's time, milliseconds since 1970.
    pub now_ms: i64,
}

/// Everything of a game that changes.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct NowOut {
    /// How far it is.
    pub phase: Phase,
    /// The number of entries.
    pub ply: i64,
    /// The position string.
    pub position: String,
    /// Who or what comes next.
    pub to_act: ToAct,
    /// The board's shape and what stands where.
    pub view: View,
    /// The legal actions, sorted bytewise; none unless a side is to act.
    pub legal: Vec<Legal>,
    /// The clocks.
    pub clock: ClockOut,
    /// Who offers a draw.
    #[schema(required = true)]
    pub draw: Option<Side>,
    /// Who asks for a takeback, and to which ply.
    #[schema(required = true)]
    pub takeback: Option<(Side, i64)>,
    /// Whether first and second have an action to take back.
    pub may_take_back: [bool; 2],
    /// Whether it can still be aborted.
    pub may_abort: bool,
    /// Whether the engine could not play its turn: the opponent may take back or claim the win.
    pub engine_failed: bool,
    /// Who wants a rematch.
    #[schema(required = true)]
    pub rematch_by: Option<Side>,
    /// The rematch.
    #[schema(required = true)]
    pub rematch: Option<String>,
    /// How it ended.
    #[schema(required = true)]
    pub result: Option<ResultOut>,
}

/// The engine's turn while it waits for others.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, ToSchema)]
pub struct EngineOut {
    /// Its place in the queue: 1 is next.
    pub waiting: usize,
}

/// What the throws of a game come from, as far as it may be known.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct ThrowsOut {
    /// SHA-256 of the secret.
    pub commit: String,
    /// The secret: only of a finished game.
    #[schema(required = true)]
    pub secret: Option<String>,
    /// First's nonce.
    #[schema(required = true)]
    pub nonce_first: Option<String>,
    /// Second's nonce.
    #[schema(required = true)]
    pub nonce_second: Option<String>,
}

/// A game as it stands.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct GameState {
    /// The game's id.
    pub game: String,
    /// The number of events so far.
    pub version: i64,
    /// Which game: `seega`.
    pub kind: GameId,
    /// The rule set: `seega(size=7)`.
    pub rules: String,
    /// The position that it began from.
    pub start: String,
    /// Against whom it was created.
    pub opponent: Opponent,
    /// The clock: `5+3`, `3d`, `none`.
    pub time: String,
    /// Whether it is rated.
    pub rated: bool,
    /// Whether the creator of a rated game agreed to play a bot.
    pub accept_bots: bool,
    /// Of a game by link: whether others may find it; before it begins, whether its creator agrees.
    pub public: bool,
    /// The account that was challenged: no other can join.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub challenged: Option<String>,
    /// Whether only its players see it.
    pub private: bool,
    /// When it was created.
    pub created_ms: i64,
    /// The game that this is the rematch of.
    #[schema(required = true)]
    pub rematch_of: Option<String>,
    /// First and second.
    #[schema(min_items = 2, max_items = 2)]
    pub players: [Player; 2],
    /// The seats of the one who asks.
    pub seats: Vec<Side>,
    /// Of a game with throws, what they come from.
    #[schema(required = true)]
    pub throws: Option<ThrowsOut>,
    /// The engine's turn, while it waits for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub engine: Option<EngineOut>,
    /// Every entry so far.
    pub entries: Vec<EntryOut>,
    /// What the last turn did.
    pub last: Vec<Event>,
    /// What changes.
    #[serde(flatten)]
    pub now: NowOut,
}

/// Something that happened in a game.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct Happened {
    /// The game.
    pub game: String,
    /// The version that it brought; they follow each other without gaps.
    pub version: i64,
    /// What happened: its `kind` and `data`.
    #[serde(flatten)]
    pub what: Happening,
    /// Whose doing it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Side>,
    /// When.
    pub at_ms: i64,
    /// The new entries, of `played`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryOut>,
    /// How the game stands now; absent where the next event follows at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub now: Option<NowOut>,
}
