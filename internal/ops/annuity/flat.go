package annuity

import (
	"iter"

	"toolcrib/internal/num"
)

// Flat charges interest on the whole principal in every period of the term,
// however much of it has been repaid.
type Flat struct{ Rate Rate }

// FlatRate is the rate at which n payments repay a principal by the flat method.
func FlatRate(principal, payment num.Dec, n int) Rate {
	paid := payment.Ratio().Mul(whole(n))
	return rateOf(paid.Sub(principal.Ratio()).Quo(principal.Ratio().Mul(whole(n))))
}

// Instalment is P/n + P·i.
func (m Flat) Instalment(principal num.Dec, n int) num.Ratio {
	return principal.Ratio().Quo(whole(n)).Add(m.Floor(principal))
}

// Principal is E·n / (1 + i·n).
func (m Flat) Principal(payment num.Dec, n int) num.Ratio {
	return payment.Ratio().Mul(whole(n)).Quo(one.Add(m.Rate.interest.Mul(whole(n))))
}

// Floor is the interest of one period.
func (m Flat) Floor(principal num.Dec) num.Ratio { return m.Rate.Interest(principal) }

// FlatLoan is a loan by the flat method as a lender books it, in whole cents.
type FlatLoan struct {
	Principal num.Dec // above 0, at most two decimals
	Rate      Rate
	Periods   int     // number of instalments, at least 1
	Payment   num.Dec // the level instalment, at most two decimals
}

// Repayment yields the rows up to the one that pays off the principal and the
// interest of the whole term, at most Periods; the last row pays whatever is
// left. Every payment bears interest in the same proportion: after each row,
// the interest so far is its share of all that was paid, rounded half-even to
// the cent.
func (l FlatLoan) Repayment() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		interest := l.Rate.Interest(l.Principal).Mul(whole(l.Periods)).Money()
		total := l.Principal.Add(interest)
		share, owed := newAccrual(num.Quotient(interest, total)), cents(total)
		e := entry{closing: cents(l.Principal), level: cents(l.Payment)}
		for paid := int64(0); paid < owed; {
			e.number++
			e.opening = e.closing
			e.paid = min(e.level, owed-paid)
			if e.number == l.Periods {
				e.paid = owed - paid
			}
			e.interest = share.of(paid+e.paid) - share.of(paid)
			paid += e.paid
			e.closing -= e.paid - e.interest
			if !yield(e.row()) {
				return
			}
		}
	}
}
