package engine_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Answers of 7 MiB that nobody reads: a key may have 9 of them waiting (64 MiB),
// all keys 36 (256 MiB). One more is refused before it is charged, and has its
// place again when one was taken.
func TestUnreadAnswersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBenchWith(100, func(o *engine.Options) { o.Output = 8 << 20 })
		ask := func(until context.Context, key *account.Key, text string) *problem.Problem {
			b.calls++
			_, p := b.Do(t.Context(), engine.Call{
				ID: fmt.Sprint("call", b.calls), Key: key, Op: cheap, Until: until, Source: op.JSON([]byte(`{"text":"` + text + `"}`)),
			})
			return p
		}
		var taken []context.CancelFunc
		waiting := func(key *account.Key, want int) {
			t.Helper()
			for n := 0; ; n++ {
				until, cancel := context.WithCancel(t.Context())
				taken = append(taken, cancel)
				p := ask(until, key, "huge")
				if p == nil {
					continue
				}
				if n != want || p.Code != problem.Overloaded || p.RetryAfter == 0 {
					t.Fatalf("%s: refused behind %d, not %d: %v", key.ID, n, want, p)
				}
				return
			}
		}
		waiting(b.key, 9)
		if made := len(b.ledger.Made()); made != 9 {
			t.Errorf("%d charges for 9 answers", made)
		}
		if p := ask(t.Context(), b.key, "hello"); p != nil {
			t.Errorf("a short answer: %v", p)
		}
		for i := 2; i <= 4; i++ {
			key := *b.key
			key.ID = fmt.Sprint("key_", i)
			b.ledger.AddKey(key)
			waiting(&key, 9)
		}
		last := *b.key
		last.ID = "key_5"
		b.ledger.AddKey(last)
		waiting(&last, 0)
		taken[0]()
		synctest.Wait()
		if p := ask(t.Context(), &last, "huge"); p != nil {
			t.Errorf("after one was taken: %v", p)
		}
		for _, done := range taken {
			done()
		}
	})
}
