-- The address, confirmed, by which somebody who has forgotten the password gets back in.
ALTER TABLE account ADD COLUMN mail TEXT;
CREATE INDEX account_mail ON account (mail) WHERE mail IS NOT NULL;

-- Codes sent by mail, as hashes: to confirm an address, or to set another password.
CREATE TABLE mail_code (
    hash       TEXT NOT NULL PRIMARY KEY,
    account    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    mail       TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX mail_code_account ON mail_code (account);
