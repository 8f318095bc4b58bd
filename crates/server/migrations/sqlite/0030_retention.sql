-- Finished games as one compressed text each: see `store/packed.rs`. With row ids, so that a text of
-- up to a page stands in its row.
CREATE TABLE packed (
    game TEXT NOT NULL PRIMARY KEY,
    data BLOB NOT NULL
);
-- 0: the log stands in `entry` and `event`, 1: in `packed`, 2: in the former, and it cannot be packed.
ALTER TABLE game ADD COLUMN packed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX game_to_pack ON game (ended_ms) WHERE phase = 'over' AND packed = 0;

-- What one node does at a time, which, and until when.
CREATE TABLE task (
    name     TEXT NOT NULL PRIMARY KEY,
    node     TEXT NOT NULL,
    until_ms BIGINT NOT NULL
) WITHOUT ROWID;

-- What is removed when it is old is found by its age.
CREATE INDEX credential_expires ON credential (expires_ms);
CREATE INDEX credential_seen ON credential (seen_ms) WHERE kind = 'session';
CREATE INDEX mail_code_expires ON mail_code (expires_ms);
CREATE INDEX device_seen ON device (seen_ms);
CREATE INDEX address_seen ON address (seen_ms);
CREATE INDEX account_guest ON account (created_ms, id) WHERE name IS NULL AND deleted_ms IS NULL;
CREATE INDEX report_by ON report (by_account);
