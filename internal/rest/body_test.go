package rest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func zip(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestContentTypes(t *testing.T) {
	s := newSite(t)
	for _, ct := range []string{"application/json", "application/json; charset=utf-8", `application/json;charset="UTF-8"`, "Application/JSON", "application/json;"} {
		s.answered(s.post(echoURL, hello, "Content-Type: "+ct), `{"success":true,"data":{"text":"hello"}}`)
	}
	for _, ct := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/json; charset=utf-16",
		"application/problem+json", "application/vnd.api+json", "text/json", "json", "*/*", "application/json, text/plain", "application/json; charset=utf-8; charset=latin1", ";"} {
		b := s.refused(s.post(echoURL, hello, "Content-Type: "+ct), 415, "unsupported_media_type")
		if !strings.Contains(b.Detail, "Content-Type: application/json") {
			t.Errorf("%q: %q", ct, b.Detail)
		}
	}
	r := s.request("POST", echoURL, hello)
	r.Header.Add("Content-Type", "text/plain")
	s.refused(s.serve(r), 415, "unsupported_media_type")
}

func TestContentEncodings(t *testing.T) {
	s := newSite(t)
	for _, encoding := range []string{"gzip", "GZIP", "x-gzip"} {
		s.answered(s.post(echoURL, zip(t, hello), "Content-Encoding: "+encoding), `{"success":true,"data":{"text":"hello"}}`)
	}
	s.answered(s.post(echoURL, hello, "Content-Encoding: identity"), `{"success":true,"data":{"text":"hello"}}`)
	for _, encoding := range []string{"br", "zstd", "deflate", "gzip, gzip", "gzip,identity"} {
		w := s.post(echoURL, zip(t, hello), "Content-Encoding: "+encoding)
		s.refused(w, 415, "unsupported_media_type")
		if w.Header().Get("Accept-Encoding") != "gzip" {
			t.Errorf("%s: the answer does not say what is accepted", encoding)
		}
	}
}

func TestBrokenGzip(t *testing.T) {
	s := newSite(t)
	whole := zip(t, hello)
	damaged := []byte(whole)
	damaged[len(damaged)-6] ^= 1
	for name, body := range map[string]string{
		"no gzip": hello, "empty": "", "header alone": whole[:10], "cut": whole[:len(whole)-9], "without checksum": whole[:len(whole)-8],
		"wrong checksum": string(damaged), "something behind": whole + "x",
	} {
		r := s.request("POST", echoURL, "", "Content-Encoding: gzip")
		r.Body = io.NopCloser(strings.NewReader(body))
		s.refused(s.serve(r), 422, "malformed_json")
		r = s.request("POST", "/sub/v1/productivity/choose", "", "Content-Encoding: gzip")
		r.Body = io.NopCloser(strings.NewReader(body))
		if w := s.serve(r); w.Code != 400 {
			t.Errorf("%s: choose answers %d", name, w.Code)
		}
	}
}

// long is a body of exactly n bytes.
func long(n int) string {
	return hello + strings.Repeat(" ", n-len(hello))
}

func TestBodyLimit(t *testing.T) {
	const limit = 2 << 20
	for name, send := range map[string]func(*site, string) *http.Request{
		"with its length": func(s *site, body string) *http.Request { return s.request("POST", echoURL, body) },
		"chunked": func(s *site, body string) *http.Request {
			r := s.request("POST", echoURL, "")
			r.Body, r.ContentLength = io.NopCloser(iotest.HalfReader(bufio(body))), -1
			return r
		},
		"gzip": func(s *site, body string) *http.Request {
			return s.request("POST", echoURL, zip(t, body), "Content-Encoding: gzip")
		},
	} {
		s := newSite(t)
		if w := s.serve(send(s, long(limit))); w.Code != 200 {
			t.Errorf("%s: %d at the limit", name, w.Code)
		}
		w := s.serve(send(s, long(limit+1)))
		s.refused(w, 413, "body_too_large")
		if w.Header().Get("Ratelimit") != `"per-minute";r=58;t=60` {
			t.Errorf("%s: a body too large does not count: %v", name, w.Header())
		}
		if len(s.ledger.Made()) != 1 {
			t.Errorf("%s: %d charges", name, len(s.ledger.Made()))
		}
	}
}

// bufio hides the length of a text.
func bufio(s string) io.Reader { return io.MultiReader(strings.NewReader(s)) }

// A gigabyte in a megabyte of gzip is refused as soon as the limit is passed.
func TestGzipBomb(t *testing.T) {
	bomb := strings.Repeat(zip(t, strings.Repeat(" ", 1<<20)), 1024) // members of one stream (RFC 1952 section 2.2)
	s := newSite(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.refused(s.post(echoURL, bomb, "Content-Encoding: gzip"), 413, "body_too_large")
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
		t.Errorf("%d MiB were allocated", n>>20)
	}
}

// A body announced as too large is refused before a byte of it is read.
func TestAnnouncedLengthIsRefusedUnread(t *testing.T) {
	s := newSite(t)
	r := s.request("POST", echoURL, "")
	r.ContentLength, r.Body = 10<<20, io.NopCloser(iotest.ErrReader(errors.New("read")))
	s.refused(s.serve(r), 413, "body_too_large")
}

func TestBodyThatBreaksOff(t *testing.T) {
	s := newSite(t)
	r := s.request("POST", echoURL, "")
	r.ContentLength, r.Body = -1, io.NopCloser(io.MultiReader(strings.NewReader(`{"text":`), iotest.ErrReader(io.ErrUnexpectedEOF)))
	s.refused(s.serve(r), 422, "malformed_json")
	r = s.request("POST", echoURL, "")
	r.ContentLength, r.Body = -1, io.NopCloser(io.MultiReader(strings.NewReader(`{"text":`), iotest.ErrReader(os.ErrDeadlineExceeded)))
	s.refused(s.serve(r), 504, "timeout")
	s.refused(s.post(echoURL, ""), 422, "malformed_json")
	if len(s.ledger.Made()) != 0 {
		t.Error("charged")
	}
}

// A flood is refused by the rate window before its bodies are read.
func TestRateBeforeBody(t *testing.T) {
	s := newSite(t)
	for range 60 {
		s.refused(s.post(echoURL, hello, "Content-Type: text/plain"), 415, "unsupported_media_type")
	}
	r := s.request("POST", echoURL, "")
	r.Body = io.NopCloser(iotest.ErrReader(errors.New("read")))
	w := s.serve(r)
	s.refused(w, 429, "rate_limited")
	if w.Header().Get("Retry-After") != "60" {
		t.Errorf("%v", w.Header())
	}
}

// Over a real connection: a body without an announced length, and the answer
// to one that is too large, arrive whole.
func TestOverTheWire(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(s)
	defer server.Close()
	for _, c := range []struct {
		size, status int
	}{{1000, 200}, {2 << 20, 200}, {2<<20 + 1, 413}, {20 << 20, 413}} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+echoURL, bufio(long(c.size)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.secret)
		req.Header.Set("Content-Type", "application/json")
		resp, err := server.Client().Do(req)
		if err != nil {
			if c.size > 4<<20 {
				continue // the connection may be closed on a caller who goes on sending
			}
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || len(body) == 0 {
			t.Errorf("%d bytes: %s, %v, %d bytes back", c.size, resp.Status, err, len(body))
		}
	}
}
