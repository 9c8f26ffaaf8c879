package slug

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// anyText draws text of the scripts that have rules, with signs and marks.
func anyText() *rapid.Generator[string] {
	char := rapid.OneOf(
		rapid.Rune(),
		rapid.Int32Range(0x20, 0x7E), rapid.Int32Range(0x20, 0x7E),
		rapid.Int32Range(0xA0, 0x24F), rapid.Int32Range(0x2B0, 0x6FF), rapid.Int32Range(0x900, 0xDFF),
		rapid.Int32Range(0x1E00, 0x214F), rapid.Int32Range(0x3040, 0x31FF), rapid.Int32Range(0xAC00, 0xD7A3),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOf(char).Draw(t, "chars"))
	})
}

func anyOptions() *rapid.Generator[Options] {
	return rapid.Custom(func(t *rapid.T) Options {
		o := Options{
			Separator:       rapid.SampledFrom([]string{"-", "_", ".", ""}).Draw(t, "separator"),
			Lowercase:       rapid.Bool().Draw(t, "lowercase"),
			ASCII:           rapid.Bool().Draw(t, "ascii"),
			MaxLength:       rapid.SampledFrom([]int{0, 1, 2, 5, 20}).Draw(t, "length"),
			Decamelize:      rapid.Bool().Draw(t, "decamelize"),
			RemoveStopWords: rapid.Bool().Draw(t, "stop words"),
		}
		in(rapid.SampledFrom([]string{"und", "de", "tr", "hi"}).Draw(t, "locale"))(&o)
		return o
	})
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, o := anyText().Draw(t, "text"), anyOptions().Draw(t, "options")
		checkSlug(t, o, text)
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSlug holds for any text: the alphabet, the separators and the length
// are as promised, and equivalent text has the same slug.
func checkSlug(t failer, o Options, text string) {
	t.Helper()
	m := New(o)
	r, err := m.Make(context.Background(), text)
	if err != nil {
		t.Fatalf("Make(%q): %v", text, err)
	}
	for _, c := range r.Slug {
		if !strings.ContainsRune(o.Separator, c) && !allowed(c, o) {
			t.Fatalf("Make(%q).Slug = %q has %q", text, r.Slug, c)
		}
	}
	if s := o.Separator; s != "" && (strings.HasPrefix(r.Slug, s) || strings.HasSuffix(r.Slug, s) || strings.Contains(r.Slug, s+s)) {
		t.Fatalf("Make(%q).Slug = %q has a stray separator", text, r.Slug)
	}
	if o.MaxLength > 0 && utf8.RuneCountInString(r.Slug) > o.MaxLength {
		t.Fatalf("Make(%q).Slug = %q is longer than %d", text, r.Slug, o.MaxLength)
	}
	if !utf8.ValidString(text) {
		return
	}
	if d, _ := m.Make(context.Background(), norm.NFD.String(text)); d.Slug != r.Slug {
		t.Fatalf("Make(%q).Slug = %q, decomposed %q", text, r.Slug, d.Slug)
	}
}

func allowed(c rune, o Options) bool {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	if o.ASCII {
		return lower || digit || upper && !o.Lowercase
	}
	return lower || digit || c >= utf8.RuneSelf && unicode.In(c, unicode.L, unicode.N, unicode.M) || upper && !o.Lowercase
}

// TestIdempotent: an ASCII slug is its own slug, with the options it was made
// with.
func TestIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := anyOptions().Draw(t, "options")
		o.ASCII, o.Lowercase = true, true
		m := New(o)
		first, _ := m.Make(context.Background(), anyText().Draw(t, "text"))
		again, _ := m.Make(context.Background(), first.Slug)
		if again.Slug != first.Slug || again.Truncated || again.Transliterated || len(again.Dropped) > 0 {
			t.Fatalf("the slug of %q is %+v", first.Slug, again)
		}
	})
}

// TestCut: a cut keeps whole grapheme clusters, as many as fit.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, limit := anyText().Draw(t, "word"), rapid.IntRange(0, 12).Draw(t, "limit")
		got := cut(word, limit)
		want := ""
		for _, cluster := range clusters(word) {
			if utf8.RuneCountInString(want+cluster) > limit {
				break
			}
			want += cluster
		}
		if got != want || !slices.Equal(clusters(got), clusters(word)[:len(clusters(got))]) {
			t.Fatalf("cut(%q, %d) = %q, want %q", word, limit, got, want)
		}
	})
}

func clusters(s string) (list []string) {
	for it := graphemes.FromString(s); it.Next(); {
		list = append(list, it.Value())
	}
	return list
}

func FuzzMake(f *testing.F) {
	for _, seed := range []string{"", "Déjà Vu — Café & Crème", "नमस्ते", "don’t", "2½", "언어", "می\u200cخواهم", "👨\u200d👩", "\u0301a\u0301", "XMLHttp", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkSlug(t, plain(), text)
		checkSlug(t, with(func(o *Options) { o.ASCII, o.Decamelize, o.MaxLength = false, true, 7 }), text)
	})
}
