package op

import (
	"reflect"
	"regexp"

	"toolcrib/internal/num"
)

// kind is the type of a node.
type kind uint8

const (
	kString kind = iota
	kBool
	kInt // int, int64
	kDec
	kBig
	kRaw
	kObject
	kArray
	kPairs
	kEither
	kBase64 // of outputs only
)

// node is one value of an input or output: its type, its bounds and, for a
// container, the nodes inside it.
type node struct {
	kind kind
	typ  reflect.Type

	min, max         *num.Dec
	minOpen, maxOpen bool // the bound itself is outside
	minLen, maxLen   int  // characters or items; maxLen 0 = unbounded
	document         bool
	base64           bool // a document that is sent as base64
	nullable         bool // a pointer inside a list or map of an output
	pattern          *regexp.Regexp
	enum             []string
	folded           map[string]string // fold(spelling) → enum value
	numeric          bool              // the enum has values that JSON can also write as numbers

	fields   []*field
	byName   map[string]spelling
	accepted []string            // canonical names, then aliases
	refused  map[string][]string // fold(name not accepted) → the names to use instead
	elem     *node               // of kArray, kPairs
	alts     []*node             // of kEither
}

// spelling is one of the names of a field: 1 is the canonical one, 2 the
// first alias, and so on.
type spelling struct {
	*field
	number uint8
}

// text is the name itself.
func (s spelling) text() string { return s.spelt(s.number) }

// spelt returns a name of the field by its number.
func (f *field) spelt(number uint8) string {
	if number <= 1 {
		return f.name
	}
	return f.aliases[number-2]
}

// sent notes by which of its names each field of an object was sent, by the
// field's position; 0 is not at all.
type sent [maxFields]uint8

// field is a member of an object node.
type field struct {
	*node
	name      string
	index     []int // in the Go struct
	pos       int   // in node.fields
	doc       string
	example   string
	required  bool
	pointer   bool
	omitEmpty bool
	orNull    bool // null is the same as leaving it out
	defText   string
	def       reflect.Value // zero when there is no default
	aliases   []string
	aka       []string
	main      string // media type of the raw form of an output
}

// names lists the canonical names of the fields.
func (n *node) names() []string {
	out := make([]string, len(n.fields))
	for i, f := range n.fields {
		out[i] = f.name
	}
	return out
}

// noun is the kind in words, for messages.
func (n *node) noun() string {
	switch n.kind {
	case kString:
		if n.enum != nil {
			return "one of " + list(n.enum, 12)
		}
		return "text"
	case kBool:
		return "true or false"
	case kInt, kBig:
		return "a whole number"
	case kDec:
		return "a number"
	case kObject, kPairs:
		return "an object"
	case kArray:
		return "a list"
	case kEither:
		return n.alts[0].noun() + " or " + n.alts[1].noun()
	}
	return "any JSON value"
}

// list joins words for a message, at most n of them.
func list(words []string, n int) string {
	out := ""
	for i, w := range words {
		if i == n {
			return out + ", …"
		}
		if i > 0 {
			out += ", "
		}
		out += w
	}
	return out
}
