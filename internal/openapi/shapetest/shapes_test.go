package shapetest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/openapi"
)

// at returns what stands in a document at names separated by spaces, as
// compact JSON, or "absent". Numbers keep their spelling and members their
// order.
func at(t *testing.T, doc []byte, path string) string {
	t.Helper()
	rest := json.RawMessage(doc)
	for name := range strings.FieldsSeq(path) {
		var o map[string]json.RawMessage
		var list []json.RawMessage
		if i, err := strconv.Atoi(name); err == nil && json.Unmarshal(rest, &list) == nil {
			rest = list[i]
			continue
		}
		if err := json.Unmarshal(rest, &o); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if rest = o[name]; rest == nil {
			return "absent"
		}
	}
	var b bytes.Buffer
	if err := json.Compact(&b, rest); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestShapes(t *testing.T) {
	doc := openapi.JSON("")
	const (
		query  = "paths /v1/calculators/shape get "
		body   = "paths /v1/text/shape post "
		twin   = "paths /v1/text/shape-twin post "
		raw    = "paths /v1/data/shape post "
		rawGet = "paths /v1/data/shape get "
		result = "responses 200 content application/json "
	)
	for path, want := range map[string]string{
		query + "x-units":  `2`,
		query + "x-varies": `true`,
		query + "description": `"Takes a query.\n\nSource: RFC 3986\n\n` +
			`Costs 2 units once its own free requests of the month are used up."`,
		query + "parameters 0 name":     `"amount"`,
		query + "parameters 0 required": `true`,
		query + "parameters 0 schema":   `{"type":"number","exclusiveMinimum":0,"maximum":1000000000000,"x-aliases":["sum"]}`,
		query + "parameters 0 examples": `{"least":{"value":100000.50},"all":{"value":1e3}}`,
		query + "parameters 1 required": `absent`,
		query + "parameters 1 schema":   `{"type":["string","integer"],"enum":["2","10","hex",2,10],"default":"10"}`,
		query + "parameters 2 examples": `{"all":{"value":["a","b: c"]}}`,
		query + "parameters 2 style":    `absent`,
		query + "requestBody":           `absent`,
		query + "responses 400":         `{"$ref":"#/components/responses/BadRequest"}`,
		query + "responses 413":         `absent`,
		query + result + "examples all": `{"value":{"success":true,"data":{"amount":1000,"count":2,"note":null}}}`,
		query + result + "schema": `{"type":"object","properties":{"success":{"type":"boolean","const":true},` +
			`"data":{"$ref":"#/components/schemas/ShapeQueryResult"}},"required":["success","data"]}`,

		body + "x-units":         `1`,
		body + "x-varies":        `absent`,
		body + "parameters 0 in": `"header"`,
		body + "responses 400":   `absent`,
		body + "responses 413":   `{"$ref":"#/components/responses/ContentTooLarge"}`,
		body + "requestBody content application/json schema": `{"$ref":"#/components/schemas/ShapeBodyInput"}`,
		body + "responses 200 content text/plain":            `{"schema":{"type":"string"},"examples":{"all":{"value":"naïve\n\u0007"}}}`,
		body + "description": `"Takes a body.\n\nSource: RFC 8259\n\n` +
			"With `Accept: text/plain` the answer is the main result alone." + `\n\nCosts 1 unit."`,

		twin + "requestBody content application/json schema":       `{"$ref":"#/components/schemas/ShapeBodyInput"}`,
		twin + result + "schema properties data":                   `{"$ref":"#/components/schemas/ShapeBodyResult"}`,
		"components schemas ShapeTwinInput":                        `absent`,
		"components schemas ShapeBodyInput additionalProperties":   `false`,
		"components schemas ShapeBodyResult additionalProperties":  `absent`,
		"components schemas ShapeQueryResult properties note type": `["string","null"]`,

		raw + "responses 200 content": `{"application/json":{"schema":{"type":"object","properties":{"success":{"type":"boolean","const":true},` +
			`"data":{"$ref":"#/components/schemas/ShapeRawResult"}},"required":["success","data"]},` +
			`"examples":{"digits":{"value":{"success":true,"data":{"value":{"n":1.10}}}}}}}`,
		raw + "description": `"Gives back a document.\n\nSource: RFC 8259\n\n` +
			"With `Accept: application/json;profile=raw` the answer is the main result alone." + `\n\nCosts 5 units."`,
		rawGet + "parameters 0 name":                  `"Idempotency-Key"`,
		rawGet + result + "examples":                  `{"nothing":{"value":{"success":true,"data":{"value":true}}}}`,
		"components responses BadRequest description": `"A parameter is missing or not valid. Nothing was charged."`,
	} {
		if got := at(t, doc, path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
}
