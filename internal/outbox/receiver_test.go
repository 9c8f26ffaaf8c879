package outbox_test

import (
	"crypto/x509"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"toolcrib/internal/outbox"
)

// call is a request that a receiver got.
type call struct {
	header http.Header
	path   string
	body   []byte
}

func (c call) id() string { return c.header.Get("webhook-id") }

// receiver is a server on loopback, over TLS if made by receive, that notes what it gets and
// answers by a handler.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	calls []call
}

func receive(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewUnstartedServer(r.note(t, answer))
	r.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	r.StartTLS()
	t.Cleanup(r.Close)
	return r
}

// note is the handler that notes a request and leaves the rest to another.
func (r *receiver) note(t *testing.T, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil || req.Method != http.MethodPost {
			t.Errorf("%s, %v", req.Method, err)
		}
		r.mu.Lock()
		r.calls = append(r.calls, call{req.Header, req.URL.RequestURI(), body})
		r.mu.Unlock()
		answer(w, req)
	}
}

func (r *receiver) got() []call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls
}

// roots are what its certificate is trusted by.
func (r *receiver) roots() *x509.CertPool {
	return r.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
}

// outboxFor returns an Outbox that trusts the receiver, may reach it, and
// writes its log to the text returned.
func (r *receiver) outboxFor(store *memory, timeout time.Duration) (*outbox.Outbox, *strings.Builder) {
	log := &strings.Builder{}
	o := outbox.New(outbox.Options{
		Store: store, AllowPrivate: true, Timeout: timeout, Now: store.now, Log: slog.New(slog.NewJSONHandler(log, nil)),
	})
	o.Trust(r.roots())
	return o, log
}

// verify has the specification's library check a request's signature.
func verify(t *testing.T, c call) {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.VerifyIgnoringTimestamp(c.body, c.header); err != nil {
		t.Errorf("the specification's library refuses the request: %v", err)
	}
}

func deliver(t *testing.T, o *outbox.Outbox) {
	t.Helper()
	if err := o.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
}
