package ai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/data/jsonschema"
)

// Extract finds data in a text.
var Extract = op.DefineAI(op.Def[ExtractIn, ExtractOut]{
	ID:      "ai-extract",
	Route:   "POST /v1/text/ai/extract",
	Summary: "Extract data from text as JSON that fits your JSON Schema",
	Doc:     "Finds data in a text and answers with JSON that is valid by the JSON Schema sent; a reply that is not is never answered nor charged (502).",
	See:     []op.See{{When: "checking JSON of yours", ID: "json-validator"}},
	Words:   []string{"structured", "parse", "invoice", "entities", "fields", "json schema", "scrape"},
	Source:  source + "; JSON Schema 2020-12 and the drafts before",
	Since:   "1.0.0",
	Examples: []op.Example{
		{Name: "an order", In: `{"text":"Please send 3 boxes to Asha Rao in Pune.","schema":{"type":"object","properties":{"name":{"type":"string"},"city":{"type":"string"},"boxes":{"type":"integer"}},"required":["name","city","boxes"]}}`,
			Reply: `{"name":"Asha Rao","city":"Pune","boxes":3}`},
	},
}, op.AI[ExtractIn, ExtractOut]{Ask: askExtract, Read: readExtract})

// ExtractIn is the input of ai-extract.
type ExtractIn struct {
	Given
	Schema op.Raw `json:"schema" doc:"JSON Schema of what is to be found, at most 50,000 bytes; a $ref may only lead inside it." example:"{\"type\":\"object\"}"`
	op.AIIn
}

// ExtractOut is the answer of ai-extract.
type ExtractOut struct {
	Data op.Raw `json:"data,omitempty" doc:"What was found; it is valid by the schema." main:"application/json;profile=raw"`
	op.AIOut
}

// maxSchema bounds a schema, in bytes: it is part of the prompt.
const maxSchema = 50_000

// Check refuses what is no JSON Schema.
func (in *ExtractIn) Check(e *op.Invalid) {
	in.Given.Check(e)
	switch k := jsonscan.Kind(in.Schema[0]); {
	case len(in.Schema) > maxSchema:
		e.Add("schema", op.TooLong, "has %d bytes; at most %d are allowed", len(in.Schema), maxSchema)
		return
	case k != jsonscan.Object:
		e.Add("schema", jsonschema.Invalid, "must be an object").Hint = "send the schema as JSON, not as text"
		return
	}
	_, err := in.compile(context.Background())
	var faults jsonschema.Errors
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			e.Add("schema", f.Code, "%s", f.Message).Hint = f.Hint
		}
	case errors.Is(err, jsonschema.ErrTooComplex):
		e.Add("schema", op.InputTooComplex, "takes too many steps to read").Hint = "use fewer nested $ref, allOf, anyOf and oneOf"
	case err != nil:
		e.Add("schema", jsonschema.Invalid, "cannot be read: it is nested too deep")
	}
}

func (in *ExtractIn) compile(ctx context.Context) (*jsonschema.Schema, error) {
	tree, err := jsondoc.NewSource(in.Schema, jsondoc.JSON).Tree()
	if err != nil {
		return nil, err
	}
	return jsonschema.Compile(ctx, tree, false)
}

func askExtract(in ExtractIn) op.Ask {
	return op.Ask{
		System: "You extract data from texts. Find in the text named text what the JSON Schema named schema describes. Take only what the text says; make nothing up. " +
			"Answer with one JSON value that is valid by that schema.",
		Parts: []op.Part{{Name: "schema", Text: compact(in.Schema)}, {Name: "text", Text: in.Text}},
	}
}

// compact is a JSON document without white space, which would cost tokens.
func compact(doc []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil { // it was read before
		return string(doc)
	}
	return b.String()
}

func readExtract(ctx context.Context, in ExtractIn, reply string) (out ExtractOut, err error) {
	schema, err := in.compile(ctx)
	if err != nil {
		return out, err
	}
	src := jsondoc.NewSource([]byte(bare(reply)), jsondoc.JSON)
	report, err := src.Inspect(1)
	if err != nil || report.Duplicates.Count > 0 {
		return out, errNotJSON
	}
	tree, err := src.Tree()
	if err != nil {
		return out, errNotJSON
	}
	failures, count, err := schema.Validate(ctx, tree, 1)
	if err != nil {
		return out, fmt.Errorf("ai: the data cannot be held against the schema: %w", err)
	}
	if count > 0 {
		return out, &op.ModelOutput{Detail: fmt.Sprintf("The model's data does not fit the schema: %d faults, the first at the keyword %s.", count, op.Quote(failures[0].Keyword))}
	}
	out.Data = op.Raw(bare(reply))
	return out, nil
}
