package translit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// supported draws text mostly from the scripts that have rules.
func supported() *rapid.Generator[string] {
	char := rapid.OneOf(
		rapid.Rune(),
		rapid.Int32Range(0x20, 0x24F),
		rapid.Int32Range(0x300, 0x6FF),
		rapid.Int32Range(0x900, 0xDFF),
		rapid.Int32Range(0x1F00, 0x206F),
		rapid.Int32Range(0x3040, 0x31FF),
		rapid.Int32Range(0xAC00, 0xD7A3),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOf(char).Draw(t, "chars"))
	})
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := supported().Draw(t, "in")
		loc := rapid.SampledFrom([]Locale{Und, De, Tr, Hi}).Draw(t, "locale")
		checkProperties(t, in, loc)
	})
}

// checkProperties holds for any text: the result is valid UTF-8, its characters
// outside ASCII are exactly those reported as kept, and canonically equivalent
// input has the same result.
func checkProperties(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, in string, loc Locale) {
	t.Helper()
	got := Convert(in, loc)
	if !utf8.ValidString(got.Text) {
		t.Fatalf("Convert(%q).Text = %q is not UTF-8", in, got.Text)
	}
	rest := got.Text
	for _, k := range got.Kept {
		if k.Char < utf8.RuneSelf || strings.Count(rest, string(k.Char)) != k.Count {
			t.Fatalf("Convert(%q) = %q: kept %q is reported %d times", in, got.Text, k.Char, k.Count)
		}
		rest = strings.ReplaceAll(rest, string(k.Char), "")
	}
	if !isASCII(rest) {
		t.Fatalf("Convert(%q) = %q: %q is not reported as kept", in, got.Text, rest)
	}
	if isASCII(in) && got.Text != in {
		t.Fatalf("Convert(%q) = %q changes ASCII", in, got.Text)
	}
	if utf8.ValidString(in) {
		if d := ASCII(norm.NFD.String(in), loc); d != got.Text {
			t.Fatalf("ASCII(%q) = %q, decomposed %q", in, got.Text, d)
		}
	}
}

func FuzzASCII(f *testing.F) {
	for _, seed := range []string{
		"", "Déjà Vu", "ὑϊὸς ᾍδης ΑὙΤΌΣ", "Привіт", "بِسْمِ ٱللَّهِ", "בְּרֵאשִׁית",
		"서울 ㅋㅋ", "キャッチー いすゞ", "भारत क़्या अ्या", "ਸਿੱਖ ਪੰਜਾਬ", "കൊച്ചി ൻ", "ශ්\u200dරී", "漢字 🎉", "\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, loc := range []Locale{Und, De, Tr, Hi} {
			checkProperties(t, in, loc)
		}
	})
}

// BenchmarkASCII measures megabytes of one script each, hostile ones included.
func BenchmarkASCII(b *testing.B) {
	for name, unit := range map[string]string{
		"latin": "Đường phố ", "greek": "Ὀλίγοι ἔμφονες ", "cyrillic": "Привет мир ",
		"arabic": "بِسْمِ اللَّهِ ", "hangul": "안녕하세요 ", "kana": "キャッチボール ", "devanagari": "नमस्ते दुनिया ",
		"han": "漢字", "marks": "\u0301", "vowels": "α", "rough": "αἁ",
	} {
		text := strings.Repeat(unit, 1_000_000/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ASCII(text, Und)
			}
		})
	}
}
