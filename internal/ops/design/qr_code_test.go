package design_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const (
	qrID  = "qr-code-generator"
	spec4 = "contract 4.1"
)

// picture runs an input and returns the picture's bytes.
func picture(t testing.TB, in string) []byte {
	t.Helper()
	o := op.Find(qrID)
	decoded, err := o.Decode(op.JSON([]byte(in)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(context.Background(), decoded)
	if err != nil {
		t.Fatal(err)
	}
	return o.Picture(out).Body
}

// zbar reads a picture with Debian's zbar.
func zbar(t *testing.T, file []byte) string {
	t.Helper()
	if _, err := exec.LookPath("zbarimg"); err != nil {
		t.Fatal("zbarimg is missing, the independent reader of codes: apt-get install zbar-tools")
	}
	name := filepath.Join(t.TempDir(), "code")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "zbarimg", "--raw", "--quiet", "--nodbus", "-Sdisable", "-Sqrcode.enable", "-Sbinary", name).Output()
	if err != nil {
		t.Fatalf("zbarimg: %v", err)
	}
	return string(out)
}

func TestQRExamples(t *testing.T) {
	const source = "contract 4.1, by qrcode 1.5.4"
	long := func(n int, of, level string) string {
		return `{"text":"` + strings.Repeat(of, n) + `","error_correction":"` + level + `","verify":false,"format":"matrix"}`
	}
	optest.Table(t, qrID, []optest.Case{
		{Name: "1", In: `{"text":"https://example.com"}`, Source: source, Want: `{"version":2,"modules":25,"error_correction":"M","module_px":9,"width":300,"height":300,"content_type":"image/png","verified":true,"content":"https://example.com"}`, Absent: []string{"warnings", "svg", "text", "matrix"}},
		{Name: "2", In: `{"text":"https://example.com","error_correction":"high"}`, Source: source, Want: `{"version":3,"modules":29,"error_correction":"H","verified":true}`},
		{Name: "3", In: `{"text":"0123456789"}`, Source: source, Want: `{"version":1,"segments":[{"mode":"numeric","characters":10}],"bits_used":48,"bits_capacity":128}`},
		{Name: "4", In: `{"text":"HELLO WORLD","error_correction":"Q"}`, Source: source, Want: `{"version":1,"modules":21,"segments":[{"mode":"alphanumeric","characters":11}]}`},
		{Name: "5", In: `{"text":"https://example.com/item?id=123456789012345"}`, Source: source, Want: `{"version":3,"segments":[{"mode":"byte","characters":28},{"mode":"numeric","characters":15}]}`},
		{Name: "6, bytes", In: long(2953, "a", "L"), Source: source, Want: `{"version":40,"verified":false}`},
		{Name: "6, a byte more", In: long(2954, "a", "L"), Source: source, Wrong: []string{"text too_long"}},
		{Name: "6, digits", In: long(7089, "7", "L"), Source: source, Want: `{"version":40}`},
		{Name: "6, a digit more", In: long(7090, "7", "L"), Source: source, Wrong: []string{"text too_long"}},
		{Name: "6, alphanumeric", In: long(4296, "A", "L"), Source: source, Want: `{"version":40}`},
		{Name: "6, one more", In: long(4297, "A", "L"), Source: source, Wrong: []string{"text too_long"}},
		{Name: "6, as it is sent", In: `{"text":"` + strings.Repeat("a", 2953) + `","error_correction":"L"}`, Source: source, Want: `{"version":40,"module_px":1,"verified":true,"warnings.0.code":"module_px_small"}`},
		{Name: "7", In: `{"upi":{"pa":"merchant@okbank","pn":"Asha Stores","am":499,"tn":"Invoice 42"}}`, Source: source,
			Want: `{"content":"upi://pay?pa=merchant@okbank&pn=Asha%20Stores&am=499.00&cu=INR&tn=Invoice%2042","version":5,"modules":37}`},
		{Name: "8", In: `{"wifi":{"ssid":"Cafe; Net","password":"p\"ass\\1"}}`, Source: source, Want: `{"content":"WIFI:T:WPA;S:Cafe\\; Net;P:p\\\"ass\\\\1;;"}`},
	})
}

// Every PNG of the examples is read back by zbar.
func TestQRExamplesByZbar(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"https://example.com"}`:                                                                        "https://example.com",
		`{"text":"https://example.com","error_correction":"H"}`:                                                 "https://example.com",
		`{"text":"0123456789"}`:                                                                                 "0123456789",
		`{"text":"HELLO WORLD","error_correction":"Q"}`:                                                         "HELLO WORLD",
		`{"text":"https://example.com/item?id=123456789012345"}`:                                                "https://example.com/item?id=123456789012345",
		`{"text":"` + strings.Repeat("a", 2953) + `","error_correction":"L","size":600}`:                        strings.Repeat("a", 2953),
		`{"upi":{"pa":"merchant@okbank","pn":"Asha Stores","am":499,"tn":"Invoice 42"}}`:                        "upi://pay?pa=merchant@okbank&pn=Asha%20Stores&am=499.00&cu=INR&tn=Invoice%2042",
		`{"wifi":{"ssid":"Cafe; Net","password":"p\"ass\\1"},"format":"jpeg","module_style":"dots"}`:            `WIFI:T:WPA;S:Cafe\; Net;P:p\"ass\\1;;`,
		`{"bytes_base64":"AP+AYWI="}`:                                                                           "\x00\xff\x80ab",
		`{"text":"नमस्ते","eci":"utf8","foreground":"darkgreen","background":"#ffec","module_style":"rounded"}`: "नमस्ते",
	} {
		if got := zbar(t, picture(t, in)); got != want {
			t.Errorf("%.60s is read as %.60q", in, got)
		}
	}
}

