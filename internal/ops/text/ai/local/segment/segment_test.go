package segment

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func sentences(text string) (all []string) {
	for _, s := range Sentences(text) {
		all = append(all, s.Of(text))
	}
	return all
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"One. Two!", []string{"One.", "Two!"}},
		{"We need\n- eggs\n- milk and\n  honey\n2) bread.", []string{"We need", "eggs", "milk and\n  honey", "bread."}},
		{"Body\n# Heading\nText 3-4\n-5 degrees", []string{"Body", "Heading\nText 3-4\n-5 degrees"}},
		{"ሰላም ዓለም። እንዴት ነህ፧", []string{"ሰላም ዓለም።", "እንዴት ነህ፧"}},
	} {
		if got := sentences(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLongSentences(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("word ", 3000), strings.Repeat("a line of words\n", 500), strings.Repeat("x", 12345), strings.Repeat("क्षि", 3000), "a" + strings.Repeat("\u0301", 5000) + strings.Repeat("b", 2000),
	} {
		letters := 0
		for i, s := range sentences(text) {
			if n := utf8.RuneCountInString(s); n > Longest && strings.Count(s, "\u0301") < 1000 {
				t.Errorf("%.20q: part %d has %d characters", text, i, n)
			}
			letters += len(strings.Join(strings.Fields(s), ""))
		}
		if want := len(strings.Join(strings.Fields(text), "")); letters != want {
			t.Errorf("%.20q: %d bytes of letters in sentences, %d in the text", text, letters, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"well-known state's don’t 3.5 1,000 U.S.", "well-known state's don’t 3.5 1,000 U.S"},
		{"good—but bad...and/or (ugly)", "good but bad and or ugly"},
		{"see https://example.org/a or me@example.org", "see or"},
		{"कि हिन्दी, में।", "कि हिन्दी में"},
	} {
		var got []string
		for start, end := range Words(c.text) {
			got = append(got, c.text[start:end])
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}

func FuzzSegment(f *testing.F) {
	f.Add("One. Two!\n- three\n\n४। ५")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		last := 0
		for _, s := range Sentences(text) {
			if s.Start < last || s.End <= s.Start || !utf8.ValidString(s.Of(text)) || strings.TrimSpace(s.Of(text)) != s.Of(text) {
				t.Fatalf("%v after %d: %q", s, last, s.Of(text))
			}
			last = s.End
		}
		last = 0
		for start, end := range Words(text) {
			if start < last || end <= start || !utf8.ValidString(text[start:end]) {
				t.Fatalf("%d to %d after %d", start, end, last)
			}
			last = end
		}
	})
}
