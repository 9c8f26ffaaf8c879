package calculators

import (
	"errors"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/annuity"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/terms"
)

// loanFrequency is how often a loan is paid: so many times a year, each so
// many months or days after the last.
type loanFrequency struct{ perYear, months, days int }

var loanFrequencies = map[string]loanFrequency{
	"monthly":     {12, 1, 0},
	"biweekly":    {26, 0, 14},
	"weekly":      {52, 0, 7},
	"quarterly":   {4, 3, 0},
	"half_yearly": {2, 6, 0},
	"yearly":      {1, 12, 0},
}

// wholeMonths is the fewest months that are whole periods; every term that is
// whole periods is a multiple of it.
func (f loanFrequency) wholeMonths() int {
	months := 1
	for months*f.perYear%12 != 0 {
		months++
	}
	return months
}

// most is the number of periods in the longest term, 600 months.
func (f loanFrequency) most() int { return 50 * f.perYear }

// due is the day of payment k of a loan whose first falls on start.
func (f loanFrequency) due(start time.Time, k int) time.Time {
	if f.days > 0 {
		return start.AddDate(0, 0, f.days*(k-1))
	}
	return calendar.AddMonths(start, f.months*(k-1))
}

// loanFees are what a loan's fees come to, kept back from it or added to it.
type loanFees struct{ upfront, financed num.Dec }

func (in *LoanIn) sumFees(principal num.Dec) loanFees {
	var sums loanFees
	for _, fee := range in.Fees {
		var amount num.Dec
		if fee.Amount != nil {
			amount = *fee.Amount
		} else {
			amount = principal.Mul(*fee.Percent).Mul(num.Scaled(1, 2)).Money()
		}
		if fee.Financed {
			sums.financed = sums.financed.Add(amount)
		} else {
			sums.upfront = sums.upfront.Add(amount)
		}
	}
	return sums
}

// loanPlan is a loan of which all is known.
type loanPlan struct {
	*LoanIn
	loanFrequency
	start     *time.Time
	principal num.Dec // without financed fees
	fees      loanFees
	booked    num.Dec // principal and financed fees: what the ledger starts from
	percent   num.Dec // yearly rate as answered
	rate      annuity.Rate
	periods   int
	payment   num.Dec
}

// solve works out the one unknown.
func (in *LoanIn) solve() (*loanPlan, error) {
	p := &loanPlan{LoanIn: in, loanFrequency: loanFrequencies[in.PaymentFrequency]}
	p.periods = in.Months() * p.perYear / 12
	if in.Principal != nil {
		p.lend(*in.Principal)
	}
	if in.AnnualRate != nil {
		p.percent, p.rate = *in.AnnualRate, annuity.Nominal(*in.AnnualRate, p.perYear)
	}
	if in.Payment != nil {
		p.payment = *in.Payment
	}
	var err error
	switch {
	case in.Principal == nil:
		err = p.solvePrincipal()
	case in.AnnualRate == nil:
		err = p.solveRate()
	case in.Payment == nil:
		p.payment = p.round(p.method().Instalment(p.booked, p.periods))
	default:
		err = p.solvePeriods()
	}
	if err != nil {
		return nil, err
	}
	return p, p.begin()
}

// lend fixes the principal, and with it the fees.
func (p *loanPlan) lend(principal num.Dec) {
	p.principal, p.fees = principal, p.sumFees(principal)
	p.booked = principal.Add(p.fees.financed)
}

func (p *loanPlan) timing() annuity.Timing {
	if p.PaymentTiming == "begin" {
		return annuity.InAdvance
	}
	return annuity.InArrears
}

func (p *loanPlan) flat() bool { return p.InterestMethod == "flat" }

func (p *loanPlan) method() annuity.Method {
	if p.flat() {
		return annuity.Flat{Rate: p.rate}
	}
	return annuity.Reducing{Rate: p.rate, When: p.timing()}
}

// round makes an exact payment one that can be asked for.
func (p *loanPlan) round(exact num.Ratio) num.Dec {
	unit := num.D(p.PaymentRounding)
	return exact.Quo(unit.Ratio()).Round(0, num.HalfUp).Mul(unit)
}

