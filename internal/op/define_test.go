package op_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// panics returns what f panics with, "" when it does not.
func panics(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// badInput defines an operation with an input that must be refused.
func badInput[In any](rules ...op.Rule) func() {
	return func() { define[In]("test-bad", "POST", `{}`, rules...) }
}

type recursive struct {
	Next []recursive `json:"next" doc:"More."`
}

type ok struct {
	A int  `json:"a" doc:"A."`
	B *int `json:"b" doc:"B." alias:"bb"`
}

// A declaration that could not be served stops the program at its start.
func TestBadInputs(t *testing.T) {
	for name, tt := range map[string]struct {
		define func()
		want   string
	}{
		"float": {badInput[struct {
			F float64 `json:"f"`
		}](), "use num.Dec"},
		"map": {badInput[struct {
			M map[string]int `json:"m"`
		}](), "cannot be a field"},
		"no name": {badInput[struct{ F int }](), "json name"},
		"unexported": {badInput[struct {
			f int
		}](), "exported"},
		"other option": {badInput[struct {
			F int `json:"f,string"`
		}](), "json name"},
		"alias taken": {badInput[struct {
			A int `json:"a"`
			B int `json:"b" alias:"a"`
		}](), "two fields"},
		"recursive":        {badInput[recursive](), "contain themselves"},
		"embedded pointer": {badInput[struct{ *ok }](), "embed the struct"},
		"bad default": {badInput[struct {
			A int `json:"a" default:"x"`
		}](), "default"},
		"default too large": {badInput[struct {
			A int `json:"a" default:"10" max:"9"`
		}](), "default"},
		"default not in enum": {badInput[struct {
			A string `json:"a" default:"c" enum:"a,b"`
		}](), "default"},
		"default of list": {badInput[struct {
			A []int `json:"a" default:"[1,x]"`
		}](), "default"},
		"default of pointer": {badInput[struct {
			A *int `json:"a" default:"1"`
		}](), "needs no pointer"},
		"omitempty of number": {badInput[struct {
			A int `json:"a,omitempty"`
		}](), "omitempty"},
		"null in list": {badInput[struct {
			A []*int `json:"a"`
		}](), "null"},
		"null in either": {badInput[struct {
			A op.Either[*int, string] `json:"a"`
		}](), "null"},
		"either of numbers": {badInput[struct {
			A op.Either[int, num.Dec] `json:"a"`
		}](), "told apart"},
		"either of any": {badInput[struct {
			A op.Either[string, op.Raw] `json:"a"`
		}](), "told apart"},
		"either nested": {badInput[struct {
			A op.Either[string, op.Either[int, num.Dec]] `json:"a"`
		}](), "told apart"},
		"either with enum": {badInput[struct {
			A op.Either[string, int] `json:"a" enum:"1,a"`
		}](), "told apart"},
		"rule of nothing": {badInput[ok](op.AtMostOne("a", "x")), "rule names no field"},
		"rule of alias":   {badInput[ok](op.AtMostOne("a", "bb")), "rule names no field"},
		"empty rule":      {badInput[ok](op.AtMostOne()), "no fields"},
		"not a struct":    {badInput[[]ok](), "must be structs"},
	} {
		if got := panics(tt.define); !strings.Contains(got, tt.want) {
			t.Errorf("%s: panic %q, want one with %q", name, got, tt.want)
		}
	}
}

// So does a tag that is wrong, or that would bound nothing.
func TestBadTags(t *testing.T) {
	for name, tt := range map[string]struct {
		define func()
		want   string
	}{
		"bad bound": {badInput[struct {
			A int `json:"a" min:"1,0"`
		}](), "min"},
		"two bounds": {badInput[struct {
			A int `json:"a" min:"1" above:"0"`
		}](), "both"},
		"no value": {badInput[struct {
			A int `json:"a" min:"2" max:"1"`
		}](), "leave no value"},
		"bad length": {badInput[struct {
			A string `json:"a" len:"5"`
		}](), "len"},
		"length reversed": {badInput[struct {
			A string `json:"a" len:"5..2"`
		}](), "len"},
		"bad pattern": {badInput[struct {
			A string `json:"a" pattern:"("`
		}](), "missing closing"},
		"enum folds": {badInput[struct {
			A string `json:"a" enum:"a_b,AB"`
		}](), "told apart"},
		"same of nothing": {badInput[struct {
			A string `json:"a" enum:"a,b" same:"x=c"`
		}](), "no enum value"},
		"same taken": {badInput[struct {
			A string `json:"a" enum:"a,b" same:"A=b"`
		}](), "already"},
		"enum of number": {badInput[struct {
			A num.Dec `json:"a" enum:"1,2"`
		}](), "bounds nothing"},
		"min of text": {badInput[struct {
			A string `json:"a" min:"1"`
		}](), "bounds nothing"},
		"pattern of list": {badInput[struct {
			A []int `json:"a" pattern:"x"`
		}](), "bounds nothing"},
		"each of text": {badInput[struct {
			A string `json:"a" each:"1..2"`
		}](), "lists and maps"},
		"misspelt tag": {badInput[struct {
			A int `json:"a" minimum:"1"`
		}](), "unknown tag"},
	} {
		if got := panics(tt.define); !strings.Contains(got, tt.want) {
			t.Errorf("%s: panic %q, want one with %q", name, got, tt.want)
		}
	}
	if op.Find("test-bad") != nil {
		t.Error("a bad operation was registered")
	}
}

func TestBadDefinitions(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*op.Def[ok, ok])
		want   string
	}{
		"fine":           {func(*op.Def[ok, ok]) {}, ""},
		"id":             {func(d *op.Def[ok, ok]) { d.ID = "Bad_ID" }, "bad operation id"},
		"long id":        {func(d *op.Def[ok, ok]) { d.ID = strings.Repeat("x", 26) }, "bad operation id"},
		"id taken":       {func(d *op.Def[ok, ok]) { d.ID = "test-scalars" }, "two operations"},
		"route taken":    {func(d *op.Def[ok, ok]) { d.Route = "GET /v1/test/test-scalars" }, "same route"},
		"method":         {func(d *op.Def[ok, ok]) { d.Route = "PUT /v1/test/x" }, "bad route"},
		"path":           {func(d *op.Def[ok, ok]) { d.Route = "GET /x" }, "bad route"},
		"no summary":     {func(d *op.Def[ok, ok]) { d.Summary = "" }, "are needed"},
		"no source":      {func(d *op.Def[ok, ok]) { d.Source = "" }, "are needed"},
		"no example":     {func(d *op.Def[ok, ok]) { d.Examples = nil }, "are needed"},
		"class":          {func(d *op.Def[ok, ok]) { d.Class = 3 }, "bad class"},
		"status":         {func(d *op.Def[ok, ok]) { d.BadInput = 500 }, "bad class or status"},
		"example names":  {func(d *op.Def[ok, ok]) { d.Examples = append(d.Examples, d.Examples[0]) }, "name of its own"},
		"unnamed sample": {func(d *op.Def[ok, ok]) { d.Examples[0].Name = "" }, "name of its own"},
	} {
		n := len(op.All())
		def := op.Def[ok, ok]{
			ID: fmt.Sprintf("test-def-%d", n), Route: fmt.Sprintf("GET /v1/test/def-%d", n), Summary: "S", Doc: "D", Source: "S", Since: "1.0.0",
			Examples: []op.Example{{Name: "one", In: `{"a":1}`}},
			Run:      func(_ context.Context, in ok) (ok, error) { return in, nil },
		}
		tt.change(&def)
		if got := panics(func() { op.Define(def) }); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: panic %q, want one with %q", name, got, tt.want)
		}
	}
}

