-- Games whose rows do not make a game: no deadline is kept in them until they are whole again.
CREATE TABLE set_aside (
    game   TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    at_ms  BIGINT NOT NULL
) WITHOUT ROWID;
