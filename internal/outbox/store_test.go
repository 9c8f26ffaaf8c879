package outbox_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
)

// secret is that of the specification's example.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// begin is when the clocks of the tests begin.
const begin = "2026-11-22T10:00:00.123Z"

// entry is an event in a memory store.
type entry struct {
	account.Delivery
	due               time.Time
	settled, received bool
}

// memory is an Outbox store in memory, whose clock the test sets.
type memory struct {
	account.Outbox // what is not written here is not used
	now            func() time.Time

	mu     sync.Mutex
	events map[string]*entry
	lost   bool // outcomes are lost, as when the process dies before it notes them
	leases []time.Duration
	asked  []int
}

var errLost = errors.New("memory: lost")

func newMemory(now func() time.Time) *memory {
	return &memory{now: now, events: map[string]*entry{}}
}

// clocked is a memory store with a clock, from begin.
func clocked() (*memory, *accounttest.Clock) {
	clock := accounttest.NewClock(begin)
	return newMemory(clock.Now), clock
}

// add puts n events for a URL into the store.
func (m *memory) add(url string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	india := time.FixedZone("", 5*3600+1800)
	for range n {
		id := fmt.Sprintf("evt_%026d", len(m.events))
		m.events[id] = &entry{due: m.now(), Delivery: account.Delivery{
			EventID: id, Kind: account.QuotaEvent, CreatedAt: m.now().In(india), Data: `{"pool":"compute","percent":80}`,
			Webhook: account.Webhook{AccountID: "acc_1", URL: url, Secret: secret},
		}}
	}
}

func (m *memory) ClaimEvents(ctx context.Context, n int, lease time.Duration) (due []account.Delivery, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.leases, m.asked = append(m.leases, lease), append(m.asked, n)
	byID := func(a, b *entry) int { return cmp.Compare(a.EventID, b.EventID) }
	for _, e := range slices.SortedFunc(maps.Values(m.events), byID) {
		if len(due) < n && !e.settled && !e.due.After(m.now()) {
			e.due = m.now().Add(lease)
			due = append(due, e.Delivery)
		}
	}
	return due, nil
}

func (m *memory) SettleEvent(ctx context.Context, id string, delivered bool) error {
	return m.change(ctx, id, func(e *entry) { e.settled, e.received = true, delivered })
}

func (m *memory) RetryEvent(ctx context.Context, id string, at time.Time) error {
	return m.change(ctx, id, func(e *entry) { e.Tries, e.due = e.Tries+1, at })
}

func (m *memory) change(ctx context.Context, id string, f func(*entry)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lost {
		return errLost
	}
	f(m.events[id])
	return nil
}

func (m *memory) lose(lost bool) {
	m.mu.Lock()
	m.lost = lost
	m.mu.Unlock()
}

// all returns the events as they are now, in the order in which they were added.
func (m *memory) all() (events []entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(m.events)) {
		events = append(events, *m.events[id])
	}
	return events
}

// count counts the events for which is holds.
func (m *memory) count(is func(entry) bool) (n int) {
	for _, e := range m.all() {
		if is(e) {
			n++
		}
	}
	return n
}

func delivered(e entry) bool { return e.settled && e.received }
