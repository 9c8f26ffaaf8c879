package design

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"unicode/utf8"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/picture"
	"toolcrib/internal/ops/design/qr"
	"toolcrib/internal/ops/design/qr/payload"
	"toolcrib/internal/ops/design/qr/render"
	"toolcrib/internal/ops/rfc4648"
)

// NotScannable is the code of a picture that was not read back.
const NotScannable = "not_scannable"

const qrSource = "ISO/IEC 18004:2015; NPCI UPI Linking Specification 1.6; RFC 2426, 3966, 5545, 5870, 6068; Key Uri Format; EPC069-12; WCAG 2.2"

var qrDef = op.Def[QRCodeIn, QRCodeOut]{
	ID:      "qr-code-generator",
	Route:   "GET|POST /v1/design/qr",
	Hosts:   []string{"qr /v1/qr"},
	Summary: "QR code as PNG, SVG or text, checked by decoding",
	Doc: "Draws the smallest QR code for a text, bytes, or a typed payload such as Wi-Fi, UPI or a contact, escaped exactly, as PNG, JPEG, SVG, " +
		"half blocks or matrix, with colours, style and logo. The finished picture is decoded before it is answered; one that does not read back is refused.",
	See:    []op.See{{When: "reading codes", ID: "qr-code-decoder"}},
	Words:  []string{"barcode", "2D code", "quick response", "payment", "UPI", "wifi sharing", "contact card", "two-factor", "2FA", "SEPA"},
	Source: qrSource,
	Since:  "1.0.0",
	Pool:   op.ImagePool,
	Pixels: (QRCodeIn).pixels,
	Media:  []string{"image/png", "image/svg+xml", "image/jpeg", "text/plain"},
	Rules:  []op.Rule{op.ExactlyOne("text", "bytes_base64", "url", "wifi", "upi", "vcard", "email", "sms", "tel", "geo", "event", "otpauth", "epc")},
	Examples: []op.Example{
		{Name: "a link", In: `{"text":"https://example.com"}`},
		{Name: "UPI payment", In: `{"upi":{"pa":"merchant@okbank","pn":"Asha Stores","am":499,"tn":"Invoice 42"},"format":"svg"}`},
		{Name: "Wi-Fi, for a terminal", In: `{"wifi":{"ssid":"Cafe; Net","password":"p\"ass\\1"},"format":"text","margin":2}`},
		{Name: "highest error correction", In: `{"text":"https://example.com","error_correction":"H","foreground":"navy","module_style":"rounded"}`},
		{Name: "modules", In: `{"text":"HELLO WORLD","error_correction":"Q","format":"matrix"}`},
	},
	Run: qrCode,
}

// QRCode draws QR codes.
var QRCode = op.Define(qrDef)

// QRSign makes links to QR codes.
var QRSign = op.DefineSign(qrDef, op.Sign{
	ID:      "qr-sign",
	Route:   "POST /v1/design/qr/sign",
	Hosts:   []string{"qr /v1/qr/sign"},
	Summary: "Signed link to a QR code, for pages and mails",
	Doc: "Answers a URL of the QR code with these fields that needs no API key, for img elements and crawlers. It ends after expires_in seconds, " +
		"or with the key. The key is charged one picture a month for each distinct link that is fetched.",
	See:    []op.See{{When: "the picture itself", ID: "qr-code-generator"}},
	Words:  []string{"presigned", "hotlink", "embed"},
	Source: "RFC 2104; FIPS 180-4; ISO/IEC 18004:2015",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "a day", In: `{"text":"https://example.com","expires_in":86400}`},
		{Name: "SVG, without end", In: `{"text":"https://example.com","format":"svg","expires_in":null}`},
	},
})

// AutoInt is a whole number, or auto.
type AutoInt = op.Either[int, string]

