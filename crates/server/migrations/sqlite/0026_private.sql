-- Games that nobody but their players sees.
ALTER TABLE game ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
