package service

import (
	"context"
	"log/slog"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/metrics"
	"toolcrib/internal/outbox"
)

// sweepEvery is how often lapsed holds are given back and rows removed that may
// be forgotten.
const sweepEvery = 30 * time.Second

// upkeep is what a service does besides answering.
func upkeep(s config.Settings, store account.Store, parts Parts, log *slog.Logger) []func(context.Context) {
	w := watchers{parts.Metrics, parts.Trace}
	events := outbox.New(outbox.Options{
		Store: parts.Metrics.Outbox(store), AllowPrivate: s.WebhookPrivate == "yes", Log: log, Watch: w.delivery,
	})
	return []func(context.Context){
		parts.Tally.Run,
		events.Run,
		parts.Shop.Desk.Run,
		func(ctx context.Context) { sweep(ctx, store, parts.Metrics, log) },
	}
}

// sweep gives back holds whose time is over and removes what may be forgotten,
// at once and then every sweepEvery, in pieces, each a transaction of its own
// that holds up charges for no longer than one of theirs.
func sweep(ctx context.Context, store account.Store, m *metrics.Metrics, log *slog.Logger) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		for more := true; more && ctx.Err() == nil; {
			swept, err := store.Sweep(ctx)
			if more = swept.Any(); ctx.Err() != nil {
				err = nil // broken off by the end of the process
			}
			m.Swept(swept, err)
			if swept.Holds > 0 {
				log.LogAttrs(ctx, slog.LevelInfo, "units held for calls that nobody ended were given back", slog.Int("holds", swept.Holds))
			}
			if err != nil {
				log.LogAttrs(ctx, slog.LevelWarn, "holds past their time were not given back, or old rows not removed; tried again in 30 seconds",
					slog.Int("holds_given_back", swept.Holds), slog.Int("rows_removed", swept.Rows), slog.Any("cause", err))
			}
		}
		if b, err := store.Backlog(ctx); ctx.Err() == nil {
			m.Backlog(b, err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
