package design_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/design"
)

const (
	id       = "border-radius-generator"
	contract = "contract 2.1"
)

func TestBorderRadius(t *testing.T) {
	const lightning = "contract 2.1: lightningcss 1.33 minify of the four longhands"
	optest.Table(t, id, []optest.Case{
		{Name: "example 1", In: `{"radius":8}`, Source: lightning, Absent: []string{"scale_factor", "used_px", "shape", "warnings"},
			Want: `{"css":"border-radius: 8px;","value":"8px","is_elliptical":false,"shorthand_values":1,
			"longhands":{"border-top-left-radius":"8px","border-top-right-radius":"8px","border-bottom-right-radius":"8px","border-bottom-left-radius":"8px"}}`},
		{Name: "example 1, by corner", In: `{"top_left":8,"top_right":8,"bottom_right":8,"bottom_left":8}`, Source: lightning, Want: `{"css":"border-radius: 8px;","shorthand_values":1}`},
		{Name: "example 2", In: `{"top_left":1,"top_right":2,"bottom_right":1,"bottom_left":2}`, Source: lightning, Want: `{"value":"1px 2px","shorthand_values":2}`},
		{Name: "example 3", In: `{"top_left":1,"top_right":2,"bottom_right":3,"bottom_left":2}`, Source: lightning, Want: `{"value":"1px 2px 3px","shorthand_values":3}`},
		{Name: "example 4", In: `{"top_left":1,"top_right":2,"bottom_right":3,"bottom_left":4}`, Source: lightning, Want: `{"value":"1px 2px 3px 4px","shorthand_values":4,
			"logical_longhands":{"border-start-start-radius":"1px","border-start-end-radius":"2px","border-end-end-radius":"3px","border-end-start-radius":"4px"}}`},
		{Name: "example 5", In: `{"radius":"10px 5%"}`, Source: lightning, Want: `{"css":"border-radius: 10px / 5%;","value":"10px / 5%","is_elliptical":true,"shorthand_values":1,"longhands.border-top-left-radius":"10px 5%"}`},
		{Name: "example 6", In: `{"top_left":"1px 2px","top_right":"3px","bottom_right":"1px 2px","bottom_left":"3px 4px"}`, Source: lightning,
			Want: `{"value":"1px 3px / 2px 3px 2px 4px","is_elliptical":true,"shorthand_values":4}`},
		{Name: "example 7", In: `{"radius":60,"width":100,"height":50}`, Source: "contract 2.1: python, spec formula",
			Want: `{"css":"border-radius: 60px;","scale_factor":0.4167,"shape":"pill","used_px.top_left":{"horizontal":25,"vertical":25},"used_px.bottom_left":{"horizontal":25,"vertical":25}}`},

		{Name: "radii of an object", In: `{"radius":{"horizontal":10,"vertical":"5%"}}`, Source: contract, Want: `{"value":"10px / 5%"}`},
		{Name: "equal radii", In: `{"radius":{"horizontal":10,"vertical":"10PX"},"top_left":"10px 10px"}`, Source: contract, Want: `{"value":"10px","is_elliptical":false}`},
		{Name: "one corner", In: `{"bottom_right":4}`, Source: contract, Want: `{"value":"0 0 4px"}`},
		{Name: "a corner apart", In: `{"radius":4,"top_right":0}`, Source: contract, Want: `{"value":"4px 0 4px 4px","longhands.border-top-right-radius":"0"}`},
		{Name: "unit", In: `{"radius":4,"top_left":"2px","unit":"REM"}`, Source: contract, Want: `{"value":"2px 4rem 4rem"}`},
		{Name: "percent", In: `{"radius":50,"unit":"%"}`, Source: contract, Want: `{"value":"50%"}`},
		{Name: "a text without a unit", In: `{"radius":"4 5.5","unit":"vmin"}`, Source: "choices: it has that of numbers", Want: `{"value":"4vmin / 5.5vmin"}`},
		{Name: "zeros", In: `{"radius":"0vw -0%","top_left":0.00004,"top_right":-0}`, Source: contract, Want: `{"value":"0","is_elliptical":false}`},
		{Name: "decimals", In: `{"top_left":1.23455,"top_right":"1.50em","bottom_right":"+01.2e1px","bottom_left":".00005e1ch"}`, Source: "contract 2.1; half-even", Want: `{"value":"1.2346px 1.5em 12px 0.0005ch"}`},
		{Name: "equal when rounded", In: `{"radius":1.00001,"top_left":1.00002}`, Source: contract, Want: `{"value":"1px"}`},
		{Name: "logical", In: `{"radius":"1px 2px","top_right":3,"logical":true}`, Source: contract,
			Want: `{"css":"border-start-start-radius: 1px 2px;\nborder-start-end-radius: 3px;\nborder-end-end-radius: 1px 2px;\nborder-end-start-radius: 1px 2px;","value":"1px 3px 1px 1px / 2px 3px 2px 2px"}`},
		{Name: "minified", In: `{"radius":"0.5px 2px","minify":true}`, Source: "lightningcss 1.33", Want: `{"css":"border-radius:.5px/2px","value":".5px/2px","longhands.border-top-left-radius":".5px 2px"}`},
		{Name: "logical, minified", In: `{"radius":1,"logical":true,"minify":true}`, Source: "lightningcss 1.33",
			Want: `{"css":"border-start-start-radius:1px;border-start-end-radius:1px;border-end-end-radius:1px;border-end-start-radius:1px"}`},
		{Name: "the largest", In: `{"radius":100000,"top_left":"1e5px"}`, Source: contract, Want: `{"value":"100000px"}`},
	})
}

