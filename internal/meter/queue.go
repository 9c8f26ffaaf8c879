package meter

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// maxBatch is the most charges that share one transaction.
const maxBatch = 256

// storeTimeout bounds one request to the store. For a transaction it is not
// the caller's deadline: a caller that leaves must not undo the charges of the
// others. A charge waits for at most the transaction under way and its own, as
// long as one batch holds all that wait, so that a caller hears within two
// seconds of a store that is away.
const storeTimeout = 900 * time.Millisecond

// queue gathers charges that arrive while a batch is being committed into the
// next batch. Whoever finds nobody committing commits, for all that wait, one
// batch; then the first of those that came since does. There is no goroutine
// of its own and no waiting for company: alone, a charge is committed at once.
type queue struct {
	commit func(context.Context, []account.Charge) ([]account.Verdict, error)

	mu      sync.Mutex
	waiting []*ticket
	busy    bool
	spare   sync.Pool // of *ticket
}

// ticket is one charge in the queue.
type ticket struct {
	charge  account.Charge
	verdict account.Verdict
	err     error
	wake    chan bool // true: lead the next batch; false: the verdict is in
}

// charge makes one charge durable and returns the store's verdict.
func (q *queue) charge(c account.Charge) (account.Verdict, error) {
	t, ok := q.spare.Get().(*ticket)
	if !ok {
		t = &ticket{wake: make(chan bool, 1)}
	}
	t.charge = c
	q.mu.Lock()
	q.waiting = append(q.waiting, t)
	lead := !q.busy
	q.busy = true
	q.mu.Unlock()
	if lead || <-t.wake {
		q.lead()
	}
	verdict, err := t.verdict, t.err
	t.charge, t.verdict, t.err = account.Charge{}, account.Verdict{}, nil
	q.spare.Put(t)
	return verdict, err
}

// lead commits one batch, which begins with the leader's own ticket, and hands
// the lead to the first of those that wait then.
func (q *queue) lead() {
	// Callers that are ready to run join before the batch is closed: on few
	// processors nobody else would get to run until it is committed, and every
	// batch would be of one.
	runtime.Gosched()
	q.mu.Lock()
	n := min(len(q.waiting), maxBatch)
	batch := q.waiting[:n:n]
	q.waiting = q.waiting[n:]
	q.mu.Unlock()

	verdicts, err := q.run(batch)
	for i, t := range batch {
		if t.err = err; err == nil {
			t.verdict = verdicts[i]
		}
	}

	q.mu.Lock()
	if len(q.waiting) > 0 {
		q.waiting[0].wake <- true
	} else {
		q.busy = false
		q.waiting = nil
	}
	q.mu.Unlock()
	for _, t := range batch[1:] {
		t.wake <- false
	}
}

// run commits a batch. A panic of the store and a wrong number of verdicts
// become errors: they must not leave the queue without a leader.
func (q *queue) run(batch []*ticket) (verdicts []account.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("meter: committing %d charges: %v", len(batch), r)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	charges := make([]account.Charge, len(batch))
	for i, t := range batch {
		charges[i] = t.charge
	}
	verdicts, err = q.commit(ctx, charges)
	if err == nil && len(verdicts) != len(charges) {
		err = fmt.Errorf("meter: the store gave %d verdicts on %d charges", len(verdicts), len(charges))
	}
	return verdicts, err
}
