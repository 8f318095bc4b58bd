//! The play server: live games that are never lost.
//!
//! Rooms: `store` (all SQL), `live` (one owner task a game), `advice` (hints, analysis, reviews),
//! `http` (requests, WebSocket, people), `wire` (what they carry), `throws` (dice
//! that can be verified). See `docs/architecture.md`.

#![forbid(unsafe_code)]

pub mod advice;
pub mod client;
mod connections;
pub mod dump;
pub mod error;
pub mod fair_play;
pub mod http;
pub mod live;
pub mod load;
pub mod mail;
pub mod metrics;
pub mod names;
pub mod rating;
pub mod retention;
pub mod secret;
pub mod serve;
pub mod store;
pub mod throws;
#[cfg(feature = "otel")]
pub mod traces;
pub mod wire;
