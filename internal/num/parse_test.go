package num

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"
)

// The grammar is that of RFC 8259 section 6.
func TestScan(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want int
	}{
		{"0", 1}, {"-0", 2}, {"7", 1}, {"10", 2}, {"-10.50", 6}, {"1e3", 3}, {"1E+3", 4}, {"1e-3", 4}, {"0.0e00", 6},
		{"", 0}, {"-", 0}, {"+5", 0}, {".5", 0}, {"-.5", 0}, {"NaN", 0}, {"Infinity", 0}, {"-Infinity", 0}, {" 1", 0},
		{"₹500", 0}, {"١", 0}, {"１", 0}, {"e3", 0}, {"--1", 0},
		{"5.", 1}, {"007", 1}, {"01", 1}, {"-01", 2}, {"0x10", 1}, {"1_000", 1}, {"1,00,000", 1}, {"5%", 1}, {"1 ", 1},
		{"1e", 1}, {"1e+", 1}, {"1.5e", 3}, {"1.e5", 1}, {"1e5.5", 3}, {"1.2.3", 3}, {"0b1", 1}, {"1f", 1}, {"1\x00", 1},
	} {
		if got := Scan(tt.in); got != tt.want {
			t.Errorf("Scan(%q) = %d, want %d", tt.in, got, tt.want)
		}
		if got := Scan([]byte(tt.in)); got != tt.want {
			t.Errorf("Scan([]byte(%q)) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

var (
	digits34 = "1234567890123456789012345678901234"
	zeros    = func(n int) string { return strings.Repeat("0", n) }
)

// Contract C1 and C13: at most 34 significant digits, exponents to ±60.
func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		err      error
	}{
		{"100", "100", nil}, {"100.50", "100.5", nil}, {"1e3", "1000", nil}, {"1.5E-3", "0.0015", nil},
		{"-0", "0", nil}, {"0.000", "0", nil}, {"-0.0e5", "0", nil}, {"60.0", "60", nil}, {"-1.10", "-1.1", nil},
		{"100e-2", "1", nil}, {"18446744073709551615", "18446744073709551615", nil}, {"18446744073709551616", "18446744073709551616", nil},
		{digits34, digits34, nil}, {"-" + digits34, "-" + digits34, nil}, {digits34 + "000", digits34 + "000", nil},
		{"0.000" + digits34, "0.000" + digits34, nil}, {digits34 + ".000", digits34, nil}, {"00" + digits34, "", ErrSyntax},
		{digits34 + "5", "", ErrDigits}, {digits34 + ".5", "", ErrDigits}, {"0." + digits34 + "1", "", ErrDigits}, {"1" + zeros(33) + "1", "", ErrDigits},
		{"1" + zeros(20) + "." + zeros(20) + "1", "", ErrDigits},
		{"1e60", "1" + zeros(60), nil}, {"1e+060", "1" + zeros(60), nil}, {"1e-60", "0." + zeros(59) + "1", nil}, {"123e60", "123" + zeros(60), nil},
		{digits34 + "e60", digits34 + zeros(60), nil}, {"1." + digits34[1:] + "e-60", "0." + zeros(59) + digits34, nil},
		{"1e61", "", ErrRange}, {"1e-61", "", ErrRange}, {"1e999", "", ErrRange}, {"1e-999", "", ErrRange}, {"0e999", "", ErrRange},
		{"1e99999999999999999999", "", ErrRange}, {"1e00000000000000000000", "1", nil}, {"0e-60", "0", nil},
		{"1" + zeros(93), "1" + zeros(93), nil}, {"1" + zeros(94), "", ErrRange}, {"0." + zeros(93) + "1", "0." + zeros(93) + "1", nil}, {"0." + zeros(94) + "1", "", ErrRange},
		{"", "", ErrSyntax}, {" 1", "", ErrSyntax}, {"1 ", "", ErrSyntax}, {"+5", "", ErrSyntax}, {".5", "", ErrSyntax}, {"5.", "", ErrSyntax},
		{"1,00,000", "", ErrSyntax}, {"₹500", "", ErrSyntax}, {"5%", "", ErrSyntax}, {"0x10", "", ErrSyntax}, {"1_000", "", ErrSyntax},
		{"NaN", "", ErrSyntax}, {"Infinity", "", ErrSyntax}, {"-Infinity", "", ErrSyntax}, {"sNaN", "", ErrSyntax}, {"007", "", ErrSyntax}, {"1e", "", ErrSyntax},
	} {
		got, err := Parse(tt.in)
		if !errors.Is(err, tt.err) || err == nil && got.String() != tt.want {
			t.Errorf("Parse(%q) = %s, %v; want %s, %v", tt.in, got, err, tt.want, tt.err)
		}
	}
}

// A number is read in time linear in its length, also where it is as long as a
// request may be.
func TestParseLong(t *testing.T) {
	long := zeros(2 << 20)
	for in, want := range map[string]error{
		"1." + long: nil, "0." + long: nil, "1" + long: ErrRange, "0." + long + "1": ErrRange, "1." + long + "1": ErrDigits,
		"1" + strings.ReplaceAll(long, "0", "7"): ErrDigits, "1e" + long + "1": nil, "1e1" + long: ErrRange,
	} {
		start := time.Now()
		if _, err := Parse(in); !errors.Is(err, want) {
			t.Errorf("%.8s…: %v, want %v", in, err, want)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.8s… took %s", in, took)
		}
	}
}

func TestDPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("D of something that is no number did not panic")
		}
	}()
	D("1,5")
}

// Parse accepts exactly the JSON numbers within bounds, with their exact
// value, and what it has read it writes so that it can be read again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "-0.0", "1e3", "1.50", digits34, digits34 + "1", "1e60", "1e61", "007", "+5", "5.", "1e-60", "12345678901234567.89e-12"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Parse(s)
		isNumber := json.Valid([]byte(s)) && strings.Trim(s, "-+.eE0123456789") == ""
		if isNumber == errors.Is(err, ErrSyntax) {
			t.Fatalf("Parse(%q): %v, but encoding/json says valid=%t", s, err, isNumber)
		}
		if err != nil {
			return
		}
		want, ok := new(big.Rat).SetString(s)
		text := got.String()
		if value, _ := new(big.Rat).SetString(text); !ok || value.Cmp(want) != 0 {
			t.Fatalf("Parse(%q) = %s", s, text)
		}
		again, err := Parse(text)
		if err != nil || again.String() != text || again.Cmp(got) != 0 {
			t.Fatalf("Parse(%q) = %s, %v, but it was written by String", text, again, err)
		}
		if text == "-0" || strings.ContainsAny(text, "eE+") || strings.Contains(text, ".") && strings.HasSuffix(text, "0") {
			t.Fatalf("%q is written as %s", s, text)
		}
	})
}
