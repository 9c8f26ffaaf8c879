package op_test

import (
	"strings"
	"testing"

	"toolcrib/internal/op"
)

// Every kind of scalar, sent as JSON and as a query. An empty query means
// that the value cannot be sent so.
func TestScalars(t *testing.T) {
	none := `"months":12`
	for _, tt := range []struct{ json, query, want string }{
		{`{}`, ``, `{` + none + `}`},
		{`{"text":"ab"}`, `text=ab`, `{"text":"ab",` + none + `}`},
		{`{"text":"é€😀"}`, `text=%C3%A9%E2%82%AC%F0%9F%98%80`, `{"text":"é€😀",` + none + `}`},
		{`{"text":"\u00e9\ud83d\ude00"}`, ``, `{"text":"é😀",` + none + `}`},
		{`{"text":"a\u0000\n"}`, `text=a%00%0A`, `{"text":"a\u0000\n",` + none + `}`},
		{`{"text":"a b"}`, `text=a+b`, `{"text":"a b",` + none + `}`},
		{`{"text":"a"}`, `text=a`, `text too_short`}, {`{"text":""}`, `text=`, `text too_short`}, {`{"text":"abcdef"}`, `text=abcdef`, `text too_long`},
		{`{"text":1}`, ``, `text invalid_type`}, {`{"text":null}`, ``, `text invalid_type`}, {`{"text":["ab"]}`, ``, `text invalid_type`}, {`{"text":true}`, ``, `text invalid_type`},
		{`{"code":"abc"}`, `code=abc`, `{"code":"abc",` + none + `}`}, {`{"code":"Abc"}`, `code=Abc`, `code invalid_format`}, {`{"code":""}`, `code=`, `code invalid_format`},
		{`{"flag":true}`, `flag=true`, `{"flag":true,` + none + `}`}, {`{"flag":false}`, `flag=false`, `{"flag":false,` + none + `}`},
		{`{"flag":"true"}`, `flag=TRUE`, `flag invalid_type`}, {`{"flag":1}`, `flag=1`, `flag invalid_type`}, {`{"flag":""}`, `flag`, `flag invalid_type`},
		{`{"int":60.0}`, `int=60.0`, `{"int":60,` + none + `}`}, {`{"int":1e1}`, `int=1e1`, `{"int":10,` + none + `}`}, {`{"int":-5}`, `int=-5`, `{"int":-5,` + none + `}`}, {`{"int":-0}`, `int=-0`, `{"int":0,` + none + `}`},
		{`{"int":-6}`, `int=-6`, `int out_of_range`}, {`{"int":100}`, `int=100`, `int out_of_range`}, {`{"int":99}`, `int=99`, `{"int":99,` + none + `}`}, {`{"int":1.5}`, `int=1.5`, `int invalid_number`}, {`{"int":"5"}`, ``, `int invalid_type`},
		{`{"wide":9223372036854775807}`, `wide=9223372036854775807`, `{"wide":9223372036854775807,` + none + `}`}, {`{"wide":-9223372036854775808}`, `wide=-9223372036854775808`, `{"wide":-9223372036854775808,` + none + `}`},
		{`{"wide":9223372036854775808}`, `wide=9223372036854775808`, `wide out_of_range`}, {`{"wide":-9223372036854775809}`, `wide=-9223372036854775809`, `wide out_of_range`}, {`{"wide":1e60}`, `wide=1e60`, `wide out_of_range`},
		{`{"dec":100.50}`, `dec=100.50`, `{"dec":100.5,` + none + `}`}, {`{"dec":1E-3}`, `dec=1E-3`, `{"dec":0.001,` + none + `}`}, {`{"dec":0}`, `dec=0`, `dec out_of_range`}, {`{"dec":-0.0}`, `dec=-0.0`, `dec out_of_range`},
		{`{"dec":1e12}`, `dec=1e12`, `{"dec":1000000000000,` + none + `}`}, {`{"dec":1000000000000.01}`, `dec=1000000000000.01`, `dec out_of_range`}, {`{"dec":0.1234567890123456789012345678901234}`, `dec=0.1234567890123456789012345678901234`, `{"dec":0.1234567890123456789012345678901234,` + none + `}`},
		{`{"dec":0.12345678901234567890123456789012345}`, `dec=0.12345678901234567890123456789012345`, `dec invalid_number`}, {`{"dec":1e999}`, `dec=1e999`, `dec invalid_number`}, {`{"dec":1e61}`, `dec=1e61`, `dec invalid_number`}, {`{"dec":1e-61}`, `dec=1e-61`, `dec invalid_number`},
		{``, `dec=%2B5`, `dec invalid_number`}, {``, `dec=+5`, `dec invalid_number`}, {``, `dec=.5`, `dec invalid_number`}, {``, `dec=5.`, `dec invalid_number`}, {``, `dec=1,00,000`, `dec invalid_number`}, {``, `dec=%E2%82%B9500`, `dec invalid_number`},
		{``, `dec=5%25`, `dec invalid_number`}, {``, `dec=0x10`, `dec invalid_number`}, {``, `dec=NaN`, `dec invalid_number`}, {``, `dec=Infinity`, `dec invalid_number`}, {``, `dec=007`, `dec invalid_number`}, {``, `dec=`, `dec invalid_number`}, {``, `dec=1_000`, `dec invalid_number`},
		{`{"big":-1e30}`, `big=-1e30`, `{"big":-1000000000000000000000000000000,` + none + `}`}, {`{"big":12345678901234567890123456789012}`, `big=12345678901234567890123456789012`, `{"big":12345678901234567890123456789012,` + none + `}`}, {`{"big":0.5}`, `big=0.5`, `big invalid_number`},
		{`{"unit":"km"}`, `unit=km`, `{"unit":"km",` + none + `}`}, {`{"unit":"Square Metre"}`, `unit=Square+Metre`, `{"unit":"square_metre",` + none + `}`}, {`{"unit":"squareMETRE"}`, `unit=square-metre`, `{"unit":"square_metre",` + none + `}`}, {`{"unit":"utf8"}`, `unit=UTF_8`, `{"unit":"UTF-8",` + none + `}`},
		{`{"unit":"M2"}`, `unit=m2`, `{"unit":"square_metre",` + none + `}`}, {`{"unit":"METRE²"}`, `unit=metre%C2%B2`, `{"unit":"square_metre",` + none + `}`}, {`{"unit":"mile"}`, `unit=mile`, `unit not_allowed`}, {`{"unit":""}`, `unit=`, `unit not_allowed`}, {`{"unit":1}`, ``, `unit invalid_type`},
		{`{"version":4}`, `version=4`, `{"version":"4",` + none + `}`}, {`{"version":"4"}`, ``, `{"version":"4",` + none + `}`}, {`{"version":4.0}`, `version=4.0`, `{"version":"4",` + none + `}`}, {`{"version":5e-1}`, `version=0.50`, `{"version":"0.5",` + none + `}`}, {`{"version":"Four"}`, `version=four`, `{"version":"4",` + none + `}`},
		{`{"version":-4}`, `version=-4`, `version not_allowed`}, {`{"version":"-4"}`, ``, `version not_allowed`}, {`{"version":14}`, `version=1+4`, `version not_allowed`}, {`{"version":1e999}`, `version=1e999`, `version not_allowed`}, {`{"version":"NIL"}`, `version=n-i-l`, `{"version":"nil",` + none + `}`},
		{`{"rate":8.50}`, `rate=8.50`, `{"annual_rate":8.5,` + none + `}`}, {`{"interest_rate":8}`, `interest_rate=8`, `{"annual_rate":8,` + none + `}`}, {`{"rate":"x"}`, ``, `rate invalid_type`}, {``, `interest_rate=x`, `interest_rate invalid_number`},
		{`{"months":1}`, `months=1`, `{"months":1}`},
		{`{"list":[1,2]}`, `list=1&list=2`, `{` + none + `,"list":[1,2]}`}, {`{"list":[1,2,3,4]}`, `list=[1,2,3,4]`, `{` + none + `,"list":[1,2,3,4]}`}, {`{"list":[1,2,3]}`, `list=[1,2]&list=3`, `{` + none + `,"list":[1,2,3]}`},
		{`{"list":[]}`, `list=[]`, `list too_short`}, {`{"list":[1]}`, `list=1`, `list too_short`}, {`{"list":[1,2,3,4,5,6]}`, `list=1&list=2&list=3&list=4&list=5&list=6`, `list too_many_items`}, {`{"list":[1,-1,2]}`, `list=1&list=-1&list=2`, `list[1] out_of_range`},
		{`{"list":1}`, ``, `list invalid_type`}, {`{"list":[1,"2"]}`, `list=1&list=x`, `list[1] invalid_type`}, {`{"list":[1,null]}`, ``, `list[1] invalid_type`},
	} {
		if tt.json != "" {
			if got := outcome(scalars, op.JSON([]byte(tt.json))); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.json, got, tt.want)
			}
		}
		if tt.query == "" {
			continue
		}
		want := strings.Replace(tt.want, "list[1] invalid_type", "list[1] invalid_number", 1)
		if got := outcome(scalars, op.Query(tt.query)); got != want {
			t.Errorf("?%s: %s, want %s", tt.query, got, want)
		}
	}
}

