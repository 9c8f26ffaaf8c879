package data_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestJSONToCSV(t *testing.T) {
	const contract = "contract 1.2"
	optest.Table(t, "json-to-csv", []optest.Case{
		{Name: "example 1", In: `{"json":[{"id":1,"name":"A \"B\", C","address":{"city":"Pune"},"tags":["x","y"]},{"id":2}]}`, Source: "python csv, final CRLF dropped",
			Want: `{"csv":"id,name,address.city,tags\r\n1,\"A \"\"B\"\", C\",Pune,\"[\"\"x\"\",\"\"y\"\"]\"\r\n2,,,","row_count":2,"column_count":4,
			"columns":["id","name","address.city","tags"],"formula_cells":0}`, Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"json":[{"a":1},{"b":2}]}`, Source: contract, Want: `{"csv":"a,b\r\n1,\r\n,2"}`},
		{Name: "example 3", In: `{"json":[{"v":-5},{"v":"=1+1"},{"v":"-x"}],"escape_formulas":true}`, Source: "papaparse escapeFormulae",
			Want: `{"csv":"v\r\n-5\r\n'=1+1\r\n'-x","formula_cells":2}`},
		{Name: "example 4", In: `{"json":[{"n":12345678901234567890,"m":1.50}]}`, Source: contract, Want: `{"csv":"n,m\r\n12345678901234567890,1.50"}`},

		{Name: "rows that are arrays", In: `{"json":[["id","n"],[1,2.0,null]]}`, Source: "papaparse unparse", Want: `{"csv":"id,n,\r\n1,2.0,","columns":["column_1","column_2","column_3"],"row_count":2}`},
		{Name: "scalars", In: `{"json":[1,"x",true,null,""]}`, Source: contract, Want: `{"csv":"value\r\n1\r\nx\r\ntrue\r\n\"\"\r\n\"\"","columns":["value"]}`},
		{Name: "one object", In: `{"json":{"a":{"b":1},"c":2}}`, Source: contract, Want: `{"csv":"a.b,c\r\n1,2","row_count":1}`},
		{Name: "NDJSON", In: `{"json":"{\"a\":1}\n\n{\"b\":2}\r\n","ndjson":true}`, Source: contract, Want: `{"csv":"a,b\r\n1,\r\n,2","row_count":2}`},
		{Name: "JSON text", In: `{"json":" [{\"a\":1.50}] "}`, Source: "contract 0.1", Want: `{"csv":"a\r\n1.50"}`},
		{Name: "no rows", In: `{"json":[]}`, Source: contract, Want: `{"csv":"","row_count":0,"column_count":0,"columns":[]}`},
		{Name: "no rows, columns wanted", In: `{"json":[],"columns":["a"]}`, Source: contract, Want: `{"csv":"","columns":[]}`},
		{Name: "no members", In: `{"json":[{},{}]}`, Source: contract, Want: `{"csv":"","row_count":2,"column_count":0}`},
		{Name: "byte order mark", In: `{"json":"\ufeff[1]"}`, Source: "contract 0.2", Want: `{"csv":"value\r\n1","warnings.0.code":"bom_removed","warnings.0.field":"json"}`},

		{Name: "columns chosen", In: `{"json":[{"a":1,"b":{"c":2}},{"a":3}],"columns":["b.c","a"]}`, Source: contract, Want: `{"csv":"b.c,a\r\n2,1\r\n,3","columns":["b.c","a"],"column_count":2}`},
		{Name: "delimiter by name", In: `{"json":[{"a":1,"b":"x,y"}],"delimiter":"Semi_Colon"}`, Source: contract, Want: `{"csv":"a;b\r\n1;x,y"}`},
		{Name: "delimiter itself", In: `{"json":[{"a":1,"b":"x§y"}],"delimiter":"§"}`, Source: contract, Want: `{"csv":"a§b\r\n1§\"x§y\""}`},
		{Name: "no header", In: `{"json":[{"a":1}],"header":false}`, Source: contract, Want: `{"csv":"1","columns":["a"]}`},
		{Name: "not flattened", In: `{"json":[{"a":{"b": 1.0, "c":[ ]}}],"flatten":false}`, Source: contract, Want: `{"csv":"a\r\n\"{\"\"b\"\":1.0,\"\"c\"\":[]}\""}`},
		{Name: "separator", In: `{"json":[{"a.b":1,"a":{"b":2}}],"separator":"/"}`, Source: contract, Want: `{"csv":"a.b,a/b\r\n1,2"}`},
		{Name: "arrays by index", In: `{"json":[{"t":["x",{"n":[1]}],"e":[]}],"arrays":"index"}`, Source: contract, Want: `{"csv":"t.0,t.1.n.0,e\r\nx,1,[]"}`},
		{Name: "arrays joined", In: `{"json":[{"t":["x",1.50,null,true,{"n":1}],"e":[]}],"arrays":"join"}`, Source: contract, Want: `{"csv":"t,e\r\n\"x;1.50;;true;{\"\"n\"\":1}\","}`, Absent: []string{"warnings"}},
		{Name: "joined with what is in them", In: `{"json":[{"t":["a, b","c"]}],"arrays":"join","join_with":", "}`, Source: "contract 0.4", Want: `{"csv":"t\r\n\"a, b, c\"","warnings.0.code":"ambiguous_join","warnings.0.field":"join_with"}`},
		{Name: "all quoted", In: `{"json":[{"a":1,"b":null},{"a":"x"}],"quote_style":"all"}`, Source: "python csv QUOTE_ALL", Want: `{"csv":"\"a\",\"b\"\r\n\"1\",\"\"\r\n\"x\",\"\""}`},
		{Name: "all but numbers quoted", In: `{"json":[{"a":1,"b":"2","c":true}],"quote_style":"non-numeric"}`, Source: "python csv QUOTE_NONNUMERIC for numbers and texts", Want: `{"csv":"\"a\",\"b\",\"c\"\r\n1,\"2\",\"true\""}`},
		{Name: "null", In: `{"json":[{"a":null,"b":null},{"a":1}],"null_value":"N,A"}`, Source: contract, Want: `{"csv":"a,b\r\n\"N,A\",\"N,A\"\r\n1,"}`},
		{Name: "null in one column", In: `{"json":[{"a":null},{}]}`, Source: "contract 0.6", Want: `{"csv":"a\r\n\"\"\r\n\"\""}`},
		{Name: "line feed", In: `{"json":[{"a":1},{"a":"x\r\ny"}],"line_ending":"lf"}`, Source: contract, Want: `{"csv":"a\n1\n\"x\r\ny\""}`},
		{Name: "mark", In: `{"json":[{"a":1}],"bom":true}`, Source: contract, Want: `{"csv":"\ufeffa\r\n1"}`},
		{Name: "formulas counted, not escaped", In: `{"json":[{"=a":"-5"},{"=a":["=x"]},{"=a":"@"}]}`, Source: contract, Want: `{"csv":"=a\r\n-5\r\n\"[\"\"=x\"\"]\"\r\n@","formula_cells":2}`},
		{Name: "formulas in names and joined cells", In: `{"json":[{"=a":["=x",1]}],"arrays":"join","escape_formulas":true}`, Source: contract, Want: `{"csv":"'=a\r\n'=x;1","formula_cells":2}`},

		{Name: "columns unknown", In: `{"json":[{"name":1,"id":2}],"columns":["nmae","id","id","x"]}`, Source: contract, Wrong: []string{"columns[0] not_allowed", "columns[2] not_allowed", "columns[3] not_allowed"}},
		{Name: "two members, one column", In: `{"json":[{"a.b":1,"a":{"b":2}}]}`, Source: contract, Wrong: []string{"json column_conflict"}},
		{Name: "mixed rows", In: `{"json":[{"a":1},{"a":2},3]}`, Source: contract, Wrong: []string{"json[2] invalid_type"}},
		{Name: "a scalar", In: `{"json":true}`, Source: contract, Wrong: []string{"json invalid_type"}},
		{Name: "too deep", In: `{"json":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, Source: contract, Wrong: []string{"json depth_exceeded"}},
		{Name: "deep", In: `{"json":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, Source: contract, Want: `{"row_count":1}`},
		{Name: "name twice in text", In: `{"json":"[{\"a\":1,\"a\":2}]"}`, Source: "contract 0.2", Wrong: []string{"json duplicate_field"}},
		{Name: "name twice", In: `{"json":[{"a":1,"a":2}]}`, Source: "contract 0.2", Wrong: []string{"json duplicate_field"}},
		{Name: "NDJSON as a value", In: `{"json":[1],"ndjson":true}`, Source: contract, Wrong: []string{"ndjson conflict"}},
		{Name: "delimiters that part nothing", In: `{"json":[],"delimiter":"auto"}`, Source: contract, Wrong: []string{"delimiter not_allowed"}},
		{Name: "line feed as delimiter", In: `{"json":[],"delimiter":"\n"}`, Source: contract, Wrong: []string{"delimiter not_allowed"}},
		{Name: "quote as delimiter", In: `{"json":[],"delimiter":"\""}`, Source: contract, Wrong: []string{"delimiter conflict"}},
		{Name: "names of other APIs", In: `{"data":[],"arrays":"x"}`, Source: "contract 0.1", Wrong: []string{"data unknown_field", "arrays not_allowed", "json required"}},
	})
}

// TestJSONToCSVFaults looks at the places of errors in a text; they are those
// of json-formatter.
func TestJSONToCSVFaults(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"comma", `{"json":"[{\"a\":1},\n ]"}`, `invalid_json trailing_comma 2:2 at 11, remove the comma`},
		{"mark", `{"json":"\ufeff[1 2]"}`, `invalid_json unexpected_character 1:5 at 6, `},
		{"a line", `{"json":"{\"é\":1}\r\n{\"a\":}\n{}","ndjson":true}`, `invalid_json unexpected_character 2:6 at 15, `},
		{"an open line", `{"json":"\ufeff{}\n{\"a\":1","ndjson":true}`, `invalid_json unexpected_end 2:7 at 12, check that every bracket and quote is closed`},
		{"two on a line", `{"json":"{} {}","ndjson":true}`, `invalid_json trailing_data 1:4 at 3, send one document`},
		{"depth", `{"json":"` + strings.Repeat("[", 65) + `"}`, `depth_exceeded depth_exceeded 1:65 at 64, `},
	} {
		o := op.Find("json-to-csv")
		_, refused := optest.Call(t, o.ID, op.JSON([]byte(c.in)), op.SampleEnv())
		if refused == nil || len(refused.Violations) != 1 || refused.Violations[0].Place == nil {
			t.Errorf("%s: %v", c.name, refused)
			continue
		}
		v := refused.Violations[0]
		got := fmt.Sprintf("%s %s %d:%d at %d, %s", v.Code, v.Reason, v.Place.Line, v.Place.Column, v.Place.Offset, v.Hint)
		if got != c.want || v.Field != "json" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestJSONToCSVSuggests(t *testing.T) {
	_, refused := optest.Call(t, "json-to-csv", op.JSON([]byte(`{"json":[{"name":1}],"columns":["nmae"]}`)), op.SampleEnv())
	if refused == nil || refused.Violations[0].Hint != "did you mean 'name'?" {
		t.Errorf("%+v", refused)
	}
}

func TestJSONToCSVShape(t *testing.T) {
	data := optest.Data(t, "json-to-csv", op.JSON([]byte(`{"json":"\ufeff[1]"}`)))
	if keys := optest.Keys(t, data, ""); keys != "csv row_count column_count columns formula_cells warnings" {
		t.Errorf("members %s", keys)
	}
}

// TestJSONThroughCSV: what csv-to-json makes of the CSV is the document again,
// byte for byte: names, texts and numbers with their digits.
func TestJSONThroughCSV(t *testing.T) {
	value := rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,8})\.[0-9]{0,3}[1-9]0?|-?[1-9][0-9]{0,14}`),
		rapid.SampledFrom([]string{"0", `"007"`, `"true"`, `"1"`, `""`, `" x"`, `"a,b"`, `"=1"`, `"\r\n"`, "\"\ufeff\"", `"\\"`}),
		rapid.Map(rapid.String(), func(s string) string { return string(op.AppendString(nil, s)) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			names := rapid.SliceOfNDistinct(rapid.StringMatching(`[ -~é]{1,6}`), 2, 5, rapid.ID).Draw(t, "names")
			var rows []string
			for range rapid.IntRange(1, 5).Draw(t, "rows") {
				var members []string
				for _, name := range names {
					members = append(members, string(op.AppendString(nil, name))+":"+value.Draw(t, "value"))
				}
				rows = append(rows, "{"+strings.Join(members, ",")+"}")
			}
			doc := "[" + strings.Join(rows, ",") + "]"
			text := optest.At(optest.Data(t, "json-to-csv", op.JSON([]byte(`{"json":`+doc+`,"quote_style":"nonnumeric"}`))), "csv")
			back := optest.At(optest.Data(t, "csv-to-json", op.JSON([]byte(`{"csv":`+text+`,"delimiter":"comma","infer_scope":"cell","quoted_is_string":true}`))), "json")
			if back != doc {
				t.Fatalf("%s through %s came back as %s", doc, text, back)
			}
		}
	})
}
