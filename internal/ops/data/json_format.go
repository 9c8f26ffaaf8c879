package data

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/data/jsondoc"
	"toolcrib/internal/ops/text/position"
)

// JSONFormatter lays out JSON anew without changing a value.
var JSONFormatter = op.Define(op.Def[JSONFormatterIn, JSONFormatterOut]{
	ID:      "json-formatter",
	Route:   "POST /v1/data/json/format",
	Summary: "Pretty-print, minify, sort or canonicalise JSON without changing a value",
	Doc: "Lays out a JSON document anew, changing white space only: numbers, escapes, member order and duplicates stay " +
		"byte for byte unless an option asks otherwise. Keeps comments of JSONC and reports duplicate keys. The " +
		"canonical form is RFC 8785; what binary64 would change is refused. At most 1,000 levels deep.",
	See:    []op.See{{When: "finding what is wrong or lossy", ID: "json-validator"}},
	Words:  []string{"beautify", "beautifier", "prettify", "indent", "tidy", "readable", "compact", "compress", "uglify", "viewer"},
	Source: "RFC 8259; RFC 8785 (JCS) for the canonical form; RFC 6901 for pointers",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "nothing changed but white space", In: `{"json":"{\"b\":[1,2,{\"c\":null}],\"big\":12345678901234567890,\"f\":1.50,\"e\":[],\"o\":{},\"u\":\"\\u00e9\"}"}`},
		{Name: "minify", In: `{"json":"[ 1 , {\"a\" : \"x\"} ]","mode":"minify"}`},
		{Name: "sorted", In: `{"json":"{\"b\":1,\"a\":[1,{\"z\":null,\"y\":true}]}","sort_keys":true,"indent":4}`},
		{Name: "canonical", In: `{"json":"{\"b\":[3,1],\"a\":\"é\",\"n\":1e21,\"z\":-0,\"x\":4.50,\"€\":1,\"\\r\":2}","mode":"canonical"}`},
		{Name: "comments kept", In: `{"json":"{ // limits\n \"max\":10, }","dialect":"jsonc","indent":"tab"}`},
	},
	Run: formatJSON,
})

// JSONFormatterIn is the input of json-formatter.
type JSONFormatterIn struct {
	JSON          op.Raw                 `json:"json" doc:"The document: JSON text in a string, or any other JSON value as the document itself." document:"true" aka:"input,data,content,value,str,source,body,text" example:"{\"a\":1}"`
	Mode          string                 `json:"mode" doc:"One member or element on a line, no white space at all, or the canonical form." enum:"pretty,minify,canonical" default:"pretty"`
	Indent        op.Either[int, string] `json:"indent" doc:"Spaces for each level, 0 to minify, or tab." min:"0" max:"10" enum:"tab" default:"2"`
	SortKeys      bool                   `json:"sort_keys" doc:"Sort the members of all objects by the code points of their names." default:"false"`
	Escape        string                 `json:"escape" doc:"Keep the escapes of strings, write all but ASCII as escapes, or write as escapes only what must be." enum:"keep,ascii,unescape" default:"keep"`
	Dialect       string                 `json:"dialect" doc:"The grammar: jsonc adds comments and trailing commas." enum:"json,jsonc" default:"json"`
	StripComments bool                   `json:"strip_comments" doc:"Leave out comments and trailing commas, so that the result is JSON." default:"false"`
	LineEnding    string                 `json:"line_ending" doc:"How lines of the result end." enum:"lf,crlf" default:"lf"`
	FinalNewline  bool                   `json:"final_newline" doc:"End the result with a line ending." default:"false"`
}

// JSONFormatterOut is the answer of json-formatter.
type JSONFormatterOut struct {
	JSON          string          `json:"json" doc:"The document as text." main:"application/json;profile=raw"`
	Valid         bool            `json:"valid" doc:"Always true; a document that is not JSON is refused."`
	SizeBefore    int             `json:"size_before" doc:"Bytes of the document as it was sent."`
	SizeAfter     int             `json:"size_after" doc:"Bytes of the result."`
	Depth         int             `json:"depth" doc:"Levels of nesting; 0 for a single value."`
	DuplicateKeys []JSONDuplicate `json:"duplicate_keys" doc:"Names that an earlier member of the same object has, in order, at most 100."`
	Warnings      []op.Warning    `json:"warnings,omitempty" doc:"What was removed, and what another reader may see differently."`
}

// JSONDuplicate is the place of a member's name that occurs again.
type JSONDuplicate struct {
	Pointer string `json:"pointer" doc:"JSON Pointer of the member."`
	Line    int    `json:"line" doc:"Line of the name, from 1."`
	Column  int    `json:"column" doc:"Column of the name in code points, from 1."`
}

// maxListedKeys bounds the duplicates in an answer of json-formatter.
const maxListedKeys = 100

// maxFormatted bounds a formatted document, in bytes; the service's own limit
// looks at finished answers only.
const maxFormatted = 8 << 20

// Check refuses options that the canonical form leaves no room for.
func (in *JSONFormatterIn) Check(e *op.Invalid) {
	if in.Mode != "canonical" {
		return
	}
	if in.Escape != "keep" {
		e.Add("escape", op.Conflict, "the canonical form settles the escapes").Hint = "leave out escape, or choose another mode"
	}
	if in.Dialect == "jsonc" && !in.StripComments {
		e.Add("strip_comments", op.Conflict, "the canonical form has no comments").Hint = "send strip_comments true"
	}
	if in.FinalNewline {
		e.Add("final_newline", op.Conflict, "the canonical form ends with its last bracket or value").Hint = "leave out final_newline"
	}
}