func TestQRFields(t *testing.T) {
	optest.Table(t, qrID, []optest.Case{
		{Name: "bytes", In: `{"bytes_base64":"AP+AYWI="}`, Source: spec4, Want: `{"content":null,"segments":[{"mode":"byte","characters":5}],"verified":true}`},
		{Name: "url", In: `{"url":"https://example.com/ü"}`, Source: "RFC 3987 section 3.1", Want: `{"content":"https://example.com/%C3%BC"}`},
		{Name: "tel", In: `{"tel":"+91 98765-43210"}`, Source: "RFC 3966", Want: `{"content":"tel:+919876543210"}`},
		{Name: "geo", In: `{"geo":{"latitude":28.6129,"longitude":77.2295}}`, Source: "RFC 5870", Want: `{"content":"geo:28.6129,77.2295"}`},
		{Name: "sms", In: `{"sms":{"to":"5550100","body":"x"}}`, Source: "docs/choices", Want: `{"content":"SMSTO:5550100:x"}`},
		{Name: "email", In: `{"email":{"to":"a@b.in","subject":"c d"}}`, Source: "RFC 6068", Want: `{"content":"mailto:a@b.in?subject=c%20d"}`},
		{Name: "vcard", In: `{"vcard":{"name":"A"}}`, Source: "RFC 2426", Want: `{"content":"BEGIN:VCARD\r\nVERSION:3.0\r\nN:A;;;;\r\nFN:A\r\nEND:VCARD\r\n"}`},
		{Name: "event", In: `{"event":{"summary":"A","start":"2026-01-01"}}`, Source: "RFC 5545", Want: `{"content":"BEGIN:VEVENT\r\nSUMMARY:A\r\nDTSTART;VALUE=DATE:20260101\r\nEND:VEVENT\r\n"}`},
		{Name: "otpauth", In: `{"otpauth":{"secret":"MZXW6YTB","account":"a"}}`, Source: "Key Uri Format", Want: `{"content":"otpauth://totp/a?secret=MZXW6YTB"}`},
		{Name: "epc", In: `{"epc":{"iban":"GB82WEST12345698765432","name":"A","amount":1}}`, Source: "EPC069-12", Want: `{"content":"BCD\n002\n1\nSCT\n\nA\nGB82WEST12345698765432\nEUR1.00"}`},
		{Name: "the whole of sizes", In: `{"text":"1","size":4096,"verify":true}`, Source: spec4, Want: `{"width":4096,"module_px":141,"verified":true}`},
		{Name: "version and mask", In: `{"text":"1","version":7,"mask":5}`, Source: spec4, Want: `{"version":7,"mask":5,"modules":45}`},
		{Name: "auto", In: `{"text":"1","version":"Auto","mask":"auto"}`, Source: spec4, Want: `{"version":1}`},
		{Name: "boost", In: `{"text":"1","error_correction":"L","boost_error_correction":true}`, Source: spec4, Want: `{"version":1,"error_correction":"H"}`},
		{Name: "encoding", In: `{"text":"123","encoding":"byte"}`, Source: spec4, Want: `{"segments":[{"mode":"byte","characters":3}],"bits_used":36}`},
		{Name: "eci", In: `{"text":"é","eci":"UTF-8"}`, Source: spec4, Want: `{"bits_used":40,"verified":true}`},
		{Name: "svg", In: `{"text":"1","format":"svg"}`, Source: spec4, Want: `{"content_type":"image/svg+xml","width":300,"verified":true}`, Absent: []string{"image_base64", "text", "matrix"}},
		{Name: "text", In: `{"text":"1","format":"text","margin":4}`, Source: spec4, Want: `{"content_type":"text/plain","width":29,"height":15,"verified":true}`, Absent: []string{"image_base64", "data_uri", "module_px"}},
		{Name: "matrix", In: `{"text":"1","format":"matrix","mask":0}`, Source: spec4, Want: `{"verified":true,"width":21,"matrix.0.0":1,"matrix.7.0":0,"matrix.13.8":1}`, Absent: []string{"svg", "text"}},
		{Name: "small quiet zone", In: `{"text":"1","margin":3}`, Source: spec4, Want: `{"warnings.0.code":"quiet_zone_too_small","warnings.0.field":"margin","verified":true}`},
		{Name: "no quiet zone", In: `{"text":"1","margin":0}`, Source: spec4, Want: `{"verified":true}`},
		{Name: "low contrast", In: `{"text":"1","foreground":"#777","background":"#bbb"}`, Source: "contract 4.1; WCAG 2.2: 2.33",
			Want: `{"warnings.0.code":"low_contrast","warnings.0.message":"the contrast of the colours is 2.33 to 1; below 3 many phones fail","verified":true}`},
		{Name: "inverted", In: `{"text":"1","foreground":"white","background":"000"}`, Source: spec4, Want: `{"warnings.0.code":"inverted_colors","verified":true}`},
		{Name: "white on nothing", In: `{"text":"1","foreground":"white","background":"transparent"}`, Source: spec4, Want: `{"verified":true,"warnings.0.code":"low_contrast"}`},
	})
}

