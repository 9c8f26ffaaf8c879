-- Orders, what was paid for them, invoices and refunds. Money is whole paise.

-- +goose Up

CREATE TABLE orders (
    seq         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    account     INTEGER NOT NULL REFERENCES accounts (seq),
    token       TEXT,             -- of the form it came from, NULL = none
    sku         TEXT    NOT NULL CHECK (sku <> ''),
    pool        TEXT    NOT NULL CHECK (pool <> ''),
    units       INTEGER NOT NULL CHECK (units > 0),
    paise       INTEGER NOT NULL CHECK (paise > 0),
    buyer       TEXT    NOT NULL, -- JSON object
    provider    TEXT    NOT NULL CHECK (provider <> ''),
    status      TEXT    NOT NULL CHECK (status IN ('open', 'expired', 'held', 'paid', 'refunded', 'disputed')),
    created_at  INTEGER NOT NULL,
    ref         TEXT,             -- the provider's checkout, NULL = not made yet
    url         TEXT    NOT NULL DEFAULT '',
    payment_ref TEXT,             -- the provider's payment
    paid_at     INTEGER,
    CHECK ((status IN ('paid', 'refunded', 'disputed')) = (paid_at IS NOT NULL)),
    CHECK ((payment_ref IS NULL) = (paid_at IS NULL)),
    UNIQUE (account, token),
    UNIQUE (provider, ref),
    UNIQUE (provider, payment_ref)
) STRICT;

CREATE INDEX orders_account ON orders (account, seq);
CREATE INDEX orders_status ON orders (status, seq);

-- The order that a grant was bought by, NULL = by none. An order has one grant
-- at most.
ALTER TABLE grants ADD COLUMN bought INTEGER REFERENCES orders (seq);
CREATE UNIQUE INDEX grants_bought ON grants (bought) WHERE bought IS NOT NULL;

-- Messages of providers that have had their effect.
CREATE TABLE payment_events (
    provider TEXT    NOT NULL,
    event    TEXT    NOT NULL,
    bought   INTEGER NOT NULL REFERENCES orders (seq),
    at       INTEGER NOT NULL,
    PRIMARY KEY (provider, event)
) STRICT, WITHOUT ROWID;

-- Money that came in by hand.
CREATE TABLE receipts (
    bought    INTEGER PRIMARY KEY REFERENCES orders (seq),
    paise     INTEGER NOT NULL CHECK (paise > 0),
    reference TEXT    NOT NULL CHECK (length(reference) BETWEEN 1 AND 64),
    at        INTEGER NOT NULL
) STRICT;

-- The last number given in each series: whoever takes the next one locks the
-- row until the paper that bears it is written, so that no number is left out.
CREATE TABLE series (
    name TEXT    PRIMARY KEY,
    last INTEGER NOT NULL CHECK (last > 0)
) STRICT;

CREATE TABLE invoices (
    series  TEXT    NOT NULL REFERENCES series (name), -- 'TC/2627'
    number  INTEGER NOT NULL CHECK (number > 0),
    bought  INTEGER NOT NULL UNIQUE REFERENCES orders (seq),
    at      INTEGER NOT NULL,
    paise   INTEGER NOT NULL CHECK (paise > 0),
    taxable INTEGER NOT NULL,
    cgst    INTEGER NOT NULL CHECK (cgst >= 0),
    sgst    INTEGER NOT NULL CHECK (sgst >= 0),
    igst    INTEGER NOT NULL CHECK (igst >= 0),
    bill    TEXT    NOT NULL, -- JSON object: who, to whom, what
    PRIMARY KEY (series, number),
    CHECK (paise = taxable + cgst + sgst + igst)
) STRICT, WITHOUT ROWID;

-- before: paise of the order given back by earlier refunds.
CREATE TABLE refunds (
    seq          INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    bought       INTEGER NOT NULL REFERENCES orders (seq),
    units        INTEGER NOT NULL CHECK (units >= 0),
    paise        INTEGER NOT NULL CHECK (paise > 0),
    before       INTEGER NOT NULL CHECK (before >= 0),
    status       TEXT    NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
    external     INTEGER NOT NULL CHECK (external IN (0, 1)), -- begun at the provider
    provider_ref TEXT    NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX refunds_bought ON refunds (bought);
CREATE UNIQUE INDEX refunds_pending ON refunds (bought) WHERE status = 'pending';

CREATE TABLE credit_notes (
    series  TEXT    NOT NULL REFERENCES series (name), -- 'CN/2627'
    number  INTEGER NOT NULL CHECK (number > 0),
    refund  INTEGER NOT NULL UNIQUE REFERENCES refunds (seq),
    at      INTEGER NOT NULL,
    paise   INTEGER NOT NULL CHECK (paise > 0),
    taxable INTEGER NOT NULL,
    cgst    INTEGER NOT NULL,
    sgst    INTEGER NOT NULL,
    igst    INTEGER NOT NULL,
    PRIMARY KEY (series, number),
    CHECK (paise = taxable + cgst + sgst + igst)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_update BEFORE UPDATE ON credit_notes
BEGIN SELECT RAISE(ABORT, 'credit notes are append-only'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_delete BEFORE DELETE ON credit_notes
BEGIN SELECT RAISE(ABORT, 'credit notes are append-only'); END;
-- +goose StatementEnd