// QRCodeIn is the input of qr-code-generator.
type QRCodeIn struct {
	op.Respond
	Text        *string          `json:"text" doc:"The text, encoded as it is, in UTF-8." len:"1..7089" aka:"data,content,value" example:"https://example.com"`
	BytesBase64 *string          `json:"bytes_base64" doc:"Bytes instead of text, as base64." document:"base64" aka:"bytes"`
	URL         *payload.URL     `json:"url" doc:"An absolute URL; characters that URLs do not have are percent-encoded." len:"1..7089"`
	WiFi        *payload.WiFi    `json:"wifi" doc:"A wireless network."`
	UPI         *payload.UPI     `json:"upi" doc:"A payment in India."`
	VCard       *payload.VCard   `json:"vcard" doc:"A contact, as vCard 3.0." aka:"contact"`
	Email       *payload.Email   `json:"email" doc:"A message to be sent, as mailto." aka:"mailto"`
	SMS         *payload.SMS     `json:"sms" doc:"A short message to be sent."`
	Tel         *payload.Tel     `json:"tel" doc:"A number to be called." len:"1..40" aka:"phone"`
	Geo         *payload.Geo     `json:"geo" doc:"A place." aka:"location"`
	Event       *payload.Event   `json:"event" doc:"An appointment, as VEVENT." aka:"calendar"`
	OTPAuth     *payload.OTPAuth `json:"otpauth" doc:"The secret of one-time passwords." aka:"totp,otp"`
	EPC         *payload.EPC     `json:"epc" doc:"A SEPA credit transfer." aka:"sepa"`

	Format          string  `json:"format" doc:"What is drawn; text is half blocks, matrix rows of 0 and 1." enum:"png,svg,jpeg,text,matrix" same:"jpg=jpeg" default:"png"`
	Size            int     `json:"size" doc:"Pixels on a side, exactly; text and matrix have none." min:"32" max:"4096" default:"300" aka:"width"`
	Margin          int     `json:"margin" doc:"Modules of the quiet zone; the matrix has none." min:"0" max:"64" default:"4" aka:"quiet_zone"`
	ErrorCorrection string  `json:"error_correction" doc:"Level: about 7, 15, 25 or 30 % of the code may be lost; a logo makes it H." enum:"L,M,Q,H" same:"low=L,medium=M,quartile=Q,high=H" default:"M" aka:"ecc,ec_level,level"`
	Boost           bool    `json:"boost_error_correction" doc:"Take the highest level that the version has room for." default:"false"`
	Version         AutoInt `json:"version" doc:"1 to 40, of 21 to 177 modules; auto is the smallest that fits." min:"1" max:"40" enum:"auto" default:"auto"`
	Mask            AutoInt `json:"mask" doc:"0 to 7; auto is the one of the lowest penalty." min:"0" max:"7" enum:"auto" default:"auto"`
	Encoding        string  `json:"encoding" doc:"Mode of the whole text; auto mixes modes for the fewest bits." enum:"auto,byte,alphanumeric,numeric" default:"auto" aka:"mode"`
	ECI             string  `json:"eci" doc:"utf8 declares the character set, which some readers need and others fail at." enum:"none,utf8" default:"none"`
	Foreground      string  `json:"foreground" doc:"Colour of dark modules: #rgb, #rrggbb, with alpha #rgba or #rrggbbaa, or a CSS name." len:"1..64" default:"#000000" aka:"color,dark"`
	Background      string  `json:"background" doc:"Colour of the rest, or transparent." len:"1..64" default:"#ffffff" aka:"bgcolor,light"`
	ModuleStyle     string  `json:"module_style" doc:"Form of dark modules." enum:"square,rounded,dots" default:"square" aka:"style"`
	LogoBase64      *string `json:"logo_base64" doc:"PNG, JPEG or GIF for the centre, as base64; at most 1 MB and 16,000,000 pixels." document:"base64" aka:"logo,image"`
	LogoScale       num.Dec `json:"logo_scale" doc:"Longest side of the logo by that of the code." min:"0.05" max:"0.3" default:"0.2"`
	Verify          bool    `json:"verify" doc:"Decode the finished picture, and refuse it if it does not read back." default:"true"`

	// What Check has made of the fields.
	Content     []byte      `json:"-"`
	Dark, Light color.NRGBA `json:"-"`
}

