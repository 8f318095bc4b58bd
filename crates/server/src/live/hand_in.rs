//! Games that were played without the server and are handed in when they are over: stored once,
//! unrated, with throws that nothing certifies.

use rules::{End, Outcome, Side};

use super::draft::Draft;
use super::room::Room;
use super::{Live, NewGame, new_row};
use crate::error::Error;
use crate::secret;
use crate::store::{Appended, Happening, Phase};

/// What was played.
#[derive(Clone, Debug)]
pub struct HandedIn {
    /// The name that the player's device gave the game: the same name is stored once.
    pub name: String,
    /// Actions and throws, in order.
    pub entries: Vec<String>,
    /// Who gave up, if the rules did not end it.
    pub resigned: Option<Side>,
    /// When it began.
    pub created_ms: i64,
    /// When it ended.
    pub ended_ms: i64,
}

impl Live {
    /// Stores a game; gives its id, and whether it was there already.
    ///
    /// # Errors
    /// It is no game, or not over.
    pub async fn hand_in(
        &self,
        creator: &str,
        new: NewGame,
        played: &HandedIn,
    ) -> Result<(String, bool), Error> {
        let digest = secret::hash(&format!("{creator} played {}", played.name));
        let id = format!("o{}", &digest[..14]);
        let now_ms = self.store().now_ms();
        let mut row = new_row(creator, new, now_ms)?;
        row.id.clone_from(&id);
        row.created_ms = played.created_ms.clamp(0, now_ms);
        (row.commitment, row.secret) = (String::new(), String::new());
        // No owner is to begin it.
        row.due_ms = None;
        let room = Room::load(row, Vec::new())?;
        let ended_ms = played.ended_ms.clamp(room.row.created_ms, now_ms);
        let mut draft = Draft::of(&room, ended_ms);
        draft.next.row.phase = Phase::Live;
        draft.event(None, Happening::Begun { joined: None });
        for entry in &played.entries {
            let side = draft.next.game.side();
            draft.play(side, entry)?;
        }
        draft.settle();
        match (draft.next.row.phase, played.resigned) {
            (Phase::Over, None) => {}
            (Phase::Live, Some(side)) => {
                let winner = Some(side.other());
                draft.over(Some(side), Outcome { winner, reason: End::Resign, points: None });
                draft.settle();
            }
            _ => return Err(Error::BadRequest("entries")),
        }
        let append = draft.done().append;
        if self.store().load_game(&id).await?.is_none()
            && let Err(error) = self.store().create_game(&room.row).await
            // The same game is being handed in twice at this moment: the append decides.
            && self.store().load_game(&id).await?.is_none()
        {
            return Err(error.into());
        }
        let duplicate = self.store().append(append).await? == Appended::Stale;
        Ok((id, duplicate))
    }
}
