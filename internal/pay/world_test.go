package pay_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
	"toolcrib/internal/store/sqlite"
)

const secret = "a secret of the fake provider"

var packs = []account.Pack{
	{Sku: "compute-10000", Pool: account.PoolCompute, Units: 10_000, Paise: 9_900},
	{Sku: "compute-100000", Pool: account.PoolCompute, Units: 100_000, Paise: 69_900},
	{Sku: "ai_tokens-10000", Pool: account.PoolAI, Units: 10_000, Paise: 14_900},
}

// store is what the stories need of one.
type store interface {
	account.Accounts
	account.Orders
	account.Units
	Verify(ctx context.Context) (account.Report, error)
}

// world is a store and a provider, between which processes come and go.
type world struct {
	t     *testing.T
	ctx   context.Context
	store store
	spend func(o account.Order, units int64) // uses some of what an order bought
	bank  *fake.Bank

	mu    sync.Mutex
	at    time.Time
	mail  []fake.Message // sent and not looked at yet
	count int
}

func newBank(t *testing.T, start string) *world {
	t.Helper()
	at, err := time.Parse(time.RFC3339, start)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, ctx: context.Background(), at: at}
	w.bank = fake.New(fake.Options{PageURL: "/checkout", Secret: secret, Now: w.now, Send: func(m fake.Message) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.mail = append(w.mail, m)
	}})
	return w
}

var plan = account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 500}}

// newWorld is a world in memory, where units are used by taking them away.
func newWorld(t *testing.T, start string) *world {
	t.Helper()
	w := newBank(t, start)
	w.store = openMemory(t, plan, w.now)
	w.spend = func(o account.Order, units int64) {
		_, err := w.store.Refund(w.ctx, o.GrantID, units)
		w.must(err)
	}
	return w
}

// newDisk is a world as it is in earnest.
func newDisk(t *testing.T, start string) *world {
	t.Helper()
	w := newBank(t, start)
	s, err := sqlite.Open(w.ctx, sqlite.Options{Path: filepath.Join(t.TempDir(), "toolcrib.db"), Clock: w.now, Plan: plan})
	w.must(err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w.store = s
	w.spend = func(o account.Order, units int64) { w.charge(s, o.AccountID, o.Pool, units) }
	return w
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *world) wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

// letters takes the messages that were sent since the last time.
func (w *world) letters() []fake.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	mail := w.mail
	w.mail = nil
	return mail
}

// desk is a process that ends as c says.
func (w *world) desk(c *cut) *pay.Desk {
	return pay.New(pay.Options{
		Store: cutStore{w.store, c}, Providers: []pay.Provider{cutProvider{w.bank, c}}, Packs: packs,
		Seller: account.Party{Name: "Seller", GSTIN: "27AAPFU0939F1ZV", State: "27"}, Rate: 18, SAC: "998439",
		OrderURL: func(id string) string { return "/orders/" + id }, Now: w.now,
	})
}

func (w *world) account() string {
	w.t.Helper()
	w.count++
	a, err := w.store.CreateAccount(w.ctx, fmt.Sprint("buyer ", w.count))
	w.must(err)
	return a.ID
}

// charge uses up the free units of an account and some of what it bought.
func (w *world) charge(store account.Store, accountID string, pool account.Pool, units int64) {
	w.t.Helper()
	w.count++
	name := fmt.Sprint("key ", w.count)
	key, err := store.CreateKey(w.ctx, account.Key{AccountID: accountID, Name: name, Env: account.Live, Hash: account.HashKey(name)})
	w.must(err)
	if pool == account.PoolCompute {
		units += 500
	}
	verdicts, err := store.ChargeBatch(w.ctx, []account.Charge{{
		ID: fmt.Sprintf("ch_%026d", w.count), AccountID: accountID, KeyID: key.ID, Op: "op", Pool: pool, Units: units,
	}})
	w.must(err)
	if verdicts[0].Outcome != account.Charged {
		w.t.Fatalf("charge: %+v", verdicts[0])
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// allowed passes over what a process says as it ends, and no other error.
func (w *world) allowed(err error, also ...error) {
	w.t.Helper()
	for _, known := range append(also, errCrash) {
		if err == nil || errors.Is(err, known) {
			return
		}
	}
	w.t.Error(err)
}

func (w *world) order(id string) account.Order {
	w.t.Helper()
	o, err := w.store.Order(w.ctx, id)
	w.must(err)
	return o
}

// bought counts the grants of an account that were bought.
func (w *world) bought(accountID string) (grants int, units int64) {
	w.t.Helper()
	list, err := w.store.Grants(w.ctx, accountID)
	w.must(err)
	for _, g := range list {
		if g.Class == account.ClassPrepaid {
			grants++
			units += g.Amount
		}
	}
	return grants, units
}

func (w *world) verify() {
	w.t.Helper()
	report, err := w.store.Verify(w.ctx)
	w.must(err)
	for _, c := range report.Checks {
		for _, v := range c.Violations {
			w.t.Errorf("%s: %s", c.Name, v)
		}
	}
}

// numbers requires that the invoices are numbered from 1 without gap in each
// financial year, by nothing but their own numbers.
func (w *world) numbers() (invoices int) {
	w.t.Helper()
	seen := map[string]bool{}
	q := account.OrderQuery{Limit: 1000}
	for {
		list, err := w.store.Orders(w.ctx, q)
		w.must(err)
		for _, o := range list {
			if q.Before = o.ID; o.Invoice == "" {
				continue
			}
			if seen[o.Invoice] {
				w.t.Errorf("two invoices have the number %s", o.Invoice)
			}
			seen[o.Invoice] = true
			invoices++
		}
		if len(list) < q.Limit {
			break
		}
	}
	for number := range seen {
		year, n := number[:len("TC/2627/")], 0
		if _, err := fmt.Sscanf(number[len(year):], "%d", &n); err != nil || len(number) > 16 {
			w.t.Errorf("number %q", number)
		}
		if before := fmt.Sprintf("%s%06d", year, n-1); n > 1 && !seen[before] {
			w.t.Errorf("%s follows no %s", number, before)
		}
	}
	return invoices
}
