-- A file of schema version 1 with the ledger of makeLedger (verify_test.go) in
-- it and its second key revoked, as the program of that version left it:
-- sqlite3.Connection.iterdump of Python 3.
BEGIN TRANSACTION;
CREATE TABLE accounts (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    suspended  INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "accounts" VALUES(1,'acc_01M7FH87G0XDNC4JJF634BQPW1','a',0,1794744000000);
INSERT INTO "accounts" VALUES(2,'acc_01M7FH87G0XHCH19MSQHXT0KPC','b',0,1794744000000);
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
INSERT INTO "api_keys" VALUES(1,'key_01M7FH87G03VGFTG0T2WQDY15Y',1,'a','live',X'CA978112CA1BBDCAFAC231B39A23DC4DA786EFF8147C4E72B9807785AFEE48BB','','',0,1794744000000,NULL,NULL);
INSERT INTO "api_keys" VALUES(2,'key_01M7FH87G0QXF4Q3WXKPVCTXEZ',2,'b','live',X'3E23E8160039594A33894F6564E1B1348BBD7A0088D42C4ACB73EEAED59C009D','','',0,1794744000000,NULL,1795314481480);
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
INSERT INTO "charges" VALUES('ch_1',1,'emi','compute',510,0,1794744000000);
INSERT INTO "charges" VALUES('ch_2',1,'emi','compute',1,0,1794744000000);
INSERT INTO "charges" VALUES('ch_3',1,'decide','compute',0,1,1794744000000);
INSERT INTO "charges" VALUES('ch_other',2,'emi','compute',1,0,1794744000000);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-22 02:28:01');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-22 02:28:01');
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
INSERT INTO "grants" VALUES(3,'gr_01M7FH87G0DYH6B3S1HAS0JM58',1,'compute',3,'',20,9,1794744000000);
INSERT INTO "grants" VALUES(6,'gr_01M7FH87G09ST6VKDCPYP79K8Z',1,'compute',1,'2026-11',500,0,1794744000000);
INSERT INTO "grants" VALUES(7,'gr_01M7FH87G0TS7Y65V95FXBW0NK',1,'op:decide',0,'2026-11',5,4,1794744000000);
INSERT INTO "grants" VALUES(8,'gr_01M7FH87G0B0REYZ7944S31JRW',2,'compute',1,'2026-11',500,499,1794744000000);
CREATE TABLE ledger_accounts (
    seq  INTEGER PRIMARY KEY,
    pool TEXT NOT NULL CHECK (pool <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'issued', 'consumed', 'expired', 'refunded'))
) STRICT;
INSERT INTO "ledger_accounts" VALUES(1,'compute','issued');
INSERT INTO "ledger_accounts" VALUES(2,'compute','consumed');
INSERT INTO "ledger_accounts" VALUES(3,'compute','grant');
INSERT INTO "ledger_accounts" VALUES(4,'op:decide','issued');
INSERT INTO "ledger_accounts" VALUES(5,'op:decide','consumed');
INSERT INTO "ledger_accounts" VALUES(6,'compute','grant');
INSERT INTO "ledger_accounts" VALUES(7,'op:decide','grant');
INSERT INTO "ledger_accounts" VALUES(8,'compute','grant');
CREATE TABLE ledger_clock (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
INSERT INTO "ledger_clock" VALUES(1,1794744000000);
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
INSERT INTO "transfers" VALUES('ch_1',0,6,2,500,1794744000000);
INSERT INTO "transfers" VALUES('ch_1',1,3,2,10,1794744000000);
INSERT INTO "transfers" VALUES('ch_2',0,3,2,1,1794744000000);
INSERT INTO "transfers" VALUES('ch_3',0,7,5,1,1794744000000);
INSERT INTO "transfers" VALUES('ch_other',0,8,2,1,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G09ST6VKDCPYP79K8Z',0,1,6,500,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0B0REYZ7944S31JRW',0,1,8,500,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0DYH6B3S1HAS0JM58',0,1,3,20,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0TS7Y65V95FXBW0NK',0,4,7,5,1794744000000);
CREATE TABLE usage_daily (
    key      INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- yyyymmdd
    op       TEXT    NOT NULL,
    requests INTEGER NOT NULL CHECK (requests > 0),
    units    INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (key, day, op)
) STRICT, WITHOUT ROWID;
INSERT INTO "usage_daily" VALUES(1,20261115,'decide',1,0);
INSERT INTO "usage_daily" VALUES(1,20261115,'emi',2,511);
INSERT INTO "usage_daily" VALUES(2,20261115,'emi',1,1);
CREATE INDEX accounts_name ON accounts (name);
CREATE INDEX api_keys_account ON api_keys (account);
CREATE INDEX api_keys_name ON api_keys (name);
CREATE UNIQUE INDEX ledger_accounts_pool ON ledger_accounts (pool, kind) WHERE kind <> 'grant';
CREATE UNIQUE INDEX grants_monthly ON grants (account, pool, class, period) WHERE class <= 1;
CREATE INDEX grants_account ON grants (account, pool, class);
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',2);
COMMIT;
