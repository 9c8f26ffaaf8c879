package service_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

const bmiCall = "/v1/calculators/bmi?weight=70&height=175"

// refusal is what a problem says of money.
type refusal struct {
	Code      string `json:"code"`
	Required  int64  `json:"required"`
	Remaining int64  `json:"remaining"`
	ResetsAt  string `json:"resets_at"`
}

// spend calls until something else than a 200 comes and returns how often that
// went well, with the refusal.
func (h *house) spend(most int) (good int, status int, r refusal, header http.Header) {
	h.t.Helper()
	for range most {
		w := h.do(h.request("GET", bmiCall, ""))
		if w.Code != http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
				h.t.Fatalf("%d %s: %v", w.Code, w.Body, err)
			}
			return good, w.Code, r, w.Header()
		}
		good++
	}
	return good, http.StatusOK, r, nil
}

// TestPoolsEndToEnd walks one account through its month as its owner would
// see it: exactly 500 free units, then 429 with a truthful Retry-After; a pack
// that is used after the free units, then 402; decide's own requests beside
// all that; and free units again with the next month.
func TestPoolsEndToEnd(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	env := op.Env{Now: func() time.Time { return now }, Random: op.SampleEnv().Random}
	h := newHouse(t, defaults(t), env)

	good, status, r, header := h.spend(501)
	untilDecember := int(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC).Sub(now) / time.Second)
	if good != 500 || status != 429 || r.Code != "free_quota_exceeded" || r.Required != 1 || r.Remaining != 0 || r.ResetsAt != "2026-12-01T00:00:00Z" {
		t.Fatalf("after %d calls: %d %+v", good, status, r)
	}
	if got := header.Get("Retry-After"); got != strconv.Itoa(untilDecember) {
		t.Errorf("Retry-After %s, want %d", got, untilDecember)
	}
	if w := h.call(op.Find("random-decision-maker"), `{"options":[{"text":"a"}]}`); w.Code != 200 ||
		w.Header().Get("Toolcrib-Charge") == "" || w.Header().Get("Toolcrib-Quota") != `"compute";free=0;prepaid=0;t=`+strconv.Itoa(untilDecember)+`, "op";free=4999` {
		t.Errorf("decide without units: %d %v", w.Code, w.Header())
	}

	h.grant(3)
	if good, status, r, header = h.spend(4); good != 3 || status != 402 || r.Code != "insufficient_credits" || header.Get("Retry-After") != "" {
		t.Errorf("with a pack of 3: %d calls, then %d %+v, Retry-After %q", good, status, r, header.Get("Retry-After"))
	}

	now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	if good, status, r, _ = h.spend(501); good != 500 || status != 402 {
		t.Errorf("in December: %d calls, then %d %+v", good, status, r)
	}
	report, err := h.store.Verify(t.Context())
	if err != nil || !report.OK() {
		t.Errorf("ledger: %+v %v", report, err)
	}
}

// TestPriceAboveWhatIsLeft: a call that costs more than is left takes nothing,
// and a cheaper one still goes through.
func TestPriceAboveWhatIsLeft(t *testing.T) {
	h := newHouse(t, defaults(t), op.SampleEnv())
	h.spend(499)
	csv := op.Find("csv-to-json")
	w := h.call(csv, `{"csv":"a\n1"}`)
	var r refusal
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != 429 || r.Required != 2 || r.Remaining != 1 {
		t.Errorf("2 units with 1 left: %d %s", w.Code, w.Body)
	}
	if good, _, _, _ := h.spend(2); good != 1 {
		t.Errorf("%d calls of 1 unit, want 1", good)
	}
}

// TestRateEndToEnd: the 61st request within a minute is refused, whatever the
// first 60 were, and says for how long.
func TestRateEndToEnd(t *testing.T) {
	s := defaults(t)
	s.RatePerMinute = 60
	h := newHouse(t, s, op.SampleEnv())
	for i := range 60 {
		target := bmiCall
		if i%2 == 1 {
			target = "/v1/calculators/bmi?weight=heavy" // refused, but counted
		}
		if w := h.do(h.request("GET", target, "")); w.Code == 429 {
			t.Fatalf("request %d was refused", i+1)
		}
	}
	w := h.do(h.request("GET", bmiCall, ""))
	wait, err := strconv.Atoi(w.Header().Get("Retry-After"))
	if w.Code != 429 || err != nil || wait < 55 || wait > 60 {
		t.Errorf("request 61: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
}

// TestRevokeEndToEnd: once a revoke has returned, no later call gets a result,
// although the key is still in the server's cache.
func TestRevokeEndToEnd(t *testing.T) {
	h := newHouse(t, defaults(t), op.SampleEnv())
	if good, _, _, _ := h.spend(1); good != 1 {
		t.Fatal("the key does not work")
	}
	key, err := h.store.KeyByHash(t.Context(), account.HashKey(h.key))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.RevokeKey(t.Context(), key.ID); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{bmiCall, "/v1/usage", "/v1/operations"} {
		if w := h.do(h.request("GET", target, "")); w.Code != 401 {
			t.Errorf("%s after the revoke: %d", target, w.Code)
		}
	}
}