// QRCodeOut is the answer of qr-code-generator.
type QRCodeOut struct {
	op.Image
	SVG             *string      `json:"svg,omitempty" doc:"The picture as SVG."`
	Text            *string      `json:"text,omitempty" doc:"The picture in half blocks, lines separated by line feeds."`
	Matrix          [][]int      `json:"matrix,omitempty" doc:"The modules row by row, 1 for dark, without quiet zone."`
	Content         *string      `json:"content" doc:"What is encoded; null for bytes that are not UTF-8."`
	Version         int          `json:"version" doc:"1 to 40."`
	Modules         int          `json:"modules" doc:"Modules on a side, 17 + 4 · version, without quiet zone."`
	ModulePx        *int         `json:"module_px,omitempty" doc:"Pixels on a side of a module."`
	ErrorCorrection string       `json:"error_correction" doc:"The level used." enum:"L,M,Q,H"`
	Mask            int          `json:"mask" doc:"The mask used."`
	Segments        []QRSegment  `json:"segments" doc:"How the text was cut."`
	BitsUsed        int          `json:"bits_used" doc:"Bits of headers and characters."`
	BitsCapacity    int          `json:"bits_capacity" doc:"Bits that version and level have for them."`
	Verified        bool         `json:"verified" doc:"Whether the finished picture was decoded and gave the content. An SVG is decoded as the same drawing in pixels."`
	Warnings        []op.Warning `json:"warnings,omitempty" doc:"What may keep phones from reading it."`
}

// QRSegment is a run of the text in one mode.
type QRSegment struct {
	Mode       string `json:"mode" doc:"Its mode." enum:"numeric,alphanumeric,byte"`
	Characters int    `json:"characters" doc:"Its characters; in byte mode, bytes."`
}

// pixels are those of the raster that is asked for.
func (in QRCodeIn) pixels() int64 {
	if in.Format == "png" || in.Format == "jpeg" {
		return int64(in.Size) * int64(in.Size)
	}
	return 0
}

// CheckSent refuses a logo where there is no picture to draw it in.
func (in *QRCodeIn) CheckSent(e *op.Invalid) {
	if in.LogoBase64 != nil && (in.Format == "text" || in.Format == "matrix") {
		e.Add("logo_base64", op.Conflict, "was sent with format %s, which shows no pictures", in.Format).Hint = "leave it out, or send format png, jpeg or svg"
	}
}

// Check writes the content and reads the colours.
func (in *QRCodeIn) Check(e *op.Invalid) {
	in.Content = in.encoded(e)
	if c := colour(e, "foreground", &in.Foreground); c != nil {
		in.Dark = *c
	}
	if c := colour(e, "background", &in.Background); c != nil {
		in.Light = *c
	}
	if in.ECI == "utf8" && !utf8.Valid(in.Content) {
		e.Add("eci", op.Conflict, "declares UTF-8, which bytes_base64 is not").Hint = "leave out eci"
	}
}

// encoded is what the code is to hold.
func (in *QRCodeIn) encoded(e *op.Invalid) []byte {
	switch {
	case in.Text != nil:
		return []byte(*in.Text)
	case in.BytesBase64 != nil:
		data, err := rfc4648.Decode(*in.BytesBase64)
		var fault *rfc4648.Error
		if errors.As(err, &fault) {
			v := e.Add("bytes_base64", op.InvalidBase64, "is not base64: %s", fault)
			v.Hint, v.Reason = "send base64 of one alphabet, without line breaks", string(fault.Reason)
		} else if len(data) == 0 {
			e.Add("bytes_base64", op.TooShort, "has no bytes; at least 1 needed")
		}
		return data
	}
	field, p := in.payload()
	return []byte(p.Content(e, field))
}

