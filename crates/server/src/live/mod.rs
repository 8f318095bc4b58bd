//! Live games: one owner task for each on each node.
//!
//! An owner has a [`Judge`], which holds the replayed game (a `Room`), and **stores, then
//! broadcasts**: a change is committed before any client sees it. Several nodes may own the same
//! game: the version in the store decides, and an owner that comes too late reads on and answers
//! "stale". Owners without requests and watchers end; what is due in their games is found by
//! `keeper`.

pub mod check;
mod clock;
mod draft;
mod engine;
mod hand_in;
mod judge;
mod keeper;
mod messages;
mod owner;
pub(crate) mod pool;
mod room;
mod snapshot;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rules::{Game, Side, Status, Variant};
use tables::Oracle;
use tokio::sync::{Notify, broadcast, mpsc, oneshot, watch};

pub use clock::{Clock, Times};
pub use engine::EnginePool;
pub use hand_in::HandedIn;
pub use judge::{Effect, Judge};
pub use messages::Broadcast;
use pool::Pool;
pub use room::{Actor, Answer, LiveState, Logged, Room, Stored};
pub use snapshot::{Now, Snapshot};

use crate::advice::exact::{self, ExactTables};
use crate::advice::permit::Guards;
use crate::advice::review::Reviews;
use crate::error::Error;
use crate::retention::{self, Keep};
use crate::secret;
use crate::store::{Found, GameRow, Opponent, Phase, Rated, Store};
use crate::{metrics, throws};

/// What a player, the engine or the server wants of a game.
#[derive(Clone, Debug)]
pub enum Command {
    /// Take the free seat, adding a nonce to the throws.
    Join {
        /// Client-made randomness; the server's if there is none.
        nonce: Option<String>,
        /// Whether the player agrees that others may find the game.
        public: bool,
    },
    /// Play.
    Submit {
        /// The ply believed in.
        ply: i64,
        /// The actions.
        actions: Vec<String>,
        /// The submission's id.
        id: Option<String>,
    },
    /// Give up.
    Resign,
    /// A draw.
    Draw(Answer),
    /// A takeback.
    Takeback(Answer),
    /// Abort it.
    Abort,
    /// Claim the win.
    Claim,
    /// Play again.
    Rematch,
    /// Do what is due.
    Expire,
    /// Take up the engine's turn if no node is at it.
    Engine,
    /// The engine has its turn and cannot play it: it is not tried again until one is taken back.
    EngineFailed {
        /// The ply at which it failed.
        ply: i64,
    },
}

impl Command {
    /// What kind of command it is, in one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Command::Join { .. } => "join",
            Command::Submit { .. } => "submit",
            Command::Resign => "resign",
            Command::Draw(_) => "draw",
            Command::Takeback(_) => "takeback",
            Command::Abort => "abort",
            Command::Claim => "claim",
            Command::Rematch => "rematch",
            Command::Expire => "expire",
            Command::Engine => "engine",
            Command::EngineFailed { .. } => "engine-failed",
        }
    }
}

/// Whose command it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person's or bot's.
    Account(String),
    /// The engine's.
    Engine,
    /// The server's own.
    Server,
}

/// A command that is durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// The game's version.
    pub version: i64,
    /// Whether it had been done before.
    pub duplicate: bool,
}

/// The message to an owner.
#[derive(Debug)]
enum Ask {
    Do {
        who: Who,
        command: Command,
        answer: oneshot::Sender<Result<Done, Error>>,
        /// What it is part of, for traces.
        span: tracing::Span,
    },
    Look {
        at_least: i64,
        answer: oneshot::Sender<Result<Snapshot, Error>>,
    },
    Watch {
        at_least: i64,
        answer: oneshot::Sender<Result<Watching, Error>>,
    },
    Changed {
        version: i64,
    },
    /// The engine's turn has another place in the queue.
    Queue {
        place: usize,
    },
    /// A player may have another name, or none any more.
    Person {
        /// The account; none: anyone.
        account: Option<String>,
    },
}

/// A game as it stands, and all that will happen in it from here on.
#[derive(Debug)]
pub struct Watching {
    /// The game.
    pub snapshot: Snapshot,
    /// What happens.
    pub events: broadcast::Receiver<Arc<Broadcast>>,
    /// The place of the engine's turn in the queue of this node: 1 is next, 0 is being searched.
    pub queue: watch::Receiver<Option<usize>>,
    /// Changes when the players are called something else.
    pub people: watch::Receiver<()>,
}

