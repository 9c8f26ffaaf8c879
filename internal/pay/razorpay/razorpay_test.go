package razorpay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/razorpay"
)

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

type answer struct {
	status int
	body   string
}

// api answers by method and path with query, and keeps what it was sent.
type api struct {
	t       *testing.T
	answers map[string]answer
	sent    map[string]map[string]any
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if id, key, ok := r.BasicAuth(); !ok || id != "key_id" || key != "key_secret" {
		a.t.Errorf("credentials %q %q", id, key)
	}
	at := r.Method + " " + r.URL.RequestURI()
	if body, _ := io.ReadAll(r.Body); len(body) > 0 {
		var v map[string]any
		if err := json.Unmarshal(body, &v); err != nil {
			a.t.Error(err)
		}
		a.sent[at] = v
	}
	found, ok := a.answers[at]
	if !ok {
		found = answer{404, ""}
	}
	w.WriteHeader(found.status)
	fmt.Fprint(w, found.body)
}

func serve(t *testing.T, answers map[string]answer) (*razorpay.Provider, *api) {
	t.Helper()
	a := &api{t, answers, map[string]map[string]any{}}
	s := httptest.NewServer(a)
	t.Cleanup(s.Close)
	return razorpay.New(razorpay.Options{
		KeyID: "key_id", KeySecret: "key_secret", WebhookSecret: "key_secret", URL: s.URL, Now: func() time.Time { return now },
	}), a
}

// badRequest is an answer as the API's documentation has it.
const badRequest = `{"error":{"code":"BAD_REQUEST_ERROR","description":"SECRET TEXT","source":"business","step":"payment_initiation","reason":"input_validation_failed","metadata":{}}}`

