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
			if i >= len(list) {
				return "absent"
			}
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
			`Costs 2 units after its own free requests."`,
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

// A picture is answered by two methods, as bytes or as JSON without the bytes,
// and to signed links.
func TestPictures(t *testing.T) {
	doc := openapi.JSON("")
	const (
		get, post = "paths /v1/design/shape get ", "paths /v1/design/shape post "
		sign      = "paths /v1/design/shape/sign post "
		data      = `{"content_type":"image/png","width":1,"height":1,"bytes":1,"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","text":"x"}`
	)
	for path, want := range map[string]string{
		get + "operationId": `"shape-picture-get"`, post + "operationId": `"shape-picture"`,
		get + "x-units": `1`, get + "x-pool": `"image"`, sign + "x-pool": `absent`,
		get + "security": `[{"bearer":[]},{"signature":[]}]`, post + "security": `absent`,
		"components securitySchemes signature in": `"query"`,
		get + "requestBody":                       `absent`,
		get + "parameters 1 name":                 `"text"`,
		get + "parameters 1 examples all":         `{"value":"x"}`,
		get + "parameters 2 schema":               `absent`,
		get + "parameters 2 content": `{"application/json":{"schema":{"type":"object","properties":{"high":{"type":"boolean","description":"Whether"}},` +
			`"required":["high"],"additionalProperties":false},"examples":{"all":{"value":{"high":true}}}}}`,
		post + "parameters 0 name": `"Idempotency-Key"`, post + "parameters 1": `absent`,
		get + "responses 200 content image/png":                           `{"schema":{"type":"string","format":"binary"}}`,
		get + "responses 200 content image/svg+xml":                       `{"schema":{"type":"string"}}`,
		get + "responses 200 content application/json examples all value": `{"success":true,"data":` + data + `}`,
		post + "responses 200 content image/png schema type":              `"string"`,
		get + "responses 304 headers ETag schema type":                    `"string"`,
		get + "responses 413":                                             `absent`, post + "responses 304": `absent`,
		sign + "requestBody content application/json schema":                                                         `{"$ref":"#/components/schemas/ShapePictureSignInput"}`,
		"components schemas ShapePictureSignInput properties expires_in type":                                        `["integer","null"]`,
		"components schemas ShapePictureResult properties image_base64 type":                                         `"string"`,
		"components responses Unauthorized content application/problem+json examples signature_expired value status": `401`,
	} {
		if got := at(t, doc, path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
}

// A product host has its own operations, paths and ids, and no more.
func TestHosts(t *testing.T) {
	doc := openapi.HostJSON("shape", "https://shape.example", "https://x.example/sub")
	const word, byForm = "paths /v1/word post ", "paths /v1/word/{form} post "
	for path, want := range map[string]string{
		"servers 0 url":                    `"https://shape.example"`,
		"paths /v1/shape get operationId":  `"shape-picture-get"`,
		"paths /v1/paint get operationId":  `"shape-picture-paint-get"`,
		"paths /v1/paint post operationId": `"shape-picture-paint"`,
		word + "operationId":               `"shape-word"`,
		byForm + "operationId":             `"shape-word-by-form"`,
		byForm + "parameters 0":            `{"name":"form","in":"path","required":true,"description":"A word. It need not be repeated in the body.","schema":{"type":"string","enum":["a","b"]},"example":"a"}`,
		word + "requestBody content application/json examples b value": `{"text":"x","form":"b"}`,
		byForm + "requestBody content application/json examples":       `{"bare":{"value":{"text":"x"}},"a":{"value":{"text":"x","form":"a"}}}`,
		"paths /v1/design/shape":                                       `absent`,
		"paths /v1/usage":                                              `absent`,
		"paths /readyz get operationId":                                `"readyz"`,
		"components responses NotFound":                                `absent`,
		"components responses Unauthorized content application/problem+json examples missing_api_key value type": `"https://x.example/sub/problems/missing_api_key"`,
	} {
		if got := at(t, doc, path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
	if yaml := string(openapi.HostYAML("shape", "https://shape.example", "")); !strings.Contains(yaml, "/v1/word/{form}") {
		t.Error("the YAML lacks a path")
	}
}
