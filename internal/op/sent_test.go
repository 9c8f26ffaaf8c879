package op_test

import (
	"testing"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

type togetherIn struct {
	A    *num.Dec `json:"a" doc:"A." min:"0" alias:"aa"`
	B    *num.Dec `json:"b" doc:"B, always with a."`
	Mode *string  `json:"mode" doc:"A mode." enum:"x,y"`
}

func (in *togetherIn) CheckSent(e *op.Invalid) {
	if (in.A == nil) != (in.B == nil) {
		e.Add("a", op.MissingOneOf, "a and b belong together")
	}
}

func (in *togetherIn) Check(e *op.Invalid) {
	if in.A != nil && in.A.Cmp(*in.B) > 0 {
		e.Add("b", op.Order, "b is below a")
	}
}

var together = define[togetherIn]("test-together", "GET", `{}`)

// CheckSent stands beside all other violations and counts what is unsound as
// sent; Check waits until all is sound.
func TestCheckSent(t *testing.T) {
	for query, want := range map[string]string{
		"":               "{}",
		"a=1&b=2":        `{"a":1,"b":2}`,
		"aa=1&b=2":       `{"a":1,"b":2}`,
		"a=1":            "a missing_one_of",
		"b=x&mode=z&c=1": "b invalid_number, mode not_allowed, c unknown_field, a missing_one_of",
		"a=-1&b=-2":      "a out_of_range",
		"a=x&b=1":        "a invalid_number",
		"a=2&b=1":        "b order",
	} {
		if got := outcome(together, op.Query(query)); got != want {
			t.Errorf("?%s: %s, want %s", query, got, want)
		}
	}
	for body, want := range map[string]string{
		`{"a":null,"b":1}`: "a invalid_type",
		`{"b":1,"b":2}`:    "b duplicate_field, a missing_one_of",
		`[1]`:              "invalid_type",
		`{"b":1`:           "malformed_json",
	} {
		if got := outcome(together, op.JSON([]byte(body))); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
