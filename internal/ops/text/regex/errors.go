package regex

import (
	"errors"
	"fmt"
	"regexp/syntax"
)

// The codes of an Error.
const (
	// CodeInvalid: the pattern is not a regular expression.
	CodeInvalid = "invalid_regex"
	// CodeUnsupported: the pattern uses something that other engines have and
	// RE2 lacks.
	CodeUnsupported = "unsupported_regex_feature"
	// CodeTooLarge: the compiled program, the nesting or the character classes
	// would be too large.
	CodeTooLarge = "regex_too_large"
	// CodeUnsupportedFlag: a flag letter is unknown, impossible or repeated.
	CodeUnsupportedFlag = "unsupported_flag"
	// CodeUnknownGroup: a replacement names a group the pattern does not have.
	CodeUnknownGroup = "unknown_group"
	// CodeOutputTooLarge: the matches or the replaced text exceed their bound.
	CodeOutputTooLarge = "output_too_large"
)

// Error tells what is wrong with a pattern, its flags or a replacement.
type Error struct {
	// Code is one of the constants above.
	Code string
	// Feature names the missing construct when Code is CodeUnsupported.
	Feature string
	// ByteOffset is where Fragment starts, in bytes from 0.
	ByteOffset int
	// Fragment is the offending text, at most 64 code points of it, and empty
	// when the pattern as a whole is at fault.
	Fragment string
	// Message is one sentence for people.
	Message string
	// Hint says what to write instead; it may be empty.
	Hint string
	// Engines lists where the feature works: javascript, python, pcre, java,
	// dotnet, ruby.
	Engines []string
	// More holds the further unsupported constructs of the same pattern, in
	// their order, up to 50 in all.
	More []*Error
}

// Error returns the message with its place.
func (e *Error) Error() string {
	if e.Fragment == "" {
		return e.Message
	}
	return fmt.Sprintf("%s: %q at byte %d", e.Message, e.Fragment, e.ByteOffset)
}

// maxFragment bounds a Fragment, in code points.
const maxFragment = 64

// clip returns the first maxFragment code points of s.
func clip(s string) string {
	n := 0
	for i := range s {
		if n == maxFragment {
			return s[:i]
		}
		n++
	}
	return s
}

func newInvalid(pattern string, start, end int, message, hint string) *Error {
	return &Error{Code: CodeInvalid, ByteOffset: start, Fragment: clip(pattern[start:end]), Message: message, Hint: hint}
}

func newTooLarge(message string) *Error {
	return &Error{Code: CodeTooLarge, Message: message}
}

// fromSyntaxError translates an error of the standard parser that the scanner
// did not foresee: the limits that only the parser counts, and anything a
// later version of Go may refuse.
func fromSyntaxError(err error) *Error {
	var syntaxErr *syntax.Error
	if errors.As(err, &syntaxErr) {
		switch syntaxErr.Code {
		case syntax.ErrNestingDepth:
			return newTooLarge("the pattern nests too deeply")
		case syntax.ErrLarge:
			return newTooLarge("the compiled pattern is too large")
		}
	}
	return &Error{Code: CodeInvalid, Message: err.Error()}
}
