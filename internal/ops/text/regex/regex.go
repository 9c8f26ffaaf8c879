// Package regex runs RE2 patterns (the syntax of Go's regexp/syntax,
// leftmost-first) over untrusted text with the all-matches rule of JavaScript,
// and says precisely what is wrong with a pattern that RE2 cannot run.
//
// # Why not package regexp
//
// The parser and compiler are the standard library's; only the execution is
// here, a Pike virtual machine (https://swtch.com/~rsc/regexp/regexp2.html)
// over the same programs. regexp cannot give three things this package must:
//
//   - A search that starts at an offset and still sees what lies before it.
//     FindAll drops the empty match that follows a non-empty one ("x*" on
//     "aaxa" matches at 0, 1, 2, 3 and 4; FindAll has no 3), and a search in
//     a substring makes ^, \A and \b match where they must not.
//   - A bound on time. Linear in text times program is still minutes for one
//     megabyte and ten thousand instructions, and finding all matches can be
//     quadratic (a*b|a on a run of a). A search here looks at its context
//     after a bounded amount of work and stops, leaving nothing behind.
//   - Conditions around a match: the whole text (FullMatch) and whole words,
//     which must take part in choosing among alternatives, not filter
//     afterwards.
//
// # All matches
//
// After a non-empty match ending at e the next search starts at e, so that an
// empty match at e counts. After an empty match it starts one code point
// later. This is String.prototype.matchAll with the u flag (ECMA-262,
// AdvanceStringIndex). Python's re.finditer agrees but for patterns that
// prefer the empty match ("x*?", "|a"): it retries the same place for a
// non-empty one.
//
// A group that took no part in a match has the indexes -1. In a repeated group
// the last iteration that used the group counts, as in Python, PCRE and Go;
// JavaScript alone resets groups at each iteration.
//
// # Characters
//
// \d, \w, \s and \b are ASCII; \p{…} and case folding follow the Unicode tables
// of the Go release, version 15. A dot is a code point.
package regex

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Regexp is a compiled pattern. It is immutable and safe for concurrent use.
type Regexp struct {
	prog        *program
	flags       Flags
	groupNames  []string
	groupByName map[string]int
	warnings    []Warning
}

// Compile checks and compiles a pattern. Every error is an *Error with the
// code CodeInvalid, CodeUnsupported or CodeTooLarge. The caller bounds the
// length of the pattern; up to 10,000 characters compile within 0.3 s.
func Compile(pattern string, flags Flags) (*Regexp, error) {
	if i := firstInvalidUTF8(pattern); i >= 0 {
		return nil, newInvalid(pattern, i, i+1, "the pattern is not valid UTF-8", "")
	}
	r := &Regexp{flags: flags}
	if !flags.Literal {
		report, err := examine(pattern, flags)
		if err != nil {
			return nil, err
		}
		r.warnings = report.warnings
	}
	tree, parseErr := syntax.Parse(pattern, flags.syntax())
	if parseErr != nil {
		return nil, fromSyntaxError(parseErr)
	}
	r.groupNames = tree.CapNames()
	r.groupByName = make(map[string]int)
	for i, name := range r.groupNames {
		if name != "" {
			r.groupByName[name] = i
		}
	}
	prog, err := newProgram(tree)
	if err != nil {
		return nil, err
	}
	r.prog = prog
	return r, nil
}

// firstInvalidUTF8 returns the offset of the first byte that is not part of
// valid UTF-8, or -1.
func firstInvalidUTF8(s string) int {
	for i, c := range s {
		if c == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return -1
}

// GroupCount returns the number of capturing groups, the whole match not
// counted.
func (r *Regexp) GroupCount() int { return len(r.groupNames) - 1 }

// GroupNames returns the names of the groups by number: element 0 is the whole
// match, an unnamed group has the name "". The caller must not change it.
func (r *Regexp) GroupNames() []string { return r.groupNames }

// Flags returns the flags the pattern was compiled with.
func (r *Regexp) Flags() Flags { return r.flags }

// maxFindings bounds the warnings, and the unsupported constructs, that are
// reported for one pattern or replacement.
const maxFindings = 50

// Warnings lists places of the pattern that RE2 reads as plain text although
// another engine would give them a meaning. The caller must not change it.
func (r *Regexp) Warnings() []Warning { return r.warnings }

// Warning is advice about a construct that is well defined but probably not
// what was meant.
type Warning struct {
	// Code names the kind of advice, in snake case.
	Code string
	// Message is one sentence for people.
	Message string
	// ByteOffset is where Fragment starts in the pattern or the replacement.
	ByteOffset int
	// Fragment is the text in question.
	Fragment string
}
