package rest_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dunglas/httpsfv"

	"toolcrib/internal/account"
)

// field reads a header as a list of string items with integer parameters
// (RFC 9651), written as name:param=value, and wants it to be one line.
func field(t *testing.T, h http.Header, name string) string {
	t.Helper()
	values := h.Values(name)
	if len(values) == 0 {
		return ""
	}
	list, err := httpsfv.UnmarshalList(values)
	if err != nil || len(values) != 1 {
		t.Fatalf("%s: %q: %v", name, values, err)
	}
	var b strings.Builder
	for _, member := range list {
		item, ok := member.(httpsfv.Item)
		text, isText := item.Value.(string)
		if !ok || !isText {
			t.Fatalf("%s: %q: a member is no string item", name, values)
		}
		b.WriteString(text)
		for _, p := range item.Params.Names() {
			v, _ := item.Params.Get(p)
			n, isInt := v.(int64)
			if !isInt || n < 0 {
				t.Fatalf("%s: %q: %s is no integer of 0 or more", name, values, p)
			}
			b.WriteString(" " + p + "=" + strconv.FormatInt(n, 10))
		}
		b.WriteString("; ")
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// receipt checks the headers of a keyed response; a charge of "" is none.
func (s *site) receipt(w *httptest.ResponseRecorder, rate, quota, charge string) {
	s.t.Helper()
	h := w.Header()
	if got := field(s.t, h, "RateLimit-Policy"); got != "per-minute q=60 w=60" {
		s.t.Errorf("RateLimit-Policy %s", got)
	}
	if got := field(s.t, h, "RateLimit"); got != rate {
		s.t.Errorf("RateLimit %s, want %s", got, rate)
	}
	if got := field(s.t, h, "Toolcrib-Quota"); got != quota {
		s.t.Errorf("Toolcrib-Quota %s, want %s", got, quota)
	}
	want := charge
	if charge != "" {
		want = "ch_" + strings.TrimPrefix(h.Get("Request-Id"), "req_") + " " + charge
	}
	if got := field(s.t, h, "Toolcrib-Charge"); got != want {
		s.t.Errorf("Toolcrib-Charge %s, want %s", got, want)
	}
	if h.Get("Cache-Control") != "no-store" {
		s.t.Errorf("Cache-Control %q", h.Get("Cache-Control"))
	}
}

// monthEnd is the seconds from the site's clock to the first of December.
const monthEnd = "918000"

func TestReceiptOfSuccess(t *testing.T) {
	s := newSite(t)
	s.receipt(s.get(addURL), "per-minute r=59 t=60", "compute free=499 prepaid=0 t="+monthEnd, "units=1 free=1 prepaid=0")
	s.clock.Add(1500 * time.Millisecond)
	s.receipt(s.post(echoURL, hello), "per-minute r=58 t=59", "compute free=497 prepaid=0 t=917999", "units=2 free=2 prepaid=0")
	s.receipt(s.post("/sub/v1/productivity/choose", hello), "per-minute r=57 t=59",
		"compute free=497 prepaid=0 t=917999; op free=4999", "units=0 free=0 prepaid=0")
}

func TestReceiptOfPaidUnits(t *testing.T) {
	s := newSite(t)
	s.ledger.Plan.Free[account.PoolCompute] = 1
	s.ledger.Grant("acc_1", account.PoolCompute, account.ClassPromo, 3)
	s.ledger.Grant("acc_1", account.PoolCompute, account.ClassPrepaid, 2_000_000_000_000_000)
	w := s.post(echoURL, hello)
	// An integer of a structured field has at most fifteen digits.
	s.receipt(w, "per-minute r=59 t=60", "compute free=0 prepaid=999999999999999 t="+monthEnd, "units=2 free=1 prepaid=1")
}

func TestReceiptOfErrors(t *testing.T) {
	s := newSite(t)
	quota := "compute free=500 prepaid=0 t=" + monthEnd
	s.receipt(s.get("/sub/v1/calculators/add?a=x"), "per-minute r=59 t=60", quota, "")
	s.receipt(s.post(echoURL, hello, "Content-Type:"), "per-minute r=58 t=60", quota, "")
	s.receipt(s.post(echoURL, `{"text":`), "per-minute r=57 t=60", quota, "")
	s.receipt(s.post(echoURL, `{"text":"panic"}`), "per-minute r=56 t=60", quota, "")
	s.receipt(s.post("/sub/v1/productivity/choose", `{}`), "per-minute r=55 t=60", quota+"; op free=5000", "")
	s.ledger.CommitFault = func() error { return errors.New("away") }
	w := s.get(addURL)
	s.refused(w, 503, "charge_unavailable")
	s.receipt(w, "per-minute r=54 t=60", quota, "")
	if w.Header().Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
}

func TestReceiptOfRefusals(t *testing.T) {
	s := newSite(t)
	for range 60 {
		s.get(addURL)
	}
	s.clock.Add(20*time.Second + time.Millisecond)
	w := s.get(addURL)
	s.refused(w, 429, "rate_limited")
	s.receipt(w, "per-minute r=0 t=40", "compute free=440 prepaid=0 t=917980", "")
	if w.Header().Get("Retry-After") != "40" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
	s.clock.Add(time.Minute)
	s.ledger.Plan.Free[account.PoolCompute] = 60
	for range 20 {
		s.get(addURL) // one of them learns that the pool is now empty
	}
	w = s.get(addURL)
	s.refused(w, 429, "free_quota_exceeded")
	if field(t, w.Header(), "Toolcrib-Quota") != "compute free=0 prepaid=0 t=917920" || w.Header().Get("Retry-After") != "917920" {
		t.Errorf("%v", w.Header())
	}
	s.ledger.Grant("acc_1", account.PoolCompute, account.ClassPrepaid, 1)
	s.get(addURL)
	w = s.get(addURL)
	s.refused(w, 402, "insufficient_credits")
	if w.Header().Get("Retry-After") != "" {
		t.Errorf("402 with Retry-After: %v", w.Header())
	}
}

func TestAccountRateHeaders(t *testing.T) {
	s := newSiteAt(t, origin, 0)
	for range 600 {
		w := s.get("/sub/v1/operations")
		if w.Header().Get("RateLimit") != "" || w.Header().Get("RateLimit-Policy") != "" {
			t.Fatalf("rate headers of a key without a limit: %v", w.Header())
		}
	}
	w := s.get("/sub/v1/operations")
	s.refused(w, 429, "rate_limited")
	if field(t, w.Header(), "RateLimit-Policy") != "account-per-minute q=600 w=60" || field(t, w.Header(), "RateLimit") != "account-per-minute r=0 t=60" {
		t.Errorf("%v", w.Header())
	}
}

// Where the store is away before anything was heard of it, the quota is left
// out; the rate is told all the same.
func TestQuotaThatIsNotKnown(t *testing.T) {
	s := newSite(t)
	s.ledger.Fault = func(_ context.Context, method string) error {
		if method == "Balance" {
			return errors.New("away")
		}
		return nil
	}
	s.receipt(s.get("/sub/v1/calculators/add?a=x"), "per-minute r=59 t=60", "", "")
	w := s.get(addURL)
	s.refused(w, 503, "charge_unavailable")
	s.receipt(w, "per-minute r=58 t=60", "", "")
}

func TestSuspendedAccount(t *testing.T) {
	s := newSite(t)
	s.get(addURL)
	s.ledger.Suspend("acc_1", true)
	for range 2 {
		w := s.get(addURL)
		s.refused(w, 402, "account_suspended")
		if w.Header().Get("Toolcrib-Charge") != "" || w.Header().Get("Retry-After") != "" {
			t.Errorf("%v", w.Header())
		}
	}
}
