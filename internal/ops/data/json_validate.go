package data

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/data/jsonschema"
	"toolcrib/internal/ops/rfc4648"
	"toolcrib/internal/ops/text/position"
)

// JSONValidator says whether a text is JSON, and whether it fits a schema.
var JSONValidator = op.Define(op.Def[JSONValidatorIn, JSONValidatorOut]{
	ID:      "json-validator",
	Route:   "POST /v1/data/json/validate",
	Summary: "Check JSON: first fault, what is suspicious, mismatches with a JSON Schema",
	Doc: "Checks JSON text or bytes and answers valid true or false: the first fault with its position, duplicate keys, numbers that " +
		"binary64 changes, counts. With schema (draft 4 to 2020-12; nothing is fetched, patterns are RE2) every mismatch with line and " +
		"column. Nesting over 1,000 levels is invalid.",
	See:    []op.See{{When: "layout, sorting or canonical form", ID: "json-formatter"}},
	Words:  []string{"lint", "linter", "verify", "parse error", "syntax error", "malformed", "broken", "contract"},
	Source: "RFC 8259; RFC 6901 for pointers; JSON Schema 2020-12, 2019-09, draft 7, 6 and 4; RFC 7493 section 2.2 for numbers",
	Since:  "1.0.0",
	Class:  op.T1,
	Rules:  []op.Rule{op.ExactlyOne("json", "json_base64")},
	Examples: []op.Example{
		{Name: "a value is missing", In: `{"json":"{\"a\":1,\n \"b\":}"}`},
		{Name: "trailing comma", In: `{"json":"[1,2,]"}`},
		{Name: "leading zero", In: `{"json":"[01]"}`},
		{Name: "duplicate key", In: `{"json":"{\"a\":1,\"a\":2}"}`},
		{Name: "with a schema", In: `{"json":"{\"id\":0,\"email\":\"x\",\"tags\":[\"a\",\"a\",1],\"zz\":1}","schema":{"type":"object","required":["id","email"],"properties":{"id":{"type":"integer","minimum":1},"email":{"type":"string"},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"additionalProperties":false}}`},
		{Name: "exact bytes", In: `{"json_base64":"Ilz/Ig=="}`},
	},
	Run: validateJSON,
})

// JSONValidatorIn is the input of json-validator.
type JSONValidatorIn struct {
	JSON          *op.Raw `json:"json" doc:"What to check: JSON text in a string, or any other JSON value as the document itself." document:"true" aka:"input,data,content,value,str,source,body,text" example:"{\"a\":1}"`
	JSONBase64    *string `json:"json_base64" doc:"The exact bytes to check instead, as base64, for what is not UTF-8." document:"base64" aka:"base64,bytes"`
	Schema        *op.Raw `json:"schema" doc:"A JSON Schema, an object or boolean; $schema names the draft, 2020-12 if absent." aka:"json_schema"`
	AssertFormat  bool    `json:"assert_format" doc:"Whether format in the schema is checked." default:"true"`
	MaxErrors     int     `json:"max_errors" doc:"List at most so many duplicate keys, lossy numbers and schema errors of each." default:"50" min:"1" max:"200"`
	Dialect       string  `json:"dialect" doc:"The grammar: jsonc adds comments and trailing commas." enum:"json,jsonc" default:"json"`
	DuplicateKeys string  `json:"duplicate_keys" doc:"Whether duplicate keys are only reported or make the document invalid." enum:"warn,error" default:"warn"`
	OffsetUnit    string  `json:"offset_unit" doc:"What error.offset counts." enum:"code_point,utf16,byte" default:"code_point"`
}

