package stripe_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/stripe"
)

const secret = "whsec_test"

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// answer serves one request of the API and keeps it.
type answer struct {
	status int
	body   string
}

type api struct {
	answers map[string]answer // by method and path
	seen    []*http.Request
	forms   []url.Values
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	a.seen, a.forms = append(a.seen, r), append(a.forms, r.Form)
	found, ok := a.answers[r.Method+" "+r.URL.Path]
	if !ok {
		found = answer{404, `{"error":{"type":"invalid_request_error","code":"resource_missing","message":"SECRET TEXT"}}`}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(found.status)
	fmt.Fprint(w, found.body)
}

func serve(t *testing.T, answers map[string]answer) (*stripe.Provider, *api) {
	t.Helper()
	a := &api{answers: answers}
	s := httptest.NewServer(a)
	t.Cleanup(s.Close)
	return stripe.New(stripe.Options{Key: "sk_test_1", WebhookSecret: secret, URL: s.URL, Now: func() time.Time { return now }}), a
}

func TestCheckout(t *testing.T) {
	p, a := serve(t, map[string]answer{"POST /v1/checkout/sessions": {200, `{"id":"cs_1","url":"https://checkout.example/cs_1"}`}})
	got, err := p.CreateCheckout(context.Background(), pay.Checkout{
		OrderID: "ord_1", Title: "10,000 API units", Paise: 9_900, ReturnURL: "https://x.example/o", CancelURL: "https://x.example/c",
	})
	if err != nil || got != (pay.Session{Ref: "cs_1", URL: "https://checkout.example/cs_1"}) {
		t.Fatalf("%+v, %v", got, err)
	}
	for name, want := range map[string]string{
		"mode": "payment", "client_reference_id": "ord_1", "line_items[0][price_data][currency]": "inr",
		"line_items[0][price_data][unit_amount]": "9900", "line_items[0][quantity]": "1", "adaptive_pricing[enabled]": "false",
		"success_url": "https://x.example/o", "cancel_url": "https://x.example/c",
	} {
		if got := a.forms[0].Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if key := a.seen[0].Header.Get("Idempotency-Key"); key != "ord_1" {
		t.Errorf("idempotency key %q", key)
	}
}

func session(status, paid, intent string) answer {
	return answer{200, fmt.Sprintf(`{"id":"cs_1","client_reference_id":"ord_1","status":%q,"payment_status":%q,"payment_intent":%s}`, status, paid, intent)}
}

func TestFetchOrder(t *testing.T) {
	const intent = `{"id":"pi_1","amount_received":9900,"currency":"inr","latest_charge":{"id":"ch_1","amount_refunded":100,"disputed":true}}`
	base := account.Payment{Ref: "cs_1", OrderID: "ord_1"}
	expired, paid := base, base
	expired.State = account.PaymentExpired
	paid.State, paid.PaymentRef, paid.Paise, paid.Currency, paid.Refunded, paid.Disputed = account.PaymentPaid, "pi_1", 9_900, "INR", 100, true
	for name, c := range map[string]struct {
		answer answer
		want   account.Payment
	}{
		"open":           {session("open", "unpaid", "null"), base},
		"money later":    {session("complete", "unpaid", `{"id":"pi_1","amount_received":0,"currency":"inr"}`), base},
		"expired":        {session("expired", "unpaid", "null"), expired},
		"paid":           {session("complete", "paid", intent), paid},
		"free of charge": {session("complete", "no_payment_required", "null"), base},
	} {
		p, a := serve(t, map[string]answer{"GET /v1/checkout/sessions/cs_1": c.answer})
		got, err := p.FetchOrder(context.Background(), pay.Lookup{Ref: "cs_1"})
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
		if e := a.forms[0].Get("expand[0]"); e != "payment_intent.latest_charge" {
			t.Errorf("expand %q", e)
		}
	}
	p, _ := serve(t, nil)
	if _, err := p.FetchOrder(context.Background(), pay.Lookup{Ref: "cs_1"}); !errors.Is(err, pay.ErrUnknown) {
		t.Errorf("no such checkout: %v", err)
	}
}

func TestRefund(t *testing.T) {
	r := pay.RefundRequest{Ref: "cs_1", PaymentRef: "pi_1", Paise: 100, Key: "rfd_1"}
	none := answer{200, `{"object":"list","data":[],"has_more":false}`}
	bad := answer{400, `{"error":{"type":"invalid_request_error","code":"charge_already_refunded","message":"SECRET TEXT"}}`}
	for name, c := range map[string]struct {
		list, create answer
		want         string
		err          error
		posts        int
	}{
		"made":          {none, answer{200, `{"id":"re_1","status":"pending"}`}, "re_1", nil, 1},
		"made before":   {answer{200, `{"object":"list","data":[{"id":"re_2","metadata":{}},{"id":"re_3","status":"succeeded","metadata":{"toolcrib_refund":"rfd_1"}}]}`}, bad, "re_3", nil, 0},
		"refused":       {none, bad, "", pay.ErrRefused, 1},
		"failed before": {answer{200, `{"object":"list","data":[{"id":"re_3","status":"failed","metadata":{"toolcrib_refund":"rfd_1"}}]}`}, bad, "", pay.ErrRefused, 0},
	} {
		p, a := serve(t, map[string]answer{"GET /v1/refunds": c.list, "POST /v1/refunds": c.create})
		got, err := p.Refund(context.Background(), r)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if posts := len(a.seen) - 1; posts != c.posts {
			t.Errorf("%s: %d refunds made", name, posts)
		}
		if c.posts == 1 && (a.seen[1].Header.Get("Idempotency-Key") != "rfd_1" || a.forms[1].Get("amount") != "100" || a.forms[1].Get("payment_intent") != "pi_1") {
			t.Errorf("%s: %v", name, a.forms[1])
		}
	}
}

func message(object string) []byte {
	return []byte(`{"id":"evt_1","object":"event","api_version":"2020-08-27","type":"x","data":{"object":` + object + `}}`)
}

// TestMessages are signed by the generator of Stripe's SDK.
func TestMessages(t *testing.T) {
	p, _ := serve(t, nil)
	const checkout = `{"id":"cs_1","object":"checkout.session","payment_intent":"pi_1","amount_total":1}`
	sign := func(body []byte, key string, at time.Time) http.Header {
		h := http.Header{}
		h.Set("Stripe-Signature", webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: key, Timestamp: at}).Header)
		return h
	}
	for object, want := range map[string]pay.Event{
		checkout: {ID: "evt_1", Ref: "cs_1"},
		`{"id":"dp_1","object":"dispute","payment_intent":"pi_1"}`: {ID: "evt_1", PaymentRef: "pi_1"},
		`{"id":"ch_1","object":"charge","payment_intent":"pi_1"}`:  {ID: "evt_1", PaymentRef: "pi_1"},
		`{"id":"re_1","object":"refund","payment_intent":"pi_1"}`:  {ID: "evt_1", PaymentRef: "pi_1"},
		`{"id":"re_1","object":"refund","payment_intent":null}`:    {},
		`{"id":"cus_1","object":"customer"}`:                       {},
	} {
		body := message(object)
		if got, err := p.ParseWebhook(sign(body, secret, now), body); err != nil || got != want {
			t.Errorf("%s: %+v, %v", object, got, err)
		}
	}
	body := message(checkout)
	for name, c := range map[string]struct {
		at   time.Time
		good bool
	}{
		"300 s old": {now.Add(-300 * time.Second), true}, "300 s early": {now.Add(300 * time.Second), true},
		"301 s old": {now.Add(-301 * time.Second), false}, "301 s early": {now.Add(301 * time.Second), false},
	} {
		if _, err := p.ParseWebhook(sign(body, secret, c.at), body); (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := sign(body, secret, now)
	rolled := http.Header{}
	rolled.Set("Stripe-Signature", good.Get("Stripe-Signature")+",v1=00,v0=zz")
	if _, err := p.ParseWebhook(rolled, body); err != nil {
		t.Errorf("two signatures: %v", err)
	}
	twice := http.Header{}
	twice.Set("Stripe-Signature", fmt.Sprintf("t=%d,", now.Unix())+good.Get("Stripe-Signature"))
	none := stripe.New(stripe.Options{Key: "sk_test_1", Now: func() time.Time { return now }})
	for name, c := range map[string]struct {
		p      *stripe.Provider
		header http.Header
		body   []byte
	}{
		"another secret": {p, sign(body, "whsec_other", now), body},
		"changed":        {p, good, message(`{"id":"cs_2","object":"checkout.session"}`)},
		"unsigned":       {p, http.Header{}, body},
		"two times":      {p, twice, body},
		"no secret set":  {none, sign(body, "", now), body},
		"not JSON":       {p, sign([]byte("{"), secret, now), []byte("{")},
	} {
		if e, err := c.p.ParseWebhook(c.header, c.body); !errors.Is(err, pay.ErrForged) {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

// TestSignaturesAgree: ours and the SDK's are the same.
func TestSignaturesAgree(t *testing.T) {
	body := message(`{}`)
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: now})
	if ours := pay.Sign(secret, fmt.Appendf(nil, "%d.%s", now.Unix(), body)); ours != fmt.Sprintf("%x", signed.Signature) {
		t.Errorf("%s and %x", ours, signed.Signature)
	}
}

// TestErrorsAreShort: what the API says of a request names buyers, and goes nowhere.
func TestErrorsAreShort(t *testing.T) {
	p, _ := serve(t, map[string]answer{"POST /v1/checkout/sessions": {402, `{"error":{"type":"card_error","code":"card_declined","message":"SECRET TEXT"}}`}})
	_, err := p.CreateCheckout(context.Background(), pay.Checkout{OrderID: "ord_1"})
	if err == nil || err.Error() != "stripe: status 402, card_error card_declined, request " {
		t.Errorf("%v", err)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"id":"evt_1","data":{"object":{"object":"charge","payment_intent":{}}}}`), "t=1,v1=00")
	f.Add(message(`{"id":"cs_1","object":"checkout.session"}`), "t=,v1")
	p := stripe.New(stripe.Options{Key: "sk_test_1", WebhookSecret: secret, Now: func() time.Time { return now }})
	f.Fuzz(func(t *testing.T, body []byte, header string) {
		h := http.Header{"Stripe-Signature": {header}}
		if _, err := p.ParseWebhook(h, body); err == nil {
			t.Error("a message was believed that nobody signed")
		}
		h.Set("Stripe-Signature", webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: now}).Header)
		if e, err := p.ParseWebhook(h, body); err == nil && e != (pay.Event{}) && !json.Valid(body) {
			t.Errorf("%q was read as %+v", body, e)
		}
	})
}
