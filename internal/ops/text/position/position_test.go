package position

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestOffset(t *testing.T) {
	// Offsets as node prints them: [..."a👍🏽é"] has 4 code points, and
	// "a👍🏽é".indexOf of each is 0, 1, 3, 5.
	text := "a\U0001F44D\U0001F3FDé"
	x := New(text)
	cases := []struct{ byteOffset, codePoint, utf16 int }{
		{0, 0, 0}, {1, 1, 1}, {5, 2, 3}, {9, 3, 5}, {11, 4, 6},
		{-1, 0, 0}, {99, 4, 6},
		{3, 1, 1}, // inside the first emoji
		{10, 3, 5},
	}
	for _, c := range cases {
		if got := x.Offset(c.byteOffset, CodePoint); got != c.codePoint {
			t.Errorf("code points before byte %d = %d, want %d", c.byteOffset, got, c.codePoint)
		}
		if got := x.Offset(c.byteOffset, UTF16); got != c.utf16 {
			t.Errorf("UTF-16 units before byte %d = %d, want %d", c.byteOffset, got, c.utf16)
		}
	}
	if got := x.Offset(5, Byte); got != 5 {
		t.Errorf("byte offset 5 = %d", got)
	}
}

func TestLineColumn(t *testing.T) {
	cases := []struct {
		name, text           string
		offset, line, column int
	}{
		{"empty text", "", 0, 1, 1},
		{"first byte", "ab\ncd", 0, 1, 1},
		{"terminator belongs to its line", "ab\ncd", 2, 1, 3},
		{"after LF", "ab\ncd", 3, 2, 1},
		{"CRLF is one end: its LF", "ab\r\ncd", 3, 1, 4},
		{"after CRLF", "ab\r\ncd", 4, 2, 1},
		{"after CR", "ab\rcd", 3, 2, 1},
		{"LF CR is two ends", "a\n\rb", 3, 3, 1},
		{"two CR", "a\r\rb", 3, 3, 1},
		{"after the final terminator", "ab\n", 3, 2, 1},
		{"column in code points", "é\U0001F44Dx", 6, 1, 3},
		{"NEL, LS and VT end no line", "a\u0085\u2028\vb", 7, 1, 5},
		{"beyond the end", "a\nb", 50, 2, 2},
	}
	for _, c := range cases {
		line, column := New(c.text).LineColumn(c.offset)
		if line != c.line || column != c.column {
			t.Errorf("%s: line %d column %d, want %d %d", c.name, line, column, c.line, c.column)
		}
	}
}

func TestUnitNames(t *testing.T) {
	for _, name := range []string{"code_point", "utf16", "byte"} {
		u, ok := ParseUnit(name)
		if !ok || u.String() != name {
			t.Errorf("ParseUnit(%q) = %q, %v", name, u, ok)
		}
	}
	if _, ok := ParseUnit("grapheme"); ok {
		t.Error("ParseUnit accepts grapheme")
	}
	if Unit(9).String() != "" {
		t.Error("an unknown unit has a name")
	}
}

// TestAgainstDecoding compares every offset of random texts, longer than one
// block, with counts made by decoding the text from its start.
func TestAgainstDecoding(t *testing.T) {
	runes := []rune{'a', '\n', '\r', 'é', '€', '\U0001F44D', '\u0301', '\u2028'}
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOfN(rapid.SampledFrom(runes), 0, 700).Draw(t, "text"))
		x := New(text)
		line, column := 1, 1
		for offset, r := range text + "\x00" {
			before := text[:offset]
			if got, want := x.Offset(offset, CodePoint), utf8.RuneCountInString(before); got != want {
				t.Fatalf("code points before %d = %d, want %d", offset, got, want)
			}
			if got, want := x.Offset(offset, UTF16), len(utf16.Encode([]rune(before))); got != want {
				t.Fatalf("UTF-16 units before %d = %d, want %d", offset, got, want)
			}
			if l, c := x.LineColumn(offset); l != line || c != column {
				t.Fatalf("position of %d = %d:%d, want %d:%d", offset, l, c, line, column)
			}
			column++
			inCRLF := r == '\r' && offset+1 < len(text) && text[offset+1] == '\n'
			if r == '\n' || r == '\r' && !inCRLF {
				line, column = line+1, 1
			}
		}
	})
}

func FuzzIndex(f *testing.F) {
	f.Add("a\r\nb\xff\x80\x80\x80\x80", 3)
	f.Add("\xf0\x9f", 1)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		x := New(text)
		line, column := x.LineColumn(offset)
		units := x.Offset(offset, UTF16)
		points := x.Offset(offset, CodePoint)
		if line < 1 || column < 1 || points < 0 || units < points || points > len(text) {
			t.Fatalf("%q at %d: line %d column %d, %d units, %d code points", text, offset, line, column, units, points)
		}
	})
}

func BenchmarkLookup(b *testing.B) {
	text := ""
	for len(text) < 1_000_000 {
		text += "Grüße an 👍🏽 alle, die das lesen.\n"
		text += text
	}
	x := New(text)
	for i := 0; b.Loop(); i++ {
		x.LineColumn((i * 7919) % len(text))
	}
}
