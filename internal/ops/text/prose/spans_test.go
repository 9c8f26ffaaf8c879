package prose

import (
	"slices"
	"strings"
	"testing"
)

func sentencesOf(text string) (all []string) {
	for start, end := range Sentences(text) {
		all = append(all, text[start:end])
	}
	return all
}

func TestSentenceSpans(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" … ", nil},
		{"Dr. Smith paid $3.50. He left! Did he?", []string{"Dr. Smith paid $3.50.", "He left!", "Did he?"}},
		{"“Go!” he said. (He left.) “Why?”", []string{"“Go!” he said.", "(He left.)", "“Why?”"}},
		{"राम घर गया। सीता आई ॥ क्यों?", []string{"राम घर गया।", "सीता आई ॥", "क्यों?"}},
		{"वह आया।फिर गया।", []string{"वह आया।", "फिर गया।"}},
		{"彼は言った。「はい。」そして", []string{"彼は言った。", "「はい。」", "そして"}},
		{"Vraiment ? Oui !", []string{"Vraiment ?", "Oui !"}},
		{"A title\n\nThe text goes\non. - Next", []string{"A title", "The text goes\non.", "Next"}},
		{"क", []string{"क"}},
		{"कि", []string{"कि"}},
	} {
		if got := sentencesOf(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzSentences: sentences are as many as are counted, in order, apart, and
// hold every letter and number of the text.
func FuzzSentences(f *testing.F) {
	f.Add("Dr. A. said: “x! y.” (z)\n\nफिर। ?क॥")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		n, last := 0, 0
		for start, end := range Sentences(text) {
			if n++; start < last || end <= start || end > len(text) {
				t.Fatalf("%d to %d after %d", start, end, last)
			}
			if Count(text[last:start], Options{}).Letters > 0 {
				t.Fatalf("letters between sentences: %q", text[last:start])
			}
			last = end
		}
		if want := Count(text, Options{}).Sentences; n != want {
			t.Fatalf("%d sentences, counted %d", n, want)
		}
	})
}
