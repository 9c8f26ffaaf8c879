// Package tweet weighs texts as X does before it posts them: by the third
// version of the twitter-text configuration, after NFC, with each URL at a
// fixed weight and each emoji sequence at that of one character. URLs are
// found by the rules of twitter-text 3.1.0, which knows them without a
// protocol too; emoji are those of Unicode 17.
package tweet

import (
	"unicode/utf8"

	"toolcrib/internal/ops/text/emoji"
	"toolcrib/internal/ops/text/prose"
)

// The configuration, version 3; its scale of 100 is divided out.
const (
	Limit       = 280
	urlLength   = 23
	emojiLength = 2
)

// Length is the weighted length of a text.
type Length struct {
	Weighted int
	URLs     int
	Valid    bool // may be posted: not empty, not too long, and without U+FFFE, U+FEFF and U+FFFF
}

// Measure weighs a text.
func Measure(text string) Length {
	text = prose.NFC(text)
	var l Length
	set := emoji.Load()
	invalid := false
	urls := findURLs(text)
	for i := 0; i < len(text); {
		if l.URLs < len(urls) && urls[l.URLs].start == i {
			l.Weighted += urlLength
			i = urls[l.URLs].end
			l.URLs++
			continue
		}
		if n := set.Match(text[i:]); n > 0 {
			l.Weighted += emojiLength
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		l.Weighted += weight(r)
		invalid = invalid || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF
		i += size
	}
	l.Valid = l.Weighted > 0 && l.Weighted <= Limit && !invalid
	return l
}

// weight is that of a character outside URLs and emoji: the ranges of the
// configuration have one, all others two.
func weight(r rune) int {
	switch {
	case r <= 4351, 8192 <= r && r <= 8205, 8208 <= r && r <= 8223, 8242 <= r && r <= 8247:
		return 1
	}
	return 2
}
