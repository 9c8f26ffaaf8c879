package op

import (
	"slices"

	"toolcrib/internal/num"
)

// Input is the JSON Schema (draft 2020-12) of the operation's input: closed,
// in field order, canonical names and spellings only.
func (o *Op) Input() Object { return o.in.schema(true) }

// Output is the JSON Schema of the operation's answer. It is open: a new
// member is not a breaking change.
func (o *Op) Output() Object { return o.out.schema(false) }

// schema writes a node. input tells which side it is on: inputs are closed
// and their optional fields are never null.
func (n *node) schema(input bool) Object {
	switch n.kind {
	case kBool:
		return Object{{"type", "boolean"}}
	case kInt, kBig:
		return append(Object{{"type", "integer"}}, n.limits()...)
	case kDec:
		return append(Object{{"type", "number"}}, n.limits()...)
	case kRaw:
		if !n.document {
			return Object{}
		}
		return Object{{"x-document", true}}
	case kObject:
		return n.objectSchema(input)
	case kArray:
		s := Object{{"type", "array"}, {"items", n.elem.inner(input)}}
		return append(s, n.counts("minItems", "maxItems")...)
	case kPairs:
		s := Object{{"type", "object"}, {"additionalProperties", n.elem.inner(input)}}
		return append(s, n.counts("minProperties", "maxProperties")...)
	case kEither:
		return n.eitherSchema(input)
	case kBase64:
		return Object{{"type", "string"}}
	}
	return n.stringSchema()
}

// eitherSchema lists the alternatives, nested ones in one list. Alternatives
// of an answer may be of the same JSON kind, such as two lists, both empty.
func (n *node) eitherSchema(input bool) Object {
	keyword := "oneOf"
	if n.alts[0].overlaps(n.alts[1]) {
		keyword = "anyOf"
	}
	var all []any
	for _, alt := range n.alts {
		s := alt.inner(input)
		if nested, ok := s.Get(keyword).([]any); ok && len(s) == 1 {
			all = append(all, nested...)
			continue
		}
		all = append(all, s)
	}
	return Object{{keyword, all}}
}

// inner is the schema of an element of a list or map.
func (n *node) inner(input bool) Object {
	if n.nullable {
		return nullable(n.schema(input))
	}
	return n.schema(input)
}

func (n *node) stringSchema() Object {
	if n.enum != nil {
		values := make([]any, len(n.enum))
		for i, e := range n.enum {
			values[i] = e
		}
		if !n.numeric {
			return Object{{"type", "string"}, {"enum", values}}
		}
		numbers := "integer"
		for _, e := range n.enum {
			if !isNumber(e) {
				continue
			}
			if values = append(values, num.D(e)); !num.D(e).IsInt() {
				numbers = "number"
			}
		}
		return Object{{"type", []string{"string", numbers}}, {"enum", values}}
	}
	s := append(Object{{"type", "string"}}, n.counts("minLength", "maxLength")...)
	if n.pattern != nil {
		s = append(s, Member{"pattern", n.pattern.String()})
	}
	if n.document {
		s = append(s, Member{"x-document", true})
	}
	return s
}

func (n *node) limits() (o Object) {
	if n.min != nil {
		o = append(o, Member{map[bool]string{false: "minimum", true: "exclusiveMinimum"}[n.minOpen], *n.min})
	}
	if n.max != nil {
		o = append(o, Member{map[bool]string{false: "maximum", true: "exclusiveMaximum"}[n.maxOpen], *n.max})
	}
	return o
}

func (n *node) counts(minName, maxName string) (o Object) {
	if n.minLen > 0 {
		o = append(o, Member{minName, n.minLen})
	}
	if n.maxLen > 0 {
		o = append(o, Member{maxName, n.maxLen})
	}
	return o
}

func (n *node) objectSchema(input bool) Object {
	var required []string
	properties := Object{}
	for _, f := range n.fields {
		properties = append(properties, Member{f.name, f.schema(input)})
		if input && f.required || !input && !f.omitEmpty {
			required = append(required, f.name)
		}
	}
	s := Object{{"type", "object"}, {"properties", properties}}
	if required != nil {
		s = append(s, Member{"required", required})
	}
	if input {
		s = append(s, Member{"additionalProperties", false})
	}
	return s
}

// schema adds to a node's schema what belongs to the field: description,
// default, nullability and further names.
func (f *field) schema(input bool) Object {
	s := f.inner(input)
	if !input && f.pointer && !f.omitEmpty || input && f.orNull {
		s = nullable(s)
	}
	if f.doc != "" {
		s = append(s, Member{"description", f.doc})
	}
	if f.def.IsValid() {
		s = append(s, Member{"default", Raw(f.appendInput(nil, f.def))})
	}
	if len(f.aliases) > 0 {
		s = append(s, Member{"x-aliases", f.aliases})
	}
	return s
}

func nullable(s Object) Object {
	out := make(Object, 0, len(s)+1)
	for _, m := range s {
		switch v := m.Value.(type) {
		case string:
			if m.Name == "type" {
				m.Value = []string{v, "null"}
			}
		case []string:
			if m.Name == "type" {
				m.Value = append(slices.Clone(v), "null")
			}
		case []any:
			switch m.Name {
			case "enum":
				m.Value = append(slices.Clone(v), nil)
			case "oneOf", "anyOf":
				m.Value = append(slices.Clone(v), Object{{"type", "null"}})
			}
		}
		out = append(out, m)
	}
	return out
}

// Param is one field of an input as a query parameter, a flag or a form
// control: a name with its schema.
type Param struct {
	Name     string
	Doc      string
	Noun     string // the type in words
	Example  string // in the form a query would carry it
	Default  string
	Enum     []string
	Aliases  []string
	Required bool
	Repeat   bool // a list: the name may be repeated
	Bool     bool
	Schema   Object
}

// Params lists the fields of the input in order.
func (o *Op) Params() []Param {
	params := make([]Param, len(o.in.fields))
	for i, f := range o.in.fields {
		enum := f.enum
		if f.kind == kArray {
			enum = f.elem.enum
		}
		params[i] = Param{
			Name: f.name, Doc: f.doc, Noun: f.noun(), Example: f.example, Default: f.defText, Enum: enum,
			Aliases: f.aliases, Required: f.required, Repeat: f.kind == kArray, Bool: f.kind == kBool,
			Schema: f.schema(true),
		}
	}
	return params
}
