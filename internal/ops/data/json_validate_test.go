package data_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestJSONValidator(t *testing.T) {
	const contract = "contract 1.5"
	schema := `{"type":"object","required":["id","email"],"properties":{"id":{"type":"integer","minimum":1},"email":{"type":"string"},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"additionalProperties":false}`
	optest.Table(t, "json-validator", []optest.Case{
		{Name: "example 1", In: `{"json":"{\"a\":1,\n \"b\":}"}`, Source: "python json",
			Want: `{"valid":false,"syntax_valid":false,"schema_valid":null,"error.code":"unexpected_character","error.line":2,"error.column":6,"error.byte_offset":13,"error.offset":13,
			"error.pointer":"/b","error.context":" \"b\":}","duplicate_keys":[],"lossy_numbers":[],"schema_errors":[],"type":null,"depth":null,"counts":null,"size_bytes":14,"encoding":"utf-8","has_bom":false}`,
			Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"json":"[1,2,]"}`, Source: "python json", Want: `{"error.code":"trailing_comma","error.line":1,"error.column":6,"error.offset":5,"error.pointer":""}`},
		{Name: "example 3", In: `{"json":"[01]"}`, Source: "python json", Want: `{"error.code":"leading_zero","error.column":3,"error.offset":2}`},
		{Name: "example 4", In: `{"json":"{\"a\":1,\"a\":2}"}`, Source: contract, Want: `{"valid":true,"syntax_valid":true,"error":null,"duplicate_keys":[{"pointer":"/a","key":"a","line":1,"column":8}]}`},
		{Name: "example 5", In: `{"json":{"id":0,"email":"x","tags":["a","a",1],"zz":1},"schema":` + schema + `}`, Source: "ajv 8.20 finds the same four",
			Want: `{"valid":false,"syntax_valid":true,"schema_valid":false,"error":null,"schema_errors":[
			{"instance_pointer":"/id","schema_pointer":"/properties/id/minimum","keyword":"minimum","message":"must be at least 1, is 0","line":1,"column":7},
			{"instance_pointer":"/tags/2","schema_pointer":"/properties/tags/items/type","keyword":"type","message":"must be string, is number","line":1,"column":37},
			{"instance_pointer":"/tags","schema_pointer":"/properties/tags/uniqueItems","keyword":"uniqueItems","message":"must have no two equal items, but items 0 and 1 are","line":1,"column":28},
			{"instance_pointer":"","schema_pointer":"/additionalProperties","keyword":"additionalProperties","message":"must have no further members, but has 'zz'","line":1,"column":1}]}`},
		{Name: "fits", In: `{"json":{"id":1,"email":"x"},"schema":` + schema + `}`, Source: contract, Want: `{"valid":true,"schema_valid":true,"schema_errors":[]}`},

		{Name: "description", In: `{"json":"{\"a\":[1,2.5,true,false,null,\"x\",{}]}"}`, Source: "counted by hand",
			Want: `{"type":"object","depth":3,"counts":{"objects":2,"arrays":1,"strings":1,"numbers":2,"booleans":2,"nulls":1,"keys":1},"size_bytes":36}`},
		{Name: "bare string", In: `{"json":"\"x\""}`, Source: contract, Want: `{"type":"string","depth":0}`},
		{Name: "bare number", In: `{"json":1}`, Source: contract, Want: `{"type":"number"}`},
		{Name: "bare boolean", In: `{"json":false}`, Source: contract, Want: `{"type":"boolean"}`},
		{Name: "bare null", In: `{"json":null}`, Source: contract, Want: `{"type":"null"}`},
		{Name: "array", In: `{"json":[]}`, Source: contract, Want: `{"type":"array","depth":1}`},

		{Name: "lossy", In: `{"json":[9007199254740993,1e400,1e-400,3.14159265358979323846,100000000000000000000,0.1]}`, Source: "contract 0.6; IEEE 754", Want: `{"valid":true,"lossy_numbers":[
			{"pointer":"/0","value":"9007199254740993","line":1,"column":2,"reason":"beyond_2_53"},{"pointer":"/1","value":"1e400","line":1,"column":19,"reason":"overflow"},
			{"pointer":"/2","value":"1e-400","line":1,"column":25,"reason":"underflow"},{"pointer":"/3","value":"3.14159265358979323846","line":1,"column":32,"reason":"precision"}]}`},
		{Name: "duplicates as errors", In: `{"json":"{\"é\":1,\n\"\\u00e9\":2}","duplicate_keys":"error"}`, Source: contract,
			Want: `{"valid":false,"syntax_valid":true,"error.code":"duplicate_key","error.line":2,"error.column":1,"error.offset":8,"error.byte_offset":9,"error.pointer":"/é","duplicate_keys.0.key":"é"}`},
		{Name: "no duplicates as errors", In: `{"json":"{}","duplicate_keys":"error"}`, Source: contract, Want: `{"valid":true,"error":null}`},
		{Name: "lists cut", In: `{"json":"{\"a\":1,\"a\":2,\"a\":9007199254740993,\"b\":1e999}","max_errors":1,"schema":{"additionalProperties":{"type":"null"}}}`, Source: "contract 0.4",
			Want:   `{"duplicate_keys.0.column":8,"lossy_numbers.0.column":18,"schema_errors.0.instance_pointer":"/a","warnings.0.message":"duplicate_keys has the first 1 of 2","warnings.1.message":"lossy_numbers has the first 1 of 2","warnings.2.message":"schema_errors has the first 1 of 2"}`,
			Absent: []string{"duplicate_keys.1", "lossy_numbers.1", "schema_errors.1", "warnings.3"}},
		{Name: "the last member counts", In: `{"json":"{\"a\":1,\"a\":\"x\"}","schema":{"properties":{"a":{"type":"number"}}}}`, Source: "JSON.parse",
			Want: `{"schema_errors.0.instance_pointer":"/a","schema_errors.0.column":12}`},

		{Name: "JSONC", In: `{"json":"{/* x */ \"a\":1,} // y","dialect":"jsonc"}`, Source: contract, Want: `{"valid":true}`},
		{Name: "JSONC is not JSON", In: `{"json":"{/* x */ \"a\":1}"}`, Source: contract, Want: `{"valid":false,"error.code":"comment","error.column":2}`},
		{Name: "JSONC fault behind a comment", In: `{"json":"/* é\n */ [1,,]","dialect":"jsonc"}`, Source: contract, Want: `{"error.line":2,"error.column":8,"error.offset":12,"error.byte_offset":13,"error.pointer":"/1"}`},

		{Name: "UTF-16 units", In: `{"json":"[\"😀\",é]","offset_unit":"utf16"}`, Source: "JavaScript", Want: `{"error.offset":6,"error.column":6,"error.byte_offset":8}`},
		{Name: "code points", In: `{"json":"[\"😀\",é]"}`, Source: "python", Want: `{"error.offset":5,"error.column":6}`},
		{Name: "bytes", In: `{"json":"[\"😀\",é]","offset_unit":"byte"}`, Source: contract, Want: `{"error.offset":8}`},

		{Name: "metaschema", In: `{"json":{"type":5},"schema":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}`, Source: contract,
			Want: `{"schema_errors.0.instance_pointer":"/type","schema_errors.0.schema_pointer":"https://json-schema.org/draft/2020-12/meta/validation#/properties/type/anyOf","schema_errors.0.keyword":"anyOf"}`},
		{Name: "draft 4", In: `{"json":1,"schema":{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}}`, Source: "draft 4", Want: `{"schema_valid":false}`},
		{Name: "boolean schema", In: `{"json":1,"schema":false}`, Source: contract, Want: `{"schema_errors.0.keyword":"false schema","schema_errors.0.schema_pointer":""}`},
		{Name: "format", In: `{"json":"\"x\"","schema":{"format":"date"}}`, Source: contract, Want: `{"valid":false}`},
		{Name: "format as annotation", In: `{"json":"\"x\"","schema":{"format":"date"},"assert_format":false}`, Source: contract, Want: `{"valid":true}`},
		{Name: "a schema for what is no JSON", In: `{"json":"[","schema":{"type":"array"}}`, Source: contract, Want: `{"valid":false,"schema_valid":null}`},
		{Name: "too deep", In: `{"json":"` + strings.Repeat("[", 1001) + `"}`, Source: "contract 0.6", Want: `{"valid":false,"error.code":"depth_exceeded","error.offset":1000}`},
		{Name: "deepest", In: `{"json":"` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `"}`, Source: "contract 0.6", Want: `{"valid":true,"depth":1000}`},
		{Name: "byte order mark", In: `{"json":"\ufeff{}"}`, Source: contract, Want: `{"valid":true,"has_bom":true,"size_bytes":5}`},
		{Name: "fault behind a byte order mark", In: `{"json":"\ufeff{x"}`, Source: contract, Want: `{"valid":false,"error.byte_offset":4,"error.offset":2,"error.column":3}`},
	})
}

// The codes of faults, one of each.
func TestJSONValidatorCodes(t *testing.T) {
	var cases []optest.Case
	for code, doc := range map[string]string{
		"unexpected_character": "[1 2]", "unexpected_end": "[1", "trailing_comma": "[1,]", "single_quotes": "['a']", "unquoted_key": "{a:1}",
		"comment": "[1//\n]", "leading_zero": "[01]", "bad_number": "[1.]", "bad_escape": `["\x"]`, "control_character": "[\"\t\"]",
		"lone_surrogate": `["\ud800"]`, "trailing_data": "[]1", "bad_literal": "[True]",
	} {
		cases = append(cases, optest.Case{Name: code, In: `{"json":` + jsonString(doc) + `}`, Source: "contract 1.5", Want: `{"valid":false,"error.code":"` + code + `"}`})
	}
	optest.Table(t, "json-validator", cases)
}

// The i_ choices of the contract that only bytes can show, and what base64 is for.
func TestJSONValidatorBytes(t *testing.T) {
	for _, c := range []struct {
		name, bytes, want string
	}{
		{"Latin 1", "[\"\xe9\"]", `"valid":false "error.code":"invalid_utf8" "error.byte_offset":2 "encoding":"invalid"`},
		{"overlong", "[\"\xc0\xaf\"]", `"error.code":"invalid_utf8" "encoding":"invalid"`},
		{"UTF-16", "\xff\xfe[\x00]\x00", `"error.code":"invalid_utf8" "error.byte_offset":0 "encoding":"invalid"`},
		{"UTF-16 without mark", "[\x00]\x00", `"error.code":"unexpected_character" "error.byte_offset":1 "encoding":"utf-8"`},
		{"an earlier fault", "[1 2\xff", `"error.code":"unexpected_character" "error.byte_offset":3 "encoding":"invalid"`},
		{"byte order mark", "\xef\xbb\xbf{}", `"valid":true "has_bom":true "size_bytes":5`},
		{"nothing", "", `"valid":false "error.code":"unexpected_end" "size_bytes":0`},
	} {
		data := optest.Data(t, "json-validator", op.JSON(fmt.Appendf(nil, `{"json_base64":%q}`, base64.StdEncoding.EncodeToString([]byte(c.bytes)))))
		for _, want := range strings.Fields(c.want) {
			path, value, _ := strings.Cut(strings.Replace(want, `"`, "", 1), `":`)
			if got := optest.At(data, path); got != value {
				t.Errorf("%s: %s is %s, want %s", c.name, path, got, value)
			}
		}
	}
}

func TestJSONValidatorRefusals(t *testing.T) {
	const contract = "contract 1.5"
	chain := `{"$ref":"#/$defs/a0","$defs":{`
	for i := range 40 {
		chain += fmt.Sprintf(`"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	chain += `"a40":true}}`
	optest.Table(t, "json-validator", []optest.Case{
		{Name: "nothing", In: `{}`, Source: contract, Wrong: []string{"json missing_one_of"}},
		{Name: "both", In: `{"json":1,"json_base64":"MQ=="}`, Source: contract, Wrong: []string{"json_base64 conflict"}},
		{Name: "not base64", In: `{"json_base64":"M"}`, Source: contract, Wrong: []string{"json_base64 invalid_base64"}},
		{Name: "schema as text", In: `{"json":1,"schema":"{}"}`, Source: contract, Wrong: []string{"schema schema_invalid"}},
		{Name: "schema a number", In: `{"json":1,"schema":1}`, Source: contract, Wrong: []string{"schema schema_invalid"}},
		{Name: "schema not valid", In: `{"json":1,"schema":{"minimum":"1"}}`, Source: contract, Wrong: []string{"schema schema_invalid"}},
		{Name: "schema not valid for no JSON", In: `{"json":"[","schema":{"minimum":"1"}}`, Source: contract, Wrong: []string{"schema schema_invalid"}},
		{Name: "remote", In: `{"json":1,"schema":{"$ref":"http://example.com/x"}}`, Source: contract, Wrong: []string{"schema remote_ref_forbidden"}},
		{Name: "file", In: `{"json":1,"schema":{"$ref":"file:///etc/hostname"}}`, Source: contract, Wrong: []string{"schema remote_ref_forbidden"}},
		{Name: "unknown draft", In: `{"json":1,"schema":{"$schema":"http://json-schema.org/draft-03/schema#"}}`, Source: contract, Wrong: []string{"schema remote_ref_forbidden"}},
		{Name: "lookaround", In: `{"json":1,"schema":{"pattern":"a(?=b)"}}`, Source: contract, Wrong: []string{"schema unsupported_regex_feature"}},
		{Name: "doubled references", In: `{"json":1,"schema":` + chain + `}`, Source: "contract 0.6", Wrong: []string{"schema input_too_complex"}},
		{Name: "endless reference", In: `{"json":1,"schema":{"$ref":"#"}}`, Source: contract, Wrong: []string{"schema schema_invalid"}},
		{Name: "max_errors 0", In: `{"json":1,"max_errors":0}`, Source: contract, Wrong: []string{"max_errors out_of_range"}},
		{Name: "max_errors 201", In: `{"json":1,"max_errors":201}`, Source: contract, Wrong: []string{"max_errors out_of_range"}},
		{Name: "dialect", In: `{"json":1,"dialect":"json5"}`, Source: contract, Wrong: []string{"dialect not_allowed"}},
		{Name: "another name", In: `{"json":1,"json_schema":{}}`, Source: "contract 0.1", Wrong: []string{"json_schema unknown_field"}},
	})
	v := refused(t, "json-validator", `{"json":1,"schema":{"properties":{"a":{"pattern":"a(?=b)"}}}}`)[0]
	if object := string(v.Object().AppendJSON(nil)); !strings.Contains(object, `"line":1,"column":31,"byte_offset":30,"pointer":"/properties/a/pattern","feature":"lookahead"`) {
		t.Error(object)
	}
}

func TestJSONValidatorMembers(t *testing.T) {
	data := optest.Data(t, "json-validator", op.JSON([]byte(`{"json":"{\"a\":1,\"a\":1e999,\"a\":1}","max_errors":1,"schema":false,"duplicate_keys":"error"}`)))
	for path, want := range map[string]string{
		"":                "valid syntax_valid schema_valid error duplicate_keys lossy_numbers schema_errors type depth counts size_bytes encoding has_bom warnings",
		"error":           "code message line column byte_offset offset pointer context",
		"schema_errors.0": "instance_pointer schema_pointer keyword message line column", "duplicate_keys.0": "pointer key line column",
		"lossy_numbers.0": "pointer value line column reason", "counts": "objects arrays strings numbers booleans nulls keys",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("%s has %s, want %s", path, got, want)
		}
	}
}