func TestBorderRadiusBox(t *testing.T) {
	const spec = "CSS Backgrounds 3 section 5.5"
	optest.Table(t, id, []optest.Case{
		{Name: "square", In: `{"radius":0,"width":1,"height":1}`, Source: spec, Want: `{"scale_factor":1,"shape":"rectangle"}`},
		{Name: "one radius of 0 is square", In: `{"radius":"0 9px","width":50,"height":50}`, Source: "section 5.1", Want: `{"shape":"rectangle","used_px.top_left":{"horizontal":0,"vertical":9}}`},
		{Name: "circle", In: `{"radius":"50%","width":40,"height":40}`, Source: spec, Want: `{"scale_factor":1,"shape":"circle","used_px.top_left":{"horizontal":20,"vertical":20}}`},
		{Name: "circle by overlap", In: `{"radius":999,"width":40,"height":40}`, Source: spec, Want: `{"scale_factor":0.02,"shape":"circle"}`},
		{Name: "ellipse", In: `{"radius":"50%","width":40,"height":20}`, Source: spec, Want: `{"shape":"ellipse","used_px.bottom_right":{"horizontal":20,"vertical":10}}`},
		{Name: "pill", In: `{"radius":10,"width":20,"height":90}`, Source: spec, Want: `{"scale_factor":1,"shape":"pill"}`},
		{Name: "rounded", In: `{"radius":9.9999,"width":20,"height":90}`, Source: spec, Want: `{"shape":"rounded"}`},
		{Name: "one round end", In: `{"top_left":10,"bottom_left":10,"width":40,"height":20}`, Source: spec, Want: `{"shape":"rounded","scale_factor":1}`},
		{Name: "one side overlaps", In: `{"top_left":60,"top_right":"60px 10px","width":100,"height":200}`, Source: spec,
			Want: `{"scale_factor":0.8333,"used_px.top_left":{"horizontal":50,"vertical":50},"used_px.top_right":{"horizontal":50,"vertical":8.3333},"used_px.bottom_left":{"horizontal":0,"vertical":0}}`},
		{Name: "tiny", In: `{"radius":100000,"width":1e-60,"height":1e9}`, Source: spec, Want: `{"scale_factor":0,"used_px.top_left":{"horizontal":0,"vertical":0},"shape":"pill"}`},
		{Name: "units of fonts", In: `{"radius":"1px 2em","width":10,"height":10}`, Source: "contract C4",
			Want: `{"value":"1px / 2em","scale_factor":null,"used_px":null,"shape":null,"warnings.0.code":"relative_unit","warnings.0.field":"unit"}`},
		{Name: "zeros of fonts", In: `{"radius":"0em","width":10,"height":10}`, Source: spec, Want: `{"shape":"rectangle"}`, Absent: []string{"warnings"}},
	})
}

