package ui

import (
	"net/http"
	"slices"
	"strings"

	xlanguage "golang.org/x/text/language"
)

// Languages are those the site speaks; the first is that of who asks for none
// of them.
var Languages = []string{"en", "hi"}

// Tags of the same order.
var (
	tags    = []xlanguage.Tag{xlanguage.English, xlanguage.Hindi}
	matcher = xlanguage.NewMatcher(tags)
)

// Language chooses the reader's language: ?lang, else the cookie, else the
// locale of who is signed in, else what the browser asks for.
func (s *Site) Language(r *http.Request) string { return language(r, s.viewer(r)) }

// viewer is who is signed in, nil = nobody.
func (s *Site) viewer(r *http.Request) *Viewer {
	if s.opts.Viewer == nil {
		return nil
	}
	return s.opts.Viewer(r)
}

func language(r *http.Request, viewer *Viewer) string {
	if q := r.URL.Query().Get("lang"); slices.Contains(Languages, q) {
		return q
	}
	if c, err := r.Cookie("lang"); err == nil && slices.Contains(Languages, c.Value) {
		return c.Value
	}
	if viewer != nil && slices.Contains(Languages, viewer.Locale) {
		return viewer.Locale
	}
	wanted, _, err := xlanguage.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(wanted) == 0 {
		return Languages[0]
	}
	_, i, _ := matcher.Match(wanted...)
	return Languages[i]
}

// T is a message in the language of who asks, for titles and the like.
func (s *Site) T(r *http.Request, key string, args ...any) string {
	return catalogue().text(s.Language(r), key, args)
}

// Or is a message where the language of who asks has one, else the text.
func (s *Site) Or(r *http.Request, key, text string) string {
	return s.Message(s.Language(r), key, text)
}

// theme is the reader's choice of light or dark, "" = the system's.
func theme(r *http.Request) string {
	if c, err := r.Cookie("theme"); err == nil && (c.Value == "light" || c.Value == "dark") {
		return c.Value
	}
	return ""
}

// choose keeps a language (?lang) or theme (?_theme, as tools have fields called
// theme) that the query asks for. A theme leaves the address again, by a
// redirect, and choose is true; a language stays in it, as the page in another
// language is another page.
func (s *Site) choose(w http.ResponseWriter, r *http.Request) (redirected bool) {
	q := r.URL.Query()
	if lang := q.Get("lang"); slices.Contains(Languages, lang) {
		s.keep(w, "lang", lang)
	}
	wanted := q.Get("_theme")
	if !slices.Contains([]string{"light", "dark", "system"}, wanted) || r.Method != http.MethodGet {
		return false
	}
	s.keep(w, "theme", wanted)
	q.Del("_theme")
	path := strings.TrimPrefix(r.URL.EscapedPath(), s.prefix)
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	s.Redirect(w, r, path, http.StatusSeeOther)
	return true
}

// keep remembers a choice of appearance for a year. The script sets the same
// cookies, so they are not hidden from it.
func (s *Site) keep(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: s.prefix + "/", MaxAge: 365 * 24 * 3600,
		SameSite: http.SameSiteLaxMode, Secure: s.secure})
}
