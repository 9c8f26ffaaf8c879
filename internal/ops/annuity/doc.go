// Package annuity is the mathematics of loans repaid in level payments: the
// payment, principal or term that belongs to the others, by the reducing and
// by the flat method; the period-by-period ledger with prepayments that a loan
// leaves behind; and the yield of a row of payments.
//
// Rates are exact fractions, so formula results are rounded once, from their
// exact value, however small the rate and however long the term. Two ways of
// adding up a loan exist and are kept apart. The formula multiplies the exact
// instalment by their number, as spreadsheets do (PMT, CUMIPMT). The ledger
// is what a lender books: the instalment in whole cents, interest rounded
// every period, and a last instalment that clears what is left.
//
// The theory is that of any text on compound interest, such as S. G. Kellison,
// The Theory of Interest, chapters 3 to 5.
package annuity
