package auth

import (
	"fmt"
	"net/netip"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/window"
)

// Bounds on wrong tries: so many in any triesWithin for one name, and for one
// address. Who has made them waits until the oldest is that long ago.
const (
	maxTries    = 5
	triesWithin = 15 * time.Minute
)

// slowdown is by how much the clock of the windows runs slower than time, so
// that their minute lasts triesWithin.
const slowdown = triesWithin / window.Period

// WaitError refuses a try, unseen, because of wrong ones before it.
type WaitError struct{ After time.Duration }

func (e *WaitError) Error() string {
	return fmt.Sprintf("auth: too many wrong tries; the next is looked at in %s", e.After.Round(time.Second))
}

// throttle counts wrong tries, in memory: each server of several counts for
// itself, and one that starts again has forgotten.
type throttle struct {
	names, networks window.Map
	clock           func() time.Duration // time since any fixed moment
}

// try counts a try of a name ("" = none is known) from an address as wrong, or
// refuses it with a *WaitError. Counting first keeps tries at the same moment
// from all being let through; right takes the count back.
func (t *throttle) try(name string, from netip.Addr) (right func(), err error) {
	now := t.clock() / slowdown
	network := account.Subscriber(from)
	b := t.networks.Get(network, now)
	defer b.Unlock()
	a, limits := &window.Slot{}, window.Limits{PerAccount: maxTries}
	if name != "" {
		a, limits.PerKey = t.names.Get(name, now), maxTries
		defer a.Unlock()
	}
	v := window.Admit(&a.Window, &b.Window, limits, now)
	if !v.Admitted {
		return nil, &WaitError{v.Reset * slowdown}
	}
	return func() {
		b := t.networks.Get(network, now)
		defer b.Unlock()
		if times := b.Times(); len(times) > 0 {
			b.Window = *window.From(times[:len(times)-1])
		}
		if name != "" {
			a := t.names.Get(name, now)
			defer a.Unlock()
			a.Window = window.Window{}
		}
	}, nil
}
