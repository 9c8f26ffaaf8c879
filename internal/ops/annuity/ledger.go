package annuity

import (
	"iter"
	"math/big"

	"toolcrib/internal/num"
)

// Loan is a loan as a lender books it, in whole cents. No amount may exceed
// 1e15.
type Loan struct {
	Principal num.Dec // at most two decimals
	Rate      Rate
	Periods   int     // number of instalments, at least 1
	Payment   num.Dec // the level instalment, at most two decimals
	When      Timing

	Extra       num.Dec                 // paid on top of every instalment, at most two decimals
	Prepayments []Prepayment            // ordered by After
	Round       func(num.Ratio) num.Dec // makes an exact instalment one in whole cents; needed for Relevel
}

// Prepayment is an amount credited right after an instalment.
type Prepayment struct {
	After   int     // number of the instalment, from 1
	Amount  num.Dec // above 0, at most two decimals
	Relevel bool    // lowers the instalment and keeps the term, not the other way round
}

// Row is one instalment of a loan. Opening − Principal = Closing and
// Interest + Principal = Payment hold to the cent.
type Row struct {
	Number    int
	Opening   num.Dec
	Payment   num.Dec // all that is paid, Extra and Prepaid included
	Extra     num.Dec // paid on top of the instalment
	Prepaid   num.Dec // prepayments credited
	Interest  num.Dec
	Principal num.Dec
	Closing   num.Dec
	Level     num.Dec // the instalment in force from here on
}

// Rows yields exactly Periods rows. Interest is rounded half-even to the cent
// each period; the last row pays whatever is left.
//
// At high rates over long terms a fraction of a cent in the instalment
// compounds to any size. A loan that rounding up has cleared before its term
// goes on with rows of nothing; one whose instalment was rounded below the
// interest of a month pays that interest, so that the balance never grows.
//
// Extra and prepayments never exceed what is owed. A prepayment with Relevel
// spreads the balance over the payments that were left before it at the
// instalment then in force; any other one leaves the instalment as it is.
func (l Loan) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		b, due := l.open(), l.Prepayments
		for b.number < l.Periods {
			b.pay()
			for ; len(due) > 0 && due[0].After == b.number; due = due[1:] {
				l.prepay(&b, due[0])
			}
			if !yield(b.row()) {
				return
			}
		}
	}
}

// Repayment yields the rows up to the one that clears the balance.
func (l Loan) Repayment() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for row := range l.Rows() {
			if !yield(row) || row.Closing.Sign() == 0 {
				return
			}
		}
	}
}

// First is the first row.
func (l Loan) First() Row {
	for row := range l.Rows() {
		return row
	}
	return Row{}
}

// prepay credits a prepayment.
func (l Loan) prepay(b *booking, p Prepayment) {
	left := 0
	if p.Relevel {
		left = b.left()
	}
	b.credit(cents(p.Amount))
	if p.Relevel && b.closing > 0 {
		// The next payment is a whole period away, also for one in advance.
		b.level = cents(l.Round(l.Rate.Instalment(num.Scaled(b.closing, 2), left, InArrears)))
		b.last = b.number + left
	}
}

// entry is a Row in cents.
type entry struct {
	number           int
	opening, closing int64
	paid, interest   int64
	extra, prepaid   int64 // parts of paid
	level            int64
}

func (e *entry) row() Row {
	return Row{
		Number: e.number, Opening: num.Scaled(e.opening, 2), Payment: num.Scaled(e.paid, 2), Extra: num.Scaled(e.extra, 2),
		Prepaid: num.Scaled(e.prepaid, 2), Interest: num.Scaled(e.interest, 2), Principal: num.Scaled(e.paid-e.interest, 2),
		Closing: num.Scaled(e.closing, 2), Level: num.Scaled(e.level, 2),
	}
}

// booking is a loan in the course of being repaid: its latest entry, and what
// decides the next one.
type booking struct {
	entry
	rate   *accrual
	last   int   // number of the payment that clears the balance
	beside int64 // to be paid on top of every instalment
	free   bool  // the next payment bears no interest
}

func (l Loan) open() booking {
	return booking{
		entry: entry{closing: cents(l.Principal), level: cents(l.Payment)},
		rate:  newAccrual(l.Rate.interest), last: l.Periods, beside: cents(l.Extra), free: l.When == InAdvance,
	}
}

// pay books the next instalment.
func (b *booking) pay() {
	e := entry{number: b.number + 1, opening: b.closing, level: b.level}
	if !b.free {
		e.interest = b.rate.of(e.opening)
	}
	b.free = false
	owed := e.opening + e.interest
	e.paid = min(max(e.level, e.interest), owed)
	if e.number >= b.last {
		e.paid = owed
	}
	e.extra = min(b.beside, owed-e.paid)
	e.paid += e.extra
	e.closing = owed - e.paid
	b.entry = e
}

// credit adds a prepayment to the latest entry, as far as it is owed.
func (b *booking) credit(amount int64) {
	amount = min(amount, b.closing)
	b.prepaid += amount
	b.paid += amount
	b.closing -= amount
}

// left counts the instalments still to come, were nothing else paid.
func (b booking) left() int {
	start := b.number
	for b.beside = 0; b.closing > 0; {
		b.pay()
	}
	return b.number - start
}

// cents is an amount of at most two decimals as a whole number.
func cents(amount num.Dec) int64 {
	n, _ := amount.Mul(num.FromInt(100)).Int64()
	return n
}

// accrual is a fraction to be taken of whole cents. It keeps its numbers for
// reuse and is not for two at once.
type accrual struct{ n, d, product, rest *big.Int }

func newAccrual(rate num.Ratio) *accrual {
	n, d := rate.Fraction()
	return &accrual{n, d, new(big.Int), new(big.Int)}
}

// of is the fraction of an amount, rounded half-even.
func (a *accrual) of(amount int64) int64 {
	a.product.Mul(a.product.SetInt64(amount), a.n)
	a.product.DivMod(a.product, a.d, a.rest)
	share := a.product.Int64()
	if half := a.rest.Lsh(a.rest, 1).Cmp(a.d); half > 0 || half == 0 && share%2 != 0 {
		share++
	}
	return share
}
