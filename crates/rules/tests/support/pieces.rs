//! What events say, acted out on a picture: pieces and trays of a view, without any rules.

use std::collections::BTreeMap;

use rules::{Event, Kind, Piece, Square, TrayKind, View};

/// The pieces and the counts of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Picture {
    pieces: BTreeMap<Square, Piece>,
    /// Those trays that events tell of.
    trays: Vec<(&'static str, [u32; 2])>,
}

impl Picture {
    pub(crate) fn of(view: &View) -> Picture {
        let pieces: BTreeMap<_, _> = view.pieces.iter().copied().collect();
        assert_eq!(pieces.len(), view.pieces.len(), "two pieces on one square");
        let told = [TrayKind::Hand, TrayKind::Reserve, TrayKind::Off];
        let trays = view.trays.iter().filter(|tray| told.contains(&tray.kind));
        Picture { pieces, trays: trays.map(|tray| (tray.kind.word(), tray.counts)).collect() }
    }

    /// Acts the events out in their order.
    pub(crate) fn act(&mut self, events: &[Event]) {
        // Senet: the piece that the moved one met, until the next event says where it goes.
        let mut met = None;
        for event in events {
            match *event {
                Event::Placed { piece, square } => {
                    self.put(piece, square);
                    self.count(TrayKind::Hand, piece, -1);
                }
                Event::Dropped { piece, square } => {
                    self.put(piece, square);
                    self.count(TrayKind::Reserve, piece, -1);
                }
                Event::Moved { piece, from, to } => {
                    self.take(piece, from);
                    met = self.pieces.insert(to, piece);
                }
                Event::ChangedPlaces { piece, to, .. } => {
                    assert_eq!(met.take(), Some(piece), "{event:?}");
                    self.put(piece, to);
                }
                Event::Leapt { piece, from, over, to } => {
                    self.take(piece, from);
                    assert!(self.pieces.contains_key(&over), "{event:?}");
                    self.put(piece, to);
                }
                Event::Captured { piece, square } => self.take(piece, square),
                Event::ToReserve { piece, square } => {
                    self.take(piece, square);
                    self.count(TrayKind::Reserve, piece, 1);
                }
                Event::Promoted { piece, square } => {
                    let man = self.pieces.insert(square, piece);
                    assert_eq!(man, Some(Piece { kind: Kind::Man, ..piece }), "{event:?}");
                }
                Event::Reborn { piece, from, to } => {
                    self.take(piece, from);
                    self.put(piece, to);
                }
                Event::LeftBoard { piece, from } => {
                    self.take(piece, from);
                    self.count(TrayKind::Off, piece, 1);
                }
                Event::BallPassed { side, from, to } => {
                    let [runner, holder] =
                        [Kind::Runner, Kind::Holder].map(|k| Piece::new(side, k));
                    self.take(holder, from);
                    self.take(runner, to);
                    self.put(runner, from);
                    self.put(holder, to);
                }
                Event::CameHome { piece, square }
                | Event::ToBeauty { piece, square }
                | Event::ToWater { piece, square }
                | Event::TrialAgain { piece, square } => {
                    assert_eq!(self.pieces.get(&square), Some(&piece), "{event:?}");
                }
                Event::Threw { .. }
                | Event::Finished { .. }
                | Event::Alone { .. }
                | Event::Passed { .. }
                | Event::ExtraMove { .. }
                | Event::PlacingEnded
                | Event::TurnEnded { .. }
                | Event::GameOver { .. } => {}
            }
        }
        assert_eq!(met, None, "a piece was met and went nowhere");
    }

    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.pieces.insert(square, piece), None, "{square} is not empty");
    }

    fn take(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.pieces.remove(&square), Some(piece), "on {square}");
    }

    fn count(&mut self, kind: TrayKind, piece: Piece, by: i32) {
        let tray = self.trays.iter_mut().find(|(word, _)| *word == kind.word());
        let (_, counts) = tray.unwrap_or_else(|| panic!("no tray {}", kind.word()));
        let count = &mut counts[piece.side.index()];
        *count = count.checked_add_signed(by).expect("a tray holds at least 0");
    }
}