func TestQRRefusals(t *testing.T) {
	optest.Table(t, qrID, []optest.Case{
		{Name: "nothing", In: `{}`, Source: spec4, Wrong: []string{"text missing_one_of"}},
		{Name: "empty", In: `{"text":""}`, Source: spec4, Wrong: []string{"text too_short"}},
		{Name: "no bytes", In: `{"bytes_base64":""}`, Source: spec4, Wrong: []string{"bytes_base64 too_short"}},
		{Name: "no base64", In: `{"bytes_base64":"a b"}`, Source: spec4, Wrong: []string{"bytes_base64 invalid_base64"}},
		{Name: "two", In: `{"text":"x","tel":"1"}`, Source: spec4, Wrong: []string{"tel conflict"}},
		{Name: "a name not accepted", In: `{"data":"x"}`, Source: "contract 0.1", Wrong: []string{"data unknown_field", "text missing_one_of"}},
		{Name: "below the sizes", In: `{"text":"x","size":31,"margin":65,"version":41,"mask":8}`, Source: spec4, Wrong: []string{"size out_of_range", "margin out_of_range", "version out_of_range", "mask out_of_range"}},
		{Name: "no room for modules", In: `{"text":"x","size":84,"margin":32}`, Source: spec4, Wrong: []string{"size out_of_range"}},
		{Name: "version too small", In: `{"text":"0123456789012345","version":1,"error_correction":"H","encoding":"byte"}`, Source: spec4, Wrong: []string{"text too_long"}},
		{Name: "encoding", In: `{"text":"12a","encoding":"numeric"}`, Source: spec4, Wrong: []string{"encoding not_allowed"}},
		{Name: "eci of bytes", In: `{"bytes_base64":"/w==","eci":"utf8"}`, Source: spec4, Wrong: []string{"eci conflict"}},
		{Name: "colours", In: `{"text":"x","foreground":"reddish","background":"url(x)"}`, Source: "contract 4.0", Wrong: []string{"foreground invalid_format", "background invalid_format"}},
		{Name: "payload", In: `{"wifi":{"ssid":"x","encryption":"wpa"}}`, Source: "docs/choices", Wrong: []string{"wifi.password required"}},
		{Name: "iban", In: `{"epc":{"iban":"GB82WEST12345698765431","name":"x"}}`, Source: "ISO 13616", Wrong: []string{"epc.iban invalid_format"}},
		{Name: "not scannable", In: `{"text":"x","foreground":"#777","background":"#787878"}`, Source: spec4, Wrong: []string{"foreground not_scannable"}},
		{Name: "invisible", In: `{"text":"x","foreground":"transparent","background":"transparent"}`, Source: spec4, Wrong: []string{"foreground not_scannable"}},
		{Name: "logo in text", In: `{"text":"x","format":"text","logo_base64":"AAAA"}`, Source: "docs/choices", Wrong: []string{"logo_base64 conflict"}},
		{Name: "no logo", In: `{"text":"x","logo_base64":"AAAA"}`, Source: "contract 4.0", Wrong: []string{"logo_base64 invalid_image"}},
	})
	_, refused := optest.Call(t, qrID, op.JSON([]byte(`{"text":"`+strings.Repeat("a", 2332)+`"}`)), op.SampleEnv())
	if refused == nil || len(refused.Violations[0].Details) != 1 || refused.Violations[0].Details[0].Value != 2331 {
		t.Errorf("%+v", refused)
	}
}

