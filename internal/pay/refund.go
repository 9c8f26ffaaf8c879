package pay

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/account"
	"toolcrib/internal/pay/gst"
)

// Refund gives back money for up to units that are left of what an order
// bought: their part of the price. The units are taken first; where the
// provider then refuses they come back (ErrRefused), and where it does not
// answer the refund stays pending and Poll goes on with it. Besides those, the
// errors of account.Orders.StartRefund.
func (d *Desk) Refund(ctx context.Context, orderID string, units int64) (account.CreditNote, error) {
	o, err := d.opts.Store.Order(ctx, orderID)
	if err != nil {
		return account.CreditNote{}, err
	}
	if _, err := d.provider(o.Provider); err != nil {
		return account.CreditNote{}, err
	}
	r, err := d.opts.Store.StartRefund(ctx, orderID, units)
	if err != nil {
		return account.CreditNote{}, err
	}
	return d.complete(ctx, r)
}

// complete carries a pending refund on from wherever it stopped.
func (d *Desk) complete(ctx context.Context, r account.Refund) (note account.CreditNote, err error) {
	o, err := d.opts.Store.Order(ctx, r.OrderID)
	if err != nil {
		return note, err
	}
	var ref string
	if !r.External {
		if ref, err = d.giveBack(ctx, &o, &r); err != nil {
			return note, err
		}
	}
	invoice, err := d.opts.Store.Invoice(ctx, o.ID)
	if err != nil {
		return note, err
	}
	// What credit notes take back in parts adds up to the invoice, to the paisa.
	split := func(paise int64) account.Tax { return gst.Inclusive(paise, invoice.Rate, invoice.Interstate) }
	return d.opts.Store.FinishRefund(ctx, r.ID, ref, split(r.Before+r.Paise).Minus(split(r.Before)))
}

func (d *Desk) giveBack(ctx context.Context, o *account.Order, r *account.Refund) (string, error) {
	provider, err := d.provider(o.Provider)
	if err != nil {
		return "", err
	}
	ref, err := provider.Refund(ctx, RefundRequest{Ref: o.Ref, PaymentRef: o.PaymentRef, Paise: r.Paise, Key: r.ID})
	if errors.Is(err, ErrRefused) {
		if _, failed := d.opts.Store.FailRefund(ctx, r.ID); failed != nil {
			return "", failed
		}
		return "", err
	}
	if err != nil {
		return "", fmt.Errorf("pay: the refund %s is under way and is tried again by itself: %w", r.ID, err)
	}
	return ref, nil
}

// finishExternal writes the credit notes of refunds that were begun at the
// provider.
func (d *Desk) finishExternal(ctx context.Context, o account.Order) (account.Order, error) {
	if o.RefundedPaise == 0 {
		return o, nil
	}
	refunds, err := d.opts.Store.Refunds(ctx, o.ID)
	if err != nil {
		return o, err
	}
	for _, r := range refunds {
		if r.External && r.Status == account.RefundPending {
			if _, err := d.complete(ctx, r); err != nil {
				return o, err
			}
			return d.opts.Store.Order(ctx, o.ID)
		}
	}
	return o, nil
}
