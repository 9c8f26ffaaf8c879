package outbox_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/outbox"
)

// trips is a transport without a network, for the virtual time of synctest.
type trips func(*http.Request) (*http.Response, error)

func (f trips) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func answer(status int) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody}
}

// hang is a receiver that never answers.
func hang(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// hold is a receiver that accepts, and then neither ends nor sends a body.
func hold(req *http.Request) (*http.Response, error) {
	resp := answer(200)
	body, w := io.Pipe()
	context.AfterFunc(req.Context(), func() { w.CloseWithError(req.Context().Err()) })
	resp.Body = body
	return resp, nil
}

// running is an Outbox that runs in the bubble of a test.
type running struct {
	stop  context.CancelFunc
	ended chan struct{}
}

func run(store account.Outbox, every time.Duration, t trips) running {
	o := outbox.New(outbox.Options{Store: store, Every: every})
	o.SetTransport(t)
	ctx, cancel := context.WithCancel(context.Background())
	r := running{cancel, make(chan struct{})}
	go func() {
		defer close(r.ended)
		o.Run(ctx)
	}()
	return r
}

// end stops it and tells how long that took.
func (r running) end() time.Duration {
	start := time.Now()
	r.stop()
	<-r.ended
	return time.Since(start)
}

// TestDaysOfRetries lets a receiver fail for five days.
func TestDaysOfRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, start := newMemory(time.Now), time.Now()
		var tried []time.Duration
		r := run(store, time.Minute, func(*http.Request) (*http.Response, error) {
			tried = append(tried, time.Since(start))
			return answer(500), nil
		})
		synctest.Wait()
		start = time.Now()
		store.add("https://example.com/hook", 1)
		time.Sleep(5 * 24 * time.Hour)
		r.end()
		if len(tried) != len(schedule) {
			t.Fatalf("%d attempts; want %d", len(tried), len(schedule))
		}
		for i, at := range tried {
			// Up to a tenth is added by chance, and a minute until an event is seen.
			least := span(t, schedule[i])
			if most := least + least/10 + time.Duration(i+1)*time.Minute; at < least || at > most {
				t.Errorf("attempt %d after %v; want %v to %v", i+1, at, least, most)
			}
		}
		if e := store.all()[0]; !e.settled || e.received {
			t.Errorf("not given up: %+v", e)
		}
	})
}

func TestTimeoutAndPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://example.com/hook", 1)
		start := time.Now()
		var took time.Duration
		r := run(store, 0, func(req *http.Request) (*http.Response, error) {
			_, err := hang(req)
			took = time.Since(start)
			return nil, err
		})
		time.Sleep(16 * time.Second)
		synctest.Wait()
		if e := store.all()[0]; took != 15*time.Second || e.Tries != 1 {
			t.Errorf("an attempt without answer took %v, %d tries", took, e.Tries)
		}
		if looks := len(store.asked); looks != 4 { // at 0, 5, 10 and 15 s
			t.Errorf("%d looks at the store in 16 s; want one every 5 s", looks)
		}
		r.end()
	})
}

// TestBodyThatNeverEnds has a receiver accept an event and hold on to the
// connection: delivered it is, but only once the attempt's time is over.
func TestBodyThatNeverEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://example.com/hook", 1)
		r := run(store, 0, hold)
		time.Sleep(outbox.DefaultTimeout + time.Second)
		synctest.Wait()
		if store.count(delivered) != 1 {
			t.Errorf("%+v", store.all())
		}
		r.end()
	})
}

// TestHangingReceiversHoldUpNobody mixes a few of them with many others.
func TestHangingReceiversHoldUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://hangs.example.com/", 20)
		store.add("https://example.com/", 500)
		var mu sync.Mutex
		var now, most int
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			now += n
			most = max(most, now)
		}
		r := run(store, 0, func(req *http.Request) (*http.Response, error) {
			count(1)
			defer count(-1)
			if strings.HasPrefix(req.URL.Host, "hangs") {
				return hang(req)
			}
			time.Sleep(100 * time.Millisecond)
			return answer(200), nil
		})
		time.Sleep(6 * time.Second) // 500 events, 12 at a time, take 4.2 s
		synctest.Wait()
		if n := store.count(delivered); n != 500 {
			t.Errorf("%d of 500 delivered while 20 others hang", n)
		}
		if most != 32 {
			t.Errorf("%d attempts at once; want 32 at most, and all of them used", most)
		}
		r.end()
	})
}

// TestEnd stops an Outbox while attempts are under way.
func TestEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://example.com/", 1)
		store.add("https://hangs.example.com/", 1)
		store.add("https://holds.example.com/", 1)
		r := run(store, 0, func(req *http.Request) (*http.Response, error) {
			switch req.URL.Host {
			case "hangs.example.com":
				return hang(req)
			case "holds.example.com":
				return hold(req)
			}
			time.Sleep(3 * time.Second)
			return answer(200), req.Context().Err()
		})
		synctest.Wait()
		if took := r.end(); took != 5*time.Second {
			t.Errorf("it took %v to end; want the grace of 5 s", took)
		}
		quick, slow, held := store.all()[0], store.all()[1], store.all()[2]
		if !delivered(quick) || !delivered(held) {
			t.Errorf("events that were accepted within the grace are not settled: %+v, %+v", quick, held)
		}
		if slow.settled || slow.Tries != 0 {
			t.Errorf("an attempt that was abandoned counts: %+v", slow)
		}

		lease := store.leases[0]
		next := run(store, 0, func(*http.Request) (*http.Response, error) { return answer(200), nil })
		time.Sleep(lease + outbox.DefaultEvery)
		synctest.Wait()
		if !delivered(store.all()[1]) {
			t.Error("the abandoned event was not sent after its lease")
		}
		if took := next.end(); took != 0 {
			t.Errorf("it took %v to end while nothing was under way", took)
		}
	})
}

// stuck is a store that answers only when it is told to give up.
type stuck struct{ *memory }

func (s stuck) SettleEvent(ctx context.Context, _ string, _ bool) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestEndWithAStuckStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://example.com/", 1)
		r := run(stuck{store}, 0, func(*http.Request) (*http.Response, error) {
			time.Sleep(4 * time.Second)
			return answer(200), nil
		})
		synctest.Wait()
		if took := r.end(); took > 10*time.Second {
			t.Errorf("it took %v to end", took)
		}
	})
}

// away is a store that cannot be reached at first.
type away struct {
	*memory
	until time.Time
}

func (a away) ClaimEvents(ctx context.Context, n int, lease time.Duration) ([]account.Delivery, error) {
	if time.Now().Before(a.until) {
		return nil, errLost
	}
	return a.memory.ClaimEvents(ctx, n, lease)
}

func TestStoreThatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory(time.Now)
		store.add("https://example.com/", 40)
		r := run(away{store, time.Now().Add(time.Minute)}, 0, func(*http.Request) (*http.Response, error) { return answer(200), nil })
		time.Sleep(time.Minute + outbox.DefaultEvery)
		synctest.Wait()
		if n := store.count(delivered); n != 40 {
			t.Errorf("%d of 40 delivered", n)
		}
		r.end()
	})
}
