package sentiment

import (
	"slices"
	"strings"
	"testing"
)

func score(text string) Score { return Of(text, "en").Score }

// TestOrder: what VADER's rules promise of one sentence against another.
func TestOrder(t *testing.T) {
	for _, rising := range [][]string{
		{"It is not good.", "It is a table.", "It is somewhat good.", "It is good.", "It is very good.", "It is very good!", "It is VERY good!!", "It is VERY GOOD!!!"},
		{"यह बहुत बुरा है।", "यह बुरा है।", "यह एक मेज़ है।", "यह बुरा नहीं है।", "यह अच्छा है।", "यह बहुत अच्छा है।", "यह बहुत अच्छा है!"},
		{"The food was great, but the service was horrible.", "The service was horrible, but the food was great."},
		{"Terrible 😡", "Terrible", "Terrible 😀"},
	} {
		for i := range rising[1:] {
			if a, b := score(rising[i]), score(rising[i+1]); a >= b {
				t.Errorf("%q has %d, %q has %d", rising[i], a, rising[i+1], b)
			}
		}
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct {
		text string
		want Label
	}{
		{"The plot was good, but the characters are uncompelling and the dialog is not great.", Negative}, // VADER's own example
		{"Not bad at all", Positive},
		{"I don’t like it", Negative},
		{"This looks like a table.", Neutral},
		{"No problems so far.", Positive},
		{"no instructions", Negative},
		{"Not only good but cheap", Positive},
		{"sooooo goooood", Positive},
		{"a waste of time", Negative},
		{"Don't waste your money", Negative},
		{":-)", Positive}, {"well :(", Negative},
		{"👍🏽", Positive}, {"❤️", Positive}, {"❤", Positive},
		{"मज़ा नहीं आया", Negative}, {"मजा आ गया", Positive},
		{"कोई परेशानी नहीं हुई", Positive}, {"बिना किसी दिक्कत के", Positive},
		{"सम्बन्ध सुन्दर हैं", Positive}, {"संबंध सुंदर हैं", Positive},
		{"मिठाइयाँ लाजवाब थीं", Positive}, {"ख़राबियाँ", Negative},
		{"product अच्छा है but delivery slow थी", Negative},
		{"न केवल अच्छा है", Positive},
	} {
		if got := score(c.text); got.Label() != c.want {
			t.Errorf("%q: %d", c.text, got)
		}
	}
}

func TestSentences(t *testing.T) {
	text := "I love it! It broke. 😡\nIt is a table."
	r := Of(text, "en")
	var got []string
	for _, s := range r.Sentences {
		got = append(got, s.Span.Of(text)+" "+string(s.Score.Label()))
	}
	if want := []string{"I love it! positive", "It broke. negative", "It is a table. neutral"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if r.Sentences[1].Score >= score("It broke.") {
		t.Error("the emoji after a sentence does not count")
	}
}

// TestOtherLanguages: there only emoji count.
func TestOtherLanguages(t *testing.T) {
	if r := Of("Die Kind ist good und bad 😍", "de"); r.Score.Label() != Positive {
		t.Errorf("%+v", r)
	}
	if r := Of("Die kind love", "de"); r.Score != 0 {
		t.Errorf("%+v", r)
	}
}

// TestLists: no entry is there twice, none is out of bounds, and there are as
// many as the documentation says.
func TestLists(t *testing.T) {
	for name, c := range map[string]struct {
		list *list
		text string
		most int // entries that may be there twice
	}{"en": {english(), moreEnglish, 0}, "hi": {hindi(), hindiWords, 0}, "emoji": {pictures(), emojis, 0}} {
		seen := map[string]bool{}
		for line := range strings.Lines(c.text) {
			if line[0] == '#' {
				continue
			}
			for _, w := range strings.Fields(line)[1:] {
				if seen[w] {
					t.Errorf("%s: %s is there twice", name, w)
				}
				seen[w] = true
			}
		}
		for w, v := range c.list.values {
			if v < -400 || v > 400 || w == "" {
				t.Errorf("%s: %q has %d", name, w, v)
			}
		}
		t.Logf("%s: %d entries, %d forms", name, len(seen), len(c.list.values))
	}
	if len(english().values) < 7500 || len(hindi().values) < 1500 {
		t.Errorf("%d English and %d Hindi forms", len(english().values), len(hindi().values))
	}
}
