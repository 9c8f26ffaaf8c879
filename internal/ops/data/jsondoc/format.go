package jsondoc

import (
	"bytes"
	"errors"
	"strings"

	"toolcrib/internal/jsonscan"
)

// Escapes says how the characters of strings are written.
type Escapes string

// The ways.
const (
	KeepEscapes Escapes = "keep"     // as in the document
	ASCII       Escapes = "ascii"    // characters beyond ASCII as \u escapes
	Unescape    Escapes = "unescape" // escapes only where a character needs one
)

// Layout says how a document is to be written.
type Layout struct {
	Indent        string // of one level; "" leaves out all white space
	LineEnding    string // "\n" or "\r\n"
	SortKeys      bool   // by code point, names that occur twice in their order
	Canonical     bool   // RFC 8785, which settles all the rest
	Escapes       Escapes
	StripComments bool // leave out what JSON does not have
	MaxOutput     int  // bytes
}

// The errors of Format beside that of a document at fault.
var (
	ErrOutput       = errors.New("jsondoc: the result is too large")
	ErrNotCanonical = errors.New("jsondoc: the document has no canonical form")
)

// Format writes a document anew: other white space between the same tokens, in
// the same order but for SortKeys. One member or element stands on a line,
// empty containers are [] and {}. Comments stay where they are among the tokens.
//
// Of duplicates the report lists the first limit. A document with duplicates,
// or with numbers whose spelling by ECMAScript has another value, has no
// canonical form: the error is ErrNotCanonical, and the report lists them.
// Other errors are a *jsonscan.Error and ErrOutput.
func (s *Source) Format(l Layout, limit int) ([]byte, Report, error) {
	w, i := newWriter(s, l), newInspector(s, limit)
	out := w.room()
	var list []sortable
	t := s.tokens()
	for {
		token, err := t.Next()
		if err != nil || token.Kind == jsonscan.End {
			if err = s.fault(err); err != nil {
				return nil, Report{}, err
			}
			break
		}
		i.look(t, token)
		if l.Canonical && token.Kind == jsonscan.Number && !representable(s.clean[token.Start:token.End]) {
			i.report.Lossy.add(token, limit)
		}
		if w.SortKeys {
			list = append(list, sortable{token.Kind, t.Escaped(), int32(token.Start), int32(token.End), int32(t.Comma())})
		} else {
			if due := w.due(token); len(due) > 0 {
				out = w.put(out, token, t.Comma(), due)
			} else {
				out = w.bare(out, token, t.Comma() >= 0, w.between(token.Kind))
			}
		}
		if len(out) > l.MaxOutput {
			return nil, Report{}, ErrOutput
		}
	}
	if l.Canonical && i.report.Duplicates.Count+i.report.Lossy.Count > 0 {
		return nil, i.report, ErrNotCanonical
	}
	if w.SortKeys {
		if out = w.sorted(out, list); len(out) > l.MaxOutput {
			return nil, Report{}, ErrOutput
		}
	}
	for _, one := range w.extras {
		out = w.extra(out, one, false)
	}
	return out, i.report, nil
}

// writer lays out tokens one by one. It appends them to what its callers hold:
// a slice in the writer itself would cost a write barrier for each.
type writer struct {
	Layout
	src      *Source
	verbatim bool   // names and scalars are copied
	margin   []byte // a comma, a line ending, and the indentation of the deepest level so far or more
	depth    int
	last     jsonscan.Kind
	extras   []extra // yet to be written
	pending  pending
}

func newWriter(s *Source, l Layout) *writer {
	w := &writer{Layout: l, src: s, extras: s.extras, margin: []byte("," + l.LineEnding)}
	w.verbatim = l.Escapes != ASCII && l.Escapes != Unescape && !l.Canonical
	if l.Canonical {
		w.Indent, w.SortKeys, w.StripComments = "", true, true
	}
	if w.StripComments {
		w.extras = nil
	}
	return w
}

// room is an empty slice in which most documents have room.
func (w *writer) room() []byte {
	size := len(w.src.clean)
	if w.Indent != "" {
		size *= 2
	}
	return make([]byte, 0, size+64)
}

