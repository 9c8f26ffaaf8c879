package xml

import (
	"fmt"
	"unicode/utf8"
)

// Code classes an [Error].
type Code string

// The codes. All but the last two have a place in the text.
const (
	InvalidXML     Code = "invalid_xml"      // not well-formed; see the reason
	DepthExceeded  Code = "depth_exceeded"   // nested deeper than MaxDepth
	InvalidUTF8    Code = "invalid_utf8"     // the text is not UTF-8
	NotAllowed     Code = "not_allowed"      // a DOCTYPE under DoctypeReject
	Conflict       Code = "conflict"         // references need the DOCTYPE that is to be removed
	TooLong        Code = "too_long"         // the text has more than 4 GiB
	OutputTooLarge Code = "output_too_large" // the result is larger than its limit
)

// Reason says what is wrong with a document that is not well-formed.
type Reason string

// The reasons, with the place that each is reported at.
const (
	MismatchedTag      Reason = "mismatched_tag"           // the end tag
	UnclosedTag        Reason = "unclosed_tag"             // the innermost tag left open
	UnclosedComment    Reason = "unclosed_comment"         // its start
	UnclosedCDATA      Reason = "unclosed_cdata"           // its start
	UnclosedPI         Reason = "unclosed_instruction"     // its start
	UnclosedQuote      Reason = "unclosed_quote"           // the opening quote
	DuplicateAttribute Reason = "duplicate_attribute"      // its second name
	UnquotedAttribute  Reason = "unquoted_attribute"       // where the quote is missing
	MissingValue       Reason = "missing_attribute_value"  // where = is missing
	MissingSpace       Reason = "missing_space"            // where white space is missing
	LessThanInValue    Reason = "less_than_in_attribute"   // the <
	UndefinedEntity    Reason = "undefined_entity"         // the &
	InvalidReference   Reason = "invalid_reference"        // the &
	MultipleRoots      Reason = "multiple_roots"           // the second root
	MissingRoot        Reason = "missing_root"             // the end of the text
	TextOutsideRoot    Reason = "text_outside_root"        // its first character
	InvalidName        Reason = "invalid_name"             // where a name should start
	InvalidCharacter   Reason = "invalid_character"        // the character or its reference
	DoubleHyphen       Reason = "double_hyphen_in_comment" // the hyphens
	CDATAEndInText     Reason = "cdata_end_in_text"        // the ]]>
	LateDeclaration    Reason = "late_declaration"         // its start
	InvalidDeclaration Reason = "invalid_declaration"      // where <?xml … ?> goes wrong
	UnsupportedVersion Reason = "unsupported_version"      // the version's number
	InvalidDoctype     Reason = "invalid_doctype"          // where the grammar is broken
	MisplacedDoctype   Reason = "misplaced_doctype"        // its start
	MalformedTag       Reason = "malformed_tag"            // where > is missing, or an unknown <!
)

// Error says why a text could not be read or laid out.
type Error struct {
	Code    Code
	Reason  Reason // of InvalidXML, else ""
	Message string // a clause about the document, without position
	Hint    string // what to send instead; may be empty

	// Line and Column start at 1, Column counts code points; Line is 0 where
	// the error has no place. ByteOffset starts at 0 in the text as handed in.
	Line, Column, ByteOffset int

	// OpenLine and OpenColumn are the place of the tag that should have been
	// closed, of MismatchedTag; OpenLine is 0 where no element is open.
	OpenLine, OpenColumn int
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Code, e.Message)
	}
	return fmt.Sprintf("%s: line %d, column %d: %s", e.Code, e.Line, e.Column, e.Message)
}

// fail records the error that ends the reading; it is always false, so that a
// rule of the grammar can return it. A character at the offset that XML does
// not have is the fault, whatever was expected there.
func (p *parser) fail(offset int, reason Reason, hint, format string, args ...any) bool {
	if r, size := utf8.DecodeRuneInString(p.src[offset:]); size > 0 && !IsChar(r) {
		reason, hint, format, args = InvalidCharacter, "remove it; XML has no way to write it", "the character U+%04X is not allowed in XML", []any{r}
	}
	return p.failWith(InvalidXML, offset, reason, hint, format, args...)
}

func (p *parser) failWith(code Code, offset int, reason Reason, hint, format string, args ...any) bool {
	p.err = p.doc.errorAt(code, offset)
	p.err.Reason, p.err.Hint, p.err.Message = reason, hint, fmt.Sprintf(format, args...)
	return false
}

// errorAt is an error with its place, given as offset in the document's source.
func (d *Document) errorAt(code Code, offset int) *Error {
	e := &Error{Code: code, ByteOffset: d.base + offset}
	e.Line, e.Column = d.places(offset).LineColumn(offset)
	return e
}

// clip keeps at most 40 characters of a name for a message.
func clip(name string) string {
	for i, n := 0, 0; i < len(name); n++ {
		if n == 40 {
			return name[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(name[i:])
		i += size
	}
	return name
}
