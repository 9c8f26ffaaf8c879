package op

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"toolcrib/internal/num"
)

// maxFields is the number of members an input object may have: what was seen
// is kept in the bits of a word.
const maxFields = 64

// compile turns a Go type into a node. Anything that could not be served is a
// defect of the operation's author and panics, so that it is met when the
// program starts and not when a caller does.
func compile(t reflect.Type, tag reflect.StructTag, where string) *node {
	if len(where) > 1000 {
		panic("op: " + where[:100] + "…: types that contain themselves cannot be served")
	}
	if t.Kind() == reflect.Pointer {
		n := compile(t.Elem(), tag, where)
		n.nullable = true
		return n
	}
	n := &node{typ: t}
	switch {
	case t == decType:
		n.kind = kDec
	case t == intType:
		n.kind = kBig
	case t == rawType:
		n.kind = kRaw
	case t == base64Type:
		n.kind = kBase64
	case t.Implements(eitherType):
		n.kind = kEither
		for _, alt := range reflect.Zero(t).Interface().(either).alternatives() {
			n.alts = append(n.alts, compile(alt, tag, where))
		}
	case t.Implements(pairsType):
		n.kind = kPairs
		value, _ := t.Elem().FieldByName("Value")
		n.elem = compile(value.Type, inner(tag), where)
	default:
		compileGo(n, t, tag, where)
	}
	n.constrain(tag, where)
	return n
}

// compileGo compiles the types of the language itself.
func compileGo(n *node, t reflect.Type, tag reflect.StructTag, where string) {
	switch t.Kind() {
	case reflect.String:
		n.kind = kString
	case reflect.Bool:
		n.kind = kBool
	case reflect.Int, reflect.Int64:
		n.kind = kInt
	case reflect.Slice:
		n.kind = kArray
		n.elem = compile(t.Elem(), inner(tag), where+"[]")
	case reflect.Struct:
		n.kind = kObject
		compileStruct(n, t, where)
	default:
		panic(fmt.Sprintf("op: %s: type %s cannot be a field (use num.Dec for decimals)", where, t))
	}
}

// unread is the name of a field that is neither read nor written.
const unread = "-"

func compileStruct(n *node, t reflect.Type, where string) {
	n.byName, n.refused = map[string]spelling{}, map[string][]string{}
	for _, sf := range reflect.VisibleFields(t) {
		if sf.Anonymous {
			if sf.Type.Kind() == reflect.Pointer {
				panic("op: " + where + "." + sf.Name + ": embed the struct itself, not a pointer")
			}
			continue
		}
		if sf.Tag.Get("json") == unread {
			continue
		}
		f := compileField(sf, where+"."+sf.Name)
		f.pos = len(n.fields)
		n.fields = append(n.fields, f)
	}
	n.enterNames(where)
}

// enterNames makes the fields of an object known by their names.
func (n *node) enterNames(where string) {
	n.accepted = n.names()
	for _, f := range n.fields {
		n.accepted = append(n.accepted, f.aliases...)
		n.nameField(f, where)
	}
	if len(n.fields) > maxFields {
		panic(fmt.Sprintf("op: %s: more than %d fields", where, maxFields))
	}
}

// nameField enters the names by which a field is found, accepted or refused.
func (n *node) nameField(f *field, where string) {
	for i := range len(f.aliases) + 1 {
		s := spelling{f, uint8(i + 1)}
		if _, taken := n.byName[s.text()]; taken || s.text() == "" {
			panic(fmt.Sprintf("op: %s: two fields named %q", where, s.text()))
		}
		n.byName[s.text()] = s
	}
	for _, name := range f.aka {
		n.refused[fold(name)] = append(n.refused[fold(name)], f.name)
	}
}

