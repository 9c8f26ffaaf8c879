-- Accounts, keys and the ledger.
--
-- Times are INTEGER milliseconds since 1970-01-01 UTC, days are INTEGER
-- yyyymmdd (UTC), months are TEXT 'yyyy-mm' (UTC). Units are INTEGER.
-- The identifiers callers see are TEXT; rows refer to one another by the
-- INTEGER keys beside them, which keeps the two tables that grow with every
-- call (charges, transfers) to about half the bytes.

-- +goose Up

CREATE TABLE accounts (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    suspended  INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX accounts_name ON accounts (name);

CREATE TABLE api_keys (
    seq         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    account     INTEGER NOT NULL REFERENCES accounts (seq),
    name        TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    env         TEXT    NOT NULL CHECK (env IN ('live', 'test')),
    hash        BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the whole key
    hint        TEXT    NOT NULL,
    scopes      TEXT    NOT NULL,                                  -- separated by spaces
    monthly_cap INTEGER NOT NULL DEFAULT 0 CHECK (monthly_cap >= 0), -- units, 0 = none
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER, -- NULL = never
    revoked_at  INTEGER  -- NULL = not revoked
) STRICT;

CREATE INDEX api_keys_account ON api_keys (account);
CREATE INDEX api_keys_name ON api_keys (name);

-- What units move between. A pool has one account of each kind but 'grant',
-- of which it has one for every grant. issued only gives, consumed, expired
-- and refunded only take, so the whole ledger sums to zero by construction.
CREATE TABLE ledger_accounts (
    seq  INTEGER PRIMARY KEY,
    pool TEXT NOT NULL CHECK (pool <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'issued', 'consumed', 'expired', 'refunded'))
) STRICT;

CREATE UNIQUE INDEX ledger_accounts_pool ON ledger_accounts (pool, kind) WHERE kind <> 'grant';

-- class: 0 allowance, 1 free, 2 promo, 3 prepaid. remaining caches the
-- grant's transfers in less out.
CREATE TABLE grants (
    seq        INTEGER PRIMARY KEY REFERENCES ledger_accounts (seq),
    id         TEXT    NOT NULL UNIQUE,
    account    INTEGER NOT NULL REFERENCES accounts (seq),
    pool       TEXT    NOT NULL CHECK (pool <> ''),
    class      INTEGER NOT NULL CHECK (class BETWEEN 0 AND 3),
    period     TEXT    NOT NULL, -- 'yyyy-mm' of a monthly grant, else ''
    amount     INTEGER NOT NULL CHECK (amount > 0),
    remaining  INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
    created_at INTEGER NOT NULL,
    CHECK ((class <= 1) = (period <> ''))
) STRICT;

-- Neither index holds remaining, so a charge updates no index.
CREATE UNIQUE INDEX grants_monthly ON grants (account, pool, class, period) WHERE class <= 1;
CREATE INDEX grants_account ON grants (account, pool, class);

-- charges and transfers name no foreign keys: looking the parents up again
-- would add a tenth to the cost of a charge, and the ledger's checks cover it.

-- allowance: requests taken from an operation's own pool, in place of units.
CREATE TABLE charges (
    id        TEXT    NOT NULL PRIMARY KEY,
    key       INTEGER NOT NULL,
    op        TEXT    NOT NULL,
    pool      TEXT    NOT NULL,
    units     INTEGER NOT NULL CHECK (units >= 0),
    allowance INTEGER NOT NULL CHECK (allowance IN (0, 1)),
    at        INTEGER NOT NULL,
    CHECK ((units = 0) = (allowance = 1))
) STRICT, WITHOUT ROWID;

-- id is the charge's, or the grant's when it is issued; part numbers the
-- transfers of one charge from 0.
CREATE TABLE transfers (
    id        TEXT    NOT NULL,
    part      INTEGER NOT NULL,
    from_acct INTEGER NOT NULL,
    to_acct   INTEGER NOT NULL,
    units     INTEGER NOT NULL CHECK (units > 0),
    at        INTEGER NOT NULL,
    PRIMARY KEY (id, part),
    CHECK (from_acct <> to_acct)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
-- +goose StatementEnd

-- The charges grouped by key, day and operation, kept in the same transaction.
CREATE TABLE usage_daily (
    key      INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- yyyymmdd
    op       TEXT    NOT NULL,
    requests INTEGER NOT NULL CHECK (requests > 0),
    units    INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (key, day, op)
) STRICT, WITHOUT ROWID;

-- The time of the last charge: the ledger's clock never goes back, whatever
-- the machine's does.
CREATE TABLE ledger_clock (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

INSERT INTO ledger_clock (one, at) VALUES (1, 0);
