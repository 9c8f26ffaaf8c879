package openapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

// answers are the responses of an operation: the result, and every refusal
// that can happen to it.
func (d *document) answers(o *op.Op) op.Object {
	responses := op.Object{m("200", d.result(o))}
	for _, status := range refusalsOf(o) {
		d.refusals[status] = true
		responses = append(responses, m(strconv.Itoa(status), ref("responses", refusals[status].name)))
	}
	return responses
}

// refusalsOf lists the statuses an operation can be refused with.
func refusalsOf(o *op.Op) []int {
	statuses := []int{
		http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusConflict,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusRequestHeaderFieldsTooLarge, http.StatusInternalServerError,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}
	if o.BadInput == http.StatusBadRequest {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if o.Method == http.MethodPost {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	slices.Sort(statuses)
	return statuses
}

// result is the response of a call that succeeded.
func (d *document) result(o *op.Op) op.Object {
	text := "The result."
	if o.Varies {
		text = "The result. The examples stand for a fixed time and fixed chance; every call has its own."
	}
	envelope := op.Object{
		m("type", "object"),
		m("properties", op.Object{
			m("success", op.Object{m("type", "boolean"), m("const", true)}),
			m("data", d.schema(o, "Result", o.Output)),
		}),
		m("required", []string{"success", "data"}),
	}
	full, raw := samples(o)
	content := op.Object{m("application/json", op.Object{m("schema", envelope), m("examples", full)})}
	if rawText(o) {
		content = append(content, m(o.RawType(), op.Object{m("schema", op.Object{m("type", "string")}), m("examples", raw)}))
	}
	return op.Object{
		m("description", text),
		m("headers", headers("Request-Id", "RateLimit-Policy", "RateLimit", "Toolcrib-Quota", "Toolcrib-Charge", "Idempotent-Replayed")),
		m("content", content),
	}
}

// rawText tells whether the raw form of the answer has a media type of its
// own. A raw form that is JSON is sent as application/json, where the
// document has the envelope; the description of the operation tells of it.
func rawText(o *op.Op) bool {
	raw := o.RawType()
	return raw != "" && !strings.HasPrefix(raw, "application/json")
}

// samples computes the answers to the operation's examples, in the envelope
// and, where there is one, in the raw form.
func samples(o *op.Op) (full, raw op.Object) {
	for _, e := range o.Examples {
		data, text, err := sample(o, e)
		if err != nil {
			panic(fmt.Sprintf("openapi: example %q of %s: %v", e.Name, o.ID, err))
		}
		full = append(full, m(e.Name, op.Object{m("value", op.Object{m("success", true), m("data", op.Raw(data))})}))
		raw = append(raw, m(e.Name, op.Object{m("value", string(text))}))
	}
	return full, raw
}

func sample(o *op.Op, e op.Example) (data, text []byte, err error) {
	in, err := o.Decode(op.JSON([]byte(e.In)), op.DefaultLimits())
	if err != nil {
		return nil, nil, err
	}
	out, err := o.Run(op.SampleEnv().With(context.Background()), in)
	if err != nil {
		return nil, nil, err
	}
	if rawText(o) {
		text = o.AppendRaw(nil, out)
	}
	return o.AppendData(nil, out), text, nil
}

func headers(names ...string) op.Object {
	object := make(op.Object, len(names))
	for i, name := range names {
		object[i] = m(name, ref("headers", name))
	}
	return object
}
