package diff

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

func TestTokensOracle(t *testing.T) {
	records(t, "testdata/tokens.jsonl", func(record []byte) {
		var text string
		var words, characters, sentences []int
		unmarshal(t, record, &[]any{&text, &words, &characters, &sentences})
		for unit, want := range map[Unit][]int{Word: words, Character: characters, Sentence: sentences} {
			var got []int
			s := Split(text, unit)
			for i := range s.Len() {
				got = append(got, len(utf16.Encode([]rune(s.Token(i)))))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q in unit %d has tokens of lengths %v, want %v", text, unit, got, want)
			}
		}
	})
}

func tokens(s Text) (list []string) {
	for i := range s.Len() {
		list = append(list, s.Token(i))
	}
	return list
}

func TestLines(t *testing.T) {
	for text, want := range map[string][2]string{ // Line, PatchLine
		"":               {"", ""},
		"a":              {"a", "a"},
		"a\nb\n":         {"a\n|b\n", "a\n|b\n"},
		"\n\na":          {"\n|\n|a", "\n|\n|a"},
		"a\r\nb\rc\n\r":  {"a\r\n|b\r|c\n|\r", "a\r\n|b\rc\n|\r"},
		"a\x00\v\u2028b": {"a\x00\v\u2028b", "a\x00\v\u2028b"},
	} {
		for i, unit := range []Unit{Line, PatchLine} {
			s := Split(text, unit)
			if got := strings.Join(tokens(s), "|"); got != want[i] {
				t.Errorf("%q in unit %d: %q", text, unit, got)
			}
			if s.forPatch() != (unit == PatchLine || want[0] == want[1]) {
				t.Errorf("%q in unit %d: for patch is %v", text, unit, s.forPatch())
			}
		}
	}
}

// All tokens together are the text; none is empty.
func TestTokensAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, unit := draw(t, "text"), rapid.SampledFrom(allUnits).Draw(t, "unit")
		list := tokens(Split(text, unit))
		if strings.Join(list, "") != text || slices.Contains(list, "") {
			t.Fatalf("%q", list)
		}
	})
}
