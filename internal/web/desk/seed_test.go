package desk

import (
	"fmt"
	"time"

	"toolcrib/internal/account"
	_ "toolcrib/internal/ops"
)

// plan is what accounts are given in these tests.
var plan = account.Plan{
	Free:       map[account.Pool]int64{account.PoolCompute: 500, account.PoolImage: 50},
	Allowances: map[account.Pool]int64{account.AllowancePool("random-decision-maker"): 5000},
	Overflow:   map[account.Pool]account.Overflow{account.PoolImage: {Pool: account.PoolCompute, Rate: 5}},
}.WithTest()

// accountOf is the first account of a user.
func (f *fixture) accountOf(login string) account.Account {
	f.t.Helper()
	u, err := f.store.User(f.t.Context(), login)
	if err != nil {
		f.t.Fatal(err)
	}
	places, err := f.store.Memberships(f.t.Context(), u.ID)
	if err != nil || len(places) == 0 {
		f.t.Fatalf("%d accounts of %s: %v", len(places), login, err)
	}
	return places[0].Account
}

// join makes a user who belongs to an account in a role.
func (f *fixture) join(login string, a account.Account, role account.Role) account.User {
	f.t.Helper()
	token := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: role})
	u, _, err := f.store.Register(f.t.Context(), account.Registration{Login: login, Password: passwordHash(), Link: account.HashSecret(token)})
	if err != nil {
		f.t.Fatal(err)
	}
	return u
}

// key stores a key of an account.
func (f *fixture) key(k account.Key) account.Key {
	f.t.Helper()
	if k.Env == "" {
		k.Env = account.Live
	}
	if k.Scopes == nil {
		k.Scopes = []account.Scope{account.ScopeCompute}
	}
	_, made, err := account.Issue(f.t.Context(), f.desk.Store, k)
	if err != nil {
		f.t.Fatal(err)
	}
	return made
}

var charged int

// use has a key call an operation a number of times, at the time that it is.
func (f *fixture) use(k account.Key, op string, pool account.Pool, units int64, times int) {
	f.t.Helper()
	for range times {
		charged++
		c := account.Charge{ID: fmt.Sprintf("ch_%026d", charged), AccountID: k.AccountID, KeyID: k.ID, Op: op, Pool: pool.For(k.Env), Units: units}
		verdicts, err := f.store.ChargeBatch(f.t.Context(), []account.Charge{c})
		if err != nil || verdicts[0].Outcome != account.Charged {
			f.t.Fatalf("%+v: %+v, %v", c, verdicts, err)
		}
	}
}

// refused notes calls of a key that were not charged.
func (f *fixture) refused(k account.Key, op string, errors, replays int64) {
	f.t.Helper()
	row := account.RefusedRow{KeyID: k.ID, Day: account.Day(f.clock.Now()), Op: op, Errors: errors, Replays: replays}
	if err := f.store.CountRefused(f.t.Context(), []account.RefusedRow{row}); err != nil {
		f.t.Fatal(err)
	}
}

// called remembers a call of a key, code "" where it succeeded.
func (f *fixture) called(k account.Key, op string, status int, code string) account.Call {
	f.t.Helper()
	charged++
	c := account.Call{
		ID: fmt.Sprintf("req_%026d", charged), AccountID: k.AccountID, KeyID: k.ID, At: f.clock.Now(), Op: op, Status: status, Code: code,
		Units: 1, Pool: account.PoolCompute, Took: 1234 * time.Microsecond,
	}
	if err := f.store.NoteCalls(f.t.Context(), []account.Call{c}); err != nil {
		f.t.Fatal(err)
	}
	return c
}
