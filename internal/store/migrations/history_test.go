package migrations_test

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// The installation that a history is of.
const (
	accounts      = 20
	keysOf        = 3 // each account's: one in use, one revoked, one with an end
	chargesMade   = 1500
	freeUnits     = 500
	freeDecisions = 100
)

var (
	plan = account.Plan{
		Free:       map[account.Pool]int64{account.PoolCompute: freeUnits},
		Allowances: map[account.Pool]int64{decide: freeDecisions},
	}
	decide = account.AllowancePool("decide")
	// The first charge of a history is made at begin, its last before now.
	begin = time.Date(2026, 9, 3, 9, 0, 0, 0, time.UTC)
	now   = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
)

// row is one row of a table, by its columns.
type row map[string]any

// pot is a grant, as the history keeps its own books.
type pot struct {
	seq, remaining int64
	row            row
}

// history is what an installation of the first schema did in three months,
// computed here by the rules that were in force then, with no code of the
// product: the monthly units first, then those given, then those bought.
type history struct {
	rows    map[string][]row
	pots    map[string]*pot // by account, class and month
	ledger  map[string]int64
	usage   map[string]row // by key, day and operation
	last    int64
	largest row // a charge paid from two grants
}

func newHistory() *history {
	h := &history{rows: map[string][]row{}, pots: map[string]*pot{}, ledger: map[string]int64{}, usage: map[string]row{}}
	random := rand.New(rand.NewPCG(1, 1))
	for a := 1; a <= accounts; a++ {
		created := begin.UnixMilli()
		h.add("accounts", row{"seq": a, "id": id("acc", a), "name": "account " + strconv.Itoa(a), "suspended": a / accounts, "created_at": created})
		for k := range keysOf {
			n := (a-1)*keysOf + k + 1
			hash := account.HashKey(fmt.Sprint("secret ", n))
			key := row{"seq": n, "id": id("key", n), "account": a, "name": fmt.Sprint("key ", n), "env": "live", "hash": hash[:], "hint": "abcd",
				"scopes": "tools:compute", "monthly_cap": k * 100000, "created_at": created, "expires_at": nil, "revoked_at": nil}
			switch k {
			case 1:
				key["revoked_at"] = now.Add(-time.Hour).UnixMilli()
			case 2:
				key["expires_at"] = now.AddDate(1, 0, 0).UnixMilli()
			}
			h.add("api_keys", key)
		}
		h.pot(a, 2, "", int64(50+a))
		h.pot(a, 3, "", int64(10000*a))
	}
	step := now.Add(-2*time.Hour).Sub(begin) / chargesMade
	for n := range chargesMade {
		h.charge(n+1, random.IntN(accounts*keysOf)+1, random.IntN(5), int64(random.IntN(40)+1), begin.Add(time.Duration(n)*step))
	}
	return h
}

// id is an identifier of the form that the program makes.
func id(kind string, n int) string { return fmt.Sprintf("%s_%026d", kind, n) }

func (h *history) add(table string, r row) { h.rows[table] = append(h.rows[table], r) }

// book is the ledger's account of a pool and a kind.
func (h *history) book(pool account.Pool, kind string) int64 {
	name := string(pool) + " " + kind
	if kind == "grant" || h.ledger[name] == 0 {
		h.ledger[name] = int64(len(h.rows["ledger_accounts"]) + 1)
		h.add("ledger_accounts", row{"seq": h.ledger[name], "pool": string(pool), "kind": kind})
	}
	return h.ledger[name]
}

// pot finds a grant of an account, and makes it where there is none yet.
func (h *history) pot(acct, class int, month string, amount int64) *pot {
	name := fmt.Sprint(acct, " ", class, " ", month)
	if h.pots[name] == nil {
		pool, at := account.PoolCompute, begin.UnixMilli()
		if class == 0 {
			pool = decide
		}
		if month != "" {
			at = h.last
		}
		issued, seq := h.book(pool, "issued"), h.book(pool, "grant")
		r := row{"seq": seq, "id": id("gr", int(seq)), "account": acct, "pool": string(pool), "class": class, "period": month, "amount": amount, "created_at": at}
		h.add("grants", r)
		h.pots[name] = &pot{seq, amount, r}
		h.move(id("gr", int(seq)), 0, issued, seq, amount, at)
	}
	return h.pots[name]
}

