package regex

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// property reads \pL, \p{Greek} and their negations at start.
func (s *scanner) property(start int) (end int, err *Error) {
	s.classCost += propertyCost
	rest := s.pattern[start+2:]
	if !strings.HasPrefix(rest, "{") {
		_, n := utf8.DecodeRuneInString(rest)
		end = start + 2 + n
		return end, s.propertyName(start, end, rest[:n])
	}
	n := strings.IndexByte(rest, '}')
	if n < 0 {
		return 0, s.invalid(start, len(s.pattern), "the property name has no closing }", "")
	}
	end = start + 2 + n + 1
	return end, s.propertyName(start, end, strings.TrimPrefix(rest[1:n], "^"))
}

// propertyName judges the name of a property by asking the standard parser.
func (s *scanner) propertyName(start, end int, name string) *Error {
	known, asked := s.properties[name]
	if !asked {
		_, err := syntax.Parse(`\p{`+name+`}`, syntax.Perl)
		known = err == nil && !strings.Contains(name, "^")
		s.properties[name] = known
	}
	if known {
		return nil
	}
	key, value, assigned := strings.Cut(name, "=")
	switch {
	case assigned && key != "" && value != "":
		e := s.missing(unicodeProperty, start, end)
		if _, err := syntax.Parse(`\p{`+value+`}`, syntax.Perl); err == nil && !strings.Contains(value, "^") {
			e.Hint = fmt.Sprintf(`write \%c{%s}`, s.pattern[start+1], value)
		}
	case foreignProperties[name], strings.HasPrefix(name, "Is"), strings.HasPrefix(name, "In"), strings.HasPrefix(name, "java"):
		s.missing(unicodeProperty, start, end)
	default:
		return s.invalid(start, end, "the Unicode property is not known", unicodeProperty.hint)
	}
	return nil
}
