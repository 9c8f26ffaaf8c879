package outbox

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/egress"
)

// maxAnswer is how much of an answer is read, in bytes, so that a receiver
// that sends little can finish; nothing is done with it.
const maxAnswer = 64 << 10

// outcome is how one attempt ended.
type outcome struct {
	status int           // of the answer; 0 = there was none
	why    string        // there was none, in one of few fixed texts
	pause  time.Duration // the least that the receiver asks to wait
}

func (r outcome) delivered() bool { return r.status/100 == 2 }

// send makes one attempt for an event and has the store note its outcome.
func (o *Outbox) send(ctx context.Context, d account.Delivery) {
	ended := o.opts.Watch(ctx, d)
	r := o.attempt(ctx, d)
	if r.status == 0 && ctx.Err() != nil {
		ended(Attempt{Outcome: Abandoned})
		return // abandoned: nothing is known of the receiver, so it does not count as a try
	}
	store, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	var err error
	switch wait, again := nextTry(d.Tries, r.pause); {
	case r.delivered():
		ended(Attempt{Delivered, r.status})
		err = o.opts.Store.SettleEvent(store, d.EventID, true)
	case again && r.status != http.StatusGone:
		ended(Attempt{Postponed, r.status})
		o.report(ctx, slog.LevelInfo, "webhook not delivered yet", d, r)
		err = o.opts.Store.RetryEvent(store, d.EventID, o.opts.Now().Add(wait))
	default:
		ended(Attempt{GivenUp, r.status})
		o.report(ctx, slog.LevelWarn, "webhook given up", d, r)
		err = o.opts.Store.SettleEvent(store, d.EventID, false)
	}
	if err != nil {
		o.opts.Log.LogAttrs(ctx, slog.LevelError, "outcome of a webhook not stored; it will be sent again",
			slog.String("event", d.EventID), slog.Any("cause", err))
	}
}

// report logs a failed attempt. Paths and queries often are secrets, so that
// of the URL only the host is named.
func (o *Outbox) report(ctx context.Context, level slog.Level, message string, d account.Delivery, r outcome) {
	host := ""
	if u, err := url.Parse(d.Webhook.URL); err == nil {
		host = u.Hostname()
	}
	if r.status != 0 {
		r.why = "status " + strconv.Itoa(r.status)
	}
	o.opts.Log.LogAttrs(ctx, level, message, slog.String("event", d.EventID),
		slog.String("host", host), slog.Int("tries", d.Tries+1), slog.String("why", r.why))
}

// attempt sends an event once.
func (o *Outbox) attempt(ctx context.Context, d account.Delivery) outcome {
	// The URL may have been set while private addresses were allowed.
	if egress.CheckURL(d.Webhook.URL, o.opts.AllowPrivate) != nil {
		return outcome{why: "URL not allowed"}
	}
	key, err := decodeSecret(d.Webhook.Secret)
	if err != nil {
		return outcome{why: "secret not usable"}
	}
	body, err := message(d)
	if err != nil {
		return outcome{why: "event not usable"}
	}
	ctx, cancel := context.WithTimeout(ctx, o.opts.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.Webhook.URL, bytes.NewReader(body))
	if err != nil {
		return outcome{why: "URL not allowed"}
	}
	now := o.opts.Now()
	stamp := strconv.FormatInt(now.Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "toolcrib")
	req.Header.Set("webhook-id", d.EventID)
	req.Header.Set("webhook-timestamp", stamp)
	req.Header.Set("webhook-signature", sign(key, d.EventID, stamp, body))

	// A round trip of the transport, unlike a Client, follows no redirect.
	resp, err := o.transport.RoundTrip(req)
	if err != nil {
		return outcome{why: egress.Reason(err)}
	}
	defer resp.Body.Close()
	r := outcome{status: resp.StatusCode, pause: egress.RetryAfter(resp.Header.Get("Retry-After"), now)}
	if r.delivered() {
		// Only of these is the body sure to end with ctx: that of a 101 is the
		// bare connection. How reading ends changes nothing.
		_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	}
	return r
}
