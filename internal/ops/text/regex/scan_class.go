package regex

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The standard parser spends its time in character classes: it folds the case
// of a range code point by code point, and sorts what properties bring. The
// costs are in folded code points, about 40 ns each; the budget keeps a
// compilation under 0.3 s.
const (
	maxClassCost = 4_000_000
	propertyCost = 2_000
)

// The code points that case folding changes lie between these two, so the
// parser folds only that part of a range (regexp/syntax, minFold and maxFold).
const (
	minFold = 0x41
	maxFold = 0x1E943
)

// class reads a bracket expression.
func (s *scanner) class() *Error {
	start := s.pos
	i := start + 1
	if strings.HasPrefix(s.pattern[i:], "^") {
		i++
	}
	for first := true; first || i == len(s.pattern) || s.pattern[i] != ']'; first = false {
		if i == len(s.pattern) {
			return s.openClass(start)
		}
		end, err := s.classItem(start, i)
		if err != nil {
			return err
		}
		i = end
	}
	s.atom(i + 1)
	if s.classCost > maxClassCost {
		return newTooLarge("the character classes of the pattern are too large")
	}
	return nil
}

// openClass reports a class without end, with the two that JavaScript closes
// at once.
func (s *scanner) openClass(start int) *Error {
	hint := `write \[ for a bracket as text`
	switch rest := s.pattern[start:]; {
	case strings.HasPrefix(rest, "[^]"):
		hint = "a ] that comes first stands for itself; for the [^] of JavaScript write (?s:.)"
	case strings.HasPrefix(rest, "[]"):
		hint = `a ] that comes first stands for itself; for the [] of JavaScript write [^\x00-\x{10FFFF}]`
	}
	return s.invalid(start, len(s.pattern), "the character class has no closing ]", hint)
}

// classItem reads one element at i of the class that starts at start.
func (s *scanner) classItem(start, i int) (end int, err *Error) {
	s.classCost++
	rest := s.pattern[i:]
	if strings.HasPrefix(rest, "[:") && len(rest) > 2 {
		if n := strings.Index(rest[2:], ":]"); n >= 0 {
			return s.posixClass(i, i+2+n+2)
		}
	}
	if len(rest) >= 2 && rest[0] == '\\' {
		switch rest[1] {
		case 'p', 'P':
			return s.property(i)
		case 'd', 'D', 's', 'S', 'w', 'W':
			return i + 2, nil
		}
	}
	if strings.HasPrefix(rest, "&&") && i > start+1 {
		s.warn("literal_class_operator", i, i+2, "RE2 has no class intersection and reads && as the character &")
	}
	return s.classRange(start, i)
}

var posixClasses = []string{
	"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word", "xdigit",
}

// posixClass reads [:name:] or [:^name:] between start and end.
func (s *scanner) posixClass(start, end int) (int, *Error) {
	name := strings.TrimPrefix(s.pattern[start+2:end-2], "^")
	if !slices.Contains(posixClasses, name) {
		return 0, s.invalid(start, end, "the POSIX class is not known", "known are "+strings.Join(posixClasses, ", "))
	}
	return end, nil
}

// classRange reads a character, or two with a hyphen between.
func (s *scanner) classRange(start, i int) (end int, err *Error) {
	low, end, err := s.classChar(start, i)
	if err != nil {
		return 0, err
	}
	rest := s.pattern[end:]
	if len(rest) < 2 || rest[0] != '-' || rest[1] == ']' {
		return end, nil
	}
	high, end, err := s.classChar(start, end+1)
	if err != nil {
		return 0, err
	}
	if low == foreign || high == foreign {
		return end, nil
	}
	if high < low {
		return 0, s.invalid(i, end, "the range is out of order", "")
	}
	if s.fold && (low > minFold || high < maxFold) {
		s.classCost += max(0, int(min(high, maxFold)-max(low, minFold)))
	}
	return end, nil
}

// classChar reads one character of a class at i.
func (s *scanner) classChar(start, i int) (value rune, end int, err *Error) {
	if i == len(s.pattern) {
		return 0, 0, s.openClass(start)
	}
	if s.pattern[i] == '\\' {
		return s.character(i, true)
	}
	value, n := utf8.DecodeRuneInString(s.pattern[i:])
	return value, i + n, nil
}
