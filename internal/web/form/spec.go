// Package form turns an operation into a form and a submitted form back into
// the operation's input. Everything is derived from the registry: which control
// suits a field, which fields are alternatives, which are seldom needed. It
// knows no HTML and no request; templates draw its controls.
//
// What a form sends are the same named texts that a query or flags carry, so
// that one decoder reads them all and complains in the same words. Three things
// differ: an empty control sends nothing, a value that is the default is left
// out, and line breaks, which browsers send as CRLF, are LF again.
package form

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"toolcrib/internal/op"
)

// Kind is the control that suits a field.
type Kind string

// The kinds.
const (
	Line     Kind = "line"     // one line of text
	Number   Kind = "number"   // exact digits: a line, since browsers round what they take for numbers
	Date     Kind = "date"     // YYYY-MM-DD
	Select   Kind = "select"   // one of many
	Radio    Kind = "radio"    // one of two or three
	Check    Kind = "check"    // true or false
	Lines    Kind = "lines"    // a list, an item a line
	Document Kind = "document" // a text of any length, typed or from a file
	JSON     Kind = "json"     // a JSON value
	File     Kind = "file"     // bytes as base64, typed or from a file
	Object   Kind = "object"   // fields that belong together
	Rows     Kind = "rows"     // a table of such
)

// spec is a field of an input as forms know it.
type spec struct {
	name, label, doc, example string
	aliases                   []string
	kind                      Kind
	schema                    op.Object
	required, nested          bool
	def                       string // the default as a text
	hasDefault                bool
	options                   []string // of Select and Radio
	sub                       []spec   // of Object and Rows
	pairs                     bool     // Rows are the members of an object: a name and a value
	content                   bool     // what is worked on, which no link repeats
	primary                   bool     // shown at once
}

var specs sync.Map // *op.Op → []spec

// specsOf derives an operation's fields once.
func specsOf(o *op.Op) []spec {
	if s, ok := specs.Load(o); ok {
		return s.([]spec)
	}
	list := make([]spec, 0, len(o.Params()))
	for _, p := range o.Params() {
		s := newSpec(p.Name, p.Schema)
		s.example, s.aliases, s.required = p.Example, p.Aliases, p.Required
		if p.Default != "" {
			s.def = p.Default
		}
		s.kind = dated(s)
		if o.Base64(p.Name) {
			s.kind = File
		}
		list = append(list, s)
	}
	markContent(list)
	markPrimary(o, list)
	specs.Store(o, list)
	return list
}

// newSpec reads the schema of a field.
func newSpec(name string, schema op.Object) spec {
	s := spec{name: name, label: Label(name), schema: schema}
	s.doc, _ = schema.Get("description").(string)
	if def, ok := schema.Get("default").(op.Raw); ok {
		s.def, s.hasDefault = unquote(def), true
	}
	s.kind = s.control()
	if s.kind == Select && len(s.options) <= 3 && s.hasDefault {
		s.kind = Radio
	}
	return s
}

// control chooses by the schema's type.
func (s *spec) control() Kind {
	if s.schema.Get("x-document") != nil {
		return Document
	}
	if options := enumOf(s.schema); options != nil {
		s.options = options
		return Select
	}
	switch typeOf(s.schema) {
	case "boolean":
		if !s.hasDefault {
			s.options = []string{"true", "false"}
			return Select
		}
		return Check
	case "integer", "number":
		return Number
	case "string":
		return Line
	case "array":
		items, _ := s.schema.Get("items").(op.Object)
		return s.list(items)
	case "object":
		return s.object()
	}
	if sides, ok := s.schema.Get("oneOf").([]any); ok {
		return either(sides)
	}
	return JSON
}

// typeOf is the type that a schema names, null aside.
func typeOf(schema op.Object) string {
	switch t := schema.Get("type").(type) {
	case string:
		return t
	case []string:
		return t[0]
	}
	return ""
}

