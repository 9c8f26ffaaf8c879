-- What keeps pages as quick as they were, however many charges, accounts and
-- users there are: the schema of the SQLite store's seventh migration, for
-- PostgreSQL.

-- +goose Up

-- The charges of live keys that are of other pools than compute, grouped by
-- account, day and pool: the statement of an account is read from here, and
-- what usage_daily has beyond it is compute's. A trigger keeps it, so that what
-- servers of an older version charge is counted too.
CREATE TABLE usage_pool (
    account        BIGINT NOT NULL REFERENCES accounts (seq),
    day            BIGINT NOT NULL, -- yyyymmdd
    pool           TEXT   NOT NULL,
    overflow_pool  TEXT   NOT NULL, -- '' = the pool covered them by itself
    requests       BIGINT NOT NULL CHECK (requests >= 0),
    units          BIGINT NOT NULL CHECK (units >= 0),
    overflow       BIGINT NOT NULL CHECK (overflow BETWEEN 0 AND units),
    overflow_units BIGINT NOT NULL CHECK (overflow_units >= 0),
    PRIMARY KEY (account, day, pool, overflow_pool)
) WITH (fillfactor = 50);

-- Charges wait until what has been charged is counted, so that none is missed.
LOCK TABLE charges IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO usage_pool (account, day, pool, overflow_pool, requests, units, overflow, overflow_units)
SELECT k.account, CAST(to_char(to_timestamp(c.at / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD') AS BIGINT) AS day, c.pool, c.overflow_pool,
    count(*), sum(c.units), sum(c.overflow), sum(c.overflow_units)
FROM api_keys k JOIN charges c ON c.key = k.seq AND c.pool NOT IN ('compute', 'test:compute')
WHERE k.env = 'live'
GROUP BY k.account, day, c.pool, c.overflow_pool;

-- +goose StatementBegin
CREATE FUNCTION count_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO usage_pool AS u (account, day, pool, overflow_pool, requests, units, overflow, overflow_units)
    SELECT k.account, CAST(to_char(to_timestamp(NEW.at / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD') AS BIGINT), NEW.pool, NEW.overflow_pool,
        1, NEW.units, NEW.overflow, NEW.overflow_units
    FROM api_keys k WHERE k.seq = NEW.key AND k.env = 'live'
    ON CONFLICT (account, day, pool, overflow_pool) DO UPDATE SET
        requests = u.requests + 1, units = u.units + excluded.units,
        overflow = u.overflow + excluded.overflow, overflow_units = u.overflow_units + excluded.overflow_units;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER charges_counted AFTER INSERT ON charges
    FOR EACH ROW WHEN (NEW.pool NOT IN ('compute', 'test:compute')) EXECUTE FUNCTION count_charge();

DROP INDEX charges_other;
