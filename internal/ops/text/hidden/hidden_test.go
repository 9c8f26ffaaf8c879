package hidden

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestFind(t *testing.T) {
	got := Find("a\tb\r\n \u200Bc\u00A0\u200B\u00ADd\x00\x1b\U000E0001\U000E0000\uFE0F\u3164\u2800é\u0600漢\u2065\u0085")
	want := []Found{
		{0x200B, "ZERO WIDTH SPACE", 2}, {0xA0, "NO-BREAK SPACE", 1}, {0xAD, "SOFT HYPHEN", 1}, {0, "NULL", 1}, {0x1B, "ESCAPE", 1},
		{0xE0001, "LANGUAGE TAG", 1}, {0xE0000, "<reserved-E0000>", 1}, {0xFE0F, "VARIATION SELECTOR-16", 1}, {0x3164, "HANGUL FILLER", 1},
		{0x2800, "BRAILLE PATTERN BLANK", 1}, {0x2065, "<reserved-2065>", 1}, {0x85, "NEXT LINE", 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Find("The quick brown fox.\n"); got != nil {
		t.Errorf("%v", got)
	}
}

// TestEveryCodePoint: by Go's tables a character is hidden if it is a control, a
// format character that does not print, a space or ignorable.
func TestEveryCodePoint(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xD800 && r < 0xE000 || unicode.Is(unicode.Cn, r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			continue
		}
		want := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
			!unicode.Is(unicode.Prepended_Concatenation_Mark, r) && !strings.ContainsRune("\t\n\r ", r) || r == 0x2800
		if got := len(Find(string(r))) > 0; got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}
