// Package calculators holds the everyday calculators: bodies, prices and
// loans. Each file is one operation, declared by op.Define; operations that
// answer under a second path as well export their definition.
//
// All amounts are exact decimals. A result is rounded once, from its exact
// value, and the sums shown beside it add up.
package calculators
