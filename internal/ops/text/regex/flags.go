package regex

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// Flags selects how a pattern is read and searched.
type Flags struct {
	// Global (g) finds all matches; without it only the first counts.
	Global bool
	// IgnoreCase (i) compares by simple Unicode case folding.
	IgnoreCase bool
	// Multiline (m) lets ^ and $ match at the start and end of each line; as
	// in RE2 only LF ends a line.
	Multiline bool
	// DotAll (s) lets . match LF too.
	DotAll bool
	// Ungreedy (U) swaps the meaning of x* and x*?, of x+ and x+?, and so on.
	Ungreedy bool

	// Literal takes the whole pattern as text, up to 100,000 characters. It
	// has no letter.
	Literal bool
	// WholeWord requires that no letter, number, mark (\p{L}, \p{N}, \p{M}) or
	// underscore touches the match on either side. It has no letter.
	WholeWord bool
}

// ParseFlags reads flag letters. It knows g, i, m, s and U; u, v and d
// (Unicode mode and match indices of JavaScript) are accepted and change
// nothing, because they are always on. Any other letter is an *Error with
// CodeUnsupportedFlag, and so is a repeated letter, as in JavaScript;
// its ByteOffset and Fragment point into letters.
func ParseFlags(letters string) (Flags, error) {
	var f Flags
	for i, c := range letters {
		if strings.ContainsRune(letters[:i], c) {
			return Flags{}, &Error{Code: CodeUnsupportedFlag, ByteOffset: i, Fragment: string(c),
				Message: fmt.Sprintf("the flag %q is given twice", c)}
		}
		switch c {
		case 'g':
			f.Global = true
		case 'i':
			f.IgnoreCase = true
		case 'm':
			f.Multiline = true
		case 's':
			f.DotAll = true
		case 'U':
			f.Ungreedy = true
		case 'u', 'v', 'd':
		default:
			return Flags{}, unsupportedFlag(i, c)
		}
	}
	return f, nil
}

func unsupportedFlag(offset int, c rune) *Error {
	e := &Error{Code: CodeUnsupportedFlag, ByteOffset: offset, Fragment: string(c),
		Message: fmt.Sprintf("the flag %q is not supported", c),
		Hint:    "supported are g, i, m, s and U; u, v and d are accepted and change nothing"}
	switch c {
	case 'x':
		e.Hint = "RE2 has no extended mode: remove the white space and comments from the pattern"
	case 'y':
		e.Hint = `RE2 has no sticky mode: start the pattern with \A to match at the start of the text`
	}
	return e
}

// syntax returns the flags of the standard parser.
func (f Flags) syntax() syntax.Flags {
	s := syntax.Perl
	if f.IgnoreCase {
		s |= syntax.FoldCase
	}
	if f.Multiline {
		s &^= syntax.OneLine
	}
	if f.DotAll {
		s |= syntax.DotNL
	}
	if f.Ungreedy {
		s |= syntax.NonGreedy
	}
	if f.Literal {
		s |= syntax.Literal
	}
	return s
}
