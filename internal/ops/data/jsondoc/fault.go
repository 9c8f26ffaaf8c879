package jsondoc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/text/position"
)

// Fault is where and why a text is not a document.
type Fault struct {
	Place
	Reason  jsonscan.Reason
	Message string
	Hint    string // what to write instead; may be empty
	Offset  int    // in the unit asked for
	Context string // the text around it, on its line
}

// Fault describes an error of Inspect or Format. The pointer is that of the
// value in which the document is broken or that is missing, and of the object
// or array where its own commas, names or brackets are wrong.
func (s *Source) Fault(e *jsonscan.Error, unit position.Unit) Fault {
	index := position.New(string(s.text))
	f := Fault{Reason: e.Reason, Offset: index.Offset(e.Offset, unit), Context: s.context(e.Offset)}
	f.ByteOffset = e.Offset
	f.Line, f.Column = index.LineColumn(e.Offset)
	p := s.path()
	before, due := jsonscan.Token{}, ""
	for {
		token, err := p.next()
		if err != nil || token.Kind == jsonscan.End {
			due = s.due(p.t, before, token, e.Offset)
			break
		}
		p.enter(token)
		before = token
	}
	f.Pointer = p.pointer()
	f.Message, f.Hint = s.explain(e, due)
	return f
}

// due says what should stand where a token is unexpected: one that follows
// before, or the name that lacks its colon.
func (s *Source) due(t *jsonscan.Tokens, before, name jsonscan.Token, offset int) string {
	runsOn := offset > 0 && 'a' <= s.text[offset-1] && s.text[offset-1] <= 'z' // behind true, false or null
	switch {
	case s.broken != nil && offset == s.broken.Offset:
		return "a comment after the slash"
	case name.Kind == jsonscan.Name:
		return "a colon"
	case t.InValue() && !runsOn:
		return "a value"
	case t.Comma() >= 0, before.Kind == jsonscan.Object:
		return "a name in double quotes"
	}
	return "a comma or the end of the object or array"
}

// contextRunes is how much of the text is shown on each side of a fault.
const contextRunes = 30

// context is the text around an offset: at most contextRunes characters on
// each side, on the same line.
func (s *Source) context(offset int) string {
	start, end := offset, offset
	for range contextRunes {
		_, size := utf8.DecodeLastRune(s.text[:start])
		if size == 0 || endsLine(s.text[start-size]) {
			break
		}
		start -= size
	}
	for range contextRunes {
		_, size := utf8.DecodeRune(s.text[end:])
		if size == 0 || endsLine(s.text[end]) {
			break
		}
		end += size
	}
	return strings.ToValidUTF8(string(s.text[start:end]), "\ufffd")
}

func endsLine(c byte) bool { return c == '\n' || c == '\r' }

// found names what stands at an offset.
func (s *Source) found(offset int) string {
	r, size := utf8.DecodeRune(s.text[min(offset, len(s.text)):])
	switch {
	case size == 0:
		return "the end"
	case r == '\n' || r == '\r':
		return "the end of the line"
	case unicode.IsPrint(r) && r != utf8.RuneError:
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("U+%04X", r)
}

// explain puts a fault in words.
func (s *Source) explain(e *jsonscan.Error, due string) (message, hint string) {
	found := s.found(e.Offset)
	switch e.Reason {
	case jsonscan.UnexpectedEnd:
		return "the document ends too early", "check that every bracket and quote is closed"
	case jsonscan.TrailingComma:
		return "a comma stands before " + found, "remove the comma, or send dialect jsonc"
	case jsonscan.SingleQuotes:
		return "a string begins with a single quote", "write strings in double quotes"
	case jsonscan.UnquotedKey:
		return "a name has no quotes", "write names in double quotes"
	case jsonscan.Comment:
		return "JSON has no comments", "remove the comment, or send dialect jsonc"
	case jsonscan.LeadingZero:
		return "a number begins with a superfluous 0", "remove the zero, or put the value in quotes"
	case jsonscan.BadNumber:
		return found + " makes this no JSON number", "numbers are written like -12.5e3; put anything else in quotes"
	case jsonscan.BadLiteral:
		return found + " makes this none of true, false and null", "write these in lower case, and text in double quotes"
	case jsonscan.BadEscape:
		return found + " makes this no escape", `JSON has \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`
	case jsonscan.ControlCharacter:
		return "a string has the control character " + found, `write it as an escape, such as \n or \u0000`
	case jsonscan.TrailingData:
		return "the document is complete, but " + found + " follows", "send one document"
	case jsonscan.InvalidUTF8:
		return "a byte sequence is not UTF-8", "encode the document as UTF-8"
	case jsonscan.LoneSurrogate:
		return "a surrogate escape lacks its other half", `write characters above U+FFFF as a pair, such as \ud83d\ude00`
	case jsonscan.DepthExceeded:
		return fmt.Sprintf("the document is nested deeper than %d levels", MaxDepth), ""
	}
	return "expected " + due + ", found " + found, ""
}
