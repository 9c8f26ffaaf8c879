package op

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/jsonscan"
)

// Tags that pass from a list or map to what is in it. The bounds on its
// length are its own; "each" are those of its items.
var innerTags = []string{"min", "above", "max", "below", "enum", "same", "pattern", "document"}

// inner is the tag of the items of a list or map.
func inner(tag reflect.StructTag) reflect.StructTag {
	var b strings.Builder
	for _, key := range innerTags {
		if value, ok := tag.Lookup(key); ok {
			b.WriteString(key + ":" + strconv.Quote(value) + " ")
		}
	}
	if value, ok := tag.Lookup("each"); ok {
		b.WriteString("len:" + strconv.Quote(value))
	}
	return reflect.StructTag(b.String())
}

// constrained lists the tags that bound values with the kinds they bound.
var constrained = map[string][]kind{
	"min": {kInt, kDec, kBig}, "above": {kInt, kDec, kBig}, "max": {kInt, kDec, kBig}, "below": {kInt, kDec, kBig},
	"len": {kString, kArray, kPairs}, "each": nil, "enum": {kString}, "same": {kString}, "pattern": {kString}, "document": {kString, kRaw},
}

// described lists the tags that may stand on any field.
var described = []string{"json", "doc", "example", "default", "alias", "aka", "main", "null"}

// verifyTag panics on a tag that is not known, and on one that would bound
// nothing: a misspelt bound must not go unnoticed.
func verifyTag(n *node, tag reflect.StructTag, where string) {
	for _, key := range tagKeys(tag) {
		kinds, known := constrained[key]
		switch {
		case !known && !slices.Contains(described, key):
			panic("op: " + where + ": unknown tag " + key)
		case key == "each" && !n.holds([]kind{kArray, kPairs}):
			panic("op: " + where + ": each is for lists and maps")
		case known && key != "each" && !n.holds(kinds):
			panic("op: " + where + ": tag " + key + " bounds nothing here")
		}
	}
}

// holds tells whether the node, one of its alternatives or what is in it is
// of one of the kinds.
func (n *node) holds(kinds []kind) bool {
	return slices.Contains(kinds, n.kind) ||
		slices.ContainsFunc(n.alts, func(alt *node) bool { return alt.holds(kinds) }) ||
		n.elem != nil && n.elem.holds(kinds)
}

// tagKeys lists the keys of a struct tag in the conventional form.
func tagKeys(tag reflect.StructTag) (keys []string) {
	rest := strings.TrimLeft(string(tag), " ")
	for rest != "" {
		key, value, _ := strings.Cut(rest, ":")
		quoted, err := strconv.QuotedPrefix(value)
		if err != nil {
			return append(keys, "in "+rest)
		}
		keys = append(keys, key)
		rest = strings.TrimLeft(value[len(quoted):], " ")
	}
	return keys
}

// verifyInput panics on what an answer may have and an input may not.
func (n *node) verifyInput(where string) {
	for _, f := range n.fields {
		at := where + "." + f.name
		if f.omitEmpty && f.kind != kArray && f.kind != kPairs && f.kind != kRaw {
			panic("op: " + at + ": omitempty is for lists and maps; use a pointer or a default")
		}
		if f.pointer && f.def.IsValid() {
			panic("op: " + at + ": with a default it is never absent and needs no pointer")
		}
		f.verifyInput(at)
	}
	if n.kind == kBase64 {
		panic("op: " + where + ": bytes are sent as text with the tag document:\"base64\"")
	}
	if n.elem != nil {
		if n.elem.nullable {
			panic("op: " + where + ": null is not an input")
		}
		n.elem.verifyInput(where + "[]")
	}
	for i, alt := range n.alts {
		if alt.nullable {
			panic("op: " + where + ": null is not an input")
		}
		alt.verifyInput(where)
		for _, other := range n.alts[:i] {
			if alt.overlaps(other) {
				panic("op: " + where + ": the alternatives cannot be told apart by their JSON kinds")
			}
		}
	}
}

// overlaps tells whether a JSON value of one kind could be either node's.
func (n *node) overlaps(other *node) bool {
	return slices.ContainsFunc(jsonKinds, func(k jsonscan.Kind) bool { return n.accepts(k) && other.accepts(k) })
}

var jsonKinds = []jsonscan.Kind{
	jsonscan.Object, jsonscan.Array, jsonscan.String, jsonscan.Number, jsonscan.True, jsonscan.False, jsonscan.Null,
}
