package stripe

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"toolcrib/internal/pay"
)

// ParseWebhook proves a message by its Stripe-Signature and reads which
// checkout or payment it is about. The SDK checks the signature; the time is
// checked here, since the SDK lets messages from the future pass.
func (p *Provider) ParseWebhook(header http.Header, body []byte) (pay.Event, error) {
	signature := header.Get("Stripe-Signature")
	at, ok := signedAt(signature)
	if !ok || p.secret == "" || !pay.Fresh(at, p.now()) {
		return pay.Event{}, pay.ErrForged
	}
	if webhook.ValidatePayloadIgnoringTolerance(body, signature, p.secret) != nil {
		return pay.Event{}, pay.ErrForged
	}
	var e struct {
		ID, Type string
		Data     struct {
			Object struct {
				ID            string
				Object        string
				PaymentIntent string `json:"payment_intent"`
			}
		}
	}
	if json.Unmarshal(body, &e) != nil || e.ID == "" {
		return pay.Event{}, pay.ErrForged
	}
	switch object := e.Data.Object; object.Object {
	case "checkout.session":
		return pay.Event{ID: e.ID, Ref: object.ID}, nil
	case "charge", "dispute", "refund":
		if object.PaymentIntent != "" {
			return pay.Event{ID: e.ID, PaymentRef: object.PaymentIntent}, nil
		}
	}
	return pay.Event{}, nil
}

// signedAt reads the time of a signature header, of which it must have one.
func signedAt(header string) (at time.Time, ok bool) {
	for part := range strings.SplitSeq(header, ",") {
		text, found := strings.CutPrefix(part, "t=")
		if !found {
			continue
		}
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || ok {
			return time.Time{}, false
		}
		at, ok = time.Unix(seconds, 0), true
	}
	return at, ok
}
