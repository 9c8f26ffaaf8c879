package calculators

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/annuity"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/terms"
)

// loanMaxRows bounds a schedule by period.
const loanMaxRows = 600

// answer books the loan and reads the answer from its rows.
func (p *loanPlan) answer(ctx context.Context) (LoanOut, error) {
	prepayments, err := p.creditable()
	if err != nil {
		return LoanOut{}, err
	}
	ledger, err := book(ctx, p.repayment(prepayments, p.ExtraPayment))
	if err != nil {
		return LoanOut{}, err
	}
	fees := p.fees.upfront.Add(p.fees.financed)
	years := num.Quotient(num.FromInt(int64(p.periods)), num.FromInt(int64(p.perYear)))
	out := LoanOut{
		Principal:          p.principal,
		AnnualRate:         p.percent,
		TenureMonths:       years.Mul(num.FromInt(12).Ratio()).Round(2, num.HalfEven),
		Payment:            p.payment,
		PaymentFrequency:   p.PaymentFrequency,
		NumberOfPayments:   len(ledger.rows),
		FinalPayment:       ledger.last().Payment,
		TotalPayment:       ledger.payment,
		TotalInterest:      ledger.interest,
		TotalFees:          fees,
		TotalCost:          ledger.interest.Add(fees),
		FlatRateEquivalent: terms.Percent(ledger.interest.Ratio().Quo(p.booked.Ratio().Mul(years)), 4),
		PayoffDate:         p.day(len(ledger.rows)),
	}
	if p.AnnualRate != nil {
		out.Warnings = terms.WarnRate(*p.AnnualRate)
	}
	out.NewPayment = ledger.relevelled(prepayments)
	out.Warnings = append(out.Warnings, ledger.warnings(prepayments)...)
	if err := p.yields(&out, ledger); err != nil {
		return LoanOut{}, err
	}
	if err := p.compare(ctx, &out); err != nil {
		return LoanOut{}, err
	}
	if err := p.schedule(&out, ledger); err != nil {
		return LoanOut{}, err
	}
	return out, terms.Reachable("payment", out.TotalPayment, out.TotalCost)
}

// day is the day of payment k, nil without a start.
func (p *loanPlan) day(k int) *string {
	if p.start == nil {
		return nil
	}
	day := p.due(*p.start, k).Format(time.DateOnly)
	return &day
}

// loanPrepayment is a prepayment with its place in the input.
type loanPrepayment struct {
	annuity.Prepayment
	index int
}

// creditable lists the prepayments in the order in which they are credited.
func (p *loanPlan) creditable() ([]loanPrepayment, error) {
	var list []loanPrepayment
	for i, sent := range p.Prepayments {
		after := 0
		if sent.Number != nil {
			after = *sent.Number
		} else {
			day, err := isotime.Date(*sent.Date)
			if err != nil {
				return nil, err
			}
			after = 1 + sort.Search(p.periods, func(k int) bool { return !p.due(*p.start, k+1).Before(day) })
		}
		list = append(list, loanPrepayment{annuity.Prepayment{After: after, Amount: sent.Amount, Relevel: sent.Strategy == "reduce_payment"}, i})
	}
	slices.SortStableFunc(list, func(a, b loanPrepayment) int { return a.After - b.After })
	return list, nil
}

// repayment is the loan row by row.
func (p *loanPlan) repayment(prepayments []loanPrepayment, extra num.Dec) iter.Seq[annuity.Row] {
	if p.flat() {
		return annuity.FlatLoan{Principal: p.booked, Rate: p.rate, Periods: p.periods, Payment: p.payment}.Repayment()
	}
	loan := annuity.Loan{Principal: p.booked, Rate: p.rate, Periods: p.periods, Payment: p.payment, When: p.timing(), Extra: extra, Round: p.round}
	for _, prepayment := range prepayments {
		loan.Prepayments = append(loan.Prepayments, prepayment.Prepayment)
	}
	return loan.Repayment()
}

// loanLedger is a repaid loan with its sums.
type loanLedger struct {
	rows              []annuity.Row // at least one
	payment, interest num.Dec
}

func book(ctx context.Context, rows iter.Seq[annuity.Row]) (loanLedger, error) {
	var l loanLedger
	for row := range rows {
		if err := ctx.Err(); err != nil {
			return l, err
		}
		l.rows = append(l.rows, row)
		l.payment = l.payment.Add(row.Payment)
		l.interest = l.interest.Add(row.Interest)
	}
	return l, nil
}

func (l loanLedger) last() annuity.Row { return l.rows[len(l.rows)-1] }

// relevelled is the payment after the last prepayment that lowered it.
func (l loanLedger) relevelled(prepayments []loanPrepayment) *num.Dec {
	for _, p := range slices.Backward(prepayments) {
		if p.Relevel && p.After < len(l.rows) {
			return &l.rows[p.After-1].Level
		}
	}
	return nil
}

