package developer_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/developer"
)

func TestBase64(t *testing.T) {
	const contract = "contract 2.2"
	cases := []optest.Case{
		{Name: "example 2", In: `{"text":"नमस्ते 👋"}`, Source: "python base64", Want: `{"base64":"4KSo4KSu4KS44KWN4KSk4KWHIPCfkYs=","byte_length":23,"encoded_length":32}`,
			Absent: []string{"data_uri", "text", "hex", "repairs", "mime_type"}},
		{Name: "example 3", In: `{"text":"fbfffe3f3e","input_encoding":"hex"}`, Source: "python base64", Want: `{"base64":"+//+Pz4=","byte_length":5}`},
		{Name: "example 3, URL-safe", In: `{"text":"FBFFFE3F3E","input_encoding":"HEX","url_safe":true}`, Source: "python base64", Want: `{"base64":"-__-Pz4="}`},
		{Name: "example 4", In: `{"text":"Zg","mode":"decode"}`, Source: "atob", Want: `{"text":"f","hex":"66","is_utf8":true,"byte_length":1,"variant":"either","padded":false,
			"repairs":["missing_padding"],"mime_type":"text/plain","normalized":"Zg=="}`, Absent: []string{"base64", "encoded_length", "data_uri"}},
		{Name: "example 4, strict", In: `{"text":"Zg","mode":"decode","strict":true}`, Source: "python base64", Wrong: []string{"text invalid_base64"}},
		{Name: "example 5", In: `{"text":"Zh==","mode":"decode"}`, Source: "python base64, atob", Want: `{"text":"f","padded":true,"repairs":["noncanonical_bits"],"normalized":"Zg=="}`},
		{Name: "example 6", In: `{"text":"//79","mode":"decode"}`, Source: "python base64", Want: `{"text":null,"hex":"fffefd","is_utf8":false,"repairs":[],"variant":"standard"}`},
		{Name: "example 7", In: `{"text":"Zm9v!","mode":"decode"}`, Source: "python base64 validate=True", Wrong: []string{"text invalid_base64"}},

		{Name: "no padding", In: `{"text":"f","padding":false}`, Source: contract, Want: `{"base64":"Zg","encoded_length":2}`},
		{Name: "Latin-1", In: `{"text":"é\u0000ÿ","input_encoding":"latin1"}`, Source: "python base64", Want: `{"base64":"6QD/","byte_length":3}`},
		{Name: "base64 re-encoded", In: `{"text":"-__-Pz4","input_encoding":"base64"}`, Source: contract, Want: `{"base64":"+//+Pz4="}`},
		{Name: "data URI", In: `{"text":"~~~","mime_type":"text/plain;charset=utf-8","url_safe":true,"padding":false,"line_length":64}`, Source: "RFC 2397", Want: `{"base64":"fn5-","data_uri":"data:text/plain;charset=utf-8;base64,fn5+"}`},
		{Name: "exactly one line", In: `{"text":"` + strings.Repeat("x", 48) + `","line_length":"64"}`, Source: "RFC 7468 section 2", Want: `{"encoded_length":64}`},
		{Name: "two lines", In: `{"text":"` + strings.Repeat("x", 49) + `","line_length":64}`, Source: "RFC 7468 section 2", Want: `{"encoded_length":70,"base64":"` + strings.Repeat("eHh4", 16) + `\r\neA=="}`},
		{Name: "nothing", In: `{"text":"","line_length":76}`, Source: contract, Want: `{"base64":"","byte_length":0,"encoded_length":0}`},

		{Name: "nothing decoded", In: `{"text":"","mode":"decode"}`, Source: contract, Want: `{"text":"","hex":"","is_utf8":true,"byte_length":0,"variant":"either","padded":false,"repairs":[]}`},
		{Name: "all repairs", In: `{"text":"data:image/png;base64,Z\r\nm9 vYh=","mode":"decode"}`, Source: contract, Want: `{"text":"foob","padded":true,"mime_type":"image/png",
			"repairs":["missing_padding","whitespace","line_breaks","noncanonical_bits","data_uri_prefix"]}`},
		{Name: "all repairs, strict", In: `{"text":"data:image/png;base64,Z\r\nm9 vYh=","mode":"decode","strict":true}`, Source: contract, Wrong: []string{
			"text invalid_base64", "text invalid_base64", "text invalid_base64", "text invalid_base64", "text invalid_base64"}},
		{Name: "strict and right", In: `{"text":"_-8=","mode":"decode","strict":true}`, Source: contract, Want: `{"hex":"ffef","variant":"url_safe","normalized":"/+8="}`},
		{Name: "data URI of no type", In: `{"text":"DATA:;Base64,","mode":"decode"}`, Source: "RFC 2397", Want: `{"mime_type":"text/plain;charset=US-ASCII","text":"","repairs":["data_uri_prefix"]}`},
		{Name: "type found", In: `{"text":"iVBORw0KGgo=","mode":"decode"}`, Source: "WHATWG MIME Sniffing", Want: `{"mime_type":"image/png","text":null}`},
		{Name: "unknown type", In: `{"text":"AAECgA==","mode":"decode"}`, Source: "WHATWG MIME Sniffing", Want: `{"mime_type":"application/octet-stream"}`},
		{Name: "options of the other mode", In: `{"text":"Zg==","mode":"decode","url_safe":true,"padding":false,"line_length":64,"mime_type":"image/png"}`, Source: contract, Want: `{"text":"f","mime_type":"text/plain"}`, Absent: []string{"data_uri"}},

		{Name: "Latin-1, not", In: `{"text":"€","input_encoding":"latin1"}`, Source: contract, Wrong: []string{"text invalid_format"}},
		{Name: "hex, not", In: `{"text":"0x","input_encoding":"hex"}`, Source: contract, Wrong: []string{"text invalid_format"}},
		{Name: "half a byte", In: `{"text":"abc","input_encoding":"hex"}`, Source: contract, Wrong: []string{"text invalid_format"}},
		{Name: "base64, not strictly", In: `{"text":"Zg ==","input_encoding":"base64"}`, Source: contract, Wrong: []string{"text invalid_base64"}},
		{Name: "media type", In: `{"text":"","mime_type":"png"}`, Source: "RFC 6838 section 4.2", Wrong: []string{"mime_type invalid_format"}},
		{Name: "media type that would end the URI", In: `{"text":"","mime_type":"text/html,<b>"}`, Source: "RFC 2397", Wrong: []string{"mime_type invalid_format"}},
		{Name: "line length", In: `{"text":"","line_length":80}`, Source: contract, Wrong: []string{"line_length not_allowed"}},
		{Name: "size", In: `{"text":"` + strings.Repeat("A", 1_000_001) + `"}`, Source: "contract 0.2", Wrong: []string{"text too_long"}},
		{Name: "names of other APIs", In: `{"input":"","encode":true}`, Source: "contract 0.1", Wrong: []string{"input unknown_field", "encode unknown_field", "text required"}},
	}
	for text, encoded := range map[string]string{"": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy"} {
		cases = append(cases,
			optest.Case{Name: "vector " + text, In: `{"text":"` + text + `"}`, Source: "RFC 4648 section 10", Want: `{"base64":"` + encoded + `"}`},
			optest.Case{Name: "vector back " + text, In: `{"text":"` + encoded + `","mode":"decode","strict":true}`, Source: "RFC 4648 section 10", Want: `{"text":"` + text + `","repairs":[]}`})
	}
	optest.Table(t, "base64-encoder", cases)
}