// JSONValidatorOut is the answer of json-validator.
type JSONValidatorOut struct {
	Valid         bool               `json:"valid" doc:"JSON, and what the schema asks for where there is one."`
	SyntaxValid   bool               `json:"syntax_valid" doc:"JSON by its grammar."`
	SchemaValid   *bool              `json:"schema_valid" doc:"Whether it fits the schema; null without one, and where the syntax is not valid."`
	Error         *JSONSyntaxError   `json:"error" doc:"The first fault, null if there is none."`
	DuplicateKeys []JSONDuplicateKey `json:"duplicate_keys" doc:"Names that an earlier member of the same object has, in order."`
	LossyNumbers  []JSONLossyNumber  `json:"lossy_numbers" doc:"Numbers that IEEE 754 binary64, which most readers use, does not hold, in order."`
	SchemaErrors  []JSONSchemaError  `json:"schema_errors" doc:"What does not fit the schema."`
	Type          *string            `json:"type" doc:"What the document is; null if it is not valid." enum:"object,array,string,number,boolean,null"`
	Depth         *int               `json:"depth" doc:"Levels of nesting, 0 for a single value; null if the syntax is not valid."`
	Counts        *JSONCounts        `json:"counts" doc:"How many there are of each; null if the syntax is not valid."`
	SizeBytes     int                `json:"size_bytes" doc:"Bytes of the document as it was sent."`
	Encoding      string             `json:"encoding" doc:"Whether the bytes are UTF-8." enum:"utf-8,invalid"`
	HasBOM        bool               `json:"has_bom" doc:"Whether a byte order mark stands before the document."`
	Warnings      []op.Warning       `json:"warnings,omitempty" doc:"Lists that are not complete."`
}

// JSONSyntaxError is where and why a text is not JSON.
type JSONSyntaxError struct {
	Code       string `json:"code" doc:"What is wrong."`
	Message    string `json:"message" doc:"The same in words, with what to write instead."`
	Line       int    `json:"line" doc:"Line, from 1."`
	Column     int    `json:"column" doc:"Column in code points, from 1."`
	ByteOffset int    `json:"byte_offset" doc:"Offset in bytes, from 0."`
	Offset     int    `json:"offset" doc:"Offset in offset_unit, from 0."`
	Pointer    string `json:"pointer" doc:"JSON Pointer of the value, or of the container whose commas or names are wrong."`
	Context    string `json:"context" doc:"The text around it, on its line."`
}

// JSONDuplicateKey is a member's name that occurs again.
type JSONDuplicateKey struct {
	Pointer string `json:"pointer" doc:"JSON Pointer of the member."`
	Key     string `json:"key" doc:"The name."`
	Line    int    `json:"line" doc:"Line of the name, from 1."`
	Column  int    `json:"column" doc:"Column of the name in code points, from 1."`
}

// JSONLossyNumber is a number that readers may change.
type JSONLossyNumber struct {
	Pointer string `json:"pointer" doc:"JSON Pointer of the number."`
	Value   string `json:"value" doc:"The number as it is written."`
	Line    int    `json:"line" doc:"Its line, from 1."`
	Column  int    `json:"column" doc:"Its column in code points, from 1."`
	Reason  string `json:"reason" doc:"Why it does not fit." enum:"beyond_2_53,overflow,underflow,precision"`
}

// JSONSchemaError is a way in which a document does not fit a schema.
type JSONSchemaError struct {
	InstancePointer string `json:"instance_pointer" doc:"JSON Pointer of the value in the document."`
	SchemaPointer   string `json:"schema_pointer" doc:"JSON Pointer of the keyword in the schema, behind the URI of a metaschema where it is in one."`
	Keyword         string `json:"keyword" doc:"The keyword of the schema; 'false schema' where a schema is false."`
	Message         string `json:"message" doc:"What the value must be."`
	Line            int    `json:"line" doc:"Line of the value, from 1."`
	Column          int    `json:"column" doc:"Column of the value in code points, from 1."`
}

// JSONCounts counts what a document is made of.
type JSONCounts struct {
	Objects  int `json:"objects" doc:"Objects."`
	Arrays   int `json:"arrays" doc:"Arrays."`
	Strings  int `json:"strings" doc:"Strings that are values."`
	Numbers  int `json:"numbers" doc:"Numbers."`
	Booleans int `json:"booleans" doc:"true and false."`
	Nulls    int `json:"nulls" doc:"null."`
	Keys     int `json:"keys" doc:"Names of members."`
}

