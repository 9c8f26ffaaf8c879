package op

import (
	"bytes"

	"toolcrib/internal/jsonscan"
)

// broken reports a body that is not JSON, or not text at all, as the only
// violation: what was found before it cannot be trusted.
func (d *decoder) broken(e *jsonscan.Error) {
	*d.invalid = Invalid{}
	d.unread = true
	p := d.place(e.Offset)
	var v *Violation
	switch e.Reason {
	case jsonscan.InvalidUTF8:
		v = d.invalid.Add("", InvalidUTF8, "the body is not valid UTF-8 at byte %d", e.Offset)
		v.Hint = "send the text encoded as UTF-8"
	case jsonscan.LoneSurrogate:
		v = d.add(InvalidUnicode, "a surrogate escape lacks its other half at line %d, column %d", p.Line, p.Column)
		v.Hint = `escape characters above U+FFFF as a pair, such as \ud83d\ude00`
	case jsonscan.DepthExceeded:
		d.path = d.path[:min(len(d.path), 1)]
		subject := ""
		if len(d.path) == 0 {
			subject = "the body "
		}
		v = d.add(DepthExceeded, "%sis nested deeper than %d levels", subject, maxDepth-1)
	case jsonscan.TrailingData:
		d.invalid.Malformed = true
		v = d.invalid.Add("", TrailingData, "the JSON value is complete, but more follows at line %d, column %d", p.Line, p.Column)
		v.Hint = "send exactly one JSON object"
	default:
		d.invalid.Malformed = true
		v = d.invalid.Add("", MalformedJSON, "%s at line %d, column %d", reasonText(e.Reason), p.Line, p.Column)
		v.Reason = string(e.Reason)
		switch {
		case len(bytes.TrimSpace(d.src)) == 0:
			v.Message, v.Hint = "the body is empty", "send a JSON object"
		case bytes.HasPrefix(d.src, []byte("\ufeff")):
			// RFC 8259 section 8.1 forbids it to senders.
			v.Message, v.Hint = "the body begins with a byte order mark", "send the JSON without U+FEFF before it"
		}
	}
	v.Place = p
}

func (d *decoder) place(offset int) *Place {
	line, column := jsonscan.Locate(d.src, offset)
	return &Place{line, column, offset}
}

// reasonText puts a fault of a document in words.
func reasonText(r jsonscan.Reason) string {
	switch r {
	case jsonscan.UnexpectedEnd:
		return "the JSON ends too early"
	case jsonscan.TrailingComma:
		return "a comma before the closing bracket"
	case jsonscan.SingleQuotes:
		return "a single quote; JSON strings take double quotes"
	case jsonscan.UnquotedKey:
		return "a name without quotes; JSON names take double quotes"
	case jsonscan.Comment:
		return "a comment, which JSON does not have"
	case jsonscan.LeadingZero:
		return "a number with a leading zero"
	case jsonscan.BadNumber:
		return "something that is no JSON number"
	case jsonscan.BadLiteral:
		return "a word that is not true, false or null"
	case jsonscan.BadEscape:
		return "an escape that JSON does not have"
	case jsonscan.ControlCharacter:
		return "an unescaped control character inside a string"
	case jsonscan.TrailingData:
		return "more data after the end of the value"
	case jsonscan.InvalidUTF8:
		return "bytes that are not UTF-8"
	case jsonscan.LoneSurrogate:
		return "a surrogate escape without its other half"
	case jsonscan.DepthExceeded:
		return "too many levels of nesting"
	}
	return "an unexpected character"
}
