-- Reviews of finished games: asked for once, worked on by the node that holds the lease, kept.
CREATE TABLE review (
    game     TEXT NOT NULL PRIMARY KEY,
    state    TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    asked_by TEXT NOT NULL,
    held_ms  BIGINT NOT NULL,
    progress DOUBLE PRECISION NOT NULL,
    data     TEXT,
    done_ms  BIGINT
);
CREATE INDEX review_asked ON review (held_ms) WHERE state = 'asked';