// warnings names the prepayments that were not needed, in whole or in part,
// and a last payment that rounding has made a large one.
func (l loanLedger) warnings(prepayments []loanPrepayment) (list []string) {
	var credited num.Dec // of those after the same payment
	for i, p := range prepayments {
		if i == 0 || p.After != prepayments[i-1].After {
			credited = num.Dec{}
		}
		left := num.Dec{}
		if p.After <= len(l.rows) {
			left = l.rows[p.After-1].Prepaid.Sub(credited)
		}
		switch {
		case left.Sign() == 0:
			list = append(list, fmt.Sprintf("prepayments[%d] of %s is ignored: payment %d has already cleared the loan", p.index, p.Amount, len(l.rows)))
		case left.Cmp(p.Amount) < 0:
			list = append(list, fmt.Sprintf("prepayments[%d] of %s exceeds the balance; only %s of it is used", p.index, p.Amount, left))
			credited = credited.Add(left)
		default:
			credited = credited.Add(p.Amount)
		}
	}
	last := l.last()
	if regular := last.Payment.Sub(last.Extra).Sub(last.Prepaid); regular.Cmp(last.Level.Add(last.Level)) > 0 {
		list = append(list, fmt.Sprintf("the last payment of %s is more than twice the regular %s, because of what rounding leaves to it", regular, last.Level))
	}
	return list
}

// yields adds the rates that follow from the payments.
func (p *loanPlan) yields(out *LoanOut, ledger loanLedger) error {
	cause := "payment"
	if p.fees.upfront.Sign() > 0 {
		cause = "fees"
	}
	paid := annuity.Stream{Amount: p.principal.Sub(p.fees.upfront), When: p.timing()}
	for _, row := range ledger.rows {
		paid.Pay(row.Payment)
	}
	apr, err := paid.Yield(p.perYear, 2)
	switch {
	case err == nil:
		out.APR = &apr
	case !errors.Is(err, annuity.ErrNoRate):
		return op.Refuse(cause, op.ResultOutOfRange, "so little is paid out for so much that the APR exceeds what can be answered")
	}
	rate := p.rate
	if p.flat() {
		paid.Amount = p.booked
		percent, err := paid.Yield(p.perYear, 2)
		if err != nil {
			return nil // the first payment in advance repays all
		}
		rate = annuity.Nominal(paid.Refine(percent, p.perYear), p.perYear)
	}
	effective := terms.Percent(rate.Effective(p.perYear), 4)
	out.EffectiveAnnualRate = &effective
	return terms.Reachable(cause, apr, effective)
}

// compare adds how the loan goes without prepayments and extra payments.
func (p *loanPlan) compare(ctx context.Context, out *LoanOut) error {
	if len(p.Prepayments) == 0 && p.ExtraPayment.Sign() == 0 {
		return nil
	}
	plain, err := book(ctx, p.repayment(nil, num.Dec{}))
	if err != nil {
		return err
	}
	count := len(plain.rows)
	out.Baseline = &LoanBaseline{count, plain.last().Payment, plain.payment, plain.interest, p.day(count)}
	out.Savings = &LoanSavings{plain.interest.Sub(out.TotalInterest), count - out.NumberOfPayments}
	return nil
}

// schedule adds the ledger when it was asked for.
func (p *loanPlan) schedule(out *LoanOut, ledger loanLedger) error {
	switch {
	case p.Schedule == "yearly":
		years := p.byYear(ledger.rows)
		out.Schedule = &LoanSchedule{B: &years}
	case p.Schedule == "period" && len(ledger.rows) > loanMaxRows:
		e := op.Refuse("schedule", op.TooManyItems, "the schedule by period has %d rows; at most %d are answered", len(ledger.rows), loanMaxRows)
		e.Violations[0].Hint = "send schedule=yearly"
		return e
	case p.Schedule == "period":
		periods := make([]LoanPeriod, len(ledger.rows))
		for i, row := range ledger.rows {
			periods[i] = LoanPeriod{row.Number, p.day(row.Number), row.Opening, row.Payment, row.Interest, row.Principal, row.Extra.Add(row.Prepaid), row.Closing}
		}
		out.Schedule = &LoanSchedule{A: &periods}
	}
	return nil
}

// byYear sums up rows by year of the loan.
func (p *loanPlan) byYear(rows []annuity.Row) []LoanYear {
	var years []LoanYear
	for chunk := range slices.Chunk(rows, p.perYear) {
		y := LoanYear{Year: len(years) + 1, OpeningBalance: chunk[0].Opening, ClosingBalance: chunk[len(chunk)-1].Closing}
		for _, row := range chunk {
			y.Payment = y.Payment.Add(row.Payment)
			y.Interest = y.Interest.Add(row.Interest)
			y.Principal = y.Principal.Add(row.Principal)
			y.Prepayment = y.Prepayment.Add(row.Extra).Add(row.Prepaid)
		}
		years = append(years, y)
	}
	return years
}