// Check refuses what is not base64, and a schema that is neither an object nor
// a boolean.
func (in *JSONValidatorIn) Check(e *op.Invalid) {
	if in.JSONBase64 != nil {
		if _, err := rfc4648.Decode(*in.JSONBase64); err != nil {
			e.Add("json_base64", op.InvalidBase64, "is not base64: %s", err).Hint = "send only the characters of one alphabet of RFC 4648"
		}
	}
	if in.Schema == nil {
		return
	}
	switch jsonscan.Kind((*in.Schema)[0]) {
	case jsonscan.Object, jsonscan.True, jsonscan.False:
	default:
		e.Add("schema", jsonschema.Invalid, "must be an object, true or false").Hint = "send the schema as JSON, not as text"
	}
}

func (in *JSONValidatorIn) document() ([]byte, error) {
	if in.JSON != nil {
		return jsonText(*in.JSON), nil
	}
	return rfc4648.Decode(*in.JSONBase64)
}

func validateJSON(ctx context.Context, in JSONValidatorIn) (out JSONValidatorOut, err error) {
	text, err := in.document()
	if err != nil {
		return out, err
	}
	src := jsondoc.NewSource(text, jsondoc.Dialect(in.Dialect))
	out = JSONValidatorOut{
		DuplicateKeys: []JSONDuplicateKey{}, LossyNumbers: []JSONLossyNumber{}, SchemaErrors: []JSONSchemaError{},
		SizeBytes: len(text), Encoding: "utf-8", HasBOM: src.HasBOM(),
	}
	if !src.IsUTF8() {
		out.Encoding = "invalid"
	}
	schemaSrc, schema, err := in.compileSchema(ctx)
	if err != nil {
		return out, err
	}
	report, err := src.Inspect(in.MaxErrors)
	var syntax *jsonscan.Error
	switch {
	case errors.As(err, &syntax):
		out.Error = in.syntaxError(src.Fault(syntax, in.unit()))
		return out, nil
	case err != nil:
		return out, err
	}
	out.Valid, out.SyntaxValid = true, true
	if err := out.describe(src, report); err != nil {
		return out, err
	}
	if in.DuplicateKeys == "error" && report.Duplicates.Count > 0 {
		out.Valid = false
		out.Error = in.duplicateError(src, report, out.DuplicateKeys[0])
	}
	if schema != nil {
		err = out.validate(ctx, src, schemaSrc, schema, in.MaxErrors)
	}
	return out, err
}

func (in *JSONValidatorIn) unit() position.Unit {
	unit, _ := position.ParseUnit(in.OffsetUnit)
	return unit
}

func (in *JSONValidatorIn) syntaxError(f jsondoc.Fault) *JSONSyntaxError {
	message := f.Message
	if f.Hint != "" {
		message += "; " + f.Hint
	}
	return &JSONSyntaxError{string(f.Reason), message, f.Line, f.Column, f.ByteOffset, f.Offset, f.Pointer, f.Context}
}

// duplicateError is the fault of a document whose first duplicate key is d.
func (in *JSONValidatorIn) duplicateError(src *jsondoc.Source, report jsondoc.Report, d JSONDuplicateKey) *JSONSyntaxError {
	f := src.Fault(&jsonscan.Error{Reason: "duplicate_key", Offset: report.Duplicates.List[0].Start}, in.unit())
	f.Message, f.Hint, f.Pointer = fmt.Sprintf("the key %s occurs twice in one object", op.Quote(d.Key)), "keep one of the members", d.Pointer
	return in.syntaxError(f)
}

// typeNames are the types of values, by their kind.
var typeNames = map[jsonscan.Kind]string{
	jsonscan.Object: "object", jsonscan.Array: "array", jsonscan.String: "string", jsonscan.Number: "number",
	jsonscan.True: "boolean", jsonscan.False: "boolean", jsonscan.Null: "null",
}

// describe fills in what is found in a valid document.
func (out *JSONValidatorOut) describe(src *jsondoc.Source, report jsondoc.Report) error {
	kind, counts := typeNames[report.Kind], JSONCounts(report.Counts)
	out.Type, out.Depth, out.Counts = &kind, &report.Depth, &counts
	places, err := src.Places(report.Duplicates.Offsets())
	if err != nil {
		return jsonError(src, report, err)
	}
	for i, p := range places {
		key := string(jsondoc.Unquote([]byte(src.Text(report.Duplicates.List[i]))))
		out.DuplicateKeys = append(out.DuplicateKeys, JSONDuplicateKey{p.Pointer, key, p.Line, p.Column})
	}
	if places, err = src.Places(report.Lossy.Offsets()); err != nil {
		return jsonError(src, report, err)
	}
	for i, p := range places {
		number := src.Text(report.Lossy.List[i])
		out.LossyNumbers = append(out.LossyNumbers, JSONLossyNumber{p.Pointer, number, p.Line, p.Column, jsondoc.Loss([]byte(number))})
	}
	out.Warnings = append(cutWarning("duplicate_keys", len(out.DuplicateKeys), report.Duplicates.Count),
		cutWarning("lossy_numbers", len(out.LossyNumbers), report.Lossy.Count)...)
	return nil
}

