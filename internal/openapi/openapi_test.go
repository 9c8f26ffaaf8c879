package openapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/problem"
)

var update = flag.Bool("update", false, "write api/openapi.json")

const golden = "../../api/openapi.json"

// TestGolden keeps api/openapi.json, the document that callers have seen, and
// lets it change in ways that break nobody.
func TestGolden(t *testing.T) {
	doc := openapi.JSON("")
	before, err := os.ReadFile(golden)
	if err != nil && !(*update && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	if before != nil && parse(t, before).Info.Version == openapi.Version {
		for _, b := range breaks(t, before, doc) {
			t.Errorf("breaks callers: %s", b)
		}
		if t.Failed() {
			t.Fatal("raise openapi.Version, or keep what was promised (before the first release, delete api/openapi.json)")
		}
	}
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(golden), 0o755), os.WriteFile(golden, doc, 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(before, doc) {
		t.Error("api/openapi.json is not the document of this registry; write it: go test ./internal/openapi -update")
	}
}

func TestSameBytesEachTime(t *testing.T) {
	for _, base := range []string{"", "https://tools.example/crib"} {
		if !bytes.Equal(openapi.JSON(base), openapi.JSON(base)) || !bytes.Equal(openapi.YAML(base), openapi.YAML(base)) {
			t.Errorf("two documents for base %q", base)
		}
	}
}

func TestServerIsTheBaseURL(t *testing.T) {
	for base, want := range map[string]string{
		"": "/", "/": "/", "https://tools.example": "https://tools.example",
		"https://tools.example/crib": "https://tools.example/crib", "https://tools.example/crib/": "https://tools.example/crib",
	} {
		doc := openapi.JSON(base)
		if got := parse(t, doc).Servers[0].URL; got != want {
			t.Errorf("base %q: server %q, want %q", base, got, want)
		}
		problemType := `"type": "` + strings.TrimSuffix(base, "/") + `/problems/rate_limited"`
		if !bytes.Contains(doc, []byte(problemType)) {
			t.Errorf("base %q: no problem has the type %s", base, problemType)
		}
	}
}

// TestMetaSchema checks the document against the OpenAPI Initiative's own
// schema, and every schema in it against JSON Schema 2020-12.
func TestMetaSchema(t *testing.T) {
	schema, err := os.ReadFile("testdata/openapi-3.1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	const (
		document = "https://spec.openapis.org/oas/3.1/schema/2021-09-28"
		dialect  = "https://spec.openapis.org/oas/3.1/dialect/base"
	)
	c := jsonschema.NewCompiler()
	c.UseLoader(refuseToLoad{})
	err = errors.Join(c.AddResource(document, unmarshal(t, schema)),
		c.AddResource(dialect, object{"$dynamicAnchor": "meta", "$ref": "https://json-schema.org/draft/2020-12/schema"}))
	if err != nil {
		t.Fatal(err)
	}
	meta, err := c.Compile(document)
	if err != nil {
		t.Fatal(err)
	}
	if err := meta.Validate(unmarshal(t, openapi.JSON(""))); err != nil {
		t.Error(err)
	}
}

// TestEveryOperation compares the document with the registry and with the
// statuses that the service contract lists.
func TestEveryOperation(t *testing.T) {
	doc := parse(t, openapi.JSON(""))
	described := map[string]bool{}
	for _, tag := range doc.Tags {
		if described[tag.Name] {
			t.Errorf("two tags %s", tag.Name)
		}
		described[tag.Name] = tag.Description != ""
	}
	for _, o := range op.All() {
		got, ok := doc.Paths[o.Path][strings.ToLower(o.Method)]
		if !ok || got.OperationID != o.ID {
			t.Errorf("%s %s is not %s", o.Method, o.Path, o.ID)
			continue
		}
		if also := doc.Paths[o.Path]["get"]; o.AlsoGet && also.OperationID != o.ID+"-get" {
			t.Errorf("GET %s is %q", o.Path, also.OperationID)
		}
		if got.Summary != o.Summary || !strings.HasPrefix(got.Description, o.Doc()) || got.Since != o.Since || *got.Units != o.Units() || got.Security != nil {
			t.Errorf("%s: wrong head: %+v", o.ID, got)
		}
		if len(got.Tags) != 1 || got.Tags[0] != o.Group() || !described[o.Group()] {
			t.Errorf("%s: group %s has no described tag", o.ID, o.Group())
		}
		want := []int{200, 401, 402, 422, 429}
		if o.BadInput == 400 {
			want = append(want, 400, 500)
		}
		for _, status := range want {
			if _, ok := got.Responses[strconv.Itoa(status)]; !ok {
				t.Errorf("%s: no response %d", o.ID, status)
			}
		}
		if _, ok := got.Responses["400"]; ok != (o.BadInput == 400) {
			t.Errorf("%s: response 400 listed: %t", o.ID, ok)
		}
		checkExampleNames(t, o, got)
	}
}

// checkExampleNames wants the examples of an operation, and no others, in its
// request and in its answer.
func checkExampleNames(t *testing.T, o *op.Op, got operation) {
	t.Helper()
	results := got.Responses["200"].Content["application/json"].Examples
	names := map[string]bool{}
	for _, e := range o.Examples {
		names[e.Name] = true
		if results[e.Name].Value == nil {
			t.Errorf("%s: no result of example %q", o.ID, e.Name)
		}
		sent := got.RequestBody.Content["application/json"].Examples[e.Name].Value
		if o.Method == "POST" && (sent == nil || compact(t, sent) != compact(t, []byte(e.In))) {
			t.Errorf("%s: example %q is sent as %s", o.ID, e.Name, sent)
		}
	}
	if len(results) != len(o.Examples) {
		t.Errorf("%s: %d results for %d examples", o.ID, len(results), len(o.Examples))
	}
	for _, p := range got.Parameters {
		for name := range p.Examples {
			if !names[name] {
				t.Errorf("%s: parameter %s has a stray example %q", o.ID, p.Name, name)
			}
		}
	}
}

// TestEveryProblemHasAnExample wants every code of the table in the document,
// under its own status.
func TestEveryProblemHasAnExample(t *testing.T) {
	var doc struct {
		Components struct {
			Responses map[string]struct{ Content map[string]media }
		}
	}
	if err := json.Unmarshal(openapi.JSON(""), &doc); err != nil {
		t.Fatal(err)
	}
	statuses := map[problem.Code]int{}
	for _, r := range doc.Components.Responses {
		for name, e := range r.Content[problem.MediaType].Examples {
			var body struct {
				Code   problem.Code
				Status int
			}
			if err := json.Unmarshal(e.Value, &body); err != nil || string(body.Code) != name {
				t.Errorf("example %s: %v %+v", name, err, body)
			}
			if body.Status != 400 {
				statuses[body.Code] = body.Status
			}
		}
	}
	for _, e := range problem.All() {
		if e.Status == 405 {
			continue // no documented operation has a method that its path lacks
		}
		if statuses[e.Code] != e.Status {
			t.Errorf("%s: status %d in the document, %d in the table", e.Code, statuses[e.Code], e.Status)
		}
	}
}
