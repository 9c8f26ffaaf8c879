package card

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
)

// encodeJPEG writes a JPEG of at most maxBytes (0 is any length), of the
// highest quality up to the one asked for that fits. What is transparent
// becomes white.
func encodeJPEG(ctx context.Context, img *image.RGBA, quality, maxBytes int) (body []byte, used int, err error) {
	if !img.Opaque() {
		opaque := image.NewRGBA(img.Rect)
		draw.Draw(opaque, opaque.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(opaque, opaque.Rect, img, image.Point{}, draw.Over)
		img = opaque
	}
	encode := func(q int) []byte {
		var out bytes.Buffer
		if e := jpeg.Encode(&out, img, &jpeg.Options{Quality: q}); e != nil && err == nil {
			err = e
		}
		return out.Bytes()
	}
	if body = encode(quality); maxBytes == 0 || len(body) <= maxBytes {
		return body, quality, err
	}
	least, tooMuch := 1, quality
	if body = encode(least); len(body) > maxBytes {
		return nil, 0, &BudgetError{len(body)}
	}
	for tooMuch-least > 1 && err == nil {
		if err = ctx.Err(); err != nil {
			break
		}
		middle := (least + tooMuch) / 2
		if tried := encode(middle); len(tried) <= maxBytes {
			body, least = tried, middle
		} else {
			tooMuch = middle
		}
	}
	return body, least, err
}
