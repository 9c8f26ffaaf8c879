package meter_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// What is held counts as gone for the calls that Reserve looks at, and what
// comes back counts again, without the store being asked.
func TestHoldsChangeWhatIsBelieved(t *testing.T) {
	l := newLedger(100)
	m := newMeter(l)
	// A caller that has left does not undo what is under way.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hold := func(id string, units int64) account.Charge {
		t.Helper()
		c := charge(id, units)
		if v, err := m.Hold(ctx, c, november.Add(time.Minute)); err != nil || v.Outcome != account.Charged || v.Taken.Free != units {
			t.Fatalf("Hold = %+v, %v", v, err)
		}
		return c
	}
	believe := func(name string, left int64, asked int) {
		t.Helper()
		before := l.Calls("Balance")
		b, err := m.Believed(t.Context(), "a", account.PoolCompute, "")
		if n := l.Calls("Balance") - before; err != nil || b.Units() != left || n != asked {
			t.Errorf("%s: %d units are believed to be left, %v, and the store was asked %d times; want %d, %d", name, b.Units(), err, n, left, asked)
		}
	}
	first, second := hold("1", 60), hold("2", 30)
	believe("two holds", 10, 0)
	mustBeShort(t, m, charge("dear", 11), 10)
	if v, err := m.Settle(ctx, first, 25, nil); err != nil || v.Outcome != account.Charged || v.Taken.Free != 25 {
		t.Fatalf("Settle = %+v, %v", v, err)
	}
	believe("settled", 45, 0)
	if err := m.Void(ctx, second); err != nil {
		t.Fatal(err)
	}
	believe("given back", 75, 1)
	if v, err := pay(t, m, charge("3", 75)); err != nil || v.Outcome != account.Charged {
		t.Fatal(v, err)
	}
	if v, err := m.Hold(ctx, charge("4", 1), november.Add(time.Minute)); err != nil || v.Outcome != account.Insufficient {
		t.Errorf("Hold with nothing left = %+v, %v", v, err)
	}
	if n := len(l.Made()); n != 2 || l.Open() != 0 {
		t.Errorf("%d charges were made, %d holds are open", n, l.Open())
	}
}

// Where the store does not say what became of a hold, nothing is believed.
func TestNothingIsBelievedAfterAFault(t *testing.T) {
	l := newLedger(100)
	m := newMeter(l)
	away := errors.New("away")
	var fault error
	l.Fault = func(_ context.Context, method string) error {
		if method == "Balance" {
			return nil
		}
		return fault
	}
	c := charge("1", 60)
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"Hold", func() error { _, err := m.Hold(t.Context(), c, november.Add(time.Minute)); return err }},
		{"Settle", func() error { _, err := m.Settle(t.Context(), c, 10, nil); return err }},
		{"Void", func() error { return m.Void(t.Context(), c) }},
	} {
		fault = nil
		if _, err := m.Hold(t.Context(), charge("before "+step.name, 1), november.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		fault = away
		if err := step.do(); !errors.Is(err, away) {
			t.Fatalf("%s = %v", step.name, err)
		}
		before := l.Calls("Balance")
		if _, err := m.Believed(t.Context(), "a", account.PoolCompute, ""); err != nil || l.Calls("Balance") != before+1 {
			t.Errorf("after a failed %s an old balance is believed, %v", step.name, err)
		}
	}
	fault = nil
	if v, err := m.Hold(t.Context(), c, november.Add(time.Minute)); err != nil || v.Outcome != account.Charged {
		t.Fatal(v, err)
	}
	l.Update("k", func(k *account.Key) { k.Disabled = true })
	if v, err := m.Settle(t.Context(), c, 10, nil); err != nil || v.Outcome != account.KeyGone {
		t.Errorf("Settle by a disabled key = %+v, %v", v, err)
	}
	if b, err := m.Believed(t.Context(), "a", account.PoolCompute, ""); err != nil || b.Units() != 97 {
		t.Errorf("%d units are believed to be left, %v; want all but the three held", b.Units(), err)
	}
}
