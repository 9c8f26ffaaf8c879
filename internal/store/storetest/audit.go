package storetest

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// testAudit: every change is entered once, under its actor, with its target
// and no secret; what changes nothing is not.
func testAudit(t *testing.T, open Open) {
	f := newFixture(t, open)
	actor := account.Actor{Name: "cli:operator", Address: "192.0.2.7"}
	f.ctx = account.WithActor(context.Background(), actor)
	var want []string
	did := func(action, target string) { want = append(want, action+" "+target) }

	a := f.account("a")
	did("account.create", a.ID)
	k := f.key(account.Key{AccountID: a.ID, Name: "k", Hint: "tc_live_abcd…wxyz"})
	did("key.create", k.ID)
	for range 2 { // the second time changes nothing
		f.must(f.SetSuspended(f.ctx, a.ID, true))
	}
	did("account.suspend", a.ID)
	f.must(f.SetSuspended(f.ctx, a.ID, false))
	did("account.resume", a.ID)
	for range 2 {
		_, err := f.SetKeyDisabled(f.ctx, k.ID, true)
		f.must(err)
	}
	did("key.disable", k.ID)
	_, err := f.SetKeyDisabled(f.ctx, k.ID, false)
	f.must(err)
	did("key.enable", k.ID)
	made, err := f.RotateKey(f.ctx, k.ID, next(), time.Hour)
	f.must(err)
	did("key.rotate", k.ID)
	for range 2 {
		_, err = f.RevokeKey(f.ctx, k.ID)
		f.must(err)
	}
	did("key.revoke", k.ID)
	gr := f.grant(a.ID, account.PoolCompute, account.ClassPrepaid, 20)
	did("grant.create", gr)
	for range 2 {
		_, err = f.Refund(f.ctx, gr, 100)
		f.must(err)
	}
	did("grant.refund", gr)
	f.must(f.SetWebhook(f.ctx, account.Webhook{AccountID: a.ID, URL: "https://user:pw@hooks.example/secret?token=secret", Secret: "whsec_secret"}))
	did("webhook.set", a.ID)
	for range 2 {
		f.must(f.SetWebhook(f.ctx, account.Webhook{AccountID: a.ID}))
	}
	did("webhook.remove", a.ID)
	f.must(f.Record(f.ctx, "ledger.verify", "all", "no fault"))
	did("ledger.verify", "all")
	f.outcome(account.Charged, caller{a.ID, made.ID}.compute(1)) // calls are no changes
	f.must(f.Touch(f.ctx, []account.Use{{KeyID: made.ID, At: f.clock.now()}}))
	if _, err := f.RevokeKey(f.ctx, "key_none"); err == nil {
		t.Error("revoked a key that is not there")
	}

	f.checkAudit(actor, want, map[int]string{
		1: "live key", 6: made.ID, 8: "20 prepaid units of compute", 9: "20 units", 10: "https://hooks.example",
	})
	f.verify()
}

// checkAudit compares the whole audit log with actions and targets, and looks
// for a word in some of the details.
func (f *fixture) checkAudit(actor account.Actor, want []string, words map[int]string) {
	t := f.t
	t.Helper()
	list, err := f.Audit(f.ctx, 0, 100)
	f.must(err)
	if len(list) != len(want) {
		t.Fatalf("%d entries, want %d: %+v", len(list), len(want), list)
	}
	for i, e := range list {
		equal(t, "entry", e.Action+" "+e.Target, want[i])
		equal(t, "number", e.Seq, int64(i+1))
		equal(t, "actor", e.Actor, actor)
		equal(t, "time", e.At, f.clock.now())
		equal(t, "hash", e.Hash, e.Sum())
		if i > 0 {
			equal(t, "hash of the entry before", e.Prev, list[i-1].Hash)
		}
		for _, secret := range []string{"secret", "pw@", "whsec"} {
			if strings.Contains(e.Detail, secret) {
				t.Errorf("entry %d holds a secret: %q", e.Seq, e.Detail)
			}
		}
	}
	for i, word := range words {
		if !strings.Contains(list[i].Detail, word) {
			t.Errorf("%s says %q, not %q", list[i].Action, list[i].Detail, word)
		}
	}
	page, err := f.Audit(f.ctx, 3, 2)
	if err != nil || len(page) != 2 || page[0] != list[3] || page[1] != list[4] {
		t.Errorf("Audit(3, 2) = %+v, %v", page, err)
	}
}

// testAuditAtOnce: changes at the same moment through two handles make one
// chain.
func testAuditAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 5 {
				a, err := handles[i%2].CreateAccount(f.ctx, "a")
				if err == nil {
					err = handles[i%2].SetSuspended(f.ctx, a.ID, true)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	list, err := f.Audit(f.ctx, 0, 1000)
	if err != nil || len(list) != 80 {
		t.Errorf("%d entries, %v; want 80", len(list), err)
	}
	if len(list) > 0 {
		equal(t, "actor where none was named", list[0].Actor, account.Actor{Name: "system"})
	}
	f.verify()
}
