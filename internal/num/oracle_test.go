package num

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Python's decimal module is the oracle: testdata/arithmetic.py wrote the table.
func TestAgainstPython(t *testing.T) {
	f, err := os.Open("testdata/arithmetic.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	calc, count := NewCalc(Digits), map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c := strings.Split(lines.Text(), "\t")
		count[c[0]]++
		x := D(c[1])
		var got string
		switch c[0] {
		case "add":
			got = x.Add(D(c[2])).String()
		case "sub":
			got = x.Sub(D(c[2])).String()
		case "mul":
			got = x.Mul(D(c[2])).String()
		case "cmp":
			got = strconv.Itoa(x.Cmp(D(c[2])))
		case "quo":
			got = calc.Quo(x, D(c[2])).String()
		case "pow":
			checkPower(t, calc, x, c[2], c[3])
			continue
		default:
			places, err := strconv.Atoi(c[2])
			if err != nil {
				t.Fatal(err)
			}
			got = checkRound(t, x, places, c[0])
		}
		if got != c[3] {
			t.Errorf("%s %s %s = %s, want %s", c[0], c[1], c[2], got, c[3])
		}
	}
	for _, name := range []string{"add", "sub", "mul", "cmp", "quo", "pow", "half_even", "half_up", "floor", "ceiling"} {
		if count[name] < 100 {
			t.Errorf("only %d lines of %s", count[name], name)
		}
	}
}

// checkRound rounds as a decimal and as a quotient, which must agree.
func checkRound(t *testing.T, x Dec, places int, how string) string {
	t.Helper()
	rounding := map[string]Rounding{"half_even": HalfEven, "half_up": HalfUp, "floor": Floor, "ceiling": Ceiling}[how]
	got, ratio := x.Round(places, rounding).String(), x.Ratio().Round(places, rounding).String()
	if got != ratio {
		t.Errorf("%s of %s to %d places: decimal %s, quotient %s", how, x, places, got, ratio)
	}
	return got
}

// checkPower allows n units in the last of 60 places.
func checkPower(t *testing.T, calc Calc, x Dec, power, want string) {
	t.Helper()
	n, err := strconv.Atoi(power)
	if err != nil {
		t.Fatal(err)
	}
	wide := NewCalc(110)
	exact := parseWide(want)
	got := calc.PowInt(x, n)
	off := wide.Sub(got, exact)
	if off.Sign() < 0 {
		off = off.Neg()
	}
	allowed := wide.Mul(exact, Scaled(int64(max(n, 1)), Digits-1))
	if off.Cmp(allowed) > 0 {
		t.Errorf("%s^%s = %s, want %s", x, power, got, want)
	}
}

// parseWide reads a number of more digits than Parse takes.
func parseWide(s string) Dec {
	var r Dec
	if _, _, err := r.d.SetString(s); err != nil {
		panic(err)
	}
	return r
}
