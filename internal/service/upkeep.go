package service

import (
	"context"
	"log/slog"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/outbox"
)

// sweepEvery is how often rows that may be forgotten are removed.
const sweepEvery = time.Minute

// upkeep is what a service does besides answering.
func upkeep(s config.Settings, store account.Store, parts Parts, log *slog.Logger) []func(context.Context) {
	events := outbox.New(outbox.Options{Store: store, AllowPrivate: s.WebhookPrivate == "yes", Log: log})
	return []func(context.Context){
		parts.Tally.Run,
		events.Run,
		parts.Shop.Desk.Run,
		func(ctx context.Context) { sweep(ctx, store, log) },
	}
}

// sweep removes what may be forgotten, in pieces, each a transaction of its own
// that holds up charges for no longer than one of theirs.
func sweep(ctx context.Context, store account.Store, log *slog.Logger) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for removed := 1; removed > 0 && ctx.Err() == nil; {
			var err error
			if removed, err = store.Sweep(ctx); err != nil && ctx.Err() == nil {
				log.LogAttrs(ctx, slog.LevelWarn, "old rows were not removed; tried again in a minute", slog.Any("cause", err))
			}
		}
	}
}
