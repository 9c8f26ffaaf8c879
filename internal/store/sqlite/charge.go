package sqlite

import (
	"context"
	"errors"
	"fmt"

	driversqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
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
		if err := ledger.Validate(&charges[i]); err != nil {
			return nil, err
		}
	}
	if len(charges) == 0 {
		return nil, nil
	}
	verdicts, err := s.chargeBatch(ctx, charges, s.decideNew)
	if isDuplicate(err) {
		verdicts, err = s.chargeBatch(ctx, charges, s.batch.DecideAny)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: charge: %w", err)
	}
	return verdicts, nil
}

var errDuplicate = errors.New("a charge that is about to be refused has been made")

func isDuplicate(err error) bool {
	var e *driversqlite.Error
	return errors.Is(err, errDuplicate) ||
		errors.As(err, &e) && e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}

func (s *Store) chargeBatch(
	ctx context.Context, charges []account.Charge, decide func(*account.Charge, *account.Verdict) error,
) ([]account.Verdict, error) {
	verdicts := make([]account.Verdict, len(charges))
	err := s.write(ctx, func(c *conn) error {
		if s.deltas.full() {
			if err := s.apply(c); err != nil {
				return err
			}
		}
		at := s.now()
		s.mirror.enter(c, account.Period(fromMillis(at)))
		s.batch.Begin(&s.mirror, s.plan, at)
		for i := range charges {
			if err := decide(&charges[i], &verdicts[i]); err != nil {
				return err
			}
		}
		return s.flush(c, at)
	})
	if err != nil {
		return nil, err
	}
	return verdicts, nil
}

// decideNew decides a charge taken to be new. That it is not shows when its
// row is written; a charge that is refused writes none, so it is looked for.
func (s *Store) decideNew(ch *account.Charge, v *account.Verdict) error {
	err := s.batch.Decide(ch, v)
	if err != nil || v.Outcome == account.Charged {
		return err
	}
	_, found, err := s.mirror.c.queryInt("SELECT 1 FROM charges WHERE id = $1", ch.ID)
	if err == nil && (found || s.batch.Pending(ch.ID) != nil) {
		err = errDuplicate
	}
	return err
}
