package fake

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/pay"
)

// signatureHeader carries "t=<seconds>,v1=<hex>", of which the second part is
// the HMAC-SHA256 of the first's digits, a dot and the body.
const signatureHeader = "Fake-Signature"

type event struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Ref     string `json:"checkout,omitempty"`
	Payment string `json:"payment,omitempty"`
	// Real providers send amounts too; nobody may believe them.
	Paise    int64  `json:"amount"`
	Currency string `json:"currency"`
}

// message tells of what happened to a checkout. What happens to a payment is
// told by the payment's name alone, as card networks do.
func (b *Bank) message(kind string, s *session) Message {
	e := event{ID: b.next("evt_fake"), Type: kind, Ref: s.ref, Paise: s.payment.Paise, Currency: s.payment.Currency}
	if strings.HasPrefix(kind, "payment.") && s.payment.PaymentRef != "" {
		e.Ref, e.Payment = "", s.payment.PaymentRef
	}
	body, err := json.Marshal(e)
	if err != nil {
		// Marshal fails for kinds of values that are not among these.
		panic(err)
	}
	return SignAs(b.opts.Secret, body, b.opts.Now())
}

// SignAs signs a body as of a time. With another secret than the Bank's it
// makes a forgery.
func SignAs(secret string, body []byte, at time.Time) Message {
	stamp := strconv.FormatInt(at.Unix(), 10)
	h := http.Header{}
	h.Set(signatureHeader, "t="+stamp+",v1="+pay.Sign(secret, append([]byte(stamp+"."), body...)))
	return Message{h, body}
}

// ParseWebhook implements pay.Provider.
func (b *Bank) ParseWebhook(header http.Header, body []byte) (pay.Event, error) {
	stamp, signature, _ := strings.Cut(header.Get(signatureHeader), ",v1=")
	stamp = strings.TrimPrefix(stamp, "t=")
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || !pay.Fresh(time.Unix(at, 0), b.opts.Now()) || !pay.Signed(b.opts.Secret, append([]byte(stamp+"."), body...), signature) {
		return pay.Event{}, pay.ErrForged
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return pay.Event{}, pay.ErrForged
	}
	if e.Ref == "" && e.Payment == "" {
		return pay.Event{}, nil
	}
	return pay.Event{ID: e.ID, Ref: e.Ref, PaymentRef: e.Payment}, nil
}
