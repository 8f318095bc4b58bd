-- Notebooks of the analysis board, as their owners' pages keep them.
CREATE TABLE notebook (
    account TEXT NOT NULL REFERENCES account (id),
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (account, id)
);
