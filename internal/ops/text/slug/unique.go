package slug

import (
	"strconv"
	"unicode/utf8"
)

// Names is a set of slugs that are taken. It must not be used concurrently.
type Names struct {
	maker *Maker
	taken map[string]bool
	next  map[stem]int
}

// stem is what numbers of so many digits are added to. Keeping the first
// number untried for each lets a thousand equal titles cost a thousand steps,
// not half a million.
type stem struct {
	base   string
	digits int
}

// NewNames returns the set of existing slugs, to which those made by m will be
// added.
func NewNames(m *Maker, existing []string) *Names {
	n := &Names{maker: m, taken: make(map[string]bool, len(existing)), next: make(map[stem]int)}
	for _, s := range existing {
		n.taken[s] = true
	}
	return n
}

// Claim takes a slug, the joined form of words, or where it is taken already
// the first free of slug-2, slug-3 and so on, with the separator of the maker
// and within its length. The number is 0 where none was needed. ok is false
// when the length leaves no room for a free one.
func (n *Names) Claim(slug string, words []string) (claimed string, number int, ok bool) {
	if !n.taken[slug] {
		n.taken[slug] = true
		return slug, 0, true
	}
	first, end := 2, 10
	for digits := 1; ; digits++ {
		base, fits := n.shorten(slug, words, digits)
		if !fits {
			return "", 0, false
		}
		for i := max(first, n.next[stem{base, digits}]); i < end; i++ {
			if name := base + n.maker.options.Separator + strconv.Itoa(i); !n.taken[name] {
				n.taken[name] = true
				n.next[stem{base, digits}] = i + 1
				return name, i, true
			}
		}
		n.next[stem{base, digits}] = end
		first, end = end, end*10
	}
}

// shorten makes room for a separator and a number of so many digits.
func (n *Names) shorten(slug string, words []string, digits int) (base string, fits bool) {
	limit := n.maker.options.MaxLength
	if limit == 0 {
		return slug, true
	}
	room := limit - utf8.RuneCountInString(n.maker.options.Separator) - digits
	if room < 1 {
		return "", false
	}
	base, _ = n.maker.join(words, room)
	return base, base != ""
}
