//! Who we are on a server without an account: the cookie of the guest that it made, kept between
//! calls so that games can be gone on with.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// `$XDG_STATE_HOME/igroteka/guests.json`, by default below `~/.local/state`.
fn file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = match (folder("XDG_STATE_HOME"), folder("HOME")) {
        (Some(state), _) => PathBuf::from(state),
        (None, Some(home)) => PathBuf::from(home).join(".local/state"),
        (None, None) => return None,
    };
    Some(state.join("igroteka/guests.json"))
}

fn all() -> BTreeMap<String, String> {
    let read = file().and_then(|file| std::fs::read_to_string(file).ok());
    read.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The cookie that this server gave.
pub(crate) fn cookie(server: &str) -> Option<String> {
    all().remove(server)
}

/// Keeps a cookie. Where that is not possible a guest's games are lost with the call, no more.
pub(crate) fn keep(server: &str, cookie: &str) {
    let Some(file) = file() else { return };
    let mut known = all();
    known.insert(server.to_owned(), cookie.to_owned());
    let Ok(text) = serde_json::to_string_pretty(&known) else { return };
    let _ = write(&file, &text);
}

/// Writes a file that only its owner may read, whole or not at all.
fn write(file: &std::path::Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let fresh = file.with_extension(format!("{}.new", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    std::io::Write::write_all(&mut options.open(&fresh)?, text.as_bytes())?;
    std::fs::rename(&fresh, file)
}
