package op

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Codes of violations. Operations may add their own.
const (
	Required       = "required"
	UnknownField   = "unknown_field"
	DuplicateField = "duplicate_field"
	Conflict       = "conflict"
	MissingOneOf   = "missing_one_of"
	InvalidType    = "invalid_type"
	InvalidNumber  = "invalid_number"
	NotAllowed     = "not_allowed"
	OutOfRange     = "out_of_range"
	TooLong        = "too_long"
	TooShort       = "too_short"
	TooManyItems   = "too_many_items"
	InvalidFormat  = "invalid_format"
	DepthExceeded  = "depth_exceeded"
	InvalidUTF8    = "invalid_utf8"
	InvalidUnicode = "invalid_unicode"

	MalformedJSON    = "malformed_json"
	TrailingData     = "trailing_data"
	OutputTooLarge   = "output_too_large"
	InputTooComplex  = "input_too_complex"
	ResultOutOfRange = "result_out_of_range"
)

// Codes that several operations name.
const (
	InvalidDate        = "invalid_date"
	InvalidDateTime    = "invalid_datetime"
	InvalidTimezone    = "invalid_timezone"
	InvalidUnit        = "invalid_unit"
	InvalidDigit       = "invalid_digit"
	InvalidBase64      = "invalid_base64"
	Order              = "order"
	ZeroBase           = "zero_base"
	DoesNotAmortize    = "does_not_amortize"
	BelowAbsoluteZero  = "below_absolute_zero"
	DoesNotFit         = "does_not_fit"
	LocalTimeGap       = "local_time_gap"
	LocalTimeAmbiguous = "local_time_ambiguous"
)

// maxViolations bounds an answer; a body of a million wrong fields gets the
// first hundred and the count.
const maxViolations = 100

// Violation is one thing wrong with an input.
type Violation struct {
	Field   string // path such as options[1].weight; "" is the whole input
	Code    string
	Message string // what was wrong and what was expected
	Hint    string // what to send instead
	Reason  string // what exactly is wrong inside a document, such as "unclosed_quote"
	Place   *Place // where inside a document
	Details Object // further members, such as "feature"
}

// Place is a position inside a document: line and column are 1-based, columns
// in code points; the offset is 0-based in bytes.
type Place struct{ Line, Column, Offset int }

// Invalid is the error of an input that cannot be answered.
type Invalid struct {
	Violations []Violation
	Malformed  bool // the body is not JSON at all
	Omitted    int  // violations found beyond those listed
}

func (e *Invalid) Error() string {
	if len(e.Violations) == 0 {
		return "invalid input"
	}
	v := e.Violations[0]
	return strings.TrimPrefix(v.Field+": "+v.Message, ": ")
}

// Add records a violation. The returned pointer is for adding a hint or place
// at once; it is never nil.
func (e *Invalid) Add(field, code, format string, args ...any) *Violation {
	if e.full() {
		return e.omit()
	}
	e.Violations = append(e.Violations, Violation{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
	return &e.Violations[len(e.Violations)-1]
}

// full tells whether further violations are only counted, so that a hostile
// input does not get its faults described at length one by one.
func (e *Invalid) full() bool { return len(e.Violations) >= maxViolations }

// omit counts a violation; the one returned goes nowhere.
func (e *Invalid) omit() *Violation {
	e.Omitted++
	return &Violation{}
}

// Or returns e as an error, nil when nothing was recorded.
func (e *Invalid) Or() error {
	if len(e.Violations) == 0 {
		return nil
	}
	return e
}

// Refuse is an Invalid of one violation.
func Refuse(field, code, format string, args ...any) *Invalid {
	e := &Invalid{}
	e.Add(field, code, format, args...)
	return e
}

// Object writes the violation as the member of "errors" it becomes.
func (v Violation) Object() Object {
	o := Object{{"field", v.Field}, {"code", v.Code}, {"message", v.Message}}
	if v.Hint != "" {
		o = append(o, Member{"hint", v.Hint})
	}
	if v.Reason != "" {
		o = append(o, Member{"reason", v.Reason})
	}
	if p := v.Place; p != nil {
		o = append(o, Member{"line", p.Line}, Member{"column", p.Column}, Member{"byte_offset", p.Offset})
	}
	return append(o, v.Details...)
}

// Quote shows a piece of the caller's own text back to the caller: at most 60
// characters, on one line, with nothing that a terminal would act on.
func Quote(s string) string { return "'" + show(s, 60) + "'" }

// show keeps at most limit characters of a text, on one line, with nothing
// that a terminal would act on.
func show(s string, limit int) string {
	var b strings.Builder
	for _, r := range s {
		shown := string(r)
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			shown = fmt.Sprintf("\\u{%x}", r)
		}
		if limit -= utf8.RuneCountInString(shown); limit < 0 {
			b.WriteString("…")
			break
		}
		b.WriteString(shown)
	}
	return b.String()
}
