// Package toxml writes JSON documents as XML, always well-formed.
//
// # Elements
//
// In the style of elements a member of an object becomes an element of its
// name, an element of an array repeats the element of the array's name, and what
// has no name, such as an array inside an array, has that of Options.Item.
// Members with the attribute prefix become attributes, and the text key's member
// becomes text. Numbers have the digits of the document.
//
// A name that XML does not have is encoded as ISO/IEC 9075-14 and .NET's
// XmlConvert do it: each wrong character becomes _xHHHH_, or _xHHHHHHHH_ beyond
// U+FFFF, and so does an underscore that would be read as the beginning of such
// a code. Names can be decoded, therefore, but for the empty one, which becomes
// an underscore. Names that begin with xml, which are reserved, and colons,
// which part prefixes of namespaces, are encoded too.
//
// # XPath 3.1
//
// The other style is the vocabulary of fn:json-to-xml (XPath and XQuery
// Functions and Operators 3.1, section 17.5.3), which loses nothing.
//
// # White space
//
// Indentation is white space between tags, where it means nothing: an element
// with text of its own is written without any inside.
package toxml

import (
	"context"
	"fmt"
)

// MaxDepth is the number of containers that may stand in one another.
const MaxDepth = 256

// MaxElements bounds the elements of a result.
const MaxElements = 500_000

// Nulls says what becomes of null.
type Nulls string

const (
	// NullsEmpty makes null an empty element or attribute.
	NullsEmpty Nulls = "empty"
	// NullsNil is NullsEmpty with xsi:nil="true" on elements (XML Schema).
	NullsNil Nulls = "xsi_nil"
	// NullsOmitted leaves null out.
	NullsOmitted Nulls = "omit"
)

// Repair says what becomes of what XML does not have.
type Repair string

const (
	// Encode writes a code in place of a character; for names only.
	Encode Repair = "encode"
	// Replace writes an underscore in names, U+FFFD in text.
	Replace Repair = "replace"
	// Remove leaves a character out; for text only.
	Remove Repair = "remove"
	// Refuse is an error.
	Refuse Repair = "error"
)

// Options say how to write.
type Options struct {
	XPath bool // the vocabulary of fn:json-to-xml, to which only the last four options apply

	// Root is the name of the outermost element. If it is empty, the only
	// member of the document gives its name, where there is one that can, and
	// otherwise it is DefaultRoot.
	Root            string
	Item            string // of elements that have no name in the document
	AttributePrefix string // of members that become attributes; empty for none
	TextKey         string // of members that become text; empty for none
	Wrap            bool   // an array is an element of its own
	Nulls           Nulls
	Names           Repair
	Types           bool // an attribute "type" has the JSON type

	Characters  Repair // of texts
	Indent      string // for each level; without it all is on one line
	Declaration bool   // begin with <?xml …?>
	Limit       int    // bytes of the result
}

// DefaultRoot is the name of the outermost element where nothing else gives one.
const DefaultRoot = "root"

// Result is a document written as XML.
type Result struct {
	XML      []byte
	Elements int
	// Renamed lists names that became others, each once, where it was first
	// met, up to MaxRenamed of them; RenamedCount counts them all.
	Renamed      []Renaming
	RenamedCount int
	EmptyArrays  int // that left no element
	Repaired     int // characters replaced or removed
}

// MaxRenamed bounds Result.Renamed.
const MaxRenamed = 100

// Renaming is a name that became another.
type Renaming struct{ Pointer, From, To string }

// Code classes an [Error].
type Code string

// The codes.
const (
	InvalidType      Code = "invalid_type"          // an attribute or a text that is no scalar
	InvalidName      Code = "invalid_name"          // under Refuse
	InvalidCharacter Code = "invalid_xml_character" // under Refuse
	Duplicate        Code = "duplicate_field"       // an attribute twice on one element
	Conflict         Code = "conflict"              // an attribute "type" beside Options.Types
	TooManyItems     Code = "too_many_items"        // more than MaxElements
	OutputTooLarge   Code = "output_too_large"      // the result exceeds Options.Limit
)

// Error says why a document cannot be written.
type Error struct {
	Code    Code
	Pointer string // RFC 6901, cut short where it is very long
	Message string
	Hint    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at %q: %s", e.Code, e.Pointer, e.Message) }

// Write writes a JSON document as XML. The error is an [*Error], a
// *jsonscan.Error or that of ctx.
func Write(ctx context.Context, doc []byte, o Options) (Result, error) {
	nodes, err := readTape(doc)
	if err != nil {
		return Result{}, err
	}
	w := &writer{ctx: ctx, o: o, tape: nodes, names: map[string]string{}, out: make([]byte, 0, min(3*len(doc), o.Limit))}
	if o.Declaration {
		w.out = append(w.out, `<?xml version="1.0" encoding="UTF-8"?>`...)
	}
	if o.XPath {
		err = w.xpath(0, -1, 0)
	} else {
		err = w.root()
	}
	if err == nil {
		err = w.check()
	}
	if err != nil {
		return Result{}, err
	}
	w.result.XML, w.result.Elements = w.out, w.elements
	return w.result, nil
}
