-- Units set aside for calls whose price is known only when they are answered:
-- the schema of the SQLite store's fifth migration, for PostgreSQL.

-- +goose Up

-- held: of what the grant was given, the units that open holds have set aside.
-- remaining and held together are what its transfers leave.
ALTER TABLE grants
    ADD COLUMN held BIGINT NOT NULL DEFAULT 0,
    ADD CHECK (held >= 0 AND remaining + held <= amount);

-- A hold that was settled stays beside its charge, which has its id; one that
-- was given back is forgotten after a time. overflow as in charges.
CREATE TABLE holds (
    id             TEXT   PRIMARY KEY,
    key            BIGINT NOT NULL REFERENCES api_keys (seq),
    op             TEXT   NOT NULL,
    pool           TEXT   NOT NULL,
    units          BIGINT NOT NULL CHECK (units > 0),
    overflow       BIGINT NOT NULL CHECK (overflow BETWEEN 0 AND units),
    overflow_pool  TEXT   NOT NULL,
    overflow_units BIGINT NOT NULL CHECK (overflow_units >= 0),
    state          TEXT   NOT NULL CHECK (state IN ('held', 'settled', 'voided')),
    at             BIGINT NOT NULL,
    ends_at        BIGINT NOT NULL CHECK (ends_at > at)
);

CREATE INDEX holds_open ON holds (key) WHERE state = 'held';
CREATE INDEX holds_voided ON holds (ends_at) WHERE state = 'voided';

-- What an open hold has set aside of each grant, in the order of part. Those of
-- a hold that is over are gone: its transfers tell what was charged.
CREATE TABLE hold_parts (
    hold      TEXT   NOT NULL REFERENCES holds (id),
    part      BIGINT NOT NULL,
    from_acct BIGINT NOT NULL REFERENCES grants (seq),
    units     BIGINT NOT NULL CHECK (units > 0),
    PRIMARY KEY (hold, part)
);
