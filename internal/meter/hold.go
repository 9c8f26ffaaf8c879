package meter

import (
	"context"
	"time"

	"toolcrib/internal/account"
)

// Hold sets the units of c aside until they are settled or given back, at the
// latest at until. Unlike Reserve it asks the store, which has decided when it
// returns: Charged means held. See account.Holds.
//
// Neither this nor Settle and Void end with the caller's context.
func (m *Meter) Hold(ctx context.Context, c account.Charge, until time.Time) (account.Verdict, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	v, err := m.ledger.Hold(ctx, c, until)
	m.heard(&c, &v, err)
	return v, err
}

// Settle charges units of what was held for c, gives the rest back and keeps
// the reply where there is one. Unless it is Charged the result must not be
// released; after an error it is not known whether it was.
func (m *Meter) Settle(ctx context.Context, c account.Charge, units int64, reply *account.Reply) (account.Verdict, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	v, err := m.ledger.Settle(ctx, c.ID, units, reply)
	m.heard(&c, &v, err)
	return v, err
}

// Void gives back what was held for c.
func (m *Meter) Void(ctx context.Context, c account.Charge) error {
	ctx, cancel := asking(ctx)
	defer cancel()
	defer m.purse(c.AccountID, c.Pool, c.Allowance).forget()
	return m.ledger.Void(ctx, c.ID)
}

// heard believes the balance of a verdict, and no balance where it tells none:
// something may have been held or given back.
func (m *Meter) heard(c *account.Charge, v *account.Verdict, err error) {
	p := m.purse(c.AccountID, c.Pool, c.Allowance)
	if tells(v, err) {
		p.learn(v.Balance)
	} else {
		p.forget()
	}
}
