package outbox

import "toolcrib/internal/egress"

// CheckURL tells why a URL cannot be that of a webhook, nil if it can.
func CheckURL(raw string, allowPrivate bool) error { return egress.CheckURL(raw, allowPrivate) }
