package fold_test

import (
	"bufio"
	"os"
	"strconv"
	"testing"

	"toolcrib/internal/ops/text/fold"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ a, b string }{ // python: a.casefold() == b.casefold()
		{"Hello, World! 123", "hELLO, wORLD! 123"},
		{"Straße", "STRASSE"}, {"ΟΔΟΣ", "οδος"}, {"ﬃ", "FFI"}, {"ǰ", "J\u030c"}, {"İ", "i\u0307"}, {"K", "k"}, {"ſ", "S"},
	} {
		if fold.String(c.a) != fold.String(c.b) || fold.Canonical(c.a) != fold.Canonical(c.b) {
			t.Errorf("%q and %q differ", c.a, c.b)
		}
	}
	if fold.String("É") == fold.String("E\u0301") || fold.Canonical("É") != fold.Canonical("e\u0301") {
		t.Error("É and E with an accent match only canonically")
	}
	if fold.String("I") == fold.String("ı") {
		t.Error("I folds to i, not to ı")
	}
	// D145: ypogegrammeni is folded to a letter, so what follows it must have
	// been put in order before.
	if fold.Canonical("\u1fb3\u0301") != fold.Canonical("\u03b1\u0301\u0345") {
		t.Error("alpha with ypogegrammeni and accent, in two orders, differ")
	}
}

// Every code point that str.casefold of Python changes, as
// testdata/fold_oracle.py wrote them: the two must be the same to us.
func TestEveryCodePoint(t *testing.T) {
	f, err := os.Open("testdata/fold.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		pair, err := strconv.Unquote(s.Text())
		if err != nil {
			t.Fatal(err)
		}
		runes := []rune(pair)
		if a, b := string(runes[0]), string(runes[1:]); fold.String(a) != fold.String(b) {
			t.Errorf("%q and %q differ", a, b)
		}
	}
	if n < 1000 {
		t.Errorf("%d cases", n)
	}
}
