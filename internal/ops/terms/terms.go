// Package terms holds what operations on money share: how a term is given,
// how rates and amounts are read and bounded, and how percentages are written.
package terms

import (
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Tenure is the term of a loan in months or in years, for embedding in an
// input. The input adds the rule that says whether one is required.
type Tenure struct {
	TenureMonths *int     `json:"tenure_months" aka:"tenure,term,months" min:"1" max:"600" doc:"Term in months." example:"12"`
	TenureYears  *num.Dec `json:"tenure_years" aka:"tenure,term,years" above:"0" max:"50" doc:"Term in years, a whole number of months, instead of tenure_months." example:"1.5"`
}

// CheckTenure records years that are not whole months as does_not_fit; ok
// tells that Months can be asked.
func (t *Tenure) CheckTenure(e *op.Invalid) (ok bool) {
	if t.TenureYears == nil {
		return true
	}
	_, ok = WholeMonths(e, *t.TenureYears, "tenure_years", "tenure_months")
	return ok
}

// WholeMonths turns years that a field gives into months. Where they are not
// whole it records does_not_fit, with a hint that names the field of months.
func WholeMonths(e *op.Invalid, years num.Dec, field, monthsField string) (n int, ok bool) {
	months := years.Mul(num.FromInt(12))
	if whole, ok := months.Int64(); ok {
		return int(whole), true
	}
	nearest, _ := months.Round(0, num.HalfEven).Int64()
	e.Add(field, op.DoesNotFit, "%s years are %s months; the term must be whole months", years, months).Hint =
		fmt.Sprintf("send %s=%d", monthsField, max(nearest, 1))
	return 0, false
}

// Months is a sound term in months, 0 when none was sent.
func (t *Tenure) Months() int {
	switch {
	case t.TenureMonths != nil:
		return *t.TenureMonths
	case t.TenureYears != nil:
		n, _ := t.TenureYears.Mul(num.FromInt(12)).Int64()
		return int(n)
	}
	return 0
}

// WarnRate is the warning that a yearly rate looks like a fraction instead of
// the percentage it is taken for; nil for 0 and from 0.3 on.
func WarnRate(annualRate num.Dec) []string {
	if annualRate.Sign() <= 0 || annualRate.Cmp(fraction) >= 0 {
		return nil
	}
	return []string{fmt.Sprintf("annual_rate is a percentage; %s means %[1]s %%", annualRate)}
}

var fraction = num.D("0.3")

// MaxResult bounds every number in an answer about money, so that each
// survives a client that reads numbers as binary floats (RFC 7493).
var MaxResult = num.D("1e15")

// Reachable refuses results beyond MaxResult, blaming the field that makes
// them so large.
func Reachable(field string, results ...num.Dec) error {
	for _, r := range results {
		if r.Cmp(MaxResult) > 0 || r.Cmp(MaxResult.Neg()) < 0 {
			return op.Refuse(field, op.ResultOutOfRange, "the result exceeds %s, beyond which not every client reads numbers exactly", MaxResult)
		}
	}
	return nil
}

// WholeCents records an amount with more than two decimals as invalid_number:
// the parts of such an amount could not add up to it.
func WholeCents(e *op.Invalid, field string, amount num.Dec) {
	if cents := amount.Money(); cents.Cmp(amount) != 0 {
		e.Add(field, op.InvalidNumber, "%s has more than 2 decimals; its parts could not add up", amount).Hint = "round it first, such as " + cents.String()
	}
}

// Percent turns a fraction into a percentage of so many decimals, half-even.
func Percent(fraction num.Ratio, places int) num.Dec {
	return fraction.Mul(hundred).Round(places, num.HalfEven)
}

var hundred = num.FromInt(100).Ratio()
