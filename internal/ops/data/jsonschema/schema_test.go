package jsonschema

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"toolcrib/internal/ops/data/jsondoc"
)

// validate lists the failures of a document as "pointer keyword", and its error.
func validate(t interface{ Fatalf(string, ...any) }, schema, doc string) ([]string, error) {
	s, err := Compile(context.Background(), tree(t, schema), true)
	if err != nil {
		return nil, err
	}
	src := jsondoc.NewSource([]byte(doc), jsondoc.JSON)
	failures, _, err := s.Validate(context.Background(), tree(t, doc), 100)
	if err != nil {
		return nil, err
	}
	list := []string{}
	for _, f := range failures {
		places, err := src.Places([]int{f.Instance})
		if err != nil {
			t.Fatalf("%v", err)
		}
		list = append(list, places[0].Pointer+" "+f.Keyword)
	}
	return list, nil
}

// The keywords by their failures; which values fail is for the suite to say.
func TestFailures(t *testing.T) {
	for _, c := range []struct{ schema, doc, want string }{
		{`{"type":["string","integer"]}`, `1.5`, " type"},
		{`{"enum":[1,"a",{"b":[2.0]}]}`, `{"b":[2]}`, ""},
		{`{"enum":[1,"a"]}`, `null`, " enum"},
		{`{"const":{"a":1,"b":2}}`, `{"b":2,"a":1.0}`, ""},
		{`{"const":"a"}`, `"b"`, " const"},
		{`{"minimum":1,"maximum":3,"multipleOf":2}`, `0.5`, " minimum, multipleOf"},
		{`{"exclusiveMinimum":1,"exclusiveMaximum":1}`, `1`, " exclusiveMinimum, exclusiveMaximum"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`, `1`, " minimum"},
		{`{"minLength":2,"maxLength":0,"pattern":"^b","format":"date"}`, `"é"`, " minLength, maxLength, pattern, format"},
		{`{"minItems":2,"items":{"type":"null"},"uniqueItems":true}`, `[1]`, " minItems,/0 type"},
		{`{"maxItems":1,"uniqueItems":true}`, `[1,1.0]`, " maxItems, uniqueItems"},
		{`{"prefixItems":[true],"items":false}`, `[1,2,3]`, " items"},
		{`{"$schema":"http://json-schema.org/draft-07/schema","items":[true],"additionalItems":false}`, `[1,2]`, " additionalItems"},
		{`{"contains":{"const":1}}`, `[2]`, " contains"},
		{`{"contains":true,"minContains":3,"maxContains":1}`, `[1,2]`, " minContains"},
		{`{"contains":true,"maxContains":1}`, `[1,2]`, " maxContains"},
		{`{"minProperties":2,"required":["a","b"],"propertyNames":{"pattern":"^a"}}`, `{"x":1}`, " minProperties, required, propertyNames"},
		{`{"properties":{"a":false,"b":{"type":"null"}},"patternProperties":{"^b":{"type":"string"}},"additionalProperties":{"type":"null"}}`,
			`{"a":1,"b":2,"c":3}`, "/a false schema,/b type,/b type,/c type"},
		{`{"additionalProperties":false}`, `{"c":3,"d":4}`, " additionalProperties"},
		{`{"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"required":["c"]}}}`, `{"a":1}`, " dependentRequired, required"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"c":1}`, " dependencies, required"},
		{`{"properties":{"a":true},"unevaluatedProperties":false}`, `{"a":1,"b":2}`, " unevaluatedProperties"},
		{`{"prefixItems":[true],"unevaluatedItems":{"type":"null"}}`, `[1,2]`, "/1 type"},
		{`{"allOf":[{"minimum":2},{"maximum":0}]}`, `1`, " minimum, maximum"},
		{`{"anyOf":[{"minimum":2},{"maximum":0}]}`, `1`, " anyOf, minimum, maximum"},
		{`{"anyOf":[{"minimum":2},{"maximum":1}]}`, `1`, ""},
		{`{"oneOf":[{"minimum":2},{"maximum":0}]}`, `1`, " oneOf, minimum, maximum"},
		{`{"oneOf":[{"minimum":1},{"maximum":0},{"maximum":1}]}`, `1`, " oneOf"},
		{`{"not":{"minimum":1}}`, `1`, " not"},
		{`{"if":{"minimum":1},"then":{"maximum":0},"else":false}`, `1`, " maximum"},
		{`{"if":{"minimum":1},"then":{"maximum":0},"else":false}`, `0`, " false schema"},
		{`false`, `0`, " false schema"},
		{`true`, `0`, ""},
		{`{"$ref":"#/$defs/a~1b%25","$defs":{"a/b%":{"type":"null"}}}`, `0`, " type"},
		{`{"properties":{"a":{"$ref":"#"}},"required":["b"]}`, `{"a":{"a":{}}}`, "/a/a required,/a required, required"},
		// Numbers of any size, compared exactly.
		{`{"minimum":1e1000001,"maximum":9007199254740993}`, `9007199254740993.5`, " minimum, maximum"},
		{`{"type":"integer","multipleOf":0.1}`, `1e1000001`, ""},
		{`{"multipleOf":0.0001}`, `0.00075`, " multipleOf"},
		{`{"multipleOf":1e-8}`, `12391239123`, ""},
		{`{"multipleOf":3}`, `-1e400`, " multipleOf"},
		{`{"maxLength":1e99,"minItems":1.0}`, `[]`, " minItems"},
		// What a format is not known to be is not asserted.
		{`{"format":"x"}`, `"y"`, ""},
	} {
		got, err := validate(t, c.schema, c.doc)
		if err != nil || strings.Join(got, ",") != c.want {
			t.Errorf("%s on %s: %q, %v; want %q", c.schema, c.doc, got, err, c.want)
		}
	}
}

func TestFormatIsOptional(t *testing.T) {
	s, err := Compile(context.Background(), tree(t, `{"format":"date"}`), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, count, err := s.Validate(context.Background(), tree(t, `"x"`), 1); count != 0 || err != nil {
		t.Errorf("%d failures, %v", count, err)
	}
}

func TestSchemaErrors(t *testing.T) {
	long := strings.Repeat("a", maxPattern+1)
	for _, c := range []struct{ schema, code, message string }{
		{`5`, Invalid, "type: must be object or boolean"},
		{`{"type":"numeric"}`, Invalid, "anyOf"},
		{`{"minimum":"1"}`, Invalid, "must be number"},
		{`{"properties":{"a":[]}}`, Invalid, "must be object or boolean"},
		{`{"$ref":"#/$defs/none"}`, Invalid, "leads to nothing"},
		{`{"$ref":"#none"}`, Invalid, "leads to nothing"},
		{`{"$ref":"#/type","type":"string"}`, Invalid, "must be an object, true or false"},
		{`{"allOf":[{"$id":"http://x/a"},{"$id":"http://x/a"}]}`, Invalid, "two schemas have the URI"},
		{`{"allOf":[{"$anchor":"a"},{"$anchor":"a"}]}`, Invalid, "two schemas have the anchor"},
		{`{"pattern":"("}`, Invalid, "not a regular expression"},
		{`{"pattern":"` + long + `"}`, Invalid, "more than 10000 characters"},
		{`{"patternProperties":{"a(?!b)":true},"additionalProperties":false}`, UnsupportedRegex, "lookahead"},
		{`{"$ref":"http://example.com/a.json"}`, RemoteRef, "nothing is fetched"},
		{`{"$ref":"file:///etc/hostname"}`, RemoteRef, "nothing is fetched"},
		{`{"$ref":"other.json"}`, RemoteRef, "nothing is fetched"},
		{`{"$schema":"http://json-schema.org/draft-03/schema#"}`, RemoteRef, "not known"},
		{`{"$defs":{"a":{"$id":"a","$schema":"http://json-schema.org/draft-04/schema#"},"b":{"$id":"b","$schema":"http://x/"}}}`, RemoteRef, "not known"},
		{`{"$defs":{"a":{"id":"http://x/","$id":"http://y/","$schema":"http://json-schema.org/draft-04/schema#","type":5}}}`, Invalid, "anyOf"},
	} {
		_, err := Compile(context.Background(), tree(t, c.schema), true)
		var e Errors
		if !errors.As(err, &e) || e[0].Code != c.code || !strings.Contains(e[0].Message, c.message) {
			t.Errorf("%.60s: %v", c.schema, err)
		}
		if len(e) != 1 && !strings.Contains(c.message, "anyOf") {
			t.Errorf("%.60s: %d errors", c.schema, len(e))
		}
	}
	for _, schema := range []string{
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"anyOf":[{"$ref":"#"}]}}}`, `{"$dynamicRef":"#a","$dynamicAnchor":"a"}`,
	} {
		var e Errors
		if _, err := validate(t, schema, `1`); !errors.As(err, &e) || !strings.Contains(e[0].Message, "without looking deeper") {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

// chain is a schema of n definitions with two references to the next one each.
func chain(n int, combine, last string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"a%d":{"%s":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, combine, i+1, i+1)
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/a0","$defs":{%s"a%d":%s}}`, b.String(), n, last)
}