func (in *JSONFormatterIn) layout() jsondoc.Layout {
	l := jsondoc.Layout{
		LineEnding: lineEndings[in.LineEnding], SortKeys: in.SortKeys, Canonical: in.Mode == "canonical",
		Escapes: jsondoc.Escapes(in.Escape), StripComments: in.StripComments, MaxOutput: maxFormatted,
	}
	switch {
	case in.Mode != "pretty":
	case in.Indent.A != nil:
		l.Indent = strings.Repeat(" ", *in.Indent.A)
	default:
		l.Indent = "\t"
	}
	return l
}

var lineEndings = map[string]string{"lf": "\n", "crlf": "\r\n"}

func formatJSON(_ context.Context, in JSONFormatterIn) (out JSONFormatterOut, err error) {
	text := jsonText(in.JSON)
	src := jsondoc.NewSource(text, jsondoc.Dialect(in.Dialect))
	formatted, report, err := src.Format(in.layout(), maxListedKeys)
	if err != nil {
		return out, jsonError(src, report, err)
	}
	places, err := src.Places(report.Duplicates.Offsets())
	if err != nil {
		return out, jsonError(src, report, err)
	}
	if in.FinalNewline {
		formatted = append(formatted, lineEndings[in.LineEnding]...)
	}
	out = JSONFormatterOut{
		JSON: string(formatted), Valid: true, SizeBefore: len(text), SizeAfter: len(formatted), Depth: report.Depth,
		DuplicateKeys: make([]JSONDuplicate, len(places)), Warnings: jsonWarnings(src),
	}
	for i, p := range places {
		out.DuplicateKeys[i] = JSONDuplicate{p.Pointer, p.Line, p.Column}
	}
	if in.SortKeys && len(places) > 0 {
		out.Warnings = append(out.Warnings, op.Warning{
			Code: "duplicate_key", Message: "members of one name keep their order; most readers see only the last",
			Line: places[0].Line, Column: places[0].Column, Field: "json",
		})
	}
	out.Warnings = append(out.Warnings, cutWarning("duplicate_keys", len(places), report.Duplicates.Count)...)
	return out, nil
}

// jsonText is the text of a JSON document: what a string holds, or the bytes of
// any other value.
func jsonText(raw op.Raw) []byte {
	if raw[0] == '"' {
		return jsondoc.Unquote(raw)
	}
	return raw
}

func jsonWarnings(src *jsondoc.Source) (list []op.Warning) {
	if src.HasBOM() {
		list = append(list, op.Warning{Code: "bom_removed", Message: "a byte order mark (U+FEFF) before the document was passed over", Field: "json"})
	}
	return list
}

// cutWarning tells that a list of the answer is not complete.
func cutWarning(name string, listed, count int) []op.Warning {
	if listed == count {
		return nil
	}
	return []op.Warning{{Code: "list_truncated", Message: fmt.Sprintf("%s has the first %d of %d", name, listed, count), Field: "json"}}
}

// jsonError turns an error of package jsondoc into a refusal.
func jsonError(src *jsondoc.Source, report jsondoc.Report, err error) error {
	var syntax *jsonscan.Error
	switch {
	case errors.As(err, &syntax):
		return invalidJSON(src, syntax)
	case errors.Is(err, jsondoc.ErrNotCanonical):
		return notCanonical(src, report)
	case errors.Is(err, jsondoc.ErrOutput):
		return op.Refuse("json", op.OutputTooLarge, "the result has more than %d bytes", maxFormatted)
	case errors.Is(err, jsondoc.ErrPointers):
		return op.Refuse("json", op.OutputTooLarge, "the pointers to what was found are too long; the names are long and deeply nested")
	}
	return err
}

// invalidJSON refuses a document that is not JSON, at its place.
func invalidJSON(src *jsondoc.Source, syntax *jsonscan.Error) error {
	f := src.Fault(syntax, position.CodePoint)
	code := "invalid_json"
	if syntax.Reason == jsonscan.DepthExceeded {
		code = op.DepthExceeded
	}
	refusal := op.Refuse("json", code, "%s (line %d, column %d)", f.Message, f.Line, f.Column)
	v := &refusal.Violations[0]
	v.Hint, v.Reason = f.Hint, string(f.Reason)
	v.Place = &op.Place{Line: f.Line, Column: f.Column, Offset: f.ByteOffset}
	v.Details = op.Object{{Name: "offset", Value: f.Offset}, {Name: "pointer", Value: f.Pointer}, {Name: "context", Value: f.Context}}
	return refusal
}

// notCanonical refuses a document for every name and number that keeps it from
// having a canonical form.
func notCanonical(src *jsondoc.Source, report jsondoc.Report) error {
	found := jsondoc.Findings{List: slices.Concat(report.Duplicates.List, report.Lossy.List)}
	places, err := src.Places(found.Offsets())
	if err != nil {
		return jsonError(src, report, err)
	}
	refusal := &op.Invalid{}
	for i, p := range places {
		reason, message, hint := "duplicate_key", "occurs twice in one object", "keep one of the members"
		if i >= len(report.Duplicates.List) {
			reason, message, hint = "lossy_number", "is changed by the number form of RFC 8785, binary64", "send the value as a string"
		}
		v := refusal.Add("json", "invalid_json", "%s %s (line %d, column %d)", op.Quote(src.Text(found.List[i])), message, p.Line, p.Column)
		v.Hint, v.Reason = hint, reason
		v.Place = &op.Place{Line: p.Line, Column: p.Column, Offset: p.ByteOffset}
		v.Details = op.Object{{Name: "pointer", Value: p.Pointer}}
	}
	return refusal
}
