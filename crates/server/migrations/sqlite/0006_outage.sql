-- When nothing could be stored: clocks stood for that time.
CREATE TABLE outage (
    from_ms  BIGINT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
) WITHOUT ROWID;

-- Written to see whether writing works, and when a node was last alive.
CREATE TABLE node (
    id      TEXT NOT NULL PRIMARY KEY,
    seen_ms BIGINT NOT NULL
) WITHOUT ROWID;
