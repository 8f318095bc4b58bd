-- What a token may do, which program a session belongs to, and when either was last used.
ALTER TABLE credential ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
ALTER TABLE credential ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE credential ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0;
UPDATE credential SET scopes = 'read play bot' WHERE kind = 'token';
UPDATE credential SET seen_ms = created_ms;

-- The browsers, by the hash of a cookie, that an account has been used from.
CREATE TABLE device (
    device   TEXT NOT NULL,
    account  TEXT NOT NULL,
    first_ms BIGINT NOT NULL,
    seen_ms  BIGINT NOT NULL,
    PRIMARY KEY (device, account)
);
CREATE INDEX device_account ON device (account);

-- The addresses, as keyed hashes, that an account has been used from.
CREATE TABLE address (
    address  TEXT NOT NULL,
    account  TEXT NOT NULL,
    first_ms BIGINT NOT NULL,
    seen_ms  BIGINT NOT NULL,
    PRIMARY KEY (address, account)
);
CREATE INDEX address_account ON address (account);

-- Secrets of the server as a whole, made by the first node that needs them.
CREATE TABLE server_secret (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
