package storetest

import (
	"context"
	"slices"
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

// trail is what the audit log is to hold: of all, and about one account.
type trail struct{ all, about []string }

func (t *trail) did(action, target string) { t.all = append(t.all, action+" "+target) }

func (t *trail) didIn(action, target string) {
	t.did(action, target)
	t.about = append(t.about, action+" "+target)
}

// testUserAudit: the same of users, whom the log knows by their IDs alone, and
// what it says about one account.
func testUserAudit(t *testing.T, open Open) {
	f := newFixture(t, open)
	actor := account.Actor{Name: "cli:operator", Address: "192.0.2.7"}
	f.ctx = account.WithActor(context.Background(), actor)
	want := new(trail)
	u, a := f.register(account.Registration{Login: "secret login", Password: "secret", Operator: true})
	want.didIn("account.create", a.ID)
	want.did("user.create", u.ID)
	want.didIn("member.add", u.ID)
	f.auditFactors(u, want)
	by := f.auditMembers(a, want)
	k := f.key(account.Key{AccountID: a.ID, Name: "k"})
	want.didIn("key.create", k.ID)
	want.didIn("grant.create", f.grant(a.ID, account.PoolCompute, account.ClassPromo, 5))
	f.must(f.Record(f.ctx, "account.export", a.ID, ""))
	want.didIn("account.export", a.ID)
	f.must(f.DeleteUser(f.ctx, u.ID))
	want.didIn("key.revoke", k.ID)
	want.did("user.delete", u.ID)

	f.checkAudit(actor, want.all, map[int]string{1: "operator", 2: "as owner", 14: "as admin", 16: "as admin by " + by, 19: "from admin to viewer"})
	f.checkAccountAudit(a.ID, want.about)
	f.verify()
}

// auditFactors signs a user in and changes how.
func (f *fixture) auditFactors(u account.User, want *trail) {
	for range 2 { // the second time changes nothing
		f.must(f.SetLocale(f.ctx, u.ID, "de"))
	}
	want.did("user.locale", u.ID)
	f.start(u.ID, account.Session{Pending: true})
	x := f.start(u.ID, account.Session{Agent: "secret agent"})
	want.did("session.start", x.ID)
	f.must(f.TouchSession(f.ctx, x.ID))
	f.must(f.EndSession(f.ctx, u.ID, x.ID))
	want.did("session.end", x.ID)
	for range 2 {
		_, err := f.EndSessions(f.ctx, u.ID, "")
		f.must(err)
	}
	want.did("session.end_all", u.ID)
	f.must(f.SetTOTP(f.ctx, u.ID, "secret", []account.SecretHash{account.HashSecret("code")}))
	want.did("totp.set", u.ID)
	f.must(took(f.TakeTOTP(f.ctx, u.ID, 1)))
	f.must(took(f.TakeRecovery(f.ctx, u.ID, account.HashSecret("code"))))
	want.did("recovery.use", u.ID)
	for range 2 {
		f.must(f.SetTOTP(f.ctx, u.ID, "", nil))
	}
	want.did("totp.remove", u.ID)
	pk := f.passkey(u.ID, "secret")
	want.did("passkey.add", pk.ID)
	f.must(f.UsePasskey(f.ctx, pk.Credential, pk.Record))
	f.must(f.RenamePasskey(f.ctx, u.ID, pk.ID, "secret name"))
	want.did("passkey.rename", pk.ID)
	f.must(f.RemovePasskey(f.ctx, u.ID, pk.ID))
	want.did("passkey.remove", pk.ID)
	f.must(f.Rehash(f.ctx, u.ID, u.Password, "secret too"))
	f.must(f.SetPassword(f.ctx, u.ID, "secret new", account.SecretHash{}, ""))
	want.did("user.password", u.ID)
}

// auditMembers invites a guest into an account, changes them and removes them
// again. It returns the invite.
func (f *fixture) auditMembers(a account.Account, want *trail) (linkID string) {
	l := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleAdmin, Note: "secret note"})
	want.didIn("link.create", l.ID)
	guest, _ := f.register(account.Registration{Login: "secret guest", Link: l.Hash})
	want.did("user.create", guest.ID)
	want.didIn("member.add", guest.ID)
	f.must(f.RevokeLink(f.ctx, f.link(account.Link{ID: "lnk_given", Kind: account.LinkReset, UserID: guest.ID}).ID))
	want.did("link.create", "lnk_given")
	want.did("link.revoke", "lnk_given")
	for range 2 {
		f.must(f.SetRole(f.ctx, a.ID, guest.ID, account.RoleViewer))
		f.must(f.RenameAccount(f.ctx, a.ID, "renamed"))
		f.must(f.SetUserDisabled(f.ctx, guest.ID, true))
	}
	want.didIn("member.role", guest.ID)
	want.didIn("account.rename", a.ID)
	want.did("user.disable", guest.ID)
	f.must(f.RemoveMember(f.ctx, a.ID, guest.ID))
	want.didIn("member.remove", guest.ID)
	f.must(f.SetUserDisabled(f.ctx, guest.ID, false))
	want.did("user.enable", guest.ID)
	return l.ID
}

// checkAccountAudit compares what the log says about one account with actions
// and targets.
func (f *fixture) checkAccountAudit(accountID string, want []string) {
	t := f.t
	t.Helper()
	f.caller() // another account, with entries of its own
	list, err := f.AccountAudit(f.ctx, accountID, 0, 100)
	if err != nil || len(list) != len(want) {
		t.Fatalf("%d entries about the account, %v; want %d: %+v", len(list), err, len(want), list)
	}
	for i, e := range list {
		equal(t, "entry about the account", e.Action+" "+e.Target, want[len(want)-1-i])
		equal(t, "hash", e.Hash, e.Sum())
	}
	page, err := f.AccountAudit(f.ctx, accountID, list[1].Seq, 2)
	if err != nil || len(page) != 2 || page[0] != list[2] || page[1] != list[3] {
		t.Errorf("a page of the entries about the account: %+v, %v", page, err)
	}
	all, err := f.Audit(f.ctx, 0, 1000)
	f.must(err)
	slices.Reverse(all)
	if whole, err := f.AccountAudit(f.ctx, "", 0, 1000); err != nil || !slices.Equal(whole, all) {
		t.Errorf("the whole log: %+v, %v; want %+v", whole, err, all)
	}
	if none, err := f.AccountAudit(f.ctx, "acc_none", 0, 10); err != nil || len(none) != 0 {
		t.Errorf("entries about no account: %+v, %v", none, err)
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
