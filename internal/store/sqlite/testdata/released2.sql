-- A file of schema version 2 with the ledger of makeLedger (verify_test.go) in
-- it, its second key revoked, a webhook set and a check of the ledger recorded,
-- as the program of that version left it: sqlite3.Connection.iterdump of Python 3.
BEGIN TRANSACTION;
CREATE TABLE accounts (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    suspended  INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "accounts" VALUES(1,'acc_01M7FH87G06AYRST5APHAK85AW','a',0,1794744000000);
INSERT INTO "accounts" VALUES(2,'acc_01M7FH87G0RPHQMCAWPNH5H9XC','b',0,1794744000000);
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
, allowed TEXT NOT NULL DEFAULT '', disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)), replaced_by INTEGER REFERENCES api_keys (seq)) STRICT;
INSERT INTO "api_keys" VALUES(1,'key_01M7FH87G0HQZJZNE8QB72DKKX',1,'a','live',X'CA978112CA1BBDCAFAC231B39A23DC4DA786EFF8147C4E72B9807785AFEE48BB','','',0,1794744000000,NULL,NULL,'',0,NULL);
INSERT INTO "api_keys" VALUES(2,'key_01M7FH87G08CE3JP7FKTZDBNT9',2,'b','live',X'3E23E8160039594A33894F6564E1B1348BBD7A0088D42C4ACB73EEAED59C009D','','',0,1794744000000,NULL,1795323003593,'',0,NULL);
CREATE TABLE audit_head (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    seq  INTEGER NOT NULL,
    hash BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO "audit_head" VALUES(1,9,X'94E9C4149B3AEE94B5B4E611B6756368577E5589348D0721277E06F74A719EFC');
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
INSERT INTO "audit_log" VALUES(1,1794744000000,'system','','account.create','acc_01M7FH87G06AYRST5APHAK85AW','named a',X'0000000000000000000000000000000000000000000000000000000000000000',X'F67A821D78FD0563B06881DC682901074F2D5C35FC9138AE5D34B457338E438E');
INSERT INTO "audit_log" VALUES(2,1794744000000,'system','','key.create','key_01M7FH87G0HQZJZNE8QB72DKKX','live key of acc_01M7FH87G06AYRST5APHAK85AW named a, scopes ',X'F67A821D78FD0563B06881DC682901074F2D5C35FC9138AE5D34B457338E438E',X'59A16652ACDAC46EACDA6948789B651BCB6CACAE86DCEEFD29988BCB412F9DFB');
INSERT INTO "audit_log" VALUES(3,1794744000000,'system','','account.create','acc_01M7FH87G0RPHQMCAWPNH5H9XC','named b',X'59A16652ACDAC46EACDA6948789B651BCB6CACAE86DCEEFD29988BCB412F9DFB',X'F37BAE644411C1FCE4D73B950A12346589DA75E01A815C338F563ED8CD2B9561');
INSERT INTO "audit_log" VALUES(4,1794744000000,'system','','key.create','key_01M7FH87G08CE3JP7FKTZDBNT9','live key of acc_01M7FH87G0RPHQMCAWPNH5H9XC named b, scopes ',X'F37BAE644411C1FCE4D73B950A12346589DA75E01A815C338F563ED8CD2B9561',X'27F4A0D87E2B077A6D3B4A9513F3BA067CD309EDF452682D0D2BF6A276B402D4');
INSERT INTO "audit_log" VALUES(5,1794744000000,'system','','grant.create','gr_01M7FH87G0X8YWB8ZC7Q1J5QKE','40 prepaid units of compute to acc_01M7FH87G06AYRST5APHAK85AW',X'27F4A0D87E2B077A6D3B4A9513F3BA067CD309EDF452682D0D2BF6A276B402D4',X'4FAD150185627992D203AEC2F08D5F2724C50E3B9C42DEDE5030FB898F0B2DA4');
INSERT INTO "audit_log" VALUES(6,1794744000000,'system','','grant.refund','gr_01M7FH87G0X8YWB8ZC7Q1J5QKE','7 units of compute',X'4FAD150185627992D203AEC2F08D5F2724C50E3B9C42DEDE5030FB898F0B2DA4',X'A287BD16776F206C9B50D7500D03C245C63907B1A434167E7BC8B28D9F303015');
INSERT INTO "audit_log" VALUES(7,1795323003593,'system','','key.revoke','key_01M7FH87G08CE3JP7FKTZDBNT9','',X'A287BD16776F206C9B50D7500D03C245C63907B1A434167E7BC8B28D9F303015',X'3187691ADBECB0A0C6764BF881317626BAE3E0FDE406A51696D565288854486F');
INSERT INTO "audit_log" VALUES(8,1795323003594,'system','','webhook.set','acc_01M7FH87G06AYRST5APHAK85AW','to https://hooks.example',X'3187691ADBECB0A0C6764BF881317626BAE3E0FDE406A51696D565288854486F',X'D9373A3803A4FD02FB1B897B9C744CACA28A7CF98203B207EBA080CD3B06389A');
INSERT INTO "audit_log" VALUES(9,1795323003594,'system','','ledger.verify','all','no fault',X'D9373A3803A4FD02FB1B897B9C744CACA28A7CF98203B207EBA080CD3B06389A',X'94E9C4149B3AEE94B5B4E611B6756368577E5589348D0721277E06F74A719EFC');
CREATE TABLE charges (
    id        TEXT    NOT NULL PRIMARY KEY,
    key       INTEGER NOT NULL,
    op        TEXT    NOT NULL,
    pool      TEXT    NOT NULL,
    units     INTEGER NOT NULL CHECK (units >= 0),
    allowance INTEGER NOT NULL CHECK (allowance IN (0, 1)),
    at        INTEGER NOT NULL, overflow INTEGER NOT NULL DEFAULT 0, overflow_pool TEXT NOT NULL DEFAULT '', overflow_units INTEGER NOT NULL DEFAULT 0,
    CHECK ((units = 0) = (allowance = 1))
) STRICT, WITHOUT ROWID;
INSERT INTO "charges" VALUES('ch_1',1,'emi','compute',510,0,1794744000000,0,'',0);
INSERT INTO "charges" VALUES('ch_2',1,'emi','compute',1,0,1794744000000,0,'',0);
INSERT INTO "charges" VALUES('ch_3',1,'decide','compute',0,1,1794744000000,0,'',0);
INSERT INTO "charges" VALUES('ch_other',2,'emi','compute',1,0,1794744000000,0,'',0);
INSERT INTO "charges" VALUES('ch_over',1,'emi','image',2,0,1794744000000,2,'compute',10);
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
INSERT INTO "events" VALUES(1,'evt_01M7FH87G0DNDV8EGAS99S9TRH',1,'quota.reached','compute','2026-11',50,'{"account":"acc_01M7FH87G06AYRST5APHAK85AW","pool":"compute","month":"2026-11","percent":50,"limit":500,"used":500,"resets_at":"2026-12-01T00:00:00Z"}',1794744000000,0,0,NULL,0);
INSERT INTO "events" VALUES(2,'evt_01M7FH87G02WB8YXMQ5Z7VYVN2',1,'quota.reached','compute','2026-11',80,'{"account":"acc_01M7FH87G06AYRST5APHAK85AW","pool":"compute","month":"2026-11","percent":80,"limit":500,"used":500,"resets_at":"2026-12-01T00:00:00Z"}',1794744000000,0,0,NULL,0);
INSERT INTO "events" VALUES(3,'evt_01M7FH87G0BFT4Q753NS49BG9Q',1,'quota.reached','compute','2026-11',100,'{"account":"acc_01M7FH87G06AYRST5APHAK85AW","pool":"compute","month":"2026-11","percent":100,"limit":500,"used":500,"resets_at":"2026-12-01T00:00:00Z"}',1794744000000,0,0,NULL,0);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-22 04:50:03');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-22 04:50:03');
INSERT INTO "goose_db_version" VALUES(3,2,1,'2026-11-22 04:50:03');
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
INSERT INTO "grants" VALUES(2,'gr_01M7FH87G0X8YWB8ZC7Q1J5QKE',1,'compute',3,'',40,12,1794744000000);
INSERT INTO "grants" VALUES(4,'gr_01M7FH87G0N7FRYGRYJQHKM3MR',1,'compute',1,'2026-11',500,0,1794744000000);
INSERT INTO "grants" VALUES(7,'gr_01M7FH87G0QTQ8GD77EGHJWEX6',1,'op:decide',0,'2026-11',5,4,1794744000000);
INSERT INTO "grants" VALUES(8,'gr_01M7FH87G08GN6V2FW974WW2XF',2,'compute',1,'2026-11',500,499,1794744000000);
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
INSERT INTO "idempotency" VALUES(1,1,X'0100000000000000000000000000000000000000000000000000000000000000',X'0000000000000000000000000000000000000000000000000000000000000000','ch_1',X'7365616C6564',1794830400000);
CREATE TABLE key_use (
    key     INTEGER PRIMARY KEY REFERENCES api_keys (seq),
    at      INTEGER NOT NULL,
    op      TEXT    NOT NULL,
    network TEXT    NOT NULL -- CIDR, '' = unknown
) STRICT;
CREATE TABLE ledger_accounts (
    seq  INTEGER PRIMARY KEY,
    pool TEXT NOT NULL CHECK (pool <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'issued', 'consumed', 'expired', 'refunded'))
) STRICT;
INSERT INTO "ledger_accounts" VALUES(1,'compute','issued');
INSERT INTO "ledger_accounts" VALUES(2,'compute','grant');
INSERT INTO "ledger_accounts" VALUES(3,'compute','consumed');
INSERT INTO "ledger_accounts" VALUES(4,'compute','grant');
INSERT INTO "ledger_accounts" VALUES(5,'op:decide','issued');
INSERT INTO "ledger_accounts" VALUES(6,'op:decide','consumed');
INSERT INTO "ledger_accounts" VALUES(7,'op:decide','grant');
INSERT INTO "ledger_accounts" VALUES(8,'compute','grant');
INSERT INTO "ledger_accounts" VALUES(9,'compute','refunded');
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
INSERT INTO "transfers" VALUES('ch_1',0,4,3,500,1794744000000);
INSERT INTO "transfers" VALUES('ch_1',1,2,3,10,1794744000000);
INSERT INTO "transfers" VALUES('ch_2',0,2,3,1,1794744000000);
INSERT INTO "transfers" VALUES('ch_3',0,7,6,1,1794744000000);
INSERT INTO "transfers" VALUES('ch_other',0,8,3,1,1794744000000);
INSERT INTO "transfers" VALUES('ch_over',0,2,3,10,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G08GN6V2FW974WW2XF',0,1,8,500,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0N7FRYGRYJQHKM3MR',0,1,4,500,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0QTQ8GD77EGHJWEX6',0,5,7,5,1794744000000);
INSERT INTO "transfers" VALUES('gr_01M7FH87G0X8YWB8ZC7Q1J5QKE',0,1,2,40,1794744000000);
INSERT INTO "transfers" VALUES('rf_01M7FH87G0899EMQX5H4AHF8WM',0,2,9,7,1794744000000);
CREATE TABLE usage_daily (
    key      INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- yyyymmdd
    op       TEXT    NOT NULL,
    requests INTEGER NOT NULL CHECK (requests > 0),
    units    INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (key, day, op)
) STRICT, WITHOUT ROWID;
INSERT INTO "usage_daily" VALUES(1,20261115,'decide',1,0);
INSERT INTO "usage_daily" VALUES(1,20261115,'emi',3,513);
INSERT INTO "usage_daily" VALUES(2,20261115,'emi',1,1);
CREATE TABLE usage_refused (
    key     INTEGER NOT NULL REFERENCES api_keys (seq),
    day     INTEGER NOT NULL, -- yyyymmdd
    op      TEXT    NOT NULL,
    errors  INTEGER NOT NULL CHECK (errors >= 0),
    replays INTEGER NOT NULL CHECK (replays >= 0),
    PRIMARY KEY (key, day, op)
) STRICT, WITHOUT ROWID;
CREATE TABLE webhooks (
    account INTEGER PRIMARY KEY REFERENCES accounts (seq),
    url     TEXT    NOT NULL CHECK (url <> ''),
    secret  TEXT    NOT NULL CHECK (secret <> '')
) STRICT;
INSERT INTO "webhooks" VALUES(1,'https://hooks.example/x','whsec_x');
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
CREATE INDEX idempotency_expires ON idempotency (expires_at);
CREATE INDEX events_due ON events (due_at) WHERE settled_at IS NULL;
CREATE INDEX events_settled ON events (settled_at) WHERE settled_at IS NOT NULL;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',3);
COMMIT;
