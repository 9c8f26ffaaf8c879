package outbox_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"toolcrib/internal/outbox"
)

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// TestRequest looks at one request, with the clock that receivers check it by.
func TestRequest(t *testing.T) {
	r := receive(t, status(200))
	store := newMemory(time.Now)
	store.add(r.URL+"/hook?token=1", 1)
	o, _ := r.outboxFor(store, 0)
	deliver(t, o)
	if len(r.got()) != 1 || store.count(delivered) != 1 {
		t.Fatalf("%d requests, events %+v", len(r.got()), store.all())
	}
	got, event := r.got()[0], store.all()[0]
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.Verify(got.body, got.header); err != nil {
		t.Error(err)
	}
	body := `{"type":"quota.reached","timestamp":"` + event.CreatedAt.UTC().Format("2006-01-02T15:04:05.000Z07:00") + `","data":{"pool":"compute","percent":80}}`
	if string(got.body) != body || got.path != "/hook?token=1" || got.id() != event.EventID {
		t.Errorf("%s %s, event %s\n%s", got.path, got.id(), event.EventID, got.body)
	}
	if got.header.Get("Content-Type") != "application/json" || got.header.Get("User-Agent") != "toolcrib" {
		t.Errorf("headers %v", got.header)
	}
	deliver(t, o)
	if len(r.got()) != 1 {
		t.Error("a delivered event was sent again")
	}
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		status, tries              int // what is answered, what failed before
		settled, delivered, logged bool
	}{
		{status: 200, settled: true, delivered: true},
		{status: 204, settled: true, delivered: true},
		{status: 299, tries: 9, settled: true, delivered: true},
		{status: 300, logged: true}, {status: 304, logged: true}, {status: 400, logged: true}, {status: 401, logged: true},
		{status: 404, logged: true}, {status: 429, logged: true}, {status: 500, logged: true}, {status: 503, tries: 8, logged: true},
		{status: 410, settled: true, logged: true},
		{status: 500, tries: 9, settled: true, logged: true},
	} {
		r := receive(t, status(c.status))
		store, clock := clocked()
		store.add(r.URL, 1)
		for _, e := range store.events {
			e.Tries = c.tries
		}
		o, log := r.outboxFor(store, 0)
		deliver(t, o)
		e := store.all()[0]
		if e.settled != c.settled || e.received != c.delivered || (log.Len() > 0) != c.logged {
			t.Errorf("%d after %d tries: settled %t, delivered %t\n%s", c.status, c.tries, e.settled, e.received, log)
		}
		if !c.settled && (e.Tries != c.tries+1 || !e.due.After(clock.Now())) {
			t.Errorf("%d: %d tries, due %v", c.status, e.Tries, e.due)
		}
		if c.settled != (strings.Contains(log.String(), "given up") || c.delivered) {
			t.Errorf("%d after %d tries: logged %s", c.status, c.tries, log)
		}
	}
}

func TestRetryAfterIsHeard(t *testing.T) {
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(503)
	})
	store, clock := clocked()
	store.add(r.URL, 1)
	o, _ := r.outboxFor(store, 0)
	deliver(t, o)
	if wait := store.all()[0].due.Sub(clock.Now()); wait != time.Hour {
		t.Errorf("next attempt in %v; want the hour that was asked for", wait)
	}
}

// TestNoEventIsSentTwice has two outboxes work on one store at once.
func TestNoEventIsSentTwice(t *testing.T) {
	const events = 200
	r := &receiver{}
	r.Server = httptest.NewServer(r.note(t, status(204))) // without TLS, which would take most of the time
	defer r.Close()
	store, _ := clocked()
	store.add(r.URL, events)
	var both sync.WaitGroup
	for range 2 {
		o := outbox.New(outbox.Options{Store: store, AllowPrivate: true, Now: store.now})
		both.Go(func() {
			for store.count(delivered) < events && t.Context().Err() == nil {
				deliver(t, o)
			}
		})
	}
	both.Wait()
	ids := map[string]bool{}
	for _, c := range r.got() {
		ids[c.id()] = true
	}
	if len(ids) != events || len(r.got()) != events {
		t.Errorf("%d events in %d requests; want each of %d once", len(ids), len(r.got()), events)
	}
	if i := slices.IndexFunc(store.asked, func(n int) bool { return n < 1 || n > 32 }); i >= 0 {
		t.Errorf("%d events were claimed at once", store.asked[i])
	}
	if least := slices.Min(store.leases); least <= outbox.DefaultTimeout {
		t.Errorf("a lease of %v is over before an attempt is", least)
	}
}

// TestCrashBeforeTheOutcomeIsStored shows what at least once means.
func TestCrashBeforeTheOutcomeIsStored(t *testing.T) {
	r := receive(t, status(200))
	store, clock := clocked()
	store.add(r.URL, 1)
	first, log := r.outboxFor(store, 0)
	store.lose(true)
	deliver(t, first)
	if !strings.Contains(log.String(), "sent again") {
		t.Errorf("logged %q", log)
	}
	store.lose(false)

	second, _ := r.outboxFor(store, 0)
	clock.Add(store.leases[0] - time.Second)
	deliver(t, second)
	if len(r.got()) != 1 {
		t.Fatal("sent again while the first had it claimed")
	}
	clock.Add(time.Second)
	deliver(t, second)
	calls := r.got()
	if len(calls) != 2 || store.count(delivered) != 1 {
		t.Fatalf("%d requests, %+v", len(calls), store.all())
	}
	if calls[0].id() != calls[1].id() || string(calls[0].body) != string(calls[1].body) {
		t.Errorf("the second is another event: %v, %v", calls[0], calls[1])
	}
	if a, b := calls[0].header.Get("webhook-timestamp"), calls[1].header.Get("webhook-timestamp"); a == b {
		t.Errorf("both attempts are stamped %s", a)
	}
	verify(t, calls[0])
	verify(t, calls[1])
}

// TestDeliverIsAbandoned ends the caller's context in the middle.
func TestDeliverIsAbandoned(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := receive(t, func(_ http.ResponseWriter, req *http.Request) {
		cancel()
		<-req.Context().Done()
	})
	store, clock := clocked()
	store.add(r.URL, 1)
	o, log := r.outboxFor(store, time.Minute)
	if err := o.Deliver(ctx); err != nil {
		t.Fatal(err)
	}
	if e := store.all()[0]; e.settled || e.Tries != 0 || !e.due.After(clock.Now()) || log.Len() > 0 {
		t.Errorf("an abandoned attempt changed the event: %+v\n%s", e, log)
	}
	if err := o.Deliver(ctx); err == nil {
		t.Error("a pass began although its context had ended")
	}
}
