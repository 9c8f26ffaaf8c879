package metrics_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/ai"
	"toolcrib/internal/engine"
	"toolcrib/internal/metrics"
	"toolcrib/internal/outbox"
	"toolcrib/internal/problem"
)

// Names, units and kinds are by Prometheus' conventions, as its own linter has
// them.
func TestConventions(t *testing.T) {
	m := metrics.New("1.2.3", "abc")
	m.Lapses(func() int64 { return 0 })
	m.Observe(engine.Observed{Op: "uuid-generator", Status: 200, Units: 1, Pool: account.PoolCompute})
	m.Request(metrics.DoorREST, 200, "", time.Millisecond)
	m.Endpoints("main")
	families, err := m.Registry().Gather()
	if err != nil {
		t.Fatal(err)
	}
	problems, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	ours := 0
	for _, f := range families {
		if len(f.GetName()) > 9 && f.GetName()[:9] == "toolcrib_" {
			ours++
		}
	}
	if ours < 18 {
		t.Errorf("%d metrics: the test looks at too few", ours)
	}
}

func TestRequestsAreCounted(t *testing.T) {
	m := metrics.New("", "")
	m.Request(metrics.DoorMCP, 200, "", 2*time.Millisecond)
	m.Request(metrics.DoorREST, 401, problem.InvalidAPIKey, time.Microsecond)
	m.Observe(engine.Observed{Op: "x", Status: 402, Code: problem.InsufficientCredits, Short: account.PoolAI.For(account.Test)})
	want(t, scrape(t, m),
		`toolcrib_http_requests_total{code="",door="mcp",status="200"} 1`,
		`toolcrib_http_requests_total{code="invalid_api_key",door="rest",status="401"} 1`,
		`toolcrib_http_request_seconds_bucket{door="mcp",le="0.0025"} 1`,
		`toolcrib_http_request_seconds_bucket{door="mcp",le="0.001"} 0`,
		`toolcrib_pool_refusals_total{code="insufficient_credits",pool="ai_tokens"} 1`,
		`toolcrib_pool_refusals_total{code="free_quota_exceeded",pool="compute"} 0`,
	)
}

// scripted is a ledger whose holds end as it is told.
type scripted struct {
	*accounttest.Ledger
	verdict account.Verdict
	err     error
}

func (s *scripted) ChargeBatch(_ context.Context, charges []account.Charge) ([]account.Verdict, error) {
	return make([]account.Verdict, len(charges)), s.err
}

func (s *scripted) Reply(context.Context, string, [32]byte) (*account.Reply, error) {
	return nil, s.err
}

func (s *scripted) Hold(context.Context, account.Charge, time.Time) (account.Verdict, error) {
	return s.verdict, s.err
}

func (s *scripted) Settle(context.Context, string, int64, *account.Reply) (account.Verdict, error) {
	return s.verdict, s.err
}

func (s *scripted) Void(context.Context, string) error { return s.err }