// payload is the typed payload that was sent.
func (in *QRCodeIn) payload() (field string, p payload.Payload) {
	switch {
	case in.URL != nil:
		return "url", *in.URL
	case in.WiFi != nil:
		return "wifi", in.WiFi
	case in.UPI != nil:
		return "upi", in.UPI
	case in.VCard != nil:
		return "vcard", in.VCard
	case in.Email != nil:
		return "email", in.Email
	case in.SMS != nil:
		return "sms", in.SMS
	case in.Tel != nil:
		return "tel", *in.Tel
	case in.Geo != nil:
		return "geo", in.Geo
	case in.Event != nil:
		return "event", in.Event
	case in.OTPAuth != nil:
		return "otpauth", in.OTPAuth
	}
	return "epc", in.EPC
}

func qrCode(ctx context.Context, in QRCodeIn) (out QRCodeOut, err error) {
	code, err := in.encode()
	if err != nil {
		return out, err
	}
	drawing, err := in.draw(ctx, code)
	if err != nil {
		return out, err
	}
	out = QRCodeOut{
		Version: code.Version, Modules: code.Size(), ErrorCorrection: code.Level.String(), Mask: code.Mask,
		BitsUsed: code.Bits, BitsCapacity: code.Capacity, Segments: []QRSegment{}, Warnings: in.warnings(drawing),
	}
	if utf8.Valid(in.Content) {
		out.Content = new(string(in.Content))
	}
	for _, s := range code.Segments {
		out.Segments = append(out.Segments, QRSegment{s.Mode.String(), s.Characters})
	}
	if err := out.finish(drawing, in.Format); err != nil || !in.Verify {
		return out, err
	}
	out.Verified, err = reads(ctx, out.Image, drawing, in.Content)
	if err == nil && !out.Verified {
		err = in.notScannable(drawing)
	}
	return out, err
}

// encode makes the symbol.
func (in *QRCodeIn) encode() (*qr.Code, error) {
	o := qr.Options{
		Level: qr.Level(slices.Index([]string{"L", "M", "Q", "H"}, in.ErrorCorrection)), Boost: in.Boost, Mask: qr.AnyMask, UTF8: in.ECI == "utf8",
		Mode: qr.Mode(slices.Index([]string{"auto", "numeric", "alphanumeric", "byte"}, in.Encoding)),
	}
	if in.LogoBase64 != nil {
		o.Level = qr.H
	}
	if in.Version.A != nil {
		o.Version = *in.Version.A
	}
	if in.Mask.A != nil {
		o.Mask = *in.Mask.A
	}
	code, err := qr.Encode(in.Content, o)
	var full *qr.CapacityError
	var foreign *qr.ModeError
	switch {
	case errors.As(err, &full):
		e := &op.Invalid{}
		v := e.Add(in.source(), op.TooLong, "has %d bytes once encoded, which do not fit: one segment of bytes has room for %d at level %s", len(in.Content), full.MaxBytes, o.Level)
		v.Hint, v.Details = "shorten it, lower error_correction, or leave out version", op.Object{{Name: "max_bytes", Value: full.MaxBytes}}
		return nil, e
	case errors.As(err, &foreign):
		e := &op.Invalid{}
		e.Add("encoding", op.NotAllowed, "the text has a character at byte %d that mode %s does not have", foreign.Offset, foreign.Mode).Hint = "leave out encoding"
		return nil, e
	}
	return code, err
}

// source is the field that the content came from.
func (in *QRCodeIn) source() string {
	switch {
	case in.Text != nil:
		return "text"
	case in.BytesBase64 != nil:
		return "bytes_base64"
	}
	field, _ := in.payload()
	return field
}

