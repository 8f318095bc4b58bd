-- Whether both players of a game by link agree that others may find it.
ALTER TABLE game ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
-- What a person has chosen on the pages, as JSON.
ALTER TABLE account ADD COLUMN settings TEXT;
