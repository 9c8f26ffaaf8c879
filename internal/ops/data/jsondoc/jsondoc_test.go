package jsondoc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/text/position"
)

// fault inspects what must not be a document.
func fault(t *testing.T, doc string, dialect Dialect) Fault {
	t.Helper()
	src := NewSource([]byte(doc), dialect)
	_, err := src.Inspect(0)
	var e *jsonscan.Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: %v", doc, err)
	}
	return src.Fault(e, position.CodePoint)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		doc     string
		reason  jsonscan.Reason
		offset  int
		pointer string
		message string
	}{
		{JSON, "", "unexpected_end", 0, "", "ends too early"},
		{JSON, "  ", "unexpected_end", 2, "", "ends too early"},
		{JSON, `{"a":1,` + "\n" + ` "b":}`, "unexpected_character", 13, "/b", "expected a value, found '}'"},
		{JSON, `[1,2,]`, "trailing_comma", 5, "", "before ']'"},
		{JSON, `{"a":[1,]}`, "trailing_comma", 8, "/a", "before ']'"},
		{JSON, `['a']`, "single_quotes", 1, "/0", "single quote"},
		{JSON, `{a:1}`, "unquoted_key", 1, "", "no quotes"},
		{JSON, `[1,//x`, "comment", 3, "/1", "no comments"},
		{JSON, `[01]`, "leading_zero", 2, "/0", "superfluous 0"},
		{JSON, `[-]`, "bad_number", 2, "/0", "']' makes this no JSON number"},
		{JSON, `[1.]`, "bad_number", 3, "/0", "no JSON number"},
		{JSON, `["a\x"]`, "bad_escape", 4, "/0", "'x' makes this no escape"},
		{JSON, "[\"a\tb\"]", "control_character", 3, "/0", "U+0009"},
		{JSON, "[\"a\nb\"]", "control_character", 3, "/0", "the end of the line"},
		{JSON, `["\ud800"]`, "lone_surrogate", 8, "/0", "other half"},
		{JSON, "[\"\xff\"]", "invalid_utf8", 2, "/0", "not UTF-8"},
		{JSON, "[1 2\xff", "unexpected_character", 3, "", "expected a comma"},
		{JSON, "[]\xff", "invalid_utf8", 2, "", "not UTF-8"},
		{JSON, `[] x`, "trailing_data", 3, "", "complete, but 'x' follows"},
		{JSON, `[nul]`, "bad_literal", 4, "/0", "none of true, false and null"},
		{JSON, `[nulls]`, "unexpected_character", 5, "/0", "expected a comma"},
		{JSON, `{"a" 1}`, "unexpected_character", 5, "/a", "expected a colon"},
		{JSON, `{1}`, "unexpected_character", 1, "", "expected a name in double quotes"},
		{JSON, `{"a":1,2}`, "unexpected_character", 7, "", "expected a name in double quotes"},
		{JSON, `{"a/b":{"c~d":[0,{"é":?`, "unexpected_character", 23, "/a~1b/c~0d/1/é", "found '?'"},
		{JSON, strings.Repeat("[", 1001), "depth_exceeded", 1000, strings.Repeat("/0", 1000), "1000 levels"},
		{JSON, "\ufeff[1,]", "trailing_comma", 6, "", "before ']'"},
		{JSON, "[\ufeff]", "unexpected_character", 1, "/0", "U+FEFF"},
		{JSON, "{}\ufeff", "trailing_data", 2, "", "U+FEFF"},

		{JSONC, `[1,,]`, "unexpected_character", 3, "/1", "expected a value"},
		{JSONC, `[,]`, "unexpected_character", 1, "/0", "expected a value"},
		{JSONC, `{"a":,}`, "unexpected_character", 5, "/a", "expected a value"},
		{JSONC, `[1 /x`, "unexpected_character", 4, "", "expected a comment after the slash, found 'x'"},
		{JSONC, `[1 /`, "unexpected_end", 4, "", "ends too early"},
		{JSONC, `[1 /* x`, "unexpected_end", 7, "", "ends too early"},
		{JSONC, `[1 2 /* x`, "unexpected_character", 3, "", "expected a comma"},
		{JSONC, "[1 /* \xff */", "invalid_utf8", 6, "", "not UTF-8"},
		{JSONC, `["/* x`, "unexpected_end", 6, "/0", "ends too early"},
		{JSONC, `//`, "unexpected_end", 2, "", "ends too early"},
	} {
		f := fault(t, c.doc, c.dialect)
		if f.Reason != c.reason || f.ByteOffset != c.offset || f.Pointer != c.pointer || !strings.Contains(f.Message, c.message) {
			t.Errorf("%.40q: %s at %d, %q: %q", c.doc, f.Reason, f.ByteOffset, f.Pointer, f.Message)
		}
	}
}

