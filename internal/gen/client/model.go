package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// kind is what a value is.
type kind uint8

const (
	text kind = iota
	boolean
	integer
	number
	anything // any JSON value
	list
	mapping // an object with names of the caller's own
	object
	enum
	union // one of several kinds
)

// typ is the type of a value.
type typ struct {
	kind   kind
	elem   *typ     // of list, mapping
	name   []string // of object, enum, union
	fields []*field // of object
	values []string // of enum
	alts   []*typ   // of union
	output bool
	null   bool // may be null
	source *schema
	root   string // the words of the operation in which it was met first
	field  string // the field that it was met in
}

// field is a member of an object.
type field struct {
	name     string
	doc      string
	typ      *typ
	required bool
	fallback json.RawMessage // the default; nil = none
}

// operation is a call of the service.
type operation struct {
	id, method, path     string
	summary, description string
	units                int
	words                []string // its name within the group
	input, result        *typ
	types                []*typ // those of the group that it is the first to name
	once                 bool   // takes an Idempotency-Key
	picture, stream      bool
}

// group is a part of the client: the operations of a tag.
type group struct {
	name, doc  string
	operations []*operation
	types      []*typ // with a name, in the order in which they are met
}

// model makes the groups of a document. A GET that repeats a POST and what
// needs no key are left out.
func model(d *document) ([]*group, error) {
	var groups []*group
	for _, t := range d.Tags {
		g := &group{name: t.Name, doc: t.Description}
		b := &builder{doc: d, group: g, named: map[string]*typ{}}
		for _, p := range d.Paths {
			for _, m := range p.value {
				c := m.value
				if c.Units == nil || !slices.Contains(c.Tags, t.Name) || m.name == "get" && hasPost(p.value) {
					continue
				}
				known := len(g.types)
				o, err := b.operation(strings.ToUpper(m.name), p.name, &c)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.ID, err)
				}
				o.types = g.types[known:]
				g.operations = append(g.operations, o)
			}
		}
		if g.operations != nil {
			groups = append(groups, g)
		}
	}
	return groups, distinct(groups)
}

func hasPost(m members[call]) bool {
	return slices.ContainsFunc(m, func(c member[call]) bool { return c.name == "post" })
}

// distinct refuses two types of one name, in any of the groups: they share a
// package.
func distinct(groups []*group) error {
	seen := map[string]string{}
	for _, g := range groups {
		for _, t := range g.types {
			name := exported(t.name)
			if other, ok := seen[name]; ok {
				return fmt.Errorf("%s and %s both have a type %s", other, g.name, name)
			}
			seen[name] = g.name
		}
	}
	return nil
}

// namesakes are groups whose types begin with the group's name: the rest of
// their paths says too little of what it is about.
var namesakes = map[string]bool{"uuid": true}

// builder makes the types of a group.
type builder struct {
	doc    *document
	group  *group
	root   []string // the words that the names of the operation's types begin with
	output bool
	named  map[string]*typ // by exported name
}

func (b *builder) operation(method, path string, c *call) (*operation, error) {
	o := &operation{id: c.ID, method: method, path: path, summary: c.Summary, description: c.Description, units: *c.Units}
	rest, ours := strings.CutPrefix(path, "/v1/"+b.group.name)
	if !ours {
		rest = strings.TrimPrefix(path, "/v1")
	}
	if o.words = words(rest); rest == "" {
		o.words = []string{"generate"}
	}
	if b.root = o.words; namesakes[b.group.name] {
		b.root = append(words(b.group.name), o.words...)
	}
	in, err := b.inputSchema(o, c)
	if err != nil {
		return nil, err
	}
	b.output = false
	if o.input, err = b.object(in, "", b.with("input")); err != nil {
		return nil, err
	}
	answer := c.Responses.OK.Content["application/json"].Schema
	if answer == nil {
		return nil, fmt.Errorf("there is no answer in JSON")
	}
	data, _, err := b.doc.find(answer.Properties.get("data"))
	if err != nil {
		return nil, err
	}
	for media := range c.Responses.OK.Content {
		o.picture = o.picture || strings.HasPrefix(media, "image/")
		o.stream = o.stream || media == "text/event-stream"
	}
	b.output = true
	o.result, err = b.object(data, "", b.with("result"))
	return o, err
}

