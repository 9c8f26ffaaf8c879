package toolcrib

import (
	"context"
	"net/http"
)

// Picture is the bytes of a picture.
type Picture struct {
	Body        []byte
	ContentType string // such as image/png
	ETag        string // the SHA-256 of the bytes, in quotes
	Meta
}

// picture sends an operation and takes its picture as bytes.
func picture(ctx context.Context, c *Client, op operation, in any, opts []CallOption) (*Picture, error) {
	p := &Picture{}
	err := c.do(ctx, op, in, "image/*, text/plain", options(opts), func(r *http.Response) (err error) {
		p.ContentType, p.ETag, p.Receipt = r.Header.Get("Content-Type"), r.Header.Get("ETag"), receipt(r.Header)
		p.Body, err = body(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}