// draw lays the code out. A picture without pixels is as large as it must be.
func (in *QRCodeIn) draw(ctx context.Context, code *qr.Code) (*render.Drawing, error) {
	o := render.Options{
		Size: in.Size, Margin: in.Margin, Foreground: in.Dark, Background: in.Light, LogoScale: in.LogoScale.Float(),
		Style: render.Style(slices.Index([]string{"square", "rounded", "dots"}, in.ModuleStyle)),
	}
	if in.Format == "text" || in.Format == "matrix" {
		o.Size = code.Size() + 2*in.Margin
	}
	logo, err := sentPicture(ctx, "logo_base64", in.LogoBase64)
	if err != nil {
		return nil, err
	}
	o.Logo = logo
	d, err := render.New(code, o)
	var small *render.TooSmallError
	if errors.As(err, &small) {
		return nil, op.Refuse("size", op.OutOfRange, "must be at least %d for version %d with a margin of %d, got %d", small.Needed, code.Version, in.Margin, in.Size)
	}
	return d, err
}

// finish writes the picture in its form.
func (out *QRCodeOut) finish(d *render.Drawing, format string) (err error) {
	var file []byte
	side := d.Size
	switch format {
	case "png":
		if file, err = d.PNG(); err == nil {
			out.Image = op.NewImage("image/png", file, side, side)
		}
	case "jpeg":
		if file, err = d.JPEG(); err == nil {
			out.Image = op.NewImage("image/jpeg", file, side, side)
		}
	case "svg":
		var svg string
		if svg, err = d.SVG(); err == nil {
			out.Image, out.SVG = op.NewText("image/svg+xml", []byte(svg), side, side), &svg
		}
	case "text":
		text := d.Text()
		out.Image, out.Text = op.NewText("text/plain", []byte(text), side, (side+1)/2), &text
	case "matrix":
		out.Matrix = d.Matrix()
		out.Image = op.NewText("text/plain", matrixText(out.Matrix), out.Modules, out.Modules)
	}
	if format != "text" && format != "matrix" {
		out.ModulePx = &d.Module
	}
	return err
}

// matrixText is the rows as lines of digits.
func matrixText(rows [][]int) (text []byte) {
	for y, row := range rows {
		if y > 0 {
			text = append(text, '\n')
		}
		for _, v := range row {
			text = append(text, byte('0'+v))
		}
	}
	return text
}

// Limits below which phones have trouble.
const (
	quietZone    = 4   // modules (ISO/IEC 18004 section 6.3.8)
	scanContrast = 3.0 // to 1
	scanPixels   = 2   // a module
)

var whiteGround = color.NRGBA{0xff, 0xff, 0xff, 0xff}

// warnings lists what may keep phones from reading the picture.
func (in *QRCodeIn) warnings(d *render.Drawing) (list []op.Warning) {
	warn := func(field, code, format string, args ...any) {
		list = append(list, op.Warning{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
	}
	if in.Format != "matrix" && in.Margin < quietZone {
		warn("margin", "quiet_zone_too_small", "the standard asks for a quiet zone of %d modules, this one has %d", quietZone, in.Margin)
	}
	if in.Format == "text" || in.Format == "matrix" {
		return list
	}
	dark, light := picture.Over(in.Dark, picture.Over(in.Light, whiteGround)), picture.Over(in.Light, whiteGround)
	if contrast := picture.Contrast(dark, light); contrast < scanContrast {
		warn("foreground", "low_contrast", "the contrast of the colours is %.2f to 1; below %g many phones fail", contrast, scanContrast)
	}
	if picture.Luminance(dark) > picture.Luminance(light) {
		warn("foreground", "inverted_colors", "the modules are lighter than the ground, which some phones cannot read")
	}
	if in.Format != "svg" && d.Module < scanPixels {
		warn("size", "module_px_small", "a module has 1 pixel; a size of %d gives it %d", scanPixels*(d.Size/d.Module), scanPixels)
	}
	if d.Logo != nil && d.HidesAlignment() {
		warn("logo_base64", "logo_hides_alignment", "the logo is in the place of an alignment pattern, which some readers look for; a shorter text or a smaller logo avoids it")
	}
	return list
}