// compileSchema is the schema sent, nil if there is none.
func (in *JSONValidatorIn) compileSchema(ctx context.Context) (*jsondoc.Source, *jsonschema.Schema, error) {
	if in.Schema == nil {
		return nil, nil, nil
	}
	src := jsondoc.NewSource(*in.Schema, jsondoc.JSON)
	tree, err := src.Tree()
	if err != nil {
		return nil, nil, err
	}
	schema, err := jsonschema.Compile(ctx, tree, in.AssertFormat)
	return src, schema, schemaError(src, err)
}

// validate holds the document against the schema.
func (out *JSONValidatorOut) validate(ctx context.Context, src, schemaSrc *jsondoc.Source, schema *jsonschema.Schema, limit int) error {
	tree, err := src.Tree()
	if err != nil {
		return err
	}
	failures, count, err := schema.Validate(ctx, tree, limit)
	if err != nil {
		return schemaError(schemaSrc, err)
	}
	valid := count == 0
	out.SchemaValid = &valid
	out.Valid = out.Valid && valid
	if out.SchemaErrors, err = schemaFailures(src, schemaSrc, failures); err != nil {
		return jsonError(src, jsondoc.Report{}, err)
	}
	out.Warnings = append(out.Warnings, cutWarning("schema_errors", len(failures), count)...)
	return nil
}

// schemaFailures gives failures their places in the document and the schema.
func schemaFailures(src, schemaSrc *jsondoc.Source, failures []jsonschema.Failure) ([]JSONSchemaError, error) {
	instances, keywords := make([]int, len(failures)), make([]int, len(failures))
	for i, f := range failures {
		if instances[i] = f.Instance; f.URI == "" {
			keywords[i] = f.Schema
		}
	}
	places, err := src.Places(instances)
	if err != nil {
		return nil, err
	}
	pointers, err := schemaSrc.Places(keywords)
	if err != nil {
		return nil, err
	}
	list := make([]JSONSchemaError, len(failures))
	for i, f := range failures {
		p, pointer := places[i], pointers[i].Pointer
		if f.URI != "" {
			pointer = jsonschema.MetaschemaPointer(f.URI, f.Schema)
		}
		list[i] = JSONSchemaError{p.Pointer, pointer, f.Keyword, f.Message, p.Line, p.Column}
	}
	return list, nil
}

// schemaError turns an error of package jsonschema into a refusal.
func schemaError(src *jsondoc.Source, err error) error {
	var faults jsonschema.Errors
	switch {
	case errors.Is(err, jsonschema.ErrTooComplex):
		refusal := op.Refuse("schema", op.InputTooComplex, "holding the document against the schema takes too many steps")
		refusal.Violations[0].Hint = "use fewer nested $ref, allOf, anyOf and oneOf"
		return refusal
	case !errors.As(err, &faults):
		return err
	}
	offsets := make([]int, len(faults))
	for i, f := range faults {
		offsets[i] = f.Offset
	}
	places, err := src.Places(offsets)
	if err != nil {
		return jsonError(src, jsondoc.Report{}, err)
	}
	refusal := &op.Invalid{}
	for i, f := range faults {
		v := refusal.Add("schema", f.Code, "at %s: %s", op.Quote("#"+places[i].Pointer), f.Message)
		v.Hint = f.Hint
		v.Place = &op.Place{Line: places[i].Line, Column: places[i].Column, Offset: places[i].ByteOffset}
		v.Details = op.Object{{Name: "pointer", Value: places[i].Pointer}}
		if f.Feature != "" {
			v.Details = append(v.Details, op.Member{Name: "feature", Value: f.Feature})
		}
	}
	return refusal
}
