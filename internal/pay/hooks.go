package pay

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"toolcrib/internal/account"
)

// maxMessage bounds a message of a provider, in bytes: theirs have a few
// thousand.
const maxMessage = 256 << 10

// Hear takes a message of a provider. nil means that it was dealt with, or is
// of no concern, and need not be sent again. ErrForged, ErrNotOurs; any other
// error asks for it to be sent again.
func (d *Desk) Hear(ctx context.Context, provider string, header http.Header, body []byte) error {
	p, err := d.provider(provider)
	if err != nil {
		return err
	}
	e, err := p.ParseWebhook(header, body)
	if err != nil || e == (Event{}) {
		return err
	}
	// One that had an effect has none any more: do not ask the provider each time.
	if seen, err := d.opts.Store.EventSeen(ctx, provider, e.ID); err != nil || seen {
		return err
	}
	if e.Ref == "" {
		o, err := d.opts.Store.OrderByPayment(ctx, provider, e.PaymentRef)
		if err != nil {
			return passOver(err)
		}
		e.Ref = o.Ref
	}
	_, err = d.settle(account.WithActor(ctx, account.Actor{Name: "provider:" + provider}), p, Lookup{Ref: e.Ref, Dispute: e.Dispute}, e.ID)
	return passOver(err)
}

// passOver turns what is about none of our orders into no error: the seller
// may use the same account of the provider for other things.
func passOver(err error) error {
	if errors.Is(err, ErrUnknown) || errors.Is(err, account.ErrNotFound) || errors.Is(err, account.ErrForeign) {
		return nil
	}
	return err
}

// Hooks takes the messages of providers at POST /hooks/{provider}. It answers
// with a status alone: 200, 400 for what is not the provider's, 404, 413, and
// 503 to have it sent again. No message is ever logged.
func (d *Desk) Hooks() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /hooks/{provider}", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(d.hook(r.Context(), r.PathValue("provider"), r.Header, http.MaxBytesReader(w, r.Body, maxMessage)))
	})
	return mux
}

func (d *Desk) hook(ctx context.Context, provider string, header http.Header, r io.Reader) int {
	body, err := io.ReadAll(r)
	if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
		return http.StatusRequestEntityTooLarge
	} else if err != nil {
		return http.StatusBadRequest
	}
	switch err := d.Hear(ctx, provider, header, body); {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, ErrNotOurs):
		return http.StatusNotFound
	case errors.Is(err, ErrForged):
		return http.StatusBadRequest
	default:
		d.opts.Log.LogAttrs(ctx, slog.LevelWarn, "a message of a payment provider could not be dealt with; it will be sent again",
			slog.String("provider", provider), slog.Any("cause", err))
		return http.StatusServiceUnavailable
	}
}
