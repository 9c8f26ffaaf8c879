-- Users, their sessions, second factors and places in accounts; links; the
-- last calls; and which account an entry of the audit log is about.
--
-- Secrets are kept as their SHA-256 alone, but for those of TOTP, which have
-- to be computed with. What a user has goes with the user.

-- +goose Up

CREATE TABLE users (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    login      TEXT    NOT NULL CHECK (login <> ''),                   -- as it was typed
    login_key  TEXT    NOT NULL UNIQUE,                                -- as logins are compared
    password   TEXT    NOT NULL,                                       -- hash in PHC form, '' = none is accepted
    operator   INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
    disabled   INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
    locale     TEXT    NOT NULL DEFAULT '',                            -- BCP 47, '' = the browser's
    totp       TEXT    NOT NULL DEFAULT '',                            -- base32, '' = none
    totp_step  INTEGER NOT NULL DEFAULT 0,                             -- the last one that was used
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
    person INTEGER NOT NULL REFERENCES users (seq) ON DELETE CASCADE,
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    person     INTEGER NOT NULL REFERENCES users (seq) ON DELETE CASCADE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    credential BLOB    NOT NULL UNIQUE,
    record     BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER -- NULL = never
) STRICT;

CREATE INDEX passkeys_person ON passkeys (person);

-- A session that was ended has no row; one without a row never comes back.
CREATE TABLE sessions (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    hash       BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    person     INTEGER NOT NULL REFERENCES users (seq) ON DELETE CASCADE,
    pending    INTEGER NOT NULL CHECK (pending IN (0, 1)),
    agent      TEXT    NOT NULL,
    network    TEXT    NOT NULL, -- CIDR, '' = unknown
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    sure_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_seen ON sessions (seen_at);

-- A link that was used or revoked has no row.
CREATE TABLE links (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    hash       BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    kind       TEXT    NOT NULL CHECK (kind IN ('setup', 'invite', 'reset')),
    account    INTEGER REFERENCES accounts (seq),                  -- of an invite into one
    role       TEXT    NOT NULL CHECK (role IN ('', 'owner', 'admin', 'member', 'viewer')),
    person     INTEGER REFERENCES users (seq) ON DELETE CASCADE,   -- of a reset
    note       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((account IS NOT NULL) = (role <> '') AND (kind = 'invite' OR account IS NULL)),
    CHECK ((kind = 'reset') = (person IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX links_setup ON links (kind) WHERE kind = 'setup';
CREATE INDEX links_account ON links (account);
CREATE INDEX links_person ON links (person);
CREATE INDEX links_expires ON links (expires_at);

CREATE TABLE members (
    seq     INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (seq),
    person  INTEGER NOT NULL REFERENCES users (seq) ON DELETE CASCADE,
    role    TEXT    NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
    since   INTEGER NOT NULL,
    UNIQUE (account, person)
) STRICT;

CREATE INDEX members_person ON members (person);

-- The last calls of each account, for people to look at.
CREATE TABLE calls (
    id      TEXT    NOT NULL PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (seq),
    key     INTEGER NOT NULL REFERENCES api_keys (seq),
    at      INTEGER NOT NULL,
    op      TEXT    NOT NULL,
    status  INTEGER NOT NULL,
    code    TEXT    NOT NULL, -- of the problem, '' = none
    units   INTEGER NOT NULL,
    pool    TEXT    NOT NULL,
    took    INTEGER NOT NULL  -- microseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_account ON calls (account, at, id);
CREATE INDEX calls_at ON calls (at);

-- Beside the entry, not part of its hash: what it says is in the entry.
ALTER TABLE audit_log ADD COLUMN account INTEGER REFERENCES accounts (seq); -- NULL = about none alone

DROP TRIGGER audit_log_no_update;

UPDATE audit_log SET account = coalesce(
    (SELECT seq FROM accounts WHERE id = target),
    (SELECT account FROM api_keys WHERE id = target),
    (SELECT account FROM grants WHERE id = target));

-- +goose StatementBegin
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- +goose StatementEnd

CREATE INDEX audit_log_account ON audit_log (account, seq) WHERE account IS NOT NULL;