// What would take for ever, or all memory, ends soon.
func TestBounds(t *testing.T) {
	for name, c := range map[string]struct{ schema, doc string }{
		"doubled, accepted":    {chain(40, "allOf", "true"), `1`},
		"doubled, refused":     {chain(40, "allOf", "false"), `1`},
		"doubled alternatives": {chain(40, "oneOf", "false"), `1`},
		"long chain":           {strings.ReplaceAll(chain(15_000, "allOf", "true"), "},{", "},true,{"), `[1,2,3]`},
		"long division":        {`{"multipleOf":` + strings.Repeat("7", 200_000) + `}`, strings.Repeat("9", 200_000)},
		"equal constants":      {`{"items":{"$ref":"#"},"const":[]}`, strings.Repeat("[", 900) + `"` + strings.Repeat("x", 900_000) + `"` + strings.Repeat("]", 900)},
	} {
		start := time.Now()
		_, err := validate(t, c.schema, c.doc)
		if !errors.Is(err, ErrTooComplex) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Compile(ctx, tree(t, chain(40, "allOf", "true")), true)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, _, err := s.Validate(ctx, tree(t, `1`), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := Compile(ctx, tree(t, `{"type":"string"}`), true); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestLimit(t *testing.T) {
	s, err := Compile(context.Background(), tree(t, `{"items":{"type":"string"}}`), true)
	if err != nil {
		t.Fatal(err)
	}
	list, count, err := s.Validate(context.Background(), tree(t, `[1,"a",2,3]`), 2)
	if len(list) != 2 || count != 3 || err != nil {
		t.Errorf("%d of %d, %v", len(list), count, err)
	}
}

// TestMetaschemas: each metaschema accepts itself, and can be referred to.
func TestMetaschemas(t *testing.T) {
	for uri := range metaFiles {
		text := fmt.Sprintf(`{"$ref":%q}`, uri)
		s, err := Compile(context.Background(), tree(t, text), true)
		if err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
		if list, count, err := s.Validate(context.Background(), metaschema(uri), 5); count > 0 || err != nil {
			t.Errorf("%s: %+v, %v", uri, list, err)
		}
		list, _, err := s.Validate(context.Background(), tree(t, `5`), 1)
		if err != nil || len(list) != 1 || !strings.HasPrefix(MetaschemaPointer(list[0].URI, list[0].Schema), "http") {
			t.Errorf("%s: %+v, %v", uri, list, err)
		}
	}
}

// TestAgainstLibrary draws schemas and documents and compares the verdict with
// that of santhosh-tekuri/jsonschema.
func TestAgainstLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			againstLibrary(t, drawSchema(t, 3), drawValue(t, 3))
		}
	})
}

