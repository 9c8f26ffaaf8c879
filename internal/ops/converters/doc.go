// Package converters holds the converters of units and of number bases. Each
// file is one operation, declared by op.Define; unit.go is what those of units
// have in common.
//
// A result is the exact one, rounded once, and says whether it is the true
// value.
package converters
