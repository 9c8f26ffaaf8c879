package uitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"toolcrib/internal/web/ui/uitest"
)

// recorder is a test that only notes what is said of it.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper()                      {}
func (r *recorder) Error(args ...any)            { r.said = append(r.said, fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) { r.said = append(r.said, fmt.Sprintf(f, args...)) }

const nonce = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func TestFaultsAreFound(t *testing.T) {
	h := http.Header{"Content-Security-Policy": {"script-src 'nonce-" + nonce + "' 'strict-dynamic'"}}
	around := func(s string) string {
		return `<!doctype html><html lang="en"><main id="main"><h1>x</h1>` + s + `</main></html>`
	}
	for body, want := range map[string]string{
		around(`<p>x<br>y &amp; &nbsp;z</p><input id="a" hidden aria-label="b"><a href="/s/x">y</a>`): "",
		around(`<p><b>x</p></b>`):                                       "ends",
		around(`<p>x`):                                                  "ends",
		around(`<p style="color:red">x</p>`):                            "style",
		around(`<p onclick="x()">x</p>`):                                "onclick",
		around(`<script nonce="` + nonce + `">x()</script>`):            "within the page",
		around(`<script src="/s/a.js"></script>`):                       "nonce",
		around(`<link rel="stylesheet" href="/s/a.css" nonce="x">`):     "nonce",
		around(`<a href="https://evil.example/">x</a>`):                 "leaves",
		around(`<a href="//evil.example/">x</a>`):                       "leaves",
		around(`<form action="/x"></form>`):                             "leaves",
		around(`<i id="a"></i><i id="a"></i>`):                          "two elements",
		around(`<label for="no">x</label>`):                             "not there",
		around(`<textarea id="a"></textarea>`):                          "no label",
		around(`<img src="/s/x.png">`):                                  "without words",
		around(`<h1>y</h1>`):                                            "2 headings",
		`<html lang="en"><main id="main"><h1>x</h1></main></html>`:      "doctype",
		`<!doctype html><html><main id="main"><h1>x</h1></main></html>`: "language",
	} {
		r := &recorder{}
		uitest.Check(r, "https://example.org/s", h, body)
		said := strings.Join(r.said, "; ")
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: %q; want %q", body, said, want)
		}
	}
}
