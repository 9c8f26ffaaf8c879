package sqlite

import (
	"context"
	"errors"
	"fmt"

	driversqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"toolcrib/internal/account"
)

// ChargeBatch decides every charge in one durable transaction.
//
// A charge whose ID is stored already is answered as it was charged, with the
// balance of now. Looking for every ID would cost more than the charge itself,
// so the batch is first written as if all were new. If the table refuses one,
// or one that would be refused turns out to be stored, the transaction is
// rolled back and done again with all the look-ups.
func (s *Store) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	for i := range charges {
		if err := validCharge(&charges[i]); err != nil {
			return nil, err
		}
	}
	if len(charges) == 0 {
		return nil, nil
	}
	verdicts, err := s.chargeBatch(ctx, charges, false)
	if isDuplicate(err) {
		verdicts, err = s.chargeBatch(ctx, charges, true)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: charge: %w", err)
	}
	return verdicts, nil
}

func validCharge(ch *account.Charge) error {
	switch {
	case ch.ID == "" || ch.Op == "" || ch.Pool == "":
		return errors.New("sqlite: a charge needs an id, an operation and a pool")
	case ch.Units <= 0:
		return fmt.Errorf("sqlite: charge %s: the price must be above 0", ch.ID)
	}
	return nil
}

var errDuplicate = errors.New("a charge that is about to be refused has been made")

func isDuplicate(err error) bool {
	var e *driversqlite.Error
	return errors.Is(err, errDuplicate) ||
		errors.As(err, &e) && e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}

func (s *Store) chargeBatch(ctx context.Context, charges []account.Charge, lookup bool) ([]account.Verdict, error) {
	verdicts := make([]account.Verdict, len(charges))
	err := s.write(ctx, func(c *conn) error {
		b := &s.batch
		b.begin(c, &s.mirror, s.plan, s.now())
		decide := b.decideNew
		if lookup {
			decide = b.decideAny
		}
		for i := range charges {
			if err := decide(&charges[i], &verdicts[i]); err != nil {
				return err
			}
		}
		return b.flush()
	})
	if err != nil {
		return nil, err
	}
	return verdicts, nil
}