func TestCheckout(t *testing.T) {
	c := pay.Checkout{OrderID: "ord_1", Title: "10,000 API units", Paise: 9_900, ReturnURL: "https://x.example/o"}
	want := pay.Session{Ref: "plink_1", URL: "https://rzp.example/1"}
	p, a := serve(t, map[string]answer{"POST /v1/payment_links": {200, `{"id":"plink_1","short_url":"https://rzp.example/1"}`}})
	if got, err := p.CreateCheckout(context.Background(), c); err != nil || got != want {
		t.Fatalf("%+v, %v", got, err)
	}
	for name, want := range map[string]any{
		"amount": 9900.0, "currency": "INR", "accept_partial": false, "reference_id": "ord_1",
		"callback_url": "https://x.example/o", "callback_method": "get", "expire_by": float64(now.Unix() + 24*3600),
	} {
		if got := a.sent["POST /v1/payment_links"][name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	// The answer to the first try was lost: the reference is taken, by us.
	p, _ = serve(t, map[string]answer{
		"POST /v1/payment_links":                   {400, badRequest},
		"GET /v1/payment_links?reference_id=ord_1": {200, `{"payment_links":[{"id":"plink_1","short_url":"https://rzp.example/1","reference_id":"ord_1"}]}`},
	})
	if got, err := p.CreateCheckout(context.Background(), c); err != nil || got != want {
		t.Errorf("the second try: %+v, %v", got, err)
	}
	for name, list := range map[string]string{"none": `{"payment_links":[]}`, "another's": `{"payment_links":[{"id":"plink_2","reference_id":"ord_2"}]}`} {
		p, _ = serve(t, map[string]answer{
			"POST /v1/payment_links":                   {400, badRequest},
			"GET /v1/payment_links?reference_id=ord_1": {200, list},
		})
		if _, err := p.CreateCheckout(context.Background(), c); err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFetchOrder(t *testing.T) {
	link := func(status, payments string) answer {
		return answer{200, fmt.Sprintf(`{"id":"plink_1","reference_id":"ord_1","status":%q,"amount":9900,"payments":%s}`, status, payments)}
	}
	payment := func(status string, refunded int) answer {
		return answer{200, fmt.Sprintf(`{"id":"pay_1","status":%q,"amount":9900,"currency":"INR","amount_refunded":%d}`, status, refunded)}
	}
	dispute := func(status, of string) answer {
		return answer{200, fmt.Sprintf(`{"id":"disp_1","entity":"dispute","payment_id":%q,"status":%q,"phase":"chargeback"}`, of, status)}
	}
	const one = `[{"payment_id":"pay_1","amount":9900,"status":"captured"}]`
	base := account.Payment{Ref: "plink_1", OrderID: "ord_1"}
	expired, paid := base, base
	expired.State = account.PaymentExpired
	paid.State, paid.PaymentRef, paid.Paise, paid.Currency = account.PaymentPaid, "pay_1", 9_900, "INR"
	refunded, disputed := paid, paid
	refunded.Refunded, disputed.Disputed = 9_900, true
	for _, c := range []struct {
		name                   string
		link, payment, dispute answer
		want                   account.Payment
	}{
		{"open", link("created", "null"), answer{}, answer{}, base},
		{"part of it", link("partially_paid", one), payment("captured", 0), answer{}, base},
		{"expired", link("expired", "[]"), answer{}, answer{}, expired},
		{"cancelled", link("cancelled", "[]"), answer{}, answer{}, expired},
		{"paid", link("paid", one), payment("captured", 0), answer{404, ""}, paid},
		{"not captured yet", link("paid", one), payment("authorized", 0), answer{}, base},
		{"refunded", link("paid", one), payment("refunded", 9_900), answer{404, ""}, refunded},
		{"disputed", link("paid", one), payment("captured", 0), dispute("under_review", "pay_1"), disputed},
		{"dispute won", link("paid", one), payment("captured", 0), dispute("won", "pay_1"), paid},
		{"another's dispute", link("paid", one), payment("captured", 0), dispute("lost", "pay_2"), paid},
	} {
		p, _ := serve(t, map[string]answer{"GET /v1/payment_links/plink_1": c.link, "GET /v1/payments/pay_1": c.payment, "GET /v1/disputes/disp_1": c.dispute})
		l := pay.Lookup{Ref: "plink_1"}
		if c.dispute.status == 200 {
			l.Dispute = "disp_1"
		}
		if got, err := p.FetchOrder(context.Background(), l); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	p, _ := serve(t, nil)
	if _, err := p.FetchOrder(context.Background(), pay.Lookup{Ref: "plink_1"}); !errors.Is(err, pay.ErrUnknown) {
		t.Errorf("no such link: %v", err)
	}
	for name, bad := range map[string]answer{"broken": {500, ""}, "not JSON": {200, "{"}, "endless": {200, strings.Repeat(" ", 1<<20+1)}, "elsewhere": {302, ""}} {
		p, _ := serve(t, map[string]answer{"GET /v1/payment_links/plink_1": bad})
		if got, err := p.FetchOrder(context.Background(), pay.Lookup{Ref: "plink_1"}); err == nil || errors.Is(err, pay.ErrUnknown) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestRefund(t *testing.T) {
	r := pay.RefundRequest{Ref: "plink_1", PaymentRef: "pay_1", Paise: 100, Key: "rfd_1"}
	const list, create = "GET /v1/payments/pay_1/refunds?count=100", "POST /v1/payments/pay_1/refund"
	for name, c := range map[string]struct {
		list, create answer
		want         string
		err          error
	}{
		"made":          {answer{200, `{"items":[{"id":"rfnd_0","receipt":"other"}]}`}, answer{200, `{"id":"rfnd_1","status":"pending"}`}, "rfnd_1", nil},
		"made before":   {answer{200, `{"items":[{"id":"rfnd_1","receipt":"rfd_1","status":"processed"}]}`}, answer{400, badRequest}, "rfnd_1", nil},
		"refused":       {answer{200, `{"items":[]}`}, answer{400, badRequest}, "", pay.ErrRefused},
		"failed before": {answer{200, `{"items":[{"id":"rfnd_1","receipt":"rfd_1","status":"failed"}]}`}, answer{400, badRequest}, "", pay.ErrRefused},
	} {
		p, a := serve(t, map[string]answer{list: c.list, create: c.create})
		if got, err := p.Refund(context.Background(), r); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if sent := a.sent[create]; name == "made" && (sent["amount"] != 100.0 || sent["receipt"] != "rfd_1") {
			t.Errorf("sent %v", sent)
		}
	}
	p, _ := serve(t, map[string]answer{list: {200, `{"items":[]}`}, create: {502, ""}})
	if _, err := p.Refund(context.Background(), r); err == nil || errors.Is(err, pay.ErrRefused) {
		t.Errorf("no answer is no refusal: %v", err)
	}
}

func signed(body []byte, secret string) http.Header {
	h := http.Header{}
	h.Set("X-Razorpay-Signature", pay.Sign(secret, body))
	return h
}

// TestPublishedSignatures: those that Razorpay's own SDK for Python is tested
// with (tests/test_client_utility.py, with the key "key_secret").
func TestPublishedSignatures(t *testing.T) {
	if !pay.Signed("key_secret", []byte("fake_order_id|fake_payment_id"), "b2335e3b0801106b84a7faff035df56ecffde06918c9ddd1f0fafbb37a51cc89") {
		t.Error("the signature of a payment")
	}
	body, err := os.ReadFile("testdata/authorized.json")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	h.Set("X-Razorpay-Signature", "d60e67fd884556c045e9be7dad57903e33efc7172c17c6e3ef77db42d2b366e9")
	p, _ := serve(t, nil)
	e, err := p.ParseWebhook(h, body)
	if err != nil || e.PaymentRef != "pay_6koWN7bvxujzxM" || e.Ref != "" {
		t.Errorf("%+v, %v", e, err)
	}
	body[len(body)-3]++
	if _, err := p.ParseWebhook(h, body); !errors.Is(err, pay.ErrForged) {
		t.Errorf("changed: %v", err)
	}
}

func TestMessages(t *testing.T) {
	p, _ := serve(t, nil)
	for payload, want := range map[string]pay.Event{
		`{"payment_link":{"entity":{"id":"plink_1"}},"payment":{"entity":{"id":"pay_1"}},"order":{"entity":{"id":"order_1"}}}`: {Ref: "plink_1"},
		`{"payment":{"entity":{"id":"pay_1"}},"dispute":{"entity":{"id":"disp_1","payment_id":"pay_1"}}}`:                      {PaymentRef: "pay_1", Dispute: "disp_1"},
		`{"refund":{"entity":{"id":"rfnd_1","payment_id":"pay_1"}},"payment":{"entity":{"id":"pay_1"}}}`:                       {PaymentRef: "pay_1"},
		`{"settlement":{"entity":{"id":"setl_1"}}}`:                                                                            {},
	} {
		body := fmt.Appendf(nil, `{"event":"x","created_at":%d,"payload":%s}`, now.Unix(), payload)
		got, err := p.ParseWebhook(signed(body, "key_secret"), body)
		if id := got.ID; want != (pay.Event{}) {
			if want.ID = id; len(id) != 64 {
				t.Errorf("id %q", id)
			}
		}
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", payload, got, err)
		}
	}
	at := func(offset time.Duration) []byte {
		return fmt.Appendf(nil, `{"created_at":%d,"payload":{"payment_link":{"entity":{"id":"plink_1"}}}}`, now.Add(offset).Unix())
	}
	none := razorpay.New(razorpay.Options{KeyID: "key_id", KeySecret: "key_secret", Now: func() time.Time { return now }})
	for name, c := range map[string]struct {
		p      *razorpay.Provider
		body   []byte
		secret string
		good   bool
	}{
		"a day late":     {p, at(-24 * time.Hour), "key_secret", true},
		"300 s early":    {p, at(300 * time.Second), "key_secret", true},
		"301 s early":    {p, at(301 * time.Second), "key_secret", false},
		"another secret": {p, at(0), "other", false},
		"no secret set":  {none, at(0), "", false},
		"not JSON":       {p, []byte("{"), "key_secret", false},
	} {
		if _, err := c.p.ParseWebhook(signed(c.body, c.secret), c.body); (err == nil) != c.good || err != nil && !errors.Is(err, pay.ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"created_at":1,"payload":{"payment":{"entity":{"id":"pay_1"}}}}`), "00")
	f.Add([]byte(`{"created_at":9e99,"payload":[]}`), "")
	p := razorpay.New(razorpay.Options{WebhookSecret: "key_secret", Now: func() time.Time { return now }})
	f.Fuzz(func(t *testing.T, body []byte, signature string) {
		if _, err := p.ParseWebhook(http.Header{"X-Razorpay-Signature": {signature}}, body); err == nil {
			t.Error("a message was believed that nobody signed")
		}
		if e, err := p.ParseWebhook(signed(body, "key_secret"), body); err == nil && e != (pay.Event{}) && !json.Valid(body) {
			t.Errorf("%q was read as %+v", body, e)
		}
	})
}
