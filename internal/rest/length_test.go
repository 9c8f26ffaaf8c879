package rest_test

import (
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// Over a connection every answer tells the length of its body before it, and
// none comes in chunks.
func TestEveryAnswerTellsItsLength(t *testing.T) {
	s := newSiteAt(t, "http://x.example", 600)
	server := httptest.NewServer(s)
	defer server.Close()
	check := func(method, path, body string) {
		t.Helper()
		r := s.request(method, server.URL+path, body)
		r.RequestURI = ""
		r.Header.Set("Accept-Encoding", "identity") // the client would take off what it asked for itself
		w, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		got, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		told := w.Header.Get("Content-Length")
		if told == "" || w.TransferEncoding != nil || method != "HEAD" && told != fmt.Sprint(len(got)) || method == "HEAD" && told == "0" {
			t.Errorf("%s %s: Content-Length %q, Transfer-Encoding %q, %d bytes came", method, path, told, w.TransferEncoding, len(got))
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		for _, path := range []string{"/v1/calculators/add?a=1&b=2", "/v1/calculators/add?a=x", "/v1/none", "/openapi.json", "/openapi.yaml", "/healthz", "/v1/usage", "/v1/operations"} {
			check(method, path, "")
		}
	}
	// Sizes on both sides of the bound for compressing, and of the 2,048 bytes that
	// net/http holds back.
	for _, n := range []int{1, 980, 1020, 1024, 2000, 2008, 2048, 3000, 70_000} {
		check("POST", "/v1/text/echo", `{"text":"`+strings.Repeat("x", n)+`"}`)
	}
}
