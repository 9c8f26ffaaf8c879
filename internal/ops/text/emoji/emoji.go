// Package emoji recognises emoji sequences in text: what people see as one
// emoji, such as a family of four, a flag or a hand with a skin tone. The
// sequences are those recommended for general interchange by Unicode 17 (UTS
// #51, RGI_Emoji), also where their variation selectors are left out.
package emoji

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed sequences.txt
var list string

const (
	joiner     = '\u200D'
	textStyle  = '\uFE0E'
	emojiStyle = '\uFE0F'
	keycap     = '\u20E3'
)

// A Set holds the sequences without their variation selectors. The value
// tells whether the emoji is one only with its selector: ❤ alone is text.
type Set map[string]bool

// Load returns the set, which is built when it is first asked for.
var Load = sync.OnceValue(func() Set {
	s := make(Set, 4000)
	for line := range strings.Lines(list) {
		sequence := strings.TrimSuffix(line, "\n")
		bare := strings.ReplaceAll(sequence, string(emojiStyle), "")
		s[bare] = sequence == bare+string(emojiStyle)
	}
	return s
})

// Match returns the length in bytes of the emoji sequence at the start of s,
// 0 if there is none. Its cost does not depend on the length of s.
func (e Set) Match(s string) int {
	first, end := utf8.DecodeRuneInString(s)
	if first < utf8.RuneSelf && (end == len(s) || s[end] < utf8.RuneSelf) {
		return 0 // a digit, most likely; keycaps have more
	}
	var buf [64]byte
	bare := append(buf[:0], s[:end]...)
	found := 0
	for before := first; ; {
		style := selector(s[end:])
		if needsStyle, ok := e[string(bare)]; ok && style != textStyle && (!needsStyle || style == emojiStyle) {
			found = end
			if style == emojiStyle {
				found += len(string(emojiStyle))
			}
		}
		if style == emojiStyle {
			end += len(string(emojiStyle))
		}
		r, n := utf8.DecodeRuneInString(s[end:])
		if n == 0 || len(bare)+n > len(buf) || !goesOn(first, before, style, r) {
			return found
		}
		bare = append(bare, s[end:end+n]...)
		end += n
		before = r
	}
}

// selector returns the variation selector at the start of s, 0 if there is
// none.
func selector(s string) rune {
	if len(s) >= 3 && s[0] == 0xEF && s[1] == 0xB8 && (s[2] == 0x8E || s[2] == 0x8F) {
		return textStyle + rune(s[2]-0x8E)
	}
	return 0
}

// goesOn tells whether a sequence may continue with r.
func goesOn(first, before, style, r rune) bool {
	switch {
	case r == joiner, before == joiner, r == keycap:
		return true
	case style != 0:
		return false
	case isRegional(r):
		return before == first && isRegional(first)
	}
	return r >= 0x1F3FB && r <= 0x1F3FF || // skin tones
		r >= 0xE0020 && r <= 0xE007F // tags
}

func isRegional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
