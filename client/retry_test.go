package toolcrib_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	toolcrib "toolcrib/client"
)

// transport answers calls from a list, the last entry again and again, and
// notes what was sent and when. In a bubble of synctest its time is the bubble's.
type transport struct {
	answers []answer
	keys    []string
	bodies  []string
	at      []time.Time
}

type answer struct {
	status int
	header http.Header
	body   string
	err    error
	cut    bool // in the middle of the body
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	t.keys, t.bodies, t.at = append(t.keys, r.Header.Get("Idempotency-Key")), append(t.bodies, string(text)), append(t.at, time.Now())
	a := t.answers[min(len(t.at), len(t.answers))-1]
	if a.err != nil {
		return nil, a.err
	}
	header := a.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	if a.status != 200 && strings.HasPrefix(a.body, "{") {
		header.Set("Content-Type", "application/problem+json")
	}
	var body io.Reader = strings.NewReader(a.body)
	if a.cut {
		body = io.MultiReader(strings.NewReader(a.body[:len(a.body)/2]), failing{})
	}
	return &http.Response{StatusCode: a.status, Header: header, Body: io.NopCloser(body), Request: r}, nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func problem(status int, code, after string) answer {
	h := http.Header{}
	if after != "" {
		h.Set("Retry-After", after)
	}
	return answer{status: status, header: h, body: `{"success":false,"code":"` + code + `","detail":"d","errors":[]}`}
}

var (
	fine   = answer{status: 200, body: `{"success":true,"data":{"slug":"a-b"}}`}
	broken = answer{err: io.ErrUnexpectedEOF}
	keyed  = []toolcrib.CallOption{toolcrib.IdempotencyKey("mine")}
	bare   = []toolcrib.CallOption{toolcrib.IdempotencyKey("")}
)

// between is a span of time.
type between struct{ least, most time.Duration }

func TestRetry(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	unkept := answer{status: 422, body: `{"code":"validation_failed","errors":[{"field":"Idempotency-Key","code":"output_too_large","message":"m"}]}`}
	for name, c := range map[string]struct {
		answers []answer
		opts    []toolcrib.CallOption
		sent    int
		waits   []between
		err     string // "" is an answer
	}{
		"at once":                        {answers: []answer{fine}, sent: 1},
		"429 with seconds":               {answers: []answer{problem(429, "rate_limited", "7"), fine}, sent: 2, waits: []between{{7 * s, 7250 * ms}}},
		"503 twice":                      {answers: []answer{problem(503, "charge_unavailable", "1"), problem(503, "overloaded", "2"), fine}, sent: 3, waits: []between{{s, 1250 * ms}, {2 * s, 2250 * ms}}},
		"409 while the first is running": {answers: []answer{problem(409, "idempotency_in_progress", "1"), fine}, opts: keyed, sent: 2, waits: []between{{s, 1250 * ms}}},
		"until the end of the month":     {answers: []answer{problem(429, "free_quota_exceeded", "864000")}, sent: 1, err: "free_quota_exceeded"},
		"no wait helps":                  {answers: []answer{problem(402, "insufficient_credits", "")}, sent: 1, err: "insufficient_credits"},
		"no model":                       {answers: []answer{problem(503, "model_unavailable", "")}, sent: 1, err: "model_unavailable"},
		"internal":                       {answers: []answer{problem(500, "internal_error", "")}, sent: 1, err: "internal_error"},
		"attempts are bounded":           {answers: []answer{problem(503, "overloaded", "1")}, sent: 4, waits: []between{{s, 1250 * ms}, {s, 1250 * ms}, {s, 1250 * ms}}, err: "overloaded"},
		"connection lost":                {answers: []answer{broken, broken, fine}, sent: 3, waits: []between{{125 * ms, 251 * ms}, {250 * ms, 501 * ms}}},
		"answer cut":                     {answers: []answer{{status: 200, body: fine.body, cut: true}, fine}, sent: 2, waits: []between{{125 * ms, 251 * ms}}},
		"connection lost, no key":        {answers: []answer{broken}, opts: bare, sent: 1, err: "unexpected EOF"},
		"429, no key":                    {answers: []answer{problem(429, "rate_limited", "1"), fine}, opts: bare, sent: 2, waits: []between{{s, 1250 * ms}}},
		"a proxy's 502":                  {answers: []answer{{status: 502, body: "<h1>Bad Gateway</h1>"}, fine}, sent: 2, waits: []between{{125 * ms, 251 * ms}}},
		"a proxy's 502, no key":          {answers: []answer{{status: 502, body: "<h1>"}}, opts: bare, sent: 1, err: "502"},
		"another server's page":          {answers: []answer{{status: 200, body: "<h1>Welcome</h1>"}}, sent: 1, err: "cannot be read"},
		"too long to keep":               {answers: []answer{unkept, fine}, sent: 2, waits: []between{{0, 0}}},
		"too long to keep, own key":      {answers: []answer{unkept}, opts: keyed, sent: 1, err: "Idempotency-Key"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := &transport{answers: c.answers}
				out, err := slug(t.Context(), t, tr, c.opts...)
				switch {
				case c.err == "" && (err != nil || out.Slug != "a-b"):
					t.Errorf("%+v %v", out, err)
				case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
					t.Errorf("%v; want %s", err, c.err)
				}
				if len(tr.at) != c.sent {
					t.Fatalf("sent %d times; want %d", len(tr.at), c.sent)
				}
				for i, w := range c.waits {
					if d := tr.at[i+1].Sub(tr.at[i]); d < w.least || d > w.most {
						t.Errorf("wait %d was %v; want %v to %v", i, d, w.least, w.most)
					}
				}
				checkKeys(t, tr, name == "too long to keep", c.opts)
			})
		})
	}
}

