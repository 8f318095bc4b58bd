-- Rated games that are being played: nobody is helped with their positions.
CREATE INDEX game_rated_live ON game (kind, created_ms) WHERE rated = 1 AND phase = 'live';
