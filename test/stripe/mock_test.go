package stripe_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"

	"toolcrib/internal/pay"
	"toolcrib/internal/pay/stripe"
)

// mock is stripe-mock on a free port of loopback, in this process, so that it
// ends with it. It notes the status of each request.
type mock struct {
	url string

	mu   sync.Mutex
	seen map[string]int // by method and path
}

func start(t *testing.T) *mock {
	t.Helper()
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	stub, err := server.NewStubServer(fixtures, spec, false, false)
	if err != nil {
		t.Fatal(err)
	}
	m := &mock{seen: map[string]int{}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		noted := &statusWriter{w, http.StatusOK}
		stub.HandleRequest(noted, r)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.seen[r.Method+" "+r.URL.Path] = noted.status
	}))
	t.Cleanup(s.Close)
	m.url = s.URL
	return m
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// TestEveryRequest: stripe-mock takes each request that the provider makes.
func TestEveryRequest(t *testing.T) {
	m := start(t)
	ctx := context.Background()
	p := stripe.New(stripe.Options{Key: "sk_test_123", URL: m.url})
	session, err := p.CreateCheckout(ctx, pay.Checkout{
		OrderID: "ord_01J0000000000000000000000X", Title: "10,000 API units", Paise: 9_900,
		ReturnURL: "https://x.example/account/orders/ord_1", CancelURL: "https://x.example/account/orders/ord_1",
	})
	if err != nil || session.Ref == "" {
		t.Fatalf("checkout: %+v, %v", session, err)
	}
	if payment, err := p.FetchOrder(ctx, pay.Lookup{Ref: session.Ref}); err != nil || payment.Ref == "" {
		t.Errorf("fetch: %+v, %v", payment, err)
	}
	ref, err := p.Refund(ctx, pay.RefundRequest{Ref: session.Ref, PaymentRef: "pi_123", Paise: 4_950, Key: "rfd_01J0000000000000000000000X"})
	if err != nil || ref == "" {
		t.Errorf("refund: %q, %v", ref, err)
	}
	for _, request := range []string{
		"POST /v1/checkout/sessions", "GET /v1/checkout/sessions/" + session.Ref, "GET /v1/refunds", "POST /v1/refunds",
	} {
		if status := m.seen[request]; status != http.StatusOK {
			t.Errorf("%s: status %d of %v", request, status, m.seen)
		}
	}
}

// TestItRefuses shows that being taken means something: a parameter or mode
// that Stripe does not have is refused.
func TestItRefuses(t *testing.T) {
	m := start(t)
	for name, change := range map[string]url.Values{
		"mode":      {"mode": {"pay"}},
		"parameter": {"mode": {"payment"}, "client_reference": {"ord_1"}},
	} {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, m.url+"/v1/checkout/sessions", strings.NewReader(change.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Authorization", "Bearer sk_test_123")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, resp.StatusCode)
		}
	}
}
