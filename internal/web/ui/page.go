package ui

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Set is the pages of one package.
type Set struct {
	site  *Site
	pages map[string]func() *template.Template
}

// Page is one page to render.
type Page struct {
	Title       string // in the reader's language; "" = the brand alone
	Description string // one sentence for search engines and previews
	Path        string // of the page, below the base
	Status      int    // 0 = 200
	NoIndex     bool   // not for search engines
	NoStore     bool   // never kept, even where nobody is signed in
	Viewer      *Viewer
	Crumbs      []Crumb  // the way here, this page left out
	FormHosts   []string // further hosts that forms of this page may lead to
	Guest       bool     // runs a program that is not ours, which writes markup and styles of its own
	Flash       *Flash
	Data        any
}

// Crumb is a page on the way to another.
type Crumb struct {
	Name string
	Path string // below the base
}

// Flash is a word about what was just done, above the content.
type Flash struct {
	Kind string // good, bad, note or warn
	Text string
}

// Render writes a page within the frame. It also keeps a choice of language or
// theme that the query makes.
func (set *Set) Render(w http.ResponseWriter, r *http.Request, name string, page Page) {
	if set.site.choose(w, r) {
		return
	}
	set.write(w, r, name, "layout", page)
}

// Fragment writes one block of a page without the frame, for a script that
// puts it into a page that is already there.
func (set *Set) Fragment(w http.ResponseWriter, r *http.Request, name, block string, page Page) {
	page.NoStore = true
	set.write(w, r, name, block, page)
}

// FragmentHeader is sent by the script that asks for a fragment.
const FragmentHeader = "Toolcrib-Fragment"

// WantsFragment tells whether the page's script asks, which wants one block in
// answer rather than a page.
func WantsFragment(r *http.Request) bool { return r.Header.Get(FragmentHeader) != "" }

func (set *Set) write(w http.ResponseWriter, r *http.Request, name, block string, page Page) {
	s := set.site
	if page.Viewer == nil {
		page.Viewer = s.viewer(r)
	}
	v := s.view(r, page)
	var b bytes.Buffer
	err := fmt.Errorf("there is no page %q", name)
	if t := set.pages[name]; t != nil {
		err = t().ExecuteTemplate(&b, block, v)
	}
	if err != nil {
		// Behind the place an error may quote the reader's own text.
		place, _, _ := strings.Cut(err.Error(), ">: ")
		s.opts.Log.Error("page not rendered", "page", name, "block", block, "place", place)
		s.guard(w.Header(), "", nil)
		http.Error(w, "Internal error. Nothing was charged.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	s.guard(h, v.Nonce, page.FormHosts)
	if page.Guest {
		admit(h, v.Nonce)
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", v.Lang)
	h["Vary"] = append(h["Vary"], "Accept-Language", "Cookie")
	if h.Set("Cache-Control", "private, no-cache"); page.Viewer != nil || page.NoStore {
		h.Set("Cache-Control", "no-store")
	}
	if page.NoIndex {
		h.Set("X-Robots-Tag", "noindex")
	}
	send(w, r, page.Status, b.Bytes())
}

// Send writes something that is no page, such as a list for machines.
func (s *Site) Send(w http.ResponseWriter, r *http.Request, mediaType, cacheControl string, body []byte) {
	s.guard(w.Header(), "", nil)
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", cacheControl)
	send(w, r, http.StatusOK, body)
}

// compressed wraps a handler whose answer is compressed where that helps.
var compressed = func() func(http.Handler) http.HandlerFunc {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(true), gzhttp.PreferZstd(true))
	if err != nil {
		panic("ui: " + err.Error())
	}
	return wrap
}()

// send writes a body, compressed as the browser accepts it.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status != 0 {
			w.WriteHeader(status)
		}
		if r.Method != http.MethodHead {
			_, _ = w.Write(body) // a browser that has gone wants nothing more
		}
	})).ServeHTTP(w, r)
}

// guard sets the headers that keep a browser to this site. Without a nonce
// nothing of the answer may run or be styled.
func (s *Site) guard(h http.Header, nonce string, formHosts []string) {
	script := ""
	if nonce != "" {
		script = "script-src 'nonce-" + nonce + "' 'strict-dynamic'; style-src 'nonce-" + nonce + "'; "
	}
	form := strings.Join(append([]string{"'self'"}, formHosts...), " ")
	h.Set("Content-Security-Policy", "default-src 'none'; "+script+"img-src 'self' data:; connect-src 'self'; form-action "+form+
		"; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types toolcrib")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Not no-referrer: under it a form is sent with "Origin: null", which
	// http.CrossOriginProtection refuses where the browser sends no
	// Sec-Fetch-Site, as over plain http. Other sites are told nothing either way.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()")
	h.Set("X-Content-Type-Options", "nosniff")
	if s.secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// admit loosens what guard has set as far as an embedded program needs that
// writes markup without Trusted Types. It still reaches no other host.
func admit(h http.Header, nonce string) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+nonce+"' 'strict-dynamic'; style-src 'self' 'unsafe-inline'"+
		"; img-src 'self' data: blob:; font-src data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
}
