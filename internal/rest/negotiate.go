package rest

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// wantsRaw tells whether an Accept header prefers an operation's main result
// alone (media type raw, "" when there is none) to the JSON envelope. Without
// preference the envelope is sent: HTTP clients that add "application/json,
// text/plain, */*" by themselves mean JSON.
func wantsRaw(accept, raw string) bool {
	if accept == "" || raw == "" || accept == "*/*" {
		return false
	}
	rawType, rawParams, _ := mime.ParseMediaType(raw)
	rawQ, envelopeQ := 0.0, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		mediaType, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q := quality(params["q"])
		switch {
		case mediaType == rawType && params["profile"] == rawParams["profile"]:
			rawQ = max(rawQ, q)
		case mediaType == "text/*" && strings.HasPrefix(rawType, "text/"):
			rawQ = max(rawQ, q)
		case mediaType == "application/json" || mediaType == "application/*" || mediaType == "*/*":
			envelopeQ = max(envelopeQ, q)
		}
	}
	return rawQ > envelopeQ
}

// rawMediaType is what a raw answer is sent as: text says its encoding.
func rawMediaType(raw string) string {
	if strings.HasPrefix(raw, "text/") {
		return raw + "; charset=utf-8"
	}
	mediaType, _, _ := strings.Cut(raw, ";")
	return mediaType
}

// quality reads a weight (RFC 9110 section 12.4.2); absent is 1, broken is 0.
func quality(q string) float64 {
	if q == "" {
		return 1
	}
	f, err := strconv.ParseFloat(q, 64)
	if err != nil || !(f >= 0 && f <= 1) {
		return 0
	}
	return f
}

// minCompress is the size below which compressing costs more than it saves.
const minCompress = 1 << 10

var (
	gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	zstds = sync.OnceValue(func() *zstd.Encoder {
		// A writer of nil only ever encodes whole buffers, which may happen at once.
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
		if err != nil {
			panic("rest: " + err.Error())
		}
		return e
	})
)

// compress encodes a body as the caller accepts it and says so in the headers.
func compress(h http.Header, accept string, body []byte) []byte {
	if len(body) < minCompress {
		return body
	}
	h.Add("Vary", "Accept-Encoding")
	encoding := encodingFor(accept)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	return encode(encoding, body)
}

func encode(encoding string, body []byte) []byte {
	switch encoding {
	case "zstd":
		return zstds().EncodeAll(body, nil)
	case "gzip":
		return gzipped(body)
	}
	return body
}

func gzipped(body []byte) []byte {
	var out sliceWriter
	z := gzips.Get().(*gzip.Writer)
	z.Reset(&out)
	// Neither call can fail: the writer below it never does.
	_, _ = z.Write(body)
	_ = z.Close()
	gzips.Put(z)
	return out
}

type sliceWriter []byte

func (w *sliceWriter) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

// encodingFor chooses from an Accept-Encoding header: zstd, gzip or "". Equal
// weights are decided for zstd; "*" is not taken for an encoding by name.
func encodingFor(accept string) string {
	best, bestQ, plainQ := "", 0.0, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := quality(strings.TrimPrefix(strings.ToLower(strings.ReplaceAll(params, " ", "")), "q="))
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "zstd", "gzip":
			if q > bestQ || q == bestQ && q > 0 && name == "zstd" {
				best, bestQ = name, q
			}
		case "identity":
			if q > plainQ {
				plainQ = q
			}
		}
	}
	if plainQ > bestQ {
		return ""
	}
	return best
}