func TestFaultUnits(t *testing.T) {
	src := NewSource([]byte("[\"é😀\",\r\n x]"), JSON)
	e := &jsonscan.Error{Reason: jsonscan.BadLiteral, Offset: 13}
	for unit, want := range map[position.Unit]int{position.CodePoint: 9, position.UTF16: 10, position.Byte: 13} {
		if f := src.Fault(e, unit); f.Offset != want || f.Line != 2 || f.Column != 2 || f.ByteOffset != 13 || f.Context != " x]" {
			t.Errorf("%v: %+v", unit, f)
		}
	}
	long := fault(t, `["`+strings.Repeat("é", 100)+`" ?`+strings.Repeat("x", 100), JSON)
	if want := strings.Repeat("é", 28) + `" ?` + strings.Repeat("x", 29); long.Context != want {
		t.Errorf("context %q", long.Context)
	}
}

func TestManyNames(t *testing.T) {
	var parts []string
	for i := range 3000 {
		parts = append(parts, fmt.Sprintf(`"name%d":{"a":1,"b":2}`, i))
	}
	doc := "{" + strings.Join(parts, ",")
	report, err := NewSource([]byte(doc+"}"), JSON).Inspect(5)
	if err != nil || report.Duplicates.Count != 0 {
		t.Fatalf("%d duplicates, %v", report.Duplicates.Count, err)
	}
	for i := range 40 {
		doc += fmt.Sprintf(`,"\u006eame%d":0`, i*70)
	}
	report, err = NewSource([]byte(doc+"}"), JSON).Inspect(5)
	if err != nil || report.Duplicates.Count != 40 || len(report.Duplicates.List) != 5 {
		t.Fatalf("%+v, %v", report.Duplicates, err)
	}
	// Lengths around the eight bytes that a tag is made of.
	for length := range 20 {
		a, b := strings.Repeat("x", length), strings.Repeat("x", length)+"y"
		doc := fmt.Sprintf(`{"%s":1,"%s":2,"%s":3}`, a, b, a)
		report, _ := NewSource([]byte(doc), JSON).Inspect(5)
		if !slices.Equal(report.Duplicates.Offsets(), []int{strings.LastIndex(doc, `,`) + 1}) {
			t.Errorf("%s: %v", doc, report.Duplicates)
		}
	}
}

func TestComments(t *testing.T) {
	for _, c := range []struct{ doc, want, minified, sorted string }{
		{"// head\n{ // open\n\"b\":1, // one\n\n/* lead */ \"a\" : /* in */ [ 1, 2, ], // t\n// own\n\"c\":{/* e */}\n// end\n} // tail",
			"// head\n{ // open\n  \"b\": 1, // one\n  /* lead */ \"a\": /* in */ [\n    1,\n    2,\n  ], // t\n  // own\n  \"c\": { /* e */ }\n  // end\n} // tail",
			"// head\n{// open\n\"b\":1,// one\n/* lead */\"a\":/* in */[1,2,],// t\n// own\n\"c\":{/* e */}// end\n}// tail",
			"// head\n{\n  /* lead */ \"a\": /* in */ [\n    1,\n    2,\n  ], // t\n  // open\n  \"b\": 1, // one\n  // own\n  \"c\": { /* e */ }\n  // end\n} // tail"},
		{"[1 // x\n , 2 /* y */, /* z */ 3]", "[\n  1 // x\n  ,\n  2 /* y */,\n  /* z */ 3\n]", "[1// x\n,2/* y */,/* z */3]", "[\n  1 // x\n  ,\n  2 /* y */,\n  /* z */ 3\n]"},
		{"{\"b\":1 /*x*/, \"a\":2, /*y*/ }", "{\n  \"b\": 1 /*x*/,\n  \"a\": 2, /*y*/\n}", "{\"b\":1/*x*/,\"a\":2,/*y*/}", "{\n  \"a\": 2,\n  \"b\": 1, /*x*/ /*y*/\n}"},
		{"/**/1", "/**/ 1", "/**/1", "/**/ 1"},
	} {
		if got := format(t, c.doc, JSONC, pretty); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.doc, got, c.want)
		}
		if got := format(t, c.doc, JSONC, Layout{LineEnding: "\n", MaxOutput: roomy}); got != c.minified {
			t.Errorf("%s minified:\n%s\nwant\n%s", c.doc, got, c.minified)
		}
		sorted := pretty
		sorted.SortKeys = true
		if got := format(t, c.doc, JSONC, sorted); got != c.sorted {
			t.Errorf("%s sorted:\n%s\nwant\n%s", c.doc, got, c.sorted)
		}
	}
}