// TestBase64Faults looks at reasons and places; for base64 they are the first
// byte that cannot be.
func TestBase64Faults(t *testing.T) {
	for in, want := range map[string]string{
		`"Zm9v!","mode":"decode"`:                              "foreign_character 1:5 at 4",
		`"Zm9v\né","mode":"decode"`:                            "foreign_character 2:1 at 5",
		`"+-","mode":"decode"`:                                 "mixed_alphabets 1:2 at 1",
		`"Zm9vY","mode":"decode"`:                              "incomplete 1:5 at 4",
		`"Zg==Zg==","mode":"decode"`:                           "padding_inside 1:3 at 2",
		`"Zg===","mode":"decode"`:                              "wrong_padding 1:3 at 2",
		`"data:image/png;base64,Z","mode":"decode"`:            "incomplete 1:23 at 22",
		`"data:text/plain,Zg","mode":"decode"`:                 "data_uri 1:16 at 15",
		`"data:","mode":"decode"`:                              "data_uri 1:6 at 5",
		`"data:a/b;base64,Zg","mode":"decode","strict":true`:   "missing_padding 1:19 at 18, data_uri_prefix 1:1 at 0",
		`"Z m9v\nYh","mode":"decode","strict":true`:            "missing_padding 2:3 at 8, whitespace 1:2 at 1, line_breaks 1:6 at 5, noncanonical_bits 2:2 at 7",
		`"é€","input_encoding":"latin1"`:                       "not_latin1 1:2 at 2",
		`"0g","input_encoding":"hex"`:                          "not_hex 1:2 at 1",
		`"é","input_encoding":"hex"`:                           "not_hex 1:1 at 0",
		`"012","input_encoding":"hex"`:                         "odd_length 1:4 at 3",
		`"Zh==","input_encoding":"base64"`:                     "noncanonical_bits 1:2 at 1",
		`"Zg=","input_encoding":"base64"`:                      "wrong_padding 1:3 at 2",
		`"data:image/png;base64,Zg","input_encoding":"base64"`: "foreign_character 1:5 at 4",
	} {
		_, refused := optest.Call(t, "base64-encoder", op.JSON([]byte(`{"text":`+in+`}`)), op.SampleEnv())
		if refused == nil {
			t.Errorf("%s is answered", in)
			continue
		}
		var got []string
		for _, v := range refused.Violations {
			got = append(got, fmt.Sprintf("%s %d:%d at %d", v.Reason, v.Place.Line, v.Place.Column, v.Place.Offset))
			if v.Field != "text" || v.Hint == "" || v.Message == "" {
				t.Errorf("%s: %+v", in, v)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", in, strings.Join(got, ", "), want)
		}
	}
}

func TestBase64Shape(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"","mime_type":"a/b"}`:   "base64 byte_length encoded_length data_uri",
		`{"text":""}`:                     "base64 byte_length encoded_length",
		`{"text":"//79","mode":"decode"}`: "text hex is_utf8 byte_length variant padded repairs mime_type normalized",
	} {
		if keys := optest.Keys(t, optest.Data(t, "base64-encoder", op.JSON([]byte(in))), ""); keys != want {
			t.Errorf("%s: members %s, want %s", in, keys, want)
		}
	}
}

// TestBase64Raw: the raw answer is the base64, or the text.
func TestBase64Raw(t *testing.T) {
	o := op.Find("base64-encoder")
	for in, want := range map[string]string{`{"text":"f"}`: "Zg==", `{"text":"Zg","mode":"decode"}`: "f", `{"text":"//79","mode":"decode"}`: ""} {
		decoded, err := o.Decode(op.JSON([]byte(in)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		out, err := o.Run(context.Background(), decoded)
		if got := string(o.AppendRaw(nil, out)); err != nil || got != want || o.RawType() != "text/plain" {
			t.Errorf("%s: raw %q, %v; want %q", in, got, err, want)
		}
	}
}

// TestBase64Recorded compares with what testdata/base64_oracle.py wrote down.
func TestBase64Recorded(t *testing.T) {
	optest.Recorded(t, "base64-encoder", "testdata/base64_oracle.json")
}

// TestBase64Long: a text is encoded piece by piece, and is as encoding/base64
// has it where pieces end.
func TestBase64Long(t *testing.T) {
	for _, pieces := range []int{1, 2, 5} {
		for n := pieces*768 - 4; n < pieces*768+5; n++ {
			text := strings.Repeat("0123456789é", n)[:n]
			if !utf8.ValidString(text) {
				continue
			}
			encoded := optest.At(optest.Data(t, "base64-encoder", op.JSON([]byte(`{"text":"`+text+`"}`))), "base64")
			if want := `"` + base64.StdEncoding.EncodeToString([]byte(text)) + `"`; encoded != want {
				t.Errorf("%d bytes are %s, want %s", n, encoded, want)
			}
		}
	}
}

// TestBase64RoundTrip: what was encoded, in any form, decodes to itself and
// needs no repair but the one asked for.
func TestBase64RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			text := string(op.AppendString(nil, rapid.String().Draw(t, "text")))
			url, padding := rapid.Bool().Draw(t, "url"), rapid.Bool().Draw(t, "padding")
			lines := rapid.SampledFrom([]int{0, 64, 76}).Draw(t, "lines")
			encoded := optest.At(optest.Data(t, "base64-encoder", op.JSON(fmt.Appendf(nil, `{"text":%s,"url_safe":%t,"padding":%t,"line_length":%d}`, text, url, padding, lines))), "base64")
			data := optest.Data(t, "base64-encoder", op.JSON([]byte(`{"mode":"decode","text":`+encoded+`}`)))
			if got := optest.At(data, "text"); got != text {
				t.Fatalf("%s became %s and then %s", text, encoded, got)
			}
			repairs := optest.At(data, "repairs")
			if padding && strings.Contains(repairs, "padding") || lines == 0 && strings.Contains(repairs, "line") || strings.Contains(repairs, "bits") {
				t.Fatalf("%s needs %s", encoded, repairs)
			}
		}
	})
}
