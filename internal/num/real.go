package num

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// MaxExp bounds what Exp is asked for: e^10000 has 4,343 digits before the
// point, far beyond any amount.
const MaxExp = 10_000

// guardBits are computed beyond the digits asked for. The series below lose
// less than one unit in the last place per term and have some hundred terms.
const guardBits = 32

// Exp returns e^x for |x| ≤ MaxExp, good to one unit in the last place; it
// panics beyond.
//
// With k = ⌊x/ln 2⌉ it is 2^k·e^r, |r| ≤ 0.35; the Taylor series of e^(r/2^8)
// takes a dozen or two terms and is squared eight times.
func (c Calc) Exp(x Dec) Dec {
	if limit := FromInt(MaxExp); x.Cmp(limit) > 0 || x.Cmp(limit.Neg()) < 0 {
		panic("num: Exp of a number beyond MaxExp")
	}
	const halvings = 8
	bits := c.bits() + halvings + 16 // 16 for k, which multiplies the error of ln 2
	ln2 := ln2(bits)
	r := fixed(x, bits)
	k := new(big.Int).Add(r, new(big.Int).Rsh(ln2, 1))
	k.Div(k, ln2) // towards −∞
	r.Sub(r, new(big.Int).Mul(k, ln2))
	r.Rsh(r, halvings)
	term := new(big.Int).Lsh(big.NewInt(1), bits)
	sum, product, n := new(big.Int).Set(term), new(big.Int), new(big.Int)
	for k := int64(1); term.Sign() != 0; k++ {
		term.Rsh(product.Mul(term, r), bits)
		term.Quo(term, n.SetInt64(k)) // to 0, where a negative term must end too
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Rsh(product.Mul(sum, sum), bits)
	}
	return c.scaled(sum, int(k.Int64())-int(bits))
}

// Ln returns the natural logarithm of x > 0, good to one unit in the last
// place; it panics for other x.
//
// With x = 2^k·m, 2/3 ≤ m < 4/3, it is k·ln 2 + 2·artanh((m−1)/(m+1)). Near 1
// the logarithm is as small as x − 1, so that much more is computed.
func (c Calc) Ln(x Dec) Dec {
	if x.Sign() <= 0 {
		panic("num: Ln of a number that is not positive")
	}
	away := x.Sub(FromInt(1))
	if away.Sign() == 0 {
		return Dec{}
	}
	bits := c.bits() + 16 // for k
	if m := away.Magnitude(); m < 0 {
		bits += uint(-m) * 10 / 3
	}
	num, den := x.Ratio().terms()
	k := num.BitLen() - den.BitLen()
	num, den = shifted(num, -k), shifted(den, k) // now 1/2 < num/den < 2
	third := func(q *big.Int) *big.Int { return new(big.Int).Mul(q, big.NewInt(3)) }
	switch {
	case third(num).Cmp(shifted(den, 2)) >= 0: // m ≥ 4/3
		k, den = k+1, shifted(den, 1)
	case third(num).Cmp(shifted(den, 1)) < 0: // m < 2/3
		k, num = k-1, shifted(num, 1)
	}
	z := new(big.Int).Sub(num, den)
	z.Lsh(z, bits).Quo(z, new(big.Int).Add(num, den))
	sum := artanh(z, bits)
	sum.Lsh(sum, 1)
	sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(k)), ln2(bits)))
	return c.scaled(sum, -int(bits))
}

// Pow returns x^y for x > 0, good to one unit in the last place; |y·ln x| must
// be within MaxExp. For whole y, PowInt is faster.
func (c Calc) Pow(x, y Dec) Dec {
	wide := NewCalc(int(c.ctx.Precision) + 8) // the digits before the point of y·ln x are lost to the result
	return c.Exp(wide.Mul(y, wide.Ln(x)))
}

// bits is the binary precision that the digits of c need.
func (c Calc) bits() uint { return uint(c.ctx.Precision)*10/3 + guardBits }

// artanh sums z + z³/3 + z⁵/5 + …, all with the given number of binary places.
// It is odd, so the terms are those of |z|, which can be shifted.
func artanh(z *big.Int, bits uint) *big.Int {
	power := new(big.Int).Abs(z)
	square := new(big.Int).Mul(power, power)
	square.Rsh(square, bits)
	sum, term, product, n := new(big.Int).Set(power), new(big.Int), new(big.Int), new(big.Int)
	for k := int64(3); ; k += 2 {
		power.Rsh(product.Mul(power, square), bits)
		if term.Quo(power, n.SetInt64(k)).Sign() == 0 {
			break
		}
		sum.Add(sum, term)
	}
	if z.Sign() < 0 {
		sum.Neg(sum)
	}
	return sum
}

// ln2 is 2·artanh(1/3) with the given number of binary places. The usual
// precisions read it off one long value.
func ln2(bits uint) *big.Int {
	if bits > ln2Bits {
		return computeLn2(bits)
	}
	return new(big.Int).Rsh(longLn2, ln2Bits-bits)
}

const ln2Bits = 512

var longLn2 = computeLn2(ln2Bits)

func computeLn2(bits uint) *big.Int {
	third := new(big.Int).Lsh(big.NewInt(1), bits+guardBits)
	third.Quo(third, big.NewInt(3))
	sum := artanh(third, bits+guardBits)
	return sum.Rsh(sum, guardBits-1)
}

// fixed is x with so many binary places, rounded to 0.
func fixed(x Dec, bits uint) *big.Int {
	n, d := x.Ratio().terms()
	n = new(big.Int).Lsh(n, bits)
	return n.Quo(n, d)
}

// shifted is q·2^k for k > 0 and q for others.
func shifted(q *big.Int, k int) *big.Int { return new(big.Int).Lsh(q, uint(max(k, 0))) }

// scaled is q·2^k rounded to the digits of c.
func (c Calc) scaled(q *big.Int, k int) Dec {
	var n, d Dec
	n.d.Coeff.SetMathBigInt(new(big.Int).Abs(shifted(q, k)))
	n.d.Negative = q.Sign() < 0
	d.d.Coeff = *new(apd.BigInt).SetMathBigInt(shifted(big.NewInt(1), -k))
	return c.Quo(n, d)
}
