package meter

import (
	"context"
	"sync/atomic"
	"time"

	"toolcrib/internal/window"
)

// limiter admits requests by the windows of this process, or by those that it
// shares with others where there are any.
type limiter struct {
	limits    window.Limits
	monotonic func() time.Duration
	keys      window.Map
	accounts  window.Map

	shared *batcher[window.Request, window.Verdict] // nil = the windows are this process's own
	away   atomic.Int64                             // monotonic time until which the shared windows are not asked
	lapses atomic.Int64
}

// sharedAway is how long the shared windows are left alone after they could
// not be asked: meanwhile every process counts for itself, so that a database
// that is away neither holds up each request nor lifts the limit.
const sharedAway = time.Second

func (l *limiter) admit(r window.Request) window.Verdict {
	if l.limits.PerKey <= 0 && l.limits.PerAccount <= 0 {
		return window.Verdict{Admitted: true}
	}
	if l.shared != nil && int64(l.monotonic()) >= l.away.Load() {
		v, err := l.shared.do(r)
		if err == nil {
			return v
		}
		l.lapses.Add(1)
		l.away.Store(int64(l.monotonic() + sharedAway))
	}
	return l.own(r)
}

// own admits by the windows of this process.
func (l *limiter) own(r window.Request) window.Verdict {
	key := l.keys.Get(r.KeyID, l.monotonic())
	defer key.Unlock()
	acc := l.accounts.Get(r.AccountID, l.monotonic())
	defer acc.Unlock()
	// Read only now: a time from before the wait for the locks would let the
	// request leave the window too early.
	return window.Admit(&key.Window, &acc.Window, l.limits, l.monotonic())
}

// share makes the limiter ask the shared windows first.
func (l *limiter) share(w window.Shared) {
	l.shared = &batcher[window.Request, window.Verdict]{run: func(ctx context.Context, r []window.Request) ([]window.Verdict, error) {
		return w.Admit(ctx, l.limits, r)
	}}
}
