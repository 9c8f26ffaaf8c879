-- What keeps pages as quick as they were, however many charges, accounts and
-- users there are.

-- +goose Up

-- The charges of live keys that are of other pools than compute, grouped by
-- account, day and pool: the statement of an account is read from here, and
-- what usage_daily has beyond it is compute's. Triggers keep it, so that what
-- an older program charges is counted too. requests is 0 where all charges of
-- a row turned out to have an overflow.
CREATE TABLE usage_pool (
    account        INTEGER NOT NULL REFERENCES accounts (seq),
    day            INTEGER NOT NULL, -- yyyymmdd
    pool           TEXT    NOT NULL,
    overflow_pool  TEXT    NOT NULL, -- '' = the pool covered them by itself
    requests       INTEGER NOT NULL CHECK (requests >= 0),
    units          INTEGER NOT NULL CHECK (units >= 0),
    overflow       INTEGER NOT NULL CHECK (overflow BETWEEN 0 AND units),
    overflow_units INTEGER NOT NULL CHECK (overflow_units >= 0),
    PRIMARY KEY (account, day, pool, overflow_pool)
) STRICT, WITHOUT ROWID;

INSERT INTO usage_pool (account, day, pool, overflow_pool, requests, units, overflow, overflow_units)
SELECT k.account, CAST(strftime('%Y%m%d', c.at / 1000, 'unixepoch') AS INTEGER) AS day, c.pool, c.overflow_pool,
    count(*), sum(c.units), sum(c.overflow), sum(c.overflow_units)
FROM api_keys k JOIN charges c ON c.key = k.seq AND c.pool NOT IN ('compute', 'test:compute')
WHERE k.env = 'live'
GROUP BY k.account, day, c.pool, c.overflow_pool;

DROP INDEX charges_other;

-- +goose StatementBegin
CREATE TRIGGER charges_counted AFTER INSERT ON charges WHEN NEW.pool NOT IN ('compute', 'test:compute')
BEGIN
    INSERT INTO usage_pool (account, day, pool, overflow_pool, requests, units, overflow, overflow_units)
    SELECT k.account, CAST(strftime('%Y%m%d', NEW.at / 1000, 'unixepoch') AS INTEGER), NEW.pool, NEW.overflow_pool,
        1, NEW.units, NEW.overflow, NEW.overflow_units
    FROM api_keys k WHERE k.seq = NEW.key AND k.env = 'live'
    ON CONFLICT (account, day, pool, overflow_pool) DO UPDATE SET
        requests = requests + 1, units = units + excluded.units,
        overflow = overflow + excluded.overflow, overflow_units = overflow_units + excluded.overflow_units;
END;
-- +goose StatementEnd

-- An overflow is written after its charge, once.
-- +goose StatementBegin
CREATE TRIGGER charges_overflow AFTER UPDATE OF overflow ON charges
BEGIN
    UPDATE usage_pool SET requests = requests - 1, units = units - OLD.units,
        overflow = overflow - OLD.overflow, overflow_units = overflow_units - OLD.overflow_units
    WHERE account = (SELECT k.account FROM api_keys k WHERE k.seq = OLD.key AND k.env = 'live')
        AND day = CAST(strftime('%Y%m%d', OLD.at / 1000, 'unixepoch') AS INTEGER)
        AND pool = OLD.pool AND overflow_pool = OLD.overflow_pool;
    INSERT INTO usage_pool (account, day, pool, overflow_pool, requests, units, overflow, overflow_units)
    SELECT k.account, CAST(strftime('%Y%m%d', NEW.at / 1000, 'unixepoch') AS INTEGER), NEW.pool, NEW.overflow_pool,
        1, NEW.units, NEW.overflow, NEW.overflow_units
    FROM api_keys k WHERE k.seq = NEW.key AND k.env = 'live'
    ON CONFLICT (account, day, pool, overflow_pool) DO UPDATE SET
        requests = requests + 1, units = units + excluded.units,
        overflow = overflow + excluded.overflow, overflow_units = overflow_units + excluded.overflow_units;
END;
-- +goose StatementEnd
