package toolcrib

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client calls one service with one key. It may be used by many goroutines at
// once. Its fields, of Services, lead to the operations.
type Client struct {
	Services
	base, key, agent string
	http             *http.Client
	retry            Retry
}

// Retry says how often and how long a call is tried again. A zero field has
// the default.
type Retry struct {
	// Attempts is how often a call is sent at most; 1 is without retry. Default 4.
	Attempts int
	// Base is the longest first wait where the service names none. It doubles
	// with each attempt, and the true wait is drawn from its upper half. Default 250 ms.
	Base time.Duration
	// MaxWait is the longest wait between two attempts. A refusal whose
	// Retry-After asks for more is returned at once. Default 1 minute.
	MaxWait time.Duration
}

// Option is a setting of a Client.
type Option func(*Client)

// WithHTTPClient sends calls through a client of the caller's, such as one
// with a proxy or a certificate of its own. Its Timeout holds for each attempt.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithRetry sets how calls are tried again.
func WithRetry(r Retry) Option { return func(c *Client) { c.retry = r } }

// WithUserAgent names the calling program to the service.
func WithUserAgent(name string) Option { return func(c *Client) { c.agent = name } }

// New makes a client of the service at a base URL, such as
// "https://tools.example.com" or "https://example.com/tools". It opens no
// connection.
func New(baseURL, key string, opts ...Option) (*Client, error) {
	u, err := url.Parse(baseURL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.User != nil {
		return nil, fmt.Errorf("toolcrib: the base URL must be as https://tools.example.com")
	}
	c := &Client{base: strings.TrimSuffix(baseURL, "/"), key: key, agent: "toolcrib-go", http: http.DefaultClient}
	for _, o := range opts {
		o(c)
	}
	c.retry = c.retry.filled()
	c.Services = newServices(c)
	return c, nil
}

func (r Retry) filled() Retry {
	if r.Attempts <= 0 {
		r.Attempts = 4
	}
	if r.Base <= 0 {
		r.Base = 250 * time.Millisecond
	}
	if r.MaxWait <= 0 {
		r.MaxWait = time.Minute
	}
	return r
}

// CallOption is a setting of one call.
type CallOption func(*callOptions)

type callOptions struct {
	key    string
	chosen bool // by the caller
}

// IdempotencyKey sends a key of the caller's choice, 1 to 255 visible ASCII
// characters: the same call with the same key costs nothing more for 24 hours,
// even from another process. An empty key sends none; then a cut connection is
// not tried again, since the call could be charged twice.
func IdempotencyKey(key string) CallOption {
	return func(o *callOptions) { o.key, o.chosen = key, true }
}

func options(list []CallOption) callOptions {
	o := callOptions{key: rand.Text()}
	for _, f := range list {
		f(&o)
	}
	return o
}

// Number writes a variable as the fields take it, a float in the shortest form
// that is read as the same value.
func Number[T ~int | ~int32 | ~int64 | ~float64](v T) json.Number {
	if T(1)/2 == 0 { // whole numbers only
		return json.Number(strconv.FormatInt(int64(v), 10))
	}
	return json.Number(strconv.FormatFloat(float64(v), 'f', -1, 64))
}
