package xml

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/ops/text/position"
)

// MaxDepth is how deeply elements, and groups of a content model, may nest.
const MaxDepth = 1000

// Document is a well-formed document. It does not change.
type Document struct {
	Root       string      // the name of the root element
	Elements   int         // how many there are
	Depth      int         // how deeply they nest; the root alone is 1
	Namespaces []Namespace // each declared once, in order
	Encoding   *string     // as declared; nil if it is not
	Warnings   []Warning

	source string // without byte order mark
	base   int    // bytes of the byte order mark
	tokens []token

	// entity is the offset of the first reference behind the DOCTYPE to an entity
	// other than the predefined ones, 0 if there is none.
	entity int
	// spaced holds the elements for which the DTD's default of xml:space is
	// preserve.
	spaced map[string]bool
}

// Namespace is a declared namespace; the prefix is "" for the default one.
type Namespace struct{ Prefix, URI string }

type kind uint8

const (
	declaration kind = iota
	doctype
	comment
	instruction
	cdata
	startTag
	emptyTag
	endTag
)

// token is a piece of markup; what lies between two tokens is text.
type token struct {
	start, end uint32 // in the source
	match      uint32 // of a start tag: the index of its end tag
	kind       kind
	tidy       bool // of a tag: single spaces before the attributes, no other white space outside values
	kept       bool // of a start tag: its content is not element content, or xml:space forbids touching it
}

// places turns offsets up to the given one into lines and columns.
func (d *Document) places(last int) *position.Index {
	return position.New(d.source[:min(last+1, len(d.source))])
}

// Parse checks a document. The error is an *Error or the context's.
func Parse(ctx context.Context, text string) (*Document, error) {
	const bom = "\uFEFF"
	source := strings.TrimPrefix(text, bom)
	d := &Document{source: source, base: len(text) - len(source)}
	switch {
	case uint64(len(source)) > math.MaxUint32:
		return nil, &Error{Code: TooLong, Message: "the text has more than 4 GiB"}
	case !utf8.ValidString(source):
		e := d.errorAt(InvalidUTF8, validPrefix(source))
		e.Message, e.Hint = "the text is not valid UTF-8", "send the text in UTF-8"
		return nil, e
	}
	// Nothing but text lies between tokens, and each starts with <.
	p := &parser{ctx: ctx, doc: d, src: source, tokens: make([]token, 0, strings.Count(source, "<"))}
	if d.base > 0 {
		p.warn(0, WarnBOM, "the byte order mark at the start was removed")
	}
	if !p.document() {
		if p.err != nil {
			return nil, p.err
		}
		return nil, ctx.Err()
	}
	d.tokens, d.Warnings = p.tokens, p.warnings.all(d)
	return d, nil
}

// validPrefix returns the offset of the first byte that is not UTF-8.
func validPrefix(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return len(s)
}
