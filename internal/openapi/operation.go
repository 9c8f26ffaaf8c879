package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"toolcrib/internal/op"
)

// operation writes one operation of the registry.
func (d *document) operation(o *op.Op) op.Object {
	object := op.Object{
		m("operationId", o.ID),
		m("summary", o.Summary),
		m("description", describe(o)),
		m("tags", []string{o.Group()}),
		m("x-units", o.Class.Units()),
		m("x-since", o.Since),
	}
	if o.Varies {
		object = append(object, m("x-varies", true))
	}
	if o.Method == http.MethodPost {
		object = append(object, m("parameters", []op.Object{idempotencyKey}), m("requestBody", d.body(o)))
	} else {
		object = append(object, m("parameters", append(parameters(o), idempotencyKey)))
	}
	return append(object, m("responses", d.answers(o)))
}

// idempotencyKey is the header that every operation takes. It stands in each
// in full: simple programs that read the document follow no references.
var idempotencyKey = op.Object{
	m("name", "Idempotency-Key"), m("in", "header"),
	m("description", "A value of your own, such as a UUID: for 24 hours the same call with it gets the same answer and costs nothing more."),
	m("schema", op.Object{m("type", "string"), m("minLength", 1), m("maxLength", 255)}),
}

// describe says in Markdown what the operation's fields cannot.
func describe(o *op.Op) string {
	paragraphs := []string{o.Doc(), "Source: " + o.Source}
	if raw := o.RawType(); raw != "" {
		paragraphs = append(paragraphs, "With `Accept: "+raw+"` the answer is the main result alone.")
	}
	if o.Twin != "" {
		paragraphs = append(paragraphs, "The same operation as `"+o.Twin+"`, under a second path.")
	}
	price := fmt.Sprintf("Costs %d unit", o.Class.Units())
	if o.Class.Units() != 1 {
		price += "s"
	}
	if o.Allowed {
		price += " once its own free requests of the month are used up"
	}
	return strings.Join(append(paragraphs, price+"."), "\n\n")
}

// body is the request body of a POST.
func (d *document) body(o *op.Op) op.Object {
	examples := make(op.Object, len(o.Examples))
	for i, e := range o.Examples {
		examples[i] = m(e.Name, op.Object{m("value", op.Raw(e.In))})
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
func parameters(o *op.Op) []op.Object {
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
		object = append(object, m("schema", without(p.Schema, "description")))
		var examples op.Object
		for i, e := range o.Examples {
			if value := sent(inputs[i], p); value != nil {
				examples = append(examples, m(e.Name, op.Object{m("value", value)}))
			}
		}
		if examples != nil {
			object = append(object, m("examples", examples))
		}
		list = append(list, object)
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

func without(o op.Object, name string) (rest op.Object) {
	for _, member := range o {
		if member.Name != name {
			rest = append(rest, member)
		}
	}
	return rest
}

// schema refers to a schema of the operation, which it adds to the components
// when it is new. Operations that answer under two paths share theirs.
func (d *document) schema(o *op.Op, kind string, of func() op.Object) op.Object {
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
