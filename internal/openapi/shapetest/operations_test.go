// Package shapetest checks the OpenAPI document of operations made for the
// purpose: one for every shape that an input, a result or an operation can
// have, whether or not the catalogue has one like it today. It is a package of
// its own because an operation, once defined, is in the registry of its
// process.
package shapetest

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

type queryIn struct {
	Amount num.Dec  `json:"amount" doc:"An amount" above:"0" max:"1e12" alias:"sum"`
	Base   string   `json:"base"   doc:"A base"    enum:"2,10,hex" default:"10"`
	Tags   []string `json:"tags,omitempty" doc:"Some words" len:"0..3"`
	Exact  bool     `json:"exact"  doc:"Whether" default:"false"`
}

type queryOut struct {
	Amount num.Dec `json:"amount" doc:"The amount"`
	Count  int     `json:"count"  doc:"Number of tags" min:"0"`
	Note   *string `json:"note"   doc:"null when there is nothing to say"`
}

// The first has lists, enums that look like numbers, aliases and defaults, and a
// monthly allowance; it varies and calls bad input 400.
var _ = op.Define(op.Def[queryIn, queryOut]{
	ID: "shape-query", Route: "GET /v1/calculators/shape", Summary: "Query", Doc: "Takes a query.", Source: "RFC 3986",
	Since: "1.0.0", Class: op.T1, Varies: true, BadInput: 400, Allowed: true,
	Examples: []op.Example{
		{Name: "least", In: `{"amount":100000.50}`},
		{Name: "all", In: `{"sum":1e3,"base":10,"tags":["a","b: c"],"exact":true}`},
	},
	Run: func(_ context.Context, in queryIn) (queryOut, error) {
		return queryOut{Amount: in.Amount, Count: len(in.Tags)}, nil
	},
})

type bodyIn struct {
	Text  string                   `json:"text"  doc:"A document" document:"true"`
	Level op.Either[int64, string] `json:"level" doc:"A number or a word" min:"1" max:"9" len:"1..8"`
	Parts []part                   `json:"parts,omitempty" doc:"Parts" len:"0..2"`
	Named op.Pairs[num.Dec]        `json:"named,omitempty" doc:"Numbers by name"`
	Any   *op.Raw                  `json:"any"   doc:"Any JSON"`
}

type part struct {
	Size num.Dec `json:"size" doc:"Its size" min:"0"`
	Kind *string `json:"kind" doc:"Its kind" pattern:"^[a-z]+$"`
}

type bodyOut struct {
	Text string `json:"text" doc:"The text" main:"text/plain"`
	Any  op.Raw `json:"any"  doc:"What was sent"`
}

var bodyDef = op.Def[bodyIn, bodyOut]{
	ID: "shape-body", Route: "POST /v1/text/shape", Summary: "Body", Doc: "Takes a body.", Source: "RFC 8259", Since: "1.0.0",
	Examples: []op.Example{{Name: "all", In: `{"text":"naïve\n\u0007","level":3,"parts":[{"size":1.50,"kind":"a"}],"named":{"x":1e2},"any":[1.0,{"b":null}]}`}},
	Run: func(_ context.Context, in bodyIn) (bodyOut, error) {
		out := bodyOut{Text: in.Text}
		if in.Any != nil {
			out.Any = *in.Any
		}
		return out, nil
	},
}

var (
	_ = op.Define(bodyDef)
	_ = op.Define(bodyDef.As("shape-twin", "POST /v1/text/shape-twin"))
)

type rawOut struct {
	Value op.Raw `json:"value" doc:"The document" main:"application/json;profile=raw"`
}

type rawIn struct {
	JSON op.Raw `json:"json" doc:"A document" document:"true"`
}

// One path that answers two methods, with a raw form that is JSON like the
// envelope.
var _ = [...]*op.Op{
	op.Define(op.Def[rawIn, rawOut]{
		ID: "shape-raw", Route: "POST /v1/data/shape", Summary: "Raw", Doc: "Gives back a document.", Source: "RFC 8259", Since: "1.0.0", Class: op.T2,
		Examples: []op.Example{{Name: "digits", In: `{"json":{"n":1.10}}`}},
		Run:      func(_ context.Context, in rawIn) (rawOut, error) { return rawOut{in.JSON}, nil },
	}),
	op.Define(op.Def[struct{}, rawOut]{
		ID: "shape-raw-get", Route: "GET /v1/data/shape", Summary: "Raw", Doc: "Gives a document.", Source: "RFC 8259", Since: "1.0.0",
		Examples: []op.Example{{Name: "nothing", In: `{}`}},
		Run:      func(context.Context, struct{}) (rawOut, error) { return rawOut{op.Raw("true")}, nil },
	}),
}

type pictureIn struct {
	op.Respond
	Text  string   `json:"text"  doc:"A text" len:"1..9" example:"x"`
	Level *levelIn `json:"level" doc:"An object"`
	Form  *string  `json:"form"  doc:"A word" enum:"a,b" example:"a"`
}

type levelIn struct {
	High bool `json:"high" doc:"Whether"`
}

type pictureOut struct {
	op.Image
	Text string `json:"text" doc:"The text"`
}

var pictureDef = op.Def[pictureIn, pictureOut]{
	ID: "shape-picture", Route: "GET|POST /v1/design/shape", Summary: "Picture", Doc: "Paints.", Source: "RFC 2083", Since: "1.0.0",
	Pool: op.ImagePool, Media: []string{"image/png", "image/svg+xml"}, Pixels: func(pictureIn) int64 { return 1 },
	Hosts:    []string{"shape /v1/shape", "shape /v1/paint"},
	Examples: []op.Example{{Name: "all", In: `{"text":"x","level":{"high":true}}`}},
	Run: func(_ context.Context, in pictureIn) (pictureOut, error) {
		return pictureOut{op.NewImage("image/png", []byte(in.Text), 1, 1), in.Text}, nil
	},
}

type wordIn struct {
	Text string  `json:"text" doc:"A text" len:"1..9"`
	Form *string `json:"form" doc:"A word." enum:"a,b" example:"a"`
}

// A picture, the operation that makes links to it, and one that has a field in
// its path on a product host.
var _ = [...]*op.Op{
	op.Define(pictureDef),
	op.DefineSign(pictureDef, op.Sign{
		ID: "shape-picture-sign", Route: "POST /v1/design/shape/sign", Summary: "Sign", Doc: "Signs.", Source: "RFC 2104", Since: "1.0.0",
		Examples: []op.Example{{Name: "a minute", In: `{"text":"x","expires_in":60}`}},
	}),
	op.Define(op.Def[wordIn, bodyOut]{
		ID: "shape-word", Route: "POST /v1/security/shape", Summary: "Word", Doc: "Takes a word.", Source: "RFC 3986", Since: "1.0.0",
		Hosts:    []string{"shape /v1/word", "shape /v1/word/{form}"},
		Examples: []op.Example{{Name: "bare", In: `{"text":"x"}`}, {Name: "a", In: `{"text":"x","form":"a"}`}, {Name: "b", In: `{"text":"x","form":"b"}`}},
		Run:      func(_ context.Context, in wordIn) (bodyOut, error) { return bodyOut{Text: in.Text}, nil },
	}),
}