func TestEscapes(t *testing.T) {
	for _, c := range []struct{ doc, ascii, unescaped string }{
		{`"é€😀\u00E9"`, `"\u00e9\u20ac\ud83d\ude00\u00E9"`, `"é€😀é"`},
		{`"\u0041\ud83d\ude00\uD83D\uDE00\/"`, `"\u0041\ud83d\ude00\uD83D\uDE00\/"`, `"A😀😀/"`},
		{`"\"\\\u0022\u005c\u0000\n\u001F\u007f\u2028"`, `"\"\\\u0022\u005c\u0000\n\u001F\u007f\u2028"`, "\"\\\"\\\\\\u0022\\u005c\\u0000\\n\\u001F\u007f\u2028\""},
		{`{"\u00e9":1}`, `{"\u00e9":1}`, `{"é":1}`},
	} {
		if got := format(t, c.doc, JSON, Layout{Escapes: ASCII, MaxOutput: roomy}); got != c.ascii {
			t.Errorf("%s in ASCII: %s", c.doc, got)
		}
		if got := format(t, c.doc, JSON, Layout{Escapes: Unescape, MaxOutput: roomy}); got != c.unescaped {
			t.Errorf("%s unescaped: %s", c.doc, got)
		}
	}
}

func TestNotCanonical(t *testing.T) {
	src := NewSource([]byte(`{"a":[1e400,0.1000000000000000055511151231257827021181583404541015625],"a":9007199254740993}`), JSON)
	_, report, err := src.Format(Layout{Canonical: true, MaxOutput: roomy}, 2)
	if !errors.Is(err, ErrNotCanonical) || report.Duplicates.Count != 1 || report.Lossy.Count != 3 || len(report.Lossy.List) != 2 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestBounds(t *testing.T) {
	deep := strings.Repeat("[", 1000) + strings.TrimSuffix(strings.Repeat("1,", 10000), ",") + strings.Repeat("]", 1000)
	wide := strings.Repeat("[", 999) + `{"a":1` + strings.Repeat(`,"a":1`, 100_000) + "}" + strings.Repeat("]", 999)
	for _, doc := range []string{deep, wide} {
		for _, sorted := range []bool{false, true} {
			l := Layout{Indent: strings.Repeat(" ", 10), LineEnding: "\n", SortKeys: sorted, MaxOutput: roomy}
			if out, _, err := NewSource([]byte(doc), JSON).Format(l, 0); !errors.Is(err, ErrOutput) {
				t.Errorf("sorted %v: %d bytes, %v", sorted, len(out), err)
			}
		}
	}
	// A name of 400 kB around 20 duplicates.
	long := `{"` + strings.Repeat("x", 400_000) + `":{"a":0` + strings.Repeat(`,"a":0`, 20) + `}}`
	src := NewSource([]byte(long), JSON)
	report, err := src.Inspect(50)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := src.Places(report.Duplicates.Offsets()); !errors.Is(err, ErrPointers) {
		t.Errorf("%v", err)
	}
}

func TestTree(t *testing.T) {
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	v, err := NewSource([]byte(`{"a":1,"\u0062":["x\n",null,true],"a":2.50,"many":{`+strings.Join(many, ",")+`,"k7":"last"}}`), JSON).Tree()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(v.Names()); got != "[a b many]" || v.Get("a").Text != "2.50" || v.Get("a").Offset != 38 {
		t.Errorf("%s %+v", got, v.Get("a"))
	}
	if list := v.Get("b"); len(list.Items) != 3 || list.Items[0].Text != "x\n" || list.Items[1].Kind != jsonscan.Null {
		t.Errorf("%+v", list)
	}
	if m := v.Get("many"); len(m.Items) != 40 || m.Get("k7").Text != "last" || m.Get("k39").Text != "39" || m.Get("k40") != nil || m.Index("k20") != 20 {
		t.Errorf("%+v", m)
	}
	if v.Get("none") != nil || v.Get("b").Get("x") != nil || StringValue("x", 3).Text != "x" {
		t.Error("what is not there")
	}
	for _, doc := range []string{"", "[1", `{"a":`, "[]x", "[\xff"} {
		if _, err := NewSource([]byte(doc), JSON).Tree(); err == nil {
			t.Errorf("%q has a tree", doc)
		}
	}
}
