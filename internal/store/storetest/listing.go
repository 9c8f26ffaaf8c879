package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/account"
)

// lister lists accounts and users a page at a time.
type lister interface {
	AccountsPage(ctx context.Context, search, before string, limit int) ([]account.Account, error)
	UsersPage(ctx context.Context, search, before string, limit int) ([]account.User, error)
	Counts(ctx context.Context) (accounts, users int64, err error)
}

// testListing: pages, one after the other, are the whole list from its end, and
// a search finds a part of a name or ID taken as it is written.
func testListing(t *testing.T, open Open) {
	f := newFixture(t, open)
	l := f.Store.(lister)
	var ids []string
	for _, name := range []string{"Alpha", "a_b", "aXb", "50%", "back\\slash", "omega"} {
		u, a, err := f.Register(f.ctx, account.Registration{Login: name + "@example.org", AccountName: name})
		f.must(err)
		ids = append(ids, a.ID+" "+u.ID)
	}
	accounts, users, err := l.Counts(f.ctx)
	f.must(err)
	equal(t, "counts", fmt.Sprint(accounts, users), "6 6")

	var paged []string
	lastAccount, lastUser := "", ""
	for range 3 {
		accounts, err := l.AccountsPage(f.ctx, "", lastAccount, 2)
		f.must(err)
		users, err := l.UsersPage(f.ctx, "", lastUser, 2)
		f.must(err)
		if len(accounts) != 2 || len(users) != 2 {
			t.Fatalf("a page of 2 has %d accounts and %d users", len(accounts), len(users))
		}
		for i := range accounts {
			lastAccount, lastUser = accounts[i].ID, users[i].ID
			paged = append([]string{lastAccount + " " + lastUser}, paged...)
		}
	}
	equal(t, "all pages", strings.Join(paged, "\n"), strings.Join(ids, "\n"))
	if rest, err := l.AccountsPage(f.ctx, "", lastAccount, 2); err != nil || len(rest) > 0 {
		t.Errorf("after the last page: %+v, %v", rest, err)
	}

	firstID, _, _ := strings.Cut(ids[0], " ")
	for search, want := range map[string]string{
		"ALPHA": "Alpha", "a_b": "a_b", "0%": "50%", `k\s`: `back\slash`, "omega": "omega",
		strings.ToLower(firstID): "Alpha", "none such": "",
	} {
		accounts, err := l.AccountsPage(f.ctx, search, "", 10)
		f.must(err)
		var names []string
		for _, a := range accounts {
			names = append(names, a.Name)
		}
		equal(t, "search for "+search, strings.Join(names, " "), want)
	}
	found, err := l.UsersPage(f.ctx, "OMEGA@", "", 10)
	f.must(err)
	if len(found) != 1 || found[0].Login != "omega@example.org" {
		t.Errorf("search for a login: %+v", found)
	}
}

// testManyOfOneName: a name that several have is ambiguous, and an ID is found
// whatever the others are called.
func testManyOfOneName(t *testing.T, open Open) {
	f := newFixture(t, open)
	var first account.Account
	for i := range 4 {
		a := f.account("default")
		f.key(account.Key{AccountID: a.ID, Name: "first"})
		if i == 0 {
			first = a
		}
	}
	named := f.account(first.ID) // as another's ID
	if _, err := f.Account(f.ctx, "default"); !errors.Is(err, account.ErrAmbiguous) {
		t.Errorf("the name of four accounts: %v", err)
	}
	if _, err := f.Key(f.ctx, "first"); !errors.Is(err, account.ErrAmbiguous) {
		t.Errorf("the name of four keys: %v", err)
	}
	for ref, want := range map[string]string{first.ID: first.ID, named.ID: named.ID} {
		a, err := f.Account(f.ctx, ref)
		f.must(err)
		equal(t, "account "+ref, a.ID, want)
	}
}
