//! The tests of the server, in one program: most of the time that several would take is spent on
//! compiling and linking the same server again.

#[path = "../support/mod.rs"]
mod support;

mod access;
mod advice;
mod chaos;
mod commands;
mod damage;
mod hand_in;
mod judging;
mod lists;
mod metrics;
mod moderation;
mod names;
mod no_help;
mod nodes;
mod openapi;
mod play;
mod ratings;
mod retention;
mod sessions;
mod sixth_game;
mod store;
mod wire;
