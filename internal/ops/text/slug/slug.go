// Package slug turns titles of any script into identifiers for URLs. It knows
// nothing of the registry of operations.
//
// # Steps
//
// In this order:
//
//  1. NFKC, so that ﬁ, Ａ and ² are fi, A and 2. A vulgar fraction after a
//     digit is parted from it: 2½ is 2 1⁄2, not 21⁄2.
//  2. Camel case is split, where asked.
//  3. Apostrophes, and characters that do not show, are removed without a gap;
//     "&" is spelt " and ".
//  4. Letters are written in ASCII (package translit), or kept in Unicode mode.
//  5. Everything else is a gap between words.
//  6. Words are lower-cased, stop words left out, and the rest joined by the
//     separator, whole words only, up to the length allowed.
//
// # Guarantees
//
// An ASCII slug consists of a-z, 0-9, separators and preserved characters
// (and A-Z when not lower-cased), has no separator at either end and no two in
// a row, and is its own slug. Unicode slugs consist of letters, numbers and
// the marks on them. Lengths are in code points; no cut parts a grapheme
// cluster (UAX #29). The cost is linear in the length of the text.
package slug

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/ops/text/translit"
)

// Options say how slugs are made. The zero value makes Unicode slugs with no
// separator; callers set what they need.
type Options struct {
	Separator       string
	Lowercase       bool
	ASCII           bool // write other scripts in ASCII
	Locale          language.Tag
	MaxLength       int // code points, 0 = unbounded
	Decamelize      bool
	Preserve        string // characters kept as they are; the separator counts as none
	RemoveStopWords bool
}

// Result is the slug of one text.
type Result struct {
	Words          []string // before the cut to the length allowed
	Slug           string   // "" when nothing was left, or nothing fits
	Truncated      bool
	Transliterated bool
	Dropped        []Dropped // in the order of first occurrence
}

// Dropped is a letter, mark, number or symbol that has no place in the slug,
// after NFKC. Punctuation and spaces, whose place is the gap, are not counted.
type Dropped struct {
	Char  rune
	Count int
}

// Maker makes slugs of one kind. It must not be used concurrently.
type Maker struct {
	options  Options
	preserve string // in NFC
	locale   translit.Locale
	lower    func(string) string
}

// New returns a Maker.
func New(o Options) *Maker {
	m := &Maker{options: o, preserve: norm.NFC.String(o.Preserve), locale: translitLocale(o.Locale)}
	switch {
	case !o.Lowercase:
		m.lower = func(s string) string { return s }
	case o.ASCII: // a Turkish I would become ı
		m.lower = strings.ToLower
	default:
		m.lower = cases.Lower(o.Locale).String
	}
	if o.Separator != "" {
		m.preserve = strings.ReplaceAll(m.preserve, o.Separator, "")
	}
	return m
}

func translitLocale(tag language.Tag) translit.Locale {
	base, _ := tag.Base()
	switch base.String() {
	case "de":
		return translit.De
	case "tr", "az":
		return translit.Tr
	case "hi":
		return translit.Hi
	}
	return translit.Und
}

// Make makes the slug of a text. The error is that of the context, which is
// looked at between the steps, each of which takes a fraction of a second for
// a megabyte.
func (m *Maker) Make(ctx context.Context, text string) (Result, error) {
	var r Result
	s := outside(norm.NFC.String(text), m.preserve, compatible)
	if m.options.Decamelize {
		s = decamelize(s)
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	s = outside(s, m.preserve, tidy)
	if m.options.ASCII {
		s = outside(s, m.preserve, func(part string) string {
			t := translit.Convert(part, m.locale)
			r.Transliterated = r.Transliterated || t.Converted
			return t.Text
		})
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	r.Words, r.Dropped = m.split(s)
	for i, w := range r.Words {
		r.Words[i] = m.lower(w)
	}
	if m.options.RemoveStopWords {
		r.Words = withoutStopWords(r.Words)
	}
	r.Slug, r.Truncated = m.join(r.Words, m.options.MaxLength)
	return r, nil
}

// stopWords are the English words that titles do without (the short words of
// AP style).
var stopWords = []string{
	"a", "an", "and", "as", "at", "but", "by", "for", "if", "in", "nor", "of", "on", "or", "so", "the", "to", "up", "yet", "via",
}

// withoutStopWords leaves the stop words out, unless nothing else would remain.
func withoutStopWords(words []string) []string {
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains(stopWords, strings.ToLower(w))
	})
	if len(kept) == 0 {
		return words
	}
	return kept
}

// join joins words by the separator to at most limit code points (0 =
// unbounded), whole words only. A first word that is too long by itself is
// cut, between grapheme clusters; the result is "" when not even one fits.
func (m *Maker) join(words []string, limit int) (slug string, truncated bool) {
	if limit == 0 {
		return strings.Join(words, m.options.Separator), false
	}
	var b strings.Builder
	length := 0
	for i, w := range words {
		n := utf8.RuneCountInString(w)
		if i > 0 {
			n += utf8.RuneCountInString(m.options.Separator)
		}
		if length+n > limit {
			if i == 0 {
				b.WriteString(cut(w, limit))
			}
			return b.String(), true
		}
		if i > 0 {
			b.WriteString(m.options.Separator)
		}
		b.WriteString(w)
		length += n
	}
	return b.String(), false
}

// cut returns the grapheme clusters at the start of a word that take at most
// limit code points.
func cut(word string, limit int) string {
	end := 0
	for clusters := graphemes.FromString(word); clusters.Next(); end = clusters.End() {
		if limit -= utf8.RuneCountInString(clusters.Value()); limit < 0 {
			break
		}
	}
	return word[:end]
}
