package accounttest

import (
	"sync"
	"time"
)

// Clock is a clock that a test sets: wall clock and monotonic clock in one.
type Clock struct {
	mu    sync.Mutex
	start time.Time
	now   time.Time
}

// NewClock returns a clock that shows at, in RFC 3339. It panics on any other
// text.
func NewClock(at string) *Clock {
	t, err := time.Parse(time.RFC3339Nano, at)
	if err != nil {
		panic(err)
	}
	return &Clock{start: t, now: t}
}

// Now is the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Since is the time passed since the clock was made.
func (c *Clock) Since() time.Duration { return c.Now().Sub(c.start) }

// Add lets time pass.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	c.mu.Unlock()
}
