package finance

import (
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/terms"
	"toolcrib/internal/ops/when"
)

// mostPPFYears bounds what is computed; the scheme sets no end to extensions.
const mostPPFYears = 50

// Check refuses what the scheme does not allow.
func (in *PPFIn) Check(e *op.Invalid) {
	law := ppfScheme.Values
	switch {
	case in.AnnualDeposit != nil:
		law.checkStep(e, "annual_deposit", *in.AnnualDeposit)
		law.checkYear(e, "annual_deposit", "annual_deposit", *in.AnnualDeposit)
	case in.MonthlyDeposit != nil:
		law.checkStep(e, "monthly_deposit", *in.MonthlyDeposit)
		law.checkYear(e, "monthly_deposit", "12 times monthly_deposit", in.MonthlyDeposit.Mul(twelve))
		in.checkTiming(e)
	default:
		in.checkDeposits(e, law)
	}
	terms.WholeCents(e, "opening_balance", in.OpeningBalance)
	known := law.checkTerm(e, in.Years)
	if known {
		in.checkYears(e, law)
	}
	if in.OpeningDate == nil {
		return
	}
	opening, ok := when.Day(e, "opening_date", *in.OpeningDate)
	if known && ok && maturity(opening, in.Years).Year() > calendar.LastYear {
		e.Add("opening_date", op.OutOfRange, "the account would mature after the year %d, which a date cannot hold", calendar.LastYear)
	}
}

// checkTerm tells whether the years are those of an account.
func (law ppfLaw) checkTerm(e *op.Invalid, years int) bool {
	if years >= law.Years && years <= mostPPFYears && (years-law.Years)%law.ExtensionYears == 0 {
		return true
	}
	e.Add("years", op.OutOfRange, "%d years are not %d, alone or with extensions of %d up to %d (%s)",
		years, law.Years, law.ExtensionYears, mostPPFYears, law.YearsRule)
	return false
}

func (law ppfLaw) checkStep(e *op.Invalid, field string, amount num.Dec) {
	if steps := num.Quotient(amount, law.DepositStep).Round(0, num.Floor); steps.Mul(law.DepositStep).Cmp(amount) != 0 {
		e.Add(field, op.OutOfRange, "%s is not a multiple of %s (%s)", amount, law.DepositStep, law.DepositRule)
	}
}

func (law ppfLaw) checkYear(e *op.Invalid, field, what string, total num.Dec) {
	if total.Cmp(law.LeastDeposit) < 0 || total.Cmp(law.MostDeposit) > 0 {
		e.Add(field, op.OutOfRange, "%s is %s; the scheme takes %s to %s in a financial year (%s)",
			what, total, law.LeastDeposit, law.MostDeposit, law.DepositRule)
	}
}

func (in *PPFIn) checkTiming(e *op.Invalid) {
	if t := in.DepositTiming; t != nil && (*t == "start_of_year" || *t == "end_of_year") {
		e.Add("deposit_timing", op.Conflict, "monthly_deposit is paid each month, not at %s", *t).Hint =
			"use monthly_by_5th or monthly_after_5th, or send annual_deposit"
	}
}

// checkDeposits looks at amounts. A year without any deposit is allowed.
func (in *PPFIn) checkDeposits(e *op.Invalid, law ppfLaw) {
	var sums [mostPPFYears]num.Dec
	for i, d := range in.Deposits {
		law.checkStep(e, fmt.Sprintf("deposits[%d].amount", i), d.Amount)
		sums[d.Year-1] = sums[d.Year-1].Add(d.Amount)
	}
	for i, sum := range sums {
		if sum.Sign() > 0 {
			law.checkYear(e, "deposits", fmt.Sprintf("the sum of year %d", i+1), sum)
		}
	}
}

// checkYears wants a rate for each year, and deposits only in years that may
// have them.
func (in *PPFIn) checkYears(e *op.Invalid, law ppfLaw) {
	if in.Rates != nil && len(in.Rates) != in.Years {
		e.Add("rates", op.DoesNotFit, "%d rates were sent for %d years", len(in.Rates), in.Years).Hint = "send one rate for each year"
	}
	for i, d := range in.Deposits {
		field := fmt.Sprintf("deposits[%d].year", i)
		switch {
		case d.Year > in.Years:
			e.Add(field, op.OutOfRange, "year %d is after the last, %d", d.Year, in.Years)
		case d.Year > law.Years && !in.ExtensionDeposits:
			e.Add(field, op.Conflict, "year %d is in the extension, which extension_deposits=false keeps without deposits", d.Year)
		}
	}
}
