package annuity

import (
	"errors"
	"math"

	"toolcrib/internal/num"
)

// Errors of Yield.
var (
	ErrNoRate   = errors.New("annuity: no rate makes the payments worth the amount")
	ErrTooLarge = errors.New("annuity: the rate is too large")
)

// maxSteps bounds what Yield looks at: 2.8e15 percent with two decimals.
const maxSteps = 1 << 58

// Annuity is a row of level payments made for an amount, which is received
// one period before the first payment, or together with it when they are paid
// in advance.
type Annuity struct {
	Amount, Payment num.Dec
	Periods         int
	When            Timing
}

// Yield is the nominal yearly rate, in percent, at which the payments are
// worth the amount: perYear times the internal rate of return of a period. It
// is the exact root, rounded half-even to the given decimals: on which side
// of a midpoint the root lies is decided in exact arithmetic, and floating
// point only says where to look first.
//
// There is exactly one such rate above −100 % per period, or ErrNoRate: when
// amount or payment is not positive, and when the first payment in advance
// already returns the amount or is the only one.
func (a Annuity) Yield(perYear, places int) (num.Dec, error) {
	if a.Amount.Sign() <= 0 || a.Payment.Sign() <= 0 ||
		a.When == InAdvance && (a.Periods == 1 || a.Payment.Cmp(a.Amount) >= 0) {
		return num.Dec{}, ErrNoRate
	}
	s := search{annuity: a, amount: a.Amount.Ratio(), perYear: perYear, places: places}
	s.least = -100 * int64(perYear) * int64(math.Pow10(places))
	steps, err := s.nearest()
	if err != nil {
		return num.Dec{}, err
	}
	return num.Scaled(steps, places), nil
}

// search looks for a root on the grid of answers: whole steps of one unit in
// the last decimal.
type search struct {
	annuity         Annuity
	amount          num.Ratio
	perYear, places int
	least           int64 // steps that are −100 % per period
}

// nearest is the step nearest to the root. It gallops from a guess until the
// root is enclosed, then bisects.
func (s search) nearest() (int64, error) {
	guess := s.guess()
	lo, hi := guess-1, guess // wanted: the first step whose upper midpoint is not below the root
	for width := int64(1); lo >= s.least && s.side(lo) <= 0; width *= 2 {
		lo, hi = max(lo-width, s.least-1), lo
	}
	for width := int64(1); s.side(hi) > 0; width *= 2 {
		if hi > maxSteps {
			return 0, ErrTooLarge
		}
		lo, hi = hi, hi+width
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; s.side(mid) <= 0 {
			hi = mid
		} else {
			lo = mid
		}
	}
	if hi%2 != 0 && s.side(hi) == 0 {
		hi++ // the root is the midpoint itself: half-even
	}
	return hi, nil
}

// side is 1 when the root lies above the midpoint of a step and the next, 0
// when it is the midpoint. The worth of payments falls as the rate rises.
func (s search) side(step int64) int {
	midpoint := num.Scaled(10*step+5, s.places+1)
	a := s.annuity
	return Nominal(midpoint, s.perYear).PresentValue(a.Payment, a.Periods, a.When).Cmp(s.amount)
}

// guess bisects in floating point. Nothing depends on its accuracy.
func (s search) guess() int64 {
	amount, payment, n := s.annuity.Amount.Float(), s.annuity.Payment.Float(), float64(s.annuity.Periods)
	if s.annuity.When == InAdvance {
		amount, n = amount-payment, n-1
	}
	lo, hi := -1.0, payment/amount // payments for ever would be worth payment / rate
	for range 200 {
		rate := lo + (hi-lo)/2
		worth := payment * -math.Expm1(-n*math.Log1p(rate)) / rate
		if rate == 0 {
			worth = payment * n
		}
		if worth > amount {
			lo = rate
		} else {
			hi = rate
		}
	}
	steps := math.Round(hi * 100 * float64(s.perYear) * math.Pow10(s.places))
	if !(steps < maxSteps) { // also when it is not a number
		return maxSteps
	}
	return max(int64(steps), s.least)
}
