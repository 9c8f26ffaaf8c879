// Package num holds exact numbers: Dec, a decimal that travels as a JSON
// number without ever passing through a binary float, Int, an integer of any
// size, Ratio, an exact quotient that is rounded once at the end, and Calc,
// arithmetic at a stated precision for steps without an exact answer.
//
// Every number a caller sends is read by one grammar, that of RFC 8259
// section 6, and every number sent back is written in plain notation: no
// exponent, no trailing zeros, never a negative zero. Values are immutable;
// all methods return new ones.
package num
