package op_test

import (
	"context"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

type sidesIn struct {
	Side string `json:"side" doc:"Which side." enum:"a,b,none"`
}

// sidesOut has two forms: a, or b, which may be null.
type sidesOut struct {
	A *string  `json:"a,omitempty" doc:"One side." main:"text/plain"`
	B **string `json:"b,omitempty" doc:"The other side." main:"text/plain"`
}

var sides = op.Define(op.Def[sidesIn, sidesOut]{
	ID: "test-sides", Route: "GET /v1/test/sides", Summary: "S", Doc: "D", Source: "S", Since: "1.0.0",
	Examples: []op.Example{{Name: "a", In: `{"side":"a"}`}},
	Run: func(_ context.Context, in sidesIn) (sidesOut, error) {
		switch in.Side {
		case "a":
			return sidesOut{A: new("x")}, nil
		case "b":
			return sidesOut{B: new(new("y"))}, nil
		}
		return sidesOut{B: new((*string)(nil))}, nil
	},
})

// A pointer to a pointer is absent, null or a value, and the raw answer is that
// of the side that is set.
func TestTwoForms(t *testing.T) {
	output, err := optest.Compile(sides.Output())
	if err != nil {
		t.Fatal(err)
	}
	for side, want := range map[string][2]string{"a": {`{"a":"x"}`, "x"}, "b": {`{"b":"y"}`, "y"}, "none": {`{"b":null}`, ""}} {
		in, err := sides.Decode(op.Query("side="+side), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		out, err := sides.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		data, raw := sides.AppendData(nil, out), sides.AppendRaw(nil, out)
		if string(data) != want[0] || string(raw) != want[1] {
			t.Errorf("%s: %s, raw %q; want %q", side, data, raw, want)
		}
		if err := output.Validate(data); err != nil {
			t.Error(err)
		}
	}
}

func TestMainFieldsAgree(t *testing.T) {
	type out struct {
		A *string `json:"a" doc:"A." main:"text/plain"`
		B *string `json:"b" doc:"B." main:"text/csv"`
	}
	got := panics(func() {
		op.Define(op.Def[sidesIn, out]{
			ID: "test-mains", Route: "GET /v1/test/mains", Summary: "S", Doc: "D", Source: "S", Since: "1.0.0",
			Examples: []op.Example{{Name: "a", In: `{"side":"a"}`}},
		})
	})
	if !strings.Contains(got, "two main fields") {
		t.Errorf("panic %q", got)
	}
}
