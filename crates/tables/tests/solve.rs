//! Solving Seega from the start, and checking the proof.

mod support;

use std::fs;
use std::path::Path;

use rules::seega::{Rules, Seega};
use rules::{Position, Side, Variant};
use support::{Folder, Minimax, variant};
use tables::{BuildOptions, Shard, Solution, TableError, Value};

fn solve(rules: &str, folder: &Path) -> Result<Solution, TableError> {
    let options = BuildOptions {
        out: folder,
        threads: 2,
        memory: 2 << 30,
        shard: Shard::default(),
        report: &|_| {},
    };
    tables::solve(&variant(rules), true, &options)
}

fn verify(file: &Path) -> Result<u64, TableError> {
    tables::verify(file, 2, &|_, _, _| {}).map(|(_, verified)| verified.leaves)
}

/// Rule sets of the smallest board.
fn option_sets() -> Vec<String> {
    let mut sets = Vec::new();
    for drops in [1, 2] {
        for extra in ["same", "any"] {
            for capture in ["line", "single"] {
                for centre in ["open", "safe"] {
                    for quiet in [1, 2, 3, 6, 10, 37] {
                        sets.push(format!(
                            "seega(size=3,drops={drops},extra={extra},capture={capture},\
                             centre={centre},quiet={quiet})"
                        ));
                    }
                }
            }
        }
    }
    sets
}

#[test]
fn the_smallest_board_is_solved_as_by_a_plain_minimax() {
    let mut won = 0;
    let mut listed = tables::solved(Path::new("no-such-folder")).unwrap();
    assert!(matches!(listed.remove(0).proof, tables::Proof::Published(_)), "Seega 5×5");
    assert_eq!(listed.len(), 16, "all options with the usual quiet count");
    for rules in option_sets() {
        let folder = Folder::new(&format!("solve-{}", rules.replace(',', "-")));
        let solution = solve(&rules, &folder.0).unwrap();
        let typed: Rules = variant(&rules).rules::<Seega>();
        let start = Seega::start(typed);
        let mut minimax = Minimax::default();
        let value = minimax.value(&start).0;
        let wins = value == Value::Win;
        let winner = match value {
            Value::Win => Some(Side::First),
            Value::Draw => None,
            Value::Loss => Some(Side::Second),
        };
        if let Some(place) = listed.iter().position(|solved| solved.variant == variant(&rules)) {
            assert_eq!(listed.swap_remove(place).winner, winner, "{rules}");
        }
        assert_eq!(solution.first_wins, Some(wins), "{rules}");
        assert_eq!(solution.first_placements.len(), 2, "corner and middle of an edge");
        for (square, known) in solution.first_placements {
            let mut next = start.clone();
            let name = square.to_string();
            let place = start
                .actions()
                .into_iter()
                .find(|action| rules::Notation::action_text(&start, *action) == name);
            next.play(place.unwrap());
            let value = minimax.value(&next).0;
            let won = value == if next.side() == Side::First { Value::Win } else { Value::Loss };
            assert_eq!(known, Some(won), "{rules} {name}");
        }
        if let Some((file, header)) = solution.certificate {
            won += 1;
            assert_eq!(verify(&file).unwrap(), u64::from(header.leaves), "{rules}");
        }
    }
    assert!(won > 10, "{won} rule sets are won by first");
    assert!(listed.is_empty(), "{listed:?}");
}

/// A certificate's header line and its unpacked body.
fn unpack(file: &Path) -> (Vec<u8>, Vec<u8>) {
    let bytes = fs::read(file).unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut body = Vec::new();
    let mut zlib = flate2::read::ZlibDecoder::new(&bytes[end..]);
    std::io::Read::read_to_end(&mut zlib, &mut body).unwrap();
    (bytes[..end].to_vec(), body)
}

fn pack(file: &Path, head: &[u8], body: &[u8]) {
    let mut zlib = flate2::read::ZlibEncoder::new(body, flate2::Compression::fast());
    let mut bytes = head.to_vec();
    std::io::Read::read_to_end(&mut zlib, &mut bytes).unwrap();
    fs::write(file, bytes).unwrap();
}

/// A small rule set that first wins.
const WON: &str = "seega(size=3,drops=2,quiet=6)";