func TestContainers(t *testing.T) {
	many := `"many":[true,false]`
	in := func(s string) string { return `{"id":"none",` + s + `,` + many + `}` }
	for _, tt := range []struct{ json, want string }{
		{`{}`, `{"id":"none",` + many + `}`}, {`{"id":"a"}`, `{"id":"a",` + many + `}`}, {`{"many":[]}`, `{"id":"none","many":[]}`},
		{`{"doc":null}`, in(`"doc":null`)}, {`{"doc": {"b":1.50, "a":[1e400]} }`, in(`"doc":{"b":1.50, "a":[1e400]}`)}, {`{"doc":"\u0041"}`, in(`"doc":"\u0041"`)},
		{`{"doc":{"a":1,"b":{"x":1,"x":2}}}`, `doc duplicate_field`}, {`{"raws":[{"a":1,"\u0061":1},1,{"b":1,"b":1}]}`, `raws[0] duplicate_field, raws[2] duplicate_field`},
		{`{"either":1.50}`, in(`"either":1.5`)}, {`{"either":"1.50"}`, in(`"either":"1.50"`)}, {`{"either":-1}`, `either out_of_range`}, {`{"either":"12345"}`, `either too_long`}, {`{"either":true}`, `either invalid_type`}, {`{"either":[]}`, `either invalid_type`},
		{`{"three":true}`, in(`"three":true`)}, {`{"three":["a","b"]}`, in(`"three":["a","b"]`)}, {`{"three":{"x":1}}`, in(`"three":{"x":1,"y":0}`)}, {`{"three":9.0}`, in(`"three":9`)}, {`{"three":10}`, `three out_of_range`}, {`{"three":9.5}`, `three invalid_number`}, {`{"three":"a"}`, `three invalid_type`}, {`{"three":[1]}`, `three[0] invalid_type`}, {`{"three":{}}`, `three.x required`},
		{`{"pairs":{"b":1,"a":2.0,"":3}}`, in(`"pairs":{"b":1,"a":2,"":3}`)}, {`{"pairs":{}}`, in(`"pairs":{}`)}, {`{"pairs":{"a":1,"\u0061":2}}`, `pairs.a duplicate_field`}, {`{"pairs":{"a":-1,"":"x"}}`, `pairs.a out_of_range, pairs."" invalid_type`}, {`{"pairs":{"a":1,"b":1,"c":1,"d":1}}`, `pairs too_many_items`}, {`{"pairs":[]}`, `pairs invalid_type`},
		{`{"maps":{"p":{"x":1}}}`, in(`"maps":{"p":{"x":1,"y":0}}`)}, {`{"maps":{"p":{"y":1},"q":{"x":1,"q":2}}}`, `maps.p.x required, maps.q.q unknown_field`},
		{`{"point":{"x":1,"y":2,"z":"FAR"}}`, in(`"point":{"x":1,"y":2,"z":"far"}`)}, {`{"point":{"x":1,"x":2}}`, `point.x duplicate_field`}, {`{"point":{"z":"no","w":1}}`, `point.z not_allowed, point.w unknown_field, point.x required`}, {`{"point":"x"}`, `point invalid_type`}, {`{"point":null}`, `point invalid_type`},
		{`{"points":[{"x":1},{"x":"a"},7]}`, `points[1].x invalid_type, points[2] invalid_type`}, {`{"points":[]}`, `points too_short`}, {`{"points":[{"x":1},{"x":1},{"x":1},{"x":"never read"}]}`, `points too_many_items`},
		{`{"words":["a","","abcde"]}`, `words[1] too_short, words[2] too_long`}, {`{"words":[]}`, in(`"words":[]`)}, {`{"enums":["A-B","d","c"]}`, `enums[1] not_allowed`}, {`{"enums":["A-B","c"]}`, in(`"enums":["a_b","c"]`)},
		{`{"grid":[[1,2],[],[10],[1,2,3]]}`, `grid[2][0] out_of_range, grid[3] too_many_items`}, {`{"grid":[[],[1]]}`, in(`"grid":[[],[1]]`)},
	} {
		if got := outcome(nested, op.JSON([]byte(tt.json))); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.json, got, tt.want)
		}
	}
}

