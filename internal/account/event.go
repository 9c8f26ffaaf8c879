package account

import (
	"context"
	"time"
)

// QuotaEvent is the kind of event that tells of free units used up to a part.
const QuotaEvent = "quota.reached"

// QuotaParts are the parts of a month's free units, in percent, that an event
// is made for when a charge reaches them; once each a month and pool.
var QuotaParts = [...]int64{50, 80, 100}

// Webhook is where the events of an account are sent.
type Webhook struct {
	AccountID string
	URL       string
	Secret    string // "whsec_" and base64, as Standard Webhooks writes it; needed in clear to sign
}

// Delivery is an event that is due to be sent.
type Delivery struct {
	EventID   string // evt_<ULID>
	Webhook   Webhook
	Kind      string
	CreatedAt time.Time
	Data      string // JSON object
	Tries     int    // made before this one
}

// Outbox is the part of a Store that keeps webhooks and the events for them.
// Events are written in the transaction of what they tell of.
type Outbox interface {
	// SetWebhook sets where the events of an account go; an empty URL ends that.
	SetWebhook(ctx context.Context, w Webhook) error
	// Webhook finds it. ErrNotFound.
	Webhook(ctx context.Context, accountID string) (Webhook, error)
	// ClaimEvents returns up to n events that are due and puts each off by
	// lease, so that no other process sends it meanwhile. Events of accounts
	// without webhook are settled unsent.
	ClaimEvents(ctx context.Context, n int, lease time.Duration) ([]Delivery, error)
	// SettleEvent ends an event that was delivered, or given up.
	SettleEvent(ctx context.Context, eventID string, delivered bool) error
	// RetryEvent counts a try that failed and puts the event off until at.
	RetryEvent(ctx context.Context, eventID string, at time.Time) error
}
