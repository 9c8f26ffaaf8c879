package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// breaks lists what a caller of the old document could no longer do with a
// service that is as the new one says: nothing that was accepted may be
// refused, and nothing that was answered may be missing.
func breaks(t *testing.T, before, after []byte) []string {
	t.Helper()
	c := &comparison{seen: map[string]bool{}}
	c.before, _ = unmarshal(t, before).(object)
	c.after, _ = unmarshal(t, after).(object)
	for path, item := range members(c.before["paths"]) {
		for method, o := range members(item) {
			c.operation(method+" "+path, o.(object), get(c.after, "paths", path, method))
		}
	}
	slices.Sort(c.found)
	return c.found
}

type object = map[string]any

// members iterates over an object in the order of its names.
func members(v any) func(func(string, any) bool) {
	o, _ := v.(object)
	return func(yield func(string, any) bool) {
		for _, name := range slices.Sorted(maps.Keys(o)) {
			if !yield(name, o[name]) {
				return
			}
		}
	}
}

// get follows names into nested objects; it is nil where one is missing.
func get(v any, names ...string) any {
	for _, name := range names {
		o, _ := v.(object)
		v = o[name]
	}
	return v
}

// side tells which way a schema is used: what is sent may only be loosened,
// what is answered may only be extended.
type side bool

const (
	input  side = true
	output side = false
)

type comparison struct {
	before, after object
	seen          map[string]bool // pairs of references compared already
	found         []string
}

func (c *comparison) add(where, format string, args ...any) {
	c.found = append(c.found, where+": "+fmt.Sprintf(format, args...))
}

func (c *comparison) operation(where string, before object, after any) {
	if after == nil {
		c.add(where, "vanished")
		return
	}
	c.parameters(where, before["parameters"], get(after, "parameters"))
	for mediaType, m := range members(get(before, "requestBody", "content")) {
		c.content(where+" body", m, get(after, "requestBody", "content", mediaType), input)
	}
	for mediaType, m := range members(get(before, "responses", "200", "content")) {
		c.content(where+" result", m, get(after, "responses", "200", "content", mediaType), output)
	}
}

func (c *comparison) content(where string, before, after any, s side) {
	if after == nil {
		c.add(where, "media type vanished")
		return
	}
	c.schema(where, get(before, "schema"), get(after, "schema"), s)
}

func (c *comparison) parameters(where string, before, after any) {
	byName := func(v any) object {
		out := object{}
		list, _ := v.([]any)
		for _, p := range list {
			out[get(p, "name").(string)] = p
		}
		return out
	}
	old, now := byName(before), byName(after)
	for name, p := range members(now) {
		if get(p, "required") == true && get(old[name], "required") != true {
			c.add(where, "parameter %s is required now", name)
		}
	}
	for name, p := range members(old) {
		if now[name] == nil {
			c.add(where, "parameter %s vanished", name)
			continue
		}
		c.schema(where+" "+name, get(p, "schema"), get(now[name], "schema"), input)
	}
}

// resolve follows references into the components of a document.
func resolve(doc object, schema any) any {
	for {
		name, ok := get(schema, "$ref").(string)
		if !ok {
			return schema
		}
		schema = get(doc, strings.Split(strings.TrimPrefix(name, "#/"), "/")...)
	}
}

func (c *comparison) schema(where string, before, after any, s side) {
	if name, ok := get(before, "$ref").(string); ok {
		pair := fmt.Sprint(name, get(after, "$ref"), s)
		if c.seen[pair] {
			return
		}
		c.seen[pair] = true
	}
	before, after = resolve(c.before, before), resolve(c.after, after)
	if before == nil || after == nil {
		if before != nil {
			c.add(where, "vanished")
		}
		return
	}
	c.types(where, before, after, s)
	c.values(where, before, after, s)
	c.required(where, before, after, s)
	if s == input {
		c.bounds(where, before, after)
	}
	for name, p := range members(get(before, "properties")) {
		if get(after, "properties", name) == nil {
			c.add(where, "%s vanished", name)
			continue
		}
		c.schema(where+"."+name, p, get(after, "properties", name), s)
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if _, ok := get(before, inner).(object); ok {
			c.schema(where+"[]", get(before, inner), get(after, inner), s)
		}
	}
	c.alternatives(where, before, after, s)
}