func TestTwin(t *testing.T) {
	def := op.Def[ok, ok]{
		ID: "test-first", Route: "GET /v1/test/first", Summary: "S", Doc: "D", Source: "S", Since: "1.0.0", Class: op.T2,
		Examples: []op.Example{{Name: "one", In: `{"a":1}`}},
		Run:      func(_ context.Context, in ok) (ok, error) { return in, nil },
	}
	first, second := op.Define(def), op.Define(def.As("test-second", "POST /v1/test/second"))
	if second.Twin != "test-first" || first.Twin != "" || second.Method != "POST" || second.Group() != "test" || second.Class.Units() != 5 {
		t.Errorf("%+v", second)
	}
	list := op.All()
	for i := range list[1:] {
		if list[i].Path > list[i+1].Path {
			t.Errorf("%s is listed before %s", list[i].Path, list[i+1].Path)
		}
	}
}

// A default that has parts is made anew for each call: an operation may sort
// its input in place.
func TestDefaultIsNotShared(t *testing.T) {
	type in struct {
		List []int `json:"list" doc:"A list." default:"[2,1]"`
	}
	o := op.Define(op.Def[in, in]{
		ID: "test-default", Route: "GET /v1/test/default", Summary: "S", Doc: "D", Source: "S", Since: "1.0.0",
		Examples: []op.Example{{Name: "one", In: `{}`}},
		Run: func(_ context.Context, x in) (in, error) {
			x.List[0], x.List[1] = x.List[1], x.List[0]
			return x, nil
		},
	})
	for range 2 {
		if data, err := o.Sample(o.Examples[0]); err != nil || string(data) != `{"list":[1,2]}` {
			t.Errorf("%s, %v", data, err)
		}
	}
}

// A description names another operation only where there is one.
func TestDocNamesOnlyWhatExists(t *testing.T) {
	run := func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }
	def := op.Def[struct{}, struct{}]{
		ID: "see-one", Route: "GET /v1/see/one", Summary: "s", Doc: "Does one thing.", Source: "s", Since: "1.0.0",
		See:      []op.See{{When: "another thing", ID: "see-two"}, {When: "a third", ID: "see-nothing"}},
		Examples: []op.Example{{Name: "e", In: `{}`}}, Run: run,
	}
	one := op.Define(def)
	if got := one.Doc(); got != "Does one thing." {
		t.Errorf("alone: %q", got)
	}
	def.See = nil
	op.Define(def.As("see-two", "GET /v1/see/two"))
	if got := one.Doc(); got != "Does one thing. For another thing use see-two." {
		t.Errorf("beside another: %q", got)
	}
}
