package toxml

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"toolcrib/internal/jsonscan"
)

// writer writes one document.
type writer struct {
	ctx context.Context
	o   Options
	tape
	out      []byte
	elements int
	result   Result
	path     []step
	names    map[string]string // of members met, and what became of them

	attributes map[string]bool // of the start tag being written
}

// step is a member or element on the way to what is being written.
type step struct {
	name  int // on the tape, -1 for an element of an array
	index int
}

// maxPointer bounds a pointer, in bytes.
const maxPointer = 1000

// pointer is the place in the document of what is being written.
func (w *writer) pointer() string {
	var b strings.Builder
	for _, s := range w.path {
		b.WriteByte('/')
		if s.name < 0 {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			_, _ = pointerEscapes.WriteString(&b, string(w.text(s.name)))
		}
		if b.Len() > maxPointer {
			return strings.ToValidUTF8(b.String()[:maxPointer], "") + "…"
		}
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func (w *writer) fail(code Code, hint, format string, args ...any) error {
	return &Error{code, w.pointer(), fmt.Sprintf(format, args...), hint}
}

// within does something one step further down.
func (w *writer) within(s step, do func() error) error {
	w.path = append(w.path, s)
	err := do()
	w.path = w.path[:len(w.path)-1]
	return err
}

// checkEvery is how many elements are written between looks at the context.
const checkEvery = 4096

// check refuses a result that has become too large, and obeys the context.
func (w *writer) check() error {
	switch {
	case len(w.out) > w.o.Limit:
		return &Error{OutputTooLarge, "", fmt.Sprintf("the XML would have more than %d bytes", w.o.Limit), "send less, or less indent"}
	case w.elements > MaxElements:
		return &Error{TooManyItems, "", fmt.Sprintf("the XML would have more than %d elements", MaxElements), "send less"}
	case w.elements%checkEvery == 0:
		return w.ctx.Err()
	}
	return nil
}

// open begins an element: the line, the indentation and the name.
func (w *writer) open(name string, depth int, inline bool) error {
	w.elements++
	w.out = w.line(w.out, depth, inline)
	w.out = append(append(w.out, '<'), name...)
	return w.check()
}

// line breaks the line in front of a tag.
func (w *writer) line(out []byte, depth int, inline bool) []byte {
	if inline || w.o.Indent == "" || len(out) == 0 {
		return out
	}
	out = append(out, '\n')
	for range depth {
		out = append(out, w.o.Indent...)
	}
	return out
}

// inside writes what an element has in it, between its start tag, which lacks
// the bracket, and its end tag; of an element with nothing in it there is only
// one.
func (w *writer) inside(name string, depth int, inline bool, content func() error) error {
	w.out = append(w.out, '>')
	start, elements := len(w.out), w.elements
	if err := content(); err != nil {
		return err
	}
	if len(w.out) == start {
		w.out = append(w.out[:start-1], "/>"...)
		return nil
	}
	if w.elements > elements {
		w.out = w.line(w.out, depth, inline)
	}
	w.out = append(append(append(w.out, "</"...), name...), '>')
	return w.check()
}

// root writes the outermost element.
func (w *writer) root() error {
	name, value := w.o.Root, 0
	if name == "" {
		name = DefaultRoot
		if only := w.onlyMember(); only > 0 {
			value = only + 1
			w.path = []step{{name: only}}
			var err error
			if name, err = w.name(w.text(only)); err != nil {
				return err
			}
		}
	}
	return w.element(name, value, 0, false)
}

// onlyMember returns the name of the document's only member where that can be
// the outermost element, else 0.
func (w *writer) onlyMember() int {
	const name, value = 1, 2
	if w.nodes[0].kind != jsonscan.Object || len(w.nodes) <= value || int(w.nodes[value].next) < len(w.nodes) {
		return 0
	}
	key, k := w.text(name), w.nodes[value].kind
	if k == jsonscan.Array || k == jsonscan.Null && w.o.Nulls == NullsOmitted || w.isText(key) || w.isAttribute(key) {
		return 0
	}
	return name
}

func (w *writer) isText(key []byte) bool { return w.o.TextKey != "" && string(key) == w.o.TextKey }

func (w *writer) isAttribute(key []byte) bool {
	n := len(w.o.AttributePrefix)
	return n > 0 && len(key) >= n && string(key[:n]) == w.o.AttributePrefix && !w.isText(key)
}

// name returns the XML name for a member's.
func (w *writer) name(key []byte) (string, error) {
	if name, ok := w.names[string(key)]; ok {
		return name, nil
	}
	from := string(key)
	name, same := xmlName(from, w.o.Names)
	if !same {
		if w.o.Names == Refuse {
			return "", w.fail(InvalidName, "rename it, or send invalid_names encode", "%.60q is no name that XML allows", from)
		}
		if w.result.RenamedCount++; w.result.RenamedCount <= MaxRenamed {
			w.result.Renamed = append(w.result.Renamed, Renaming{w.pointer(), from, name})
		}
	}
	w.names[from] = name
	return name, nil
}

// element writes a value as an element.
func (w *writer) element(name string, value, depth int, inline bool) error {
	k := w.nodes[value].kind
	if k == jsonscan.Null && w.o.Nulls == NullsOmitted && depth > 0 {
		return nil
	}
	if err := w.open(name, depth, inline); err != nil {
		return err
	}
	if depth == 0 && w.o.Nulls == NullsNil {
		w.out = append(w.out, ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`...)
	}
	if w.o.Types {
		w.out = append(append(append(w.out, ` type="`...), typeNames[k]...), '"')
	}
	switch k {
	case jsonscan.Object:
		return w.object(name, value, depth, inline)
	case jsonscan.Array:
		return w.inside(name, depth, inline, func() error {
			return w.items(value, func(i, item int) error {
				return w.within(step{-1, i}, func() error { return w.element(w.o.Item, item, depth+1, inline) })
			})
		})
	case jsonscan.Null:
		if w.o.Nulls == NullsNil {
			w.out = append(w.out, ` xsi:nil="true"`...)
		}
	}
	return w.inside(name, depth, inline, func() error { return w.appendText(w.text(value), textEscapes) })
}

var typeNames = map[jsonscan.Kind]string{
	jsonscan.Object: "object", jsonscan.Array: "array", jsonscan.String: "string", jsonscan.Number: "number",
	jsonscan.True: "boolean", jsonscan.False: "boolean", jsonscan.Null: "null",
}

// object writes the attributes and the content of an element.
func (w *writer) object(name string, object, depth int, inline bool) error {
	w.attributes = fresh(w.attributes)
	w.attributes["type"] = w.o.Types
	err := w.members(object, func(member int) error {
		key := w.text(member)
		if w.isText(key) {
			inline = inline || len(w.text(member+1)) > 0
		}
		if !w.isAttribute(key) {
			return nil
		}
		return w.within(step{name: member}, func() error { return w.attribute(key[len(w.o.AttributePrefix):], member+1) })
	})
	if err != nil {
		return err
	}
	return w.inside(name, depth, inline, func() error {
		return w.members(object, func(member int) error {
			return w.within(step{name: member}, func() error { return w.member(member, depth+1, inline) })
		})
	})
}

// fresh returns an empty set, the one given unless that has become large: to
// clear a set takes as long as it was ever large.
func fresh(set map[string]bool) map[string]bool {
	if set == nil || len(set) > 100 {
		return map[string]bool{}
	}
	clear(set)
	return set
}

// attribute writes an attribute that the element does not have yet.
func (w *writer) attribute(key []byte, value int) error {
	if !w.scalar(value) {
		return w.fail(InvalidType, "send a text, number, boolean or null, or another name", "an attribute cannot be %s", noun(w.nodes[value].kind))
	}
	name, err := w.name(key)
	if err != nil {
		return err
	}
	if w.attributes[name] {
		if w.o.Types && name == "type" {
			return w.fail(Conflict, "leave out type_attributes, or send another attribute_prefix", "the element has an attribute called type already")
		}
		return w.fail(Duplicate, "send it once", "the element has an attribute %.60q already", name)
	}
	w.attributes[name] = true
	if w.nodes[value].kind == jsonscan.Null && w.o.Nulls == NullsOmitted {
		return nil
	}
	return w.value(name, w.text(value))
}

// value writes an attribute.
func (w *writer) value(name string, text []byte) error {
	w.out = append(append(append(w.out, ' '), name...), `="`...)
	err := w.appendText(text, valueEscapes)
	w.out = append(w.out, '"')
	return err
}

func noun(k jsonscan.Kind) string {
	if k == jsonscan.Array {
		return "an array"
	}
	return "an object"
}

// member writes a member that is no attribute.
func (w *writer) member(member, depth int, inline bool) error {
	key, value := w.text(member), member+1
	switch {
	case w.isAttribute(key):
		return nil
	case w.isText(key):
		if !w.scalar(value) {
			return w.fail(InvalidType, "send a text, number, boolean or null, or another text_key", "text cannot be %s", noun(w.nodes[value].kind))
		}
		return w.appendText(w.text(value), textEscapes)
	}
	name, err := w.name(key)
	if err != nil {
		return err
	}
	if w.nodes[value].kind != jsonscan.Array || w.o.Wrap {
		return w.element(name, value, depth, inline)
	}
	if int(w.nodes[value].next) == value+1 {
		w.result.EmptyArrays++
	}
	return w.items(value, func(i, item int) error {
		return w.within(step{-1, i}, func() error { return w.element(name, item, depth, inline) })
	})
}
