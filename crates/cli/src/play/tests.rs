//! Drawing every game.
