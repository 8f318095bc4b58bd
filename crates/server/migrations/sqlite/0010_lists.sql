-- Lists, newest first: an index for each way to ask the archive, so that no page has to sort or to
-- read what it does not show. `games anyone may find` is the same condition as in `store/lists.rs`.
DROP INDEX game_first;
DROP INDEX game_second;
DROP INDEX game_phase;
CREATE INDEX game_first ON game (first_account, phase, created_ms, id) WHERE first_account IS NOT NULL;
CREATE INDEX game_second ON game (second_account, phase, created_ms, id) WHERE second_account IS NOT NULL;
CREATE INDEX game_lobby ON game (created_ms, id) WHERE phase = 'open' AND opponent = 'lobby';
CREATE INDEX game_live ON game (kind, created_ms, id)
    WHERE phase = 'live' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over ON game (created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_kind ON game (kind, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_winner ON game (winner, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_reason ON game (reason, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_kind_winner ON game (kind, winner, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_kind_reason ON game (kind, reason, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_winner_reason ON game (winner, reason, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
CREATE INDEX game_over_kind_winner_reason ON game (kind, winner, reason, created_ms, id)
    WHERE phase = 'over' AND opponent <> 'local' AND (opponent <> 'link' OR rated <> 0 OR public = 1);
