package openapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strings"

	"toolcrib/internal/op"
)

// Version is the version of the API, not of the program: it changes when the
// document does, and its first number when something in it breaks callers.
const Version = "1.0.0"

//go:embed description.md
var description string

//go:embed static.json
var staticJSON []byte

// static holds what does not depend on the registry, in document order.
var static struct {
	SecuritySchemes json.RawMessage `json:"securitySchemes"`
	Headers         json.RawMessage `json:"headers"`
	Schemas         json.RawMessage `json:"schemas"`
	Paths           json.RawMessage `json:"paths"`
}

func init() { must(json.Unmarshal(staticJSON, &static)) }

// JSON returns the document as indented JSON. base is the public URL of the
// service's root, "" when none is configured. It panics when an example of an
// operation does not work, which is a defect of that operation and shows when
// the program starts.
func JSON(base string) []byte {
	var b bytes.Buffer
	must(json.Indent(&b, newDocument(base, op.All()).object().AppendJSON(nil), "", "  "))
	b.WriteByte('\n')
	return b.Bytes()
}

// YAML returns the same document as YAML 1.2, in the same order.
func YAML(base string) []byte { return yamlFromJSON(JSON(base)) }

// document is one document being written.
type document struct {
	base     string // without a final slash
	ops      []*op.Op
	schemas  op.Object    // those of operations, as they come up
	refusals map[int]bool // statuses referred to
}

func newDocument(base string, ops []*op.Op) *document {
	return &document{base: strings.TrimSuffix(base, "/"), ops: ops, refusals: map[int]bool{}}
}

func (d *document) object() op.Object {
	paths := d.paths()
	return op.Object{
		m("openapi", "3.1.0"),
		m("info", d.info()),
		m("servers", []op.Object{{m("url", d.server()), m("description", "This service")}}),
		m("security", []op.Object{{m("bearer", []string{})}}),
		m("tags", d.tags()),
		m("paths", paths),
		m("components", op.Object{
			m("securitySchemes", op.Raw(static.SecuritySchemes)),
			m("schemas", append(members(static.Schemas), d.schemas...)),
			m("responses", d.responses()),
			m("headers", op.Raw(static.Headers)),
		}),
	}
}

func (d *document) info() op.Object {
	contact := op.Object{m("name", "The operator of this service")}
	if d.base != "" {
		contact = append(contact, m("url", d.base))
	}
	return op.Object{
		m("title", "Toolcrib"),
		m("summary", "Small utility operations with exact answers, over one metered API."),
		m("description", strings.TrimSpace(description)),
		m("contact", contact),
		m("license", op.Object{m("name", "Apache License 2.0"), m("identifier", "Apache-2.0")}),
		m("version", Version),
	}
}

// server is the URL that paths are appended to. "/" is the root of whatever
// host the document was read from.
func (d *document) server() string {
	if d.base == "" {
		return "/"
	}
	return d.base
}

// tags lists the groups that have operations, and the service's own.
func (d *document) tags() []op.Object {
	var tags []op.Object
	last := ""
	for _, o := range d.ops {
		if g := o.Group(); g != last {
			tags, last = append(tags, tag(g)), g
		}
	}
	return append(tags, tag(serviceGroup))
}

func tag(group string) op.Object {
	return op.Object{m("name", group), m("description", groups[group])}
}

// paths writes every path item; two operations may share a path by method.
func (d *document) paths() op.Object {
	var paths op.Object
	for _, o := range d.ops {
		method := m(strings.ToLower(o.Method), d.operation(o))
		if n := len(paths); n > 0 && paths[n-1].Name == o.Path {
			paths[n-1].Value = append(paths[n-1].Value.(op.Object), method)
			continue
		}
		paths = append(paths, m(o.Path, op.Object{method}))
	}
	return append(paths, members(static.Paths)...)
}

// m is one member of an object.
func m(name string, value any) op.Member { return op.Member{Name: name, Value: value} }

// members splits a JSON object into its members, in order and with their
// values as they are spelt.
func members(object []byte) (list op.Object) {
	dec := json.NewDecoder(bytes.NewReader(object))
	_, err := dec.Token()
	must(err)
	for dec.More() {
		name, err := dec.Token()
		must(err)
		var value json.RawMessage
		must(dec.Decode(&value))
		list = append(list, m(name.(string), op.Raw(value)))
	}
	return list
}

func ref(section, name string) op.Object {
	return op.Object{m("$ref", "#/components/"+section+"/"+name)}
}

// must is for what a test of this package rules out.
func must(err error) {
	if err != nil {
		panic("openapi: " + err.Error())
	}
}
