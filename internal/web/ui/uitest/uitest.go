// Package uitest checks what a page of the site must hold to, whatever is on
// it: that it is sound HTML, keeps to this site and its path, carries nothing
// inline that the policy of its headers would stop, and can be used by keyboard
// and read aloud as far as its markup tells.
package uitest

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// void are the elements without an end (HTML standard, 13.1.2).
var void = strings.Fields("area base br col embed hr img input link meta source track wbr")

// page is what was gathered from one document.
type page struct {
	t      testing.TB
	base   string // URL of the root, without a final slash
	nonce  string
	stack  []string
	ids    map[string]bool
	named  []string // ids that something refers to
	fields []field
	forIDs map[string]bool // ids that a label is for
	h1     int
}

type field struct {
	id      string
	labeled bool // by an attribute or by the label around it
}

// Check reports what is wrong with an answer that is a whole page. base is the
// site's base URL.
func Check(t testing.TB, base string, h http.Header, body string) {
	t.Helper()
	p := read(t, base, h, body)
	if !strings.HasPrefix(body, "<!doctype html>") {
		t.Error("the page does not begin with its doctype")
	}
	if p.h1 != 1 {
		t.Errorf("%d headings of level 1", p.h1)
	}
	for _, id := range []string{"main"} {
		if !p.ids[id] {
			t.Errorf("no element %q", id)
		}
	}
}

// CheckFragment is Check for a part of a page.
func CheckFragment(t testing.TB, base string, h http.Header, body string) {
	t.Helper()
	p := read(t, base, h, "<div>"+body+"</div>")
	if p.h1 != 0 {
		t.Error("a part has a heading of level 1")
	}
}

var noncePattern = regexp.MustCompile(`script-src 'nonce-([A-Za-z0-9]{20,})' 'strict-dynamic'`)

func read(t testing.TB, base string, h http.Header, body string) *page {
	t.Helper()
	p := &page{t: t, base: strings.TrimSuffix(base, "/"), ids: map[string]bool{}, forIDs: map[string]bool{}}
	if m := noncePattern.FindStringSubmatch(h.Get("Content-Security-Policy")); m != nil {
		p.nonce = m[1]
	} else {
		t.Errorf("no nonce in %q", h.Get("Content-Security-Policy"))
	}
	d := xml.NewDecoder(strings.NewReader(body))
	d.Strict, d.Entity = false, xml.HTMLEntity
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("not to be read: %v", err)
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			p.start(token)
		case xml.EndElement:
			p.end(token.Name.Local)
		}
	}
	if len(p.stack) > 0 {
		t.Errorf("not ended: %v", p.stack)
	}
	p.references()
	return p
}

func (p *page) start(e xml.StartElement) {
	name := e.Name.Local
	attrs := map[string]string{}
	for _, a := range e.Attr {
		key := a.Name.Local
		if _, twice := attrs[key]; twice {
			p.t.Errorf("<%s> has %s twice", name, key)
		}
		attrs[key] = a.Value
		p.attribute(name, key, a.Value)
	}
	p.element(name, attrs)
	if !slices.Contains(void, name) {
		p.stack = append(p.stack, name)
	}
}

func (p *page) end(name string) {
	switch n := len(p.stack); {
	case slices.Contains(void, name): // the decoder ends <br/> itself
	case n == 0 || p.stack[n-1] != name:
		p.t.Errorf("</%s> ends %v", name, p.stack)
	default:
		p.stack = p.stack[:n-1]
	}
}

func (p *page) attribute(element, key, value string) {
	switch {
	case key == "style", strings.HasPrefix(key, "on"):
		p.t.Errorf("<%s> has %s, which the policy stops", element, key)
	case key == "id":
		if p.ids[value] {
			p.t.Errorf("two elements %q", value)
		}
		p.ids[value] = true
	case key == "for", key == "aria-describedby", key == "aria-labelledby", key == "aria-controls":
		p.named = append(p.named, strings.Fields(value)...)
		if key == "for" {
			p.forIDs[value] = true
		}
	case key == "href", key == "src", key == "action", key == "formaction", key == "data-palette", key == "data-base":
		p.link(element, key, value)
	}
}

// link holds a link to this site and its path.
func (p *page) link(element, key, value string) {
	path := p.base[strings.Index(p.base, "://")+3:]
	if i := strings.IndexByte(path, '/'); i >= 0 {
		path = path[i:]
	} else {
		path = ""
	}
	absolute := element == "link" && strings.HasPrefix(value, p.base) // canonical and other languages
	local := strings.HasPrefix(value, path+"/") && !strings.HasPrefix(value, "//")
	here := value == "" || strings.HasPrefix(value, "#") || strings.HasPrefix(value, "?") || strings.HasPrefix(value, "data:")
	if !absolute && !local && !here {
		p.t.Errorf("<%s %s=%q> leaves %s", element, key, value, p.base)
	}
}

func (p *page) element(name string, attrs map[string]string) {
	_, external := attrs["src"]
	switch name {
	case "h1":
		p.h1++
	case "html":
		if attrs["lang"] == "" {
			p.t.Error("the page does not say its language")
		}
	case "style":
		p.wantNonce(name, attrs)
	case "script":
		if data := strings.Contains(attrs["type"], "json"); !data && !external {
			p.t.Error("a script within the page")
		}
		p.wantNonce(name, attrs)
	case "link":
		if attrs["rel"] == "stylesheet" {
			p.wantNonce(name, attrs)
		}
	case "img":
		if _, ok := attrs["alt"]; !ok {
			p.t.Error("a picture without words")
		}
	case "input", "select", "textarea":
		if attrs["type"] == "hidden" {
			return
		}
		p.fields = append(p.fields, field{attrs["id"], attrs["aria-label"] != "" || attrs["aria-labelledby"] != "" || slices.Contains(p.stack, "label")})
	case "a", "button":
		if attrs["tabindex"] == "-1" && attrs["role"] == "" {
			p.t.Errorf("a <%s> that the keyboard does not reach", name)
		}
	}
}

func (p *page) wantNonce(name string, attrs map[string]string) {
	if attrs["nonce"] != p.nonce {
		p.t.Errorf("<%s> has the nonce %q; the header has %q", name, attrs["nonce"], p.nonce)
	}
}

func (p *page) references() {
	for _, id := range p.named {
		if !p.ids[id] {
			p.t.Errorf("something refers to %q, which is not there", id)
		}
	}
	for _, f := range p.fields {
		if !f.labeled && !p.forIDs[f.id] {
			p.t.Errorf("the field %q has no label", f.id)
		}
	}
}