func againstLibrary(t *rapid.T, schema, doc string) {
	got, err := validate(t, schema, doc)
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	read := func(text string) any {
		v, err := library.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return v
	}
	c := library.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("urn:schema", read(schema)); err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	other, err := c.Compile("urn:schema")
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	if err := other.Validate(read(doc)); (err == nil) != (len(got) == 0) {
		t.Fatalf("%s on %s: %q, the library says %v", schema, doc, got, err)
	}
}

func drawValue(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 4).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return rapid.SampledFrom([]string{"0", "1", "1.0", "2.5", "-3", "1e2", `"a"`, `"ab"`, `"é"`, `""`, "true", "null", `"2024-02-30"`}).Draw(t, "scalar")
	}
	var parts []string
	for i := range rapid.IntRange(0, 3).Draw(t, "size") {
		part := drawValue(t, depth-1)
		if kind == 2 {
			part = fmt.Sprintf(`"%c":`, 'a'+i+rapid.IntRange(0, 1).Draw(t, "skip")*3) + part
		}
		parts = append(parts, part)
	}
	if kind == 2 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// drawSchema draws a schema of 2020-12 with a few keywords.
func drawSchema(t *rapid.T, depth int) string {
	inner := func() string { return drawSchema(t, depth-1) }
	list := func() string { return "[" + inner() + "," + inner() + "]" }
	members := func() string { return `{"a":` + inner() + `,"b":` + inner() + `}` }
	number := func() string { return rapid.SampledFrom([]string{"0", "1", "2", "3"}).Draw(t, "number") }
	makers := map[string]func() string{
		"type": func() string {
			return rapid.SampledFrom([]string{`"string"`, `"integer"`, `["array","object"]`, `"number"`}).Draw(t, "type")
		},
		"const":     func() string { return drawValue(t, 1) },
		"enum":      func() string { return "[" + drawValue(t, 1) + ",1,\"a\"]" },
		"minimum":   number,
		"maximum":   number,
		"maxLength": number, "minLength": number, "minItems": number, "maxItems": number, "minProperties": number, "maxProperties": number,
		"multipleOf":  func() string { return rapid.SampledFrom([]string{"1", "0.5", "2"}).Draw(t, "divisor") },
		"pattern":     func() string { return `"^a"` },
		"format":      func() string { return `"date"` },
		"uniqueItems": func() string { return "true" },
		"required":    func() string { return `["a"]` },
	}
	if depth > 0 {
		for name, f := range map[string]func() string{
			"allOf": list, "anyOf": list, "oneOf": list, "not": inner, "if": inner, "then": inner, "else": inner,
			"properties": members, "patternProperties": func() string { return `{"^[bc]":` + inner() + `}` }, "additionalProperties": inner,
			"propertyNames": inner, "dependentSchemas": members, "dependentRequired": func() string { return `{"b":["c"]}` },
			"prefixItems": list, "items": inner, "contains": inner, "minContains": number, "maxContains": number,
			"unevaluatedProperties": inner, "unevaluatedItems": inner,
		} {
			makers[name] = f
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "boolean") == 0 || depth < 0 {
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "verdict")
	}
	var parts []string
	names := slices.Sorted(maps.Keys(makers))
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID).Draw(t, "keywords") {
		parts = append(parts, fmt.Sprintf("%q:%s", name, makers[name]()))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// FuzzValidate looks for panics and for work without end.
func FuzzValidate(f *testing.F) {
	for _, schema := range []string{
		`{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#"}}}}`, `{"$id":"http://x/y","$anchor":"a","$ref":"#a"}`, `{"$dynamicRef":"#a","$dynamicAnchor":"a"}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","id":"x","dependencies":{"a":["b"]},"items":[{}],"additionalItems":false}`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveRef":"#","$recursiveAnchor":true}`, `{"multipleOf":1e-5,"maximum":1e999,"format":"uri"}`,
	} {
		f.Add(schema, `{"a":[1,"x",{"b":null}]}`)
	}
	f.Fuzz(func(t *testing.T, schema, doc string) {
		s, err := jsondoc.NewSource([]byte(schema), jsondoc.JSON).Tree()
		if err != nil {
			return
		}
		v, err := jsondoc.NewSource([]byte(doc), jsondoc.JSON).Tree()
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		compiled, err := Compile(ctx, s, true)
		if err == nil {
			_, _, err = compiled.Validate(ctx, v, 10)
		}
		var e Errors
		if err != nil && !errors.As(err, &e) && !errors.Is(err, ErrTooComplex) {
			t.Fatalf("%s on %s: %v", schema, doc, err)
		}
	})
}
