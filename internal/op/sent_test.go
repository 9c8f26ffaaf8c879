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

type anyNumberIn struct {
	To op.Either[string, []string] `json:"to" doc:"One or several." alias:"into" len:"1..3"`
}

var anyNumber = define[anyNumberIn]("test-any-number", "GET", `{"to":"a"}`)

// A name that came more than once is a list where a list may stand for one.
func TestRepeatedAlternative(t *testing.T) {
	for query, want := range map[string]string{
		"to=a":           `{"to":"a"}`,
		"to=a&to=b":      `{"to":["a","b"]}`,
		`to=a"&to=\`:     `{"to":["a\"","\\"]}`,
		"into=1&into=2":  `{"to":["1","2"]}`,
		`to=["a","b"]`:   `{"to":["a","b"]}`,
		"to=a&to=[]":     `{"to":["a","[]"]}`,
		"to=a&into=b":    "into conflict",
		"to=a&to=b&to=%": "to invalid_format",
	} {
		if got := outcome(anyNumber, op.Query(query)); got != want {
			t.Errorf("?%s: %s, want %s", query, got, want)
		}
	}
}
