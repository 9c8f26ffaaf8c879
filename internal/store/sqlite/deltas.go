package sqlite

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"toolcrib/internal/store/ledger"
	"toolcrib/internal/store/sqldb"
)

// Bounds of what is kept in ledger_deltas before it is applied: transactions,
// and rows of grants and usage_daily that those change. The first bounds how
// long a start after a crash takes, the second how long charges wait for one
// that applies (about 4 µs a row).
const (
	maxDeltaBatches = 4096
	maxDeltaRows    = 4096
)

// deltas are the contents of ledger_deltas, added up: what committed charges
// took from grants and added to usage_daily, and those tables do not show yet.
// They belong to the holder of the write lock, but for the IDs.
type deltas struct {
	writer  string // marks the rows of this store
	version int64  // PRAGMA data_version they are true for
	known   bool   // false until they have been read, and when that was undone
	at      int64  // time of the last charge, 0 = none
	batches int
	grants  map[int64]int64 // units taken, by number of the grant
	usage   map[usageRef]*ledger.UsageRow

	// Of the transaction in progress.
	read    bool    // they were read in it
	applied bool    // the tables show them
	added   *change // its own
	addedAt int64
	charged []ledger.ChargeRow // whose accounts and keys are added too

	mu  sync.RWMutex
	ids map[string]struct{} // of the accounts and keys that were charged
}

type usageRef struct {
	key, day int64
	op       string
}

// change is what one transaction adds, as JSON in ledger_deltas.changes.
type change struct {
	Grants [][2]int64    `json:"grants,omitempty"` // number of the grant, units taken
	Usage  []usageChange `json:"usage"`
}

type usageChange struct {
	Key      int64  `json:"k"`
	Day      int64  `json:"d"`
	Op       string `json:"o"`
	Requests int64  `json:"n"`
	Units    int64  `json:"u"`
}

func newDeltas() *deltas {
	return &deltas{
		writer: rand.Text(),
		grants: make(map[int64]int64), usage: make(map[usageRef]*ledger.UsageRow), ids: make(map[string]struct{}),
	}
}

func (d *deltas) clear() {
	d.at, d.batches = 0, 0
	clear(d.grants)
	clear(d.usage)
	d.mu.Lock()
	clear(d.ids)
	d.mu.Unlock()
}

// refresh reads the rows again, in the transaction on c, if another connection
// has committed since, and applies them: they may be another writer's.
func (d *deltas) refresh(s *Store, c *conn, version int64) error {
	if d.known && version == d.version {
		return nil
	}
	d.clear()
	d.version, d.read, d.known = version, true, true
	err := c.Query("SELECT at, changes FROM ledger_deltas", func(scan func(...any) error) error {
		var at int64
		var text string
		if err := scan(&at, &text); err != nil {
			return err
		}
		var ch change
		if err := json.Unmarshal([]byte(text), &ch); err != nil {
			return fmt.Errorf("sqlite: a row of ledger_deltas: %w", err)
		}
		d.add(&ch, at, nil)
		return nil
	})
	if err != nil {
		return err
	}
	return s.apply(c)
}

// add adds what one transaction changed.
func (d *deltas) add(ch *change, at int64, charged []ledger.ChargeRow) {
	d.at = max(d.at, at)
	d.batches++
	for _, g := range ch.Grants {
		d.grants[g[0]] += g[1]
	}
	for _, u := range ch.Usage {
		ref := usageRef{u.Key, u.Day, u.Op}
		sum := d.usage[ref]
		if sum == nil {
			sum = &ledger.UsageRow{Key: u.Key, Day: u.Day, Op: u.Op}
			d.usage[ref] = sum
		}
		sum.Requests += u.Requests
		sum.Units += u.Units
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range charged {
		d.ids[charged[i].Charge.AccountID] = struct{}{}
		d.ids[charged[i].Charge.KeyID] = struct{}{}
	}
}

// full tells that it is time to apply them.
func (d *deltas) full() bool {
	return d.batches >= maxDeltaBatches || len(d.grants)+len(d.usage) >= maxDeltaRows
}

// taken is what the row of a grant does not show yet.
func (d *deltas) taken(grant int64) int64 {
	if d.applied {
		return 0
	}
	return d.grants[grant]
}

// used is what usage_daily does not show yet of a key in a period (yyyy-mm).
func (d *deltas) used(key int64, period string) (units int64, err error) {
	first, last, err := sqldb.MonthDays(period)
	if err != nil || d.applied {
		return 0, err
	}
	for ref, u := range d.usage {
		if ref.key == key && first <= ref.day && ref.day <= last {
			units += u.Units
		}
	}
	return units, nil
}

// concern tells whether there are any of an account or key, "" = of any.
func (d *deltas) concern(id string) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if id == "" {
		return len(d.ids) > 0
	}
	_, found := d.ids[id]
	return found
}

// committed brings them to what the transaction that has ended made of them.
func (d *deltas) committed() {
	if d.applied {
		d.clear()
	}
	if d.added != nil {
		d.add(d.added, d.addedAt, d.charged)
	}
	d.end()
}

// undone leaves them as they were before the transaction.
func (d *deltas) undone() {
	d.known = d.known && !d.read
	d.end()
}

func (d *deltas) end() { d.read, d.applied, d.added, d.charged = false, false, nil, nil }

// apply brings grants and usage_daily up to date in the transaction on c.
func (s *Store) apply(c *conn) error {
	d := s.deltas
	if d.batches == 0 || d.applied {
		return nil
	}
	// In order, so that rows that lie together are written together.
	for _, grant := range slices.Sorted(maps.Keys(d.grants)) {
		if err := lower(c, grant, d.grants[grant]); err != nil {
			return err
		}
	}
	usage := slices.SortedFunc(maps.Values(d.usage), func(a, b *ledger.UsageRow) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Op, b.Op))
	})
	err := insertRows(s, c, &mergeUsage, usage, func(args []any, r **ledger.UsageRow) ([]any, error) {
		u := *r
		return append(args, u.Key, u.Day, u.Op, u.Requests, u.Units), nil
	})
	if err != nil {
		return err
	}
	if _, err := c.Exec("UPDATE ledger_applied SET at = max(at, $1)", d.at); err != nil {
		return err
	}
	if _, err := c.Exec("DELETE FROM ledger_deltas"); err != nil {
		return err
	}
	d.applied = true
	return nil
}

// lower is relative, so that the row's own CHECK stands guard over what is
// kept in memory.
func lower(c *conn, grant, units int64) error {
	n, err := c.Exec("UPDATE grants SET remaining = remaining - $1 WHERE seq = $2", units, grant)
	if err == nil && n != 1 {
		err = fmt.Errorf("grant %d is missing", grant)
	}
	return err
}

// writeDeltas keeps what the batch took from grants that it did not make, and
// its usage.
func (s *Store) writeDeltas(c *conn, taken [][2]int64, at int64) error {
	ch := &change{Grants: taken, Usage: make([]usageChange, len(s.batch.Usage))}
	for i, u := range s.batch.Usage {
		ch.Usage[i] = usageChange{u.Key, u.Day, u.Op, u.Requests, u.Units}
	}
	text, err := json.Marshal(ch)
	if err != nil {
		return err
	}
	_, err = c.Exec("INSERT INTO ledger_deltas (writer, at, changes) VALUES ($1, $2, $3)", s.deltas.writer, at, string(text))
	s.deltas.added, s.deltas.addedAt, s.deltas.charged = ch, at, s.batch.Charges
	return err
}
