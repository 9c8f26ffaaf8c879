package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/account"
)

func TestUsage(t *testing.T) {
	s := newSite(t)
	s.ledger.Update("key_1", func(k *account.Key) { k.Cap = 100 })
	s.ledger.Grant("acc_1", account.PoolCompute, account.ClassPromo, 7)
	s.ledger.Grant("acc_1", account.PoolAI, account.ClassPrepaid, 10_000)
	s.get(addURL)
	s.post(echoURL, hello)
	s.post("/sub/v1/productivity/choose", hello)
	// The members and their order are those of the service contract, section 10.
	key := `{"id":"key_1","name":"name of key_1","env":"live","scopes":["tools:compute","usage:read"],"month":{"requests":3,"units":3},"cap":100}`
	data := `"key":` + key + `,"account":{"id":"acc_1","name":"name of acc_1"},` +
		`"rate":{"limit":60,"window_seconds":60,"remaining":%d},"pools":[` +
		`{"pool":"compute","free":{"limit":500,"used":3,"remaining":497},"promo":{"remaining":7},"prepaid":{"remaining":0},"resets_at":"2026-12-01T00:00:00Z"},` +
		`{"pool":"image","free":{"limit":50,"used":0,"remaining":50},"promo":{"remaining":0},"prepaid":{"remaining":0},"resets_at":"2026-12-01T00:00:00Z"},` +
		`{"pool":"ai_tokens","free":{"limit":0,"used":0,"remaining":0},"promo":{"remaining":0},"prepaid":{"remaining":10000},"resets_at":"2026-12-01T00:00:00Z"},` +
		`{"pool":"op:test-choose","allowance":{"limit":5000,"used":1,"remaining":4999},"resets_at":"2026-12-01T00:00:00Z"}],"month":"2026-11"`
	w := s.get("/sub/v1/usage")
	s.answered(w, `{"success":true,"data":{`+fmt.Sprintf(data, 56)+`}}`)
	s.receipt(w, "per-minute r=56 t=60", "compute free=497 prepaid=7 t="+monthEnd, "")
	other := `{"id":"key_2","name":"name of key_2","env":"live","scopes":[],"month":{"requests":0,"units":0},"cap":null}`
	s.answered(s.get("/sub/v1/usage?keys=all"), `{"success":true,"data":{`+fmt.Sprintf(data, 55)+`,"keys":[`+key+`,`+other+`]}}`)
	if len(s.ledger.Made()) != 3 {
		t.Error("reading the usage was charged")
	}
}

func TestUsageRules(t *testing.T) {
	s := newSite(t)
	mute := "Authorization: Bearer " + s.mute
	if w := s.get("/sub/v1/usage", mute); w.Code != 200 {
		t.Errorf("a key without scopes cannot read its own usage: %d", w.Code)
	}
	w := s.get("/sub/v1/usage?keys=all", mute)
	s.refused(w, 403, "insufficient_scope")
	if !strings.HasSuffix(w.Header().Get("Www-Authenticate"), `scope="usage:read"`) {
		t.Errorf("%v", w.Header())
	}
	for query, code := range map[string]string{"keys=some": "not_allowed", "x=1": "unknown_field", "keys=all&keys=all": "duplicate_field", "keys": "not_allowed", "=": "unknown_field"} {
		b := s.refused(s.get("/sub/v1/usage?"+query), 422, "validation_failed")
		if len(b.Errors) != 1 || b.Errors[0].Code != code || b.Errors[0].Hint == "" {
			t.Errorf("%s: %+v; want %s", query, b.Errors, code)
		}
	}
	s.refused(s.get("/sub/v1/operations?x=1"), 422, "validation_failed")
	// A revoked key reads nothing, however fresh the belief in it is.
	s.get(addURL)
	s.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = s.clock.Now() })
	s.refused(s.get("/sub/v1/usage"), 401, "invalid_api_key")
	s.refused(s.get("/sub/v1/operations"), 401, "invalid_api_key")
}

func TestUsageStoreAway(t *testing.T) {
	for _, method := range []string{"KeyUsage", "Account", "Balance", "Keys"} {
		s := newSite(t)
		s.ledger.Fault = func(_ context.Context, m string) error {
			if m == method {
				return errors.New("away")
			}
			return nil
		}
		w := s.get("/sub/v1/usage?keys=all")
		s.refused(w, 503, "charge_unavailable")
		if w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s: %v", method, w.Header())
		}
	}
}

func TestServiceCallsCountInTheRate(t *testing.T) {
	s := newSite(t)
	for range 30 {
		s.get("/sub/v1/usage")
		s.get("/sub/v1/operations")
	}
	s.refused(s.get("/sub/v1/usage"), 429, "rate_limited")
	s.refused(s.get(addURL), 429, "rate_limited")
}

