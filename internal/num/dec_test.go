package num

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// plain is the form of numbers in answers, contract C2.
var plain = regexp.MustCompile(`^(0|-?(0\.[0-9]*[1-9]|[1-9][0-9]*(\.[0-9]*[1-9])?))$`)

func TestForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := someDec(t, "x"), someDec(t, "y")
		places := rapid.IntRange(0, 12).Draw(t, "places")
		for _, v := range []Dec{x, x.Neg(), x.Add(y), x.Sub(y), x.Sub(x), x.Mul(y), x.Mul(Dec{}.Neg()), x.Round(places, HalfEven), x.Round(places, Ceiling), x.Money()} {
			if s := v.String(); !plain.MatchString(s) {
				t.Fatalf("written as %s", s)
			}
			if asRat(t, v).Sign() != v.Sign() {
				t.Fatalf("sign of %s is %d", v, v.Sign())
			}
		}
	})
}

// big.Rat is the oracle of everything exact.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := someDec(t, "x"), someDec(t, "y")
		a, b := asRat(t, x), asRat(t, y)
		for _, v := range []struct {
			name string
			got  Dec
			want *big.Rat
		}{
			{"sum", x.Add(y), new(big.Rat).Add(a, b)},
			{"difference", x.Sub(y), new(big.Rat).Sub(a, b)},
			{"product", x.Mul(y), new(big.Rat).Mul(a, b)},
			{"negation", x.Neg(), new(big.Rat).Neg(a)},
		} {
			if asRat(t, v.got).Cmp(v.want) != 0 {
				t.Fatalf("%s of %s and %s is %s", v.name, x, y, v.got)
			}
		}
		if x.Cmp(y) != a.Cmp(b) || x.IsInt() != a.IsInt() {
			t.Fatalf("%s and %s compare as %d; whole: %t", x, y, x.Cmp(y), x.IsInt())
		}
	})
}

// Values are immutable: no method may touch what it is called on.
func TestImmutable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := someDec(t, "x"), someDec(t, "y")
		before := x.String() + y.String()
		calc := NewCalc(Digits)
		_, _, _, _ = x.Add(y), x.Sub(y), x.Mul(y), x.Neg()
		_, _, _, _ = x.Ratio(), x.Round(2, HalfUp), x.Magnitude(), calc.PowInt(x, 3)
		i, _ := x.AsInt()
		i.Big().SetInt64(7)
		if after := x.String() + y.String(); before != after {
			t.Fatalf("%s became %s", before, after)
		}
	})
}

func TestRoundProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, places := someDec(t, "x"), rapid.IntRange(0, 10).Draw(t, "places")
		lo, hi := x.Round(places, Floor), x.Round(places, Ceiling)
		if lo.Cmp(x) > 0 || hi.Cmp(x) < 0 || hi.Sub(lo).Cmp(Scaled(1, places)) > 0 {
			t.Fatalf("%s lies between %s and %s", x, lo, hi)
		}
		for _, how := range []Rounding{HalfEven, HalfUp} {
			r := x.Round(places, how)
			if r.Cmp(lo) != 0 && r.Cmp(hi) != 0 || r.Round(places, how).Cmp(r) != 0 {
				t.Fatalf("%s rounds to %s", x, r)
			}
			off := r.Sub(x)
			if off.Mul(off).Cmp(Scaled(25, 2*places+2)) > 0 {
				t.Fatalf("%s rounds to %s, more than half a unit away", x, r)
			}
		}
	})
}

func TestInt64(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "60.0": 60, "1e3": 1000, "-1e18": -1e18, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64,
	} {
		if got, ok := D(in).Int64(); !ok || got != want {
			t.Errorf("%s as int64 is %d, %t", in, got, ok)
		}
	}
	for _, in := range []string{"0.5", "9223372036854775808", "-9223372036854775809", "1e19", "1e60", "1e-60"} {
		if got, ok := D(in).Int64(); ok {
			t.Errorf("%s as int64 is %d", in, got)
		}
	}
}

func TestInt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "magnitude"))
		if rapid.Bool().Draw(t, "negative") {
			want.Neg(want)
		}
		x := NewInt(want)
		if x.String() != want.String() || x.Dec().String() != want.String() || x.Big().Cmp(want) != 0 {
			t.Fatalf("%s is %s, as a decimal %s", want, x, x.Dec())
		}
		back, ok := x.Dec().AsInt()
		if !ok || back.Big().Cmp(want) != 0 {
			t.Fatalf("%s came back as %s", want, back)
		}
	})
	if _, ok := D("0.5").AsInt(); ok {
		t.Error("0.5 is taken for a whole number")
	}
	if s := (Int{}).String() + (Int{}).Dec().String(); s != "00" {
		t.Errorf("the zero value is %s", s)
	}
}

func TestMagnitude(t *testing.T) {
	for in, want := range map[string]int{"0": 0, "1": 0, "9.99": 0, "10": 1, "0.1": -1, "123e4": 6, "1e-60": -60} {
		if got := D(in).Magnitude(); got != want {
			t.Errorf("magnitude of %s is %d, want %d", in, got, want)
		}
	}
}

func TestFloat(t *testing.T) {
	for in, want := range map[string]float64{"0": 0, "0.1": 0.1, "-2.5": -2.5, "1e60": 1e60, "1e-60": 1e-60} {
		if got := D(in).Float(); got != want {
			t.Errorf("%s as binary64 is %g", in, got)
		}
	}
}

func TestMarshal(t *testing.T) {
	got, err := json.Marshal([]any{D("1.50"), D("-0"), NewInt(big.NewInt(-7)), Scaled(100, 2)})
	if err != nil || string(got) != "[1.5,0,-7,1]" {
		t.Errorf("%s, %v", got, err)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("1234567.89"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	x, dst := D("1234567.89"), make([]byte, 0, 32)
	for b.Loop() {
		dst = x.AppendJSON(dst[:0])
	}
}
