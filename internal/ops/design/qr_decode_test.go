package design_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const readID = "qr-code-decoder"

// sheet is three codes of the generator in one picture.
func sheet(t *testing.T) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 700, 600))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	for i, in := range []string{`{"text":"one"}`, `{"text":"two","error_correction":"H"}`, `{"bytes_base64":"/wA=","version":3}`} {
		code, err := png.Decode(bytes.NewReader(picture(t, in)))
		if err != nil {
			t.Fatal(err)
		}
		draw.Draw(img, code.Bounds().Add(image.Pt(i%2*350, i/2*300)), code, image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestQRDecode(t *testing.T) {
	optest.Table(t, readID, []optest.Case{
		{Name: "several", In: `{"image_base64":"` + sheet(t) + `"}`, Source: spec4, Absent: []string{"codes.3"},
			Want: `{"codes.0":{"text":"one","bytes_base64":"b25l","version":1,"error_correction":"M","corners":[{"x":45,"y":45},{"x":255,"y":45},{"x":255,"y":255},{"x":45,"y":255}]},
				"codes.1.text":"two","codes.1.error_correction":"H","codes.2.text":"ÿ\u0000","codes.2.bytes_base64":"/wA=","codes.2.version":3}`},
		{Name: "none", In: `{"image_base64":"R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="}`, Source: spec4, Want: `{"codes":[]}`},
		{Name: "no picture", In: `{"image_base64":"Zm9v"}`, Source: "contract 4.0", Wrong: []string{"image_base64 invalid_image"}},
		{Name: "empty", In: `{"image_base64":""}`, Source: "contract 4.0", Wrong: []string{"image_base64 invalid_image"}},
		{Name: "no base64", In: `{"image_base64":"data:image/png;base64,Zm9v"}`, Source: "contract 4.0", Wrong: []string{"image_base64 invalid_base64"}},
		{Name: "nothing", In: `{}`, Source: spec4, Wrong: []string{"image_base64 required"}},
		{Name: "a URL", In: `{"image_url":"https://example.com/x.png"}`, Source: "contract 4.0: no SSRF", Wrong: []string{"image_url unknown_field", "image_base64 required"}},
		{Name: "too many pixels", In: `{"image_base64":"` + wide(t) + `"}`, Source: "contract 4.0", Wrong: []string{"image_base64 image_too_large"}},
		{Name: "too many bytes", In: `{"image_base64":"` + strings.Repeat("AAAA", 333_400) + `"}`, Source: "contract 4.0", Wrong: []string{"image_base64 too_long"}},
	})
}

// wide is a PNG of more than 16 million pixels in a few bytes.
func wide(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 16000, 1001), color.Palette{color.White})); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestQRDecodeExample(t *testing.T) {
	data, err := op.Find(readID).Sample(op.Find(readID).Examples[0])
	if err != nil || optest.At(data, "codes.0.text") != `"HELLO WORLD"` || optest.At(data, "codes.0.error_correction") != `"Q"` {
		t.Errorf("%s, %v", data, err)
	}
}
