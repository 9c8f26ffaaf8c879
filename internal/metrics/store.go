package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"toolcrib/internal/account"
	"toolcrib/internal/meter"
)

// What the store is asked for, as the metrics name it.
const (
	opCharge   = "charge"
	opBalance  = "balance"
	opKeyUsage = "key_usage"
	opReply    = "reply"
	opHold     = "hold"
	opSettle   = "settle"
	opVoid     = "void"
	opKey      = "key"
	opEvents   = "events"
	opSweep    = "sweep"
	opBacklog  = "backlog"
)

// outcomes are the words for what became of a charge.
var outcomes = map[account.Outcome]string{
	account.Charged: "charged", account.Insufficient: "insufficient", account.KeyGone: "key_gone", account.Suspended: "suspended",
	account.CapReached: "cap_reached", account.Replayed: "replayed", account.KeyReused: "key_reused",
}

// failed is the outcome of charges that the store could not decide.
const failed = "failed"

// What happens to holds.
const (
	held    = "held"
	settled = "settled"
	voided  = "voided"
	swept   = "swept" // given back after their time, since nobody had ended them
)

func (m *Metrics) store() {
	m.charges = m.counter("toolcrib_charges_total",
		"Charges that the ledger was asked for, by outcome; those of models when they are settled.", "outcome")
	m.batchSize = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "toolcrib_charge_batch_size", Help: "Charges committed in one transaction.",
		Buckets: prometheus.ExponentialBuckets(1, 2, 9),
	})
	m.charging = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "toolcrib_charge_seconds", Help: "How long the transaction of a batch of charges took, in seconds.",
		Buckets: chargeTimes,
	})
	m.registry.MustRegister(m.batchSize, m.charging)
	m.failures = m.counter("toolcrib_store_errors_total", "Operations of the store that failed.", "operation")
	m.holds = m.counter("toolcrib_holds_total",
		"Holds for calls of models, by what this process did: held, settled, voided (given back), swept (given back after their time).", "event")
	m.holdsOpen = m.gauge("toolcrib_holds_open", "Holds that are open in the store, whichever server made them; looked up every 30 seconds.")

	from(m.failures, opCharge, opBalance, opKeyUsage, opReply, opHold, opSettle, opVoid, opKey, opEvents, opSweep, opBacklog)
	from(m.holds, held, settled, voided, swept)
	from(m.charges, failed)
	for _, word := range outcomes {
		m.charges.WithLabelValues(word)
	}
}

// failed counts an error of the store. That there is nothing, or nothing any
// more, is an answer.
func (m *Metrics) failed(operation string, err error) {
	if err != nil && !errors.Is(err, account.ErrNotFound) {
		m.failures.WithLabelValues(operation).Inc()
	}
}

// Swept counts what a sweep did, and that it failed.
func (m *Metrics) Swept(s account.Swept, err error) {
	m.holds.WithLabelValues(swept).Add(float64(s.Holds))
	m.failed(opSweep, err)
}

// Backlog shows what is under way in the store. After an error the last that was
// known stays.
func (m *Metrics) Backlog(b account.Backlog, err error) {
	m.failed(opBacklog, err)
	if err == nil {
		m.holdsOpen.Set(float64(b.Holds))
		m.waiting.Set(float64(b.Events))
	}
}

// Ledger is l, watched.
func (m *Metrics) Ledger(l meter.Ledger) meter.Ledger { return &ledger{l, m} }

// ledger watches the part of a store that the meter uses.
type ledger struct {
	meter.Ledger
	m *Metrics
}

// ChargeBatch implements meter.Ledger.
func (l *ledger) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	began := time.Now()
	verdicts, err := l.Ledger.ChargeBatch(ctx, charges)
	l.m.charging.Observe(time.Since(began).Seconds())
	l.m.batchSize.Observe(float64(len(charges)))
	l.m.failed(opCharge, err)
	if err != nil {
		l.m.charges.WithLabelValues(failed).Add(float64(len(charges)))
		return verdicts, err
	}
	for i := range verdicts {
		l.m.charges.WithLabelValues(outcomes[verdicts[i].Outcome]).Inc()
	}
	return verdicts, nil
}

// Balance implements meter.Ledger.
func (l *ledger) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	b, err := l.Ledger.Balance(ctx, accountID, pool, allowance)
	l.m.failed(opBalance, err)
	return b, err
}

// KeyUsage implements meter.Ledger.
func (l *ledger) KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error) {
	u, err := l.Ledger.KeyUsage(ctx, keyID, period)
	l.m.failed(opKeyUsage, err)
	return u, err
}

// Reply implements meter.Ledger.
func (l *ledger) Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*account.Reply, error) {
	r, err := l.Ledger.Reply(ctx, keyID, idempotencyKey)
	if !errors.Is(err, account.ErrEnded) { // the key is over
		l.m.failed(opReply, err)
	}
	return r, err
}

// Hold implements meter.Ledger.
func (l *ledger) Hold(ctx context.Context, c account.Charge, until time.Time) (account.Verdict, error) {
	v, err := l.Ledger.Hold(ctx, c, until)
	l.m.failed(opHold, err)
	if err == nil && v.Outcome == account.Charged {
		l.m.holds.WithLabelValues(held).Inc()
	}
	return v, err
}

// Settle implements meter.Ledger. That a hold had ended before is a failure: an
// answer that was there is dropped.
func (l *ledger) Settle(ctx context.Context, chargeID string, units int64, reply *account.Reply) (account.Verdict, error) {
	v, err := l.Ledger.Settle(ctx, chargeID, units, reply)
	l.m.failed(opSettle, err)
	if err != nil {
		l.m.charges.WithLabelValues(failed).Inc()
		return v, err
	}
	l.m.charges.WithLabelValues(outcomes[v.Outcome]).Inc()
	if v.Outcome == account.Charged {
		l.m.holds.WithLabelValues(settled).Inc()
	} else {
		l.m.holds.WithLabelValues(voided).Inc()
	}
	return v, nil
}

// Void implements meter.Ledger.
func (l *ledger) Void(ctx context.Context, chargeID string) error {
	err := l.Ledger.Void(ctx, chargeID)
	l.m.failed(opVoid, err)
	if err == nil {
		l.m.holds.WithLabelValues(voided).Inc()
	}
	return err
}

// Keys is f, watched.
func (m *Metrics) Keys(f account.KeyFinder) account.KeyFinder { return &keys{f, m} }

type keys struct {
	account.KeyFinder
	m *Metrics
}

// KeyByHash implements account.KeyFinder.
func (k *keys) KeyByHash(ctx context.Context, h account.KeyHash) (account.Key, error) {
	key, err := k.KeyFinder.KeyByHash(ctx, h)
	k.m.failed(opKey, err)
	return key, err
}

// Key implements account.KeyFinder.
func (k *keys) Key(ctx context.Context, ref string) (account.Key, error) {
	key, err := k.KeyFinder.Key(ctx, ref)
	if !errors.Is(err, account.ErrAmbiguous) {
		k.m.failed(opKey, err)
	}
	return key, err
}
