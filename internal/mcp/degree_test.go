package mcp

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

// listed are the operations that a list shows.
func listed() (offers []offer) {
	for _, o := range op.All() {
		if o.Twin == "" && o.Group() != "test" {
			offers = append(offers, newOffer(o))
		}
	}
	return offers
}

// compile reads a schema of a tool, in the draft that clients assume.
func compile(t *testing.T, name string, schema any) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.(json.RawMessage)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

func holds(t *testing.T, s *jsonschema.Schema, name, document string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s: %v\n%.300s", name, err, document)
	}
}

// Whatever the degree of detail, every example and its answer fit.
func TestEveryDegreeIsTrue(t *testing.T) {
	for _, f := range listed() {
		for d, form := range f.forms {
			in := compile(t, "in.json", form.tool.InputSchema)
			out := compile(t, "out.json", form.tool.OutputSchema)
			for _, e := range f.op.Examples {
				data, err := f.op.Sample(e)
				if err != nil {
					t.Fatal(err)
				}
				name := f.op.ID + " " + e.Name
				holds(t, in, name+" input", e.In)
				holds(t, out, name+" answer", `{"success":true,"data":`+string(data)+`}`)
			}
			if d > 0 && form.size < f.forms[d-1].size {
				t.Errorf("%s: degree %d is shorter than the one before", f.op.ID, d)
			}
		}
	}
}

// A schema of a success does not let an error document through unnoticed.
func TestOutputSchemaRefusesOtherAnswers(t *testing.T) {
	for _, f := range listed() {
		for d, form := range f.forms {
			out := compile(t, "out.json", form.tool.OutputSchema)
			for _, wrong := range []string{`{"success":true}`, `{"success":false,"errors":[]}`, `[]`} {
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(wrong))
				if err != nil {
					t.Fatal(err)
				}
				if out.Validate(v) == nil {
					t.Errorf("%s, degree %d accepts %s", f.op.ID, d, wrong)
				}
			}
		}
	}
}

// Schemas are what clients can pass on: each node has a type, an enumeration
// or alternatives, unless it is any JSON; a type is one word; a list says of
// what; there is no extension of ours and no bare true or false.
func TestSchemasArePortable(t *testing.T) {
	for _, f := range listed() {
		for _, form := range f.forms {
			for _, schema := range []any{form.tool.InputSchema, form.tool.OutputSchema} {
				text := string(schema.(json.RawMessage))
				if at := regexp.MustCompile(`"x-[a-z]+"|"type":\[`).FindString(text); at != "" {
					t.Errorf("%s has %s: %s", f.op.ID, at, text)
				}
				for _, list := range regexp.MustCompile(`"type":"array"[,}].{0,9}`).FindAllString(text, -1) {
					if !strings.HasPrefix(list, `"type":"array","items":{`) {
						t.Errorf("%s: a list of nothing known: %s", f.op.ID, list)
					}
				}
			}
		}
	}
}

func sizeOf(t *testing.T, tools any) int {
	t.Helper()
	b, err := json.Marshal(tools)
	if err != nil {
		t.Fatal(err)
	}
	return len(b)
}

func TestListsFitTheBudget(t *testing.T) {
	all := slices.DeleteFunc(listed(), func(f offer) bool { return !Core(f.op) })
	for n := len(all); n > 0; n /= 2 {
		tools := fit(all[:n])
		if size := sizeOf(t, tools); size > listBudget+n+2 {
			t.Errorf("%d tools have %d bytes", n, size)
		}
		if len(tools) != n || tools[n-1].Name != all[n-1].op.ID {
			t.Errorf("%d of %d tools", len(tools), n)
		}
	}
}

// The fewer the tools, the more is said of each; a handful is described in full.
func TestDetailGrowsAsListsShrink(t *testing.T) {
	all := listed()
	few, full := fit(all[:8]), 0
	for i, tool := range few {
		if tool == all[i].forms[len(all[i].forms)-1].tool {
			full++
		}
		if sizeOf(t, tool) < sizeOf(t, fit(all)[i]) {
			t.Errorf("%s is shorter among few", tool.Name)
		}
	}
	if full != len(few) {
		t.Errorf("%d of %d are described in full", full, len(few))
	}
	if len(fit(nil)) != 0 {
		t.Error("tools out of nothing")
	}
}

// What decides the choice of a tool: product.md 4.
func TestDescriptions(t *testing.T) {
	cost := regexp.MustCompile(` \d+ (image )?units?( after its own free requests|, one more for each further million pixels begun)?\.$| AI tokens at the model's rates, for a valid answer only(, or 1 unit with local-1)?\.$`)
	verb := regexp.MustCompile(`^[A-Z][a-z]+s `)
	for _, f := range listed() {
		tool := f.forms[0].tool
		if n := len(strings.Fields(f.op.Doc())); n > 60 {
			t.Errorf("%s: the description has %d words; at most 60", tool.Name, n)
		}
		if !cost.MatchString(tool.Description) || !verb.MatchString(tool.Description) {
			t.Errorf("%s: %q does not begin with what it does or end with what it costs", tool.Name, tool.Description)
		}
		if tool.Title == "" || len(tool.Name) > 25 {
			t.Errorf("%s: title %q", tool.Name, tool.Title)
		}
		for _, p := range f.op.Params() {
			if p.Doc == "" {
				t.Errorf("%s: %s is not described", tool.Name, p.Name)
			}
		}
	}
}

// The two tools of compact mode are described by hand.
func TestCompactTools(t *testing.T) {
	holds(t, compile(t, "in.json", searchTool.InputSchema), "search", `{"query":"loan"}`)
	holds(t, compile(t, "in.json", callTool.InputSchema), "call", `{"operation":"a","arguments":{"b":1}}`)
	compile(t, "out.json", searchTool.OutputSchema)
	compile(t, "out.json", callTool.OutputSchema)
	if n := sizeOf(t, []any{searchTool, callTool}); n > 2000 {
		t.Errorf("%d bytes", n)
	}
}
