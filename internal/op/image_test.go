package op_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

type (
	paintIn struct {
		op.Respond
		Text   string    `json:"text" doc:"What to paint." len:"1..9000" aka:"value"`
		Side   int       `json:"side" doc:"Pixels of a side." min:"1" max:"4000" default:"10"`
		Format string    `json:"format" doc:"Which form." enum:"png,svg,text" default:"png"`
		Tags   []string  `json:"tags,omitempty" doc:"Words."`
		Level  *levelIn  `json:"level" doc:"An object."`
		Word   *wordOrNo `json:"word" doc:"A word or a number."`
	}
	levelIn struct {
		High bool `json:"high" doc:"Whether."`
	}
	wordOrNo = op.Either[int, string]
	paintOut struct {
		op.Image
		Content string  `json:"content" doc:"What was painted."`
		SVG     *string `json:"svg,omitempty" doc:"The SVG."`
	}
)

func (in *paintIn) Check(e *op.Invalid) {
	if in.Text == "never" {
		e.Add("text", op.NotAllowed, "is never painted")
	}
}

var paintDef = op.Def[paintIn, paintOut]{
	ID: "test-paint", Route: "GET|POST /v1/design/paint", Summary: "Paint", Doc: "Paints.", Source: "none", Since: "1.0.0",
	Pool: op.ImagePool, Media: []string{"image/png", "image/svg+xml", "text/plain"}, Hosts: []string{"paint /v1/paint"},
	Pixels: func(in paintIn) int64 {
		if in.Format != "png" {
			return 0
		}
		return int64(in.Side) * int64(in.Side)
	},
	Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	Run: func(_ context.Context, in paintIn) (paintOut, error) {
		out := paintOut{Content: in.Text}
		switch in.Format {
		case "svg":
			out.SVG = &in.Text
			out.Image = op.NewText("image/svg+xml", []byte(in.Text), in.Side, in.Side)
		case "text":
			out.Image = op.NewText("text/plain", []byte(in.Text), len(in.Text), 1)
		default:
			out.Image = op.NewImage("image/png", []byte(in.Text), in.Side, in.Side)
		}
		return out, nil
	},
}

var (
	paint     = op.Define(paintDef)
	paintSign = op.DefineSign(paintDef, op.Sign{
		ID: "test-paint-sign", Route: "POST /v1/design/paint/sign", Summary: "Sign", Doc: "Signs.", Source: "none", Since: "1.0.0",
		Hosts: []string{"paint /v1/paint/sign"}, Examples: []op.Example{{Name: "plain", In: `{"text":"hello","expires_in":60}`}},
	})
)