func compileField(sf reflect.StructField, where string) *field {
	name, opts, _ := strings.Cut(sf.Tag.Get("json"), ",")
	if name == "" || !sf.IsExported() || opts != "" && opts != "omitempty" {
		panic("op: " + where + ": a field needs to be exported and to have a json name")
	}
	f := &field{
		name: name, index: sf.Index,
		doc: sf.Tag.Get("doc"), example: sf.Tag.Get("example"), main: sf.Tag.Get("main"),
		omitEmpty: opts == "omitempty", orNull: sf.Tag.Get("null") == "true",
		aliases: words(sf.Tag.Get("alias")), aka: words(sf.Tag.Get("aka")),
	}
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		f.pointer, t = true, t.Elem()
	}
	if f.orNull && !f.pointer {
		panic("op: " + where + ": null stands for leaving it out, which needs a pointer")
	}
	f.node = compile(t, sf.Tag, where)
	verifyTag(f.node, sf.Tag, where)
	def, hasDefault := sf.Tag.Lookup("default")
	f.required = !hasDefault && !f.pointer && !f.omitEmpty
	if hasDefault {
		f.defText, f.def = def, reflect.New(t).Elem()
		d := &decoder{invalid: &Invalid{}, limits: DefaultLimits()}
		if d.text(f.node, f.def, def); len(d.invalid.Violations) > 0 {
			panic("op: " + where + ": default: " + d.invalid.Error())
		}
	}
	return f
}

func words(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// constrain reads the tags that bound a value.
func (n *node) constrain(tag reflect.StructTag, where string) {
	n.min, n.minOpen = bound(tag, "min", "above", where)
	n.max, n.maxOpen = bound(tag, "max", "below", where)
	if n.min != nil && n.max != nil && n.min.Cmp(*n.max) > 0 {
		panic("op: " + where + ": its bounds leave no value")
	}
	n.document = tag.Get("document") == "true"
	n.base64 = tag.Get("document") == "base64"
	if s, ok := tag.Lookup("len"); ok {
		n.minLen, n.maxLen = lengths(s, where)
	}
	if s, ok := tag.Lookup("pattern"); ok {
		n.pattern = regexp.MustCompile(s)
	}
	if values := words(tag.Get("enum")); values != nil && n.kind == kString {
		n.enumerate(values, words(tag.Get("same")), where)
	}
}

// enumerate sets the values of an enum and their further spellings.
func (n *node) enumerate(values, same []string, where string) {
	n.enum, n.folded = values, map[string]string{}
	for _, e := range values {
		if n.folded[fold(e)] != "" {
			panic("op: " + where + ": enum values " + n.folded[fold(e)] + " and " + e + " cannot be told apart")
		}
		n.folded[fold(e)] = e
		n.numeric = n.numeric || isNumber(e)
	}
	for _, pair := range same {
		spelling, value, _ := strings.Cut(pair, "=")
		if n.folded[fold(value)] != value || value == "" {
			panic("op: " + where + ": same: no enum value " + value)
		}
		if n.folded[fold(spelling)] != "" {
			panic("op: " + where + ": same: " + spelling + " stands for something already")
		}
		n.folded[fold(spelling)] = value
	}
}

func bound(tag reflect.StructTag, inside, outside, where string) (*num.Dec, bool) {
	name := inside
	s, ok := tag.Lookup(inside)
	if other, both := tag.Lookup(outside); both {
		if ok {
			panic("op: " + where + ": both " + inside + " and " + outside)
		}
		name, s, ok = outside, other, true
	}
	if !ok {
		return nil, false
	}
	d, err := num.Parse(s)
	if err != nil {
		panic("op: " + where + ": " + name + ": " + s)
	}
	return &d, name == outside
}

func lengths(s, where string) (lo, hi int) {
	from, to, ok := strings.Cut(s, "..")
	if !ok {
		panic("op: " + where + ": len: " + s)
	}
	var err error
	for _, p := range []struct {
		s string
		n *int
	}{{from, &lo}, {to, &hi}} {
		if p.s == "" {
			continue
		}
		if *p.n, err = strconv.Atoi(p.s); err != nil || *p.n < 0 {
			panic("op: " + where + ": len: " + s)
		}
	}
	if to != "" && lo > hi || to == "0" {
		panic("op: " + where + ": len: " + s)
	}
	return lo, hi
}