// enumOf lists the values of an enum once: those that look like numbers stand
// in the schema as numbers too.
func enumOf(schema op.Object) (values []string) {
	all, _ := schema.Get("enum").([]any)
	for _, v := range all {
		if text, ok := v.(string); ok {
			values = append(values, text)
		}
	}
	return values
}

// list is a line for each item where the items are plain, a table where they
// are objects of plain fields.
func (s *spec) list(items op.Object) Kind {
	switch kind := typeOf(items); {
	case enumOf(items) != nil, kind == "string", kind == "integer", kind == "number":
		return Lines
	case kind == "object" && s.members(items):
		return Rows
	}
	return JSON
}

func (s *spec) object() Kind {
	if s.members(s.schema) {
		return Object
	}
	value, ok := s.schema.Get("additionalProperties").(op.Object)
	if !ok {
		return JSON
	}
	inner := newSpec("value", value)
	if !inner.plain() {
		return JSON
	}
	key := newSpec("name", op.Object{{Name: "type", Value: "string"}})
	key.required, inner.required, key.nested, inner.nested = true, true, true, true
	s.sub, s.pairs = []spec{key, inner}, true
	return Rows
}

// members reads the properties of an object; it tells whether a form can show
// them all.
func (s *spec) members(schema op.Object) bool {
	properties, ok := schema.Get("properties").(op.Object)
	if !ok {
		return false
	}
	required, _ := schema.Get("required").([]string)
	for _, p := range properties {
		inner := newSpec(p.Name, p.Value.(op.Object))
		inner.required, inner.nested = slices.Contains(required, p.Name), true
		inner.kind = dated(inner)
		if !inner.plain() && (inner.kind != Lines || schema.Get("type") != "object") {
			return false
		}
		s.sub = append(s.sub, inner)
	}
	return true
}

// plain tells whether one text is the value.
func (s *spec) plain() bool { return s.kind != Lines && s.kind != JSON && s.sub == nil }

// either shows a field of several types: as lines where one is a list, else as
// a line.
func either(sides []any) Kind {
	for _, side := range sides {
		if o, ok := side.(op.Object); ok && o.Get("type") == "array" {
			return Lines
		}
	}
	return Line
}

var isoDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// dated makes a line a date where its name or example says so: the registry's
// type is text.
func dated(s spec) Kind {
	if s.kind == Line && (isoDay.MatchString(s.example) || s.example == "" && (s.name == "date" || strings.HasSuffix(s.name, "_date"))) {
		return Date
	}
	return s.kind
}

// bounded tells whether a text is limited to something short.
func (s *spec) bounded() bool {
	for _, keyword := range []string{"maxLength", "pattern", "maxItems"} {
		if s.schema.Get(keyword) != nil {
			return true
		}
	}
	return s.hasDefault || s.options != nil
}

// markContent finds what is worked on in an operation that takes documents:
// the documents and every text beside them that may be as long, keys included.
func markContent(list []spec) {
	documents := slices.ContainsFunc(list, func(s spec) bool { return s.kind == Document || s.kind == File })
	for i := range list {
		s := &list[i]
		switch s.kind {
		case Document, File, JSON:
			s.content = true
		case Line, Lines:
			s.content = documents && !s.bounded()
		case Object, Rows:
			s.content = documents && slices.ContainsFunc(s.sub, func(in spec) bool { return in.kind == Document })
		}
	}
}

// few is the number of fields up to which none is folded away.
const few = 6

// markPrimary decides what is shown at once: what is needed, what the
// examples use, and all where there is little.
func markPrimary(o *op.Op, list []spec) {
	used := map[string]bool{}
	for _, e := range o.Examples {
		fields, err := o.Texts([]byte(e.In))
		if err != nil {
			panic("form: example " + e.Name + " of " + o.ID + " is no object")
		}
		for _, f := range fields {
			used[f.Name] = true
		}
	}
	for i := range list {
		s := &list[i]
		s.primary = len(list) <= few || s.required || used[s.name] || slices.ContainsFunc(s.aliases, func(a string) bool { return used[a] })
	}
}
