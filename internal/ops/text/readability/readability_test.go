package readability

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDictionary: how often the estimate is the number of the CMU pronouncing
// dictionary (syllables.mjs), and how far it is off on the whole.
func TestDictionary(t *testing.T) {
	data, err := os.ReadFile("testdata/syllables.txt")
	if err != nil {
		t.Fatal(err)
	}
	words, right, more := 0, 0, 0
	for line := range strings.Lines(string(data)) {
		var word string
		var want int
		if _, err := fmt.Sscan(line, &word, &want); err != nil {
			t.Fatal(err)
		}
		got := Syllables(word)
		words++
		if got == want {
			right++
		}
		more += got - want
	}
	t.Logf("%d of %d words are right, %d syllables too many in all", right, words, more)
	if words < 3900 || right*1000 < words*910 || more*-20 > words {
		t.Errorf("%d of %d words are right, %d syllables too many in all", right, words, more)
	}
}

func TestSyllables(t *testing.T) {
	for word, want := range map[string]int{
		"the": 1, "quick": 1, "lazy": 2, "over": 2, "table": 2, "style": 1, "walked": 1, "wanted": 2, "boxes": 2, "makes": 1, "watches": 2,
		"radio": 3, "nation": 2, "video": 3, "being": 2, "actually": 4, "quality": 3, "lovely": 2, "movement": 2, "prism": 2,
		"I": 1, "a": 1, "e": 1, "rhythm": 1, "Hmm": 1, "don't": 1, "don’t": 1, "well-known": 2, "state-of-the-art": 4,
		"café": 2, "cafe\u0301": 2, "naïve": 2, "1990": 1, "3.50": 2, "": 0, "--": 0, "हिन्दी": 1, "queue": 1,
	} {
		if got := Syllables(word); got != want {
			t.Errorf("%q: %d, want %d", word, got, want)
		}
	}
}

// TestFormulas: values of the published formulas, computed by hand.
func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		text        Text
		ease, grade string
	}{
		{Text{1, 1, 1}, "121.22", "-3.4"},     // 206.835-1.015-84.6 = 121.22; 0.39+11.8-15.59
		{Text{100, 5, 150}, "59.64", "9.91"},  // 206.835-20.3-126.9 = 59.635, half to even; 7.8+17.7-15.59
		{Text{8, 3, 9}, "108.95", "-1.28"},    // 206.835-2.70667-95.175 = 108.95333; 1.04+13.275-15.59 = -1.275
		{Text{10, 1, 60}, "-310.92", "59.11"}, // 206.835-10.15-507.6 = -310.915; 3.9+70.8-15.59
	} {
		if ease, grade := c.text.FleschReadingEase().String(), c.text.FleschKincaidGrade().String(); ease != c.ease || grade != c.grade {
			t.Errorf("%+v: %s and %s, want %s and %s", c.text, ease, grade, c.ease, c.grade)
		}
	}
}

func BenchmarkSyllables(b *testing.B) {
	for b.Loop() {
		Syllables("internationally")
	}
}
