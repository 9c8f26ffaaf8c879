package design

import (
	"context"
	"encoding/base64"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/qr/read"
)

// QRDecode reads QR codes from pictures.
var QRDecode = op.Define(op.Def[QRDecodeIn, QRDecodeOut]{
	ID:      "qr-code-decoder",
	Route:   "POST /v1/design/qr/decode",
	Hosts:   []string{"qr /v1/qr/decode"},
	Summary: "Read the QR codes in a picture",
	Doc: "Finds all QR codes in a PNG, JPEG or GIF, also turned, mirrored, light on dark or slightly distorted ones, and returns text, exact bytes, version, " +
		"error correction and corners of each, from top to bottom. A picture without any answers an empty list.",
	See:    []op.See{{When: "making codes", ID: "qr-code-generator"}},
	Words:  []string{"scan", "barcode", "reader"},
	Source: "ISO/IEC 18004:2015; AIM ECI for character sets",
	Since:  "1.0.0",
	Pool:   op.ImagePool,
	Examples: []op.Example{
		{Name: "one code", In: `{"image_base64":"` + sampleQR + `"}`},
		{Name: "none", In: `{"image_base64":"R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="}`},
	},
	Run: qrDecode,
})

// sampleQR is "HELLO WORLD" as this program's own PNG with two pixels a module.
const sampleQR = "iVBORw0KGgoAAAANSUhEUgAAADoAAAA6AQMAAADbddhrAAAABlBMVEX///8AAABVwtN+AAAA+UlEQVR4AWOAAQoZDAz//zDz/z/AAGcwMBzg+X" +
	"CG4QADnMHAcP6M8Zk/BxjgDAaG82f+n/lzgAHOYGA4f+Yzz58DDHAGA8MBHoMzDAcY4AwGhv9/zpz/f4ABzmAAgs8HGBgY4AwGBuM/H/58ZmCA" +
	"MxgYzn9m+G/PwABnMDDwnGfmZ2BggDMYGM4bGB/4wMAAZzAwfP7/58//AwxwBgMQHDhswMAAZzAw/P9jY2N/gAHOYGA4wHPG4PwBBjiDgeH8mc" +
	"88/AcY4AwGhvNnzh84w8AAZzAwnD9jwMN8gAHOYGA4wPPHnp+BAc5gYPj/x5iBmYEBzmCAAQoZAAfOi2mqWFo6AAAAAElFTkSuQmCC"

// QRDecodeIn is the input of qr-code-decoder.
type QRDecodeIn struct {
	ImageBase64 string `json:"image_base64" doc:"PNG, JPEG or GIF as base64; at most 1 MB and 16,000,000 pixels." document:"base64" aka:"image,data,file,picture"`
}

// QRDecodeOut is the answer of qr-code-decoder.
type QRDecodeOut struct {
	Codes []DecodedQR `json:"codes" doc:"The codes found, by their top left corners from the top down."`
}

// DecodedQR is a code that was found.
type DecodedQR struct {
	Text            string  `json:"text" doc:"What it says: by the character set it declares, else UTF-8, else Latin-1."`
	BytesBase64     string  `json:"bytes_base64" doc:"The exact bytes as base64; of kanji mode in Shift_JIS."`
	Version         int     `json:"version" doc:"1 to 40."`
	ErrorCorrection string  `json:"error_correction" doc:"Its level." enum:"L,M,Q,H"`
	Corners         []Pixel `json:"corners" doc:"Top left, top right, bottom right and bottom left as the code is read, without quiet zone."`
}

// Pixel is a place in a picture, from its top left corner.
type Pixel struct {
	X int `json:"x" doc:"Pixels to the right."`
	Y int `json:"y" doc:"Pixels down."`
}

func qrDecode(ctx context.Context, in QRDecodeIn) (out QRDecodeOut, err error) {
	img, err := sentPicture(ctx, "image_base64", &in.ImageBase64)
	if err != nil {
		return out, err
	}
	found, err := read.All(ctx, img)
	out.Codes = make([]DecodedQR, len(found))
	for i, c := range found {
		out.Codes[i] = DecodedQR{Text: c.Text, BytesBase64: base64.StdEncoding.EncodeToString(c.Bytes), Version: c.Version, ErrorCorrection: c.Level}
		for _, p := range c.Corners {
			out.Codes[i].Corners = append(out.Codes[i].Corners, Pixel{p.X, p.Y})
		}
	}
	return out, err
}