/// How long a player counts as here after having been seen: followers are noted every 20 s.
const HERE_MS: i64 = 45_000;

/// How live games are run.
#[derive(Clone, Debug)]
pub struct LiveConfig {
    /// After how long an absent opponent may be claimed against.
    pub gone_after_ms: i64,
    /// Search threads.
    pub engine_threads: usize,
    /// The folder of exact tables.
    pub tables: Option<PathBuf>,
    /// Whether the small ones are built there in the background.
    pub build_tables: bool,
    /// For how long what is old is kept.
    pub keep: Keep,
    /// The NATS server by which nodes give each other hints; by PostgreSQL if there is none.
    pub hints: Option<String>,
}

impl Default for LiveConfig {
    fn default() -> LiveConfig {
        LiveConfig {
            gone_after_ms: 5 * 60_000,
            engine_threads: 1,
            tables: None,
            build_tables: false,
            keep: Keep::default(),
            hints: None,
        }
    }
}

/// A game of an account has begun or ended, or it was challenged: for bots that follow all their
/// games. None: any account may be concerned.
#[derive(Clone, Debug)]
pub struct GameNotice(pub Option<String>);

/// All live games of this node.
#[derive(Clone, Debug)]
pub struct Live {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    config: LiveConfig,
    owners: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    engine: EnginePool,
    reviews: Reviews,
    guards: Guards,
    exact: Option<ExactTables>,
    notices: broadcast::Sender<GameNotice>,
    lobby: watch::Sender<Arc<[Found]>>,
    lobby_changes: Notify,
}

/// A game to be made.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The rule set.
    pub variant: Variant,
    /// The start position, if not the standard one.
    pub start: Option<String>,
    /// Against whom.
    pub opponent: Opponent,
    /// The engine's level.
    pub level: Option<i64>,
    /// The creator's side; random if none.
    pub side: Option<Side>,
    /// The clock's text.
    pub clock: String,
    /// Whether it is rated.
    pub rated: bool,
    /// Whether the creator agrees to a rated game against a bot.
    pub accept_bots: bool,
    /// Of a game by link: whether others may find it, if who joins agrees.
    pub public: bool,
    /// Of a game by link: the only account that may join.
    pub challenged: Option<String>,
    /// Whether only its players are to see it.
    pub private: bool,
    /// Client-made randomness for the throws.
    pub nonce: Option<String>,
}

impl Live {
    /// Begins to run games of a store; what is due is done from now on.
    #[must_use]
    pub fn start(store: Store, config: LiveConfig) -> Live {
        let engine = EnginePool::start(config.engine_threads);
        let notices = broadcast::channel(256).0;
        let (lobby, lobby_changes) = (watch::Sender::new(Arc::default()), Notify::new());
        let owners = Mutex::new(HashMap::new());
        let reviews = Reviews::default();
        let exact = config.tables.as_deref().map(ExactTables::new);
        let build = config.build_tables;
        let guards = Guards::default();
        let inner = Inner {
            store,
            config,
            owners,
            engine,
            reviews,
            guards,
            exact,
            notices,
            lobby,
            lobby_changes,
        };
        let live = Live { inner: Arc::new(inner) };
        keeper::start(&live);
        retention::start(live.store().clone(), live.inner.config.keep);
        if build {
            exact::build_small(&live);
        }
        live
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The games that wait for anyone, as they come and go.
    #[must_use]
    pub fn lobby(&self) -> watch::Receiver<Arc<[Found]>> {
        let lobby = self.inner.lobby.subscribe();
        self.lobby_changed();
        lobby
    }

    /// The games that wait for anyone may be others than before.
    pub(crate) fn lobby_changed(&self) {
        self.inner.lobby_changes.notify_one();
    }

    /// The games of an account, or of any, may be others than before.
    pub(crate) fn player_changed(&self, account: Option<&str>) {
        let _ = self.inner.notices.send(GameNotice(account.map(str::to_owned)));
    }

    /// What begins and ends from now on.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<GameNotice> {
        self.inner.notices.subscribe()
    }

    /// The search threads.
    pub(crate) fn pool(&self) -> &Pool {
        self.inner.engine.pool()
    }

