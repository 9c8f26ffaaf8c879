package emoji

import (
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// TestSequences: each sequence is one emoji and one grapheme cluster, with and
// without the selectors that others leave out, and in a row.
func TestSequences(t *testing.T) {
	set, n := Load(), 0
	for line := range strings.Lines(list) {
		s := strings.TrimSuffix(line, "\n")
		n++
		if got := set.Match(s); got != len(s) {
			t.Errorf("%q: %d bytes of %d", s, got, len(s))
		}
		if got := set.Match(s + s + "x"); got != len(s) {
			t.Errorf("%q twice: %d bytes of %d", s, got, len(s))
		}
		if it := graphemes.FromString(s); !it.Next() || it.Value() != s {
			t.Errorf("%q is not one grapheme cluster", s)
		}
		bare := strings.ReplaceAll(s, string(emojiStyle), "")
		if got := set.Match(bare); got != len(bare) && !set[bare] {
			t.Errorf("%q: %d bytes of %d", bare, got, len(bare))
		}
	}
	if n != 3953 { // emoji-sequences.txt and emoji-zwj-sequences.txt of Unicode 17
		t.Errorf("%d sequences", n)
	}
}

func TestMatch(t *testing.T) {
	set := Load()
	for _, c := range []struct {
		text, want string
	}{
		{"", ""}, {"a", ""}, {"1", ""}, {"#", ""}, {"1\uFE0F", ""}, {"\u200D", ""}, {"\uFE0F", ""},
		{"1\uFE0F\u20E3x", "1\uFE0F\u20E3"}, {"1\u20E3", "1\u20E3"}, {"x\u20E3", ""},
		{"❤", ""}, {"❤\uFE0F", "❤\uFE0F"}, {"❤\uFE0E", ""}, {"❤\u200D🔥", "❤\u200D🔥"},
		{"⌚", "⌚"}, {"⌚\uFE0E", ""}, {"⌚\uFE0F", "⌚\uFE0F"}, {"😀\uFE0F\uFE0F", "😀\uFE0F"},
		{"🇮🇳🇮", "🇮🇳"}, {"🇮", ""}, {"🇽🇽", ""}, {"🇮🇳\uFE0F", "🇮🇳\uFE0F"},
		{"👍🏽👍", "👍🏽"}, {"🏽", "🏽"}, {"😀🏽", "😀"}, {"☝🏽", "☝🏽"}, {"☝\uFE0F🏽", "☝\uFE0F"},
		{"👨‍👩‍👧‍👦👨", "👨‍👩‍👧‍👦"}, {"👩\u200D👩", "👩"}, {"👩\u200D", "👩"}, {"🏴\U000E0067", "🏴"},
		{"©", ""}, {"©\uFE0F", "©\uFE0F"}, {"\xff", ""},
	} {
		if got := c.text[:set.Match(c.text)]; got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for _, unit := range []string{"👩\u200D", "🏽", "\U000E0067", "🇮", "\u20E3", "\uFE0F"} {
		long := "🏴" + strings.Repeat(unit, 100_000)
		if n := set.Match(long); n > 10 {
			t.Errorf("%q…: %d bytes", long[:20], n)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	set := Load()
	for b.Loop() {
		set.Match("👨‍👩‍👧‍👦 family")
	}
}
