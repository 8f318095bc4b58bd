-- Whom a game by link is for, where it is for one account only: a bot that was challenged.
ALTER TABLE game ADD COLUMN challenged TEXT;
CREATE INDEX game_challenged ON game (challenged, created_ms, id)
    WHERE challenged IS NOT NULL AND phase = 'open';