// The digest of "hello" is that of coreutils' sha256sum.
const digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestPictureAsData(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString([]byte("hello"))
	for in, want := range map[string]string{
		`{"text":"hello"}`: `{"image_base64":"` + b64 + `","data_uri":"data:image/png;base64,` + b64 + `","content_type":"image/png","width":10,"height":10,"bytes":5,"sha256":"` + digest + `","content":"hello"}`,
		`{"text":"hello","format":"svg"}`: `{"data_uri":"data:image/svg+xml;base64,` + b64 +
			`","content_type":"image/svg+xml","width":10,"height":10,"bytes":5,"sha256":"` + digest + `","content":"hello","svg":"hello"}`,
		`{"text":"hello","format":"text"}`: `{"content_type":"text/plain","width":5,"height":1,"bytes":5,"sha256":"` + digest + `","content":"hello"}`,
	} {
		if got := string(optest.Data(t, "test-paint", op.JSON([]byte(in)))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	schema, err := optest.Compile(paint.Output())
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(optest.Data(t, "test-paint", op.JSON([]byte(`{"text":"hello"}`)))); err != nil {
		t.Error(err)
	}
}

func TestPictureAlone(t *testing.T) {
	in, err := paint.Decode(op.Query("text=hello"), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := paint.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if got := paint.AppendRaw([]byte("x"), out); string(got) != "xhello" || !paint.HasRaw() || paint.RawType() != "" {
		t.Errorf("raw %q, %t, %q", got, paint.HasRaw(), paint.RawType())
	}
	if p := paint.Picture(out); p.SHA256 != digest || string(p.Body) != "hello" {
		t.Errorf("%+v", p)
	}
}

func TestPrice(t *testing.T) {
	for in, want := range map[string]int64{
		`"side":1`: 1, `"side":1000`: 1, `"side":1001`: 2, `"side":1414`: 2, `"side":1415`: 3, `"side":4000`: 16, `"side":4000,"format":"svg"`: 1,
	} {
		decoded, err := paint.Decode(op.JSON([]byte(`{"text":"x",`+in+`}`)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got := paint.Price(decoded); got != want {
			t.Errorf("%s costs %d, want %d", in, got, want)
		}
	}
	if paint.Units() != 1 || paint.Cost() != "1 image unit, one more for each further million pixels begun" || paintSign.Cost() != "1 unit" {
		t.Errorf("%d; %s; %s", paint.Units(), paint.Cost(), paintSign.Cost())
	}
}

func TestAsksPicture(t *testing.T) {
	for in, want := range map[string]string{
		`"text":"x"`: "false false", `"text":"x","response":"image"`: "true true", `"text":"x","response":"JSON"`: "false true",
	} {
		decoded, err := paint.Decode(op.JSON([]byte(`{`+in+`}`)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if picture, ok := paint.AsksPicture(decoded); fmt.Sprint(picture, ok) != want {
			t.Errorf("%s: %t %t", in, picture, ok)
		}
	}
}

func TestRoutes(t *testing.T) {
	if paint.Method != "POST" || !paint.AlsoGet || paint.Route() != "GET|POST /v1/design/paint" || !paint.Answers("GET") || paintSign.Answers("GET") {
		t.Errorf("%s", paint.Route())
	}
	if paint.PathOn("paint") != "/v1/paint" || paint.PathOn("qr") != "" || paint.Signer() != paintSign || paintSign.Signer() != nil || paintSign.Signs != paint {
		t.Error("hosts or signer")
	}
	for _, c := range []struct{ pattern, path, want string }{
		{"/v1/hash", "/v1/hash", "[] true"}, {"/v1/hash/{a}", "/v1/hash/md5", "[{a md5}] true"},
		{"/v1/hash/{a}", "/v1/hash/", "[] false"}, {"/v1/hash/{a}", "/v1/hash", "[] false"}, {"/v1/hash/{a}", "/v1/hash/a/b", "[] false"},
		{"/v1/{a}/{b}", "/v1/x/y", "[{a x} {b y}] true"}, {"/v1/hash/{a}", "/v1/mash/a", "[] false"},
	} {
		if fields, ok := op.Given(c.pattern, c.path); fmt.Sprint(fields, ok) != c.want {
			t.Errorf("%s of %s: %v %t", c.path, c.pattern, fields, ok)
		}
	}
}

// A field in the path of the URL is a field like any other, but once.
func TestFieldsInThePath(t *testing.T) {
	for body, want := range map[string]string{
		`{"text":"x"}`:                           `{"text":"x","side":10,"format":"svg"}`,
		`{"text":"x","format":"S_V_G"}`:          `{"text":"x","side":10,"format":"svg"}`,
		`{"text":"x","format":"png"}`:            "format:conflict",
		`{"text":"x","format":1}`:                "format:invalid_type",
		`{"text":"x","format":"png","other":1}`:  "other:unknown_field",
		`{"text":"x","format":"svg","side":"1"}`: "side:invalid_type",
	} {
		in, err := paint.Decode(op.JSON([]byte(body)).With([]op.Field{{Name: "format", Value: "SVG"}}), op.DefaultLimits())
		got := string(paint.AppendInput(nil, in))
		if err != nil {
			got = optest.Codes(err.(*op.Invalid))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	_, err := paint.Decode(op.JSON([]byte(`{"text":"x"}`)).With([]op.Field{{Name: "format", Value: "gif"}}), op.DefaultLimits())
	if err == nil || optest.Codes(err.(*op.Invalid)) != "format:not_allowed" {
		t.Errorf("a value that is not allowed: %v", err)
	}
	plain, given := op.JSON([]byte(`{}`)), op.JSON([]byte(`{}`)).With([]op.Field{{Name: "format", Value: "svg"}})
	if plain.Digest() == given.Digest() || given.Digest() == plain.With([]op.Field{{Name: "format", Value: "png"}}).Digest() {
		t.Error("the path is no difference")
	}
}

func TestBadPictures(t *testing.T) {
	type plainIn struct {
		A int `json:"a" doc:"A."`
	}
	type plainOut struct {
		B int `json:"b" doc:"B."`
	}
	plain := func(change func(*op.Def[plainIn, plainOut])) func() {
		return func() {
			def := op.Def[plainIn, plainOut]{
				ID: "test-bad", Route: "POST /v1/test/bad", Summary: "S", Doc: "D", Source: "s", Since: "1", Examples: []op.Example{{Name: "x", In: `{}`}},
			}
			change(&def)
			op.Define(def)
		}
	}
	painted := func(change func(*op.Def[paintIn, paintOut])) func() {
		return func() {
			def := paintDef
			def.ID, def.Route = "test-bad", "GET|POST /v1/test/bad"
			change(&def)
			op.Define(def)
		}
	}
	for name, tt := range map[string]struct {
		define func()
		want   string
	}{
		"unknown pool":       {plain(func(d *op.Def[plainIn, plainOut]) { d.Pool = "ai" }), "the pool is"},
		"pool and class":     {plain(func(d *op.Def[plainIn, plainOut]) { d.Pool, d.Class = op.ImagePool, op.T1 }), "the pool is"},
		"pixels for compute": {plain(func(d *op.Def[plainIn, plainOut]) { d.Pixels = func(plainIn) int64 { return 1 } }), "image units"},
		"media, no picture":  {plain(func(d *op.Def[plainIn, plainOut]) { d.Media = []string{"image/png"} }), "none of them"},
		"no such field":      {plain(func(d *op.Def[plainIn, plainOut]) { d.Hosts = []string{"x /v1/{b}"} }), "needs a field"},
		"no path":            {plain(func(d *op.Def[plainIn, plainOut]) { d.Hosts = []string{"x"} }), "bad place"},
		"picture, no media":  {painted(func(d *op.Def[paintIn, paintOut]) { d.Media = nil }), "none of them"},
		"varies":             {painted(func(d *op.Def[paintIn, paintOut]) { d.Varies = true }), "the same for the same input"},
		"same route":         {painted(func(d *op.Def[paintIn, paintOut]) { d.Route = "GET /v1/design/paint" }), "same route"},
		"path field of GET":  {painted(func(d *op.Def[paintIn, paintOut]) { d.Hosts = []string{"x /v1/{text}"} }), "needs a field"},
		"not defined": {func() {
			def := paintDef
			def.ID = "test-none"
			op.DefineSign(def, op.Sign{ID: "test-bad", Route: "POST /v1/test/bad"})
		}, "not defined yet"},
		"null without pointer": {badInput[struct {
			A int `json:"a" null:"true"`
		}](), "needs a pointer"},
		"base64 in": {badInput[struct {
			A op.Base64 `json:"a" doc:"A."`
		}](), `document:"base64"`},
	} {
		if got := panics(tt.define); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
