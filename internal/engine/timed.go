package engine

import (
	"context"
	"sync"
	"time"
)

// timed is a context with a deadline and, as a rule, without a timer: what is
// computed here looks at Err now and then and waits for nothing, so that most
// calls would set up and take down a timer for nobody. Whoever does ask for
// Done is given one.
type timed struct {
	context.Context // of the caller
	until           time.Time

	once   sync.Once
	waited context.Context // has the timer; nil before Done is called
	cancel context.CancelFunc
}

// Deadline implements context.Context.
func (t *timed) Deadline() (time.Time, bool) {
	if d, ok := t.Context.Deadline(); ok && d.Before(t.until) {
		return d, true
	}
	return t.until, true
}

// Err implements context.Context.
func (t *timed) Err() error {
	if err := t.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(t.until) {
		return context.DeadlineExceeded
	}
	return nil
}

// Done implements context.Context.
func (t *timed) Done() <-chan struct{} {
	t.once.Do(func() { t.waited, t.cancel = context.WithDeadline(t.Context, t.until) })
	return t.waited.Done()
}

// stop takes down the timer, where there is one. Nobody may use the context
// after it.
func (t *timed) stop() {
	if t.cancel != nil {
		t.cancel()
	}
}
