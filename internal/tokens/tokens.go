// Package tokens estimates how many tokens a text has for a language model.
//
// Every model splits text in a way of its own, and the tables to do what one
// does take some 6 MB. The estimate goes by scripts and is on the high side:
// most texts have from as many tokens to twice as many as in the encoding
// o200k_base (tiktoken; OpenAI's models since GPT-4o), a few languages a tenth
// fewer. Models that know fewer scripts have more tokens for those. It is what
// is reserved before a call; charged is what the provider has counted, where it
// says so.
package tokens

import "unicode"

// scripts are what a character of a script takes, in tenths of a token. What is
// in none of them, such as emoji, takes rareTenths.
var scripts = []struct {
	tables []*unicode.RangeTable
	tenths int64
}{
	{[]*unicode.RangeTable{unicode.Cyrillic}, 5},
	{[]*unicode.RangeTable{
		unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari, unicode.Bengali,
		unicode.Gujarati, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	}, 6},
	{[]*unicode.RangeTable{
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Gurmukhi, unicode.Sinhala, unicode.Khmer,
		unicode.Armenian, unicode.Georgian, unicode.Punct,
	}, 10},
}

const rareTenths = 20

// kind is what characters have in common that make up a run.
type kind byte

const (
	other kind = iota // judged one by one
	word              // Latin letters
	number
	space
)

// Count estimates the tokens of a text. The time that it takes grows with the
// length of the text, and so does the count: a text never has fewer tokens than
// one that it begins with.
func Count(text string) int64 {
	var whole, tenths int64
	var run counter
	for _, r := range text {
		k := kindOf(r)
		if k != run.kind || k == word && run.lower && unicode.IsUpper(r) {
			whole += run.tokens(k)
			run = counter{kind: k}
		}
		if k == other {
			tenths += characterTenths(r)
		}
		run.add(r)
	}
	return whole + run.tokens(other) + (tenths+9)/10
}

func kindOf(r rune) kind {
	switch {
	case unicode.Is(unicode.Latin, r):
		return word
	case '0' <= r && r <= '9':
		return number
	case unicode.IsSpace(r):
		return space
	}
	return other
}

func characterTenths(r rune) int64 {
	if r <= unicode.MaxASCII {
		return 10
	}
	for _, s := range scripts {
		if unicode.In(r, s.tables...) {
			return s.tenths
		}
	}
	return rareTenths
}

// counter is a run of characters of one kind.
type counter struct {
	kind  kind
	size  int64
	lower bool // a small letter was the last
	line  bool // it has a line end
}

func (c *counter) add(r rune) {
	c.size++
	switch { // words of letters with accents, and of capitals, have more tokens
	case c.kind == word && r > unicode.MaxASCII:
		c.size += 2
	case c.kind == word && unicode.IsUpper(r) && c.size > 1:
		c.size++
	}
	c.lower = unicode.IsLower(r)
	c.line = c.line || r == '\n'
}

// tokens is what the run has, before characters of another kind. A single space
// is part of the word that follows, but no part of a number.
func (c *counter) tokens(next kind) int64 {
	switch {
	case c.kind == word && next == number: // likely no word, but base64 and the like
		return (c.size + 1) / 2
	case c.kind == word:
		return (c.size + 3) / 4
	case c.kind == number:
		return (c.size + 2) / 3
	case c.kind == space && (c.size > 1 || c.line || next == number):
		return (c.size + 15) / 16
	}
	return 0
}
