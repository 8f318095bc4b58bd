-- Who looks after the place (moderator, admin), who may not play others until when, who is closed.
ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN banned_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN closed_ms BIGINT;
CREATE INDEX account_role ON account (role) WHERE role <> '';

-- What a person is told on the next visit.
CREATE TABLE notice (
    id      TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    kind    TEXT NOT NULL,
    text    TEXT NOT NULL,
    figure  BIGINT,
    at_ms   BIGINT NOT NULL,
    seen_ms BIGINT
);
CREATE INDEX notice_unseen ON notice (account, at_ms) WHERE seen_ms IS NULL;

-- What players say of others.
CREATE TABLE report (
    id         TEXT NOT NULL PRIMARY KEY,
    by_account TEXT NOT NULL,
    account    TEXT NOT NULL,
    game       TEXT,
    reason     TEXT NOT NULL,
    text       TEXT NOT NULL,
    at_ms      BIGINT NOT NULL,
    done_ms    BIGINT,
    done_by    TEXT
);
CREATE INDEX report_open ON report (at_ms) WHERE done_ms IS NULL;
CREATE INDEX report_account ON report (account, at_ms);

-- What moderators have done. Rows are added and never changed.
CREATE TABLE mod_act (
    number  BIGSERIAL PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    by_account TEXT NOT NULL,
    account TEXT NOT NULL,
    act     TEXT NOT NULL,
    detail  TEXT NOT NULL
);
CREATE INDEX mod_act_account ON mod_act (account, number);
CREATE FUNCTION mod_act_kept() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'what moderators have done is not changed';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER mod_act_kept BEFORE UPDATE OR DELETE ON mod_act
    FOR EACH ROW EXECUTE FUNCTION mod_act_kept();

-- How often and how long a player has left the page of a running rated game, as the page says.
CREATE TABLE away (
    game    TEXT NOT NULL,
    account TEXT NOT NULL,
    times   BIGINT NOT NULL,
    ms      BIGINT NOT NULL,
    PRIMARY KEY (game, account)
);

-- What a finished rated game says of how a player has played it.
CREATE TABLE signal (
    game        TEXT NOT NULL,
    account     TEXT NOT NULL,
    kind        TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    choices     BIGINT NOT NULL,
    matched     BIGINT NOT NULL,
    mean_loss   DOUBLE PRECISION NOT NULL,
    turns       BIGINT NOT NULL,
    mean_ms     DOUBLE PRECISION NOT NULL,
    spread      DOUBLE PRECISION NOT NULL,
    away        BIGINT NOT NULL,
    away_ms     BIGINT NOT NULL,
    same_device BIGINT NOT NULL,
    at_ms       BIGINT NOT NULL,
    PRIMARY KEY (game, account)
);
CREATE INDEX signal_account ON signal (account, at_ms);