// get is the member of a name, nil where there is none.
func (m members[T]) get(name string) (value T) {
	for _, one := range m {
		if one.name == name {
			return one.value
		}
	}
	return value
}

func (b *builder) with(more ...string) []string { return slices.Concat(b.root, more) }

// inputSchema is the body's schema, or one made of the parameters.
func (b *builder) inputSchema(o *operation, c *call) (*schema, error) {
	s := &schema{Type: oneOrMore{"object"}}
	for _, p := range c.Parameters {
		switch {
		case p.In == "header" && p.Name == "Idempotency-Key":
			o.once = true
		case p.In == "query" && p.Schema != nil:
			field := *p.Schema
			field.Description = p.Description
			s.Properties = append(s.Properties, member[*schema]{p.Name, &field})
			if p.Required {
				s.Required = append(s.Required, p.Name)
			}
		default:
			return nil, fmt.Errorf("a parameter in %s (%s) is not known", p.In, p.Name)
		}
	}
	if c.Body == nil {
		return s, nil
	}
	body, _, err := b.doc.find(c.Body.Content["application/json"].Schema)
	return body, err
}

// object is an object type of a name, the same one where it has been met.
func (b *builder) object(s *schema, fieldName string, name []string) (*typ, error) {
	t := &typ{kind: object, output: b.output, source: s, field: fieldName}
	known, err := b.register(t, name)
	if known != nil || err != nil {
		return known, err
	}
	for _, p := range s.Properties {
		f := &field{name: p.name, doc: p.value.Description, required: slices.Contains(s.Required, p.name), fallback: p.value.Default}
		if f.typ, err = b.typ(p.value, p.name, b.inner(t.name, p.name)); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		t.fields = append(t.fields, f)
	}
	return t, nil
}

// inner names what is below a type: "Input" and "Result" stand at the end only.
func (b *builder) inner(outer []string, field string) []string {
	if last := outer[len(outer)-1]; last == "input" || last == "result" {
		outer = outer[:len(outer)-1]
	}
	return slices.Concat(outer, words(field))
}

// register enters a type under a name, or returns the one that is the same.
// Where an answer has another type under that name, "result" tells them apart.
func (b *builder) register(t *typ, name []string) (known *typ, err error) {
	t.root = strings.Join(b.root, " ")
	if known := b.met(t); known != nil {
		return known, nil
	}
	for _, candidate := range [][]string{name, slices.Concat(name, []string{"result"})} {
		have := b.named[exported(candidate)]
		if have == nil {
			t.name = candidate
			b.named[exported(candidate)] = t
			b.group.types = append(b.group.types, t)
			return nil, nil
		}
	}
	return nil, fmt.Errorf("two types want the name %s", exported(name))
}

// met is the same type in the same operation, or in one whose path goes on
// from there, as that of links does from that of pictures. Words are the same
// only where they are those of the same field.
func (b *builder) met(t *typ) *typ {
	for _, have := range b.group.types {
		family := strings.HasPrefix(t.root+" ", have.root+" ")
		if family && have.kind == t.kind && same(have.source, t.source) && t.field != "" && (t.kind != enum || have.field == t.field) {
			return have
		}
	}
	return nil
}

// same tells whether two schemas say the same of values, whatever the words
// about the field.
func same(a, b *schema) bool {
	x, y := *a, *b
	x.Description, y.Description, x.Default, y.Default = "", "", nil, nil
	x.Type, y.Type = without(x.Type, "null"), without(y.Type, "null")
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return string(one) == string(other)
}

func without(list []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == word })
}

