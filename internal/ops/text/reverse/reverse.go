// Package reverse turns texts round by what people see as characters: grapheme
// clusters (UAX #29, Unicode 17), so that accents stay on their letters, emoji
// stay whole and CRLF stays one line ending.
package reverse

import (
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"toolcrib/internal/ops/text/fold"
	"toolcrib/internal/ops/text/lines"
)

// Characters reverses the characters of a text and counts them.
func Characters(text string) (reversed string, characters int) {
	out := make([]byte, len(text))
	at := len(out)
	for it := graphemes.FromString(text); it.Next(); characters++ {
		at -= len(it.Value())
		copy(out[at:], it.Value())
	}
	return string(out), characters
}

// Parts is a text cut into units and what stands between them.
type Parts struct {
	Units []string
	gaps  []string // one before each unit, and one behind the last
}

// Words cuts a text at White_Space.
func Words(text string) (p Parts) {
	for {
		start := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
		if start < 0 {
			p.gaps = append(p.gaps, text)
			return p
		}
		end := len(text)
		if n := strings.IndexFunc(text[start:], unicode.IsSpace); n >= 0 {
			end = start + n
		}
		p.gaps, p.Units = append(p.gaps, text[:start]), append(p.Units, text[start:end])
		text = text[end:]
	}
}

// Lines cuts a text at line endings.
func Lines(text string) (p Parts) {
	p.gaps = append(p.gaps, "")
	for line, terminator := range lines.Terminated(text) {
		p.Units, p.gaps = append(p.Units, line), append(p.gaps, terminator)
	}
	return p
}

// Swapped returns the text with its units in reverse order; what stands
// between them keeps its place.
func (p Parts) Swapped() string {
	units := slices.Clone(p.Units)
	slices.Reverse(units)
	return p.with(units)
}

// Turned returns the text with the characters of each unit reversed.
func (p Parts) Turned() string {
	units := make([]string, len(p.Units))
	for i, unit := range p.Units {
		units[i], _ = Characters(unit)
	}
	return p.with(units)
}

func (p Parts) with(units []string) string {
	var b strings.Builder
	for i, gap := range p.gaps {
		b.WriteString(gap)
		if i < len(units) {
			b.WriteString(units[i])
		}
	}
	return b.String()
}

// Palindrome tells whether the letters and digits of a text, with the marks on
// them, read the same both ways when case and canonical equivalence do not
// count. A text without letters and digits does.
func Palindrome(text string) bool {
	text = fold.Canonical(text)
	starts := make([]int32, 0, len(text)+1)
	for it := graphemes.FromString(text); it.Next(); {
		starts = append(starts, int32(it.Start()))
	}
	starts = append(starts, int32(len(text)))
	character := func(i int) string { return text[starts[i]:starts[i+1]] }
	for i, j := 0, len(starts)-2; i < j; {
		switch a, b := character(i), character(j); {
		case !isRead(a):
			i++
		case !isRead(b):
			j--
		case a != b:
			return false
		default:
			i, j = i+1, j-1
		}
	}
	return true
}

// isRead tells whether a character has a letter or digit.
func isRead(character string) bool {
	return strings.ContainsFunc(character, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
