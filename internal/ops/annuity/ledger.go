package annuity

import (
	"iter"

	"toolcrib/internal/num"
)

// Loan is a loan as a lender books it, in whole cents.
type Loan struct {
	Principal num.Dec // at most two decimals
	Rate      Rate
	Periods   int     // number of instalments, at least 1
	Payment   num.Dec // the level instalment, at most two decimals
	When      Timing
}

// Row is one instalment of a loan. Opening − Principal = Closing and
// Interest + Principal = Payment hold to the cent.
type Row struct {
	Number    int
	Opening   num.Dec
	Payment   num.Dec
	Interest  num.Dec
	Principal num.Dec
	Closing   num.Dec
}

// Rows yields exactly Periods rows. Interest is rounded half-even to the cent
// each period; the last row pays whatever is left.
//
// At high rates over long terms a fraction of a cent in the instalment
// compounds to any size. A loan that rounding up has cleared before its term
// goes on with rows of nothing; one whose instalment was rounded below the
// interest of a month pays that interest, so that the balance never grows.
func (l Loan) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		balance := l.Principal
		for k := 1; k <= l.Periods; k++ {
			row := l.row(k, balance)
			if !yield(row) {
				return
			}
			balance = row.Closing
		}
	}
}

// First is the first row.
func (l Loan) First() Row { return l.row(1, l.Principal) }

func (l Loan) row(k int, opening num.Dec) Row {
	row := Row{Number: k, Opening: opening, Payment: l.Payment}
	if k > 1 || l.When == InArrears {
		row.Interest = l.Rate.Interest(opening).Money()
	}
	owed := opening.Add(row.Interest)
	if row.Payment.Cmp(row.Interest) < 0 {
		row.Payment = row.Interest
	}
	if k == l.Periods || row.Payment.Cmp(owed) > 0 {
		row.Payment = owed
	}
	row.Principal = row.Payment.Sub(row.Interest)
	row.Closing = opening.Sub(row.Principal)
	return row
}
