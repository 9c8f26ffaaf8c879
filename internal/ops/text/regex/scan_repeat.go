package regex

import (
	"fmt"
	"strconv"
	"strings"
)

// braces reads a counted repetition, or a brace that stands for itself.
func (s *scanner) braces() *Error {
	low, high, end, ok := s.counts()
	if !ok {
		s.warnOpenCount()
		s.atom(s.pos + 1)
		return nil
	}
	if high >= 0 && low > high {
		return s.invalid(s.pos, end, "the repetition's minimum is above its maximum", "")
	}
	if low > maxRepeat || high > maxRepeat {
		s.missing(repeatCount, s.pos, end)
		low, high = 0, -1
	}
	return s.repeat(end, low, high)
}

// maxRepeat is the largest count of a repetition in RE2, nested repetitions
// multiplied.
const maxRepeat = 1000

// counts reads {n}, {n,} or {n,m} at pos; high is -1 where it is absent. RE2
// takes any other brace, and a number with a leading zero, as text.
func (s *scanner) counts() (low, high, end int, ok bool) {
	body, _, found := strings.Cut(s.pattern[s.pos+1:], "}")
	if !found {
		return 0, 0, 0, false
	}
	end = s.pos + 1 + len(body) + 1
	first, second, comma := strings.Cut(body, ",")
	if low, ok = count(first); !ok {
		return 0, 0, 0, false
	}
	switch {
	case !comma:
		return low, low, end, true
	case second == "":
		return low, -1, end, true
	}
	high, ok = count(second)
	return low, high, end, ok
}

// count reads a decimal number without leading zeros; a number beyond int
// counts as too large, not as text.
func count(s string) (int, bool) {
	if s == "" || len(s) > 1 && s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return maxRepeat + 1, true
	}
	return n, true
}

// warnOpenCount warns of {,n}, which Python and PCRE2 10.43 read as {0,n}.
func (s *scanner) warnOpenCount() {
	body, _, found := strings.Cut(s.pattern[s.pos+1:], "}")
	if n := strings.TrimPrefix(body, ","); found && n != body && n != "" && strings.Trim(n, "0123456789") == "" {
		s.warn("literal_braces", s.pos, s.pos+len(body)+2, fmt.Sprintf("RE2 and JavaScript read {,%s} as text; write {0,%s} to repeat", n, n))
	}
}

// repeat applies a quantifier that ends at end; low and high are its counts
// and matter for braces only.
func (s *scanner) repeat(end, low, high int) *Error {
	start := s.pos
	if s.pattern[start] == '+' && s.quantifier >= 0 && s.plain {
		s.missing(possessive, s.quantifier, end)
		s.plain = false
		s.pos = end
		return nil
	}
	plain := true
	if end < len(s.pattern) && s.pattern[end] == '?' {
		end++
		plain = false
	}
	if s.quantifier >= 0 {
		return s.invalid(s.quantifier, end, "a quantifier follows a quantifier", "put the first repetition in a group: (?:…)")
	}
	if !s.repeatable {
		if verb := s.backtrackVerb(); verb > 0 {
			s.missing(backtrackVerb, start-1, verb)
			s.groups = s.groups[:len(s.groups)-1]
			s.atom(verb)
			return nil
		}
		return s.invalid(start, end, "there is nothing to repeat", fmt.Sprintf(`write \%c for the character as text`, s.pattern[start]))
	}
	if err := s.multiply(start, end, low, high); err != nil {
		return err
	}
	s.quantifier, s.plain, s.pos = start, plain, end
	return nil
}

// backtrackVerb returns the end of a (*VERB) whose star is at pos, or 0.
func (s *scanner) backtrackVerb() int {
	if s.pos == 0 || s.pattern[s.pos-1] != '(' || s.pattern[s.pos] != '*' {
		return 0
	}
	i := s.pos + 1
	for i < len(s.pattern) && (isAlnum(s.pattern[i]) || s.pattern[i] == '_') {
		i++
	}
	if i == s.pos+1 || i == len(s.pattern) || !strings.ContainsRune(":=)", rune(s.pattern[i])) {
		return 0
	}
	if n := strings.IndexByte(s.pattern[i:], ')'); n >= 0 {
		return i + n + 1
	}
	return 0
}

// multiply counts the copies that a counted repetition asks for. RE2 limits
// the product of nested counts, checked at each count of two or more.
func (s *scanner) multiply(start, end, low, high int) *Error {
	if s.pattern[start] != '{' {
		return nil
	}
	if high == 0 {
		s.copies = 1
		return nil
	}
	s.copies *= max(1, low, high)
	if s.copies > maxRepeat && max(low, high) >= 2 {
		return &Error{Code: CodeTooLarge, ByteOffset: start, Fragment: clip(s.pattern[start:end]),
			Message: fmt.Sprintf("nested repetitions ask for %d copies; the limit is %d", s.copies, maxRepeat),
			Hint:    "use * or + for the inner or the outer repetition"}
	}
	return nil
}
