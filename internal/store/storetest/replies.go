package storetest

import (
	"crypto/sha256"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// with is the charge with an idempotency key, for a request and its answer.
func (f *fixture) with(ch account.Charge, key, request, body string) account.Charge {
	ch.Reply = &account.Reply{
		Key: sha256.Sum256([]byte(key)), Fingerprint: sha256.Sum256([]byte(request)), Until: f.clock.now().Add(24 * time.Hour),
	}
	if body != "" {
		ch.Reply.Body = []byte(body)
	}
	return ch
}

// replayed requires that a charge is answered with the reply of another.
func (f *fixture) replayed(name string, v account.Verdict, first account.Charge) {
	f.t.Helper()
	want := *first.Reply
	want.ChargeID = first.ID
	if v.Outcome != account.Replayed || v.Taken != (account.Taken{}) || !reflect.DeepEqual(v.Reply, &want) {
		f.t.Errorf("%s: %+v with reply %+v, want replayed with %+v", name, v, v.Reply, want)
	}
}

func testReplies(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	first := f.with(c.compute(2), "k", "request", "the answer")
	v := f.outcome(account.Charged, first)
	equal(t, "no reply where it was charged", v.Reply, nil)
	f.replayed("same handle", f.charge(f.with(c.compute(2), "k", "request", "computed again"))[0], first)
	f.replayed("other handle", f.chargeOn(f.handle(), f.with(c.compute(2), "k", "request", ""))[0], first)
	f.outcome(account.KeyReused, f.with(c.compute(2), "k", "another request", "x"))
	again := f.charge(first)[0]
	equal(t, "the very charge sent again", again, v)

	// Within one batch, and after a call that an allowance paid for.
	one := f.with(c.compute(3), "k2", "r", "one")
	two := f.with(c.decide(), "k3", "r", "")
	verdicts := f.charge(one, f.with(c.compute(3), "k2", "r", "x"), two, f.with(c.compute(3), "k2", "s", "x"), f.with(c.decide(), "k3", "r", "x"))
	f.replayed("same batch", verdicts[1], one)
	equal(t, "other request in the same batch", verdicts[3].Outcome, account.KeyReused)
	f.replayed("paid by allowance, body not kept", verdicts[4], two)
	equal(t, "balance of a replay", verdicts[1].Balance, verdicts[0].Balance)

	// The scope is the API key, not the account.
	sibling := caller{c.account, f.key(account.Key{AccountID: c.account, Name: "sibling"}).ID}
	f.outcome(account.Charged, f.with(sibling.compute(2), "k", "another request", "x"))

	r, err := f.Reply(f.ctx, c.key, first.Reply.Key)
	want := *first.Reply
	want.ChargeID = first.ID
	if err != nil || !reflect.DeepEqual(r, &want) {
		t.Errorf("Reply = %+v, %v; want %+v", r, err, want)
	}
	for _, none := range []struct {
		keyID string
		key   string
	}{{c.key, "unknown"}, {sibling.key, "k2"}} {
		if r, err := f.Reply(f.ctx, none.keyID, sha256.Sum256([]byte(none.key))); err != nil || r != nil {
			t.Errorf("Reply(%s, %s) = %+v, %v; want none", none.keyID, none.key, r, err)
		}
	}
	equal(t, "usage", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 3, Units: 5})
	f.verify()
}

func testRepliesExpire(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	first := f.with(c.compute(1), "k", "request", "first")
	f.outcome(account.Charged, first)
	f.clock.ms.Store(first.Reply.Until.UnixMilli() - 1)
	f.replayed("a millisecond before its end", f.charge(f.with(c.compute(1), "k", "request", ""))[0], first)
	f.clock.ms.Store(first.Reply.Until.UnixMilli())
	if r, err := f.Reply(f.ctx, c.key, first.Reply.Key); err != nil || r != nil {
		t.Errorf("Reply past its time = %+v, %v", r, err)
	}
	second := f.with(c.compute(1), "k", "another request", "second")
	f.outcome(account.Charged, second)
	f.replayed("the new reply", f.charge(f.with(c.compute(1), "k", "another request", ""))[0], second)
	equal(t, "usage", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 2, Units: 2})
	f.verify()
}

