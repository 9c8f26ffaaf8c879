package op_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// shapes are the operations made for these tests.
func shapes() []*op.Op { return []*op.Op{scalars, nested, ruled, nothing, answers} }

func TestInputSchema(t *testing.T) {
	s := string(scalars.Input().AppendJSON(nil))
	for _, want := range []string{
		`{"type":"object","properties":{"text":{"type":"string","minLength":2,"maxLength":5,"description":"A text."},"code":`,
		`"code":{"type":"string","pattern":"^[a-z]+$","description":"A code."}`, `"flag":{"type":"boolean","description":"A flag."}`,
		`"int":{"type":"integer","minimum":-5,"exclusiveMaximum":100,"description":"A whole number."}`,
		`"dec":{"type":"number","exclusiveMinimum":0,"maximum":1000000000000,"description":"A decimal."}`,
		`"unit":{"type":"string","enum":["square_metre","km","UTF-8"],"description":"A unit."}`,
		`"version":{"type":["string","number"],"enum":["1","4","0.5","nil",1,4,0.5],"description":"A version."}`,
		`"annual_rate":{"type":"number","description":"A rate.","x-aliases":["rate","interest_rate"]}`,
		`"months":{"type":"integer","description":"Months.","default":12}`,
		`"list":{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":4,"description":"Numbers."}},"additionalProperties":false}`,
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s\nlacks %s", s, want)
		}
	}
	s = string(nested.Input().AppendJSON(nil))
	for _, want := range []string{
		`"doc":{"x-document":true,"description":"Any JSON."}`,
		`"either":{"oneOf":[{"type":"number","minimum":0},{"type":"string","maxLength":4}],"description":"A number or a text."}`,
		`"three":{"oneOf":[{"type":"boolean"},{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"x":{"type":"number","description":"Across."},"y":{"type":"number","description":"Up.","default":0},"z":{"type":"string","enum":["near","far"],"description":"Depth."}},"required":["x"],"additionalProperties":false},{"type":"integer","maximum":9}],"description":"One of four."}`,
		`"pairs":{"type":"object","additionalProperties":{"type":"number","minimum":0},"maxProperties":3,"description":"Numbers by name."}`,
		`"words":{"type":"array","items":{"type":"string","minLength":1,"maxLength":4},"maxItems":3,"description":"Words."}`,
		`"enums":{"type":"array","items":{"type":"string","enum":["a_b","c"]},"description":"Enums."}`,
		`"grid":{"type":"array","items":{"type":"array","items":{"type":"integer","maximum":9},"maxItems":2},"description":"Rows."}`,
		`"many":{"type":"array","items":{"type":"boolean"},"description":"Flags.","default":[true,false]}`,
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s\nlacks %s", s, want)
		}
	}
}

func TestOutputSchema(t *testing.T) {
	s := string(answers.Output().AppendJSON(nil))
	for _, want := range []string{
		`"number":{"type":["number","null"],"description":"A number."}`, `"kind":{"type":["string","null"],"enum":["a","b",null],"description":"An enum."}`,
		`"level":{"type":["string","integer","null"],"enum":["1","x",1,null],"description":"A mixed enum."}`,
		`"groups":{"type":"array","items":{"type":["string","null"]},"description":"Groups."}`, `"rows":{"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"array","items":{"type":"string"}},{"type":"null"}],"description":"Rows."}`,
		`"note":{"type":"string","description":"A note."}`, `"required":["number","kind","level","groups","named","rows","side","raw","inner","text"]}`,
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s\nlacks %s", s, want)
		}
	}
	if strings.Contains(s, "additionalProperties\":false") {
		t.Error("an answer's schema is closed")
	}
}

// Schemas are JSON Schema 2020-12 and have no keywords of their own but x-…;
// required and property names are the canonical ones.
func TestSchemasCompile(t *testing.T) {
	for _, o := range shapes() {
		for _, schema := range []op.Object{o.Input(), o.Output()} {
			if _, err := optest.Compile(schema); err != nil {
				t.Errorf("%s: %v", o.ID, err)
			}
			checkKeywords(t, o.ID, schema)
		}
	}
}

var keywords = map[string]bool{
	"type": true, "properties": true, "required": true, "additionalProperties": true, "items": true, "minItems": true, "maxItems": true,
	"minProperties": true, "maxProperties": true, "minLength": true, "maxLength": true, "pattern": true, "enum": true, "default": true, "description": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "oneOf": true, "anyOf": true,
}

func checkKeywords(t *testing.T, where string, schema op.Object) {
	for _, m := range schema {
		if !keywords[m.Name] && !strings.HasPrefix(m.Name, "x-") {
			t.Errorf("%s: keyword %s", where, m.Name)
		}
		switch v := m.Value.(type) {
		case op.Object:
			if m.Name == "properties" {
				for _, p := range v {
					checkKeywords(t, where+"."+p.Name, p.Value.(op.Object))
				}
				continue
			}
			checkKeywords(t, where+"."+m.Name, v)
		case []any:
			for _, alt := range v {
				if s, ok := alt.(op.Object); ok {
					checkKeywords(t, where+"."+m.Name, s)
				}
			}
		}
	}
}

