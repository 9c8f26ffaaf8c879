package meter

import (
	"sync"
	"time"
)

// Period is the length of the rate window.
const Period = time.Minute

// Rate is the state of a rate window after a request.
type Rate struct {
	Limit     int // 0 = no limit
	Remaining int
	Reset     time.Duration // until the oldest counted request leaves the window; after a refusal, until one more is admitted
	Account   bool          // the window is the account's, which all its keys share
}

// window remembers when the requests of the last Period were admitted: exact
// in every interval of that length, where a counter per fixed minute or a
// token bucket admits up to twice the limit (platform design 4.9). Times are
// on a monotonic clock. It grows with use, up to the limit.
type window struct {
	mu    sync.Mutex
	times []time.Duration // a ring; count of them are in use, oldest at head
	head  int
	count int
}

// expire forgets what has left the window.
func (w *window) expire(now time.Duration) {
	for w.count > 0 && now-w.times[w.head] >= Period {
		w.head = (w.head + 1) % len(w.times)
		w.count--
	}
}

func (w *window) push(now time.Duration, limit int) {
	if w.count == len(w.times) {
		grown := make([]time.Duration, min(max(2*len(w.times), 4), max(limit, 4)))
		for i := range w.count {
			grown[i] = w.times[(w.head+i)%len(w.times)]
		}
		w.times, w.head = grown, 0
	}
	w.times[(w.head+w.count)%len(w.times)] = now
	w.count++
}

func (w *window) rate(now time.Duration, limit int) Rate {
	r := Rate{Limit: limit, Remaining: max(limit-w.count, 0)}
	if w.count > 0 {
		r.Reset = Period - (now - w.times[w.head])
	}
	return r
}

// full tells whether the window refuses one more; a limit of 0 never does.
func (w *window) full(limit int) bool { return limit > 0 && w.count >= limit }

// windows holds the windows of many keys and forgets those that are idle.
type windows struct {
	mu    sync.Mutex
	byKey map[string]*window
	sweep int // size at which to look for idle ones
}

const firstSweep = 1024

func (s *windows) get(key string, now time.Duration) *window {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.byKey[key]
	if w == nil {
		if len(s.byKey) >= max(s.sweep, firstSweep) {
			s.forget(now)
			s.sweep = 2 * len(s.byKey)
		}
		if s.byKey == nil {
			s.byKey = map[string]*window{}
		}
		w = &window{}
		s.byKey[key] = w
	}
	// Locked before the map is let go, so that forget cannot take it for idle.
	w.mu.Lock()
	return w
}

func (s *windows) forget(now time.Duration) {
	for key, w := range s.byKey {
		if !w.mu.TryLock() {
			continue
		}
		if w.expire(now); w.count == 0 {
			delete(s.byKey, key)
		}
		w.mu.Unlock()
	}
}

// admit counts one request in the window of the key and of the account, or in
// neither. Limits of 0 are not checked. Where both are full the key's is the
// longer wait, since all that is in it is in the account's too; so who waits
// for the Reset of a refusal is admitted by both.
func admit(key, account *window, keyLimit, accountLimit int, now time.Duration) (Rate, bool) {
	key.expire(now)
	account.expire(now)
	if key.full(keyLimit) {
		return key.rate(now, keyLimit), false
	}
	if account.full(accountLimit) {
		r := account.rate(now, accountLimit)
		r.Account = true
		return r, false
	}
	if keyLimit > 0 {
		key.push(now, keyLimit)
	}
	if accountLimit > 0 {
		account.push(now, accountLimit)
	}
	return key.rate(now, keyLimit), true
}
