package regex

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"
)

// Match holds the byte offsets of a match and its groups in the text: group i
// is text[m[2*i]:m[2*i+1]], group 0 the whole match. Both offsets of a group
// that took no part are -1.
type Match []int

// Start returns the offset at which the match starts.
func (m Match) Start() int { return m[0] }

// End returns the offset at which the match ends.
func (m Match) End() int { return m[1] }

// Group returns the offsets of group i and whether it took part. A group the
// pattern does not have took no part.
func (m Match) Group(i int) (start, end int, ok bool) {
	if i < 0 || 2*i+1 >= len(m) || m[2*i] < 0 {
		return -1, -1, false
	}
	return m[2*i], m[2*i+1], true
}

// FullMatch returns the match of the whole text, or nil. It differs from a
// search whose first match happens to be the whole text: (a|ab) fully matches
// "ab", though its first match there is "a".
func (r *Regexp) FullMatch(ctx context.Context, text string) (Match, error) {
	m := newMachine(ctx, r, text)
	m.wholeText = true
	found, err := m.search(0)
	if !found {
		return nil, err
	}
	return m.match, nil
}

// Matches yields the matches in order, all of them or, without the flag g, the
// first. A Match is valid until the next one; clone it to keep it. When ctx
// ends, the last pair is nil and the context's error.
func (r *Regexp) Matches(ctx context.Context, text string) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		m := newMachine(ctx, r, text)
		for pos := 0; pos <= len(text); {
			found, err := m.search(pos)
			if err == nil && found {
				err = m.check()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !found || !yield(m.match, nil) || !r.flags.Global {
				return
			}
			pos = resume(text, m.match)
		}
	}
}

// resume returns where the search goes on after a match: at its end, or one
// character later when the match is empty.
func resume(text string, m Match) int {
	if m.End() > m.Start() {
		return m.End()
	}
	_, width := utf8.DecodeRuneInString(text[m.End():])
	return m.End() + max(1, width)
}

// maxGroupEntries bounds the groups that All keeps, over all matches: at 50
// bytes of JSON or more each, a result with so many is far beyond any limit on
// output.
const maxGroupEntries = 1_000_000

// All returns the first limit matches and whether there are more. The error is
// that of ctx, or an *Error with CodeOutputTooLarge when the matches have over
// a million groups in all.
func (r *Regexp) All(ctx context.Context, text string, limit int) (matches []Match, truncated bool, err error) {
	for m, err := range r.Matches(ctx, text) {
		if err != nil {
			return nil, false, err
		}
		if len(matches) >= limit {
			return matches, true, nil
		}
		if (len(matches)+1)*len(r.groupNames) > maxGroupEntries {
			return nil, false, &Error{Code: CodeOutputTooLarge,
				Message: fmt.Sprintf("the matches have over %d groups in all", maxGroupEntries),
				Hint:    "ask for fewer matches, or write (?:…) for groups that need no capture"}
		}
		matches = append(matches, slices.Clone(m))
	}
	return matches, false, nil
}
