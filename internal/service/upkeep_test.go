package service_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/metrics"
	"toolcrib/internal/service"
)

// piles is a store with so much to sweep, in order, and what it says then.
type piles struct {
	account.Store
	piles []account.Swept
	errs  []error
	at    []time.Duration // of the sweeps
	began time.Time
}

func (p *piles) Sweep(context.Context) (swept account.Swept, err error) {
	p.at = append(p.at, time.Since(p.began))
	if len(p.piles) > 0 {
		swept, err = p.piles[0], p.errs[0]
		p.piles, p.errs = p.piles[1:], p.errs[1:]
	}
	return swept, err
}

func (p *piles) Backlog(context.Context) (account.Backlog, error) {
	return account.Backlog{Holds: 3, Events: 2}, nil
}

// Holds whose time is over come back when a server starts and every 30 seconds,
// however many they are; what could not be done is said, counted, and tried
// again.
func TestUpkeepSweeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &piles{
			began: time.Now(),
			piles: []account.Swept{{Holds: 100, Rows: 7}, {Holds: 20}, {}, {Holds: 1}, {}},
			errs:  []error{nil, nil, nil, errors.New("one hold is stuck"), errors.New("one hold is stuck")},
		}
		var log bytes.Buffer
		m := metrics.New("", "")
		ctx, cancel := context.WithCancel(t.Context())
		go service.Sweep(ctx, p, m, slog.New(slog.NewTextHandler(&log, nil)))
		time.Sleep(61 * time.Second)
		cancel()
		synctest.Wait()
		var seconds []int
		for _, at := range p.at {
			seconds = append(seconds, int(at.Seconds()))
		}
		if want := []int{0, 0, 0, 30, 30, 60}; !slices.Equal(seconds, want) {
			t.Errorf("swept at %v, want %v", seconds, want)
		}
		for _, line := range []string{"level=INFO", "given back\" holds=100\n", "tried again in 30 seconds\" holds_given_back=1 rows_removed=0 cause=\"one hold is stuck\"\n"} {
			if !strings.Contains(log.String(), line) {
				t.Errorf("the log lacks %q:\n%s", line, &log)
			}
		}
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", http.NoBody))
		for _, line := range []string{
			`toolcrib_holds_total{event="swept"} 121`, `toolcrib_store_errors_total{operation="sweep"} 2`, `toolcrib_holds_open 3`, `toolcrib_webhook_events_waiting 2`,
		} {
			if !strings.Contains(w.Body.String(), line+"\n") {
				t.Errorf("the metrics lack %s", line)
			}
		}
	})
}
