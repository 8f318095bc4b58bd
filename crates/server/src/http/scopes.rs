//! What a request asks of the token that it comes with.

use axum::http::Method;

use crate::store::Scope;

/// The scope that a token needs for a request; none: no token is enough, for it concerns the account
/// itself. What is not listed needs a session.
pub(super) fn needed(method: &Method, path: &str) -> Option<Scope> {
    const FOR_SESSIONS: [&str; 5] =
        ["/api/me/tokens", "/api/me/sessions", "/api/me/export", "/api/me/mail", "/api/mod"];
    const ANSWERS_ONLY: [&str; 5] =
        ["/api/analyse", "/api/compose", "/api/guest", "/api/line", "/api/preview"];
    let under = |prefix: &str| {
        path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if under("/api/bot") {
        return Some(Scope::Bot);
    }
    if FOR_SESSIONS.into_iter().any(under) {
        return None;
    }
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Some(Scope::Read);
    }
    if ANSWERS_ONLY.contains(&path) {
        return Some(Scope::Read);
    }
    if under("/api/games") {
        let advice = ["/hint", "/preview", "/review"].iter().any(|end| path.ends_with(end));
        return Some(if advice { Scope::Read } else { Scope::Play });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_reach_the_account() {
        for (method, path) in [
            (Method::GET, "/api/me/tokens"),
            (Method::POST, "/api/me/tokens"),
            (Method::DELETE, "/api/me/tokens/0"),
            (Method::GET, "/api/me/sessions"),
            (Method::DELETE, "/api/me"),
            (Method::POST, "/api/me/password"),
            (Method::PUT, "/api/me/settings"),
            (Method::POST, "/api/login"),
            (Method::POST, "/api/nothing/of/this/name"),
        ] {
            assert_eq!(needed(&method, path), None, "{method} {path}");
        }
        assert_eq!(needed(&Method::GET, "/api/me"), Some(Scope::Read));
        assert_eq!(needed(&Method::POST, "/api/games"), Some(Scope::Play));
        assert_eq!(needed(&Method::POST, "/api/games/x/hint"), Some(Scope::Read));
        assert_eq!(needed(&Method::GET, "/api/bot/stream"), Some(Scope::Bot));
    }
}
