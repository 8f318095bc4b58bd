//! Table files: damage is refused with name and reason, and a build that is killed goes on.

mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rules::{Game, Variant};
use support::{Folder, build, variant};
use tables::{TableError, Tables};

/// Everything under a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.display().to_string(), std::fs::read(&path).unwrap());
        }
    }
    all
}

fn relative(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let prefix = folder.display().to_string();
    contents(folder).into_iter().map(|(path, bytes)| (path.replace(&prefix, ""), bytes)).collect()
}

/// Every value of a small table, or the error.
fn read_all(folder: &Path, rules: &Variant) -> Result<(), TableError> {
    Tables::new(folder).check(*rules, None, |_| 0).map(|_| ())
}

#[test]
fn a_damaged_file_is_refused_with_its_name_and_the_reason() {
    let folder = Folder::new("damage");
    let rules = "seega(size=3,quiet=2)";
    build(&folder.0, rules, 3).unwrap();
    let rules = variant(rules);
    read_all(&folder.0, &rules).unwrap();
    let path = folder.0.join("seega/size=3,quiet=2/2-1.table");
    let sound = std::fs::read(&path).unwrap();
    let mut refused = 0;
    let mut refuse = |bytes: &[u8], what: &str| {
        // A file that is mapped must not change: it is replaced, as the builder does.
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let error = read_all(&folder.0, &rules).expect_err(what).to_string();
        assert!(error.contains("2-1.table"), "{what}: {error}");
        refused += 1;
    };
    for length in (0..sound.len()).step_by(7) {
        refuse(&sound[..length], &format!("cut to {length}"));
    }
    for place in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (place % 8);
        refuse(&bytes, &format!("byte {place} changed"));
    }
    refuse(&[sound.as_slice(), b"x"].concat(), "longer");
    refuse(b"", "empty");
    refuse(&std::fs::read(folder.0.join("seega/size=3,quiet=2/1-1.table")).unwrap(), "foreign");
    assert!(refused > 250, "{refused}");
    let error = read_all(&folder.0, &rules).unwrap_err();
    assert!(matches!(error, TableError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("seega(size=3,quiet=2) 1-1"), "{error}");
    let listed = Tables::new(&folder.0).list().unwrap();
    assert_eq!(listed.len(), 2);
}

#[test]
fn a_folder_without_tables_has_no_answers() {
    let folder = Folder::new("nothing");
    let tables = Tables::new(&folder.0);
    for (game, position) in [
        ("seega", "5/5/g1b2/5/5 g 0,0 - 0"),
        ("draughts", "8/8/8/b7/8/8/1W6/8 w 0,0 0 0"),
        ("senet", "c.....................s....... c t"),
        ("salta", ""),
        ("diaballik", ""),
    ] {
        let variant = variant(game);
        let game = match position {
            "" => Game::start(variant),
            _ => Game::from_position(variant, position).unwrap(),
        };
        assert_eq!(tables.probe(&game).unwrap(), None);
    }
    assert!(tables.list().unwrap().is_empty());
    assert!(build(&folder.0, "salta", 2).is_err());
    assert!(build(&folder.0, "seega(size=7)", 2).is_err());
}

const KILLED: &str = "IGROTEKA_TEST_KILLED_BUILD";

/// Not a test by itself: what [`a_killed_build_goes_on_and_ends_the_same`] starts and kills.
#[test]
fn child() {
    if let Ok(folder) = std::env::var(KILLED) {
        for (rules, pieces) in BUILDS {
            build(Path::new(&folder), rules, pieces).unwrap();
        }
    }
}

const BUILDS: [(&str, u32); 3] = [("seega(quiet=6)", 5), ("draughts(cyclic=off)", 3), ("senet", 1)];

#[test]
fn a_killed_build_goes_on_and_ends_the_same() {
    let (whole, killed) = (Folder::new("whole"), Folder::new("killed"));
    let started = Instant::now();
    for (rules, pieces) in BUILDS {
        build(&whole.0, rules, pieces).unwrap();
    }
    let takes = started.elapsed().max(Duration::from_millis(100));
    let mut rng = fastrand::Rng::with_seed(11);
    let mut cut_short = 0;
    let kills = std::env::var("IGROTEKA_SOAK_KILLS").map_or(6, |kills| kills.parse().unwrap());
    for _ in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child"])
            .env(KILLED, &killed.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(takes.mul_f64(rng.f64() * 0.5));
        cut_short += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(cut_short > 0, "no build was killed");
    for (rules, pieces) in BUILDS {
        build(&killed.0, rules, pieces).unwrap();
    }
    assert!(relative(&killed.0) == relative(&whole.0), "the files differ");
}