#[test]
fn a_certificate_without_one_of_its_leaves_or_moves_proves_nothing() {
    let folder = Folder::new("solve-mutilated");
    let (file, header) = solve(WON, &folder.0).unwrap().certificate.unwrap();
    let (head, body) = unpack(&file);
    let (answers, leaves) = (header.answers as usize, header.leaves as usize);
    let changed = folder.0.join("changed");
    let refused = |body: &[u8]| {
        pack(&changed, &head, body);
        matches!(verify(&changed), Err(TableError::Unproven { .. }))
    };
    assert!(!refused(&body));
    for leaf in 0..leaves {
        let at = 9 * answers + 8 * leaf;
        let mut body = body.clone();
        // Another full placement, or none: this one is missing.
        body[at] ^= 0b11;
        assert!(refused(&body), "leaf {leaf}");
    }
    for number in 0..header.moves as usize {
        let mut body = body.clone();
        body[9 * answers + 8 * leaves + number] = 254;
        assert!(refused(&body), "move {number}");
    }
    for number in 0..answers {
        let mut body = body.clone();
        body[9 * number + 8] = 4;
        assert!(refused(&body), "answer {number} on the centre");
    }
}

#[test]
fn files_that_are_no_certificates_are_refused_with_their_names() {
    let folder = Folder::new("solve-foreign");
    let (file, _) = solve(WON, &folder.0).unwrap().certificate.unwrap();
    let bytes = fs::read(&file).unwrap();
    let changed = folder.0.join("changed");
    let refused = |bytes: &[u8], word: &str| {
        fs::write(&changed, bytes).unwrap();
        let error = verify(&changed).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, TableError::Damaged { .. }) && text.contains("changed"), "{text}");
        assert!(text.contains(word), "{text}");
    };
    refused(b"", "begin");
    refused(b"igroteka\nx", "begin");
    refused(&bytes[..bytes.len() - 40], "unpacked");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let head = &text[..=text.find('\n').unwrap()];
    let rest = &bytes[head.len()..];
    let with = |from: &str, to: &str| [head.replace(from, to).as_bytes(), rest].concat();
    refused(&with("\"version\":1", "\"version\":2"), "version");
    refused(&with("first wins", "second wins"), "claims");
    refused(&with(WON, "salta"), "Seega");
    refused(&with("\"leaves\":", "\"leaves\":1"), "length");
    assert!(matches!(verify(&folder.0.join("none")), Err(TableError::Io { .. })));
}

#[test]
fn ended_at_any_moment_it_goes_on_to_the_same_certificate() {
    let whole = Folder::new("solve-whole");
    let (file, _) = solve(WON, &whole.0).unwrap().certificate.unwrap();
    let expected = fs::read(file).unwrap();
    for moment in 0..40 {
        let folder = Folder::new(&format!("solve-ended-{moment}"));
        let reports = std::sync::atomic::AtomicU64::new(0);
        let report = |_: &tables::Report| {
            if reports.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == moment {
                panic!("ended");
            }
        };
        let options = BuildOptions {
            out: &folder.0,
            threads: 1,
            memory: 2 << 30,
            shard: Shard::default(),
            report: &report,
        };
        let variant: Variant = variant(WON);
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            tables::solve(&variant, true, &options).map(|_| ())
        }));
        assert!(moment > 0 || ended.is_err(), "it was ended at the first report");
        let (file, _) = solve(WON, &folder.0).unwrap().certificate.unwrap();
        assert_eq!(fs::read(file).unwrap(), expected, "{moment}");
    }
}

#[test]
fn wins_are_monotone_in_the_quiet_count() {
    // A side that is ahead wins all the more with less time left, any other side with more.
    let mut compared = 0;
    for rules in ["seega(size=3)", "seega(size=3,extra=any,capture=single,centre=safe)"] {
        let typed: Rules = variant(rules).rules::<Seega>();
        let mut minimax = Minimax::default();
        for board in 0..3u32.pow(9) {
            let mut stones = [0u128; 2];
            for square in 0..9u32 {
                let on = board / 3u32.pow(square) % 3;
                if on > 0 {
                    stones[on as usize - 1] |= 1 << (10 * (square / 3) + square % 3);
                }
            }
            if stones.iter().any(|set| !(1..=4).contains(&set.count_ones())) {
                continue;
            }
            for side in Side::BOTH {
                let winning = if side == Side::First { Value::Win } else { Value::Loss };
                let wins = (0..typed.quiet).map(|quiet| {
                    minimax.value(&Seega::moving_stage(typed, stones, side, quiet)).0 == winning
                });
                let wins: Vec<bool> = wins.collect();
                let ahead = stones[0].count_ones() > stones[1].count_ones();
                let sorted = if ahead { wins.is_sorted() } else { wins.iter().rev().is_sorted() };
                assert!(sorted, "{rules} {stones:?} {side:?} {wins:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
