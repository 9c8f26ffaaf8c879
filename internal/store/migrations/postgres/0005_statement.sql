-- What the statement of an account needs beside its usage. All are partial:
-- the charges of compute units and their transfers are in none of them.

-- +goose Up

CREATE INDEX charges_other ON charges (key) WHERE pool NOT IN ('compute', 'test:compute');
CREATE INDEX transfers_taken ON transfers (from_acct) WHERE substr(id, 1, 3) = 'rf_';
CREATE INDEX transfers_returned ON transfers (to_acct) WHERE substr(id, 1, 3) = 'rv_';
