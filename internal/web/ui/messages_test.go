package ui

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

// ofRegistry tells of texts whose English is the registry's, or follows from an id.
func ofRegistry(key string) bool {
	return strings.HasPrefix(key, "ops.") || strings.HasPrefix(key, "problems.")
}

func TestLanguagesSayTheSame(t *testing.T) {
	c := messages()
	holes := regexp.MustCompile(`\{\d\}|</?\w+`)
	in := func(f form) []string {
		found := holes.FindAllString(f.other, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for key, en := range c.forms["en"] {
		hi, ok := c.own("hi", key)
		switch {
		case !ok && !ofRegistry(key):
			t.Errorf("hi lacks %s", key)
		case ok && !slices.Equal(in(en), in(hi)):
			t.Errorf("%s has %v in English and %v in Hindi", key, in(en), in(hi))
		case ok && (en.one == "") != (hi.one == ""):
			t.Errorf("%s has plural forms in one language only", key)
		}
	}
	for key := range c.forms["hi"] {
		if _, ok := c.own("en", key); !ok && !ofRegistry(key) {
			t.Errorf("en lacks %s", key)
		}
	}
}

// Hindi is written in its own script: a message without any of it was forgotten,
// unless it is a name.
func TestHindiIsHindi(t *testing.T) {
	names := regexp.MustCompile(`^[A-Z0-9][\w .+#-]*$|^\{0\}$|^[^\p{L}]*$`)
	for key, f := range messages().forms["hi"] {
		devanagari := regexp.MustCompile(`\p{Devanagari}`).MatchString(f.other)
		if !devanagari && !names.MatchString(f.other) {
			t.Errorf("%s is not Hindi: %q", key, f.other)
		}
	}
}

// Names and summaries belong to operations that are there.
func TestNamesBelongToTools(t *testing.T) {
	for _, lang := range Languages {
		for key := range messages().forms[lang] {
			if name, ok := strings.CutPrefix(key, "ops."); ok {
				if id, _, _ := strings.Cut(name, "."); op.Find(id) == nil {
					t.Errorf("%s: there is no operation %s", lang, id)
				}
			}
		}
	}
}

// TestEveryKeyIsThere looks through all pages of the site for messages by
// their full name.
func TestEveryKeyIsThere(t *testing.T) {
	c := messages()
	uses := regexp.MustCompile(`(?:\.T|\.HTML|\.T\(r,) "([a-z_]+\.[a-z0-9_.]+)"`)
	found := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || filepath.Ext(name) != ".go" && filepath.Ext(name) != ".html" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			found++
			if _, ok := c.own("en", m[1]); !ok {
				t.Errorf("%s says %s, which is in no catalogue", name, m[1])
			}
		}
		return nil
	})
	if err != nil || found < 50 {
		t.Errorf("%d messages found: %v", found, err)
	}
}

func TestText(t *testing.T) {
	c := &catalog{forms: map[string]map[string]form{
		"en": {"a.files": {"{0} file of {1}", "{0} files of {1}"}, "a.only": {other: "English"}},
		"hi": {"a.files": {"{1} की {0} फ़ाइल", "{1} की {0} फ़ाइलें"}},
	}, printers: messages().printers}
	for _, s := range []struct {
		lang, key string
		args      []any
		want      string
	}{
		{"en", "a.files", []any{1, "Asha"}, "1 file of Asha"},
		{"en", "a.files", []any{0, "Asha"}, "0 files of Asha"},
		{"en", "a.files", []any{100000, "Asha"}, "100,000 files of Asha"},
		// CLDR: in Hindi 0 and 1 take the form "one", and digits are grouped by lakh.
		{"hi", "a.files", []any{0, "आशा"}, "आशा की 0 फ़ाइल"},
		{"hi", "a.files", []any{1, "आशा"}, "आशा की 1 फ़ाइल"},
		{"hi", "a.files", []any{int64(12345678), "आशा"}, "आशा की 1,23,45,678 फ़ाइलें"},
		{"en", "a.files", []any{2, "{0}"}, "2 files of {0}"}, // an argument is no message
		{"hi", "a.only", nil, "English"},
		{"hi", "a.none", nil, "a.none"},
	} {
		if got := c.text(s.lang, s.key, s.args); got != s.want {
			t.Errorf("%s %s %v: %q; want %q", s.lang, s.key, s.args, got, s.want)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for id, want := range map[string]string{
		"csv-to-json": "CSV to JSON", "bmi-calculator": "BMI calculator", "word-counter": "Word counter", "qr-code-generator": "QR code generator",
	} {
		if got := TitleOf(id); got != want {
			t.Errorf("%s: %q; want %q", id, got, want)
		}
	}
}
