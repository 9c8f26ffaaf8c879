package format_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/format"
)

const contract = "contract 2.3"

func TestCSSBeautifier(t *testing.T) {
	const jb = "contract 2.3: js-beautify 2.0.3 with indent 2"
	optest.Table(t, "css-beautifier", []optest.Case{
		{Name: "example 1", In: `{"css":"a,b{color:red;}c{margin:0 auto;}"}`, Source: jb, Absent: []string{"warnings"},
			Want: `{"css":"a,\nb {\n  color: red;\n}\n\nc {\n  margin: 0 auto;\n}","size_before":32,"size_after":47,"rules":2,"declarations":2,"comments":0,"valid":true}`},
		{Name: "example 2", In: `{"css":".a::before{content:\"}{;\";width:calc(100% - (2*var(--x, 1px)));}"}`, Source: jb,
			Want: `{"css":".a::before {\n  content: \"}{;\";\n  width: calc(100% - (2*var(--x, 1px)));\n}","rules":1,"declarations":2}`},
		{Name: "example 3", In: `{"css":"@media (min-width: 640px){.a{color:red;}.b{top:0;}}"}`, Source: jb,
			Want: `{"css":"@media (min-width: 640px) {\n  .a {\n    color: red;\n  }\n\n  .b {\n    top: 0;\n  }\n}","rules":3,"declarations":2}`},
		{Name: "example 4", In: `{"css":"/* top */.x{background:url(data:image/png;base64,AA==);}"}`, Source: jb,
			Want: `{"css":"/* top */\n.x {\n  background: url(data:image/png;base64,AA==);\n}","comments":1}`},
		{Name: "example 5", In: `{"css":":root{--json:{ \"a\" : 1 };--x: a  b}"}`, Source: contract,
			Want: `{"css":":root {\n  --json: { \"a\" : 1 };\n  --x: a  b;\n}","rules":1,"declarations":2,"valid":true}`},
		{Name: "minified", In: `{"css":"a {\n  b: c; /* d */\n}\n","mode":"minify"}`, Source: contract, Want: `{"css":"a{b:c}","comments":1,"size_before":22,"size_after":6}`},
		{Name: "an empty custom property", In: `{"css":"a{--x: ;}"}`, Source: "contract 0.6", Want: `{"css":"a {\n  --x: ;\n}"}`},
		{Name: "minified, an empty custom property", In: `{"css":"a{--x: ;}","mode":"minify"}`, Source: "contract 0.6", Want: `{"css":"a{--x: }"}`},
		{Name: "minified, comments", In: `{"css":"/*! a *//* b */c{}","mode":"minify"}`, Source: "contract 0.6", Want: `{"css":"/*! a */c{}"}`},
		{Name: "nothing", In: `{"css":""}`, Source: contract, Want: `{"css":"","size_before":0,"size_after":0,"rules":0,"declarations":0,"comments":0,"valid":true}`},
		{Name: "a byte order mark", In: `{"css":"\ufeffa{}}"}`, Source: "contract 0.2",
			Want: `{"css":"a {}\n\n}","size_before":7,"warnings.0.code":"bom_removed","warnings.1.code":"unexpected_close","warnings.1.line":1,"warnings.1.column":4}`},
		{Name: "NUL", In: `{"css":"a\u0000{b:\"\u0000\"}"}`, Source: "contract 0.2", Want: `{"css":"a\u0000 {\n  b: \"\u0000\";\n}"}`},
		{Name: "unknown at-rules and nesting", In: `{"css":"@layer x{@new y{a{&:hover{b:c}}}}"}`, Source: contract, Want: `{"rules":4,"declarations":1,"valid":true}`},
		{Name: "selectors that must not change", In: `{"css":"a:not(.b):nth-child(2n+1)[c~=d],e::f{g:h}"}`, Source: "contract 2.3: stylus #1960, js-beautify #339",
			Want: `{"css":"a:not(.b):nth-child(2n+1)[c~=d],\ne::f {\n  g: h;\n}"}`},
	})
}

