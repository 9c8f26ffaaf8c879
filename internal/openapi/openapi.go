package openapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
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
	var places []place
	for _, o := range op.All() {
		places = append(places, place{o, o.Path, ""})
	}
	return newDocument(base, base, places).json(static.Paths)
}

// YAML returns the same document as YAML 1.2, in the same order.
func YAML(base string) []byte { return yamlFromJSON(JSON(base)) }

// HostJSON is the document of a product host, which has only the operations
// and paths that are offered there. at is the public URL of the host, base that
// of the service, where problems are described.
func HostJSON(host, at, base string) []byte {
	var places []place
	for _, o := range op.All() {
		first := true
		for _, h := range o.Hosts {
			if h.Host != host {
				continue
			}
			p := place{o, h.Path, ""}
			if !first {
				p.suffix = suffix(h.Path)
			}
			places, first = append(places, p), false
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return strings.Compare(a.path, b.path) })
	var paths op.Object
	for _, path := range members(static.Paths) {
		if slices.Contains(hostPaths, path.Name) {
			paths = append(paths, path)
		}
	}
	return newDocument(at, base, places).json(paths.AppendJSON(nil))
}

// HostYAML is HostJSON as YAML.
func HostYAML(host, at, base string) []byte { return yamlFromJSON(HostJSON(host, at, base)) }

// hostPaths are the endpoints of the service that product hosts have too.
var hostPaths = []string{"/openapi.json", "/openapi.yaml", "/healthz", "/readyz"}

// suffix tells a further path of an operation from the first in operationIds.
func suffix(path string) string {
	last := path[strings.LastIndexByte(path, '/')+1:]
	return "-" + strings.NewReplacer("{", "by-", "}", "").Replace(last)
}

// place is where an operation stands in the document.
type place struct {
	*op.Op
	path   string
	suffix string // of its operationId, so that none is there twice
}

// document is one document being written.
type document struct {
	base     string // without a final slash
	problems string // the base URL of problems, likewise
	ops      []place
	schemas  op.Object // those of operations, as they come up
	linked   bool      // an operation answers signed links
}

func newDocument(base, problems string, ops []place) *document {
	return &document{base: strings.TrimSuffix(base, "/"), problems: strings.TrimSuffix(problems, "/"), ops: ops}
}

// json is the document with the endpoints of the service behind its operations.
func (d *document) json(service []byte) []byte {
	var b bytes.Buffer
	must(json.Indent(&b, d.object(service).AppendJSON(nil), "", "  "))
	b.WriteByte('\n')
	return b.Bytes()
}

func (d *document) object(service []byte) op.Object {
	paths := append(d.paths(), members(service)...)
	schemes := members(static.SecuritySchemes)
	if d.linked {
		schemes = append(schemes, signature)
	}
	return op.Object{
		m("openapi", "3.1.0"),
		m("info", d.info()),
		m("servers", []op.Object{{m("url", d.server()), m("description", "This service")}}),
		m("security", []op.Object{{m("bearer", []string{})}}),
		m("tags", d.tags()),
		m("paths", paths),
		m("components", append(op.Object{m("securitySchemes", schemes)}, referred(paths, op.Object{
			m("schemas", append(members(static.Schemas), d.schemas...)),
			m("responses", d.responses()),
			m("headers", members(static.Headers)),
		})...)),
	}
}

var reference = regexp.MustCompile(`"#/components/([A-Za-z]+)/([^"]+)"`)

// referred are the components that the paths refer to, through others too:
// one that nothing refers to is a fault in the eyes of readers' tools.
func referred(paths, components op.Object) op.Object {
	used := map[string]bool{}
	var follow func(text []byte)
	follow = func(text []byte) {
		for _, found := range reference.FindAllSubmatch(text, -1) {
			section, name := string(found[1]), string(found[2])
			if all, _ := components.Get(section).(op.Object); !used[section+"/"+name] {
				used[section+"/"+name] = true
				follow(op.Object{m(name, all.Get(name))}.AppendJSON(nil))
			}
		}
	}
	follow(paths.AppendJSON(nil))
	var kept op.Object
	for _, section := range components {
		var members op.Object
		for _, c := range section.Value.(op.Object) {
			if used[section.Name+"/"+c.Name] {
				members = append(members, c)
			}
		}
		kept = append(kept, m(section.Name, members))
	}
	return kept
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
		if n := len(paths); n == 0 || paths[n-1].Name != o.path {
			paths = append(paths, m(o.path, op.Object{}))
		}
		item := &paths[len(paths)-1]
		for _, method := range o.Methods() {
			item.Value = append(item.Value.(op.Object), m(strings.ToLower(method), d.operation(o, method)))
		}
	}
	return paths
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
