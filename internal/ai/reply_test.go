package ai

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"toolcrib/internal/op"
)

// invariants hold of every reply, whatever was sent.
func invariants(t *testing.T, body []byte, c op.Completion, parts string, err error) {
	t.Helper()
	var f *fault
	switch {
	case err != nil && !errors.As(err, &f):
		t.Fatalf("error of another kind: %v", err)
	case err != nil:
		return
	case c.Finish != op.FinishStop && c.Finish != op.FinishLength && c.Finish != op.FinishRefused:
		t.Fatalf("finish %q", c.Finish)
	case c.Text != parts:
		t.Fatalf("text %q, handed on %q", c.Text, parts)
	case !utf8.ValidString(c.Text) || len(c.Text) > maxReply:
		t.Fatalf("%d bytes of text %q", len(c.Text), c.Text)
	case len(c.Text) > len(body):
		t.Fatalf("a text of %d bytes out of %d", len(c.Text), len(body))
	}
}

var seeds = []string{
	`{"choices":[{"index":0,"message":{"content":"a\u00e9\ud83d\ude00"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`,
	`{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}`,
	`{"choices":[{"index":0,"message":{"refusal":"no"},"finish_reason":"content_filter"}],"usage":{"prompt_tokens":-1,"completion_tokens":1e99}}`,
	`{"error":{"message":"x"}}`, `{"choices":null,"usage":null}`, `[]`, `""`, `{"choices":[{"index":1}]}`, "{\"choices\":\"\xff\"}",
}

func FuzzReply(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var parts strings.Builder
		resp := &http.Response{Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body))}
		c, err := readReply(resp, func(part string) error { parts.WriteString(part); return nil })
		invariants(t, body, c, parts.String(), err)
		if err == nil && !json.Valid(body) {
			t.Fatalf("%q is no JSON, but a reply", body)
		}
	})
}

func FuzzStream(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte("data: " + s + "\n\ndata: [DONE]\n\n"))
		f.Add([]byte(": x\r\nevent: y\r\ndata:" + s + "\r\n\r\ndata: {\"choices\":[{\"finish_reason\":\"length\"}]}\r\n\r\n"))
	}
	f.Add([]byte("data: {\ndata: }\n\n\n\ndata"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var parts strings.Builder
		c, err := readStream(bytes.NewReader(body), func(part string) error { parts.WriteString(part); return nil })
		invariants(t, body, c, parts.String(), err)
		// However it is cut into reads, a stream says the same; and so it does
		// with other line ends.
		again, err2 := readStream(iotest.OneByteReader(bytes.NewReader(body)), nil)
		if (err == nil) != (err2 == nil) || c.Text != again.Text || c.Finish != again.Finish {
			t.Fatalf("%+v, %v; byte by byte %+v, %v", c, err, again, err2)
		}
		if !bytes.Contains(body, []byte("\r")) {
			again, err2 = readStream(bytes.NewReader(bytes.ReplaceAll(body, []byte("\n"), []byte("\r\n"))), nil)
			if (err == nil) != (err2 == nil) || c.Text != again.Text {
				t.Fatalf("%+v, %v; with CRLF %+v, %v", c, err, again, err2)
			}
		}
	})
}
