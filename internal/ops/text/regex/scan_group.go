package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// openParen reads the beginning of a group.
func (s *scanner) openParen() *Error {
	rest := s.pattern[s.pos:]
	if !strings.HasPrefix(rest, "(?") {
		s.groupCount++
		s.push(s.pos)
		s.pos++
		return nil
	}
	for _, g := range groupOpeners {
		if strings.HasPrefix(rest, g.opener) {
			s.foreignGroup(g.feature, g.opener)
			return nil
		}
	}
	switch {
	case strings.HasPrefix(rest, "(?#"):
		return s.comment()
	case strings.HasPrefix(rest, "(?<"):
		return s.namedGroup(len("(?<"))
	case strings.HasPrefix(rest, "(?P<"):
		return s.namedGroup(len("(?P<"))
	case strings.HasPrefix(rest, "(?P="):
		return s.reference(pythonBackreference, len("(?P="))
	case strings.HasPrefix(rest, "(?P>"):
		return s.reference(recursion, len("(?P>"))
	case strings.HasPrefix(rest, "(?&"):
		return s.reference(recursion, len("(?&"))
	}
	if end := s.recursionEnd(); end > 0 {
		s.missing(recursion, s.pos, end)
		s.atom(end)
		return nil
	}
	return s.inlineFlags()
}

// foreignGroup records a group RE2 lacks and goes on inside it.
func (s *scanner) foreignGroup(f feature, opener string) {
	end := s.pos + len(opener)
	switch f.name {
	case quotedName.name:
		if n := strings.IndexByte(s.pattern[end:], '\''); n >= 0 {
			end += n + 1
		}
		s.groupCount++
	case callout.name:
		closing := ")"
		if strings.HasSuffix(opener, "{") {
			closing = "})"
		}
		if n := strings.Index(s.pattern[end:], closing); n >= 0 {
			end += n + len(closing)
		}
		s.missing(f, s.pos, end)
		s.atom(end)
		return
	case conditional.name:
		s.conditional()
		return
	}
	s.missing(f, s.pos, end)
	s.push(s.pos)
	s.pos = end
}

// conditional reads (?(condition): a group number or name, or a lookaround,
// which is left to be read as the group it is.
func (s *scanner) conditional() {
	end := s.pos + len("(?(")
	next := end - 1
	if n := strings.IndexByte(s.pattern[end:], ')'); n >= 0 && !strings.HasPrefix(s.pattern[end:], "?") {
		end += n + 1
		next = end
	}
	s.missing(conditional, s.pos, end)
	s.push(s.pos)
	s.pos = next
}

// comment reads (?#…).
func (s *scanner) comment() *Error {
	n := strings.IndexByte(s.pattern[s.pos:], ')')
	if n < 0 {
		return s.invalid(s.pos, len(s.pattern), "the comment has no closing )", "")
	}
	s.missing(comment, s.pos, s.pos+n+1)
	s.pos += n + 1
	return nil
}

// reference reads a group name up to the closing parenthesis.
func (s *scanner) reference(f feature, prefix int) *Error {
	n := strings.IndexByte(s.pattern[s.pos:], ')')
	if n < prefix {
		return s.invalid(s.pos, len(s.pattern), "the group reference has no closing )", "")
	}
	s.missing(f, s.pos, s.pos+n+1)
	s.atom(s.pos + n + 1)
	return nil
}

// recursionEnd returns the end of (?R), (?1), (?+1) or (?-1) at pos, or 0.
func (s *scanner) recursionEnd() int {
	body, _, found := strings.Cut(s.pattern[s.pos+2:], ")")
	if !found {
		return 0
	}
	number := strings.TrimLeft(body, "+-")
	if body == "R" || number != "" && len(body)-len(number) <= 1 && strings.Trim(number, "0123456789") == "" {
		return s.pos + 2 + len(body) + 1
	}
	return 0
}

// namedGroup reads (?<name> or (?P<name>, of which prefix bytes precede the
// name.
func (s *scanner) namedGroup(prefix int) *Error {
	nameStart := s.pos + prefix
	n := strings.IndexByte(s.pattern[nameStart:], '>')
	if n < 0 {
		return s.invalid(s.pos, len(s.pattern), "the group name has no closing >", "")
	}
	end := nameStart + n + 1
	name := s.pattern[nameStart : end-1]
	if name == "" || strings.ContainsFunc(name, func(c rune) bool {
		return c >= utf8.RuneSelf || c != '_' && !isAlnum(byte(c))
	}) {
		return s.invalid(s.pos, end, "the group name is not valid", "a name has letters a-z, A-Z, digits and _ only")
	}
	if first, ok := s.names[name]; ok {
		return s.invalid(s.pos, end, fmt.Sprintf("the group name %q is used twice", name),
			fmt.Sprintf("it is first used at byte %d", first))
	}
	s.names[name] = s.pos
	s.groupCount++
	s.push(s.pos)
	s.pos = end
	return nil
}

// inlineFlags reads (?flags), (?flags:, (?: and their errors.
func (s *scanner) inlineFlags() *Error {
	fold, negative, letters := s.fold, false, 0
	for i := s.pos + 2; i < len(s.pattern); i++ {
		c := s.pattern[i]
		switch {
		case strings.IndexByte("imsU", c) >= 0:
			letters++
			if c == 'i' {
				fold = !negative
			}
		case c == '-' && !negative:
			negative, letters = true, 0
		case (c == ':' || c == ')') && (!negative || letters > 0):
			s.enterFlags(i, fold)
			return nil
		default:
			return s.foreignFlags(i)
		}
	}
	return s.invalid(s.pos, len(s.pattern), "the group ends too early", `write \( for a parenthesis as text`)
}

// enterFlags applies inline flags whose colon or parenthesis is at i.
func (s *scanner) enterFlags(i int, fold bool) {
	if s.pattern[i] == ':' {
		s.push(s.pos)
	}
	s.fold = fold
	s.quantifier = -1
	s.pos = i + 1
}

// flagEngines lists the inline flags of other engines.
var flagEngines = map[byte][]string{
	'x': verbose.engines, 'a': {python}, 'L': {python}, 'u': {python, java}, 'n': {pcre, dotNet},
	'J': {pcre}, 'd': {java}, '^': {pcre},
}

// foreignFlags judges inline flags of which the one at i is unknown to RE2.
func (s *scanner) foreignFlags(i int) *Error {
	_, n := utf8.DecodeRuneInString(s.pattern[i:])
	bad := s.invalid(s.pos, i+n, "the characters after (? are not valid", "write (?:…) for a group without capture")
	engines, known := flagEngines[s.pattern[i]]
	if !known {
		return bad
	}
	end := i
	isVerbose := false
	for end < len(s.pattern) && (isAlnum(s.pattern[end]) || s.pattern[end] == '-' || s.pattern[end] == '^') {
		isVerbose = isVerbose || s.pattern[end] == 'x'
		end++
	}
	if end == len(s.pattern) || s.pattern[end] != ':' && s.pattern[end] != ')' {
		return bad
	}
	if isVerbose {
		s.missing(verbose, s.pos, end+1)
		s.verbose = true
		return nil
	}
	e := s.missing(inlineFlag, s.pos, end+1)
	e.Engines = engines
	e.Hint = fmt.Sprintf("remove the flag %c", s.pattern[i])
	s.enterFlags(end, s.fold)
	return nil
}
