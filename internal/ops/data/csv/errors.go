package csv

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// Code classes an [Error].
type Code string

// The codes. Those about the text have a position.
const (
	InvalidCSV     Code = "invalid_csv"      // the text cannot be read; see the reason
	InvalidType    Code = "invalid_type"     // a cell is not of the type asked for
	DepthExceeded  Code = "depth_exceeded"   // a cell holds JSON nested too deeply
	InvalidUTF8    Code = "invalid_utf8"     // the text or a name is not UTF-8
	TooLong        Code = "too_long"         // the text is longer than 4 GiB
	TooManyItems   Code = "too_many_items"   // more cells or columns than the limits allow
	OutputTooLarge Code = "output_too_large" // the JSON is larger than its limit
	Conflict       Code = "conflict"         // two options contradict each other
	NotAllowed     Code = "not_allowed"      // an option has no such value
	OutOfRange     Code = "out_of_range"     // a number is out of its range
)

// The reasons of [InvalidCSV].
const (
	ReasonUnclosedQuote  = "unclosed_quote"   // at the quote that opened the cell
	ReasonTextAfterQuote = "text_after_quote" // at the first character after the closing quote
	ReasonRaggedRow      = "ragged_row"       // at the record, under [RaggedError]
)

// The reasons of [InvalidType].
const (
	ReasonNotNumber  = "not_a_number"
	ReasonNotBoolean = "not_a_boolean"
	ReasonNotJSON    = "not_json"
)

// Error says why a text could not be converted.
type Error struct {
	Code   Code
	Reason string // finer than Code; may be empty
	Field  string // "csv", or the option at fault by its name in the API
	// Message is a sentence without position; Hint, if any, says what to send.
	Message string
	Hint    string
	// Line and Column start at 1, Column in code points. Line is 0 when the
	// error has no place in the text.
	Line, Column int
	// ByteOffset starts at 0 in the text as handed in.
	ByteOffset int
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s: %s", e.Code, e.Field, e.Message)
	}
	return fmt.Sprintf("%s: line %d, column %d: %s", e.Code, e.Line, e.Column, e.Message)
}

func optionError(code Code, field, format string, args ...any) *Error {
	return &Error{Code: code, Field: field, Message: field + " " + fmt.Sprintf(format, args...)}
}

// clipLength is the most code points of the caller's text that a message repeats.
const clipLength = 40

// clip shortens a text for use in a message.
func clip(s string) string {
	for i, n := 0, 0; i < len(s); n++ {
		if n == clipLength {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

// sortedNames keeps errors about a map the same from call to call.
func sortedNames(types map[string]Type) []string {
	return slices.Sorted(maps.Keys(types))
}
