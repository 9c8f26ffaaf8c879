package passgen_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/sethvargo/go-diceware/diceware"
	"pgregory.net/rapid"

	"toolcrib/internal/ops/security/passgen"
)

// enumerate lists all strings of a length over an alphabet that satisfy a
// condition, by trying every one.
func enumerate(length int, alphabet []rune, good func(string) bool) (list []string) {
	var extend func(prefix string, left int)
	extend = func(prefix string, left int) {
		if left == 0 {
			if good(prefix) {
				list = append(list, prefix)
			}
			return
		}
		for _, r := range alphabet {
			extend(prefix+string(r), left-1)
		}
	}
	extend("", length)
	return list
}

// numbered lists a space by its numbers.
func numbered(s passgen.Space) (list []string) {
	for i := range s.Size().Int64() {
		list = append(list, s.At(big.NewInt(i)))
	}
	return list
}

// The numbers of a space of strings name each string that the rules allow
// exactly once, and no other: a number drawn uniformly is a uniform string.
func TestStringsAreAllStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := []rune("aAb1é!漢")
		var classes [][]rune
		taken := 0
		for taken < len(alphabet) && len(classes) < 4 && (len(classes) == 0 || rapid.Bool().Draw(t, "another")) {
			n := rapid.IntRange(1, min(3, len(alphabet)-taken)).Draw(t, "class")
			classes = append(classes, alphabet[taken:taken+n])
			taken += n
		}
		length := rapid.IntRange(len(classes), 5).Draw(t, "length")
		each := rapid.Bool().Draw(t, "each")
		want := enumerate(length, alphabet[:taken], func(s string) bool {
			return !each || !slices.ContainsFunc(classes, func(c []rune) bool { return !strings.ContainsAny(s, string(c)) })
		})
		got := numbered(passgen.Strings{Length: length, Classes: classes, Each: each})
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%q of %d, each %t: got %d strings, want %d", classes, length, each, len(got), len(want))
		}
	})
}

// Too long to list: the first and the last string obey, and the strings of
// numbers that are far apart differ.
func TestLongStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := passgen.Strings{Length: rapid.IntRange(4, 256).Draw(t, "length"), Each: true,
			Classes: [][]rune{[]rune("ABCDEFGHIJ"), []rune("abc"), []rune("1"), []rune("!$€")}}
		last := new(big.Int).Sub(s.Size(), big.NewInt(1))
		part := big.NewInt(rapid.Int64Range(0, 1e9).Draw(t, "part"))
		index := part.Mul(part, last)
		index.Quo(index, big.NewInt(1e9))
		for _, i := range []*big.Int{new(big.Int), index, last} {
			text := s.At(i)
			if len([]rune(text)) != s.Length {
				t.Fatalf("%q has %d characters, want %d", text, len([]rune(text)), s.Length)
			}
			for _, c := range s.Classes {
				if !strings.ContainsAny(text, string(c)) {
					t.Fatalf("%q has none of %q", text, string(c))
				}
			}
		}
		if next := new(big.Int).Add(index, big.NewInt(1)); index.Cmp(last) < 0 && s.At(index) == s.At(next) {
			t.Fatalf("%s and the next are both %q", index, s.At(index))
		}
	})
}

// The EFF's list has 7,776 different words of small letters, four of them with
// a hyphen, in order, and none begins another.
func TestWords(t *testing.T) {
	words := numbered(passgen.Phrases{Words: 1})
	if len(words) != 7776 || words[0] != "abacus" || words[1] != "abdomen" || words[5] != "ability" || words[6] != "ablaze" || words[7775] != "zoom" {
		t.Fatalf("%d words from %s to %s", len(words), words[0], words[len(words)-1])
	}
	hyphens := 0
	for i, w := range words {
		if i > 0 && (words[i-1] >= w || strings.HasPrefix(w, words[i-1])) {
			t.Errorf("%s follows %s", w, words[i-1])
		}
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("%q is not of letters", w)
		}
		hyphens += strings.Count(w, "-")
	}
	if hyphens != 4 {
		t.Errorf("%d hyphens", hyphens)
	}
	if n := diceware.WordListEffLarge().(diceware.WordListNumWordser).NumWords(); n != passgen.Words {
		t.Errorf("the list has %d words", n)
	}
}

// Numbers of phrases name different phrases, and every digit and place of it
// comes up, also where hyphens of words and separators could be confused.
func TestPhrasesDiffer(t *testing.T) {
	p := passgen.Phrases{Words: 1, Digit: true, Capitalize: true}
	seen := map[string]bool{}
	for _, s := range numbered(p) {
		seen[s] = true
	}
	if len(seen) != 77760 || !seen["Abacus0"] || !seen["Zoom9"] || !seen["Yo-yo5"] {
		t.Errorf("%d phrases of one word and a digit", len(seen))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := passgen.Phrases{Words: rapid.IntRange(1, 4).Draw(t, "words"), Separator: rapid.SampledFrom([]string{"", "-", "--", "1", "a", " "}).Draw(t, "separator"),
			Capitalize: rapid.Bool().Draw(t, "capitalize"), Digit: rapid.Bool().Draw(t, "digit")}
		draw := func(label string) *big.Int {
			n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 10, 10).Draw(t, label))
			return n.Mod(n, p.Size())
		}
		a, b := draw("a"), draw("b")
		if same := p.At(a) == p.At(b); same != (a.Cmp(b) == 0) {
			t.Fatalf("%s and %s are %q and %q", a, b, p.At(a), p.At(b))
		}
		if got := len(strings.FieldsFunc(p.At(a), func(r rune) bool { return r >= '0' && r <= '9' })); p.Digit && p.Separator != "1" && got > 2 {
			t.Fatalf("%q has more than one digit", p.At(a))
		}
	})
}