// due takes the comments that stand before a token.
func (w *writer) due(token jsonscan.Token) []extra {
	if len(w.extras) == 0 {
		return nil
	}
	n := 0
	for n < len(w.extras) && w.extras[n].start < token.Start {
		n++
	}
	extras := w.extras[:n]
	w.extras = w.extras[n:]
	return extras
}

// put appends a token behind a comma, if there is one, and comments. Those
// beyond the offset of the comma are written after it.
func (w *writer) put(dst []byte, token jsonscan.Token, comma int, extras []extra) []byte {
	white := w.between(token.Kind)
	if len(extras) > 0 {
		dst, white = w.commented(dst, token.Kind, white, comma, extras)
		comma = -1
	}
	return w.bare(dst, token, comma >= 0, white)
}

// bare appends a token behind a comma, if there is one, and white space.
func (w *writer) bare(dst []byte, token jsonscan.Token, comma bool, white int) []byte {
	if white >= 0 {
		dst = w.newLine(dst, comma, white)
	} else {
		if comma {
			dst = append(dst, ',')
		}
		if white == oneSpace {
			dst = append(dst, ' ')
		}
	}
	w.last = token.Kind
	switch token.Kind {
	case jsonscan.Object, jsonscan.Array:
		w.depth++
		return append(dst, byte(token.Kind))
	case jsonscan.EndObject, jsonscan.EndArray:
		w.depth--
		return append(dst, byte(token.Kind))
	}
	if w.verbatim {
		dst = appendShort(dst, w.src.clean[token.Start:], token.End-token.Start)
	} else {
		dst = w.rewritten(dst, token)
	}
	if token.Kind == jsonscan.Name {
		dst = append(dst, ':')
	}
	return dst
}

// rewritten appends a name or a scalar as the layout wants it. In a string
// without escapes there is nothing to unescape, nor to make minimal.
func (w *writer) rewritten(dst []byte, token jsonscan.Token) []byte {
	text := w.src.clean[token.Start:token.End]
	isText := token.Kind == jsonscan.Name || token.Kind == jsonscan.String
	switch {
	case isText && w.Escapes == ASCII && !w.Canonical:
		return appendASCII(dst, text)
	case isText && bytes.IndexByte(text, '\\') >= 0:
		if w.Canonical {
			return appendMinimal(dst, Unquote(text))
		}
		return appendUnescaped(dst, text)
	case token.Kind == jsonscan.Number && w.Canonical:
		return appendECMAScript(dst, text)
	}
	return append(dst, text...)
}

// appendShort appends src[:n]. Most of what a layout is made of is short, and
// sixteen bytes of known number are copied faster than n: where there is room
// on both sides it writes those, and the ones too many are overwritten.
func appendShort(dst, src []byte, n int) []byte {
	if end := len(dst); n <= 16 && len(src) >= 16 && cap(dst)-end >= 16 {
		*(*[16]byte)(dst[end : end+16]) = [16]byte(src)
		return dst[:end+n]
	}
	return append(dst, src[:n]...)
}

// White space is none, one space, or else a new line indented to a depth.
const (
	noSpace  = -1
	oneSpace = -2
)

// between is the white space between the last token and one of this kind.
func (w *writer) between(kind jsonscan.Kind) int {
	switch {
	case w.Indent == "" || w.last == jsonscan.End:
		return noSpace
	case w.last == jsonscan.Name:
		return oneSpace
	case !closes(kind):
		return w.depth
	case w.last == jsonscan.Object || w.last == jsonscan.Array:
		return noSpace
	}
	return w.depth - 1
}

func closes(kind jsonscan.Kind) bool { return kind == jsonscan.EndObject || kind == jsonscan.EndArray }

// newLine begins a line at a depth, behind a comma if there is one.
func (w *writer) newLine(dst []byte, comma bool, depth int) []byte {
	size := len(",") + len(w.LineEnding) + depth*len(w.Indent)
	if size > len(w.margin) {
		w.margin = []byte("," + w.LineEnding + strings.Repeat(w.Indent, 2*depth+16))
	}
	if comma {
		return appendShort(dst, w.margin, size)
	}
	return appendShort(dst, w.margin[1:], size-1)
}
