package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document is what the tests read of an OpenAPI document. Examples keep their
// bytes.
type document struct {
	Info    struct{ Version string }
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   map[string]map[string]operation
}

type operation struct {
	OperationID string
	Summary     string
	Description string
	Tags        []string
	Units       *int64 `json:"x-units"`
	Since       string `json:"x-since"`
	Varies      bool   `json:"x-varies"`
	Security    *[]any // empty where no key is needed
	Pool        string `json:"x-pool"`
	Parameters  []parameter
	RequestBody struct{ Content map[string]media }
	Responses   map[string]struct {
		Ref     string `json:"$ref"`
		Headers map[string]any
		Content map[string]media
	}
}

type parameter struct {
	Name, In string
	Required bool
	Schema   struct {
		Aliases []string `json:"x-aliases"`
	}
	Examples map[string]example
	Content  map[string]media
}

type media struct {
	Schema   json.RawMessage
	Examples map[string]example
}

type example struct{ Value json.RawMessage }

// parse reads a document.
func parse(t *testing.T, doc []byte) document {
	t.Helper()
	var d document
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// each calls f for every operation of the document.
func (d document) each(f func(method, path string, o operation)) {
	for path, item := range d.Paths {
		for method, o := range item {
			f(strings.ToUpper(method), path, o)
		}
	}
}

// description is a document in the forms that tests want. Its schemas are
// compiled by a validator that shares no code with the service and loads
// nothing.
type description struct {
	document
	tree     object
	compiler *jsonschema.Compiler
}

type refuseToLoad struct{}

func (refuseToLoad) Load(url string) (any, error) { return nil, fmt.Errorf("refused to load %s", url) }

const documentURL = "mem:///openapi.json"

func describe(t *testing.T, doc []byte) description {
	t.Helper()
	d := description{parse(t, doc), unmarshal(t, doc).(object), jsonschema.NewCompiler()}
	d.compiler.UseLoader(refuseToLoad{})
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource(documentURL, d.tree); err != nil {
		t.Fatal(err)
	}
	return d
}

// valid checks a JSON value against the schema at a path inside the document.
func (d description) valid(t *testing.T, value []byte, path ...string) {
	t.Helper()
	escaped := make([]string, len(path))
	for i, step := range path {
		escaped[i] = strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
	}
	pointer := url.URL{Fragment: "/" + strings.Join(escaped, "/")}
	schema, err := d.compiler.Compile(documentURL + pointer.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(unmarshal(t, value)); err != nil {
		t.Errorf("%s\n%v", value, err)
	}
}

func unmarshal(t *testing.T, doc []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return v
}

func compact(t *testing.T, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