func TestHoldsAreCounted(t *testing.T) {
	m := metrics.New("", "")
	s := &scripted{}
	l := m.Ledger(s)
	all := func(outcome account.Outcome, err error) {
		s.verdict.Outcome, s.err = outcome, err
		// What is counted is what this test is about, not what is returned.
		_, _ = l.Hold(t.Context(), account.Charge{}, time.Time{})
		_, _ = l.Settle(t.Context(), "", 1, nil)
		_, _ = l.ChargeBatch(t.Context(), make([]account.Charge, 3))
		_, _ = l.Reply(t.Context(), "", [32]byte{})
		_ = l.Void(t.Context(), "")
	}
	all(account.Charged, nil)
	all(account.Suspended, nil)
	all(account.Charged, errAway)
	all(account.Charged, account.ErrEnded)
	m.Swept(account.Swept{Holds: 4, Rows: 9}, errAway)
	m.Backlog(account.Backlog{Holds: 5, Events: 6}, nil)
	m.Backlog(account.Backlog{}, errAway)
	want(t, scrape(t, m),
		`toolcrib_holds_total{event="held"} 1`,
		`toolcrib_holds_total{event="settled"} 1`,
		`toolcrib_holds_total{event="voided"} 3`,
		`toolcrib_holds_total{event="swept"} 4`,
		`toolcrib_charges_total{outcome="charged"} 7`,
		`toolcrib_charges_total{outcome="suspended"} 1`,
		`toolcrib_charges_total{outcome="failed"} 8`,
		`toolcrib_charges_total{outcome="cap_reached"} 0`,
		`toolcrib_store_errors_total{operation="hold"} 2`,
		`toolcrib_store_errors_total{operation="settle"} 2`,
		`toolcrib_store_errors_total{operation="void"} 2`,
		`toolcrib_store_errors_total{operation="reply"} 1`,
		`toolcrib_store_errors_total{operation="sweep"} 1`,
		`toolcrib_store_errors_total{operation="backlog"} 1`,
		`toolcrib_holds_open 5`,
		`toolcrib_webhook_events_waiting 6`,
	)
}

// finder finds no key, for a reason; courier no event.
type (
	finder  struct{ err error }
	courier struct {
		account.Outbox
		err error
	}
)

func (f finder) KeyByHash(context.Context, account.KeyHash) (account.Key, error) {
	return account.Key{}, f.err
}
func (f finder) Key(context.Context, string) (account.Key, error) { return account.Key{}, f.err }

func (c courier) ClaimEvents(context.Context, int, time.Duration) ([]account.Delivery, error) {
	return nil, c.err
}
func (c courier) SettleEvent(context.Context, string, bool) error     { return c.err }
func (c courier) RetryEvent(context.Context, string, time.Time) error { return c.err }

// That there is no such key is an answer of the store, not a failure of it.
func TestKeysAndEventsAreWatched(t *testing.T) {
	m := metrics.New("", "")
	for _, err := range []error{nil, account.ErrNotFound, account.ErrAmbiguous, errAway, context.Canceled} {
		_, got := m.Keys(finder{err}).Key(t.Context(), "")
		if !errors.Is(got, err) {
			t.Errorf("%v, want %v", got, err)
		}
	}
	_, _ = m.Keys(finder{errAway}).KeyByHash(t.Context(), account.KeyHash{})
	for _, err := range []error{nil, errAway, context.Canceled} {
		o := m.Outbox(courier{err: err})
		_, _ = o.ClaimEvents(t.Context(), 1, 0)
	}
	_ = m.Outbox(courier{err: errAway}).SettleEvent(t.Context(), "", true)
	_ = m.Outbox(courier{err: errAway}).RetryEvent(t.Context(), "", time.Time{})
	want(t, scrape(t, m), `toolcrib_store_errors_total{operation="key"} 3`, `toolcrib_store_errors_total{operation="events"} 3`)
}

func TestOthersAreCounted(t *testing.T) {
	m := metrics.New("", "")
	m.Endpoints("main", "spare", "main")
	m.Model(t.Context(), "main", "large")(ai.Attempt{Outcome: ai.Answered})
	m.Model(t.Context(), "main", "small")(ai.Attempt{Outcome: ai.Unavailable})
	m.Delivery(t.Context(), account.Delivery{})(outbox.Attempt{Outcome: outbox.GivenUp})
	want(t, scrape(t, m),
		`toolcrib_model_attempts_total{endpoint="main",outcome="answered"} 1`,
		`toolcrib_model_attempts_total{endpoint="main",outcome="unavailable"} 1`,
		`toolcrib_model_attempts_total{endpoint="spare",outcome="abandoned"} 0`,
		`toolcrib_model_attempt_seconds_count{endpoint="main"} 2`,
		`toolcrib_webhook_attempts_total{outcome="given_up"} 1`,
		`toolcrib_webhook_attempts_total{outcome="delivered"} 0`,
	)
}
