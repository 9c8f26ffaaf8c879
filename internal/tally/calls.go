package tally

import (
	"context"

	"toolcrib/internal/account"
)

const (
	// maxCalls bounds the calls held between two writes, so that writing them
	// takes a store some hundredths of its time at most (40 to 65 µs each, ten seconds
	// between; four times as many took a tenth of a busy server). Calls beyond it are
	// not noted.
	maxCalls = 5_000
	// callsPart is how many are handed to the store at a time, so that a slow
	// one gets on.
	callsPart = 1000
)

// callLog holds the last calls of each account that are not yet written,
// oldest first: at most account.MaxCalls of each and maxCalls in all.
type callLog struct {
	of map[string][]account.Call
	n  int
}

func newCallLog() callLog { return callLog{of: map[string][]account.Call{}} }

// add notes calls, the oldest first.
func (l *callLog) add(calls ...account.Call) {
	for _, c := range calls {
		list := l.of[c.AccountID]
		switch {
		case len(list) == account.MaxCalls:
			list = list[1:]
		case l.n == maxCalls:
			continue
		default:
			l.n++
		}
		l.of[c.AccountID] = append(list, c)
	}
}

// list is all of them, account by account.
func (l *callLog) list() []account.Call {
	all := make([]account.Call, 0, l.n)
	for _, calls := range l.of {
		all = append(all, calls...)
	}
	return all
}

// writeCalls writes the calls. After a failure those that are left are kept,
// and count as older than what came meanwhile.
func (t *Tally) writeCalls(ctx context.Context) {
	t.mu.Lock()
	calls := t.calls.list()
	t.calls = newCallLog()
	t.mu.Unlock()
	for len(calls) > 0 {
		part := calls[:min(len(calls), callsPart)]
		if !t.write(ctx, len(part), func(ctx context.Context) error { return t.store.NoteCalls(ctx, part) }) {
			break
		}
		calls = calls[len(part):]
	}
	if len(calls) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	since := t.calls.list()
	t.calls = newCallLog()
	t.calls.add(calls...)
	t.calls.add(since...)
}
