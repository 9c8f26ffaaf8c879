package op_test

import (
	"context"
	"errors"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// define makes an operation that answers nothing, for the sake of its input.
func define[In any](id, method, example string, rules ...op.Rule) *op.Op {
	return op.Define(op.Def[In, struct{}]{
		ID: id, Route: method + " /v1/test/" + id, Summary: "Test", Doc: "Tests.", Source: "none", Since: "1.0.0",
		Rules: rules, Examples: []op.Example{{Name: "one", In: example}},
		Run: func(context.Context, In) (struct{}, error) { return struct{}{}, nil },
	})
}

// scalarsIn has every kind that a query can carry, all optional.
type scalarsIn struct {
	Text    *string  `json:"text" doc:"A text." len:"2..5"`
	Code    *string  `json:"code" doc:"A code." pattern:"^[a-z]+$" aka:"kod"`
	Flag    *bool    `json:"flag" doc:"A flag." aka:"switch"`
	Int     *int     `json:"int" doc:"A whole number." min:"-5" below:"100"`
	Wide    *int64   `json:"wide" doc:"A wide whole number."`
	Dec     *num.Dec `json:"dec" doc:"A decimal." above:"0" max:"1e12"`
	Big     *num.Int `json:"big" doc:"A big whole number." min:"-1e30"`
	Unit    *string  `json:"unit" doc:"A unit." enum:"square_metre,km,UTF-8" same:"m2=square_metre,metre²=square_metre"`
	Version *string  `json:"version" doc:"A version." enum:"1,4,0.5,nil" same:"four=4"`
	Rate    *num.Dec `json:"annual_rate" doc:"A rate." alias:"rate,interest_rate" aka:"tenure"`
	Months  int      `json:"months" doc:"Months." default:"12" aka:"tenure"`
	List    []int    `json:"list,omitempty" doc:"Numbers." len:"2..4" min:"0"`
}

var scalars = define[scalarsIn]("test-scalars", "GET", `{}`)

type point struct {
	X num.Dec `json:"x" doc:"Across."`
	Y num.Dec `json:"y" doc:"Up." default:"0"`
	Z *string `json:"z" doc:"Depth." enum:"near,far"`
}

type base struct {
	ID string `json:"id" doc:"An id." default:"none"`
}

// nestedIn has every kind of container.
type nestedIn struct {
	base
	Doc    *op.Raw                                                      `json:"doc" doc:"Any JSON." document:"true"`
	Either *op.Either[num.Dec, string]                                  `json:"either" doc:"A number or a text." min:"0" len:"..4"`
	Three  *op.Either[bool, op.Either[[]string, op.Either[point, int]]] `json:"three" doc:"One of four." max:"9"`
	Pairs  op.Pairs[num.Dec]                                            `json:"pairs,omitempty" doc:"Numbers by name." len:"..3" min:"0"`
	Maps   op.Pairs[point]                                              `json:"maps,omitempty" doc:"Points by name."`
	Point  *point                                                       `json:"point" doc:"A point."`
	Points []point                                                      `json:"points,omitempty" doc:"Points." len:"1..3"`
	Words  []string                                                     `json:"words,omitempty" doc:"Words." len:"..3" each:"1..4"`
	Enums  []string                                                     `json:"enums,omitempty" doc:"Enums." enum:"a_b,c"`
	Grid   [][]int                                                      `json:"grid,omitempty" doc:"Rows." max:"9" each:"..2"`
	Many   []bool                                                       `json:"many" doc:"Flags." default:"[true,false]"`
	Raws   []op.Raw                                                     `json:"raws,omitempty" doc:"Documents."`
	Bytes  *string                                                      `json:"bytes" doc:"Bytes as base64." document:"base64"`
}

var nested = define[nestedIn]("test-nested", "POST", `{}`)

type ruledIn struct {
	Name   string   `json:"name" doc:"Required."`
	Weight *num.Dec `json:"weight" doc:"A weight." alias:"mass" min:"0"`
	Pounds *num.Dec `json:"pounds" doc:"A weight."`
	Feet   *int     `json:"feet" doc:"A height."`
	Inches *int     `json:"inches" doc:"With feet."`
	Metres *num.Dec `json:"metres" doc:"A height."`
	A      *int     `json:"a" doc:"One."`
	B      *int     `json:"b" doc:"Or another."`
}

func (in ruledIn) Check(e *op.Invalid) {
	if in.Name == "refused" {
		e.Add("name", "order", "the name is refused")
	}
}

var ruled = define[ruledIn]("test-ruled", "GET", `{"name":"x","weight":1,"metres":2}`,
	op.RequiredOnce("weight", "pounds"), op.ExactlyOne("feet+inches", "metres"), op.AtMostOne("a", "b"))

var nothing = define[struct{}]("test-nothing", "POST", `{}`)

// outcome is the canonical input, or the violations as "field code, …".
func outcome(o *op.Op, src op.Source) string {
	in, err := o.Decode(src, op.DefaultLimits())
	if err == nil {
		return string(o.AppendInput(nil, in))
	}
	var list []string
	for _, v := range refusal(err).Violations {
		list = append(list, strings.TrimSpace(v.Field+" "+v.Code))
	}
	return strings.Join(list, ", ")
}

func refusal(err error) *op.Invalid {
	var e *op.Invalid
	if !errors.As(err, &e) {
		panic(err)
	}
	return e
}

// refuse decodes what must be refused.
func refuse(o *op.Op, src op.Source) *op.Invalid {
	_, err := o.Decode(src, op.DefaultLimits())
	return refusal(err)
}
