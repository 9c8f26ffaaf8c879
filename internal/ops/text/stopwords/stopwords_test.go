package stopwords

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestHas(t *testing.T) {
	for _, c := range []struct {
		language, word string
		want           bool
	}{
		{"en", "the", true}, {"en", "don't", true}, {"en", "don’t", true}, {"en", "fox", false}, {"en", "", false},
		{"hi", "है", true}, {"hi", "का", true}, {"hi", "भारत", false}, {"fr", "le", false},
	} {
		if got := Of(c.language).Has(c.word); got != c.want {
			t.Errorf("%s: %s %v", c.language, c.word, got)
		}
	}
}

// TestForm: each word is there once, in the form that Has wants.
func TestForm(t *testing.T) {
	for _, list := range []string{english, hindi} {
		seen := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			if w != strings.ToLower(w) || w != norm.NFC.String(w) || strings.Contains(w, "’") || seen[w] {
				t.Errorf("%q", w)
			}
			seen[w] = true
		}
		if len(seen) < 150 {
			t.Errorf("%d words", len(seen))
		}
	}
}
