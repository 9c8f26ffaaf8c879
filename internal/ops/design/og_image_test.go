package design_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const ogID = "og-image-generator"

func TestOGImage(t *testing.T) {
	const contract = "contract 4.2"
	optest.Table(t, ogID, []optest.Case{
		{Name: "example 1", In: `{"title":"Hello"}`, Source: contract, Absent: []string{"svg", "warnings", "quality_used"},
			Want: `{"content_type":"image/png","width":1200,"height":630,"title_lines":["Hello"],"truncated":false,"missing_glyphs":[]}`},
		{Name: "example 4", In: `{"title":"Hello","background":"white","text_color":"#000"}`, Source: contract + "; WCAG 2.2", Want: `{"contrast_ratio":21}`},
		{Name: "example 5", In: `{"title":"Hello","width":2400,"height":1260,"format":"jpeg"}`, Source: contract, Want: `{"content_type":"image/jpeg","width":2400,"height":1260,"quality_used":85}`},
		{Name: "scale", In: `{"title":"Hello","scale":2,"format":"svg"}`, Source: contract + ", clarification of 0.6", Absent: []string{"image_base64"},
			Want: `{"content_type":"image/svg+xml","width":2400,"height":1260}`},
		{Name: "safe area", In: `{"title":"Hello","format":"svg"}`, Source: contract + ": 8 %, of 1200 that is 96", Want: `{"safe_area.x":96,"safe_area.width":1008}`},
		{Name: "what was noticed", In: `{"title":"日本","width":700,"format":"svg","text_color":"#eee"}`, Source: contract,
			Want: `{"missing_glyphs":[{"text":"日","code_points":["U+65E5"]},{"text":"本","code_points":["U+672C"]}],"warnings.0.code":"low_contrast","warnings.1.code":"missing_glyph","warnings.2.code":"ratio_not_1_91"}`},
		{Name: "meta tags", In: `{"title":"A & B","url":"https://example.com/a.svg","format":"svg"}`, Source: "ogp.me",
			Want: `{"meta_tags.0":"<meta property=\"og:title\" content=\"A &amp; B\">","meta_tags.1":"<meta property=\"og:image\" content=\"https://example.com/a.svg\">","meta_tags.2":"<meta property=\"og:image:width\" content=\"1200\">"}`},
		{Name: "spellings", In: `{"title":"x","format":"JPG","align":"centre","template":"Minimal"}`, Source: "contract 0.1", Want: `{"content_type":"image/jpeg"}`},
	})
}

func TestOGImageRefusals(t *testing.T) {
	const contract = "contract 4.0, 4.2"
	optest.Table(t, ogID, []optest.Case{
		{Name: "no title", In: `{}`, Source: contract, Wrong: []string{"title required"}},
		{Name: "empty", In: `{"title":""}`, Source: contract, Wrong: []string{"title too_short"}},
		{Name: "nothing to see", In: `{"title":" \u200b\u202e"}`, Source: contract, Wrong: []string{"title too_short"}},
		{Name: "201 characters", In: `{"title":"` + strings.Repeat("né", 100) + `x"}`, Source: contract, Wrong: []string{"title too_long"}},
		{Name: "4 Mpx", In: `{"title":"x","width":2400,"height":1667}`, Source: contract, Wrong: []string{"width out_of_range"}},
		{Name: "sides", In: `{"title":"x","width":199,"height":2401,"scale":3}`, Source: contract, Wrong: []string{"width out_of_range", "height out_of_range", "scale out_of_range"}},
		{Name: "colours", In: `{"title":"x","background":"linear(1,2)","text_color":"blueish","accent_color":"#12"}`, Source: contract,
			Wrong: []string{"background invalid_format", "text_color invalid_format", "accent_color invalid_format"}},
		{Name: "an address for a picture", In: `{"title":"x","logo_base64":"https://example.com/logo.png"}`, Source: contract, Wrong: []string{"logo_base64 invalid_base64"}},
		{Name: "no picture", In: `{"title":"x","avatar_base64":"AAAA"}`, Source: contract, Wrong: []string{"avatar_base64 invalid_image"}},
		{Name: "a bomb", In: `{"title":"x","background_base64":"` + bomb() + `"}`, Source: contract, Wrong: []string{"background_base64 image_too_large"}},
		{Name: "no budget", In: `{"title":"x","max_bytes":1000}`, Source: contract, Wrong: []string{"max_bytes does_not_fit"}},
		{Name: "address", In: `{"title":"x","url":"javascript:alert(1)"}`, Source: contract, Wrong: []string{"url invalid_format"}},
		{Name: "language", In: `{"title":"x","locale":"not a tag"}`, Source: contract, Wrong: []string{"locale invalid_format"}},
	})
}

// bomb is a PNG whose header promises 65,535 × 65,535 pixels.
func bomb() string {
	header := append([]byte("IHDR"), 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 8, 2, 0, 0, 0)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(header)))
}

// TestOGImageByteForByte asks twice; contract 4.2, example 3.
func TestOGImageByteForByte(t *testing.T) {
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	in := `{"title":"مؤتمر Go في دبي 2026","subtitle":"a","template":"event","theme":"dark","logo_base64":"` + base64.StdEncoding.EncodeToString(logo.Bytes()) + `"}`
	first := optest.At(optest.Data(t, ogID, op.JSON([]byte(in))), "sha256")
	if second := optest.At(optest.Data(t, ogID, op.JSON([]byte(in))), "sha256"); first != second || len(first) != 66 {
		t.Errorf("%s, then %s", first, second)
	}
}

// TestOGImagePrice holds contract 4.0: a unit for each million pixels begun.
func TestOGImagePrice(t *testing.T) {
	o := op.Find(ogID)
	for in, want := range map[string]int64{
		`{"title":"x"}`: 1,
		`{"title":"x","width":2400,"height":1260}`:           4,
		`{"title":"x","scale":2}`:                            4,
		`{"title":"x","scale":2,"format":"svg"}`:             1,
		`{"title":"x","width":1000,"height":1000}`:           1,
		`{"title":"x","width":2000,"height":2000,"scale":2}`: 16,
	} {
		decoded, err := o.Decode(op.JSON([]byte(in)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Price(decoded); got != want {
			t.Errorf("%s costs %d image units, want %d", in, got, want)
		}
	}
}

// TestOGImageEnds when its caller has gone.
func TestOGImageEnds(t *testing.T) {
	o := op.Find(ogID)
	in, err := o.Decode(op.JSON([]byte(`{"title":"x"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Run(ctx, in); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}