    /// The reviews that this node is at.
    pub(crate) fn reviews(&self) -> &Reviews {
        &self.inner.reviews
    }

    /// What is remembered of the games about whose positions questions are refused.
    pub(crate) fn guards(&self) -> &Guards {
        &self.inner.guards
    }

    /// The exact tables of this node.
    pub(crate) fn exact(&self) -> Option<&ExactTables> {
        self.inner.exact.as_ref()
    }

    /// What exact tables know of games with these rules.
    pub(crate) fn oracle(&self, variant: Variant) -> Option<Oracle> {
        self.exact()?.oracle(variant)
    }

    /// What waits for the search threads, and what they are at.
    #[must_use]
    pub fn searches(&self) -> (usize, usize) {
        self.pool().load()
    }

    /// Ends all searches; what they were to find is left to other nodes, or to the next start.
    pub fn end_searches(&self) {
        self.pool().close();
    }

    /// The engine's turns that wait or are being worked on.
    #[must_use]
    pub fn engine_queue(&self) -> usize {
        self.inner.engine.len()
    }

    /// The owners on this node.
    #[must_use]
    pub fn owners(&self) -> usize {
        self.registry().len()
    }

    fn registry(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        self.inner.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a game and gives its id.
    ///
    /// # Errors
    /// The start is no position, the level is none, the combination makes no sense.
    pub async fn create(&self, creator: &str, new: NewGame) -> Result<String, Error> {
        let row = new_row(creator, new, self.store().now_ms())?;
        let id = row.id.clone();
        self.store().create_game(&row).await?;
        metrics::GAMES_CREATED.add(1);
        if row.opponent == Opponent::Lobby {
            self.lobby_changed();
        }
        if let Some(account) = &row.challenged {
            self.player_changed(Some(account));
        }
        if row.due_ms == Some(row.created_ms) {
            // Both seats are taken: its owner begins it.
            self.look(&id).await?;
        }
        Ok(id)
    }

    /// Does something to a game; answers when it is durable.
    ///
    /// # Errors
    /// Why not; nothing was changed then.
    pub async fn perform(&self, game: &str, who: Who, command: Command) -> Result<Done, Error> {
        let span = tracing::info_span!("command", command = command.name());
        self.ask(game, |answer| {
            let (who, command, span) = (who.clone(), command.clone(), span.clone());
            Ask::Do { who, command, answer, span }
        })
        .await
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// There is none.
    pub async fn look(&self, game: &str) -> Result<Snapshot, Error> {
        self.look_at(game, 0).await
    }

    /// A game as it stands for a client that has seen a version of it, perhaps on another node: it
    /// is not older than that.
    ///
    /// # Errors
    /// There is none.
    pub async fn look_at(&self, game: &str, at_least: i64) -> Result<Snapshot, Error> {
        self.ask(game, |answer| Ask::Look { at_least, answer }).await
    }

    /// A game as it stands, not older than a version that was seen, for someone who may see it: one
    /// that is private is seen by its players, and before it begins by who has its address.
    ///
    /// # Errors
    /// There is none, or none for this account.
    pub async fn look_as(
        &self,
        game: &str,
        account: Option<&str>,
        at_least: i64,
    ) -> Result<Snapshot, Error> {
        let snapshot = self.look_at(game, at_least).await?;
        if snapshot.room.is_visible_to(account) { Ok(snapshot) } else { Err(Error::NotFound) }
    }

    /// Whether the opponent of `account` is here, and if not, from when on the win may be claimed.
    ///
    /// # Errors
    /// There is no such game, or the account has no seat in it.
    pub async fn presence(
        &self,
        game: &str,
        account: &str,
        at_least: i64,
    ) -> Result<(bool, Option<i64>), Error> {
        let room = self.look_at(game, at_least).await?.room;
        let own = |side: &Side| room.holds(Actor::Account(account), *side);
        let side = Side::BOTH.into_iter().find(own).ok_or(Error::NotYourGame)?;
        let seen = self.store().last_seen(game).await?;
        let here = self.store().now_ms() - seen[side.other().index()] < HERE_MS;
        let claim = || room.claim_at_ms(side, seen, self.inner.config.gone_after_ms);
        Ok((here, if here { None } else { claim() }))
    }

    /// A game as it stands, not older than a version that the client has seen, and everything that
    /// will happen in it.
    ///
    /// # Errors
    /// There is none.
    pub async fn watch(&self, game: &str, at_least: i64) -> Result<Watching, Error> {
        self.ask(game, |answer| Ask::Watch { at_least, answer }).await
    }

    /// What happened in a game after version `since`, up to how the snapshot stands.
    ///
    /// # Errors
    /// The store failed.
    pub async fn missed(
        &self,
        snapshot: &Snapshot,
        since: i64,
    ) -> Result<Vec<Arc<Broadcast>>, Error> {
        let row = &snapshot.room.row;
        if since >= row.version {
            return Ok(Vec::new());
        }
        let mut events = self.store().events_since(&row.id, 0).await?;
        events.retain(|event| event.version <= row.version);
        let opening = room::opening(row).ok_or(Error::Internal)?;
        Ok(messages::missed(&snapshot.room, opening, events, since, snapshot.moment))
    }

    /// Sets a damaged game aside: nothing is due in it any more.
    pub(crate) async fn set_aside(&self, game: &str, reason: &str) {
        match self.store().set_aside(game, reason).await {
            Ok(true) => tracing::error!(game, reason, "a damaged game is set aside"),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, game, reason, "a game is damaged"),
        }
    }

    /// Asks the owner of a game, which is started if there is none.
    async fn ask<T>(
        &self,
        game: &str,
        ask: impl Fn(oneshot::Sender<Result<T, Error>>) -> Ask,
    ) -> Result<T, Error> {
        // No such id was ever given to a game: not worth a task, or a query.
        if game.len() > 32 || !game.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Error::NotFound);
        }
        loop {
            let (answer, done) = oneshot::channel();
            let Some((owner, ask)) = self.start_with(game, ask(answer)) else {
                // It answers at least what it was started with.
                return done.await.unwrap_or(Err(Error::Internal));
            };
            if owner.send(ask).await.is_ok()
                && let Ok(result) = done.await
            {
                return result;
            }
            // It was about to end: the next one is asked.
        }
    }

    /// Starts the owner of a game with its first request; if there is one, gives it and the request
    /// back. The request is there before the owner is: one that ends at once (there is no such game)
    /// could otherwise be gone before it was asked, again and again.
    fn start_with(&self, game: &str, ask: Ask) -> Option<(mpsc::Sender<Ask>, Ask)> {
        let mut owners = self.registry();
        if let Some(owner) = owners.get(game).filter(|owner| !owner.is_closed()) {
            return Some((owner.clone(), ask));
        }
        let (owner, asks) = mpsc::channel(64);
        owner.try_send(ask).expect("an empty channel takes one");
        owners.insert(game.to_owned(), owner);
        drop(owners);
        owner::start(self.clone(), game.to_owned(), asks);
        None
    }

    /// Notifies the owner, if this node has one, that another node has changed the game.
    pub(crate) fn changed(&self, game: &str, version: i64) {
        let owner = self.registry().get(game).cloned();
        if let Some(owner) = owner {
            // Full: it has so much to do that it will look at the store anyway.
            let _ = owner.try_send(Ask::Changed { version });
        }
    }

    /// Notifies the owner of a game, if this node has one, where the engine's turn is in the queue.
    fn queued(&self, game: &str, place: usize) {
        let owner = self.registry().get(game).cloned();
        if let Some(owner) = owner {
            let _ = owner.try_send(Ask::Queue { place });
        }
    }

    /// A person's name has changed or is gone, or anyone's may have: rooms show it at once.
    pub fn person_changed(&self, account: Option<&str>) {
        let owners: Vec<_> = self.registry().values().cloned().collect();
        let account = account.map(str::to_owned);
        tokio::spawn(async move {
            for owner in owners {
                // An owner that has ended reads the names when it is asked again.
                let _ = owner.send(Ask::Person { account: account.clone() }).await;
            }
        });
    }

    /// Everything owned here may be behind.
    fn all_changed(&self) {
        let owners: Vec<_> = self.registry().values().cloned().collect();
        for owner in owners {
            let _ = owner.try_send(Ask::Changed { version: i64::MAX });
        }
    }
}

