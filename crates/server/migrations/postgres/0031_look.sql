-- By when a game has to be looked at: by when something is due in it, or earlier. Unlike that, it is not
-- another time after every action, so that its index is seldom written.
ALTER TABLE game ADD COLUMN look_ms BIGINT;
UPDATE game SET look_ms = due_ms WHERE due_ms IS NOT NULL;
DROP INDEX game_due;
CREATE INDEX game_look ON game (look_ms) WHERE look_ms IS NOT NULL;
-- Room for the next version of a row beside it: what no index has changed of then needs no index written.
ALTER TABLE game SET (fillfactor = 80);
