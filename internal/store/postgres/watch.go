package postgres

import (
	"sync"
	"time"
)

// watch notices when the clock that windows are kept by jumps forward, by the
// monotonic clock of this process. Every node watches for itself, before it
// decides anything, so none decides by a clock that has jumped.
type watch struct {
	monotonic func() time.Duration // nil = nobody watches

	mu   sync.Mutex
	seen bool
	time time.Duration // as read last
	sent time.Duration // when it was asked for
}

// begin is the moment, by the monotonic clock, before a time is asked for.
func (w *watch) begin() time.Duration {
	if w.monotonic == nil {
		return 0
	}
	return w.monotonic()
}

// Two clocks drift apart by far less than this in the time between two looks.
const (
	driftAlways = 10 * time.Millisecond
	driftPart   = 1000 // of the time that passed
)

// jumped tells by how much a time that was asked for at sent, and is here now,
// is later than it can be: more has passed by it since the last one than since
// that was asked for. A time that jumped is not remembered.
func (w *watch) jumped(read, sent time.Duration) time.Duration {
	if w.monotonic == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen {
		passed := w.monotonic() - w.sent
		if by := read - w.time - passed; by > driftAlways+passed/driftPart {
			return by
		}
	}
	w.seen, w.time, w.sent = true, read, sent
	return 0
}
