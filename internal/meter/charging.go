package meter

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"toolcrib/internal/account"
)

// ErrNotCharging is returned by Charging.
var ErrNotCharging = errors.New("meter: the store answers, but the last charges could not be made durable")

// inDoubt is how long after failed charges a process says that it cannot
// charge. Then it may be tried again: who does not send it calls, since it says
// so, would never let it find out.
const inDoubt = 10 * time.Second

// doubt remembers when charges last failed with none made since.
type doubt struct{ since atomic.Int64 } // 0 = they were made; else the time + 1

func (d *doubt) note(failed bool, now time.Duration) {
	switch {
	case failed:
		d.since.Store(int64(now) + 1)
	case d.since.Load() != 0:
		d.since.Store(0)
	}
}

// Charging tells whether this process can charge, as far as it knows: nil, or
// ErrNotCharging for ten seconds after charges that failed. A disk that is full
// still answers what is read, and so Ping.
func (m *Meter) Charging() error {
	since := m.doubt.since.Load()
	if since != 0 && m.opts.Monotonic()-time.Duration(since-1) < inDoubt {
		return ErrNotCharging
	}
	return nil
}

func (m *Meter) chargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	verdicts, err := m.ledger.ChargeBatch(ctx, charges)
	m.doubt.note(err != nil, m.opts.Monotonic())
	return verdicts, err
}
