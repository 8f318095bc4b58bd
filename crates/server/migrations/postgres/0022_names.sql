-- How names look, as keyed hashes: no two accounts have names that could be taken for one another, and
-- what a deleted account was called stays taken although nothing says what it was.
CREATE TABLE name_shape (
    shape   TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL
);
CREATE INDEX name_shape_account ON name_shape (account);
-- Whether the shapes of the name are there: the server makes them at its next start.
ALTER TABLE account ADD COLUMN shaped BIGINT NOT NULL DEFAULT 0;
CREATE INDEX account_to_shape ON account (id) WHERE shaped = 0 AND name IS NOT NULL;
