package num

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// someDec draws decimals of every sign, size and scale that Parse can return.
func someDec(t *rapid.T, label string) Dec {
	mantissa := rapid.Int64().Draw(t, label)
	if rapid.Bool().Draw(t, label+" small") {
		mantissa %= 1000
	}
	return Scaled(mantissa, rapid.IntRange(-20, 40).Draw(t, label+" places"))
}

func asRat(t *rapid.T, x Dec) *big.Rat {
	r, ok := new(big.Rat).SetString(x.String())
	if !ok {
		t.Fatalf("%s is no number", x)
	}
	return r
}

func (q Ratio) rat() *big.Rat {
	n, d := q.terms()
	return new(big.Rat).SetFrac(n, d)
}

// big.Rat is the oracle of the arithmetic.
func TestRatioArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, z := someDec(t, "x"), someDec(t, "y"), someDec(t, "z")
		if y.Sign() == 0 || z.Sign() == 0 {
			return
		}
		q, r := Quotient(x, y), z.Ratio()
		wantQ, wantR := new(big.Rat).Quo(asRat(t, x), asRat(t, y)), asRat(t, z)
		k := rapid.IntRange(0, 20).Draw(t, "k")
		power := big.NewRat(1, 1)
		for range k {
			power.Mul(power, wantQ)
		}
		for name, pair := range map[string][2]*big.Rat{
			"quotient": {q.rat(), wantQ},
			"ratio":    {r.rat(), wantR},
			"sum":      {q.Add(r).rat(), new(big.Rat).Add(wantQ, wantR)},
			"diff":     {q.Sub(r).rat(), new(big.Rat).Sub(wantQ, wantR)},
			"product":  {q.Mul(r).rat(), new(big.Rat).Mul(wantQ, wantR)},
			"quo":      {q.Quo(r).rat(), new(big.Rat).Quo(wantQ, wantR)},
			"power":    {q.Pow(k).rat(), power},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s is %s, want %s", name, pair[0], pair[1])
			}
		}
		if q.Cmp(r) != wantQ.Cmp(wantR) || q.Sign() != wantQ.Sign() {
			t.Fatalf("%s and %s compare wrongly", wantQ, wantR)
		}
	})
}

// Rounding keeps its definition: the result has the places asked for, lies
// within one unit of the last of them, on the side that the mode says, and
// half a unit away only if even.
func TestRounding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := someDec(t, "x"), someDec(t, "y")
		if y.Sign() == 0 {
			return
		}
		places := rapid.IntRange(0, 12).Draw(t, "places")
		unit := new(big.Rat).SetFrac(big.NewInt(1), tenTo(places))
		for _, how := range []Rounding{HalfEven, HalfUp, Floor, Ceiling} {
			checkRounded(t, Quotient(x, y).rat(), Quotient(x, y).Round(places, how), unit, how)
			checkRounded(t, asRat(t, x), x.Round(places, how), unit, how)
		}
	})
}

func checkRounded(t *rapid.T, exact *big.Rat, got Dec, unit *big.Rat, how Rounding) {
	rounded := asRat(t, got)
	steps := new(big.Rat).Quo(rounded, unit)
	if !steps.IsInt() {
		t.Fatalf("%s has more than the places asked for", got)
	}
	off := new(big.Rat).Sub(rounded, exact)
	off.Quo(off, unit)
	half, one := big.NewRat(1, 2), big.NewRat(1, 1)
	size := new(big.Rat).Abs(off)
	ok := false
	switch how {
	case Floor:
		ok = off.Sign() <= 0 && size.Cmp(one) < 0
	case Ceiling:
		ok = off.Sign() >= 0 && size.Cmp(one) < 0
	case HalfUp: // away from zero
		ok = size.Cmp(half) < 0 || size.Cmp(half) == 0 && rounded.Cmp(exact)*exact.Sign() > 0
	case HalfEven:
		ok = size.Cmp(half) < 0 || size.Cmp(half) == 0 && steps.Num().Bit(0) == 0
	}
	if !ok {
		t.Fatalf("%s rounded %s to %s", exact, how, got)
	}
}

func TestRoundingOfTiniestParts(t *testing.T) {
	for _, x := range []string{"0.0051", "0.000000001", "1e-60"} {
		if got := D(x).Round(1, Ceiling).String(); got != "0.1" {
			t.Errorf("%s rounds up to %s, want 0.1", x, got)
		}
		if got := D("-"+x).Round(1, Floor).String(); got != "-0.1" {
			t.Errorf("-%s rounds down to %s, want -0.1", x, got)
		}
		if got := D("-"+x).Round(1, Ceiling).String(); got != "0" {
			t.Errorf("-%s rounds up to %s, want 0", x, got)
		}
	}
}

// Values by Python: Decimal('1')/7 and so on with ROUND_HALF_EVEN.
func TestCalcIsHalfEven(t *testing.T) {
	tests := map[string]Dec{
		"0.000000238418579101562": NewCalc(15).Quo(FromInt(1), FromInt(4194304)), // …15625: a tie
		"0.000000715255737304688": NewCalc(15).Quo(FromInt(3), FromInt(4194304)), // …46875: a tie
		"0.142857142857143":       NewCalc(15).Quo(FromInt(1), FromInt(7)),
	}
	for want, got := range tests {
		if got.String() != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestRatioZero(t *testing.T) {
	var zero Ratio
	if zero.Sign() != 0 || zero.Add(FromInt(2).Ratio()).Money().String() != "2" || zero.Money().String() != "0" {
		t.Error("the zero Ratio is not 0")
	}
	defer func() {
		if recover() == nil {
			t.Error("dividing by 0 did not panic")
		}
	}()
	Quotient(FromInt(1), Dec{})
}
