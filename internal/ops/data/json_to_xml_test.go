package data_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestJSONToXML(t *testing.T) {
	const contract = "contract 1.3"
	const declaration = `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`
	optest.Table(t, "json-to-xml", []optest.Case{
		{Name: "example 1", In: `{"json":{"root":{"name":"A & B","tags":["x","y"],"n":null,"t":true,"v":1.5}}}`, Source: "fast-xml-parser 5.12.1, xml-js 1.6.11",
			Want:   `{"xml":"` + declaration + `\n<root>\n  <name>A &amp; B</name>\n  <tags>x</tags>\n  <tags>y</tags>\n  <n/>\n  <t>true</t>\n  <v>1.5</v>\n</root>","element_count":7,"renamed":[]}`,
			Absent: []string{"warnings"}},
		{Name: "example 2", In: `{"json":{"r":{"@id":"7","#text":"hi"}},"declaration":false}`, Source: "fast-xml-parser 5.12.1", Want: `{"xml":"<r id=\"7\">hi</r>"}`},
		{Name: "example 3", In: `{"json":{"r":{"first name":"x","1st":2}},"declaration":false,"indent":0}`, Source: contract,
			Want: `{"xml":"<r><first_x0020_name>x</first_x0020_name><_x0031_st>2</_x0031_st></r>","renamed":[{"pointer":"/r/first name","from":"first name","to":"first_x0020_name"},{"pointer":"/r/1st","from":"1st","to":"_x0031_st"}]}`},
		{Name: "example 4", In: `{"json":{"first name":"x","n":1.50,"t":true,"z":null,"a":[1,"2"]},"style":"xpath31","declaration":false,"indent":0}`, Source: "saxon-js 2.7.0",
			Want: `{"xml":"<map xmlns=\"http://www.w3.org/2005/xpath-functions\"><string key=\"first name\">x</string><number key=\"n\">1.50</number><boolean key=\"t\">true</boolean><null key=\"z\"/><array key=\"a\"><number>1</number><string>2</string></array></map>","element_count":8,"renamed":[]}`},
		{Name: "example 5", In: `{"json":{"a":[1,[2,3]]},"declaration":false,"indent":"0"}`, Source: contract, Want: `{"xml":"<root><a>1</a><a><item>2</item><item>3</item></a></root>"}`},
		{Name: "example 6", In: `{"json":{"v":"\u0001"}}`, Source: contract, Wrong: []string{"json invalid_xml_character"}},

		{Name: "root given", In: `{"json":{"a":1},"root":"r","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<r><a>1</a></r>"}`},
		{Name: "several keys", In: `{"json":{"a":1,"b":2},"declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><a>1</a><b>2</b></root>"}`},
		{Name: "one key, an attribute", In: `{"json":{"@a":1},"declaration":false}`, Source: "contract 0.6", Want: `{"xml":"<root a=\"1\"/>"}`},
		{Name: "one key, text", In: `{"json":{"#text":"x"},"declaration":false}`, Source: contract, Want: `{"xml":"<root>x</root>"}`},
		{Name: "one key, null left out", In: `{"json":{"a":null},"null_as":"omit","declaration":false}`, Source: contract, Want: `{"xml":"<root/>"}`},
		{Name: "an array", In: `{"json":[1,{"a":2}],"declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><item>1</item><item><a>2</a></item></root>"}`},
		{Name: "item", In: `{"json":[1],"item":"n","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><n>1</n></root>"}`},
		{Name: "a scalar", In: `{"json":1.50,"declaration":false}`, Source: contract, Want: `{"xml":"<root>1.50</root>","element_count":1}`},
		{Name: "null", In: `{"json":null,"declaration":false}`, Source: contract, Want: `{"xml":"<root/>"}`},
		{Name: "text of a document", In: `{"json":"{\"a\":\"b\"}","declaration":false}`, Source: "contract 0.1", Want: `{"xml":"<a>b</a>"}`},
		{Name: "wrapped", In: `{"json":{"a":[1,[2]],"b":[]},"arrays":"wrap","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><a><item>1</item><item><item>2</item></item></a><b/></root>"}`, Absent: []string{"warnings"}},
		{Name: "empty arrays", In: `{"json":{"a":[],"b":[[]]},"declaration":false,"indent":0}`, Source: "contract 0.6", Want: `{"xml":"<root><b/></root>","warnings.0.code":"empty_arrays","warnings.0.field":"json"}`},
		{Name: "xsi:nil", In: `{"json":{"a":null,"b":{"@c":null}},"null_as":"xsi_nil","declaration":false,"indent":0}`, Source: "XML Schema 1.0 part 1 section 2.6.2",
			Want: `{"xml":"<root xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><a xsi:nil=\"true\"/><b c=\"\"/></root>"}`},
		{Name: "null left out", In: `{"json":{"a":null,"b":[null,1],"c":{"@d":null}},"null_as":"omit","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><b>1</b><c/></root>"}`},
		{Name: "prefix and text key", In: `{"json":{"r":{"$a":1,"_":"x","@b":2}},"attribute_prefix":"$","text_key":"_","declaration":false}`, Source: contract, Want: `{"xml":"<r a=\"1\">x<_x0040_b>2</_x0040_b></r>"}`},
		{Name: "no prefix, no text key", In: `{"json":{"r":{"@a":1,"#text":2}},"attribute_prefix":"","text_key":"","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<r><_x0040_a>1</_x0040_a><_x0023_text>2</_x0023_text></r>"}`},
		{Name: "text beside elements", In: `{"json":{"r":{"a":1,"#text":" x ","b":{"c":2}}},"declaration":false}`, Source: "XML 1.0 section 2.10: white space in mixed content counts", Want: `{"xml":"<r><a>1</a> x <b><c>2</c></b></r>"}`},
		{Name: "names replaced", In: `{"json":{"r":{"first name":1,"1st":2}},"invalid_names":"replace","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<r><first_name>1</first_name><_1st>2</_1st></r>"}`},
		{Name: "names refused", In: `{"json":{"r":{"first name":1}},"invalid_names":"error"}`, Source: contract, Wrong: []string{"json invalid_name"}},
		{Name: "empty key", In: `{"json":{"":1},"declaration":false}`, Source: "contract 0.6", Want: `{"xml":"<_>1</_>","renamed.0":{"pointer":"/","from":"","to":"_"}}`},
		{Name: "characters replaced", In: `{"json":{"a":"x\u0001\uffff"},"invalid_characters":"replace","declaration":false}`, Source: contract, Want: `{"xml":"<a>x\ufffd\ufffd</a>","warnings.0.code":"invalid_characters"}`},
		{Name: "characters removed", In: `{"json":{"a":"x\u0001"},"invalid_characters":"remove","declaration":false}`, Source: contract, Want: `{"xml":"<a>x</a>","warnings.0.code":"invalid_characters"}`},
		{Name: "escapes", In: `{"json":{"a":{"@b":"<\"&>'\t\n\r","c":"<\"&>'\t\n\r"}},"declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<a b=\"&lt;&#34;&amp;&gt;'&#9;&#10;&#13;\"><c>&lt;\"&amp;&gt;'\t\n&#13;</c></a>"}`},
		{Name: "types", In: `{"json":{"a":[1,"x",null,true],"o":{"b":[]}},"type_attributes":true,"declaration":false,"indent":0}`, Source: contract,
			Want: `{"xml":"<root type=\"object\"><a type=\"number\">1</a><a type=\"string\">x</a><a type=\"null\"/><a type=\"boolean\">true</a><o type=\"object\"/></root>"}`},
		{Name: "tabs", In: `{"json":{"a":{"b":1}},"indent":"tab"}`, Source: contract, Want: `{"xml":"` + declaration + `\n<a>\n\t<b>1</b>\n</a>"}`},
		{Name: "eight spaces", In: `{"json":{"a":{"b":1}},"indent":8,"declaration":false}`, Source: contract, Want: `{"xml":"<a>\n        <b>1</b>\n</a>"}`},
		{Name: "one line", In: `{"json":{"a":{"b":1}},"indent":0}`, Source: contract, Want: `{"xml":"` + declaration + `<a><b>1</b></a>"}`},
		{Name: "keys twice", In: `{"json":"{\"a\":1,\n\"a\":2}","declaration":false,"indent":0}`, Source: contract, Want: `{"xml":"<root><a>1</a><a>2</a></root>","warnings.0.code":"duplicate_key","warnings.0.line":2,"warnings.0.column":1,"warnings.0.field":"json"}`},
		{Name: "attributes twice", In: `{"json":"{\"a\":{\"@b\":1,\"@b\":2}}"}`, Source: contract, Wrong: []string{"json duplicate_field"}},
		{Name: "keys twice in a value", In: `{"json":{"a":1,"a":2}}`, Source: "contract 0.2", Wrong: []string{"json duplicate_field"}},
		{Name: "byte order mark", In: `{"json":"\ufeff1","declaration":false}`, Source: "contract 0.2", Want: `{"xml":"<root>1</root>","warnings.0.code":"bom_removed"}`},
		{Name: "prefix", In: `{"json":1,"root":"x:y","declaration":false}`, Source: "contract 0.4", Want: `{"xml":"<x:y>1</x:y>","warnings.0.code":"undeclared_prefix","warnings.0.field":"root"}`},

		{Name: "attribute of an array", In: `{"json":{"a":{"@b":[1]}}}`, Source: contract, Wrong: []string{"json invalid_type"}},
		{Name: "a type already", In: `{"json":{"a":{"@type":1}},"type_attributes":true}`, Source: "contract 0.4: no defined answer", Wrong: []string{"json conflict"}},
		{Name: "no names", In: `{"json":1,"root":"1a","item":"a b"}`, Source: contract, Wrong: []string{"root invalid_format", "item invalid_format"}},
		{Name: "indent", In: `{"json":1,"indent":9}`, Source: contract, Wrong: []string{"indent not_allowed"}},
		{Name: "deep", In: `{"json":` + strings.Repeat("[", 256) + strings.Repeat("]", 256) + `}`, Source: contract, Want: `{"element_count":256}`},
		{Name: "too deep", In: `{"json":` + strings.Repeat("[", 257) + strings.Repeat("]", 257) + `}`, Source: contract, Wrong: []string{"json depth_exceeded"}},
		{Name: "expansion", In: `{"json":[` + strings.Repeat("1,", 400_000) + `1],"item":"` + strings.Repeat("n", 900) + `"}`, Source: "contract 0.2", Wrong: []string{"json output_too_large"}},
		{Name: "names of other APIs", In: `{"data":1,"style":"x"}`, Source: "contract 0.1", Wrong: []string{"data unknown_field", "style not_allowed", "json required"}},
	})
}

