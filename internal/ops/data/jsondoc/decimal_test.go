package jsondoc

import (
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLoss(t *testing.T) {
	for number, want := range map[string]string{
		"0": "", "-0": "", "0e999999999999": "", "1.50": "", "0.1": "", "1e21": "", "1e2": "",
		"9007199254740991": "", "9007199254740992": "", "9007199254740993": Beyond2To53, "9007199254740994": "", "-9007199254740993": Beyond2To53,
		"9007199254740993.0": Beyond2To53, "9007199254740993e0": Beyond2To53, "900719925474099.3e1": Beyond2To53,
		"100000000000000000000": "", "1208925819614629174706176": "", // 10^20, 2^80: held exactly
		"12345678901234567890": Beyond2To53, "12345678901234567000": Beyond2To53, "1e23": "", "6.02214076e23": "",
		"1e400": Overflow, "-1e400": Overflow, "1.7976931348623157e308": "", "1.7976931348623159e308": Overflow,
		"1e-400": Underflow, "-1e-400": Underflow, "5e-324": "", "2e-324": Underflow, "3e-324": Precision,
		"3.14159265358979323846": Precision, "3.141592653589793": "", "0.30000000000000004": "", "0.300000000000000044": Precision,
		"0.1000000000000000055511151231257827021181583404541015625": "", // the binary64 itself
		"0.10000000000000000555":                                    Precision, "1.0000000000000000": "", "0.5000000000000000000": "",
		"123e-10000000": Underflow, "1e1000001": Overflow, "0.4e00669999999999999999999999999999999999999999999999": Overflow,
	} {
		if got := Loss([]byte(number)); got != want {
			t.Errorf("%s: %q, want %q", number, got, want)
		}
	}
}

// drawNumber draws a JSON number.
func drawNumber(t *rapid.T) string {
	return rapid.StringMatching(`-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,3})?`).Draw(t, "number")
}

func rational(t *rapid.T, number string) *big.Rat {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%s is no number", number)
	}
	return r
}

// TestLossIsExact compares with arithmetic on fractions.
func TestLossIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := drawNumber(t)
		exact := rational(t, number)
		f, err := strconv.ParseFloat(number, 64)
		lossy := err != nil
		if err == nil {
			held := new(big.Rat).SetFloat64(f).Cmp(exact) == 0
			printed := rational(t, strconv.FormatFloat(f, 'g', -1, 64)).Cmp(exact) == 0
			lossy = !held && (!strings.ContainsAny(number, ".eE") || !printed)
			if representable([]byte(number)) != printed {
				t.Fatalf("%s: representable is %v", number, !printed)
			}
		}
		if got := Loss([]byte(number)); (got != "") != lossy {
			t.Fatalf("%s: %q, lossy is %v", number, got, lossy)
		}
	})
}

func TestDecimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawNumber(t), drawNumber(t)
		if rapid.Bool().Draw(t, "near") {
			b = rational(t, a).FloatString(rapid.IntRange(0, 25).Draw(t, "places"))
		}
		x, y := ParseDecimal(a), ParseDecimal(b)
		if got, want := x.Cmp(y), rational(t, a).Cmp(rational(t, b)); got != want {
			t.Fatalf("%s against %s: %d, want %d", a, b, got, want)
		}
		if got, want := x.IsInteger(), rational(t, a).IsInt(); got != want {
			t.Fatalf("%s: integer is %v", a, got)
		}
	})
	for _, c := range []struct {
		a, b string
		want int
	}{{"1e999999999999999999999", "1e99", 1}, {"-1e999999999999999999999", "-1e99", -1}, {"1e-999999999999999999999", "0", 1}, {"0e5", "-0.0", 0}, {"-1", "1", -1}} {
		if got := ParseDecimal(c.a).Cmp(ParseDecimal(c.b)); got != c.want {
			t.Errorf("%s against %s: %d", c.a, c.b, got)
		}
	}
}
