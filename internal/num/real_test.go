package num

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// Every result is within one unit of the last of its 60 digits, whatever
// the sizes.
func TestRealAgainstPython(t *testing.T) {
	f, err := os.Open("testdata/real.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	calc, wide, count := NewCalc(Digits), NewCalc(110), map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c := strings.Split(lines.Text(), "\t")
		count[c[0]]++
		var got Dec
		switch x := parseWide(c[1]); c[0] {
		case "exp":
			got = calc.Exp(x)
		case "ln":
			got = calc.Ln(x)
		case "pow":
			got = calc.Pow(x, parseWide(c[2]))
		}
		want := parseWide(c[3])
		off := wide.Quo(wide.Sub(got, want), unitIfZero(want))
		if limit := Scaled(1, Digits-1); off.Cmp(limit) > 0 || off.Cmp(limit.Neg()) < 0 {
			t.Errorf("%s of %s %s is %s, want %s", c[0], c[1], c[2], got, want)
		}
	}
	for _, name := range []string{"exp", "ln", "pow"} {
		if count[name] < 450 {
			t.Errorf("only %d lines of %s", count[name], name)
		}
	}
}

func unitIfZero(x Dec) Dec {
	if x.Sign() == 0 {
		return FromInt(1)
	}
	return x
}

func TestRealRefuses(t *testing.T) {
	calc := NewCalc(Digits)
	for name, f := range map[string]func(){
		"exp of much": func() { calc.Exp(D("10000.1")) },
		"exp of less": func() { calc.Exp(D("-10000.1")) },
		"ln of 0":     func() { calc.Ln(Dec{}) },
		"ln of −1":    func() { calc.Ln(D("-1")) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
	if got := calc.Ln(D("1")); got.Sign() != 0 {
		t.Errorf("ln 1 is %s", got)
	}
}

func BenchmarkReal(b *testing.B) {
	calc, x := NewCalc(Digits), D("1.00666666666666666666666667")
	b.Run("exp", func(b *testing.B) {
		for b.Loop() {
			calc.Exp(x)
		}
	})
	b.Run("ln", func(b *testing.B) {
		for b.Loop() {
			calc.Ln(x)
		}
	})
	b.Run("pow", func(b *testing.B) {
		for b.Loop() {
			calc.Pow(x, D("18.5"))
		}
	})
}
