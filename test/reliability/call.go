package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// request is one HTTP request to a server.
type request struct {
	base, path string
	post       string // body of a POST; "" = GET
	key        string
	retry      string // Idempotency-Key, "" = none
	from       string // X-Forwarded-For, "" = none
}

// plain is a call that costs a unit.
func plain(n *node, c caller) request {
	return request{base: n.url, path: "/v1/calculators/bmi?weight=70&height=175", key: c.key}
}

// answer is what came back, with when.
type answer struct {
	start, end time.Time
	status     int
	header     http.Header
	body       string
}

// ok tells whether the result was released.
func (a *answer) ok() bool { return a.status == http.StatusOK }

// took is how long the caller waited.
func (a *answer) took() time.Duration { return a.end.Sub(a.start) }

// id is the charge that the request would make.
func (a *answer) id() string { return "ch_" + strings.TrimPrefix(a.header.Get("Request-Id"), "req_") }

// newClient is an HTTP client for so many callers at a time.
func (t *trial) newClient(callers int) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: callers, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

// send makes one call and reads its whole answer: only then is the result
// released. The start is taken before anything is sent.
func send(ctx context.Context, c *http.Client, r request) (answer, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.post != "" {
		method, body = http.MethodPost, strings.NewReader(r.post)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base+r.path, body)
	if err != nil {
		return answer{}, err
	}
	set := func(name, value string) {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	set("Idempotency-Key", r.retry)
	set("X-Forwarded-For", r.from)
	if r.post != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	a := answer{start: time.Now()}
	resp, err := c.Do(req)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	a.end, a.status, a.header, a.body = time.Now(), resp.StatusCode, resp.Header, string(text)
	return a, err
}

// decision is the body of a call of random-decision-maker, whose answers differ.
const decision = `{"options":[{"text":"a"},{"text":"b"},{"text":"c"},{"text":"d"}]}`
