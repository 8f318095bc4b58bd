-- Whether the creator of a rated game agreed to play a bot.
ALTER TABLE game ADD COLUMN accept_bots BIGINT NOT NULL DEFAULT 0;

-- `rated` is 0 (not rated), 1 (to be rated) or 2 (has been rated): set together with the ratings, so
-- that a game whose node died between its end and its rating is rated later, and exactly once.
UPDATE game SET rated = 2 WHERE rated = 1 AND id IN (SELECT game FROM rating_change);
CREATE INDEX game_to_rate ON game (ended_ms) WHERE rated = 1 AND phase = 'over';
