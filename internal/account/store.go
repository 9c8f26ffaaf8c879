package account

import (
	"context"
	"errors"
	"time"
)

// Errors of a Store. Any other error means that the store could not answer
// and that nothing was changed.
var (
	ErrNotFound  = errors.New("account: not found")
	ErrAmbiguous = errors.New("account: the name is not unique; use the id")
	ErrLimit     = errors.New("account: limit reached")
)

// Account owns keys and units.
type Account struct {
	ID        string // acc_<ULID>
	Name      string // 1 to 64 characters
	Suspended bool
	CreatedAt time.Time
}

// Grant gives units to an account.
type Grant struct {
	AccountID string
	Pool      Pool
	Class     Class // ClassPromo or ClassPrepaid; the monthly classes are made by the store itself
	Units     int64 // above 0
}

// KeyUsage is what one key has used in one calendar month.
type KeyUsage struct {
	Requests int64
	Units    int64
}

// Store keeps accounts, keys and the ledger. Every method is safe for
// concurrent use and, where it changes something, is durable when it returns.
// References to an account or key are an ID or, where unique, a name.
type Store interface {
	CreateAccount(ctx context.Context, name string) (Account, error)
	Account(ctx context.Context, ref string) (Account, error) // ErrNotFound, ErrAmbiguous
	Accounts(ctx context.Context) ([]Account, error)          // oldest first
	SetSuspended(ctx context.Context, accountID string, suspended bool) error

	// CreateKey stores k, whose ID and CreatedAt it fills in where
	// empty. ErrLimit when the account has MaxActiveKeys already.
	CreateKey(ctx context.Context, k Key) (Key, error)
	Key(ctx context.Context, ref string) (Key, error)          // ErrNotFound, ErrAmbiguous
	KeyByHash(ctx context.Context, h KeyHash) (Key, error)     // ErrNotFound; revoked and expired keys are returned
	Keys(ctx context.Context, accountID string) ([]Key, error) // "" = of every account; oldest first
	// RevokeKey ends a key. Once it has returned, no charge of that key can
	// succeed. Revoking again keeps the first time.
	RevokeKey(ctx context.Context, keyID string) (Key, error)

	Grant(ctx context.Context, g Grant) (grantID string, err error)
	// Balance reads what is left of a pool, with the allowance pool beside it
	// where that is not "". It writes nothing: a month not yet begun reads as full.
	Balance(ctx context.Context, accountID string, pool, allowance Pool) (Balance, error)
	KeyUsage(ctx context.Context, keyID, period string) (KeyUsage, error)

	// ChargeBatch decides every charge, in order, in one durable transaction.
	// An error means that none was made. The verdicts are in the order of the
	// charges.
	ChargeBatch(ctx context.Context, charges []Charge) ([]Verdict, error)

	// Verify checks the invariants of the ledger over all data and reports
	// every violation found (at most 100 of each kind).
	Verify(ctx context.Context) (Report, error)

	Ping(ctx context.Context) error
	Close() error
}

// MaxActiveKeys is the number of keys neither revoked nor expired that one
// account may have.
const MaxActiveKeys = 20

// Report is the result of Store.Verify.
type Report struct {
	Checks []Check
}

// Check is one invariant with the rows that break it.
type Check struct {
	Name       string   // short, stable, such as "grant-balance"
	Rule       string   // the invariant in words
	Violations []string // empty when it holds
}

// OK tells whether every invariant holds.
func (r Report) OK() bool {
	for _, c := range r.Checks {
		if len(c.Violations) > 0 {
			return false
		}
	}
	return true
}