// Containers sent as flags or a query are JSON text; a Raw is the text itself.
func TestFields(t *testing.T) {
	in := func(s string) string { return `{"id":"none",` + s + `,"many":[true,false]}` }
	for _, tt := range []struct{ name, value, want string }{
		{"doc", `{"a":1}`, in(`"doc":"{\"a\":1}"`)}, {"either", "1.50", in(`"either":1.5`)}, {"either", "ab", in(`"either":"ab"`)}, {"either", "1 m", in(`"either":"1 m"`)}, {"either", " 1", "either invalid_number"},
		{"three", "true", in(`"three":true`)}, {"three", `["a"]`, in(`"three":["a"]`)}, {"three", `{"x":1}`, in(`"three":{"x":1,"y":0}`)}, {"three", "7", in(`"three":7`)}, {"three", `{"x":}`, `three invalid_format`}, {"three", `{"y":"a","x"`, `three invalid_format`},
		{"pairs", `{"a":1}`, in(`"pairs":{"a":1}`)}, {"pairs", `a`, `pairs invalid_format`}, {"pairs", `1`, `pairs invalid_type`}, {"pairs", `{"a":-1}`, `pairs.a out_of_range`}, {"point", `{"x":1} 2`, `point invalid_format`},
		{"points", `{"x":1}`, in(`"points":[{"x":1,"y":0}]`)}, {"points", `[{"x":1},{"x":2}]`, in(`"points":[{"x":1,"y":0},{"x":2,"y":0}]`)}, {"words", `[a]`, in(`"words":["[a]"]`)}, {"words", `["a"]`, in(`"words":["a"]`)}, {"grid", `[1]`, `grid[0] invalid_type`},
		{"id", "\xff", "id invalid_utf8"}, {"many", "true", `{"id":"none","many":[true]}`}, {"many", "[]", `{"id":"none","many":[]}`},
	} {
		if got := outcome(nested, op.Fields([]op.Field{{Name: tt.name, Value: tt.value}})); got != tt.want {
			t.Errorf("%s=%s: %s, want %s", tt.name, tt.value, got, tt.want)
		}
	}
}

