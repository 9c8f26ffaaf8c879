package mcp

import "toolcrib/internal/op"

// An agent pays for every list of tools with room to think: a full schema of
// each operation would take it 45,000 tokens. Schemas are therefore made from
// the registration's in several degrees of detail. A short form accepts all
// that the full one accepts, and an answer that fits the full one fits it too.

// briefInput names every member with its type. Nothing is said of bounds,
// defaults or of what they mean. Where only some words are accepted they are
// listed if there are at most so many.
func briefInput(s op.Object, enums int) op.Object {
	properties := op.Object{}
	for _, m := range members(s) {
		properties = append(properties, op.Member{Name: m.Name, Value: brief(m.Value.(op.Object), enums)})
	}
	out := op.Object{{Name: "type", Value: "object"}, {Name: "properties", Value: properties}}
	if required := s.Get("required"); required != nil {
		out = append(out, op.Member{Name: "required", Value: required})
	}
	return out
}

// members are the properties of an object's schema.
func members(s op.Object) op.Object {
	properties, _ := s.Get("properties").(op.Object)
	return properties
}

// brief is the short form of one member's schema.
func brief(s op.Object, enums int) op.Object {
	if words, ok := s.Get("enum").([]any); ok && len(words) <= enums {
		enum := op.Object{{Name: "enum", Value: words}}
		if typ, single := s.Get("type").(string); single {
			return append(op.Object{{Name: "type", Value: typ}}, enum...)
		}
		return enum
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		if all, ok := s.Get(keyword).([]any); ok {
			return op.Object{{Name: keyword, Value: each(all, func(alt op.Object) op.Object { return brief(alt, enums) })}}
		}
	}
	switch typ := s.Get("type").(type) {
	case string:
		return briefType(typ, s, enums)
	case []string:
		return anyOf(typ, func(one string) op.Object { return briefType(one, s, enums) })
	}
	return op.Object{}
}

func briefType(typ string, s op.Object, enums int) op.Object {
	out := op.Object{{Name: "type", Value: typ}}
	items, _ := s.Get("items").(op.Object)
	switch {
	case typ == "array":
		// Several providers of models refuse a list that does not say of what.
		return append(out, op.Member{Name: "items", Value: brief(items, enums)})
	case typ == "object" && enums > 0 && members(s) != nil:
		return briefInput(s, enums)
	}
	return out
}

// full is a schema with all that a model can use: extensions of ours are left
// out, as are descriptions where they are not wanted. A list of types becomes
// a list of alternatives, since clients that translate schemas for a model
// often know one type only.
func full(s op.Object, descriptions bool) op.Object {
	typ, several := s.Get("type").([]string)
	enum := s.Get("enum") != nil
	var out, outer op.Object
	for _, m := range s {
		switch {
		case m.Name == "x-aliases" || m.Name == "x-document" || m.Name == "description" && !descriptions:
		case m.Name == "type" && several:
		case several && !enum && (m.Name == "description" || m.Name == "default"):
			outer = append(outer, m)
		default:
			out = append(out, op.Member{Name: m.Name, Value: fullValue(m, descriptions)})
		}
	}
	if !several || enum {
		return out
	}
	return append(anyOf(typ, func(one string) op.Object {
		if one == "null" {
			return op.Object{{Name: "type", Value: one}}
		}
		return append(op.Object{{Name: "type", Value: one}}, out...)
	}), outer...)
}

// fullValue is the value of a keyword, with the schemas in it in full form.
func fullValue(m op.Member, descriptions bool) any {
	switch v := m.Value.(type) {
	case op.Object:
		if m.Name != "properties" {
			return full(v, descriptions)
		}
		properties := make(op.Object, len(v))
		for i, p := range v {
			properties[i] = op.Member{Name: p.Name, Value: full(p.Value.(op.Object), descriptions)}
		}
		return properties
	case []any:
		if m.Name == "oneOf" || m.Name == "anyOf" {
			return each(v, func(alt op.Object) op.Object { return full(alt, descriptions) })
		}
	}
	return m.Value
}

func each(schemas []any, f func(op.Object) op.Object) []any {
	out := make([]any, len(schemas))
	for i, s := range schemas {
		out[i] = f(s.(op.Object))
	}
	return out
}

func anyOf(types []string, f func(string) op.Object) op.Object {
	out := make([]any, len(types))
	for i, t := range types {
		out[i] = f(t)
	}
	return op.Object{{Name: "anyOf", Value: out}}
}

// success is the schema of an answer of which data is the schema.
func success(data op.Object) op.Object {
	return op.Object{
		{Name: "type", Value: "object"},
		{Name: "properties", Value: op.Object{
			{Name: "success", Value: op.Object{{Name: "const", Value: true}}},
			{Name: "data", Value: data},
		}},
		{Name: "required", Value: answered},
	}
}

var answered = []string{"success", "data"}

// bareSuccess is the shortest schema of an answer.
func bareSuccess() op.Object {
	return op.Object{{Name: "type", Value: "object"}, {Name: "required", Value: answered}}
}

var anyObject = op.Object{{Name: "type", Value: "object"}}
