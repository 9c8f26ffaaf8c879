// Package ui is the face of the website: the frame around every page, its
// style, script and icons, the messages in each language, and the headers that
// keep a browser from doing anything else. It knows no operation, account or
// store; the packages of pages beside it bring those.
//
// A page is a template that defines "content". It is rendered whole in memory,
// so that a fault in it never leaves half a page, and works without script.
// Paths that pages name are below the base URL's own path, which URL puts in
// front; requests come with it.
package ui

import (
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// Options sets up a Site.
type Options struct {
	BaseURL string // public URL of the root, without a final slash; may end in a path
	Brand   string // name shown in header and titles; "" = Toolcrib
	Version string // of the program, shown at the foot; "" = not told
	Log     *slog.Logger

	// Viewer tells who is signed in, for pages that do not say so themselves;
	// nil = nobody ever is.
	Viewer func(*http.Request) *Viewer
}

// Viewer is who is signed in, as far as the frame of a page shows it.
type Viewer struct {
	Login    string // the name signed in with
	Account  string // the account's name
	Role     string // within the account
	Operator bool   // may see /admin
	Locale   string // language of choice, such as hi; "" = as the browser asks
}

// Site makes the pages of one website. It may be used by many at once.
type Site struct {
	opts   Options
	prefix string // path part of the base URL
	secure bool   // the base URL is https
	assets *assets
	base   func() *template.Template
}

// New returns the site. Templates and messages are read when a page is first
// asked for, and panic then where they are broken: a server whose website
// nobody opens does without some megabytes.
func New(opts Options) *Site {
	if opts.Brand == "" {
		opts.Brand = "Toolcrib"
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Site{opts: opts, assets: newAssets()}
	if u, err := url.Parse(opts.BaseURL); err == nil {
		s.prefix, s.secure = strings.TrimSuffix(u.Path, "/"), u.Scheme == "https"
	}
	s.base = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("base").Funcs(s.funcs()).ParseFS(files, "templates/*.html"))
	})
	return s
}

// URL is the path of a page as a link holds it, below the base URL's own path.
// Anything but a path of this site is returned as it is.
func (s *Site) URL(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return path
	}
	return s.prefix + path
}

// Absolute is the whole URL of a page, for what is read outside this site.
func (s *Site) Absolute(path string) string { return s.opts.BaseURL + path }

// Brand is the name of the installation.
func (s *Site) Brand() string { return s.opts.Brand }

// Redirect sends the browser to a path of this site. A path that would leave
// it, such as one that a query brought along, leads home instead.
func (s *Site) Redirect(w http.ResponseWriter, r *http.Request, path string, status int) {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		path = "/"
	}
	s.guard(w.Header(), "", nil)
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, s.prefix+path, status)
}

// Pages reads the templates of a package of pages: each templates/<name>.html
// is a page of that name and defines "content"; those that begin with "_" are
// shared by all of the set. Files in assets/, where there are any, are served
// like this package's own. A template that does not parse panics when its page
// is first asked for.
func (s *Site) Pages(fsys fs.FS) *Set {
	s.assets.add(fsys, "assets")
	shared := sync.OnceValue(func() *template.Template {
		t := template.Must(s.base().Clone())
		if partials, _ := fs.Glob(fsys, "templates/_*.html"); len(partials) > 0 {
			template.Must(t.ParseFS(fsys, partials...))
		}
		return t
	})
	set := &Set{site: s, pages: map[string]func() *template.Template{}}
	names, _ := fs.Glob(fsys, "templates/[^_]*.html")
	for _, name := range names {
		set.pages[strings.TrimSuffix(strings.TrimPrefix(name, "templates/"), ".html")] = sync.OnceValue(func() *template.Template {
			return template.Must(template.Must(shared().Clone()).ParseFS(fsys, name))
		})
	}
	return set
}
