package data_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/data"
)

func TestCSVToJSON(t *testing.T) {
	const contract = "contract 1.1"
	optest.Table(t, "csv-to-json", []optest.Case{
		{Name: "example 1", In: `{"csv":"name,age,active\nAlice,30,true\nBob,25,false"}`, Source: "papaparse 5.7.1 dynamicTyping",
			Want: `{"json":[{"name":"Alice","age":30,"active":true},{"name":"Bob","age":25,"active":false}],"row_count":2,"column_count":3,
			"columns":[{"name":"name","type":"string","nulls":0},{"name":"age","type":"number","nulls":0},{"name":"active","type":"boolean","nulls":0}],
			"delimiter":",","line_ending":"lf","has_header":true}`, Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"csv":"a,\"b\"\"c\",d\r\n\"x\r\ny\",,\"z\"\r\n","header":false,"output":"arrays"}`, Source: "python csv",
			Want: `{"json":[["a","b\"c","d"],["x\r\ny","","z"]],"line_ending":"crlf","has_header":false}`},
		{Name: "example 3", In: `{"csv":"zip,id,d,x\n00501,9007199254740993,1e5,0x1F"}`, Source: contract,
			Want: `{"json":[{"zip":"00501","id":"9007199254740993","d":"1e5","x":"0x1F"}]}`},
		{Name: "example 4", In: `{"csv":"name;price\nx;1,50\ny;2,75"}`, Source: "papaparse, python csv.Sniffer",
			Want: `{"delimiter":";","json":[{"name":"x","price":"1,50"},{"name":"y","price":"2,75"}]}`},
		{Name: "example 6", In: `{"csv":"a,a,b\n1,2,3,4\n5"}`, Source: contract,
			Want: `{"json":[{"a":1,"a_2":2,"b":3,"_extra":["4"]},{"a":5,"a_2":null,"b":null}],
			"warnings.0.code":"duplicate_header","warnings.0.line":1,"warnings.0.column":3,"warnings.0.field":"csv",
			"warnings.1.code":"extra_cells","warnings.1.line":2,"warnings.2.code":"missing_cells","warnings.2.line":3,"columns.1.original_name":"a"}`,
			Absent: []string{"warnings.3", "warnings.1.column", "columns.0.original_name"}},
		{Name: "digits kept", In: `{"csv":"n\n1.10\n0.5\n-3"}`, Source: contract, Want: `{"json":[{"n":1.10},{"n":0.5},{"n":-3}]}`},
		{Name: "empty", In: `{"csv":""}`, Source: contract, Want: `{"json":[],"row_count":0,"column_count":0,"columns":[],"has_header":false}`},
		{Name: "byte order mark", In: `{"csv":"\ufeffa,b\n1,2"}`, Source: "contract 0.2", Want: `{"json":[{"a":1,"b":2}],"warnings.0.code":"bom_removed"}`},
		{Name: "NUL", In: `{"csv":"a\n\u0000"}`, Source: "contract 0.2", Want: `{"json":[{"a":"\u0000"}]}`},

		{Name: "columns in place of the header", In: `{"csv":"a,b\n1,2","columns":["x","y"]}`, Source: contract, Want: `{"json":[{"x":1,"y":2}],"columns.0.original_name":"a"}`},
		{Name: "columns without header", In: `{"csv":"1,2","columns":["x","x"],"header":false}`, Source: contract, Want: `{"json":[{"x":1,"x_2":2}],"has_header":false}`},
		{Name: "no columns", In: `{"csv":"a\n1","columns":[]}`, Source: contract, Want: `{"json":[{"a":1}]}`},
		{Name: "comment", In: `{"csv":"#x\na\n#y\n1","comment":"#"}`, Source: contract, Want: `{"json":[{"a":1}]}`},
		{Name: "empty lines", In: `{"csv":"a\n\n1","skip_empty_lines":false}`, Source: contract, Want: `{"row_count":2,"json":[{"a":null},{"a":1}]}`},
		{Name: "trim", In: `{"csv":" a , b \n 1 , \" x \" ","trim":true}`, Source: contract, Want: `{"json":[{"a":1,"b":" x "}]}`},
		{Name: "rows", In: `{"csv":"a\n1\n2","max_rows":1}`, Source: contract, Want: `{"row_count":1,"warnings.0.code":"rows_truncated","warnings.0.line":3}`},
		{Name: "no types", In: `{"csv":"a,b\n1,true","infer_types":false}`, Source: contract, Want: `{"json":[{"a":"1","b":"true"}]}`},
		{Name: "scope", In: `{"csv":"a\n1\nx","infer_scope":"Cell"}`, Source: contract, Want: `{"json":[{"a":1},{"a":"x"}],"columns.0.type":"mixed"}`},
		{Name: "types", In: `{"csv":"a,b,c\n01,[1],1","types":{"b":"JSON","c":"string","a":"number"}}`, Source: contract,
			Want: `{"json":[{"a":1,"b":[1],"c":"1"}],"columns.0.type":"number","columns.1.type":"json","columns.2.type":"string"}`},
		{Name: "nulls", In: `{"csv":"a,b\nNA,x\n1,","null_values":["NA"],"empty_as_null":true}`, Source: contract, Want: `{"json":[{"a":null,"b":"x"},{"a":1,"b":null}],"columns.0.nulls":1}`},
		{Name: "quoted", In: `{"csv":"a\n\"1\"","quoted_is_string":true}`, Source: contract, Want: `{"json":[{"a":"1"}]}`},
		{Name: "by column", In: `{"csv":"a,b\n1,2\n3,4","output":"columns"}`, Source: contract, Want: `{"json":{"a":[1,3],"b":[2,4]}}`},
		{Name: "backslash", In: `{"csv":"a\n\"x\\\"y\"","escape":"backslash"}`, Source: contract, Want: `{"json":[{"a":"x\"y"}]}`},
	})
}

func TestCSVToJSONCharacters(t *testing.T) {
	var cases []optest.Case
	for _, c := range []struct{ sent, found string }{
		{"comma", ","}, {"Semi-Colon", ";"}, {"semi_colon", ";"}, {"TAB", `\t`}, {"Pipe", "|"}, {"AUTO", ","},
		{";", ";"}, {`\t`, `\t`}, {"-", "-"}, {"_", "_"}, {" ", " "}, {"😀", "😀"}, {"\u00a7", "§"},
	} {
		cases = append(cases, optest.Case{
			Name: "delimiter " + c.sent, Source: "contract 0.1 and 1.1",
			In:   `{"csv":"a` + c.found + `b\n1` + c.found + `2","delimiter":"` + c.sent + `"}`,
			Want: `{"json":[{"a":1,"b":2}],"delimiter":"` + c.found + `"}`,
		})
	}
	optest.Table(t, "csv-to-json", append(cases, []optest.Case{
		{Name: "two characters", In: `{"csv":"a","delimiter":"::"}`, Source: "contract 1.1", Wrong: []string{"delimiter not_allowed"}},
		{Name: "no character", In: `{"csv":"a","delimiter":""}`, Source: "contract 1.1", Wrong: []string{"delimiter not_allowed"}},
		{Name: "line feed", In: `{"csv":"a","delimiter":"\n"}`, Source: "contract 1.1", Wrong: []string{"delimiter not_allowed"}},
		{Name: "delimiter is quote", In: `{"csv":"a","delimiter":"\""}`, Source: "contract 1.1", Wrong: []string{"delimiter conflict"}},
		{Name: "comment is delimiter", In: `{"csv":"a","comment":";","delimiter":"semicolon"}`, Source: "contract 1.1", Wrong: []string{"comment conflict"}},
		{Name: "quote of one code point", In: `{"csv":"😀a,b😀,c\n1,2","quote":"😀"}`, Source: "contract 1.1", Want: `{"json":[{"a,b":1,"c":2}]}`},
		{Name: "quote of two code points", In: `{"csv":"a","quote":"❤️"}`, Source: "contract 1.1", Wrong: []string{"quote too_long"}},
		{Name: "empty quote", In: `{"csv":"a","quote":""}`, Source: "contract 1.1", Wrong: []string{"quote too_short"}},
		{Name: "comment of two", In: `{"csv":"a","comment":"//"}`, Source: "contract 1.1", Wrong: []string{"comment too_long"}},
	}...))
	for sent, want := range map[string]string{"semicolom": "semicolon", `\\t`: "tab", "tabs": "tab"} {
		if v := refusal(t, `{"csv":"a","delimiter":"`+sent+`"}`); v.Hint != "did you mean '"+want+"'?" {
			t.Errorf("delimiter %s: hint %q", sent, v.Hint)
		}
	}
}

// refusal returns the only violation of an input.
func refusal(t *testing.T, in string) op.Violation {
	t.Helper()
	o := op.Find("csv-to-json")
	decoded, err := o.Decode(op.JSON([]byte(in)), op.DefaultLimits())
	if err == nil {
		_, err = o.Run(context.Background(), decoded)
	}
	var refused *op.Invalid
	if !errors.As(err, &refused) || len(refused.Violations) != 1 {
		t.Fatalf("%.80s: %v", in, err)
	}
	return refused.Violations[0]
}

func TestCSVToJSONRefusals(t *testing.T) {
	optest.Table(t, "csv-to-json", []optest.Case{
		{Name: "misspelt type", In: `{"csv":"a\n1","types":{"a":"nubmer"}}`, Source: "contract 1.1", Wrong: []string{"types.a not_allowed"}},
		{Name: "type of no column", In: `{"csv":"a\n1","types":{"b":"number"}}`, Source: "contract 0.4: no defined answer", Wrong: []string{"types.b not_allowed"}},
		{Name: "rows", In: `{"csv":"a","max_rows":0}`, Source: "contract 1.1", Wrong: []string{"max_rows out_of_range"}},
		{Name: "too many rows", In: `{"csv":"a","max_rows":100001}`, Source: "contract 1.1", Wrong: []string{"max_rows out_of_range"}},
		{Name: "names of other APIs", In: `{"csv":"a","text":"x","input":"y"}`, Source: "contract 0.1", Wrong: []string{"text unknown_field", "input unknown_field"}},
		{Name: "all faults at once", In: `{"output":"table","escape":"x"}`, Source: "contract 0.4", Wrong: []string{"output not_allowed", "escape not_allowed", "csv required"}},
	})
	for _, name := range strings.Split("input,data,content,value,str,source,body,text", ",") {
		o := op.Find("csv-to-json")
		_, err := o.Decode(op.JSON([]byte(`{"csv":"","`+name+`":""}`)), op.DefaultLimits())
		if err == nil || !strings.Contains(err.Error(), "did you mean 'csv'?") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCSVToJSONFaults looks at errors of the document: the place is that of
// python's csv.reader(strict=True) where it names one, else of the quote that
// opened.
func TestCSVToJSONFaults(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text after quote", `{"csv":"é\n\"x\" y"}`, `"field":"csv","code":"invalid_csv","reason":"text_after_quote","line":2,"column":4,"byte_offset":6`},
		{"unclosed quote", `{"csv":"a\r\nb\r\n\"x\r\ny"}`, `"field":"csv","code":"invalid_csv","reason":"unclosed_quote","line":3,"column":1,"byte_offset":6`},
		{"ragged", `{"csv":"a,b\n1,2\n3","ragged_rows":"error"}`, `"field":"csv","code":"invalid_csv","reason":"ragged_row","line":3,"column":1,"byte_offset":8`},
		{"no number", `{"csv":"a,é\n1,x","types":{"é":"number"}}`, `"field":"csv","code":"invalid_type","reason":"not_a_number","line":2,"column":3,"byte_offset":7`},
		{"mark counts in bytes only", `{"csv":"\ufeffa\n\"x\"y"}`, `"field":"csv","code":"invalid_csv","reason":"text_after_quote","line":2,"column":4,"byte_offset":8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := refusal(t, tt.in)
			if v.Message == "" || v.Hint == "" {
				t.Errorf("message %q, hint %q", v.Message, v.Hint)
			}
			v.Message, v.Hint = "", ""
			got := strings.Replace(string(v.Object().AppendJSON(nil)), `"message":"",`, "", 1)
			if got != "{"+tt.want+"}" {
				t.Errorf("refused with %s, want {%s}", got, tt.want)
			}
		})
	}
}