fn new_row(creator: &str, new: NewGame, now_ms: i64) -> Result<GameRow, Error> {
    let game = match &new.start {
        None => Game::start(new.variant),
        Some(text) => Game::from_position(new.variant, text)?,
    };
    if matches!(game.status(), Status::Over(_)) {
        return Err(Error::BadRequest("the start position is the end of a game"));
    }
    Clock::read(&new.clock).ok_or(Error::BadRequest("clock"))?;
    let level = match (new.opponent, new.level) {
        (Opponent::Engine, Some(level)) if (1..=8).contains(&level) => Some(level),
        (Opponent::Engine, _) => return Err(Error::BadRequest("level")),
        (_, None) => None,
        (_, Some(_)) => return Err(Error::BadRequest("level")),
    };
    let people = matches!(new.opponent, Opponent::Link | Opponent::Lobby);
    let standard = new.start.is_none()
        && (new.variant == Variant::default_of(new.variant.game) || new.variant.preset().is_some());
    if new.rated && !(people && standard) {
        return Err(Error::BadRequest("rated"));
    }
    if new.rated && Clock::read(&new.clock) == Some(Clock::None) {
        return Err(Error::BadRequest("rated-clock"));
    }
    if new.accept_bots && !new.rated {
        return Err(Error::BadRequest("accept_bots"));
    }
    if new.challenged.is_some() && new.opponent != Opponent::Link {
        return Err(Error::BadRequest("challenge"));
    }
    // What counts, and what waits for anyone, is for everybody to see.
    if new.private && (new.rated || new.public || new.opponent == Opponent::Lobby) {
        return Err(Error::BadRequest("private"));
    }
    if new.public && new.opponent != Opponent::Link {
        return Err(Error::BadRequest("public"));
    }
    let side = new.side.unwrap_or(if secret::bytes::<1>()[0] & 1 == 0 {
        Side::First
    } else {
        Side::Second
    });
    let id = secret::token(12);
    Ok(row_of(&id, creator, &new, side, level, None, now_ms))
}