func TestCSSBeautifierOptions(t *testing.T) {
	with := func(options string) string { return `{"css":"a>b,c{z:1;y:2}/* d */e{}",` + options + `}` }
	optest.Table(t, "css-beautifier", []optest.Case{
		{Name: "indent 0", In: with(`"indent":0`), Source: contract, Want: `{"css":"a > b,\nc {\nz: 1;\ny: 2;\n}\n\n/* d */\ne {}"}`},
		{Name: "indent 8", In: with(`"indent":8`), Source: contract, Want: `{"css":"a > b,\nc {\n        z: 1;\n        y: 2;\n}\n\n/* d */\ne {}"}`},
		{Name: "indent tab", In: with(`"indent":"Tab"`), Source: contract, Want: `{"css":"a > b,\nc {\n\tz: 1;\n\ty: 2;\n}\n\n/* d */\ne {}"}`},
		{Name: "selector_per_line", In: with(`"selector_per_line":false`), Source: contract, Want: `{"css":"a > b, c {\n  z: 1;\n  y: 2;\n}\n\n/* d */\ne {}"}`},
		{Name: "blank_line_between_rules", In: with(`"blank_line_between_rules":false`), Source: contract, Want: `{"css":"a > b,\nc {\n  z: 1;\n  y: 2;\n}\n/* d */\ne {}"}`},
		{Name: "brace_style", In: with(`"brace_style":"New-Line"`), Source: contract, Want: `{"css":"a > b,\nc\n{\n  z: 1;\n  y: 2;\n}\n\n/* d */\ne\n{}"}`},
		{Name: "space_around_combinators", In: with(`"space_around_combinators":false`), Source: contract, Want: `{"css":"a>b,\nc {\n  z: 1;\n  y: 2;\n}\n\n/* d */\ne {}"}`},
		{Name: "comments", In: with(`"comments":"remove"`), Source: contract, Want: `{"css":"a > b,\nc {\n  z: 1;\n  y: 2;\n}\n\ne {}","comments":1}`},
		{Name: "important comments", In: `{"css":"/* a *//*! b */c{}","comments":"important_only"}`, Source: contract, Want: `{"css":"/*! b */\nc {}"}`},
		{Name: "final_semicolon", In: with(`"final_semicolon":false`), Source: contract, Want: `{"css":"a > b,\nc {\n  z: 1;\n  y: 2\n}\n\n/* d */\ne {}"}`},
		{Name: "sort_properties", In: with(`"sort_properties":true`), Source: contract, Want: `{"css":"a > b,\nc {\n  y: 2;\n  z: 1;\n}\n\n/* d */\ne {}"}`},
		{Name: "all, minified", In: with(`"mode":"minify","indent":4,"brace_style":"new_line","final_semicolon":true`), Source: contract, Want: `{"css":"a>b,c{z:1;y:2}e{}"}`},
	})
}