func TestCSVToJSONLimits(t *testing.T) {
	tests := []struct{ name, csv, options, want string }{
		{"document", strings.Repeat("a", 1_000_001), "", "csv too_long"},
		{"columns", strings.Repeat(",", 16_384), "", "csv too_many_items"},
		{"cells", strings.Repeat(",", 9_999) + strings.Repeat("\n1", 201), "", "csv too_many_items"},
		{"output", strings.Repeat("n", 100_000) + strings.Repeat("\n1", 100), "", "csv output_too_large"},
		{"nesting of a cell", "a\n" + strings.Repeat("[", 1001) + strings.Repeat("]", 1001), `,"types":{"a":"json"}`, "csv depth_exceeded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, _ := json.Marshal(tt.csv)
			v := refusal(t, `{"csv":`+string(text)+tt.options+`}`)
			if got := v.Field + " " + v.Code; got != tt.want {
				t.Errorf("refused with %s, want %s", got, tt.want)
			}
		})
	}
}

func TestCSVToJSONRaw(t *testing.T) {
	o := op.Find("csv-to-json")
	in, err := o.Decode(op.JSON([]byte(`{"csv":"a\n1.50"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(context.Background(), in)
	if got := string(o.AppendRaw(nil, out)); err != nil || got != `[{"a":1.50}]` || o.RawType() != "application/json;profile=raw" {
		t.Errorf("raw %q as %s, %v", got, o.RawType(), err)
	}
}

func TestCSVToJSONStops(t *testing.T) {
	o := op.Find("csv-to-json")
	in, err := o.Decode(op.JSON([]byte(`{"csv":"a\n1"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
