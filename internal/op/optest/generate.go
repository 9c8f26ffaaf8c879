package optest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Document draws a JSON document for an input schema as op.Input writes it:
// mostly valid, at times with something wrong in it.
func Document(t *rapid.T, schema op.Object) []byte {
	g := generator{t: t, faulty: rapid.IntRange(0, 2).Draw(t, "faulty") == 0}
	return []byte(g.value(schema, 0))
}

type generator struct {
	t      *rapid.T
	faulty bool
}

// odd are values that belong nowhere in particular.
var odd = []string{
	"null", "true", "0", "-1", "1.5", "60.0", "1e3", "1e60", "1e61", "1E-60", "-0", "-0.0", "12345678901234567890123456789012345", "9223372036854775808",
	`""`, `"x"`, `"1"`, `"-1"`, `"true"`, `"\ud83d\ude00"`, `"\ud800"`, `"\u0000"`, "[]", "{}", "[null]", `{"a":1,"a":2}`, `[[[{"":{}}]]]`,
}

func (g *generator) value(s op.Object, depth int) string {
	if g.faulty && rapid.IntRange(0, 11).Draw(g.t, "odd") == 0 || len(s) == 0 || depth > 8 {
		return rapid.SampledFrom(odd).Draw(g.t, "value")
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		if alternatives, ok := s.Get(keyword).([]any); ok {
			return g.value(rapid.SampledFrom(alternatives).Draw(g.t, keyword).(op.Object), depth+1)
		}
	}
	if values, ok := s.Get("enum").([]any); ok {
		return g.enum(rapid.SampledFrom(values).Draw(g.t, "enum"))
	}
	switch s.Get("type") {
	case "boolean":
		return strconv.FormatBool(rapid.Bool().Draw(g.t, "boolean"))
	case "integer", "number":
		return g.number(s)
	case "string":
		return g.text(s)
	case "array":
		return g.array(s, depth)
	case "object":
		return g.object(s, depth)
	}
	return rapid.SampledFrom(odd).Draw(g.t, "any")
}

// enum writes a value, at times in another spelling that means the same.
func (g *generator) enum(value any) string {
	text, ok := value.(string)
	if !ok {
		return fmt.Sprint(value)
	}
	if g.faulty && rapid.Bool().Draw(g.t, "spelling") {
		text = strings.ToUpper(strings.ReplaceAll(text, "_", "- "))
	}
	return string(op.AppendString(nil, text))
}

func (g *generator) number(s op.Object) string {
	lo, hi := num.FromInt(-1000), num.FromInt(1000)
	var ends []num.Dec
	for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
		if bound, ok := s.Get(keyword).(num.Dec); ok {
			lo, hi = bound, bound.Add(num.FromInt(1000))
			ends = append(ends, bound)
		}
	}
	for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
		if bound, ok := s.Get(keyword).(num.Dec); ok {
			hi = bound
			ends = append(ends, bound)
		}
	}
	if len(ends) > 0 && rapid.IntRange(0, 3).Draw(g.t, "end") == 0 {
		return rapid.SampledFrom(ends).Draw(g.t, "bound").String()
	}
	share := num.Scaled(rapid.Int64Range(0, 1000).Draw(g.t, "share"), 3)
	x := lo.Add(hi.Sub(lo).Mul(share))
	if s.Get("type") == "integer" {
		return x.Round(0, num.Ceiling).String() + rapid.SampledFrom([]string{"", ".0", "e0"}).Draw(g.t, "tail")
	}
	return x.Round(6, num.Floor).String()
}

// letters are what texts are made of.
var letters = []rune("abz019 -_.:/\"\\\n\x00éक्ष😀\u202e")

func (g *generator) text(s op.Object) string {
	lo, hi := bounds(s, "minLength", "maxLength", 12)
	if g.faulty {
		lo, hi = max(lo-1, 0), hi+1
	}
	return string(op.AppendString(nil, string(rapid.SliceOfN(rapid.SampledFrom(letters), lo, hi).Draw(g.t, "text"))))
}

func (g *generator) array(s op.Object, depth int) string {
	lo, hi := bounds(s, "minItems", "maxItems", 4)
	items, _ := s.Get("items").(op.Object)
	var list []string
	for range rapid.IntRange(lo, hi).Draw(g.t, "items") {
		list = append(list, g.value(items, depth+1))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// bounds reads a pair of keywords, keeping what is drawn small.
func bounds(s op.Object, least, most string, usual int) (lo, hi int) {
	lo, _ = s.Get(least).(int)
	hi = lo + usual
	if bound, ok := s.Get(most).(int); ok {
		hi = min(hi, bound)
	}
	return lo, hi
}

func (g *generator) object(s op.Object, depth int) string {
	var list []string
	add := func(name string, schema op.Object) {
		list = append(list, string(op.AppendString(nil, name))+":"+g.value(schema, depth+1))
	}
	if values, ok := s.Get("additionalProperties").(op.Object); ok {
		lo, hi := bounds(s, "minProperties", "maxProperties", 3)
		for i := range rapid.IntRange(lo, hi).Draw(g.t, "members") {
			add(strings.Repeat("k", i), values)
		}
		return "{" + strings.Join(list, ",") + "}"
	}
	properties, _ := s.Get("properties").(op.Object)
	required, _ := s.Get("required").([]string)
	for _, p := range properties {
		schema := p.Value.(op.Object)
		chance := 3
		if slices.Contains(required, p.Name) {
			chance = 100
		}
		if rapid.IntRange(0, 9).Draw(g.t, "present") >= chance || g.faulty && rapid.IntRange(0, 19).Draw(g.t, "missing") == 0 {
			continue
		}
		name := p.Name
		if aliases, ok := schema.Get("x-aliases").([]string); ok && g.faulty {
			name = rapid.SampledFrom(append(aliases, name)).Draw(g.t, "alias")
		}
		add(name, schema)
	}
	if g.faulty && rapid.IntRange(0, 9).Draw(g.t, "more") == 0 {
		add(rapid.SampledFrom([]string{"", "x y", "valu", "text\n"}).Draw(g.t, "unknown"), nil)
	}
	return "{" + strings.Join(list, ",") + "}"
}
