package optest

import (
	"context"
	"strings"
	"testing"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

type echoIn struct {
	Number num.Dec  `json:"number" doc:"A number." max:"100"`
	Text   *string  `json:"text" doc:"A text."`
	List   []string `json:"list,omitempty" doc:"Texts." len:"..9"`
}

type echoOut struct {
	Number num.Dec  `json:"number" doc:"The number."`
	Text   *string  `json:"text,omitempty" doc:"The text."`
	List   []string `json:"list" doc:"The texts."`
	Inner  inner    `json:"inner" doc:"The number again."`
}

type inner struct {
	A num.Dec `json:"a" doc:"The number."`
	B string  `json:"b" doc:"A constant."`
}

var echo = op.Define(op.Def[echoIn, echoOut]{
	ID: "optest-echo", Route: "GET /v1/text/optest-echo", Summary: "Echo", Doc: "Echoes.", Source: "none", Since: "1.0.0",
	Examples: []op.Example{{Name: "one", In: `{"number":1}`}},
	Run: func(_ context.Context, in echoIn) (echoOut, error) {
		return echoOut{in.Number, in.Text, in.List, inner{in.Number, "é"}}, nil
	},
})

func TestTable(t *testing.T) {
	Table(t, "optest-echo", []Case{
		{Name: "members named are compared", In: `{"number":1.50,"text":"a b&c=d%;+é"}`, Want: `{"number":1.5,"text":"a b&c=d%;+\u00e9"}`, Source: "echo"},
		{Name: "whole objects", In: `{"number":2}`, Want: `{"inner":{"a":2,"b":"é"}}`, Absent: []string{"text"}, Source: "echo"},
		{Name: "paths", In: `{"number":2,"list":["x","[y"]}`, Want: `{"inner.b":"é","list.1":"[y"}`, Absent: []string{"list.2"}, Source: "echo"},
		{Name: "a list of one that looks like a list", In: `{"number":2,"list":["[y]"]}`, Want: `{"list":["[y]"]}`, Source: "echo"},
		{Name: "all violations in order", In: `{"number":101,"text":1,"list":[],"x":1}`, Wrong: []string{"number out_of_range", "text invalid_type", "x unknown_field"}, Source: "echo"},
		{Name: "the whole input", In: `[]`, Wrong: []string{" invalid_type"}, Source: "echo"},
		{Name: "as a query", Query: "number=%2B5&number=5", Wrong: []string{"number invalid_number", "number duplicate_field"}, Source: "echo"},
	})
}

// Each of these cases must fail, or the table proves nothing.
func TestTableFails(t *testing.T) {
	for _, tt := range []struct {
		c    Case
		want string
	}{
		{Case{In: `{"number":1}`, Want: `{"number":1}`, Source: "x"}, "needs a name"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"number":1}`}, "a source"},
		{Case{Name: "x", In: `{"number":1}`, Source: "x"}, "either Want or Wrong"},
		{Case{Name: "x", Want: `{}`, Source: "x"}, "either In or Query"},
		{Case{Name: "x", In: `{}`, Query: "a", Want: `{}`, Source: "x"}, "either In or Query"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"number":1}`, Wrong: []string{}, Source: "x"}, "either Want or Wrong"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"number":2}`, Source: "x"}, "number is 1, want 2"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"number":1.0}`, Source: "x"}, "number is 1, want 1.0"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"nothing":1}`, Source: "x"}, "nothing is absent, want 1"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"inner":{"b":"é","a":1}}`, Source: "x"}, "inner is"},
		{Case{Name: "x", In: `{"number":1}`, Want: `{"list.0":1}`, Source: "x"}, "list.0 is absent"},
		{Case{Name: "x", In: `{"number":1}`, Want: `[1]`, Source: "x"}, "not a JSON object"},
		{Case{Name: "x", In: `{"number":1}`, Absent: []string{"inner.a"}, Source: "x"}, "must be absent"},
		{Case{Name: "x", In: `{"number":1}`, Wrong: []string{"number out_of_range"}, Source: "x"}, "must be refused"},
		{Case{Name: "x", In: `{"number":101}`, Want: `{"number":101}`, Source: "x"}, `refused: ["number out_of_range"]`},
		{Case{Name: "x", In: `{"number":101}`, Wrong: []string{}, Source: "x"}, `want []`},
	} {
		if err := tt.c.run(echo); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want one with %q", tt.c, err, tt.want)
		}
	}
}
