package data_test

import (
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// jsonString writes a text as a JSON string.
func jsonString(s string) string { return string(op.AppendString(nil, s)) }

func TestJSONFormatter(t *testing.T) {
	const contract = "contract 1.4"
	one := `{"b":[1,2,{"c":null}],"big":12345678901234567890,"f":1.50,"e":[],"o":{},"u":"\u00e9"}`
	laidOut := "{\n  \"b\": [\n    1,\n    2,\n    {\n      \"c\": null\n    }\n  ],\n  \"big\": 12345678901234567890,\n  \"f\": 1.50,\n  \"e\": [],\n  \"o\": {},\n  \"u\": \"\\u00e9\"\n}"
	optest.Table(t, "json-formatter", []optest.Case{
		{Name: "example 1", In: `{"json":` + jsonString(one) + `}`, Source: "JSON.stringify(…, 2) for the layout",
			Want: `{"json":` + jsonString(laidOut) + `,"valid":true,"size_before":85,"size_after":141,"depth":3,"duplicate_keys":[]}`, Absent: []string{"warnings"}},
		{Name: "example 1 as the document itself", In: `{"json":` + one + `}`, Source: contract, Want: `{"json":` + jsonString(laidOut) + `,"size_before":85}`},
		{Name: "example 2", In: `{"json":"[ 1 , {\"a\" : \"x\"} ]","mode":"minify"}`, Source: "python separators", Want: `{"json":"[1,{\"a\":\"x\"}]","size_before":19,"size_after":13}`},
		{Name: "example 3", In: `{"json":{"b":1,"a":[1,{"z":null,"y":true}]},"sort_keys":true,"indent":4}`, Source: "python json.dumps(indent=4, sort_keys=True)",
			Want: `{"json":"{\n    \"a\": [\n        1,\n        {\n            \"y\": true,\n            \"z\": null\n        }\n    ],\n    \"b\": 1\n}"}`},
		{Name: "example 4", In: `{"json":{"b":[3,1],"a":"é","n":1e21,"z":-0,"x":4.50,"€":1,"\r":2},"mode":"canonical"}`, Source: "npm canonicalize 5.1.0",
			Want: `{"json":"{\"\\r\":2,\"a\":\"é\",\"b\":[3,1],\"n\":1e+21,\"x\":4.5,\"z\":0,\"€\":1}"}`},

		{Name: "indent 0", In: `{"json":"[1, 2]","indent":0}`, Source: contract, Want: `{"json":"[1,2]"}`},
		{Name: "indent 10", In: `{"json":"[1]","indent":10}`, Source: contract, Want: `{"json":"[\n          1\n]"}`},
		{Name: "indent tab", In: `{"json":"[1]","indent":"TAB"}`, Source: contract, Want: `{"json":"[\n\t1\n]"}`},
		{Name: "minify has no indent", In: `{"json":"[1]","indent":4,"mode":"minify"}`, Source: contract, Want: `{"json":"[1]"}`},
		{Name: "by code point", In: `{"json":{"\ue000":1,"😀":2,"B":3,"a":4},"sort_keys":true,"indent":0}`, Source: "python sorted", Want: `{"json":"{\"B\":3,\"a\":4,\"\\ue000\":1,\"😀\":2}"}`},
		{Name: "by UTF-16 unit", In: `{"json":{"\ue000":1,"😀":2},"mode":"canonical"}`, Source: "RFC 8785 3.2.3", Want: `{"json":"{\"😀\":2,\"\ue000\":1}"}`},
		{Name: "escapes kept", In: `{"json":"\"\\u00e9é\\/\\n\""}`, Source: contract, Want: `{"json":"\"\\u00e9é\\/\\n\""}`},
		{Name: "ascii", In: `{"json":"\"\\u00E9é😀\"","escape":"ascii"}`, Source: "python ensure_ascii", Want: `{"json":"\"\\u00E9\\u00e9\\ud83d\\ude00\""}`},
		{Name: "unescape", In: `{"json":"\"\\u00E9\\/\\n\\u0022\\ud83d\\ude00\"","escape":"unescape"}`, Source: contract, Want: `{"json":"\"é/\\n\\u0022😀\""}`},
		{Name: "comments kept", In: `{"json":"{ // limits\n \"max\":10, }","dialect":"jsonc","indent":"tab"}`, Source: contract, Want: `{"json":"{ // limits\n\t\"max\": 10,\n}"}`},
		{Name: "comments stripped", In: `{"json":"{ // limits\n \"max\":10, }","dialect":"jsonc","strip_comments":true}`, Source: contract, Want: `{"json":"{\n  \"max\": 10\n}"}`},
		{Name: "comments minified", In: `{"json":"[1, // x\n2]","dialect":"jsonc","mode":"minify"}`, Source: contract, Want: `{"json":"[1,// x\n2]"}`},
		{Name: "canonical of JSONC", In: `{"json":"{/**/\"a\":1,}","dialect":"jsonc","strip_comments":true,"mode":"canonical"}`, Source: contract, Want: `{"json":"{\"a\":1}"}`},
		{Name: "line endings", In: `{"json":"[1]","line_ending":"crlf","final_newline":true}`, Source: contract, Want: `{"json":"[\r\n  1\r\n]\r\n","size_after":11}`},
		{Name: "final newline", In: `{"json":"1","final_newline":true}`, Source: contract, Want: `{"json":"1\n"}`},
		{Name: "scalars", In: `{"json":null}`, Source: contract, Want: `{"json":"null","depth":0}`},
		{Name: "a string as document", In: `{"json":"\"x\""}`, Source: "contract 0.1", Want: `{"json":"\"x\""}`},
		{Name: "byte order mark", In: `{"json":"\ufeff{}"}`, Source: "contract 0.2", Want: `{"json":"{}","size_before":5,"warnings.0.code":"bom_removed","warnings.0.field":"json"}`},
		{Name: "duplicates kept", In: `{"json":"{\"a\":1,\n\"a\":2,\"b\":{\"~/\":0,\"~/\":0}}","indent":0}`, Source: contract,
			Want:   `{"json":"{\"a\":1,\"a\":2,\"b\":{\"~/\":0,\"~/\":0}}","duplicate_keys":[{"pointer":"/a","line":2,"column":1},{"pointer":"/b/~0~1","line":2,"column":19}]}`,
			Absent: []string{"warnings"}},
		{Name: "duplicates sorted", In: `{"json":"{\"b\":1,\"a\":3,\"b\":2,\"a\":1}","indent":0,"sort_keys":true}`, Source: contract,
			Want: `{"json":"{\"a\":3,\"a\":1,\"b\":1,\"b\":2}","warnings.0.code":"duplicate_key","warnings.0.line":1,"warnings.0.column":14}`},
		{Name: "many duplicates", In: `{"json":` + jsonString(`{"a":0`+strings.Repeat(`,"a":0`, 101)+`}`) + `}`, Source: "0.4",
			Want: `{"duplicate_keys.99.line":1,"warnings.0.code":"list_truncated"}`, Absent: []string{"duplicate_keys.100"}},
		{Name: "deepest", In: `{"json":"` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `","mode":"minify"}`, Source: contract, Want: `{"depth":1000}`},
	})
}

func TestJSONFormatterRefusals(t *testing.T) {
	const contract = "contract 1.4"
	optest.Table(t, "json-formatter", []optest.Case{
		{Name: "not JSON", In: `{"json":"[1,2,]"}`, Source: contract, Wrong: []string{"json invalid_json"}},
		{Name: "empty", In: `{"json":""}`, Source: contract, Wrong: []string{"json invalid_json"}},
		{Name: "comment", In: `{"json":"[1] // x"}`, Source: contract, Wrong: []string{"json invalid_json"}},
		{Name: "lone surrogate", In: `{"json":"\"\\ud800\"","mode":"canonical"}`, Source: contract, Wrong: []string{"json invalid_json"}},
		{Name: "too deep", In: `{"json":"` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `"}`, Source: contract, Wrong: []string{"json depth_exceeded"}},
		{Name: "missing", In: `{}`, Source: contract, Wrong: []string{"json required"}},
		{Name: "indent 11", In: `{"json":1,"indent":11}`, Source: contract, Wrong: []string{"indent out_of_range"}},
		{Name: "indent -1", In: `{"json":1,"indent":-1}`, Source: contract, Wrong: []string{"indent out_of_range"}},
		{Name: "indent spaces", In: `{"json":1,"indent":"spaces"}`, Source: contract, Wrong: []string{"indent not_allowed"}},
		{Name: "mode", In: `{"json":1,"mode":"ugly"}`, Source: contract, Wrong: []string{"mode not_allowed"}},
		{Name: "canonical options", In: `{"json":1,"mode":"canonical","escape":"ascii","dialect":"jsonc","final_newline":true}`, Source: "RFC 8785",
			Wrong: []string{"escape conflict", "strip_comments conflict", "final_newline conflict"}},
		{Name: "not canonical", In: `{"json":"{\"a\":1,\"a\":9007199254740993,\"b\":1e400}","mode":"canonical"}`, Source: contract,
			Wrong: []string{"json invalid_json", "json invalid_json", "json invalid_json"}},
		{Name: "duplicates in the request", In: `{"json":{"a":1,"a":2}}`, Source: "contract 0.2", Wrong: []string{"json duplicate_field"}},
		{Name: "too large", In: `{"json":"` + strings.Repeat("[", 1000) + strings.Repeat("1,", 10000) + "1" + strings.Repeat("]", 1000) + `","indent":10}`, Source: "contract 0.2",
			Wrong: []string{"json output_too_large"}},
		{Name: "another name", In: `{"input":1}`, Source: "contract 0.1", Wrong: []string{"input unknown_field", "json required"}},
	})
	v := refused(t, "json-formatter", `{"json":"{\"a\":1,\n \"b\":}"}`)[0]
	object := string(v.Object().AppendJSON(nil))
	for _, want := range []string{`"reason":"unexpected_character"`, `"line":2,"column":6,"byte_offset":13,"offset":13,"pointer":"/b","context":" \"b\":}"`} {
		if !strings.Contains(object, want) {
			t.Errorf("%s lacks %s", object, want)
		}
	}
	list := refused(t, "json-formatter", `{"json":"{\"a\":1,\"a\":9007199254740993}","mode":"canonical"}`)
	if list[0].Reason != "duplicate_key" || list[1].Reason != "lossy_number" || list[1].Place.Column != 12 {
		t.Errorf("%+v", list)
	}
}

// refused returns the violations of an input.
func refused(t *testing.T, id, in string) []op.Violation {
	t.Helper()
	_, refusal := optest.Call(t, id, op.JSON([]byte(in)), op.SampleEnv())
	if refusal == nil {
		t.Fatalf("%s is answered", in)
	}
	return refusal.Violations
}

func TestJSONFormatterMembers(t *testing.T) {
	data := optest.Data(t, "json-formatter", op.JSON([]byte(`{"json":"\ufeff{\"a\":1,\"a\":2}","sort_keys":true}`)))
	if got := optest.Keys(t, data, ""); got != "json valid size_before size_after depth duplicate_keys warnings" {
		t.Error(got)
	}
}