// alternatives are under either keyword: those of an operation exclude each
// other, or mean the same.
func (c *comparison) alternatives(where string, before, after any, s side) {
	list := func(schema any) []any {
		one, _ := get(schema, "oneOf").([]any)
		some, _ := get(schema, "anyOf").([]any)
		return append(one, some...)
	}
	old, now := list(before), list(after)
	if len(now) < len(old) {
		c.add(where, "an alternative vanished")
		return
	}
	for i := range old {
		c.schema(fmt.Sprintf("%s|%d", where, i), old[i], now[i], s)
	}
}

// types wants the types that callers send to stay accepted, and no type in an
// answer that callers have not met.
func (c *comparison) types(where string, before, after any, s side) {
	list := func(v any) (types []string) {
		switch v := get(v, "type").(type) {
		case string:
			types = []string{v}
		case []any:
			for _, t := range v {
				types = append(types, t.(string))
			}
		}
		return types
	}
	need, have := list(before), list(after)
	if s == output {
		need, have = have, need
	}
	for _, t := range need {
		if len(have) > 0 && !slices.Contains(have, t) && (t != "integer" || !slices.Contains(have, "number")) {
			c.add(where, "type %s is not what it was", t)
		}
	}
	if len(need) == 0 && len(have) > 0 {
		c.add(where, "it could be any type")
	}
}

func (c *comparison) values(where string, before, after any, s side) {
	old, _ := get(before, "enum").([]any)
	now, restricted := get(after, "enum").([]any)
	for _, v := range old {
		if restricted && !slices.ContainsFunc(now, func(w any) bool { return reflect.DeepEqual(v, w) }) {
			c.add(where, "value %v vanished", v)
		}
	}
	if s == input && old == nil && restricted {
		c.add(where, "only some values are accepted now")
	}
	if d := get(before, "default"); s == input && d != nil && !reflect.DeepEqual(d, get(after, "default")) {
		c.add(where, "default %v is another now", d)
	}
}

func (c *comparison) required(where string, before, after any, s side) {
	need, _ := get(after, "required").([]any)
	have, _ := get(before, "required").([]any)
	if s == output {
		need, have = have, need
	}
	for _, name := range need {
		if !slices.Contains(have, name) {
			c.add(where, "%v is %s", name, map[side]string{input: "required now", output: "no longer certain"}[s])
		}
	}
}

// bounds wants every bound of an input to be as wide as it was.
func (c *comparison) bounds(where string, before, after any) {
	for _, b := range [][2]string{{"minimum", "exclusiveMinimum"}, {"minLength"}, {"minItems"}, {"minProperties"}} {
		if narrower(before, after, b, 1) {
			c.add(where, "%s is higher", b[0])
		}
	}
	for _, b := range [][2]string{{"maximum", "exclusiveMaximum"}, {"maxLength"}, {"maxItems"}, {"maxProperties"}} {
		if narrower(before, after, b, -1) {
			c.add(where, "%s is lower", b[0])
		}
	}
	if p := get(after, "pattern"); p != nil && p != get(before, "pattern") {
		c.add(where, "the pattern is another")
	}
}

// narrower compares a bound given by an inclusive or an exclusive keyword;
// sign is 1 for lower bounds.
func narrower(before, after any, keywords [2]string, sign int) bool {
	bound := func(schema any) (value *big.Rat, open bool) {
		for i, keyword := range keywords {
			if n, ok := get(schema, keyword).(json.Number); ok {
				value, _ = new(big.Rat).SetString(n.String())
				open = i == 1
			}
		}
		return value, open
	}
	old, oldOpen := bound(before)
	now, nowOpen := bound(after)
	if old == nil || now == nil {
		return now != nil
	}
	cmp := now.Cmp(old) * sign
	return cmp > 0 || cmp == 0 && nowOpen && !oldOpen
}

