package meter

import (
	"fmt"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/window"
)

// Keys that are no longer used must not hold memory for ever.
func TestIdleWindowsAreForgotten(t *testing.T) {
	var now time.Duration
	m := New(accounttest.NewLedger(account.Plan{}, time.Now), Options{PerKey: 60, PerAccount: 600, Monotonic: func() time.Duration { return now }})
	for i := range 50_000 {
		if i%1000 == 0 {
			now += window.Period / 2 // at most 2,000 keys are in use in one minute
		}
		name := fmt.Sprint(i)
		if _, ok := m.Admit(name, name); !ok {
			t.Fatal("refused a first request")
		}
		if n := max(m.limiter.keys.Len(), m.limiter.accounts.Len()); n > 8000 {
			t.Fatalf("%d windows are kept after %d keys", n, i+1)
		}
	}
}

// A window in use keeps its count when others are forgotten.
func TestBusyWindowsAreKept(t *testing.T) {
	var now time.Duration
	m := New(accounttest.NewLedger(account.Plan{}, time.Now), Options{PerKey: 2, Monotonic: func() time.Duration { return now }})
	admitted := 0
	for i := range 4096 {
		if _, ok := m.Admit("busy", "a"); ok {
			admitted++
		}
		m.Admit(fmt.Sprint(i), "a")
		now++
	}
	if admitted != 2 {
		t.Errorf("%d admitted of 2", admitted)
	}
}
