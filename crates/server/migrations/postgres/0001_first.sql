-- People: guests have no name and no password.
CREATE TABLE account (
    id          TEXT NOT NULL PRIMARY KEY,
    name        TEXT,
    name_key    TEXT UNIQUE,
    password    TEXT,
    bot         BIGINT NOT NULL DEFAULT 0,
    created_ms  BIGINT NOT NULL,
    deleted_ms  BIGINT
);

-- What proves who somebody is: cookie sessions and personal access tokens, kept as hashes.
CREATE TABLE credential (
    hash        TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    account     TEXT NOT NULL,
    label       TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    expires_ms  BIGINT NOT NULL
);
CREATE INDEX credential_account ON credential (account);

-- A game: what it is, who plays, and where its log stands.
CREATE TABLE game (
    id             TEXT NOT NULL PRIMARY KEY,
    kind           TEXT NOT NULL,
    variant        TEXT NOT NULL,
    start          TEXT,
    opponent       TEXT NOT NULL,
    clock          TEXT NOT NULL,
    rated          BIGINT NOT NULL,
    creator        TEXT NOT NULL,
    created_ms     BIGINT NOT NULL,
    commitment     TEXT NOT NULL,
    secret         TEXT NOT NULL,
    first_level    BIGINT,
    second_level   BIGINT,
    rematch_of     TEXT,
    version        BIGINT NOT NULL,
    ply            BIGINT NOT NULL,
    phase          TEXT NOT NULL,
    first_account  TEXT,
    second_account TEXT,
    first_nonce    TEXT,
    second_nonce   TEXT,
    state          TEXT NOT NULL,
    due_ms         BIGINT,
    engine_ms      BIGINT,
    winner         TEXT,
    reason         TEXT,
    points         BIGINT,
    ended_ms       BIGINT,
    first_seen_ms  BIGINT NOT NULL DEFAULT 0,
    second_seen_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX game_engine ON game (engine_ms) WHERE engine_ms IS NOT NULL;
CREATE INDEX game_first ON game (first_account, created_ms);
CREATE INDEX game_second ON game (second_account, created_ms);
CREATE INDEX game_phase ON game (phase, created_ms);

-- The truth: every action and throw as text.
CREATE TABLE entry (
    game    TEXT NOT NULL,
    ply     BIGINT NOT NULL,
    version BIGINT NOT NULL,
    side    TEXT NOT NULL,
    text    TEXT NOT NULL,
    at_ms   BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);

-- Everything that changed a game, in order: what "since v" is answered from.
CREATE TABLE event (
    game       TEXT NOT NULL,
    version    BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    seat       TEXT,
    submission TEXT,
    data       TEXT NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (game, version)
);

CREATE TABLE rating (
    account    TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (account, pool)
);

-- One row for each side of each rated game; the key keeps a game from being rated twice.
CREATE TABLE rating_change (
    game      TEXT NOT NULL,
    account   TEXT NOT NULL,
    pool      TEXT NOT NULL,
    rating    DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    at_ms     BIGINT NOT NULL,
    PRIMARY KEY (game, account)
);
CREATE INDEX rating_change_account ON rating_change (account, pool, at_ms);

-- Invitations of a club that is closed to others.
CREATE TABLE invitation (
    hash       TEXT NOT NULL PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    used_by    TEXT
);
