package sorter

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Collation orders as a language does (CLDR 23, UCA 6.2). Case-insensitive,
// lines that differ only in case have the same key; otherwise lower case comes
// before upper. Natural, runs of digits of any script compare as numbers. The
// encoder must not be used by two goroutines.
func Collation(tag language.Tag, natural, caseSensitive bool) Encoder {
	var options []collate.Option
	if !caseSensitive {
		options = append(options, collate.IgnoreCase)
	}
	collator := collate.New(tailored(tag), options...)
	var buf collate.Buffer
	var digits []byte
	return func(dst []byte, line string) ([]byte, bool) {
		buf.Reset()
		if natural {
			digits = appendNatural(digits[:0], line)
			return append(dst, collator.Key(&buf, digits)...), true
		}
		return append(dst, collator.KeyFromString(&buf, line)...), true
	}
}

// tailored returns the tag under which package collate has what CLDR says of a
// language, where it does not find that by itself.
func tailored(tag language.Tag) language.Tag {
	// Numeric keys are made here.
	tag, _ = tag.SetTypeForKey("kn", "")
	base, _ := tag.Base()
	switch base.String() {
	case "no", "nb":
		tag, _ = language.Raw.Compose(language.MustParse("nn"), tag.Extensions())
	case "th":
		if tag.TypeForKey("ka") == "" {
			tag, _ = tag.SetTypeForKey("ka", "shifted") // punctuation does not count in Thai
		}
	}
	return tag
}

// appendNatural writes a line so that its numbers compare by value when its
// digits compare one by one: without leading zeros and behind the number of
// their digits. Package collate has an option for that, but it puts "0.txt"
// behind "9.txt".
func appendNatural(dst []byte, line string) []byte {
	for line != "" {
		start := strings.IndexFunc(line, unicode.IsDigit)
		if start < 0 {
			return append(dst, line...)
		}
		dst = append(dst, line[:start]...)
		line = line[start:]
		end := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsDigit(r) })
		if end < 0 {
			end = len(line)
		}
		dst = appendDigits(dst, line[:end])
		line = line[end:]
	}
	return dst
}

// appendDigits writes the length as one digit up to 8, or as a 9 with seven.
func appendDigits(dst []byte, run string) []byte {
	digits := strings.TrimLeft(strings.Map(asciiDigit, run), "0")
	if n := len(digits); n > 8 {
		dst = fmt.Appendf(dst, "9%07d", n)
	} else {
		dst = append(dst, byte('0'+n))
	}
	return append(dst, digits...)
}

// asciiDigit writes a decimal digit of any script in ASCII. The ranges of
// Unicode's Nd each begin with a zero and hold tens in order.
func asciiDigit(r rune) rune {
	if r <= '9' {
		return r
	}
	for _, x := range unicode.Nd.R16 {
		if r <= rune(x.Hi) {
			return '0' + (r-rune(x.Lo))%10
		}
	}
	for _, x := range unicode.Nd.R32 {
		if r <= rune(x.Hi) {
			return '0' + (r-rune(x.Lo))%10
		}
	}
	return r
}
