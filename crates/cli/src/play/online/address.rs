//! A server's address as a person types it.

use ureq::http::Uri;

/// Where a server is: `http://127.0.0.1:8017`, `https://games.example/igroteka`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    secure: bool,
    /// Host, port and path, without a slash at the end.
    rest: String,
}

impl Address {
    /// Reads `http://…` and `https://…`.
    pub(crate) fn read(text: &str) -> Option<Address> {
        let uri: Uri = text.trim().parse().ok()?;
        let secure = match uri.scheme_str()? {
            "http" => false,
            "https" => true,
            _ => return None,
        };
        let authority = uri.authority()?;
        if uri.host()?.is_empty() || authority.as_str().contains('@') || uri.query().is_some() {
            return None;
        }
        let rest = format!("{authority}{}", uri.path().trim_end_matches('/'));
        Some(Address { secure, rest })
    }

    /// For requests.
    pub(crate) fn http(&self, path: &str) -> String {
        format!("{}://{}{path}", if self.secure { "https" } else { "http" }, self.rest)
    }

    /// For the WebSocket.
    pub(crate) fn socket(&self) -> String {
        format!("{}://{}/api/live", if self.secure { "wss" } else { "ws" }, self.rest)
    }

    /// The page of a game, for a friend.
    pub(crate) fn link(&self, game: &str) -> String {
        self.http(&format!("/game/{game}"))
    }
}

/// The id of a game, from an id or a link to it; none if it cannot be one.
pub(crate) fn game_id(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('/');
    let last = text.rsplit('/').next()?;
    let id = last.split(['?', '#']).next()?;
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    ((1..=64).contains(&id.len()) && plain).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let near = Address::read("http://127.0.0.1:8017/").unwrap();
        assert_eq!(near.http("/api/me"), "http://127.0.0.1:8017/api/me");
        assert_eq!(near.socket(), "ws://127.0.0.1:8017/api/live");
        let far = Address::read("https://games.example/club").unwrap();
        assert_eq!(far.socket(), "wss://games.example/club/api/live");
        assert_eq!(far.link("abc"), "https://games.example/club/game/abc");
        for wrong in [
            "",
            "games.example",
            "ftp://games.example",
            "http://",
            "http:///x",
            "http://a b",
            "8017",
        ] {
            assert_eq!(Address::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn games_are_named_by_id_or_link() {
        assert_eq!(game_id("abc23"), Some("abc23".to_owned()));
        assert_eq!(game_id("https://games.example/game/abc23?lang=ru"), Some("abc23".to_owned()));
        for wrong in ["", "a b", "../x y", "игра"] {
            assert_eq!(game_id(wrong), None, "{wrong}");
        }
    }
}
