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
func (d *document) answers(o place, method string) op.Object {
	responses := op.Object{m("200", d.result(o, method))}
	if picture(o, method) {
		responses = append(responses, m("304", op.Object{
			m("description", "The picture is the one that `If-None-Match` names. Nothing was charged."),
			m("headers", append(headers("Request-Id"), pictureHeaders...)),
		}))
	}
	for _, status := range refusalsOf(o, method) {
		responses = append(responses, m(strconv.Itoa(status), ref("responses", refusals[status].name)))
	}
	return responses
}

// picture tells whether the answer is a picture unless the caller asks for the
// envelope.
func picture(o place, method string) bool { return o.Media != nil && method == http.MethodGet }

// pictureHeaders are those of a picture that GET answers.
var pictureHeaders = op.Object{
	m("ETag", op.Object{m("description", "SHA-256 of the picture in hex; with it in `If-None-Match` the same picture is 304 and costs nothing."),
		m("schema", op.Object{m("type", "string")}), m("example", `"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"`)}),
	m("Cache-Control", op.Object{m("description", "How long it may be kept, and by whom: behind a signed link by everybody."),
		m("schema", op.Object{m("type", "string")}), m("example", "private, no-cache")}),
}

// refusalsOf lists the statuses an operation can be refused with.
func refusalsOf(o place, method string) []int {
	statuses := []int{
		http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusConflict,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusRequestHeaderFieldsTooLarge, http.StatusInternalServerError,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}
	if o.BadInput == http.StatusBadRequest {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if o.AI() {
		statuses = append(statuses, http.StatusBadGateway)
	}
	if method == http.MethodPost {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	slices.Sort(statuses)
	return statuses
}

// result is the response of a call that succeeded.
func (d *document) result(o place, method string) op.Object {
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
	if o.Media != nil {
		text += " In the examples the picture's bytes are left out."
		for _, mediaType := range o.Media {
			content = append(content, m(mediaType, op.Object{m("schema", pictureSchema(mediaType))}))
		}
	}
	if rawText(o) {
		content = append(content, m(o.RawType(), op.Object{m("schema", op.Object{m("type", "string")}), m("examples", raw)}))
	}
	if o.AI() {
		content = append(content, m("text/event-stream", op.Object{m("schema", events)}))
	}
	sent := headers("Request-Id", "RateLimit-Policy", "RateLimit", "Toolcrib-Quota", "Toolcrib-Charge", "Idempotent-Replayed")
	if picture(o, method) {
		sent = append(sent, pictureHeaders...)
	}
	return op.Object{
		m("description", text),
		m("headers", sent),
		m("content", content),
	}
}

// events is the schema of a stream of an answer.
var events = op.Object{m("type", "string"), m("description", "Server-sent events: `delta` with `{\"text\":\"…\"}` for each further part of the text, "+
	"then `result` with the envelope, or `problem` with a problem. `Toolcrib-Charge` is missing where parts were sent: the headers go before them.")}

// pictureSchema is that of bytes: a text, or what JSON Schema cannot say more of.
func pictureSchema(mediaType string) op.Object {
	if strings.HasPrefix(mediaType, "text/") || mediaType == "image/svg+xml" {
		return op.Object{m("type", "string")}
	}
	return op.Object{m("type", "string"), m("format", "binary")}
}

// rawText tells whether the raw form of the answer has a media type of its
// own. A raw form that is JSON is sent as application/json, where the
// document has the envelope; the description of the operation tells of it.
func rawText(o place) bool {
	raw := o.RawType()
	return raw != "" && !strings.HasPrefix(raw, "application/json")
}

// samples computes the answers to the operation's examples, in the envelope
// and, where there is one, in the raw form.
func samples(o place) (full, raw op.Object) {
	for _, e := range o.examples() {
		data, text, err := sample(o, e)
		if err != nil {
			panic(fmt.Sprintf("openapi: example %q of %s: %v", e.Name, o.ID, err))
		}
		full = append(full, m(e.Name, op.Object{m("value", op.Object{m("success", true), m("data", op.Raw(data))})}))
		raw = append(raw, m(e.Name, op.Object{m("value", string(text))}))
	}
	return full, raw
}

// source is an example as it is sent here: a field that stands in the path has
// its own example there.
func (o place) source(e op.Example) op.Source {
	var fields []op.Field
	for _, p := range o.Params() {
		if inPath(o, p.Name) {
			fields = append(fields, op.Field{Name: p.Name, Value: p.Example})
		}
	}
	return op.JSON([]byte(e.In)).With(fields)
}

// examples are those that go with the path.
func (o place) examples() []op.Example {
	if !strings.Contains(o.path, "{") {
		return o.Examples
	}
	return slices.DeleteFunc(slices.Clone(o.Examples), func(e op.Example) bool {
		_, err := o.Decode(o.source(e), op.DefaultLimits())
		return err != nil
	})
}

func sample(o place, e op.Example) (data, text []byte, err error) {
	in, err := o.Decode(o.source(e), op.DefaultLimits())
	if err != nil {
		return nil, nil, err
	}
	out, err := o.Run(op.SampleEnv().With(context.Background()), in)
	if err != nil {
		return nil, nil, err
	}
	if p := o.Picture(out); p != nil {
		p.Base64, p.DataURI = nil, nil
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
