package op

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
)

// Pool names what a call draws on. The names are those of the ledger.
type Pool string

// The pools.
const (
	ComputePool Pool = "compute"
	ImagePool   Pool = "image"
	AIPool      Pool = "ai_tokens" // of operations that models carry out: see DefineAI
)

// PixelsPerUnit is what one image unit pays for.
const PixelsPerUnit = 1_000_000

// Image is embedded by the output of an operation that answers with a picture:
// the members that all of them have. NewImage and NewText make it.
type Image struct {
	Base64      *Base64 `json:"image_base64,omitempty" doc:"The picture, where it is a raster."`
	DataURI     *Base64 `json:"data_uri,omitempty" doc:"The picture as a data URI, for src or url()."`
	ContentType string  `json:"content_type" doc:"Its media type."`
	Width       int     `json:"width" doc:"Width in pixels; of a text in characters."`
	Height      int     `json:"height" doc:"Height in pixels; of a text in lines."`
	Size        int     `json:"bytes" doc:"Its length in bytes."`
	SHA256      string  `json:"sha256" doc:"SHA-256 of its bytes, in hex; the ETag of a GET."`
	Body        []byte  `json:"-"`
}

// NewImage is a raster. The body is kept, not copied. Width and height are in
// pixels.
func NewImage(mediaType string, body []byte, width, height int) Image {
	i := NewText(mediaType, body, width, height)
	i.Base64 = &Base64{Body: body}
	return i
}

// NewText is a picture in the form of a text, such as SVG or blocks of
// characters, which the output shows in a member of its own.
func NewText(mediaType string, body []byte, width, height int) Image {
	digest := sha256.Sum256(body)
	i := Image{
		ContentType: mediaType, Width: width, Height: height,
		Size: len(body), SHA256: hex.EncodeToString(digest[:]), Body: body,
	}
	if strings.HasPrefix(mediaType, "image/") {
		i.DataURI = &Base64{Prefix: "data:" + mediaType + ";base64,", Body: body}
	}
	return i
}

func (i *Image) picture() *Image { return i }

// pictured is implemented by outputs that embed Image.
type pictured interface{ picture() *Image }

// Base64 is a member of an output written as base64 (RFC 4648 section 4)
// behind a prefix.
type Base64 struct {
	Prefix string
	Body   []byte
}

// AppendJSON appends the text.
func (b Base64) AppendJSON(dst []byte) []byte {
	dst = append(append(dst, '"'), b.Prefix...)
	return append(base64.StdEncoding.AppendEncode(dst, b.Body), '"')
}

// Respond is embedded by the input of an operation that answers with a picture.
type Respond struct {
	Response *string `json:"response" enum:"image,json" doc:"image answers the picture's bytes alone, json the envelope. Unset, GET answers the picture and POST the envelope, unless the header Accept asks for the other."`
}

func (r *Respond) respond() *string { return r.Response }

// responder is implemented by inputs that embed Respond.
type responder interface{ respond() *string }

var (
	base64Type   = reflect.TypeFor[Base64]()
	pictureType  = reflect.TypeFor[pictured]()
	responseType = reflect.TypeFor[responder]()
)

// Picture is the picture of an answer, nil where the operation answers with
// none. What is changed in it is changed in the answer.
func (o *Op) Picture(out Output) *Image {
	if p, ok := out.value.(pictured); ok {
		return p.picture()
	}
	return nil
}

// AsksPicture tells what the input itself wants to be answered with, the
// picture alone or the envelope; ok is false where it does not say.
func (o *Op) AsksPicture(in Input) (picture, ok bool) {
	r, is := in.value.(responder)
	if !is || r.respond() == nil {
		return false, false
	}
	return *r.respond() == "image", true
}

// Price is what a call costs, in units of the operation's pool.
func (o *Op) Price(in Input) int64 {
	if o.pixels == nil {
		return o.Units()
	}
	return max(1, (o.pixels(in.value)+PixelsPerUnit-1)/PixelsPerUnit)
}

// Units is the least that a call costs, in units of the operation's pool; 0
// where it depends on a model.
func (o *Op) Units() int64 {
	switch o.Pool {
	case ComputePool:
		return o.Class.Units()
	case AIPool:
		return 0 // it depends on the model: see Job
	}
	return 1
}

// Cost says in words what a call costs.
func (o *Op) Cost() string {
	noun := "unit"
	switch o.Pool {
	case AIPool:
		if o.asks != nil && o.asks.local != nil {
			return "AI tokens at the model's rates, for a valid answer only, or 1 unit with " + LocalModel
		}
		return "AI tokens at the model's rates, for a valid answer only"
	case ImagePool:
		noun = "image unit"
	}
	cost := "1 " + noun
	if n := o.Units(); n > 1 {
		cost = fmt.Sprintf("%d %ss", n, noun)
	}
	if o.pixels != nil {
		cost += ", one more for each further million pixels begun"
	}
	if o.Allowed {
		cost += " after its own free requests"
	}
	return cost
}

// verifyImage panics on a picture that could not be served.
func (o *Op) verifyImage() {
	in, out := reflect.PointerTo(o.in.typ), reflect.PointerTo(o.out.typ)
	switch {
	case o.Pool != ComputePool && (o.Pool != ImagePool && o.Pool != AIPool || o.Class != T0):
		panic("op: " + o.ID + ": the pool is compute, by class, or image or AI tokens, without")
	case o.pixels != nil && o.Pool != ImagePool:
		panic("op: " + o.ID + ": pixels are paid for in image units")
	case out.Implements(pictureType) != (o.Media != nil) || in.Implements(responseType) != (o.Media != nil):
		panic("op: " + o.ID + ": an operation that answers with pictures has Media, Respond in its input and Image in its output, or none of them")
	case o.Media != nil && (o.Varies || o.main != nil):
		panic("op: " + o.ID + ": a picture is the same for the same input, and is the main result")
	}
}
