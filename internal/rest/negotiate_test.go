package rest_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestAccept(t *testing.T) {
	s := newSiteAt(t, origin, 0)
	const envelope = `{"success":true,"data":{"text":"hello"}}`
	for accept, raw := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "application/*": false, "text/plain": true, "TEXT/PLAIN": true, "text/*": true,
		"text/plain;q=0.5": true, "text/plain;q=0": false, "text/plain, */*;q=0.1": true,
		"application/json, text/plain, */*":                               false, // what axios sends unasked
		"text/plain, */*":                                                 false,
		"text/plain;q=0.9, application/json":                              false,
		"text/plain, application/json;q=0.9":                              true,
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": false, // a browser
		"text/csv": false, "nonsense": false, "text/plain;q=NaN": false, "text/plain;q=2": false, "text/plain;q=x": false, ",": false,
	} {
		w := s.post(echoURL, hello, "Accept: "+accept)
		want, ct := envelope, "application/json"
		if raw {
			want, ct = "hello", "text/plain; charset=utf-8"
		}
		if w.Code != 200 || w.Body.String() != want || w.Header().Get("Content-Type") != ct {
			t.Errorf("Accept %q: %d, %q, %q; want %q", accept, w.Code, w.Header().Get("Content-Type"), w.Body, want)
		}
	}
	r := s.request("POST", echoURL, hello, "Accept: application/json;q=0.1")
	r.Header.Add("Accept", "text/plain")
	s.answered(s.serve(r), "hello") // two lines are one list
	s.answered(s.get(addURL, "Accept: text/plain"), `{"success":true,"data":{"sum":3}}`)
	s.refused(s.post(echoURL, `{}`, "Accept: text/plain"), 422, "validation_failed")
}

func TestAcceptProfile(t *testing.T) {
	s := newSite(t)
	for accept, want := range map[string]string{
		"application/json;profile=raw": `"hello"`, `application/json; profile="raw"`: `"hello"`,
		"application/json": `{"success":true,"data":{"value":"hello"}}`, "application/json;profile=other": `{"success":true,"data":{"value":"hello"}}`,
		"application/json;profile=raw, application/json": `{"success":true,"data":{"value":"hello"}}`,
	} {
		w := s.post("/sub/v1/data/quote", hello, "Accept: "+accept)
		s.answered(w, want)
		if w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("Content-Type %q", w.Header().Get("Content-Type"))
		}
	}
}

// plain undoes a Content-Encoding.
func plain(t *testing.T, h http.Header, body []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch h.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAcceptEncoding(t *testing.T) {
	s := newSiteAt(t, origin, 0)
	text := strings.Repeat("all work and no play ", 1000)
	envelope := `{"success":true,"data":{"text":"` + text + `"}}`
	for accept, want := range map[string]string{
		"": "", "gzip": "gzip", "zstd": "zstd", "gzip, zstd": "zstd", "GZIP": "gzip", "br, gzip": "gzip", "gzip, deflate, br, zstd": "zstd",
		"gzip;q=1, zstd;q=0.5": "gzip", "gzip;q=0": "", "zstd;q=0": "", "zstd;q=0, gzip;q=0": "", "gzip;q=0.5, zstd;q=0": "gzip",
		"identity": "", "identity, gzip;q=0.5": "", "identity;q=0.5, gzip": "gzip", "*": "", "br": "", "gzip; Q=0.5": "gzip", "gzip;q=abc": "", ";,;": "",
	} {
		w := s.post(echoURL, `{"text":"`+text+`"}`, "Accept-Encoding: "+accept)
		if w.Code != 200 || w.Header().Get("Content-Encoding") != want || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: %d, %v; want %q", accept, w.Code, w.Header(), want)
		}
		if got := plain(t, w.Header(), w.Body.Bytes()); got != envelope {
			t.Errorf("Accept-Encoding %q: %d bytes do not decode to the answer", accept, w.Body.Len())
		}
		if want != "" && w.Body.Len() > len(envelope)/4 {
			t.Errorf("Accept-Encoding %q: %d bytes", accept, w.Body.Len())
		}
		page := s.get("/sub/openapi.json", "Accept-Encoding: "+accept)
		if page.Header().Get("Content-Encoding") != want || !strings.HasPrefix(plain(t, page.Header(), page.Body.Bytes()), `{"openapi":"3.1.0"`) {
			t.Errorf("openapi.json, Accept-Encoding %q: %v", accept, page.Header())
		}
	}
	if w := s.get(addURL, "Accept-Encoding: gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Error("a small answer is compressed")
	}
}
