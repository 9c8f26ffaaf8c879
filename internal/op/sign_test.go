package op_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// unsigned is an Env whose links show what is signed.
func unsigned() op.Env {
	env := op.SampleEnv()
	env.Link = func(o *op.Op, fields url.Values, until time.Time) string {
		link := o.ID + "?" + fields.Encode()
		if !until.IsZero() {
			link += "#" + until.Format(time.RFC3339)
		}
		return link
	}
	return env
}

// The link says what was sent and is not the default, in one spelling.
func TestSign(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"a b"}`: `{"url":"test-paint?text=a+b","expires_at":null}`,
		`{"text":"a b","side":10,"format":"P-N-G","expires_in":null}`: `{"url":"test-paint?text=a+b","expires_at":null}`,
		`{"text":"x","side":11,"response":"Image"}`:                   `{"url":"test-paint?response=image\u0026side=11\u0026text=x","expires_at":null}`,
		`{"text":"x","expires_in":60}`:                                `{"url":"test-paint?text=x#2026-11-20T09:01:00Z","expires_at":"2026-11-20T09:01:00Z"}`,
		`{"text":"x","expires_in":31536000}`:                          `{"url":"test-paint?text=x#2027-11-20T09:00:00Z","expires_at":"2027-11-20T09:00:00Z"}`,
		`{"text":"x","tags":["b","a"],"level":{"high":true}}`:         `{"url":"test-paint?level=%7B%22high%22%3Atrue%7D\u0026tags=b\u0026tags=a\u0026text=x","expires_at":null}`,
		`{"text":"x","word":7}`:                                       `{"url":"test-paint?text=x\u0026word=7","expires_at":null}`,
		`{"text":"x","word":"seven"}`:                                 `{"url":"test-paint?text=x\u0026word=seven","expires_at":null}`,
	} {
		data, refused := optest.Call(t, "test-paint-sign", op.JSON([]byte(in)), unsigned())
		want = strings.ReplaceAll(want, `\u0026`, "&")
		if refused != nil || string(data) != want {
			t.Errorf("%s: %s %v, want %s", in, data, refused, want)
		}
	}
}

func TestSignRefuses(t *testing.T) {
	for in, want := range map[string]string{
		`{}`:                                 "text:required",
		`{"text":"x","side":0}`:              "side:out_of_range",
		`{"text":"never"}`:                   "text:not_allowed",
		`{"text":"x","expires_in":59}`:       "expires_in:out_of_range",
		`{"text":"x","expires_in":31536001}`: "expires_in:out_of_range",
		`{"text":"x","expires_in":"60"}`:     "expires_in:invalid_type",
		`{"text":"x","expires_in":null,"expires_in":null}`: "expires_in:duplicate_field",
		`{"text":"x","side":null}`:                         "side:invalid_type",
		`{"value":"x"}`:                                    "value:unknown_field text:required",
		`{"text":"` + strings.Repeat("x", 7998) + `"}`:     ":too_long",
		`{"text":"` + strings.Repeat("x", 8500) + `"}`:     "text:too_long",
	} {
		_, refused := optest.Call(t, "test-paint-sign", op.JSON([]byte(in)), unsigned())
		if refused == nil || optest.Codes(refused) != want {
			t.Errorf("%.60s: %v, want %s", in, refused, want)
		}
	}
	env := op.SampleEnv()
	env.Link = nil
	if _, refused := optest.Call(t, "test-paint-sign", op.JSON([]byte(`{"text":"x"}`)), env); refused == nil || optest.Codes(refused) != ":not_allowed" {
		t.Errorf("without a key: %v", refused)
	}
}

// The schema of the link's input is that of the picture with one member more.
func TestSignSchema(t *testing.T) {
	of, own := paint.Input().Get("properties").(op.Object), paintSign.Input().Get("properties").(op.Object)
	if got, want := string(own[:len(of)].AppendJSON(nil)), string(of.AppendJSON(nil)); got != want || len(own) != len(of)+1 {
		t.Errorf("%s\nwant %s", got, want)
	}
	schema, err := optest.Compile(paintSign.Input())
	if err != nil {
		t.Fatal(err)
	}
	for doc, valid := range map[string]bool{
		`{"text":"x","expires_in":null}`: true, `{"text":"x","expires_in":60}`: true, `{"text":"x","expires_in":59}`: false, `{"expires_in":60}`: false,
	} {
		if err := schema.Validate([]byte(doc)); (err == nil) != valid {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// An Env that is watched tells whether the clock or chance was asked for.
func TestWatched(t *testing.T) {
	for in, want := range map[string]bool{`{"text":"x"}`: false, `{"text":"x","expires_in":60}`: true} {
		env, varied := unsigned().Watched()
		if optest.Call(t, "test-paint-sign", op.JSON([]byte(in)), env); varied.Load() != want {
			t.Errorf("%s: varied %t", in, varied.Load())
		}
	}
	env, varied := unsigned().Watched()
	op.Random(env.With(t.Context()))
	if !varied.Load() {
		t.Error("chance was not noted")
	}
}
