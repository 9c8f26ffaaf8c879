package meter

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"
)

// maxBatch is the most requests that share one transaction.
const maxBatch = 256

// Bounds of the time that the store is given. For a transaction it is not the
// caller's deadline: a caller that leaves must not undo what the others asked
// for. It counts from when the first of a batch began to wait, so that who
// waits behind a transaction that gets no answer is not given as long again: a
// request is counted and charged, so it waits twice, and is to hear within two
// seconds of a store that is away.
const (
	storeTimeout = 800 * time.Millisecond
	leastTimeout = 100 * time.Millisecond // of a transaction, however long they have waited
)

// batcher gathers requests that arrive while a batch is being carried out into
// the next batch. Whoever finds nobody leading leads, for all that wait, one
// batch; then the first of those that came since does. There is no goroutine
// of its own and no waiting for company: alone, a request is carried out at
// once.
type batcher[Q, A any] struct {
	run func(context.Context, []Q) ([]A, error)

	mu      sync.Mutex
	waiting []*ticket[Q, A]
	busy    bool
	spare   sync.Pool // of *ticket
}

// ticket is one request in the queue.
type ticket[Q, A any] struct {
	request Q
	answer  A
	err     error
	since   time.Time // when it began to wait
	wake    chan bool // true: lead the next batch; false: the answer is in
}

// do carries out one request together with others that wait.
func (b *batcher[Q, A]) do(request Q) (A, error) {
	t, ok := b.spare.Get().(*ticket[Q, A])
	if !ok {
		t = &ticket[Q, A]{wake: make(chan bool, 1)}
	}
	t.request, t.since = request, time.Now()
	b.mu.Lock()
	b.waiting = append(b.waiting, t)
	lead := !b.busy
	b.busy = true
	b.mu.Unlock()
	if lead || <-t.wake {
		b.lead()
	}
	answer, err := t.answer, t.err
	*t = ticket[Q, A]{wake: t.wake}
	b.spare.Put(t)
	return answer, err
}

// lead carries out one batch, which begins with the leader's own ticket, and
// hands the lead to the first of those that wait then.
func (b *batcher[Q, A]) lead() {
	// Callers that are ready to run join before the batch is closed: on few
	// processors nobody else would get to run until it is done, and every
	// batch would be of one.
	runtime.Gosched()
	b.mu.Lock()
	n := min(len(b.waiting), maxBatch)
	batch := b.waiting[:n:n]
	b.waiting = b.waiting[n:]
	b.mu.Unlock()

	answers, err := b.carryOut(batch)
	for i, t := range batch {
		if t.err = err; err == nil {
			t.answer = answers[i]
		}
	}

	b.mu.Lock()
	if len(b.waiting) > 0 {
		b.waiting[0].wake <- true
	} else {
		b.busy = false
		b.waiting = nil
	}
	b.mu.Unlock()
	for _, t := range batch[1:] {
		t.wake <- false
	}
}

// carryOut runs a batch. A panic of the store and a wrong number of answers
// become errors: they must not leave the queue without a leader.
func (b *batcher[Q, A]) carryOut(batch []*ticket[Q, A]) (answers []A, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("meter: a batch of %d panicked with a value of type %T", len(batch), r)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), max(storeTimeout-time.Since(batch[0].since), leastTimeout))
	defer cancel()
	requests := make([]Q, len(batch))
	for i, t := range batch {
		requests[i] = t.request
	}
	answers, err = b.run(ctx, requests)
	if err == nil && len(answers) != len(requests) {
		err = fmt.Errorf("meter: the store gave %d answers to %d requests", len(answers), len(requests))
	}
	return answers, err
}
