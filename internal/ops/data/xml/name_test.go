package xml

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestCharacters compares the classes of all characters with those of npm's
// xmlchars; testdata/names.mjs recorded them.
func TestCharacters(t *testing.T) {
	text, err := os.ReadFile("testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Char, NameStart, NameChar [][2]rune }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		is     func(rune) bool
		ranges [][2]rune
	}{{"Char", IsChar, want.Char}, {"NameStartChar", IsNameStart, want.NameStart}, {"NameChar", IsNameChar, want.NameChar}} {
		for r := rune(-1); r <= 0x110000; r++ {
			in := slices.ContainsFunc(c.ranges, func(w [2]rune) bool { return w[0] <= r && r <= w[1] })
			if c.is(r) != in {
				t.Fatalf("%s: U+%04X is %t", c.name, r, c.is(r))
			}
		}
	}
}

func TestIsName(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "_": true, ":": true, "a:b:c": true, "naïve-1.x": true, "नाम": true, "\U00010000": true, "\uFFFD": true, "a\u00B7\u0300": true,
		"": false, "1": false, "-a": false, ".": false, "a b": false, " a": false, "a\n": false, "a\u00D7": false, "\u00B7a": false, "\u0300": false,
		"\xff": false, "a\xff": false, "é\xff": false, "\U000F0000": false, "a/": false,
	} {
		if IsName(s) != want {
			t.Errorf("IsName(%q) = %t", s, !want)
		}
	}
}
