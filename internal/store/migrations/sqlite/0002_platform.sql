-- Keys that are rotated, disabled or bound to addresses, what was drawn from
-- another pool, replies kept for idempotency keys, events and the audit log.

-- +goose Up

ALTER TABLE api_keys ADD COLUMN allowed TEXT NOT NULL DEFAULT ''; -- address ranges (CIDR), separated by spaces; '' = any
ALTER TABLE api_keys ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1));
ALTER TABLE api_keys ADD COLUMN replaced_by INTEGER REFERENCES api_keys (seq); -- by rotation, NULL = not

-- The last use of a key, apart from its row so that noting it changes nothing
-- that a charge is decided by.
CREATE TABLE key_use (
    key     INTEGER PRIMARY KEY REFERENCES api_keys (seq),
    at      INTEGER NOT NULL,
    op      TEXT    NOT NULL,
    network TEXT    NOT NULL -- CIDR, '' = unknown
) STRICT;

-- overflow: of units, those covered by overflow_units of overflow_pool. There
-- is no CHECK here: SQLite would read the whole table to add one, and the
-- ledger's checks cover it.
ALTER TABLE charges ADD COLUMN overflow INTEGER NOT NULL DEFAULT 0;
ALTER TABLE charges ADD COLUMN overflow_pool TEXT NOT NULL DEFAULT '';
ALTER TABLE charges ADD COLUMN overflow_units INTEGER NOT NULL DEFAULT 0;

-- Calls that were not charged, apart from usage_daily, which equals the charges.
CREATE TABLE usage_refused (
    key     INTEGER NOT NULL REFERENCES api_keys (seq),
    day     INTEGER NOT NULL, -- yyyymmdd
    op      TEXT    NOT NULL,
    errors  INTEGER NOT NULL CHECK (errors >= 0),
    replays INTEGER NOT NULL CHECK (replays >= 0),
    PRIMARY KEY (key, day, op)
) STRICT, WITHOUT ROWID;

-- Replies kept for idempotency keys, each written with the charge that paid.
CREATE TABLE idempotency (
    seq         INTEGER PRIMARY KEY,
    key         INTEGER NOT NULL REFERENCES api_keys (seq),
    hash        BLOB    NOT NULL CHECK (length(hash) = 32),        -- SHA-256 of the caller's idempotency key
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 32), -- of the request
    charge      TEXT    NOT NULL,
    body        BLOB,             -- sealed; NULL = to be computed again
    expires_at  INTEGER NOT NULL,
    UNIQUE (key, hash)
) STRICT;

CREATE INDEX idempotency_expires ON idempotency (expires_at);

CREATE TABLE webhooks (
    account INTEGER PRIMARY KEY REFERENCES accounts (seq),
    url     TEXT    NOT NULL CHECK (url <> ''),
    secret  TEXT    NOT NULL CHECK (secret <> '')
) STRICT;

-- Events to be sent to webhooks. due_at is when to try next, or again where
-- whoever claimed the event has not been heard of.
CREATE TABLE events (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    account    INTEGER NOT NULL REFERENCES accounts (seq),
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    pool       TEXT    NOT NULL,
    period     TEXT    NOT NULL, -- 'yyyy-mm'
    percent    INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
    data       TEXT    NOT NULL, -- JSON object
    created_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    settled_at INTEGER,          -- NULL = still to be sent
    delivered  INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)),
    UNIQUE (account, pool, period, percent)
) STRICT;

CREATE INDEX events_due ON events (due_at) WHERE settled_at IS NULL;
CREATE INDEX events_settled ON events (settled_at) WHERE settled_at IS NOT NULL;

-- Only ever added to; each entry holds the hash of the one before.
CREATE TABLE audit_log (
    seq     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    address TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    target  TEXT    NOT NULL,
    detail  TEXT    NOT NULL,
    prev    BLOB    NOT NULL CHECK (length(prev) = 32),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
-- +goose StatementEnd

-- The last entry of the log, which whoever adds the next one locks.
CREATE TABLE audit_head (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    seq  INTEGER NOT NULL,
    hash BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO audit_head (one, seq, hash) VALUES (1, 0, zeroblob(32));