// testRefusedKeepNoReply: what was not charged can be sent again with the
// same idempotency key; a key that has ended gets no replay.
func testRefusedKeepNoReply(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.outcome(account.Insufficient, f.with(c.compute(501), "k", "request", "dear"))
	cheap := f.with(c.compute(1), "k", "another request", "cheap")
	f.outcome(account.Charged, cheap)
	f.must(f.SetSuspended(f.ctx, c.account, true))
	f.outcome(account.Suspended, f.with(c.compute(1), "k", "another request", ""))
	f.must(f.SetSuspended(f.ctx, c.account, false))
	f.outcome(account.Charged, c.compute(499))
	f.replayed("with nothing left", f.charge(f.with(c.compute(1), "k", "another request", ""))[0], cheap)
	_, err := f.RevokeKey(f.ctx, c.key)
	f.must(err)
	f.outcome(account.KeyGone, f.with(c.compute(1), "k", "another request", ""))
	f.verify()
}

// testReplyOfEndedKey: nothing is charged for a replay, so the reply itself is
// refused to a key that may not be used.
func testReplyOfEndedKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	expires := f.clock.now().Add(time.Hour)
	c := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "k", ExpiresAt: expires}).ID}
	made := f.with(c.compute(1), "k", "request", "answer")
	f.outcome(account.Charged, made)
	other := f.handle()
	expect := func(name string, keyID string, want error) {
		t.Helper()
		for _, s := range []account.Store{f.Store, other} {
			r, err := s.Reply(f.ctx, keyID, made.Reply.Key)
			if !errors.Is(err, want) || (r != nil) != (want == nil) {
				t.Errorf("%s: %+v, %v; want %v", name, r, err, want)
			}
		}
	}
	disable := func(disabled bool) {
		_, err := f.SetKeyDisabled(f.ctx, c.key, disabled)
		f.must(err)
	}
	expect("active", c.key, nil)
	expect("unknown", "key_none", account.ErrEnded)
	disable(true)
	expect("disabled", c.key, account.ErrEnded)
	disable(false)
	f.must(f.SetSuspended(f.ctx, a.ID, true))
	expect("suspended", c.key, account.ErrEnded)
	f.must(f.SetSuspended(f.ctx, a.ID, false))
	f.clock.ms.Store(expires.UnixMilli() - 1)
	expect("about to expire", c.key, nil)
	f.clock.ms.Store(expires.UnixMilli())
	expect("expired", c.key, account.ErrEnded)
	f.clock.set("2026-11-15T12:00:00Z")
	expect("active again", c.key, nil)
	_, err := f.RevokeKey(f.ctx, c.key)
	f.must(err)
	expect("revoked", c.key, account.ErrEnded)
}

// testRepliesAtOnce: of many calls with one idempotency key through two
// handles one is charged, and all others get its answer.
func testRepliesAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	handles := []account.Store{f.Store, f.handle()}
	for round := range 5 {
		var charged, other atomic.Int64
		var wg sync.WaitGroup
		key := string(rune('a' + round))
		for i := range 16 {
			wg.Go(func() {
				v, err := handles[i%2].ChargeBatch(f.ctx, []account.Charge{f.with(c.compute(1), key, "r", "x"), c.compute(1)})
				switch {
				case err != nil:
					t.Errorf("ChargeBatch: %v", err)
				case v[0].Outcome == account.Charged:
					charged.Add(1)
				case v[0].Outcome != account.Replayed:
					other.Add(1)
				}
			})
		}
		wg.Wait()
		equal(t, "charged", charged.Load(), 1)
		equal(t, "neither charged nor replayed", other.Load(), 0)
	}
	equal(t, "usage", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 5 + 80, Units: 5 + 80})
	f.verify()
}
