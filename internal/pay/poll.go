package pay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"toolcrib/internal/account"
)

const (
	// PollEvery is how often open orders are asked about: what a lost message
	// delays at most.
	PollEvery = 10 * time.Minute
	// bindWithin is how long an order may be without a checkout. Nobody was
	// told where to pay it, so later it is not paid any more.
	bindWithin = time.Hour
	// maxWait is how long an order is asked about that its provider never
	// gives up. One that is paid later is granted when its message comes.
	maxWait = 30 * 24 * time.Hour
	// page is how many orders or refunds are read at a time.
	page = 100
)

// Run polls every ten minutes, at once the first time, until ctx ends.
func (d *Desk) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := d.Poll(ctx); err != nil && ctx.Err() == nil {
			d.opts.Log.LogAttrs(ctx, slog.LevelWarn, "not every order could be asked about; it is tried again", slog.Any("cause", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(PollEvery):
		}
	}
}

// Poll asks about every open order and carries pending refunds on, once. One
// that fails holds up none of the others; the error tells of all.
func (d *Desk) Poll(ctx context.Context) error {
	var faults []error
	q := account.OrderQuery{Status: account.OrderOpen, Limit: page}
	for {
		list, err := d.opts.Store.Orders(ctx, q)
		if err != nil {
			return errors.Join(append(faults, err)...)
		}
		for _, o := range list {
			if err := d.poll(ctx, o); err != nil {
				faults = append(faults, fmt.Errorf("order %s: %w", o.ID, err))
			}
			q.Before = o.ID
		}
		if len(list) < page {
			break
		}
	}
	// A refund that stays pending is met again the next time only.
	refunds, err := d.opts.Store.PendingRefunds(ctx, page)
	faults = append(faults, err)
	for _, r := range refunds {
		if _, err := d.complete(ctx, r); err != nil && !errors.Is(err, ErrRefused) {
			faults = append(faults, fmt.Errorf("refund %s: %w", r.ID, err))
		}
	}
	return errors.Join(faults...)
}

func (d *Desk) poll(ctx context.Context, o account.Order) (err error) {
	wait := maxWait
	if o.Ref == "" {
		wait = bindWithin
	} else if o, err = d.Settle(ctx, o.ID); err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	if o.Status == account.OrderOpen && d.opts.Now().Sub(o.CreatedAt) > wait {
		_, err = d.opts.Store.ExpireOrder(ctx, o.ID)
	}
	return err
}
