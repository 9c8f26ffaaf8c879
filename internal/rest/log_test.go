package rest_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const canary = "canary-5e1f"

// Whatever goes wrong, the log has the request's id and nothing that the
// caller sent, and no key.
func TestNoCallerTextInTheLog(t *testing.T) {
	s := newSiteAt(t, origin, 0)
	s.post(echoURL, `{"text":"panic `+canary+`"}`, "X-Note: "+canary, "Accept: "+canary)
	s.post(echoURL, `{"text":"`+canary+`"}`, "Content-Type: "+canary)
	s.post(echoURL, `{"`+canary+`":"`+canary+`"`)
	s.post(echoURL+"?"+canary+"="+canary, hello)
	s.get("/sub/v1/calculators/add?a=" + canary + "&" + canary + "=" + s.secret)
	s.get("/sub/"+canary+"/"+s.secret, "Authorization:")
	s.get(addURL, "Authorization: Bearer "+canary)
	s.get("/sub/v1/usage?" + canary)
	r := s.request("POST", echoURL, "")
	r.Body, r.ContentLength = io.NopCloser(io.MultiReader(strings.NewReader(canary), iotest.ErrReader(errors.New("cut")))), -1
	s.serve(r)
	r = s.request("POST", echoURL, "")
	r.Body, r.ContentLength = io.NopCloser(panicReader{}), -1
	s.refused(s.serve(r), 500, "internal_error")
	s.ledger.Fault = func(context.Context, string) error { return errors.New("the store is away") }
	away := s.get(addURL, "X-Note: "+canary)
	s.refused(away, 503, "charge_unavailable")
	s.get("/sub/readyz?" + canary)

	log := s.log.String()
	for _, secret := range []string{canary, s.secret, s.secret[8:40], "hello"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q:\n%s", secret, log)
		}
	}
	for _, want := range []string{away.Header().Get("Request-Id"), "the store is away", "test-echo panicked with a value of type string", "rest panicked with a value of type *errors.errorString"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}

// panicReader is a defect below the handler.
type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic(errors.New("broken by " + canary)) }

// What is the caller's fault is no matter for the log.
func TestRefusalsAreNotLogged(t *testing.T) {
	s := newSite(t)
	s.get("/sub/none")
	s.get(addURL, "Authorization:")
	s.get("/sub/v1/calculators/add")
	s.post(echoURL, "{")
	s.get(addURL)
	if s.log.Len() > 0 {
		t.Errorf("logged: %s", s.log)
	}
	// A caller that has left, or has only closed its sending side, is no
	// failure of ours: the store is asked all the same, and the call answered.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = newSite(t) // knows no key and no balance yet
	s.ledger.Fault = func(ctx context.Context, _ string) error { return ctx.Err() }
	if w := s.serve(s.request("GET", addURL, "").WithContext(ctx)); w.Code != 200 {
		t.Errorf("answered %d: %s", w.Code, w.Body)
	}
	if s.log.Len() > 0 {
		t.Errorf("logged: %s", s.log)
	}
}
