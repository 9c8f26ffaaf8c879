package annuity

import (
	"sort"

	"toolcrib/internal/num"
)

// Method is a way to charge interest on a loan that level payments repay. Its
// results are exact.
type Method interface {
	// Instalment is the payment that repays a principal in n ≥ 1 periods.
	Instalment(principal num.Dec, n int) num.Ratio
	// Principal is what n ≥ 1 payments repay.
	Principal(payment num.Dec, n int) num.Ratio
	// Floor is what a payment must exceed to repay a principal at all.
	Floor(principal num.Dec) num.Ratio
}

// Reducing charges interest on the balance of each period.
type Reducing struct {
	Rate Rate
	When Timing
}

// Instalment is that of the rate.
func (m Reducing) Instalment(principal num.Dec, n int) num.Ratio {
	return m.Rate.Instalment(principal, n, m.When)
}

// Principal is the present value of the payments.
func (m Reducing) Principal(payment num.Dec, n int) num.Ratio {
	return m.Rate.PresentValue(payment, n, m.When)
}

// Floor is the interest of one period, discounted when it is paid in advance.
func (m Reducing) Floor(principal num.Dec) num.Ratio {
	interest := m.Rate.Interest(principal)
	if m.When == InAdvance {
		return interest.Quo(m.Rate.growth)
	}
	return interest
}

// Periods is the number of payments that repay a principal, the last of which
// may be smaller. It is most + 1 where most do not suffice.
func Periods(m Method, principal, payment num.Dec, most int) int {
	owed := principal.Ratio()
	return 1 + sort.Search(most, func(n int) bool { return m.Principal(payment, n+1).Cmp(owed) >= 0 })
}
