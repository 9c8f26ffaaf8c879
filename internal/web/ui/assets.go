package ui

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed templates css js messages img
var files embed.FS

// assets are the files that pages link to, by the name of their content, so
// that browsers may keep them for ever.
type assets struct {
	mu     sync.RWMutex
	byName map[string]string // app.css → app.1f….css
	bodies map[string][]byte // by the hashed name
}

// newAssets takes this package's own. favicon.png is favicon.svg as a browser
// draws it on 64 by 64 pixels: a page of that picture alone, by
// chromium --headless --window-size=64,64 --default-background-color=00000000 --screenshot.
func newAssets() *assets {
	a := &assets{byName: map[string]string{}, bodies: map[string][]byte{}}
	a.put("app.css", concatenated("css/*.css"))
	a.put("app.js", concatenated("js/*.js"))
	a.add(files, "img")
	return a
}

// concatenated joins the files of a pattern in the order of their names.
func concatenated(pattern string) []byte {
	var b bytes.Buffer
	names, _ := fs.Glob(files, pattern)
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("ui: " + err.Error())
		}
		b.Write(text)
	}
	return b.Bytes()
}

// add takes the files of a folder, if there is one.
func (a *assets) add(fsys fs.FS, dir string) {
	names, _ := fs.Glob(fsys, dir+"/*.*")
	for _, name := range names {
		body, err := fs.ReadFile(fsys, name)
		if err != nil {
			panic("ui: " + err.Error())
		}
		a.put(path.Base(name), body)
	}
}

func (a *assets) put(name string, body []byte) {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byName[name] != "" && a.byName[name] != hashed {
		panic("ui: two assets called " + name)
	}
	a.byName[name], a.bodies[hashed] = hashed, body
}

// hashed is the name under which a file is served. It panics on one that is
// not there: the template names a wrong file.
func (a *assets) hashed(name string) string {
	a.mu.RLock()
	defer a.mu.RUnlock()
	h, ok := a.byName[name]
	if !ok {
		panic("ui: no asset called " + name)
	}
	return h
}

// Handler serves the files that pages link to, below /assets/. The base's path
// may be stripped or not.
func (s *Site) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		s.assets.mu.RLock()
		body, ok := s.assets.bodies[name]
		s.assets.mu.RUnlock()
		s.guard(w.Header(), "", nil)
		if !ok {
			http.Error(w, "Not found.", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", mediaType(name))
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		send(w, r, http.StatusOK, body)
	})
}

// mediaType does not ask the system's table, which differs from place to place.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	return mime.TypeByExtension(path.Ext(name))
}
