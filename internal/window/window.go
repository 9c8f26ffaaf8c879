// Package window counts requests in sliding windows of a minute, exactly: in
// every interval of that length at most the limit is admitted, where a counter
// per fixed minute or a token bucket admits up to twice as many. It is the one
// place with that rule; who keeps the windows, and on which clock, is up to
// the caller.
package window

import (
	"context"
	"time"
)

// Period is the length of a window.
const Period = time.Minute

// Rate is the state of a window after a request.
type Rate struct {
	Limit     int // 0 = no limit
	Remaining int
	Reset     time.Duration // until the oldest counted request leaves the window; after a refusal, until one more is admitted
	Account   bool          // the window is the account's, which all its keys share
}

// Limits are the requests admitted in a window; 0 = no limit.
type Limits struct{ PerKey, PerAccount int }

// Request asks for one request of a key of an account.
type Request struct{ KeyID, AccountID string }

// Verdict answers a Request. The Rate is that of the key, or the account's
// where that is the one exceeded.
type Verdict struct {
	Rate
	Admitted bool
}

// Shared keeps the windows of several processes in one place. Each request is
// decided as by Admit, in order. An error means that nothing was counted, or
// that it is not known.
type Shared interface {
	Admit(ctx context.Context, limits Limits, requests []Request) ([]Verdict, error)
}

// Window remembers when the requests of the last Period were admitted. Times
// are those of one clock that does not go back. It grows with use, up to the
// limit. The zero value is empty.
type Window struct {
	times []time.Duration // a ring; count of them are in use, oldest at head
	head  int
	count int
}

// Count is the number of requests in the window as last expired.
func (w *Window) Count() int { return w.count }

// Expire forgets what has left the window.
func (w *Window) Expire(now time.Duration) {
	for w.count > 0 && now-w.times[w.head] >= Period {
		w.head = (w.head + 1) % len(w.times)
		w.count--
	}
}

// Times lists when the requests in the window were admitted, oldest first.
func (w *Window) Times() []time.Duration {
	out := make([]time.Duration, w.count)
	for i := range out {
		out[i] = w.times[(w.head+i)%len(w.times)]
	}
	return out
}

// From makes a window of the times that Times listed.
func From(times []time.Duration) *Window {
	return &Window{times: times, count: len(times)}
}

func (w *Window) push(now time.Duration, limit int) {
	if w.count == len(w.times) {
		grown := make([]time.Duration, min(max(2*len(w.times), 4), max(limit, 4, w.count+1)))
		copy(grown, w.Times())
		w.times, w.head = grown, 0
	}
	w.times[(w.head+w.count)%len(w.times)] = now
	w.count++
}

func (w *Window) rate(now time.Duration, limit int) Rate {
	r := Rate{Limit: limit, Remaining: max(limit-w.count, 0)}
	if w.count > 0 {
		// More than the limit can be inside where that was lowered.
		over := max(w.count-limit, 0)
		r.Reset = Period - (now - w.times[(w.head+over)%len(w.times)])
	}
	return r
}

// full tells whether the window refuses one more; a limit of 0 never does.
func (w *Window) full(limit int) bool { return limit > 0 && w.count >= limit }

// Admit counts one request in the window of the key and of the account, or in
// neither. Limits of 0 are not checked. Where both are full the key's is the
// longer wait, since all that is in it is in the account's too; so who waits
// for the Reset of a refusal is admitted by both.
func Admit(key, account *Window, limits Limits, now time.Duration) Verdict {
	key.Expire(now)
	account.Expire(now)
	if key.full(limits.PerKey) {
		return Verdict{Rate: key.rate(now, limits.PerKey)}
	}
	if account.full(limits.PerAccount) {
		r := account.rate(now, limits.PerAccount)
		r.Account = true
		return Verdict{Rate: r}
	}
	if limits.PerKey > 0 {
		key.push(now, limits.PerKey)
	}
	if limits.PerAccount > 0 {
		account.push(now, limits.PerAccount)
	}
	return Verdict{key.rate(now, limits.PerKey), true}
}
