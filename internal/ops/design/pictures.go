package design

import (
	"context"
	"errors"
	"image"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/picture"
	"toolcrib/internal/ops/rfc4648"
)

// Codes of pictures that callers send.
const (
	invalidImage  = "invalid_image"
	imageTooLarge = "image_too_large"
)

// sentPicture decodes a picture that was sent as base64; nil is none. The
// error is an *op.Invalid about the field, or the context's.
func sentPicture(ctx context.Context, field string, text *string) (image.Image, error) {
	if text == nil {
		return nil, nil
	}
	data, err := rfc4648.Decode(*text)
	var fault *rfc4648.Error
	if errors.As(err, &fault) {
		e := &op.Invalid{}
		v := e.Add(field, op.InvalidBase64, "has at offset %d %s", fault.Offset, fault.Fault())
		v.Hint = "send the bytes of a PNG, JPEG or GIF as base64, without 'data:image/png;base64,' before them; addresses are never fetched"
		v.Place = &op.Place{Line: 1, Column: fault.Offset + 1, Offset: fault.Offset}
		return nil, e
	}
	img, err := picture.Decode(ctx, data)
	var large *picture.TooLargeError
	switch {
	case err == nil:
		return img, nil
	case errors.As(err, &large):
		return nil, op.Refuse(field, imageTooLarge, "%v", err)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, op.Refuse(field, invalidImage, "%v", err)
}