func TestOperations(t *testing.T) {
	s := newSite(t)
	w := s.get("/sub/v1/operations")
	s.receipt(w, "per-minute r=59 t=60", "compute free=500 prepaid=0 t="+monthEnd, "")
	var got struct {
		Success bool
		Data    struct {
			Operations []struct {
				ID, Group, Summary, Method, URL, Pool string
				Methods                               []string
				Units                                 int
				Limits                                map[string]int
				Input                                 map[string]any
				Examples                              []struct {
					Name  string
					Input map[string]any
				}
			}
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || !got.Success {
		t.Fatalf("%v: %.300s", err, w.Body)
	}
	want := map[string]string{
		"test-add":   "calculators 1 compute GET [GET] " + origin + "/v1/calculators/add",
		"test-echo":  "text 2 compute POST [POST] " + origin + "/v1/text/echo",
		"test-quote": "data 1 compute POST [POST] " + origin + "/v1/data/quote", "test-choose": "productivity 1 compute POST [POST] " + origin + "/v1/productivity/choose",
		"test-paint": "design 1 image POST [GET POST] " + origin + "/v1/design/paint", "test-paint-sign": "design 1 compute POST [POST] " + origin + "/v1/design/paint/sign",
		"test-digest": "security 1 compute POST [POST] " + origin + "/v1/security/digest",
	}
	for _, o := range got.Data.Operations {
		if line := fmt.Sprint(o.Group, " ", o.Units, " ", o.Pool, " ", o.Method, " ", o.Methods, " ", o.URL); want[o.ID] != line {
			t.Errorf("%s: %s, want %s", o.ID, line, want[o.ID])
		}
		delete(want, o.ID)
		if o.Summary == "" || len(o.Examples) == 0 || len(o.Examples[0].Input) == 0 || len(o.Input) == 0 || o.Limits["body_bytes"] != 2<<20 ||
			o.Limits["document_bytes"] != 1_000_000 || o.Limits["output_bytes"] != 8<<20 || o.Limits["compute_ms"] != 2000 {
			t.Errorf("%s: incomplete: %+v", o.ID, o)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestOpenPages(t *testing.T) {
	s := newSite(t)
	for target, want := range map[string][3]string{
		"/sub/healthz":      {"application/json", "no-store", `{"status":"ok"}`},
		"/sub/readyz":       {"application/json", "no-store", `{"status":"ready"}`},
		"/sub/openapi.json": {"application/json", "public, max-age=300", `{"openapi":"3.1.0"`},
		"/sub/openapi.yaml": {"application/yaml", "public, max-age=300", "openapi: 3.1.0\n"},
	} {
		w := s.get(target, "Authorization:")
		if w.Code != 200 || w.Header().Get("Content-Type") != want[0] || w.Header().Get("Cache-Control") != want[1] || !strings.HasPrefix(w.Body.String(), want[2]) {
			t.Errorf("%s: %d, %v, %.60q", target, w.Code, w.Header(), w.Body)
		}
		noReceipt(t, target, w)
	}
	s.ledger.Fault = func(context.Context, string) error { return errors.New("away") }
	if w := s.get("/sub/healthz"); w.Code != 200 {
		t.Errorf("healthz asks the store: %d", w.Code)
	}
	w := s.get("/sub/readyz")
	s.refused(w, 503, "charge_unavailable")
	if w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v", w.Header())
	}

	s.ledger.Fault = func(_ context.Context, method string) error {
		if method == "ChargeBatch" {
			return errors.New("the disk is full")
		}
		return nil
	}
	if w := s.get("/sub/readyz"); w.Code != 200 {
		t.Errorf("before anybody was refused: %d", w.Code)
	}
	s.refused(s.get(addURL), 503, "charge_unavailable")
	s.refused(s.get("/sub/readyz"), 503, "charge_unavailable")
}

func TestOperationsAreFound(t *testing.T) {
	s := newSite(t)
	ids := func(query string) string {
		t.Helper()
		w := s.get("/sub/v1/operations" + query)
		var b struct {
			Data struct {
				Operations []struct{ ID string }
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &b); err != nil || w.Code != 200 || b.Data.Operations == nil {
			t.Fatalf("%s: %d %s", query, w.Code, w.Body)
		}
		var found []string
		for _, o := range b.Data.Operations {
			found = append(found, o.ID)
		}
		return strings.Join(found, " ")
	}
	if got := ids("?q=to+quote"); got != "test-quote" {
		t.Errorf("found %q", got)
	}
	if got := ids("?q=" + "z%C3%A9bra"); got != "" {
		t.Errorf("found %q", got)
	}
	if all := ids(""); !strings.Contains(all, "test-quote") || !strings.Contains(all, "test-add") {
		t.Errorf("all are %q", all)
	}
	s.refused(s.get("/sub/v1/operations?q=%ff"), 422, "validation_failed")
	s.refused(s.get("/sub/v1/operations?q=a&q=b"), 422, "validation_failed")
}
