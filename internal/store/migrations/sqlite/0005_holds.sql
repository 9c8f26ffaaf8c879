-- Units set aside for calls whose price is known only when they are answered.

-- +goose Up

-- held: of what the grant was given, the units that open holds have set aside.
-- remaining and held together are what its transfers leave.
ALTER TABLE grants ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0 AND remaining + held <= amount);

-- A hold that was settled stays beside its charge, which has its id; one that
-- was given back is forgotten after a time. overflow as in charges.
CREATE TABLE holds (
    id             TEXT    NOT NULL PRIMARY KEY,
    key            INTEGER NOT NULL REFERENCES api_keys (seq),
    op             TEXT    NOT NULL,
    pool           TEXT    NOT NULL,
    units          INTEGER NOT NULL CHECK (units > 0),
    overflow       INTEGER NOT NULL CHECK (overflow BETWEEN 0 AND units),
    overflow_pool  TEXT    NOT NULL,
    overflow_units INTEGER NOT NULL CHECK (overflow_units >= 0),
    state          TEXT    NOT NULL CHECK (state IN ('held', 'settled', 'voided')),
    at             INTEGER NOT NULL,
    ends_at        INTEGER NOT NULL CHECK (ends_at > at)
) STRICT, WITHOUT ROWID;

CREATE INDEX holds_open ON holds (key) WHERE state = 'held';
CREATE INDEX holds_voided ON holds (ends_at) WHERE state = 'voided';

-- What an open hold has set aside of each grant, in the order of part. Those of
-- a hold that is over are gone: its transfers tell what was charged.
CREATE TABLE hold_parts (
    hold      TEXT    NOT NULL REFERENCES holds (id),
    part      INTEGER NOT NULL,
    from_acct INTEGER NOT NULL REFERENCES grants (seq),
    units     INTEGER NOT NULL CHECK (units > 0),
    PRIMARY KEY (hold, part)
) STRICT, WITHOUT ROWID;
