package ui

import (
	"crypto/rand"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// View is what a template sees as its dot.
type View struct {
	Page
	Lang  string // of the reader: en or hi
	Theme string // light or dark; "" = as the system has it
	Nonce string // allows this answer's own scripts and styles

	site  *Site
	query url.Values
}

func (s *Site) view(r *http.Request, page Page) *View {
	return &View{Page: page, Lang: language(r, page.Viewer), Theme: theme(r), Nonce: rand.Text(), site: s, query: r.URL.Query()}
}

// T is a message in the reader's language: {0}, {1} … become the arguments,
// numbers grouped as the reader groups them. Where the message has plural forms
// the first argument chooses.
func (v *View) T(key string, args ...any) string { return catalogue().text(v.Lang, key, args) }

// HTML is T for messages that hold markup. Arguments are escaped.
func (v *View) HTML(key string, args ...any) template.HTML {
	escaped := make([]any, len(args))
	for i, a := range args {
		if escaped[i] = a; !isNumber(a) {
			escaped[i] = template.HTMLEscapeString(fmt.Sprint(a))
		}
	}
	return template.HTML(catalogue().text(v.Lang, key, escaped)) //nolint:gosec // the catalogue is ours
}

// Or is a message where the catalogue has one in the reader's own language,
// else the text: for texts of the registry, which are English.
func (v *View) Or(key, text string) string { return v.site.Message(v.Lang, key, text) }

// Message is a message where a language has one of its own, else the text.
func (s *Site) Message(lang, key, text string) string {
	if m, ok := catalogue().own(lang, key); ok {
		return m.other
	}
	return text
}

// OpName is the title of an operation of that id.
func (v *View) OpName(id string) string { return v.site.OpName(v.Lang, id) }

// OpName is the title of an operation of that id in a language.
func (s *Site) OpName(lang, id string) string { return s.Message(lang, "ops."+id+".name", TitleOf(id)) }

// OpSummary is what an operation does in a few words; text is the registry's.
func (v *View) OpSummary(id, text string) string { return v.site.OpSummary(v.Lang, id, text) }

// OpSummary is what an operation does in a few words, in a language.
func (s *Site) OpSummary(lang, id, text string) string {
	return s.Message(lang, "ops."+id+".summary", text)
}

// spellings are the words of ids that are not written as they are spoken.
var spellings = map[string]string{
	"ai": "AI", "api": "API", "base64": "Base64", "bmi": "BMI", "cron": "cron", "css": "CSS", "csv": "CSV",
	"emi": "EMI", "fd": "FD", "gst": "GST", "html": "HTML", "json": "JSON", "jwt": "JWT", "md5": "MD5",
	"og": "OG", "ppf": "PPF", "qr": "QR", "sip": "SIP", "url": "URL", "uuid": "UUID", "xml": "XML", "yaml": "YAML",
}

// TitleOf makes a title of an id: csv-to-json is "CSV to JSON".
func TitleOf(id string) string {
	words := strings.Split(id, "-")
	for i, w := range words {
		if s := spellings[w]; s != "" {
			words[i] = s
		}
	}
	title := strings.Join(words, " ")
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

// N is a whole number as the reader writes it: 100000 is 100,000 in English
// and 1,00,000 in Hindi.
func (v *View) N(n any) string { return catalogue().number(v.Lang, n) }

// URL is a link to a page of this site.
func (v *View) URL(path string) string { return v.site.URL(path) }

// Absolute is the whole URL of a page of this site.
func (v *View) Absolute(path string) string { return v.site.Absolute(path) }

// Asset is a link to a style, script or picture, named as its file.
func (v *View) Asset(name string) string { return v.site.URL("/assets/" + v.site.assets.hashed(name)) }

// Brand is the name of the installation.
func (v *View) Brand() string { return v.site.opts.Brand }

// Version is the program's.
func (v *View) Version() string { return v.site.opts.Version }

// Languages lists the languages there are.
func (v *View) Languages() []string { return Languages }

// Here tells whether a path of the navigation leads to this page or above it.
func (v *View) Here(path string) bool {
	return v.Path == path || strings.HasPrefix(v.Path, path+"/")
}

// Choose is a link to this page with one more parameter in its query.
func (v *View) Choose(name, value string) string {
	q := maps.Clone(v.query)
	q.Set(name, value)
	return "?" + q.Encode()
}

// With is the view with other data, for a part of a page that is a template
// of its own.
func (v *View) With(data any) *View {
	c := *v
	c.Data = data
	return &c
}

// funcs are the functions that templates have beside the view's methods.
func (s *Site) funcs() template.FuncMap {
	return template.FuncMap{"icon": icon, "dict": dict, "list": func(a ...any) []any { return a }}
}

// dict makes a map of names and values by turns.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("dict: a name without a value")
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		m[name] = pairs[i+1]
	}
	return m, nil
}
