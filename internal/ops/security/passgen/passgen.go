// Package passgen counts the passwords that rules allow, and numbers them from
// 0. So a number drawn uniformly below the count is a password drawn uniformly,
// however rare those are that obey, and the count is the exact strength.
package passgen

import "math/big"

// Space is a set of passwords, numbered from 0.
type Space interface {
	Size() *big.Int           // how many there are
	At(index *big.Int) string // the one of a number, 0 ≤ index < Size
}

// digit takes the last digit to base n off a number.
func digit(number *big.Int, n int) int {
	remainder := new(big.Int)
	number.QuoRem(number, big.NewInt(int64(n)), remainder)
	return int(remainder.Int64())
}
