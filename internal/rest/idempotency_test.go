package rest_test

import (
	"strings"
	"testing"
)

func TestIdempotentReplay(t *testing.T) {
	s := newSite(t)
	first := s.post(echoURL, `{"text":"x"}`, "Idempotency-Key: a")
	s.answered(first, `{"success":true,"data":{"text":"x"}}`)
	if h := first.Header(); h.Get("Idempotent-Replayed") != "" {
		t.Errorf("%v", h)
	}
	again := s.post(echoURL, `{"text":"x"}`, `Idempotency-Key: "a"`, "Accept: text/plain")
	s.answered(again, first.Body.String())
	h := again.Header()
	if h.Get("Idempotent-Replayed") != "true" || h.Get("Content-Type") != "application/json" {
		t.Errorf("%v", h)
	}
	want := "ch_" + strings.TrimPrefix(first.Header().Get("Request-Id"), "req_") + " units=0 free=0 prepaid=0"
	if got := field(t, h, "Toolcrib-Charge"); got != want {
		t.Errorf("Toolcrib-Charge %s, want %s", got, want)
	}
	if got := field(t, h, "Toolcrib-Quota"); !strings.HasPrefix(got, "compute free=498 ") {
		t.Errorf("Toolcrib-Quota %s", got)
	}
	b := s.refused(s.post(echoURL, `{"text":"y"}`, "Idempotency-Key: a"), 422, "idempotency_key_reused")
	if len(b.Errors) != 0 {
		t.Errorf("%+v", b.Errors)
	}
	raw := s.post(echoURL, `{"text":"raw"}`, "Idempotency-Key: r", "Accept: text/plain")
	s.answered(raw, "raw")
	s.answered(s.post(echoURL, `{"text":"raw"}`, "Idempotency-Key: r"), "raw")
}

// The order of parameters is no difference; their values are.
func TestIdempotentQuery(t *testing.T) {
	s := newSite(t)
	s.get("/sub/v1/calculators/add?a=1&b=2", "Idempotency-Key: q")
	if w := s.get("/sub/v1/calculators/add?b=2&a=1", "Idempotency-Key: q"); w.Header().Get("Idempotent-Replayed") != "true" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	s.refused(s.get("/sub/v1/calculators/add?a=2&b=1", "Idempotency-Key: q"), 422, "idempotency_key_reused")
}

func TestIdempotencyKeySpelling(t *testing.T) {
	s := newSite(t)
	for key, ok := range map[string]bool{
		"a":                                  true,
		strings.Repeat("k", 255):             true,
		strings.Repeat("k", 256):             false,
		`"` + strings.Repeat("k", 255) + `"`: true,
		`"` + strings.Repeat("k", 256) + `"`: false,
		`"with space"`:                       true,
		"with space":                         false,
		`""`:                                 false,
		`"open`:                              false,
		`"a"b"`:                              false,
		`"a\"b\\c"`:                          true,
		`"a\nb"`:                             false,
		`"ends\"`:                            false,
		"ümlaut":                             false,
		"tab\tinside":                        false,
	} {
		w := s.post(echoURL, `{"text":"`+"x"+`"}`, "Idempotency-Key: "+key)
		if ok != (w.Code == 200) {
			t.Errorf("%q: %d %s", key, w.Code, w.Body)
		}
		if !ok {
			if b := s.refused(w, 422, "validation_failed"); len(b.Errors) != 1 || b.Errors[0].Field != "Idempotency-Key" || b.Errors[0].Code != "invalid_format" {
				t.Errorf("%q: %+v", key, b.Errors)
			}
		}
	}
	r := s.request("POST", echoURL, `{"text":"x"}`)
	r.Header["Idempotency-Key"] = []string{"a", "a"}
	s.refused(s.serve(r), 422, "validation_failed")
	// An operation that answers 400 to bad input does so here too.
	w := s.post("/sub/v1/productivity/choose", `{"text":"x"}`, "Idempotency-Key: with space")
	s.refused(w, 400, "validation_failed")
	if got := field(t, w.Header(), "RateLimit"); !strings.Contains(got, "r=") {
		t.Errorf("a bad idempotency key does not count in the rate window: %q", got)
	}
}

// Keys of other callers are no business of this one's.
func TestIdempotencyIsPerKey(t *testing.T) {
	s := newSite(t)
	s.post(echoURL, `{"text":"x"}`, "Idempotency-Key: a")
	other := s.addKey("key_9", "acc_1", testRandom(), "tools:compute")
	w := s.post(echoURL, `{"text":"y"}`, "Idempotency-Key: a", "Authorization: Bearer "+other)
	s.answered(w, `{"success":true,"data":{"text":"y"}}`)
}