func TestBorderRadiusRefusals(t *testing.T) {
	text := func(s string) string { return `{"radius":"` + s + `"}` }
	optest.Table(t, id, []optest.Case{
		{Name: "nothing", In: `{}`, Source: contract, Wrong: []string{"radius missing_one_of"}},
		{Name: "no corner", In: `{"width":1,"height":1}`, Source: contract, Wrong: []string{"radius missing_one_of"}},
		{Name: "width alone", In: `{"radius":1,"width":1}`, Source: contract, Wrong: []string{"height required"}},
		{Name: "height alone", In: `{"radius":1,"height":1}`, Source: contract, Wrong: []string{"width required"}},
		{Name: "negative", In: `{"radius":-1,"top_left":"-1px","top_right":"1px -1px","bottom_left":{"horizontal":-1,"vertical":1}}`, Source: contract,
			Wrong: []string{"radius out_of_range", "bottom_left.horizontal out_of_range"}},
		{Name: "negative texts", In: `{"top_left":"-1px","top_right":"1px -1px","bottom_left":{"horizontal":1,"vertical":"-.1px"}}`, Source: contract,
			Wrong: []string{"top_left out_of_range", "top_right out_of_range", "bottom_left.vertical out_of_range"}},
		{Name: "large", In: `{"radius":100000.1}`, Source: contract, Wrong: []string{"radius out_of_range"}},
		{Name: "large text", In: text("100000.1px"), Source: contract, Wrong: []string{"radius out_of_range"}},
		{Name: "unit", In: `{"radius":1,"unit":"pt"}`, Source: contract, Wrong: []string{"unit not_allowed"}},
		{Name: "unit of a text", In: text("1px 2pt"), Source: contract, Wrong: []string{"radius invalid_unit"}},
		{Name: "both wrong", In: text("1pt -2px"), Source: contract, Wrong: []string{"radius invalid_unit", "radius out_of_range"}},
		{Name: "NaN", In: text("NaN"), Source: contract, Wrong: []string{"radius invalid_format"}},
		{Name: "calc", In: text("calc(1px + 2px)"), Source: contract, Wrong: []string{"radius invalid_format"}},
		{Name: "slash", In: text("10px/5%"), Source: contract, Wrong: []string{"radius invalid_format"}},
		{Name: "three", In: text("1px 2px 3px"), Source: contract, Wrong: []string{"radius invalid_format"}},
		{Name: "empty", In: text(""), Source: contract, Wrong: []string{"radius too_short"}},
		{Name: "blank", In: text(" "), Source: contract, Wrong: []string{"radius invalid_format"}},
		{Name: "long", In: text(strings.Repeat("1", 101)), Source: contract, Wrong: []string{"radius too_long"}},
		{Name: "digits", In: text("1." + strings.Repeat("1", 34) + "px"), Source: "contract C1", Wrong: []string{"radius invalid_number"}},
		{Name: "exponent", In: text("1e-61px"), Source: "contract C1", Wrong: []string{"radius invalid_number"}},
		{Name: "point", In: text("1.px"), Source: "CSS Syntax 3: no number", Wrong: []string{"radius invalid_format"}},
		{Name: "half an object", In: `{"radius":{"horizontal":1}}`, Source: contract, Wrong: []string{"radius.vertical required"}},
		{Name: "text in an object", In: `{"radius":{"horizontal":"1px 2px","vertical":""}}`, Source: contract, Wrong: []string{"radius.vertical too_short"}},
		{Name: "two in an object", In: `{"radius":{"horizontal":"1px 2px","vertical":1}}`, Source: contract, Wrong: []string{"radius.horizontal invalid_format"}},
		{Name: "types", In: `{"radius":true,"top_left":[1],"top_right":null}`, Source: contract, Wrong: []string{"radius invalid_type", "top_left invalid_type", "top_right invalid_type"}},
		{Name: "box", In: `{"radius":1,"width":0,"height":1e10}`, Source: contract, Wrong: []string{"width out_of_range", "height out_of_range"}},
		{Name: "names of CSS", In: `{"border_top_left_radius":1,"radius":1}`, Source: "contract 0.1", Wrong: []string{"border_top_left_radius unknown_field"}},
	})
}