// All violations come at once, in the order sent, then what is missing.
func TestNames(t *testing.T) {
	for _, tt := range []struct{ json, query, want string }{
		{`{"name":"x","weight":1,"metres":2}`, `name=x&weight=1&metres=2`, `{"name":"x","weight":1,"metres":2}`},
		{`{}`, `x`, `name required, weight required, feet missing_one_of`},
		{`{"nme":"x"}`, `nme=x`, `nme unknown_field, name required, weight required, feet missing_one_of`},
		{`{"weight":"a","weight":1,"mass":2,"pounds":3,"feet":1,"inches":1}`, `weight=a&weight=1&mass=2&pounds=3&feet=1&inches=1`, `weight invalid_type, weight duplicate_field, mass conflict, name required, pounds conflict`},
		{`{"mass":1,"name":"x","weight":1,"mass":1,"metres":1}`, `mass=1&name=x&weight=1&mass=1&metres=1`, `weight conflict, mass duplicate_field`},
		{`{"pounds":1,"mass":1,"name":"x","metres":1}`, `pounds=1&mass=1&name=x&metres=1`, `pounds conflict`},
		{`{"name":"x","mass":1,"feet":5,"metres":1,"a":1,"b":1}`, `name=x&mass=1&feet=5&metres=1&a=1&b=1`, `metres conflict, b conflict`},
		{`{"name":"refused","mass":1,"metres":1}`, `name=refused&mass=1&metres=1`, `name order`},
		{`{"name":"refused","mass":-1,"metres":1}`, `name=refused&mass=-1&metres=1`, `mass out_of_range`},
		{`{"":1,"name":"x","mass":1,"metres":1}`, `=1&name=x&mass=1&metres=1`, `"" unknown_field`},
		{`{"Name":"x","mass":1,"metres":1}`, `Name=x&mass=1&metres=1`, `Name unknown_field, name required`},
	} {
		if got := outcome(ruled, op.JSON([]byte(tt.json))); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.json, got, tt.want)
		}
		want := strings.Replace(tt.want, "weight invalid_type", "weight invalid_number", 1)
		if tt.query == "x" {
			tt.query, want = "", tt.want
		}
		if got := outcome(ruled, op.Query(tt.query)); got != want {
			t.Errorf("?%s: %s, want %s", tt.query, got, want)
		}
	}
}

