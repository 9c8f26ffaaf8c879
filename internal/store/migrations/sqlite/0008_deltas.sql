-- What charges change in the rows that many of them share is added up before
-- those rows are written.

-- +goose Up

-- What the charges of one transaction took from grants and added to
-- usage_daily, neither of which shows it yet: a charge writes one row here in
-- place of one in each of them, and the writer brings both up to date for many
-- transactions at once. Whoever else changes grants does so first, so that all
-- rows are of one writer at any time.
CREATE TABLE ledger_deltas (
    seq     INTEGER PRIMARY KEY,
    writer  TEXT    NOT NULL, -- who wrote it, drawn when the store was opened
    at      INTEGER NOT NULL, -- time of the charges
    changes TEXT    NOT NULL  -- JSON object, see package sqlite
) STRICT;

-- A program that does not know of ledger_deltas would spend units twice. It
-- cannot charge without this table.
ALTER TABLE ledger_clock RENAME TO ledger_applied;