/// The row of a game that is about to begin, or to wait for an opponent.
fn row_of(
    id: &str,
    creator: &str,
    new: &NewGame,
    side: Side,
    level: Option<i64>,
    other: Option<(String, String)>,
    created_ms: i64,
) -> GameRow {
    let secret = secret::hex(&secret::bytes::<32>());
    let own = (creator.to_owned(), new.nonce.clone().unwrap_or_else(|| secret::token(16)));
    let local = new.opponent == Opponent::Local;
    let other = match (local, level) {
        (true, _) => Some((creator.to_owned(), secret::token(16))),
        (false, Some(_)) => Some((String::new(), secret::token(16))),
        (false, None) => other,
    };
    let begins = other.is_some();
    let mut seats = [Some(own), other];
    if side == Side::Second {
        seats.swap(0, 1);
    }
    let account = |seat: &Option<(String, String)>| {
        seat.as_ref().map(|(account, _)| account.clone()).filter(|account| !account.is_empty())
    };
    let nonce = |seat: &Option<(String, String)>| seat.as_ref().map(|(_, nonce)| nonce.clone());
    let on = |seat: Side| level.filter(|_| side != seat);
    GameRow {
        id: id.to_owned(),
        kind: new.variant.game,
        variant: new.variant.to_string(),
        start: new.start.clone(),
        opponent: new.opponent,
        clock: new.clock.clone(),
        rated: if new.rated { Rated::Pending } else { Rated::No },
        accept_bots: new.accept_bots,
        public: new.public,
        challenged: new.challenged.clone(),
        private: new.private,
        creator: creator.to_owned(),
        created_ms,
        commitment: throws::commitment(&secret),
        secret,
        first_level: on(Side::First),
        second_level: on(Side::Second),
        rematch_of: None,
        version: 0,
        ply: 0,
        // The owner begins a game whose seats are taken as soon as it sees it.
        phase: Phase::Open,
        first_account: account(&seats[0]),
        second_account: account(&seats[1]),
        first_nonce: nonce(&seats[0]),
        second_nonce: nonce(&seats[1]),
        state: LiveState::default(),
        due_ms: Some(if begins { created_ms } else { draft::open_until(created_ms) }),
        engine_ms: None,
        winner: None,
        reason: None,
        points: None,
        ended_ms: None,
        first_seen_ms: 0,
        second_seen_ms: 0,
    }
}