// checkKeys expects the same key and the same body at every attempt.
func checkKeys(t *testing.T, tr *transport, dropped bool, opts []toolcrib.CallOption) {
	t.Helper()
	if opts == nil && len(tr.keys[0]) < 20 {
		t.Errorf("the key %q is short", tr.keys[0])
	}
	for i := range tr.keys[1:] {
		want := tr.keys[0]
		if dropped {
			want = ""
		}
		if tr.keys[i+1] != want || tr.bodies[i+1] != tr.bodies[0] {
			t.Errorf("attempt %d: key %q, body %s; the first: %q, %s", i+2, tr.keys[i+1], tr.bodies[i+1], tr.keys[0], tr.bodies[0])
		}
	}
}

func slug(ctx context.Context, t *testing.T, tr http.RoundTripper, opts ...toolcrib.CallOption) (*toolcrib.SlugifyResult, error) {
	t.Helper()
	c, err := toolcrib.New("https://tools.example.com/sub/", "k", toolcrib.WithHTTPClient(&http.Client{Transport: tr}))
	if err != nil {
		t.Fatal(err)
	}
	return c.Text.Slugify(ctx, toolcrib.SlugifyInput{Text: "A <b>"}, opts...)
}

// TestTwoCallsHaveTwoKeys: a key that were used twice would answer the second
// call with the first one's answer.
func TestTwoCallsHaveTwoKeys(t *testing.T) {
	tr := &transport{answers: []answer{fine}}
	for range 2 {
		if _, err := slug(t.Context(), t, tr); err != nil {
			t.Fatal(err)
		}
	}
	if tr.keys[0] == tr.keys[1] {
		t.Error("two calls have the same key")
	}
}

// TestDeadline: a wait that would outlast the context is not begun, and the
// refusal is told along with it.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		_, err := slug(ctx, t, &transport{answers: []answer{problem(429, "rate_limited", "30")}})
		var refused *toolcrib.Error
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &refused) || refused.RetryAfter != 30*time.Second || time.Since(began) > 0 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// TestCancel: a wait ends with the context.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(3*time.Second, cancel)
		_, err := slug(ctx, t, &transport{answers: []answer{problem(429, "rate_limited", "30")}})
		if d := time.Since(began); !errors.Is(err, context.Canceled) || d != 3*time.Second {
			t.Errorf("%v after %v", err, d)
		}
	})
}

func TestRetryAfterAsDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := &transport{answers: []answer{problem(503, "overloaded", time.Now().Add(9*time.Second).UTC().Format(http.TimeFormat)), fine}}
		if _, err := slug(t.Context(), t, tr); err != nil {
			t.Fatal(err)
		}
		if d := tr.at[1].Sub(tr.at[0]); d < 9*time.Second || d > 9250*time.Millisecond {
			t.Errorf("waited %v", d)
		}
	})
}