// TestJSONToXMLFaults looks at what a refusal says of the place.
func TestJSONToXMLFaults(t *testing.T) {
	for in, want := range map[string]string{
		`{"json":{"a":[{"b/c":"\u0001"}]}}`:           `{"pointer":"/a/0/b~1c"}`,
		`{"json":"{\"a\":1,\n \"b\":}"}`:              `invalid_json unexpected_character 2:6 at 13`,
		`{"json":"\ufeff[1,]"}`:                       `invalid_json trailing_comma 1:5 at 6`,
		`{"json":"` + strings.Repeat("[", 257) + `"}`: `depth_exceeded depth_exceeded 1:257 at 256`,
	} {
		_, refused := optest.Call(t, "json-to-xml", op.JSON([]byte(in)), op.SampleEnv())
		if refused == nil {
			t.Errorf("%.60s is answered", in)
			continue
		}
		v := refused.Violations[0]
		got := string(v.Details.AppendJSON(nil))
		if v.Place != nil {
			got = fmt.Sprintf("%s %s %d:%d at %d", v.Code, v.Reason, v.Place.Line, v.Place.Column, v.Place.Offset)
		}
		if got != want || strings.Contains(v.Hint, "jsonc") || strings.Contains(v.Message, "1000") {
			t.Errorf("%.60s: %s, want %s; %s; %s", in, got, want, v.Message, v.Hint)
		}
	}
}

func TestJSONToXMLShape(t *testing.T) {
	data := optest.Data(t, "json-to-xml", op.JSON([]byte(`{"json":{"a":[],"1":2}}`)))
	if keys := optest.Keys(t, data, ""); keys != "xml element_count renamed warnings" {
		t.Errorf("members %s", keys)
	}
	if keys := optest.Keys(t, data, "renamed.0"); keys != "pointer from to" {
		t.Errorf("members %s", keys)
	}
}
