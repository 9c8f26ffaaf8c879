package engine

import (
	"context"
	"sync"

	"toolcrib/internal/problem"
)

// Bounds on the answers that wait in memory until their callers have taken
// them: of one key, so that a caller who reads none of what it asks for keeps
// no other out, and of all.
const (
	unsentOfKey = 64 << 20
	unsentOfAll = 256 << 20

	// Shorter answers are not counted: the rate windows bound them enough.
	unsentFrom = 64 << 10
)

// unsent counts the bytes of long answers that have not been taken yet. The
// zero value counts none.
type unsent struct {
	mu   sync.Mutex
	all  int
	keys map[string]int
}

// take counts an answer until ctx ends. It is false, and nothing is counted,
// where a bound would be passed; the only answer there is always fits, however
// long answers may be.
func (u *unsent) take(ctx context.Context, key string, n int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.keys == nil {
		u.keys = make(map[string]int)
	}
	if of := u.keys[key]; of > 0 && of+n > unsentOfKey || u.all > 0 && u.all+n > unsentOfAll {
		return false
	}
	u.add(key, n)
	context.AfterFunc(ctx, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.add(key, -n)
	})
	return true
}

func (u *unsent) add(key string, n int) {
	u.all += n
	if u.keys[key] += n; u.keys[key] == 0 {
		delete(u.keys, key)
	}
}

// waits finds room for an answer until it is sent.
func (e *Engine) waits(c Call, a answer) *problem.Problem {
	if len(a.body) < unsentFrom || c.Until == nil || e.unsent.take(c.Until, c.Key.ID, cap(a.body)) {
		return nil
	}
	return problem.New(problem.Overloaded, "Too many long answers have not been read yet; read those that were asked for first.").After(1)
}