func (h *history) move(id string, part int, from, to, units, at int64) {
	h.add("transfers", row{"id": id, "part": part, "from_acct": from, "to_acct": to, "units": units, "at": at})
}

// charge makes one charge; every fifth is of an operation with an allowance.
func (h *history) charge(n, key, which int, units int64, when time.Time) {
	acct, month := (key-1)/keysOf+1, when.Format("2006-01")
	h.last = when.UnixMilli()
	op, allowance, left := "emi", 0, units
	pots := []*pot{h.pot(acct, 1, month, freeUnits), h.pot(acct, 2, "", 0), h.pot(acct, 3, "", 0)}
	if which == 0 {
		op, allowance, units, left = "decide", 1, 0, 1
		pots = []*pot{h.pot(acct, 0, month, freeDecisions)}
	}
	part := 0
	for _, p := range pots {
		if take := min(left, p.remaining); take > 0 {
			h.move(id("ch", n), part, p.seq, h.book(account.Pool(p.row["pool"].(string)), "consumed"), take, h.last)
			p.remaining -= take
			left -= take
			part++
		}
	}
	r := row{"id": id("ch", n), "key": key, "op": op, "pool": "compute", "units": units, "allowance": allowance, "at": h.last}
	h.add("charges", r)
	if part > 1 {
		h.largest = r
	}
	day, _ := strconv.ParseInt(when.Format("20060102"), 10, 64)
	name := fmt.Sprint(key, day, op)
	if h.usage[name] == nil {
		h.usage[name] = row{"key": key, "day": day, "op": op, "requests": int64(0), "units": int64(0)}
	}
	h.usage[name]["requests"] = h.usage[name]["requests"].(int64) + 1
	h.usage[name]["units"] = h.usage[name]["units"].(int64) + units
}

// write puts the history into a database of the first schema.
func (h *history) write(t *testing.T, db *sql.DB, kind string) {
	t.Helper()
	for _, p := range h.pots {
		p.row["remaining"] = p.remaining
	}
	h.rows["usage_daily"] = slices.Collect(maps.Values(h.usage))
	tx, err := db.Begin()
	must(t, err)
	for _, name := range []string{"accounts", "api_keys", "ledger_accounts", "grants", "charges", "transfers", "usage_daily"} {
		for _, r := range h.rows[name] {
			columns := slices.Sorted(maps.Keys(r))
			query, values := "INSERT INTO "+name+" (", []any{}
			marks := ""
			for i, c := range columns {
				comma := map[bool]string{true: ", "}[i > 0]
				query += comma + c
				marks += fmt.Sprint(comma, "$", i+1)
				values = append(values, r[c])
			}
			_, err := tx.Exec(query+") VALUES ("+marks+")", values...)
			must(t, err)
		}
	}
	if kind == "SQLite" {
		_, err = tx.Exec("UPDATE ledger_clock SET at = $1", h.last)
	} else {
		for name, column := range map[string]string{"accounts": "seq", "api_keys": "seq"} {
			_, err = tx.Exec("SELECT setval(pg_get_serial_sequence($1, $2), (SELECT max(seq) FROM "+name+"))", name, column)
			must(t, err)
		}
		_, err = tx.Exec("SELECT setval('ledger_accounts_seq', (SELECT max(seq) FROM ledger_accounts))")
		must(t, err)
		_, err = tx.Exec(`UPDATE accounts SET last_at = coalesce((SELECT max(c.at) FROM charges c JOIN api_keys k ON k.seq = c.key WHERE k.account = accounts.seq), 0)`)
	}
	must(t, err)
	must(t, tx.Commit())
}

