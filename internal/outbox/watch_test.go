package outbox_test

import (
	"context"
	"net/http"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/outbox"
)

// Every attempt is told, with what came of the event.
func TestAttemptsAreWatched(t *testing.T) {
	for _, c := range []struct {
		status, tries int // what is answered, what failed before
		want          outbox.Outcome
	}{
		{200, 0, outbox.Delivered}, {500, 0, outbox.Postponed}, {http.StatusGone, 0, outbox.GivenUp}, {500, 9, outbox.GivenUp},
	} {
		r := receive(t, status(c.status))
		store, _ := clocked()
		store.add(r.URL, 1)
		for _, e := range store.events {
			e.Tries = c.tries
		}
		var told []outbox.Attempt
		o := outbox.New(outbox.Options{Store: store, AllowPrivate: true, Now: store.now, Watch: func(_ context.Context, d account.Delivery) func(outbox.Attempt) {
			if d.Tries != c.tries {
				t.Errorf("%d tries, want %d", d.Tries, c.tries)
			}
			return func(a outbox.Attempt) { told = append(told, a) }
		}})
		o.Trust(r.roots())
		deliver(t, o)
		if want := (outbox.Attempt{Outcome: c.want, Status: c.status}); len(told) != 1 || told[0] != want {
			t.Errorf("%d after %d tries: %+v, want %+v", c.status, c.tries, told, want)
		}
	}
}

// An attempt that the end of the process breaks off is none.
func TestBrokenOffIsWatched(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := receive(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	store, _ := clocked()
	store.add(r.URL, 1)
	var told outbox.Attempt
	o := outbox.New(outbox.Options{Store: store, AllowPrivate: true, Now: store.now, Watch: func(context.Context, account.Delivery) func(outbox.Attempt) {
		return func(a outbox.Attempt) { told = a }
	}})
	o.Trust(r.roots())
	_ = o.Deliver(ctx) // it ends with the context
	if told.Outcome != outbox.Abandoned {
		t.Errorf("%+v", told)
	}
}
