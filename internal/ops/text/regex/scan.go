package regex

import (
	"slices"
	"unicode/utf8"
)

// report is what the scanner learns of a pattern that RE2 can run.
type report struct {
	warnings []Warning
}

// examine walks a pattern once, as the standard parser would, and finds what
// the parser's own errors do not tell: the exact place of an error, whether
// another engine knows the construct, and every such construct of the pattern
// instead of the first. It also refuses the classes that would keep the parser
// busy for seconds.
func examine(pattern string, flags Flags) (*report, *Error) {
	s := &scanner{pattern: pattern, quantifier: -1, names: map[string]int{}, properties: map[string]bool{}}
	s.groups = []openGroup{{offset: -1, fold: flags.IgnoreCase}}
	s.fold = flags.IgnoreCase
	err := s.run()
	s.resolveOctals()
	if len(s.unsupported) > 0 {
		first := s.unsupported[0]
		first.More = s.unsupported[1:min(len(s.unsupported), maxFindings)]
		return nil, first
	}
	if err != nil {
		return nil, err
	}
	return &report{warnings: s.warnings}, nil
}

// scanner is the state of one walk. Its rules mirror regexp/syntax with the
// Perl flags.
type scanner struct {
	pattern string
	pos     int
	// groups holds the open groups; the first stands for the whole pattern.
	groups []openGroup
	// fold is whether case is ignored at pos.
	fold bool

	// repeatable is whether an expression stands before pos that a quantifier
	// can apply to, and copies how often its innermost part is repeated.
	repeatable bool
	copies     int
	// quantifier is the offset of the quantifier just before pos, or -1;
	// plain is whether that quantifier may still become possessive.
	quantifier int
	plain      bool

	groupCount  int
	names       map[string]int
	properties  map[string]bool // \p names by whether RE2 has them
	octals      []octal
	classCost   int
	verbose     bool // the meaning of what follows (?x) is unknown
	unsupported []*Error
	warnings    []Warning
}

// openGroup is a parenthesis waiting for its end.
type openGroup struct {
	offset int
	fold   bool // to restore after the group
	copies int  // the largest number of copies inside so far
}

// octal is an escape such as \12 that means a character here, but a group
// where the pattern has so many.
type octal struct{ start, end, number int }

// run walks the whole pattern and returns the first error of syntax.
func (s *scanner) run() *Error {
	for s.pos < len(s.pattern) && !s.verbose {
		if err := s.step(); err != nil {
			return err
		}
	}
	if open := s.groups[len(s.groups)-1]; len(s.groups) > 1 && !s.verbose {
		return s.invalid(open.offset, len(s.pattern), "the group has no closing )", `write \( for a parenthesis as text`)
	}
	return nil
}

// step reads one element.
func (s *scanner) step() *Error {
	switch s.pattern[s.pos] {
	case '(':
		return s.openParen()
	case ')':
		return s.closeParen()
	case '|':
		s.pos++
		s.startSequence()
	case '[':
		return s.class()
	case '\\':
		return s.escape()
	case '*', '+', '?':
		return s.repeat(s.pos+1, 0, -1)
	case '{':
		return s.braces()
	default:
		_, n := utf8.DecodeRuneInString(s.pattern[s.pos:])
		s.atom(s.pos + n)
	}
	return nil
}

// commit counts the copies of the last expression for the group around it.
func (s *scanner) commit() {
	group := &s.groups[len(s.groups)-1]
	group.copies = max(group.copies, s.copies)
	s.copies = 1
}

// atom records that an expression ends at end.
func (s *scanner) atom(end int) {
	s.commit()
	s.pos = end
	s.repeatable = true
	s.quantifier = -1
}

// startSequence records that a group or alternative begins at pos.
func (s *scanner) startSequence() {
	s.commit()
	s.repeatable = false
	s.quantifier = -1
}

func (s *scanner) push(offset int) {
	s.startSequence()
	s.groups = append(s.groups, openGroup{offset: offset, fold: s.fold})
}

func (s *scanner) closeParen() *Error {
	if len(s.groups) == 1 {
		return s.invalid(s.pos, s.pos+1, "the ) closes no group", `write \) for a parenthesis as text`)
	}
	s.commit()
	group := s.groups[len(s.groups)-1]
	s.groups = s.groups[:len(s.groups)-1]
	s.fold = group.fold
	s.atom(s.pos + 1)
	s.copies = group.copies
	return nil
}

// resolveOctals turns the escapes that name an existing group into
// backreferences, now that the number of groups is known.
func (s *scanner) resolveOctals() {
	for _, o := range s.octals {
		if o.number <= s.groupCount {
			s.missing(backreference, o.start, o.end)
		}
	}
	slices.SortStableFunc(s.unsupported, func(a, b *Error) int { return a.ByteOffset - b.ByteOffset })
}

func (s *scanner) invalid(start, end int, message, hint string) *Error {
	return newInvalid(s.pattern, start, end, message, hint)
}

// missing records a construct RE2 lacks and returns it, so that a caller can
// give a more precise hint.
func (s *scanner) missing(f feature, start, end int) *Error {
	e := &Error{Code: CodeUnsupported, Feature: f.name, ByteOffset: start, Fragment: clip(s.pattern[start:end]),
		Message: f.what + " is not supported by RE2", Hint: f.hint, Engines: f.engines}
	s.unsupported = append(s.unsupported, e)
	return e
}

func (s *scanner) warn(code string, start, end int, message string) {
	if len(s.warnings) < maxFindings {
		s.warnings = append(s.warnings, Warning{Code: code, Message: message, ByteOffset: start, Fragment: clip(s.pattern[start:end])})
	}
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
