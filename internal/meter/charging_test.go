package meter_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"toolcrib/internal/meter"
)

// Who cannot charge says so until a charge is made again, and for ten seconds
// where nobody sends one.
func TestCharging(t *testing.T) {
	ledger := newLedger(100)
	now := time.Minute
	m := meter.New(ledger, meter.Options{Monotonic: func() time.Duration { return now }})
	full := errors.New("the disk is full")
	try := func(fails bool) {
		t.Helper()
		ledger.Fault = func(_ context.Context, method string) error {
			if fails && method == "ChargeBatch" {
				return full
			}
			return nil
		}
		if _, err := m.Charge(charge(fmt.Sprint("c", now), 1)); errors.Is(err, full) != fails {
			t.Fatal(err)
		}
	}
	want := func(want error) {
		t.Helper()
		if err := m.Charging(); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	want(nil)
	try(true)
	want(meter.ErrNotCharging)
	try(false)
	want(nil)
	try(true)
	now += 10*time.Second - 1
	want(meter.ErrNotCharging)
	now++
	want(nil)
}