func TestBorderRadiusShape(t *testing.T) {
	data := optest.Data(t, id, op.JSON([]byte(`{"radius":"1em","width":1,"height":1}`)))
	for path, want := range map[string]string{
		"":                  "css value longhands logical_longhands is_elliptical shorthand_values scale_factor used_px shape warnings",
		"longhands":         "border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius",
		"logical_longhands": "border-start-start-radius border-start-end-radius border-end-end-radius border-end-start-radius",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("%s has the members %s, want %s", path, got, want)
		}
	}
	o := op.Find(id)
	in, err := o.Decode(op.JSON([]byte(`{"radius":1}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(context.Background(), in)
	if got := string(o.AppendRaw(nil, out)); err != nil || got != "border-radius: 1px;" || o.RawType() != "text/css" {
		t.Errorf("raw %q as %s, %v", got, o.RawType(), err)
	}
}

// 1,200 random sets of corners as lightningcss writes them, and as many boxes
// by the formula of the standard.
func TestBorderRadiusRecorded(t *testing.T) {
	optest.Recorded(t, id, "testdata/border_radius_css.json")
	optest.RecordedTable(t, id, "testdata/border_radius_box.tsv")
}

// A shorthand says what its longhands say, when read back by the rules of
// section 5.4, and leaving out one more value would not.
func TestBorderRadiusReadBack(t *testing.T) {
	lengths := rapid.SampledFrom([]string{"0", "1px", "2px", "3%"})
	rapid.Check(t, func(t *rapid.T) {
		var names, sent []string
		for _, name := range []string{"top_left", "top_right", "bottom_right", "bottom_left"} {
			h, v := lengths.Draw(t, "h"), lengths.Draw(t, "v")
			names = append(names, `"`+name+`":"`+h+" "+v+`"`)
			sent = append(sent, h, v)
		}
		data := optest.Data(t, id, op.JSON([]byte("{"+strings.Join(names, ",")+"}")))
		text := strings.Trim(optest.At(data, "value"), `"`)
		horizontal, vertical, both := strings.Cut(text, " / ")
		if !both {
			vertical = horizontal
		}
		if got := both == (strings.Join(expand(horizontal), " ") == strings.Join(expand(vertical), " ")); got {
			t.Fatalf("%s has a needless list or none", text)
		}
		for i := range 4 {
			if expand(horizontal)[i] != sent[2*i] || expand(vertical)[i] != sent[2*i+1] {
				t.Fatalf("%s for %s", text, sent)
			}
		}
		for _, list := range []string{horizontal, vertical} {
			shorter := list[:max(strings.LastIndexByte(list, ' '), 0)]
			if shorter != "" && strings.Join(expand(shorter), " ") == strings.Join(expand(list), " ") {
				t.Fatalf("%s could be shorter", text)
			}
		}
	})
}

// expand gives each corner its value: "If bottom-left is omitted it is the
// same as top-right. If bottom-right is omitted it is the same as top-left. If
// top-right is omitted it is the same as top-left."
func expand(list string) []string {
	v := strings.Fields(list)
	for _, from := range []int{0, 0, 1}[len(v)-1:] {
		v = append(v, v[from])
	}
	return v
}