// What a query can get wrong and JSON cannot.
func TestQuery(t *testing.T) {
	for query, want := range map[string]string{
		"":                                  `{"months":12}`,
		"&&":                                `{"months":12}`,
		"months=1&":                         `{"months":1}`,
		"months=1;int=2":                    "months invalid_format",
		"months=1%3Bint=2":                  "months invalid_number",
		"months=%zz":                        "months invalid_format",
		"months=%":                          "months invalid_format",
		"months=%f":                         "months invalid_format",
		"%zz=1":                             "%zz invalid_format",
		"%6Donths=3":                        `{"months":3}`,
		"text=%ff%fe":                       "text invalid_utf8",
		"text=%ed%a0%80":                    "text invalid_utf8",
		"%ff=1":                             `\u{fffd} invalid_utf8`,
		"months=1&months=2":                 "months duplicate_field",
		"months=1&months=1":                 "months duplicate_field",
		"months=x&months=%zz&x=1":           "months invalid_number, months invalid_format, x unknown_field",
		"rate=1&annual_rate=2&rate=3":       "annual_rate conflict, rate duplicate_field",
		"text=a=b":                          `{"text":"a=b","months":12}`,
		"text=a%2Bb":                        `{"text":"a+b","months":12}`,
		"list=1&list=%zz&list=2":            "list invalid_format",
		"list=%zz":                          "list invalid_format",
		"text=%00%01":                       `{"text":"\u0000\u0001","months":12}`,
		"text=ab&flag=yes&int=&dec=-1&u=km": "flag invalid_type, int invalid_number, dec out_of_range, u unknown_field",
	} {
		if got := outcome(scalars, op.Query(query)); got != want {
			t.Errorf("?%s: %s, want %s", query, got, want)
		}
	}
}

