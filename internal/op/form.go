package op

import (
	"errors"
	"strings"

	"toolcrib/internal/jsonscan"
)

// ErrNoText is the error of an input that texts cannot carry: one that is not
// a JSON object of the operation's fields.
var ErrNoText = errors.New("op: the input is not an object of the operation's fields")

// Texts is the inverse of Fields: the named texts by which a query, flags or a
// form carry an input that came as JSON, in its order. A list becomes one text
// for each item, or JSON where that would be read otherwise. The one thing
// lost is the kind of an Either whose text looks like a number, and a document
// that was sent as a JSON value becomes its text: operations answer both alike.
func (o *Op) Texts(input []byte) ([]Field, error) {
	scan, err := jsonscan.New(input, maxDepth)
	if err != nil {
		return nil, ErrNoText
	}
	if k, err := scan.Peek(); err != nil || k != jsonscan.Object {
		return nil, ErrNoText
	}
	var fields []Field
	err = scan.Object(func(name []byte, _ int) error {
		f, ok := o.in.byName[string(name)]
		if !ok {
			return ErrNoText
		}
		own := string(name)
		value, _, err := scan.Skip()
		if err != nil {
			return err
		}
		if f.orNull && string(value) == "null" {
			return nil // the same as left out
		}
		for _, text := range f.texts(value) {
			fields = append(fields, Field{own, text})
		}
		return nil
	})
	if err != nil || scan.End() != nil {
		return nil, ErrNoText
	}
	return fields, nil
}

// texts are the texts that carry a JSON value of the node.
func (n *node) texts(value []byte) []string {
	items, isList := elements(value)
	if !isList || n.kind != kArray && !n.takesTexts() {
		return []string{n.text(value)}
	}
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = unquoted(item)
	}
	// No text would be no list; a first one that is an array is taken for the
	// whole list, and a single one of an Either for its other side.
	if len(list) == 0 || isArray(list[0]) || len(list) == 1 && n.kind != kArray {
		return []string{string(value)}
	}
	return list
}

// text is the one text that carries a JSON value.
func (n *node) text(value []byte) string {
	if n.kind == kRaw && !n.document {
		return string(value) // read as JSON again
	}
	return unquoted(value)
}

// unquoted is what a JSON string says, and any other value as it is written.
func unquoted(value []byte) string {
	scan, err := jsonscan.New(value, maxDepth)
	if err != nil {
		return string(value)
	}
	if k, err := scan.Peek(); err != nil || k != jsonscan.String {
		return string(value)
	}
	text, err := scan.Text()
	if err != nil {
		return string(value)
	}
	return string(text)
}

// elements are the elements of a JSON array as they are written.
func elements(value []byte) (items [][]byte, ok bool) {
	scan, err := jsonscan.New(value, maxDepth)
	if err != nil {
		return nil, false
	}
	if k, err := scan.Peek(); err != nil || k != jsonscan.Array {
		return nil, false
	}
	err = scan.Array(func(int) error {
		item, _, err := scan.Skip()
		items = append(items, item)
		return err
	})
	return items, err == nil
}

// Choice is a presence rule as a form shows it: fields of which only one group
// is sent.
type Choice struct {
	Groups [][]string // names; the members of a group go together
	Needed bool       // one of them must be sent
}

// Choices lists the presence rules of the input.
func (o *Op) Choices() []Choice {
	choices := make([]Choice, len(o.rules))
	for i, r := range o.rules {
		choices[i].Needed = r.missing != ""
		for _, group := range r.fields {
			choices[i].Groups = append(choices[i].Groups, strings.Split(group, "+"))
		}
	}
	return choices
}

// Base64 tells whether a field holds a document as base64.
func (o *Op) Base64(name string) bool {
	f, ok := o.in.byName[name]
	return ok && f.base64
}

// MainFields lists the fields of the answer that are the whole of it in its raw
// form: the first that is set.
func (o *Op) MainFields() (names []string) {
	for _, f := range o.out.fields {
		if f.main != "" {
			names = append(names, f.name)
		}
	}
	return names
}
