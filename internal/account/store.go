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
	ErrEnded     = errors.New("account: it has ended or has been replaced")
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

// GrantState is a grant as the ledger has it.
type GrantState struct {
	ID        string // gr_<ULID>
	Pool      Pool
	Class     Class
	Period    string // YYYY-MM of a monthly grant, else ""
	Amount    int64
	Remaining int64
	Held      int64 // set aside for calls under way; not part of Remaining
	CreatedAt time.Time
}

// Store keeps accounts, keys and the ledger. Every method is safe for
// concurrent use and, where it changes something, is durable when it returns.
// References to an account or key are an ID or, where unique, a name.
//
// Every change of an account, key, grant, order, webhook or user is entered into
// the audit log in the same transaction, under the Actor of the context.
type Store interface {
	Accounts
	Keys
	Units
	Charges
	Holds
	AuditLog
	Outbox
	Orders
	Statements
	Users
	Calls

	// Sweep gives back the holds past their time and removes what may be
	// forgotten: replies past their time, events delivered long ago, sessions
	// and links that have run out, old calls. It does a bounded amount of work,
	// and says also beside an error what it did.
	Sweep(ctx context.Context) (Swept, error)
	// Backlog counts what is under way, for who watches the service.
	Backlog(ctx context.Context) (Backlog, error)
	// Verify checks the invariants of the ledger over all data and reports
	// every violation found (at most 100 of each kind).
	Verify(ctx context.Context) (Report, error)
	Ping(ctx context.Context) error
	Close() error
}

// Swept is what a Sweep did.
type Swept struct {
	Holds int // given back, since their time was over
	Rows  int // removed
}

// Any tells whether it did anything: there may be more to do then.
func (s Swept) Any() bool { return s.Holds+s.Rows > 0 }

// Backlog is what is under way in a store, whichever server began it.
type Backlog struct {
	Holds  int64 // open
	Events int64 // for webhooks, neither delivered nor given up
}

// Accounts is the part of a Store that keeps accounts.
type Accounts interface {
	CreateAccount(ctx context.Context, name string) (Account, error)
	Account(ctx context.Context, ref string) (Account, error) // ErrNotFound, ErrAmbiguous
	Accounts(ctx context.Context) ([]Account, error)          // oldest first
	// AccountsPage lists up to limit accounts, latest first: those made before the
	// one with the ID before ("" = all), whose name or ID holds search in whatever
	// case of A to Z ("" = any).
	AccountsPage(ctx context.Context, search, before string, limit int) ([]Account, error)
	// Counts is how many accounts and users there are.
	Counts(ctx context.Context) (accounts, users int64, err error)
	SetSuspended(ctx context.Context, accountID string, suspended bool) error
}

// Keys is the part of a Store that keeps keys.
type Keys interface {
	// CreateKey stores k, whose ID and CreatedAt it fills in where
	// empty. ErrLimit when the account has MaxActiveKeys already.
	CreateKey(ctx context.Context, k Key) (Key, error)
	Key(ctx context.Context, ref string) (Key, error)          // ErrNotFound, ErrAmbiguous
	KeyByHash(ctx context.Context, h KeyHash) (Key, error)     // ErrNotFound; revoked and expired keys are returned
	Keys(ctx context.Context, accountID string) ([]Key, error) // "" = of every account; oldest first
	// RevokeKey ends a key. Once it has returned, no charge of that key can
	// succeed. Revoking again keeps the first time.
	RevokeKey(ctx context.Context, keyID string) (Key, error)
	// SetKeyDisabled takes a key out of use or back into it. Once it has
	// returned, no charge can be decided on the earlier state.
	SetKeyDisabled(ctx context.Context, keyID string, disabled bool) (Key, error)
	// RotateKey stores a new key with the name, environment, scopes, cap and
	// addresses of an old one; of next only Hash and Hint are read. The old
	// one ends after overlap, or when it would have ended anyway; it does not
	// count against MaxActiveKeys. ErrEnded when it has ended already or has
	// been rotated before.
	RotateKey(ctx context.Context, keyID string, next Key, overlap time.Duration) (Key, error)
	// Touch notes the last use of keys. Unknown keys are passed over.
	Touch(ctx context.Context, uses []Use) error
}

// Units is the part of a Store that keeps grants and usage.
type Units interface {
	Grant(ctx context.Context, g Grant) (grantID string, err error)
	Grants(ctx context.Context, accountID string) ([]GrantState, error) // oldest first
	// Refund takes up to units that remain of a promotional or prepaid grant
	// out of it, and returns how many it took. ErrNotFound.
	Refund(ctx context.Context, grantID string, units int64) (int64, error)
	// Balance reads what is left of a pool, with the allowance pool beside it
	// where that is not "". It writes nothing: a month not yet begun reads as full.
	Balance(ctx context.Context, accountID string, pool, allowance Pool) (Balance, error)
	KeyUsage(ctx context.Context, keyID, period string) (KeyUsage, error)
	// Usage lists what was used, by key, day and operation, in that order.
	Usage(ctx context.Context, q UsageQuery) ([]UsageRow, error)
	// CountRefused adds to the counts of calls that were not charged. Only
	// RefusedRow.Errors and Replays are new; they are added to the row of that
	// key, day and operation. Unknown keys are passed over.
	CountRefused(ctx context.Context, rows []RefusedRow) error
}

// Charges is the part of a Store that charges.
type Charges interface {
	// ChargeBatch decides every charge, in order, in one durable transaction.
	// An error means that none was made. The verdicts are in the order of the
	// charges.
	ChargeBatch(ctx context.Context, charges []Charge) ([]Verdict, error)
	// Reply finds the reply kept for an idempotency key of an API key; nil
	// where there is none, or none that is still of use. ErrEnded where a
	// charge of the key would be refused now (unknown, revoked, disabled,
	// expired, account suspended): no charge looks at it again later.
	Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*Reply, error)
}

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
