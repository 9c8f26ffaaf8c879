package xml

import (
	"context"
	"fmt"
	"strings"
)

// Options say how a document is laid out.
type Options struct {
	Minify bool
	Indent string // of one level

	Attributes     AttributeLayout
	MaxWidth       int  // of a tag with its indentation in code points, under AttributesWrap
	SortAttributes bool // by name in code points, namespace declarations first

	EmptyElements EmptyElements
	Declaration   Declaration
	Doctype       Doctype
	DropComments  bool // but for those in the DOCTYPE

	Preserve []string // names of elements whose content is copied
	MaxBytes int      // of the result
}

// AttributeLayout is where attributes stand: on the line of their tag, unless
// it is one of the following. It does not hold for Minify, nor in content that
// is copied.
type AttributeLayout string

// The other layouts of attributes.
const (
	AttributesOnePerLine AttributeLayout = "one_per_line" // where a tag has several, each on a line of its own
	AttributesWrap       AttributeLayout = "wrap"         // on further lines where one gets too long
)

// EmptyElements is how an element without content is written: as it was,
// unless it is one of the following.
type EmptyElements string

// The other ways to write an empty element.
const (
	EmptySelfClose EmptyElements = "self_close" // <a/>
	EmptyExpand    EmptyElements = "expand"     // <a></a>
)

// Declaration is what becomes of the XML declaration: it stays, unless it is
// one of the following.
type Declaration string

// The other treatments of the XML declaration.
const (
	DeclarationAdd    Declaration = "add" // where there is none
	DeclarationRemove Declaration = "remove"
)

// Doctype is what becomes of the DOCTYPE: it stays, unless it is one of the
// following.
type Doctype string

// The other treatments of the DOCTYPE.
const (
	DoctypeRemove Doctype = "remove" // an error where references need it
	DoctypeReject Doctype = "reject" // an error
)

// Format lays the document out. The error is an *Error or the context's.
//
// Line breaks that are added are CRLF where all those of the document are, and
// LF otherwise.
func (d *Document) Format(ctx context.Context, o Options) (string, error) {
	if err := d.check(o); err != nil {
		return "", err
	}
	w := writer{doc: d, Options: o, preserve: map[string]bool{}}
	w.plain = !w.changesTokens() && w.onOneLine()
	w.out.Grow(len(d.source) + len(d.tokens)*(1+len(o.Indent))) // near enough for what is not nested deeply
	for _, name := range o.Preserve {
		w.preserve[name] = true
	}
	if !o.Minify {
		newline := "\n"
		if n := strings.Count(d.source, "\r\n"); n > 0 && n == strings.Count(d.source, "\n") {
			newline = "\r\n"
		}
		w.newline = len(newline)
		w.breaks = newline + strings.Repeat(o.Indent, d.Depth+1)
	}
	if o.Declaration == DeclarationAdd && d.tokens[0].kind != declaration {
		w.write(`<?xml version="1.0" encoding="UTF-8"?>`)
	}
	for i := 0; i < len(d.tokens); i++ {
		if i&1023 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		i = w.token(i)
		if w.full() {
			return "", &Error{Code: OutputTooLarge, Message: fmt.Sprintf("the result has more than %d bytes", o.MaxBytes),
				Hint: "ask for a smaller indent, or minify"}
		}
	}
	return w.out.String(), nil
}

// check looks at what the options say of the DOCTYPE.
func (d *Document) check(o Options) error {
	for _, t := range d.tokens {
		switch {
		case t.kind == startTag || t.kind == emptyTag:
			return nil // no DOCTYPE follows
		case t.kind != doctype:
		case o.Doctype == DoctypeReject:
			e := d.errorAt(NotAllowed, int(t.start))
			e.Message, e.Hint = "the document has a DOCTYPE", "remove it, or allow it with doctype keep or remove"
			return e
		case o.Doctype == DoctypeRemove && d.entity > 0:
			e := d.errorAt(Conflict, d.entity)
			e.Message, e.Hint = "the document refers to an entity, which means nothing without the DOCTYPE that is to be removed", "keep the DOCTYPE, or write the text of the entity in its place"
			return e
		}
	}
	return nil
}
