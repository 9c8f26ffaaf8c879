package replace

import (
	"context"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/regex"
)

// literal searches for a text.
type literal struct {
	find                  string
	ignoreCase, wholeWord bool
	// For the search character by character: what to find, folded if need be,
	// and for each length of a beginning the longest shorter one that it ends
	// with.
	runes   []rune
	borders []int32
}

func newLiteral(rule Rule) *literal {
	l := &literal{find: rule.Find, ignoreCase: rule.IgnoreCase, wholeWord: rule.WholeWord}
	if !l.ignoreCase && !l.wholeWord {
		return l
	}
	for _, r := range rule.Find {
		l.runes = append(l.runes, l.fold(r))
	}
	l.borders = make([]int32, len(l.runes)+1)
	state := 0
	for i := 1; i < len(l.runes); i++ {
		state = l.step(state, l.runes[i])
		l.borders[i+1] = int32(state)
	}
	return l
}

// step returns how many characters of find the text ends with after r, if it
// ended with the first state ones before.
func (l *literal) step(state int, r rune) int {
	for state == len(l.runes) || l.runes[state] != r {
		if state == 0 {
			return 0
		}
		state = int(l.borders[state])
	}
	return state + 1
}

// fold returns the same for all characters that differ in case only: the least
// of them.
func (l *literal) fold(r rune) rune {
	switch {
	case !l.ignoreCase:
		return r
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// checkEvery is how many characters or matches pass between looks at the
// context.
const checkEvery = 1 << 16

// matches yields the matches in order, none inside another. A Match is valid
// until the next one.
func (l *literal) matches(ctx context.Context, text string) iter.Seq2[regex.Match, error] {
	if l.runes == nil {
		return l.verbatim(ctx, text)
	}
	return l.byRune(ctx, text)
}

func (l *literal) verbatim(ctx context.Context, text string) iter.Seq2[regex.Match, error] {
	return func(yield func(regex.Match, error) bool) {
		m := make(regex.Match, 2)
		pos := 0
		for n := 0; ; n++ {
			if n%checkEvery == 0 && ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			i := strings.Index(text[pos:], l.find)
			if i < 0 {
				return
			}
			m[0], m[1] = pos+i, pos+i+len(l.find)
			if pos = m[1]; !yield(m, nil) {
				return
			}
		}
	}
}

// byRune keeps the offsets of as many characters as find has, since with case
// ignored a match may be longer or shorter in bytes.
func (l *literal) byRune(ctx context.Context, text string) iter.Seq2[regex.Match, error] {
	return func(yield func(regex.Match, error) bool) {
		m := make(regex.Match, 2)
		offsets := make([]int, len(l.runes))
		state, slot := 0, 0
		for i, r := range text {
			if i%checkEvery < utf8.UTFMax && ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			offsets[slot] = i
			if slot++; slot == len(offsets) {
				slot = 0
			}
			if state = l.step(state, l.fold(r)); state < len(l.runes) {
				continue
			}
			m[0], m[1] = offsets[slot], i+utf8.RuneLen(r)
			if l.wholeWord && !standsAlone(text, m) {
				continue
			}
			if state = 0; !yield(m, nil) {
				return
			}
		}
	}
}

// standsAlone tells whether no character of a word touches a match.
func standsAlone(text string, m regex.Match) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:m.Start()])
	after, _ := utf8.DecodeRuneInString(text[m.End():])
	return !regex.IsWordRune(before) && !regex.IsWordRune(after)
}