func TestCSSBeautifierWarnings(t *testing.T) {
	list := func(in string) string {
		text, _ := json.Marshal(in)
		data := optest.Data(t, "css-beautifier", op.JSON([]byte(`{"css":`+string(text)+`}`)))
		var out struct {
			Valid    bool
			Warnings []struct {
				Code, Message, Field string
				Line, Column         int
			}
		}
		if err := json.Unmarshal(data, &out); err != nil {
			t.Fatal(err)
		}
		words, _ := json.Marshal(out.Valid)
		for _, w := range out.Warnings {
			if w.Message == "" || w.Field != "css" {
				t.Errorf("%q: warning %+v", in, w)
			}
			place, _ := json.Marshal([]int{w.Line, w.Column})
			words = append(append(words, " "+w.Code...), place...)
		}
		return string(words)
	}
	for in, want := range map[string]string{
		"é{\r\n😀{b:c":       "false unclosed_block[1,2] unclosed_block[2,2]",
		"a{}\n é}":          "false unexpected_text[2,2] unexpected_close[2,3]",
		"a{\fb:\"é\nc}":     "false bad_string[1,6]",
		"a{b:url(é\"c)}":    "false bad_url[1,5]",
		"a{}\n\r/* b":       "false unclosed_comment[3,1]",
		"é{b:;}":            "true empty_declaration[1,3]",
		"// a\nb{c:#{$d}}":  "false not_css[1,1] not_css[2,5] unexpected_text[2,7]",
		"a{b:\\\nc}":        "false bad_escape[1,5]",
		"a{b c}":            "false unexpected_text[1,3]",
		"a{--b:{c};d:e(f)}": "true",
	} {
		if got := list(in); !strings.HasPrefix(got, want) || want == "true" && got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := list(strings.Repeat("}", 150)); !strings.HasSuffix(got, "unexpected_close[1,100] warnings_omitted[0,0]") {
		t.Errorf("150 faults end with %s", got[len(got)-80:])
	}
}

func TestCSSBeautifierRefusals(t *testing.T) {
	optest.Table(t, "css-beautifier", []optest.Case{
		{Name: "no text", In: `{}`, Source: contract, Wrong: []string{"css required"}},
		{Name: "other names", In: `{"text":"a{}","code":1}`, Source: "contract 0.1", Wrong: []string{"text unknown_field", "code unknown_field", "css required"}},
		{Name: "values", In: `{"css":1,"mode":"pretty","indent":9,"brace_style":"x","comments":"x","selector_per_line":"x"}`, Source: contract,
			Wrong: []string{"css invalid_type", "mode not_allowed", "indent out_of_range", "brace_style not_allowed", "comments not_allowed", "selector_per_line invalid_type"}},
		{Name: "indents", In: `{"css":"","indent":-1}`, Source: contract, Wrong: []string{"indent out_of_range"}},
		{Name: "indents by other names", In: `{"css":"","indent":"four"}`, Source: contract, Wrong: []string{"indent not_allowed"}},
		{Name: "too long", In: `{"css":"` + strings.Repeat("a", 1_000_001) + `"}`, Source: "contract 0.2", Wrong: []string{"css too_long"}},
		{Name: "too deep", In: `{"css":"` + strings.Repeat("a{", 101) + `"}`, Source: "contract 2.3 and 0.6", Wrong: []string{"css depth_exceeded"}},
		{Name: "too large", In: `{"css":"` + strings.Repeat("a{", 100) + strings.Repeat("b:c;", 100_000) + `"}`, Source: "contract 0.2", Wrong: []string{"css output_too_large"}},
	})
	for _, name := range strings.Split("input,data,content,value,str,source,body,text", ",") {
		_, err := op.Find("css-beautifier").Decode(op.JSON([]byte(`{"css":"","`+name+`":""}`)), op.DefaultLimits())
		if err == nil || !strings.Contains(err.Error(), "did you mean 'css'?") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCSSBeautifierPlaces(t *testing.T) {
	text := "\ufeffé\n" + strings.Repeat("(", 101)
	in, _ := json.Marshal(map[string]string{"css": text})
	_, refused := optest.Call(t, "css-beautifier", op.JSON(in), op.SampleEnv())
	if refused == nil {
		t.Fatal("answered")
	}
	v := refused.Violations[0]
	if p := v.Place; p == nil || *p != (op.Place{Line: 2, Column: 101, Offset: 106}) || v.Hint == "" || !strings.Contains(v.Message, "more than 100") {
		t.Errorf("refused with %+v at %+v", v, v.Place)
	}
}

func TestCSSBeautifierShape(t *testing.T) {
	data := optest.Data(t, "css-beautifier", op.JSON([]byte(`{"css":"}"}`)))
	if got := optest.Keys(t, data, ""); got != "css size_before size_after rules declarations comments valid warnings" {
		t.Errorf("members %s", got)
	}
	o := op.Find("css-beautifier")
	in, err := o.Decode(op.JSON([]byte(`{"css":"a{}"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(context.Background(), in)
	if got := string(o.AppendRaw(nil, out)); err != nil || got != "a {}" || o.RawType() != "text/css" {
		t.Errorf("raw %q as %s, %v", got, o.RawType(), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
