package num

import "math/big"

// Int is an immutable integer of any size that travels as a JSON number.
type Int struct{ b *big.Int }

// NewInt wraps a copy of b.
func NewInt(b *big.Int) Int { return Int{new(big.Int).Set(b)} }

// Big returns the value as a new big.Int.
func (x Int) Big() *big.Int {
	if x.b == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(x.b)
}

// AsInt returns x if it is a whole number.
func (x Dec) AsInt() (Int, bool) {
	if !x.IsInt() {
		return Int{}, false
	}
	b, ok := new(big.Int).SetString(x.String(), 10)
	return Int{b}, ok
}

// Dec returns x as a decimal.
func (x Int) Dec() Dec {
	var r Dec
	b := x.Big()
	r.d.Coeff.SetMathBigInt(b.Abs(b))
	r.d.Negative = x.b != nil && x.b.Sign() < 0
	return r
}

// String writes x in decimal.
func (x Int) String() string { return string(x.AppendJSON(nil)) }

// AppendJSON appends x as a JSON number.
func (x Int) AppendJSON(dst []byte) []byte {
	if x.b == nil {
		return append(dst, '0')
	}
	return x.b.Append(dst, 10)
}

// MarshalJSON is AppendJSON for encoding/json.
func (x Int) MarshalJSON() ([]byte, error) { return x.AppendJSON(nil), nil }
