package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
)

const lease = time.Minute

func (f *fixture) hook(accountID string) account.Webhook {
	f.t.Helper()
	w := account.Webhook{AccountID: accountID, URL: "https://hooks.example/" + accountID, Secret: "whsec_" + accountID}
	f.must(f.SetWebhook(f.ctx, w))
	return w
}

func (f *fixture) claim(n int) []account.Delivery {
	f.t.Helper()
	list, err := f.ClaimEvents(f.ctx, n, lease)
	f.must(err)
	return list
}

func testWebhooks(t *testing.T, open Open) {
	f := newFixture(t, open)
	a, b := f.account("a"), f.account("b")
	if w, err := f.Webhook(f.ctx, a.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("Webhook where there is none = %+v, %v", w, err)
	}
	set := f.hook(a.ID)
	set.URL, set.Secret = "http://localhost:8080/hook", "whsec_new"
	f.must(f.SetWebhook(f.ctx, set))
	if w, err := f.handle().Webhook(f.ctx, a.ID); err != nil || w != set {
		t.Errorf("Webhook = %+v, %v; want %+v", w, err, set)
	}
	for _, bad := range []account.Webhook{
		{AccountID: b.ID, URL: "ftp://hooks.example", Secret: "s"},
		{AccountID: b.ID, URL: "hooks.example/x", Secret: "s"},
		{AccountID: b.ID, URL: "https://hooks.example"},
		{AccountID: "acc_none", URL: "https://hooks.example", Secret: "s"},
	} {
		if err := f.SetWebhook(f.ctx, bad); err == nil {
			t.Errorf("SetWebhook(%+v) succeeded", bad)
		}
	}
	f.must(f.SetWebhook(f.ctx, account.Webhook{AccountID: a.ID}))
	for _, id := range []string{a.ID, b.ID} {
		if w, err := f.Webhook(f.ctx, id); !errors.Is(err, account.ErrNotFound) {
			t.Errorf("Webhook = %+v, %v; want ErrNotFound", w, err)
		}
	}
}

// quota is the data of a quota event.
type quota struct {
	Account  string
	Pool     account.Pool
	Month    string
	Percent  int64
	Limit    int64
	Used     int64
	ResetsAt time.Time `json:"resets_at"`
}

func quotaOf(t testing.TB, d account.Delivery) (q quota) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(d.Data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&q); err != nil || d.Kind != account.QuotaEvent || !strings.HasPrefix(d.EventID, "evt_") {
		t.Errorf("event %+v: %v", d, err)
	}
	return q
}

// testQuotaEvents: each part is told of once, with the charge that reached it,
// also where one charge reaches several, and not for test keys.
func testQuotaEvents(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	hook := f.hook(c.account)
	event := func(pool account.Pool, percent, limit, used int64) quota {
		return quota{c.account, pool, "2026-11", percent, limit, used, november}
	}
	test := caller{c.account, f.key(account.Key{AccountID: c.account, Name: "test", Env: account.Test}).ID}
	forTest := test.compute(500)
	forTest.Pool = forTest.Pool.For(account.Test)
	for i, step := range []struct {
		charges []account.Charge
		want    []quota
	}{
		{[]account.Charge{c.compute(249)}, nil},
		{[]account.Charge{c.compute(1)}, []quota{event("compute", 50, 500, 250)}},
		{[]account.Charge{c.compute(100), c.decide(), c.compute(49), c.compute(501)}, nil},
		{[]account.Charge{c.compute(30)}, []quota{event("compute", 80, 500, 429)}},
		{[]account.Charge{c.compute(1), c.compute(70)}, []quota{event("compute", 100, 500, 500)}},
		{[]account.Charge{c.image(50)}, []quota{event("image", 50, 50, 50), event("image", 80, 50, 50), event("image", 100, 50, 50)}},
		{[]account.Charge{c.compute(1)}, nil},
		{[]account.Charge{forTest}, nil},
	} {
		f.charge(step.charges...)
		if i == 4 {
			f.charge(step.charges...) // sent again
		}
		got := f.claim(10)
		if len(got) != len(step.want) {
			t.Fatalf("step %d: %d events, want %d: %+v", i, len(got), len(step.want), got)
		}
		for j, d := range got {
			equal(t, "event", quotaOf(t, d), step.want[j])
			equal(t, "webhook", d.Webhook, hook)
			equal(t, "tries", d.Tries, 0)
			equal(t, "time", d.CreatedAt, f.clock.now())
		}
	}
	f.verify()

	// The next month begins anew.
	f.clock.set("2026-12-01T00:00:00Z")
	for _, d := range f.claim(10) {
		f.must(f.SettleEvent(f.ctx, d.EventID, true))
	}
	f.outcome(account.Charged, c.compute(250))
	got := f.claim(10)
	if len(got) != 1 || quotaOf(t, got[0]).Month != "2026-12" {
		t.Errorf("in december: %+v", got)
	}
	f.verify()
}