// solvePrincipal lends what the payments repay, rounded down, less the fees
// that are added to it.
func (p *loanPlan) solvePrincipal() error {
	var amounts, shares num.Dec
	for _, fee := range p.Fees {
		switch {
		case !fee.Financed:
		case fee.Amount != nil:
			amounts = amounts.Add(*fee.Amount)
		default:
			shares = shares.Add(fee.Percent.Mul(num.Scaled(1, 2)))
		}
	}
	lent := p.method().Principal(p.payment, p.periods).Sub(amounts.Ratio())
	principal := lent.Quo(num.FromInt(1).Add(shares).Ratio()).Round(2, num.Floor)
	if principal.Sign() <= 0 {
		return op.Refuse("payment", op.OutOfRange, "%d payments of %s repay no loan, fees of %s included", p.periods, p.payment, amounts)
	}
	p.lend(principal)
	e := &op.Invalid{}
	if p.checkFees(e, principal); e.Or() != nil {
		return e
	}
	return terms.Reachable("payment", p.booked)
}

// solveRate finds the rate at which the payments are worth the loan. What is
// answered is rounded; the ledger goes by the root itself.
func (p *loanPlan) solveRate() error {
	n := num.FromInt(int64(p.periods))
	if paid := p.payment.Mul(n); paid.Cmp(p.booked) < 0 {
		return op.Refuse("payment", op.DoesNotAmortize, "%d payments of %s repay %s, less than the %s owed; the minimum is %s",
			p.periods, p.payment, paid, p.booked, num.Quotient(p.booked, n).Round(2, num.Ceiling))
	}
	if p.flat() {
		p.rate = annuity.FlatRate(p.booked, p.payment, p.periods)
		p.percent = p.rate.Yearly(p.perYear).Round(4, num.HalfEven)
		return terms.Reachable("payment", p.percent)
	}
	stream := annuity.Annuity{Amount: p.booked, Payment: p.payment, Periods: p.periods, When: p.timing()}.Stream()
	percent, err := stream.Yield(p.perYear, 4)
	if errors.Is(err, annuity.ErrNoRate) {
		return op.Refuse("payment", op.OutOfRange, "the first payment, made at once, already repays the %s owed, so no rate can be told", p.booked)
	}
	if err != nil {
		return op.Refuse("payment", op.ResultOutOfRange, "the payment is so large that the rate exceeds what can be answered")
	}
	p.percent, p.rate = percent, annuity.Nominal(stream.Refine(percent, p.perYear), p.perYear)
	return nil
}

// solvePeriods finds the least number of payments that repay the loan.
func (p *loanPlan) solvePeriods() error {
	method := p.method()
	floor := method.Floor(p.booked)
	enough := method.Instalment(p.booked, p.most()).Round(2, num.Ceiling)
	if p.payment.Ratio().Cmp(floor) <= 0 {
		e := op.Refuse("payment", op.DoesNotAmortize, "a payment of %s does not exceed the interest of a period and never repays the %s owed; the minimum is %s",
			p.payment, p.booked, floor.Round(2, num.Floor).Add(num.Scaled(1, 2)))
		e.Violations[0].Hint = "send at least " + enough.String() + " to repay it within 600 months"
		return e
	}
	if p.payment.Cmp(enough) < 0 {
		return op.Refuse("payment", op.OutOfRange, "a payment of %s repays the %s owed only after more than 600 months; the minimum is %s", p.payment, p.booked, enough)
	}
	p.periods = annuity.Periods(method, p.booked, p.payment, p.most())
	return nil
}

// begin fixes the day of the first payment.
func (p *loanPlan) begin() error {
	if p.StartDate == nil {
		return nil
	}
	start, err := isotime.Date(*p.StartDate)
	if err != nil {
		return err
	}
	if p.due(start, p.periods).Year() > calendar.LastYear {
		return op.Refuse("start_date", op.OutOfRange, "the last payment would fall after the year %d", calendar.LastYear)
	}
	p.start = &start
	return nil
}
