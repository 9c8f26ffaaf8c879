package tally_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/tally"
)

// book adds up what is written to it.
type book struct {
	mu      sync.Mutex
	away    bool
	failing int                          // the write of calls from which on they fail, 0 = none
	counts  map[account.RefusedRow]int64 // by key, day and operation; what is added up
	uses    map[string]account.Use
	calls   map[string][]account.Call // by account
	parts   []int                     // calls in each write of them
	writes  int
}

func (b *book) CountRefused(_ context.Context, rows []account.RefusedRow) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.writes++
	if b.away {
		return errors.New("away")
	}
	for _, r := range rows {
		b.counts[account.RefusedRow{KeyID: r.KeyID, Day: r.Day, Op: r.Op, Errors: 1}] += r.Errors
		b.counts[account.RefusedRow{KeyID: r.KeyID, Day: r.Day, Op: r.Op, Replays: 1}] += r.Replays
	}
	return nil
}

func (b *book) Touch(_ context.Context, uses []account.Use) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.writes++
	if b.away {
		return errors.New("away")
	}
	for _, u := range uses {
		b.uses[u.KeyID] = u
	}
	return nil
}

func (b *book) NoteCalls(_ context.Context, calls []account.Call) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.writes++
	b.parts = append(b.parts, len(calls))
	if b.away || b.failing > 0 && len(b.parts) >= b.failing {
		return errors.New("away")
	}
	for _, c := range calls {
		b.calls[c.AccountID] = append(b.calls[c.AccountID], c)
	}
	return nil
}

func (b *book) errors(key string, at time.Time) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.counts[account.RefusedRow{KeyID: key, Day: account.Day(at), Op: "op", Errors: 1}]
}

func run(t *testing.T, f func(*book, *tally.Tally, context.CancelFunc)) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{counts: map[account.RefusedRow]int64{}, uses: map[string]account.Use{}, calls: map[string][]account.Call{}}
		tl := tally.New(b, time.Now, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { tl.Run(ctx) })
		f(b, tl, cancel)
		cancel()
		wg.Wait()
	})
}

func refused(key string) engine.Observed {
	return engine.Observed{Key: &account.Key{ID: key}, Op: "op", Refused: true, From: netip.MustParseAddr("192.0.2.77")}
}

func TestCountsAreWrittenEveryTenSeconds(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		for range 3 {
			tl.Observe(refused("k"))
		}
		tl.Observe(engine.Observed{Key: &account.Key{ID: "k"}, Op: "op", Replay: true})
		tl.Observe(engine.Observed{Key: &account.Key{ID: "k"}, Op: "op"})
		time.Sleep(tally.CountsEvery + time.Second)
		synctest.Wait()
		if n := b.errors("k", time.Now()); n != 3 {
			t.Errorf("%d errors, want 3", n)
		}
		if n := b.counts[account.RefusedRow{KeyID: "k", Day: account.Day(time.Now()), Op: "op", Replays: 1}]; n != 1 {
			t.Errorf("%d replays, want 1", n)
		}
		if len(b.uses) != 0 {
			t.Error("last uses were written before their minute")
		}
	})
}

func TestLastUse(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		tl.Observe(refused("k"))
		time.Sleep(30 * time.Second)
		synctest.Wait()
		at := time.Now()
		tl.Observe(engine.Observed{Key: &account.Key{ID: "k"}, Op: "other", From: netip.MustParseAddr("2001:db8:1:2:3::4")})
		tl.Observe(engine.Observed{Key: &account.Key{ID: "unknown address"}, Op: "op"})
		time.Sleep(31 * time.Second)
		synctest.Wait()
		want := account.Use{KeyID: "k", At: at, Op: "other", Network: netip.MustParsePrefix("2001:db8:1:2::/64")}
		if b.uses["k"] != want {
			t.Errorf("%+v, want %+v", b.uses["k"], want)
		}
		if b.uses["unknown address"].Network.IsValid() {
			t.Error("a network was made up")
		}
	})
}

func TestNothingIsLostWhileTheStoreIsAway(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		b.away = true
		for range 5 {
			tl.Observe(refused("k"))
			time.Sleep(tally.CountsEvery)
		}
		b.mu.Lock()
		b.away = false
		b.mu.Unlock()
		time.Sleep(tally.CountsEvery)
		synctest.Wait()
		if n := b.errors("k", time.Now()); n != 5 {
			t.Errorf("%d errors, want 5", n)
		}
	})
}

func TestTheEndIsWritten(t *testing.T) {
	var b *book
	run(t, func(book *book, tl *tally.Tally, _ context.CancelFunc) {
		b = book
		tl.Observe(refused("k"))
	})
	if len(b.uses) != 1 || b.writes != 2 {
		t.Errorf("%d uses in %d writes", len(b.uses), b.writes)
	}
}

func TestIdleWritesNothing(t *testing.T) {
	run(t, func(b *book, _ *tally.Tally, _ context.CancelFunc) {
		time.Sleep(time.Hour)
		synctest.Wait()
		if b.writes != 0 {
			t.Errorf("%d writes of nothing", b.writes)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		for i := range 120_000 {
			tl.Observe(refused(string(rune('a'+i%26)) + time.Duration(i).String()))
		}
		time.Sleep(tally.UsesEvery + time.Second)
		synctest.Wait()
		if len(b.uses) != 50_000 || len(b.counts) != 100_000 {
			t.Errorf("%d uses, %d counts", len(b.uses), len(b.counts))
		}
	})
}
