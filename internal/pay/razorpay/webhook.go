package razorpay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"toolcrib/internal/pay"
)

// ParseWebhook proves a message by X-Razorpay-Signature, the HMAC-SHA256 of
// its body, and reads which link or payment it is about. Razorpay signs no time
// of sending, and sends again for a day; so an old message passes, which can do
// no more than make us ask. One from the future does not.
//
// The message is known by its own hash: the header X-Razorpay-Event-Id is not
// signed, and could be given to a message to have another one passed over.
func (p *Provider) ParseWebhook(header http.Header, body []byte) (pay.Event, error) {
	if !pay.Signed(p.opts.WebhookSecret, body, header.Get("X-Razorpay-Signature")) {
		return pay.Event{}, pay.ErrForged
	}
	type entity struct {
		Entity struct {
			ID        string `json:"id"`
			PaymentID string `json:"payment_id"`
		} `json:"entity"`
	}
	var m struct {
		CreatedAt int64 `json:"created_at"`
		Payload   struct {
			Link    entity `json:"payment_link"`
			Payment entity `json:"payment"`
			Refund  entity `json:"refund"`
			Dispute entity `json:"dispute"`
		} `json:"payload"`
	}
	if json.Unmarshal(body, &m) != nil || time.Unix(m.CreatedAt, 0).Sub(p.opts.Now()) > pay.MaxSkew {
		return pay.Event{}, pay.ErrForged
	}
	sum := sha256.Sum256(body)
	e := pay.Event{ID: hex.EncodeToString(sum[:]), Ref: m.Payload.Link.Entity.ID, Dispute: m.Payload.Dispute.Entity.ID}
	if e.Ref != "" {
		return e, nil
	}
	for _, ref := range []string{m.Payload.Dispute.Entity.PaymentID, m.Payload.Refund.Entity.PaymentID, m.Payload.Payment.Entity.ID} {
		if ref != "" {
			e.PaymentRef = ref
			return e, nil
		}
	}
	return pay.Event{}, nil
}