// Decoder and schema accept the same, but for optest.Stricter; canonical form
// is valid and stable.
func TestAgreement(t *testing.T) {
	for _, o := range shapes() {
		schema := o.Input()
		input, err := optest.Compile(schema)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			for range 5 {
				if err := optest.Agreement(o, input, optest.Document(t, schema), stricter(o)); err != nil {
					t.Fatalf("%s: %v", o.ID, err)
				}
			}
		})
	}
}

// stricter adds the code of ruled's own Check.
func stricter(o *op.Op) []string {
	if o == ruled {
		return append([]string{"order"}, optest.Stricter...)
	}
	return optest.Stricter
}

func FuzzDecode(f *testing.F) {
	var inputs []optest.Schema
	for i, o := range shapes() {
		input, err := optest.Compile(o.Input())
		if err != nil {
			f.Fatal(err)
		}
		inputs = append(inputs, input)
		f.Add(i, []byte(o.Examples[0].In))
	}
	for _, doc := range []string{
		`{"text":"ab","int":1e1,"dec":0.50,"unit":"M2","version":4.0,"rate":1,"list":[1,2]}`, `{"dec":"1","int":1.5,"x":1,"months":null}`,
		`{"doc":{"a":[1.50]},"either":"a","pairs":{"a":1},"points":[{"x":1,"z":"far"}],"enums":["A B"]}`, `{"three":{"x":1},"grid":[[1]],"words":["\ud83d\ude00"]}`,
	} {
		f.Add(0, []byte(doc))
		f.Add(1, []byte(doc))
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		i = int(uint(i) % uint(len(inputs)))
		o := shapes()[i]
		if err := optest.Agreement(o, inputs[i], doc, stricter(o)); err != nil {
			t.Fatalf("%s: %v", o.ID, err)
		}
	})
}

// A query that is accepted means what its canonical JSON means.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{"text=ab&int=1", "list=1&list=2", "unit=m2&version=4.0&rate=1", "dec=%2B5;x", "list=[1,2]", "flag=true&code=a+b", "%zz=%ff"} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		in, err := scalars.Decode(op.Query(query), op.DefaultLimits())
		if err != nil {
			if len(refusal(err).Violations) == 0 {
				t.Fatal("refused for nothing")
			}
			return
		}
		canonical := scalars.AppendInput(nil, in)
		again, err := scalars.Decode(op.JSON(canonical), op.DefaultLimits())
		if err != nil || string(scalars.AppendInput(nil, again)) != string(canonical) {
			t.Fatalf("?%s is %s, which is %v", query, canonical, err)
		}
		asQuery, err := optest.Query(string(canonical))
		if err != nil {
			t.Fatal(err)
		}
		if back := outcome(scalars, op.Query(asQuery)); back != string(canonical) {
			t.Fatalf("?%s is %s, which as ?%s is %s", query, canonical, asQuery, back)
		}
	})
}

func TestParams(t *testing.T) {
	byName := map[string]op.Param{}
	for _, o := range []*op.Op{scalars, nested} {
		for _, p := range o.Params() {
			byName[p.Name] = p
		}
	}
	if p := byName["months"]; p.Default != "12" || p.Required || p.Repeat || p.Noun != "a whole number" || p.Doc != "Months." {
		t.Errorf("months: %+v", p)
	}
	if p := byName["annual_rate"]; strings.Join(p.Aliases, ",") != "rate,interest_rate" {
		t.Errorf("annual_rate: %+v", p)
	}
	if p := byName["enums"]; !p.Repeat || strings.Join(p.Enum, ",") != "a_b,c" {
		t.Errorf("enums: %+v", p)
	}
	if p := byName["flag"]; !p.Bool || p.Schema.Get("type") != "boolean" {
		t.Errorf("flag: %+v", p)
	}
}

func TestObject(t *testing.T) {
	o := op.Object{{Name: "a", Value: nil}, {Name: "b", Value: []any{1, int64(2), "x\u2028", true, num.D("1.50"), op.Object{}, []string{"y"}, []op.Object{{}}}}, {Name: "c", Value: op.Raw("1e2")}, {Name: "d", Value: op.Raw(nil)}}
	want := "{\"a\":null,\"b\":[1,2,\"x\u2028\",true,1.5,{},[\"y\"],[{}]],\"c\":1e2,\"d\":null}"
	if got := string(o.AppendJSON(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, err := json.Marshal(o[:1]); err != nil || string(got) != `{"a":null}` {
		t.Errorf("%s, %v", got, err)
	}
	if o.Get("c") == nil || o.Get("x") != nil {
		t.Error("Get")
	}
}
