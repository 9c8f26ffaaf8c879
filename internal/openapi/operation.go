package openapi

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"toolcrib/internal/link"
	"toolcrib/internal/op"
)

// operation writes one operation of the registry, as one method has it. Ids
// must be unique in a document: of an operation that takes POST and GET, the
// GET is called after the method.
func (d *document) operation(o place, method string) op.Object {
	id := o.ID + o.suffix
	if o.AlsoGet && method == http.MethodGet {
		id += "-get"
	}
	object := op.Object{
		m("operationId", id),
		m("summary", o.Summary),
		m("description", describe(o, method)),
		m("tags", []string{o.Group()}),
		m("x-units", o.Units()),
		m("x-since", o.Since),
	}
	if o.Pool != op.ComputePool {
		object = append(object, m("x-pool", string(o.Pool)))
	}
	if o.Varies {
		object = append(object, m("x-varies", true))
	}
	if links(o, method) {
		d.linked = true
		object = append(object, m("security", []op.Object{{m("bearer", []string{})}, {m(signature.Name, []string{})}}))
	}
	list := append(given(o), idempotencyKey)
	if method == http.MethodPost {
		object = append(object, m("parameters", list), m("requestBody", d.body(o)))
	} else {
		object = append(object, m("parameters", append(parameters(o), list...)))
	}
	return append(object, m("responses", d.answers(o, method)))
}

// links tells whether signed links lead to the operation.
func links(o place, method string) bool { return method == http.MethodGet && o.Signer() != nil }

// signature is how a signed link authenticates.
var signature = m("signature", op.Object{
	m("type", "apiKey"), m("in", "query"), m("name", link.Signature),
	m("description", "A signed link, made by the operation's …-sign sibling: the fields with `kid`, the key that pays, `exp`, where the link ends, and `sig`, "+
		"the unpadded base64url of the HMAC-SHA256 over the other parameters, sorted by name. It needs no API key and is charged once a month for each picture."),
})

// given are the parameters in the path.
func given(o place) (list []op.Object) {
	for _, p := range o.Params() {
		if !inPath(o, p.Name) {
			continue
		}
		object := op.Object{m("name", p.Name), m("in", "path"), m("required", true)}
		if p.Doc != "" {
			object = append(object, m("description", p.Doc+" It need not be repeated in the body."))
		}
		object = append(object, m("schema", without(p.Schema, "description", "default")))
		if p.Example != "" {
			object = append(object, m("example", p.Example))
		}
		list = append(list, object)
	}
	return list
}

func inPath(o place, field string) bool { return strings.Contains(o.path, "{"+field+"}") }

// idempotencyKey is the header that every operation takes. It stands in each
// in full: simple programs that read the document follow no references.
var idempotencyKey = op.Object{
	m("name", "Idempotency-Key"), m("in", "header"),
	m("description", "A value of your own, such as a UUID: for 24 hours the same call with it gets the same answer and costs nothing more."),
	m("schema", op.Object{m("type", "string"), m("minLength", 1), m("maxLength", 255)}),
}

// describe says in Markdown what the operation's fields cannot.
func describe(o place, method string) string {
	paragraphs := []string{o.Doc(), "Source: " + o.Source}
	if o.Media != nil {
		answer, other := "the picture", "`Accept: application/json` the envelope"
		if method == http.MethodPost {
			answer, other = "the envelope", "`Accept: "+o.Media[0]+"` the picture alone"
		}
		paragraphs = append(paragraphs, "The answer is "+answer+"; with "+other+". The field `response` decides before both.")
	}
	if links(o, method) {
		paragraphs = append(paragraphs, "A link signed by `"+o.Signer().ID+"` is answered without a key.")
	}
	if raw := o.RawType(); raw != "" {
		paragraphs = append(paragraphs, "With `Accept: "+raw+"` the answer is the main result alone.")
	}
	if o.AI() {
		paragraphs = append(paragraphs, "With `Accept: text/event-stream` the answer is a stream of server-sent events: `result` has the envelope, or `problem` what went wrong"+
			map[bool]string{true: "; before it each `delta` has a further part of the text. A stream that breaks off is charged for the parts that were sent.", false: "."}[o.Streams()])
	}
	if o.Twin != "" {
		paragraphs = append(paragraphs, "The same operation as `"+o.Twin+"`, under a second path.")
	}
	return strings.Join(append(paragraphs, "Costs "+o.Cost()+"."), "\n\n")
}

// body is the request body of a POST.
func (d *document) body(o place) op.Object {
	var examples op.Object
	for _, e := range o.examples() {
		examples = append(examples, m(e.Name, op.Object{m("value", op.Raw(e.In))}))
	}
	return op.Object{
		m("required", true),
		m("content", op.Object{m("application/json", op.Object{
			m("schema", d.schema(o, "Input", o.Input)),
			m("examples", examples),
		})}),
	}
}

// parameters are the query parameters of a GET. An example of the operation
// is spread over them, under its name.
func parameters(o place) []op.Object {
	inputs := make([]map[string]json.RawMessage, len(o.Examples))
	for i, e := range o.Examples {
		must(json.Unmarshal([]byte(e.In), &inputs[i]))
	}
	var list []op.Object
	for _, p := range o.Params() {
		object := op.Object{m("name", p.Name), m("in", "query")}
		if p.Doc != "" {
			object = append(object, m("description", p.Doc))
		}
		if p.Required {
			object = append(object, m("required", true))
		}
		schema := op.Object{m("schema", without(p.Schema, "description"))}
		var examples op.Object
		for i, e := range o.Examples {
			if value := sent(inputs[i], p); value != nil {
				examples = append(examples, m(e.Name, op.Object{m("value", value)}))
			}
		}
		if examples != nil {
			schema = append(schema, m("examples", examples))
		}
		if p.Schema.Get("type") == "object" {
			// A query carries it as JSON text.
			schema = op.Object{m("content", op.Object{m("application/json", schema)})}
		}
		list = append(list, append(object, schema...))
	}
	return list
}

// sent is what an example sends as the parameter, under whichever name.
func sent(input map[string]json.RawMessage, p op.Param) op.Raw {
	for _, name := range append([]string{p.Name}, p.Aliases...) {
		if value, ok := input[name]; ok {
			return op.Raw(value)
		}
	}
	return nil
}

func without(o op.Object, names ...string) (rest op.Object) {
	for _, member := range o {
		if !slices.Contains(names, member.Name) {
			rest = append(rest, member)
		}
	}
	return rest
}

// schema refers to a schema of the operation, which it adds to the components
// when it is new. Operations that answer under two paths share theirs.
func (d *document) schema(o place, kind string, of func() op.Object) op.Object {
	name := pascal(cmp.Or(o.Twin, o.ID)) + kind
	if d.schemas.Get(name) == nil {
		d.schemas = append(d.schemas, m(name, of()))
	}
	return ref("schemas", name)
}

// pascal writes an operation's id as code generators name types.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