func (b *builder) typ(s *schema, field string, name []string) (*typ, error) {
	target, component, err := b.doc.find(s)
	if err != nil {
		return nil, err
	}
	if component != "" {
		// A component's own name holds wherever it is met.
		return b.component(target, component)
	}
	t := &typ{source: s, output: b.output, field: field, null: slices.Contains(s.Type, "null")}
	kinds := without(s.Type, "null")
	switch {
	case s.OneOf != nil || s.AnyOf != nil:
		return b.union(t, field, name)
	case s.Enum != nil:
		return b.enum(t, name)
	case len(kinds) == 0:
		t.kind = anything
	case len(kinds) > 1:
		return nil, fmt.Errorf("types %v without an enum", kinds)
	case kinds[0] == "array":
		t.kind = list
		last := len(name) - 1
		t.elem, err = b.typ(s.Items, field, append(slices.Clone(name[:last]), singular(name[last])))
	case kinds[0] == "object":
		return b.members(t, field, name)
	default:
		t.kind = map[string]kind{"string": text, "boolean": boolean, "integer": integer, "number": number}[kinds[0]]
	}
	return t, err
}

func (b *builder) component(s *schema, name string) (*typ, error) {
	if known := b.named[name]; known != nil {
		return known, nil
	}
	return b.object(s, name, []string{strings.ToLower(name[:1]) + name[1:]})
}

// members is the type of an object: one with fields, or a mapping.
func (b *builder) members(t *typ, field string, name []string) (*typ, error) {
	var elem schema
	if t.source.Properties == nil {
		t.kind = anything
		if json.Unmarshal(t.source.Additional, &elem) != nil {
			return t, nil
		}
		t.kind = mapping
		var err error
		t.elem, err = b.typ(&elem, field, append(slices.Clone(name), "value"))
		return t, err
	}
	o, err := b.object(t.source, field, name)
	return orNull(o, t.null), err
}

// orNull is a type that may be null.
func orNull(t *typ, null bool) *typ {
	if t == nil || t.null == null {
		return t
	}
	copied := *t
	copied.null = null
	return &copied
}

// enum is a type of words. Where a number can be written for a word, the word
// is written.
func (b *builder) enum(t *typ, name []string) (*typ, error) {
	t.kind = enum
	for _, v := range t.source.Enum {
		var s string
		if v[0] == '"' && json.Unmarshal(v, &s) == nil {
			t.values = append(t.values, s)
		}
	}
	known, err := b.register(t, name)
	return orNull(cmp.Or(known, t), t.null), err
}

// union is one of several kinds. Lists of different objects become one list of
// objects with all the fields; which are there depends on what was asked for.
func (b *builder) union(t *typ, field string, name []string) (*typ, error) {
	t.kind = union
	alts := slices.Concat(t.source.OneOf, t.source.AnyOf)
	if merged := merge(alts); merged != nil {
		merged.Description = t.source.Description
		return b.typ(merged, field, name)
	}
	known, err := b.register(t, name)
	if known != nil || err != nil {
		return known, err
	}
	for _, s := range alts {
		if slices.Contains(s.Type, "null") {
			t.null = true
			continue
		}
		sub := name
		if s.Enum != nil {
			sub = slices.Concat(name, []string{"word"})
		} else if s.Properties != nil {
			sub = slices.Concat(name, []string{"object"})
		}
		alt, err := b.typ(s, field, sub)
		if err != nil {
			return nil, err
		}
		t.alts = append(t.alts, alt)
	}
	return t, nil
}

// merge makes one list of several lists of objects; nil where they are others.
func merge(alts []*schema) *schema {
	item := &schema{Type: oneOrMore{"object"}}
	for i, s := range alts {
		if !slices.Contains(s.Type, "array") || s.Items == nil || s.Items.Properties == nil {
			return nil
		}
		for _, p := range s.Items.Properties {
			if item.Properties.get(p.name) == nil {
				item.Properties = append(item.Properties, p)
			}
		}
		if i == 0 {
			item.Required = s.Items.Required
		}
		item.Required = slices.DeleteFunc(slices.Clone(item.Required), func(name string) bool { return !slices.Contains(s.Items.Required, name) })
	}
	return &schema{Type: oneOrMore{"array"}, Items: item}
}
