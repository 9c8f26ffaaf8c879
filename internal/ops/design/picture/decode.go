package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
)

// Bounds on a picture that a caller sends.
const (
	MaxBytes  = 1_000_000
	MaxPixels = 16_000_000
)

// Errors of Decode, beside *TooLargeError and the context's. Their texts
// continue a sentence that begins with the name of the field.
var (
	ErrFormat = errors.New("is no PNG, JPEG or GIF picture")
	ErrBroken = errors.New("is a picture that cannot be decoded; it is cut short or damaged")
)

// TooLargeError says that a picture is beyond MaxBytes, or, by its header,
// beyond MaxPixels.
type TooLargeError struct {
	Bytes         int // 0 where the pixels are too many
	Width, Height int
}

func (e *TooLargeError) Error() string {
	if e.Bytes > 0 {
		return fmt.Sprintf("has %d bytes; at most %d are allowed", e.Bytes, MaxBytes)
	}
	return fmt.Sprintf("is %d × %d pixels; at most %d are allowed", e.Width, e.Height, MaxPixels)
}

// format is a kind of picture, known by how it begins.
type format struct {
	magic  string
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats are the pictures accepted. The image package's own register is not
// asked: whatever is linked into the program adds to it.
var formats = []format{
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
	{"GIF87a", gif.DecodeConfig, gif.Decode},
	{"GIF89a", gif.DecodeConfig, gif.Decode},
}

// Decode reads a PNG, a JPEG or the first frame of a GIF. Its size is checked
// from the header before any pixel is decoded, and decoding stops when the
// context ends: a small file can hold a great many passes over its pixels.
func Decode(ctx context.Context, data []byte) (image.Image, error) {
	if len(data) > MaxBytes {
		return nil, &TooLargeError{Bytes: len(data)}
	}
	for _, f := range formats {
		if !bytes.HasPrefix(data, []byte(f.magic)) {
			continue
		}
		config, err := f.config(bytes.NewReader(data))
		if err != nil {
			return nil, ErrBroken
		}
		if config.Width > MaxPixels || config.Height > MaxPixels || config.Width*config.Height > MaxPixels {
			return nil, &TooLargeError{Width: config.Width, Height: config.Height}
		}
		img, err := f.decode(&reader{ctx, bytes.NewReader(data)})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || img.Bounds().Empty() {
			return nil, ErrBroken
		}
		return img, nil
	}
	return nil, ErrFormat
}

// portion is how much is read between two looks at the context.
const portion = 1024

// reader ends when its context does.
type reader struct {
	ctx  context.Context
	data *bytes.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.data.Read(p[:min(len(p), portion)])
}