// TestBreaks changes one thing at a time in a small document and wants to be
// told of exactly the changes that break callers.
func TestBreaks(t *testing.T) {
	const doc = `{"paths":{"/a":{"get":{
		"parameters":[{"name":"n","required":true,"schema":{"type":"number","exclusiveMinimum":0,"maximum":10}},{"name":"e","schema":{"type":"string","enum":["x","y"],"default":"x"}}],
		"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Out"}}}}}}},
		"/b":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/In"}}}},"responses":{"200":{"content":{"text/plain":{"schema":{"type":"string"}}}}}}}},
		"components":{"schemas":{
			"In":{"type":"object","properties":{"t":{"type":"string","maxLength":9},"l":{"type":"array","items":{"oneOf":[{"type":"integer"},{"type":"string","pattern":"a"}]}},"o":{}},"required":["t"]},
			"Out":{"type":"object","properties":{"r":{"type":"integer"},"s":{"type":["string","null"]}},"required":["r","s"]}}}}`
	for _, tc := range []struct{ name, from, to, want string }{
		{"nothing", "", "", ""},
		{"new path", `"/b":{`, `"/c":{"get":{}},"/b":{`, ""},
		{"new optional member", `"o":{}`, `"o":{},"p":{"type":"string"}`, ""},
		{"new result", `"r":{"type":"integer"}`, `"r":{"type":"integer"},"q":{}`, ""},
		{"new value", `["x","y"]`, `["x","y","z"]`, ""},
		{"wider", `"exclusiveMinimum":0,"maximum":10`, `"minimum":0,"maximum":10.5`, ""},
		{"longer", `"maxLength":9`, `"maxLength":10`, ""},
		{"less required", `"required":["t"]`, `"required":[]`, ""},
		{"integer became number", `{"oneOf":[{"type":"integer"}`, `{"oneOf":[{"type":"number"}`, ""},
		{"other keyword", `"oneOf":`, `"anyOf":`, ""},
		{"never null", `["string","null"]`, `"string"`, ""},
		{"path", `"/b":{`, `"/c":{`, "post /b: vanished"},
		{"method", `"/b":{"post"`, `"/b":{"put"`, "post /b: vanished"},
		{"parameter", `"name":"e"`, `"name":"f"`, "get /a: parameter e vanished"},
		{"required parameter", `"name":"e"`, `"name":"e","required":true`, "get /a: parameter e is required now"},
		{"value", `["x","y"]`, `["x"]`, "get /a e: value y vanished"},
		{"default", `"default":"x"`, `"default":"y"`, "get /a e: default x is another now"},
		{"restricted", `"type":"string","maxLength":9`, `"type":"string","enum":["q"]`, "post /b body.t: only some values are accepted now"},
		{"maximum", `"maximum":10`, `"exclusiveMaximum":10`, "get /a n: maximum is lower"},
		{"minimum", `"exclusiveMinimum":0`, `"minimum":1`, "get /a n: minimum is higher"},
		{"new bound", `"type":"array"`, `"type":"array","maxItems":3`, "post /b body.l: maxItems is lower"},
		{"shorter", `"maxLength":9`, `"maxLength":8`, "post /b body.t: maxLength is lower"},
		{"pattern", `"pattern":"a"`, `"pattern":"b"`, "post /b body.l[]|1: the pattern is another"},
		{"alternative", `"oneOf":[{"type":"integer"},`, `"oneOf":[`, "post /b body.l[]: an alternative vanished"},
		{"typed", `"o":{}`, `"o":{"type":"object"}`, "post /b body.o: it could be any type"},
		{"required member", `"required":["t"]`, `"required":["t","l"]`, "post /b body: l is required now"},
		{"body member", `"o":{}`, `"p":{}`, "post /b body: o vanished"},
		{"result member", `"r":{"type":"integer"}`, `"q":{}`, "get /a result: r vanished"},
		{"result type", `"r":{"type":"integer"}`, `"r":{"type":"string"}`, "get /a result.r: type string is not what it was"},
		{"uncertain result", `"required":["r","s"]`, `"required":["r"]`, "get /a result: s is no longer certain"},
		{"raw form", `"text/plain"`, `"text/csv"`, "post /b result: media type vanished"},
	} {
		if strings.Count(doc, tc.from) != 1 && tc.from != "" {
			t.Errorf("%s: %q is not in the document once", tc.name, tc.from)
		}
		got := strings.Join(breaks(t, []byte(doc), []byte(strings.Replace(doc, tc.from, tc.to, 1))), "; ")
		if got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}