func logo(t *testing.T) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = [4]uint8{0xcc, 0x33, uint8(i), 0xff}[i%4]
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestQRLogo(t *testing.T) {
	in := `{"text":"https://example.com","error_correction":"L","logo_base64":"` + logo(t) + `"`
	for _, more := range []string{``, `,"logo_scale":0.3`, `,"format":"jpeg","module_style":"dots"`, `,"format":"svg"`} {
		data := optest.Data(t, qrID, op.JSON([]byte(in+more+`}`)))
		if optest.At(data, "error_correction") != `"H"` || optest.At(data, "verified") != "true" {
			t.Errorf("%s: %.300s", more, data)
		}
	}
	if got := zbar(t, picture(t, in+`}`)); got != "https://example.com" {
		t.Errorf("read as %q", got)
	}
	// A code hidden by another one: what is read is not what was sent.
	inner := base64.StdEncoding.EncodeToString(picture(t, `{"text":"evil","size":200}`))
	if got := optest.Refusal(t, qrID, op.JSON([]byte(`{"text":"`+strings.Repeat("good ", 20)+`","size":1200,"logo_scale":0.3,"logo_base64":"`+inner+`"}`))); !strings.Contains(got, "logo_base64:not_scannable") {
		t.Errorf("answered %s", got)
	}
}

// A logo in the place of an alignment pattern is said.
func TestQRLogoWarns(t *testing.T) {
	data := optest.Data(t, qrID, op.JSON([]byte(`{"text":"x","version":7,"logo_base64":"`+logo(t)+`"}`)))
	if !strings.Contains(string(data), "logo_hides_alignment") {
		t.Errorf("%.2000s", optest.At(data, "warnings"))
	}
}

// The text and matrix forms show what the picture does.
func TestQRForms(t *testing.T) {
	var rows [][]int
	if err := json.Unmarshal(json.RawMessage(optest.At(optest.Data(t, qrID, op.JSON([]byte(`{"text":"forms","format":"matrix"}`))), "matrix")), &rows); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(picture(t, `{"text":"forms","size":58}`)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(picture(t, `{"text":"forms","format":"text","margin":0}`)), "\n")
	digits := strings.Split(string(picture(t, `{"text":"forms","format":"matrix"}`)), "\n")
	for y, row := range rows {
		for x, v := range row {
			r, _, _, _ := img.At(8+2*x, 8+2*y).RGBA()
			half := []rune(lines[y/2])[x]
			if (r == 0) != (v == 1) || strings.ContainsRune([]string{"█▀", "█▄"}[y%2], half) != (v == 1) || digits[y][x:x+1] != strconv.Itoa(v) {
				t.Fatalf("module %d,%d differs", x, y)
			}
		}
	}
}

// The bytes of a picture say nothing of when or where it was made.
func TestQRIsRepeatable(t *testing.T) {
	for _, format := range []string{"png", "jpeg", "svg", "text", "matrix"} {
		in := `{"text":"same","module_style":"rounded","format":"` + format + `"}`
		if !bytes.Equal(picture(t, in), picture(t, in)) {
			t.Errorf("%s differs", format)
		}
	}
}

func TestQRPrice(t *testing.T) {
	o := op.Find(qrID)
	for in, want := range map[string]int64{
		`{"text":"x"}`: 1, `{"text":"x","size":1000}`: 1, `{"text":"x","size":1001}`: 2, `{"text":"x","size":4096}`: 17,
		`{"text":"x","size":4096,"format":"svg"}`: 1, `{"text":"x","size":4096,"format":"text"}`: 1, `{"text":"x","size":2000,"format":"jpeg"}`: 4,
	} {
		decoded, err := o.Decode(op.JSON([]byte(in)), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Price(decoded); got != want {
			t.Errorf("%s costs %d, want %d", in, got, want)
		}
	}
}

func BenchmarkQRCode(b *testing.B) {
	const text = `{"text":"https://example.com/item?id=123456789012345&ref=newsletter-202","verify":`
	for _, verify := range []string{"true", "false"} {
		o := op.Find(qrID)
		in, err := o.Decode(op.JSON([]byte(text+verify+`}`)), op.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		b.Run("verify="+verify, func(b *testing.B) {
			for b.Loop() {
				if _, err := o.Run(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
