package annuity

import (
	"errors"
	"math"
	"slices"

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

// Yield is that of the payments as a Stream.
func (a Annuity) Yield(perYear, places int) (num.Dec, error) {
	return a.Stream().Yield(perYear, places)
}

// Stream is the annuity with its payments as a row of any.
func (a Annuity) Stream() Stream {
	return Stream{Amount: a.Amount, When: a.When, runs: []run{{a.Payment, a.Periods}}}
}

// Stream is an Annuity whose payments may differ. None may be negative.
type Stream struct {
	Amount num.Dec
	When   Timing
	runs   []run
}

// run is a number of equal payments.
type run struct {
	payment num.Dec
	count   int
}

// Pay appends a payment.
func (s *Stream) Pay(payment num.Dec) {
	if end := len(s.runs) - 1; end >= 0 && s.runs[end].payment.Cmp(payment) == 0 {
		s.runs[end].count++
		return
	}
	s.runs = append(s.runs, run{payment, 1})
}

// Yield is the nominal yearly rate, in percent, at which the payments are
// worth the amount: perYear times the internal rate of return of a period. It
// is the exact root, rounded half-even to the given decimals: on which side
// of a midpoint the root lies is decided in exact arithmetic, and floating
// point only says where to look first.
//
// There is exactly one such rate above −100 % per period, or ErrNoRate: when
// amount or payments are not positive, and when the first payment in advance
// already returns the amount or is the only one.
func (s Stream) Yield(perYear, places int) (num.Dec, error) {
	s, err := s.inArrears()
	if err != nil {
		return num.Dec{}, err
	}
	steps, err := newSearch(s, perYear, places).nearest()
	if err != nil {
		return num.Dec{}, err
	}
	return num.Scaled(steps, places), nil
}

// inArrears is the stream without a payment that meets the amount on its own
// day: nothing is left of either but their difference.
func (s Stream) inArrears() (Stream, error) {
	if s.When == InAdvance && len(s.runs) > 0 {
		first := s.runs[0]
		s.When = InArrears
		s.Amount = s.Amount.Sub(first.payment)
		s.runs = append([]run{{first.payment, first.count - 1}}, s.runs[1:]...)
	}
	if s.Amount.Sign() <= 0 || s.total().Sign() <= 0 {
		return s, ErrNoRate
	}
	return s, nil
}

// total is the sum of the payments.
func (s Stream) total() num.Dec {
	var sum num.Dec
	for _, r := range s.runs {
		sum = sum.Add(r.payment.Mul(num.FromInt(int64(r.count))))
	}
	return sum
}

// worth is what the payments are worth at a rate, one period before the first.
func (s Stream) worth(rate Rate) num.Ratio {
	var worth num.Ratio
	for _, r := range slices.Backward(s.runs) {
		discount := rate.discount(r.count)
		value := r.payment.Ratio().Mul(rate.arrears(r.count, discount))
		if worth.Sign() != 0 { // adding 0 would lengthen the fraction
			value = value.Add(worth.Mul(discount))
		}
		worth = value
	}
	return worth
}

// search looks for a root on the grid of answers: whole steps of one unit in
// the last decimal.
type search struct {
	stream          Stream // in arrears
	amount          num.Ratio
	perYear, places int
	least           int64 // steps that are −100 % per period
}

func newSearch(s Stream, perYear, places int) search {
	least := -100 * int64(perYear) * int64(math.Pow10(places))
	return search{s, s.Amount.Ratio(), perYear, places, least}
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
	return s.stream.worth(Nominal(midpoint, s.perYear)).Cmp(s.amount)
}

// guess bisects in floating point. Nothing depends on its accuracy.
func (s search) guess() int64 {
	amount, largest := s.stream.Amount.Float(), 0.0
	for _, r := range s.stream.runs {
		largest = max(largest, r.payment.Float())
	}
	lo, hi := -1.0, largest/amount // payments for ever would be worth payment / rate
	for range 100 {
		rate := lo + (hi-lo)/2
		if s.stream.floatWorth(rate) <= amount {
			hi = rate
		} else { // also when it is beyond all numbers
			lo = rate
		}
	}
	steps := math.Round(hi * 100 * float64(s.perYear) * math.Pow10(s.places))
	if !(steps < maxSteps) { // also when it is not a number
		return maxSteps
	}
	return max(int64(steps), s.least)
}

// floatWorth is worth in floating point.
func (s Stream) floatWorth(rate float64) float64 {
	worth := 0.0
	for _, r := range slices.Backward(s.runs) {
		n := float64(r.count)
		lost := -math.Expm1(-n * math.Log1p(rate)) // what 1 loses when it comes n periods late
		unit := n
		if rate != 0 {
			unit = lost / rate
		}
		worth = r.payment.Float()*unit + worth*(1-lost)
	}
	return worth
}