// A body that cannot be read has exactly one violation, with its place.
func TestBody(t *testing.T) {
	deep := strings.Repeat("[", 10000) + strings.Repeat("]", 10000)
	for _, tt := range []struct {
		body, want   string
		line, column int
		offset       int
	}{
		{"", "malformed_json", 1, 1, 0}, {" \n", "malformed_json", 2, 1, 2}, {"{", "malformed_json", 1, 2, 1}, {`{"id":"x",}`, "malformed_json", 1, 11, 10}, {"{\"id\":\"é\",\n x}", "malformed_json", 2, 2, 13},
		{`{"zz":1,"id":01}`, "malformed_json", 1, 15, 14}, {"\ufeff{}", "malformed_json", 1, 1, 0}, {`{'id':1}`, "malformed_json", 1, 2, 1},
		{"{} {}", "trailing_data", 1, 4, 3}, {"[]x", "trailing_data", 1, 3, 2}, {`{"id":"x"}}`, "trailing_data", 1, 11, 10},
		{"{\"id\":\"a\xff\"}", "invalid_utf8", 1, 9, 8}, {"{\"id\":\"\xed\xa0\x80\"}", "invalid_utf8", 1, 8, 7},
		{`{"zz":1,"id":"\ud800"}`, "id invalid_unicode", 1, 21, 20}, {`{"point":{"z":"\udc00"}}`, "point.z invalid_unicode", 1, 19, 18}, {`{"\ud800":1}`, "invalid_unicode", 1, 9, 8}, {`{"doc":{"\ud800":1}}`, "doc invalid_unicode", 1, 16, 15}, {`{"words":["\ud800x"]}`, "words[0] invalid_unicode", 1, 18, 17},
		{`{"doc":` + deep + `}`, "doc depth_exceeded", 1, 1008, 1007}, {`{"zz":` + deep + `}`, "zz depth_exceeded", 1, 1007, 1006}, {deep, "depth_exceeded", 1, 1002, 1001}, {`{"grid":` + deep + `}`, "grid depth_exceeded", 1, 1009, 1008},
	} {
		e := refuse(nested, op.JSON([]byte(tt.body)))
		v := e.Violations[0]
		if got := strings.TrimSpace(v.Field + " " + v.Code); got != tt.want || len(e.Violations) != 1 {
			t.Errorf("%.40q: %v, want %s", tt.body, e.Violations, tt.want)
		}
		if p := v.Place; p == nil || *p != (op.Place{Line: tt.line, Column: tt.column, Offset: tt.offset}) {
			t.Errorf("%.40q: at %v", tt.body, p)
		}
		if e.Malformed != (v.Code == "malformed_json" || v.Code == "trailing_data") {
			t.Errorf("%.40q: malformed is %t", tt.body, e.Malformed)
		}
	}
	shallow := `{"doc":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`
	if _, err := nested.Decode(op.JSON([]byte(shallow)), op.DefaultLimits()); err != nil {
		t.Errorf("1,000 levels: %v", err)
	}
	for body, want := range map[string]string{"null": "null", "[]": "a list", "1": "a number", `"{}"`: "text", "true": "a boolean"} {
		for _, o := range []*op.Op{nested, ruled, nothing} {
			e := refuse(o, op.JSON([]byte(body)))
			if len(e.Violations) != 1 || e.Violations[0].Code != op.InvalidType || !strings.HasSuffix(e.Violations[0].Message, "got "+want) {
				t.Errorf("%s: %v", body, e.Violations)
			}
		}
	}
}

// Contract operations-b 0.2 and 0.6: texts and documents have at most
// 1,000,000 bytes, counted as text and not as escapes.
func TestDocumentLimit(t *testing.T) {
	limit := op.DefaultLimits().Document
	for body, want := range map[string]string{
		`{"doc":"` + strings.Repeat("x", limit) + `"}`:           "",
		`{"doc":"` + strings.Repeat("x", limit+1) + `"}`:         "doc too_long",
		`{"doc":"` + strings.Repeat(`\"`, limit) + `"}`:          "",
		`{"doc":"` + strings.Repeat("é", limit/2+1) + `"}`:       "doc too_long",
		`{"doc":[` + strings.Repeat(`"",`, limit/3) + `1]}`:      "doc too_long",
		`{"id":"` + strings.Repeat("x", limit+1) + `"}`:          "id too_long",
		`{"words":["` + strings.Repeat("x", limit+1) + `", ""]}`: "words[0] too_long, words[1] too_short",
		`{"bytes":"` + strings.Repeat("AAAA", limit/3+1) + `"}`:  "", // which is 1,000,002 bytes: a base64 of 1,000,000 can be as long
		`{"bytes":"` + strings.Repeat("AAAA", limit/3+1) + `A"}`: "bytes too_long",
	} {
		got := outcome(nested, op.JSON([]byte(body)))
		if want == "" && !strings.HasPrefix(got, "{") || want != "" && got != want {
			t.Errorf("%.30s…: %.60s, want %s", body, got, want)
		}
	}
}
