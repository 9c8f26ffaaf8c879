package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/meter"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// RateLimited is the problem of a request too many.
func RateLimited(r window.Rate) *problem.Problem {
	wait, whose := seconds(r.Reset), "with this key"
	if r.Account {
		whose = "with all keys of this account"
	}
	return problem.New(problem.RateLimited, "More than %d requests in 60 seconds %s; the next is accepted in %d s.", r.Limit, whose, wait).
		With("limit", r.Limit).With("window_seconds", int(window.Period/time.Second)).
		With("violated-policies", []string{RatePolicy(r)}).After(wait)
}

// RatePolicy names the window that a Rate is of.
func RatePolicy(r window.Rate) string {
	if r.Account {
		return "account-per-minute"
	}
	return "per-minute"
}

// seconds rounds up: who waits that long is admitted.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// charge is what is to be paid for the call.
func (c *Call) charge() account.Charge {
	return account.Charge{
		ID: "ch_" + c.ID, AccountID: c.Key.AccountID, KeyID: c.Key.ID,
		Op: c.Op.ID, Pool: poolOf(*c), Units: c.units, Allowance: allowanceOf(*c),
	}
}

// reserve looks whether the call can be paid.
func (e *Engine) reserve(ctx context.Context, c Call, r *Receipt) (*meter.Hold, *problem.Problem) {
	in, end := e.step(ctx, StepFunds)
	hold, err := e.opts.Meter.Reserve(in, c.charge())
	if end(); err != nil {
		return nil, e.unreserved(c, r, err)
	}
	r.Balance, r.Known = hold.Balance, true
	return hold, nil
}

// unreserved is the problem of a call that the meter will not have computed.
func (e *Engine) unreserved(c Call, r *Receipt, err error) *problem.Problem {
	var short *meter.Insufficient
	switch {
	case errors.As(err, &short):
		r.Balance, r.Known = short.Balance, true
		return e.insufficient(c, short.Balance, e.opts.Env.Now())
	case errors.Is(err, meter.ErrBusy):
		return busy(c, err)
	}
	return unchargeable(err)
}

func unchargeable(err error) *problem.Problem {
	p := problem.New(problem.ChargeUnavailable, "The ledger could not be written; the result was dropped and nothing was charged.").After(1)
	p.Cause = err
	return p
}

// insufficient is 429 where waiting for the next month's free units helps, and
// 402 where only money does: the account has had a pack for the pool, or the
// call costs more than it is ever given free.
func (e *Engine) insufficient(c Call, b account.Balance, now time.Time) *problem.Problem {
	required, pool := c.units, b.Pool.Name()
	resets := b.ResetsAt.UTC().Format(time.RFC3339)
	if b.EverPaid || b.FreeLimit+b.Promo < required && b.AllowanceLimit == 0 {
		p := problem.New(problem.InsufficientCredits, "This call costs %d %s units; %d are left.", required, pool, b.Units()).
			With("pool", pool).With("required", required).With("remaining", b.Units())
		if c.job != nil && c.job.Units > 0 {
			p.Detail = fmt.Sprintf("This call can cost up to %d AI tokens, which have to be there before it begins; %d are left.", required, b.Units())
			p.With("balance", b.Units()) // the name that operations-b.md has for it
		}
		e.sell(c, p)
		if b.FreeLimit > 0 {
			p.With("free_resets_at", resets)
		}
		return p
	}
	promo := ""
	if b.Promo > 0 {
		promo = fmt.Sprintf(" and %d promotional units", b.Promo)
	}
	p := problem.New(problem.FreeQuotaExceeded, "This call costs %d %s units; %d of %d free units%s are left until %s.",
		required, pool, b.Free, b.FreeLimit, promo, resets).
		With("violated-policies", []string{pool + "-month"}).
		With("pool", pool).With("required", required).With("remaining", b.Units()).
		With("resets_at", resets).After(seconds(b.ResetsAt.Sub(now)))
	e.sell(c, p)
	return p
}

// sell tells where units are sold. Test keys cannot use any.
func (e *Engine) sell(c Call, p *problem.Problem) {
	if e.opts.BuyURL != "" && c.Key.Env != account.Test {
		p.With("buy_url", e.opts.BuyURL)
	}
}

// refused turns the store's verdict into a problem, nil when it charged.
func (e *Engine) refused(ctx context.Context, c Call, r *Receipt, v account.Verdict) *problem.Problem {
	switch v.Outcome {
	case account.Charged:
		return nil
	case account.Insufficient:
		r.Balance = v.Balance
		return e.insufficient(c, v.Balance, v.At)
	case account.KeyReused:
		return keyReused()
	case account.Suspended:
		return e.suspended()
	case account.CapReached:
		return e.capped(ctx, c, v.At)
	case account.KeyGone:
		r.KeyRefused, r.Known = true, false
		return InvalidKey()
	}
	return problem.Internal(fmt.Errorf("engine: unknown verdict %d", v.Outcome))
}

func (e *Engine) suspended() *problem.Problem {
	p := problem.New(problem.AccountSuspended, "The account that owns this key is suspended.")
	if e.opts.Contact != "" {
		p.With("contact", e.opts.Contact)
	}
	return p
}

// capped is the problem of a key whose own cap is reached in the month of at.
func (e *Engine) capped(ctx context.Context, c Call, at time.Time) *problem.Problem {
	p := problem.New(problem.KeyCapExceeded, "This call costs %d units; the key's monthly cap of %d units cannot cover it.", c.units, c.Key.Cap).
		With("violated-policies", []string{"key-month"}).With("cap", c.Key.Cap)
	if u, err := e.opts.Meter.KeyUsage(ctx, c.Key.ID, account.Period(at)); err == nil {
		p.With("used", u.Units)
	}
	return p.After(seconds(account.PeriodEnd(at).Sub(at)))
}

// InvalidKey is the one answer to every credential that does not open.
func InvalidKey() *problem.Problem {
	return problem.New(problem.InvalidAPIKey, "The API key is malformed, unknown, revoked or expired.")
}