// testClaims: a claim lasts as long as its lease; a try that failed is due
// again at the given time; what has ended is not sent again.
func testClaims(t *testing.T, open Open) {
	f := newFixture(t, open)
	c, silent := f.caller(), f.caller()
	f.hook(c.account)
	f.charge(c.compute(500), silent.compute(500))
	equal(t, "none asked for", len(f.claim(0)), 0)
	first := f.claim(2)
	equal(t, "claimed", len(first), 2)
	second := f.claim(10)
	equal(t, "the rest", len(second), 1)
	equal(t, "all claimed", len(f.claim(10)), 0)

	// Events of accounts without webhook have ended; setting one is too late.
	f.hook(silent.account)
	f.clock.add(lease - time.Millisecond)
	equal(t, "before the leases end", len(f.claim(10)), 0)
	f.must(f.SettleEvent(f.ctx, first[0].EventID, true))
	f.must(f.SettleEvent(f.ctx, second[0].EventID, false))
	f.clock.add(time.Millisecond)
	again := f.claim(10)
	if len(again) != 1 || again[0].EventID != first[1].EventID || again[0].Tries != 0 {
		t.Fatalf("after the leases: %+v, want %s", again, first[1].EventID)
	}
	for try := 1; try <= 3; try++ {
		at := f.clock.now().Add(time.Duration(try) * time.Hour)
		f.must(f.RetryEvent(f.ctx, again[0].EventID, at))
		f.clock.ms.Store(at.UnixMilli() - 1)
		equal(t, "before it is due", len(f.claim(10)), 0)
		f.clock.ms.Store(at.UnixMilli())
		if due := f.claim(10); len(due) != 1 || due[0].Tries != try || due[0].Data != first[1].Data {
			t.Fatalf("try %d: %+v", try, due)
		}
	}
	// What has ended stays so.
	f.must(f.RetryEvent(f.ctx, first[0].EventID, f.clock.now()))
	f.must(f.SettleEvent(f.ctx, second[0].EventID, true))
	equal(t, "after its end", len(f.claim(10)), 0)
	f.verify()
}

// testClaimsAtOnce: two handles that claim at the same moment never get the
// same event.
func testClaimsAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	for range 8 {
		c := f.caller()
		f.hook(c.account)
		f.outcome(account.Charged, c.compute(500))
	}
	handles := []account.Store{f.Store, f.handle()}
	var mu sync.Mutex
	seen := make(map[string]int)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for range 10 {
				list, err := handles[i%2].ClaimEvents(f.ctx, 2, lease)
				if err != nil {
					t.Errorf("ClaimEvents: %v", err)
				}
				mu.Lock()
				for _, d := range list {
					seen[d.EventID]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	equal(t, "events claimed", len(seen), 24)
	for id, n := range seen {
		if n > 1 {
			t.Errorf("event %s was claimed %d times", id, n)
		}
	}
}

// testSweep: replies past their time and events long ended are removed, a
// bounded number at a time, and nothing else.
func testSweep(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 10_000)
	f.hook(c.account)
	var batch []account.Charge
	for i := range 1100 {
		batch = append(batch, f.with(c.compute(1), fmt.Sprint(i), "r", "x"))
	}
	f.charge(batch...)
	kept := f.with(c.compute(1), "kept", "r", "kept")
	kept.Reply.Until = kept.Reply.Until.Add(365 * 24 * time.Hour)
	f.outcome(account.Charged, kept)
	due := f.claim(10)
	equal(t, "events", len(due), 3)
	f.must(f.SettleEvent(f.ctx, due[0].EventID, true))
	f.must(f.SettleEvent(f.ctx, due[1].EventID, false))
	sweep := func(name string, want int) {
		t.Helper()
		swept, err := f.Sweep(f.ctx)
		if err != nil || swept != (account.Swept{Rows: want}) {
			t.Errorf("%s: Sweep = %+v, %v; want %d", name, swept, err, want)
		}
	}
	sweep("nothing is old", 0)
	f.clock.add(24 * time.Hour)
	f.must(f.SettleEvent(f.ctx, due[0].EventID, false)) // it has ended already
	sweep("replies, as many as once", 1000)
	sweep("the rest", 100)
	sweep("nothing left", 0)
	f.clock.add(29 * 24 * time.Hour)
	sweep("events that ended thirty days ago", 2)
	sweep("nothing left", 0)
	f.replayed("a reply still of use", f.charge(f.with(c.compute(1), "kept", "r", ""))[0], kept)
	again := f.claim(10)
	if len(again) != 1 || again[0].EventID != due[2].EventID {
		t.Errorf("the event not yet sent: %+v", again)
	}
	f.verify()
}
