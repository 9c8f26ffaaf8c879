package outbox

import (
	"math/rand/v2"
	"time"
)

// delays are the waits after the first, second … failed attempt: the example
// schedule of the specification, under "Deliverability and reliability".
var delays = [...]time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// maxPause is the longest wait that a receiver may ask for.
const maxPause = 24 * time.Hour

// nextTry says how long to wait after a failed attempt, when tries failed
// before it. Up to a tenth is added by chance, so that events that failed
// together do not all come back together.
func nextTry(tries int, pause time.Duration) (wait time.Duration, again bool) {
	if tries >= len(delays) {
		return 0, false
	}
	wait = delays[tries]
	wait += rand.N(wait / 10)
	return max(wait, min(pause, maxPause)), true
}