// compare holds what the store says against the history's own books.
func (h *history) compare(t *testing.T, store account.Store) {
	t.Helper()
	sound(t, store)
	list, err := store.Keys(t.Context(), "")
	must(t, err)
	if len(list) != accounts*keysOf || list[0].Hash != account.HashKey("secret 1") || list[1].RevokedAt.IsZero() || !list[0].RevokedAt.IsZero() || list[2].ExpiresAt.IsZero() {
		t.Errorf("%d keys, the first %+v", len(list), list[:min(len(list), keysOf)])
	}
	for a := 1; a <= accounts; a++ {
		acct, err := store.Account(t.Context(), id("acc", a))
		must(t, err)
		if acct.Suspended != (a == accounts) || acct.Name != "account "+strconv.Itoa(a) {
			t.Errorf("account %d: %+v", a, acct)
		}
		got, err := store.Balance(t.Context(), acct.ID, account.PoolCompute, decide)
		must(t, err)
		want := account.Balance{Pool: account.PoolCompute, FreeLimit: freeUnits, Free: h.left(a, 1, freeUnits), Promo: h.left(a, 2, 0), Prepaid: h.left(a, 3, 0),
			EverPaid: true, AllowanceLimit: freeDecisions, Allowance: h.left(a, 0, freeDecisions), ResetsAt: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}
		if got != want {
			t.Errorf("account %d: balance %+v, want %+v", a, got, want)
		}
	}
	for key := 1; key <= accounts*keysOf; key++ {
		var want account.KeyUsage
		for _, r := range h.usage {
			if r["key"] == key && r["day"].(int64)/100 == 202610 {
				want.Requests += r["requests"].(int64)
				want.Units += r["units"].(int64)
			}
		}
		if got, err := store.KeyUsage(t.Context(), id("key", key), "2026-10"); err != nil || got != want {
			t.Errorf("key %d: usage %+v, %v; want %+v", key, got, err, want)
		}
	}
}

// left is what remains of a grant: this month's, where it is a monthly one.
func (h *history) left(acct, class int, full int64) int64 {
	month := map[bool]string{true: now.Format("2006-01")}[class <= 1]
	if p := h.pots[fmt.Sprint(acct, " ", class, " ", month)]; p != nil {
		return p.remaining
	}
	return full
}

// goOn charges: what was charged before the upgrade costs nothing again, what
// is new goes on from what was left.
func (h *history) goOn(t *testing.T, store account.Store) {
	t.Helper()
	key := h.largest["key"].(int)
	acct := (key-1)/keysOf + 1
	old := account.Charge{ID: h.largest["id"].(string), AccountID: id("acc", acct), KeyID: id("key", key), Op: "emi", Pool: account.PoolCompute, Units: h.largest["units"].(int64)}
	fresh := account.Charge{ID: id("ch", chargesMade+1), AccountID: id("acc", 1), KeyID: id("key", 1), Op: "emi", Pool: account.PoolCompute, Units: 3}
	before := h.left(1, 1, freeUnits) + h.left(1, 2, 0) + h.left(1, 3, 0)
	got, err := store.ChargeBatch(t.Context(), []account.Charge{old, fresh})
	must(t, err)
	if taken := got[0].Taken; got[0].Outcome != account.Charged || taken.Units() != old.Units || max(taken.Free, taken.Promo, taken.Prepaid) == old.Units {
		t.Errorf("a charge of before sent again: %+v; want its %d units, from two grants", got[0], old.Units)
	}
	if b := got[1].Balance; got[1].Outcome != account.Charged || b.Units() != before-3 {
		t.Errorf("a new charge: %+v; want %d units left", got[1], before-3)
	}
	sound(t, store)
}

func sound(t *testing.T, store account.Store) {
	t.Helper()
	report, err := store.Verify(t.Context())
	must(t, err)
	for _, c := range report.Checks {
		if len(c.Violations) > 0 {
			t.Errorf("%s: %q", c.Name, c.Violations[:min(3, len(c.Violations))])
		}
	}
}
