package lettercase

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"
	"pgregory.net/rapid"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ form, locale, text, want string }{
		{"lower", "und", "HELLO ΟΔΟΣ İ", "hello οδος i\u0307"},
		{"upper", "und", "straße ŉ", "STRASSE ʼN"},
		{"upper", "tr", "istanbul", "İSTANBUL"},
		{"upper", "tr-TR", "istanbul", "İSTANBUL"},
		{"lower", "az-Latn", "ISI", "ısı"},
		{"upper", "el", "Μαΐου ή άνθρωπος", "ΜΑΪΟΥ Ή ΑΝΘΡΩΠΟΣ"},
		{"lower", "lt", "Ìİ", "i\u0307\u0300i\u0307"},
		{"title", "nl", "ijsland 'ijs xij", "IJsland 'IJs Xij"},
		{"title", "und", "they're bill's friends", "They're Bill's Friends"},
		{"title", "und", "2nd FOO-bar_baz", "2nd Foo-Bar_baz"},
		{"title", "und", "ﬁn ǆ ßa", "Fin ǅ Ssa"},
		{"sentence", "und", "hello world", "Hello world"},
		{"sentence", "und", "HELLO. “how ARE you?” fine... 5 apples.\n\n¿qué?", "Hello. “How are you?” Fine... 5 apples.\n\n¿Qué?"},
		{"sentence", "nl", "IJS. ijs", "IJs. IJs"},
		{"capitalize", "und", "they're iPhone users, 2nd ﬁ", "They're IPhone Users, 2nd Fi"},
		{"swap", "und", "Hello ß ǅ", "hELLO SS ǅ"},
		{"swap", "tr", "Iİ iı I\u0307", "ıi İI i"},
		{"swap", "el", "Άνθρωπος", "άΝΘΡΩΠΟΣ"},
		{"alternating", "und", "hello world", "hElLo wOrLd"},
		{"alternating", "und", "e\u0301e\u0301 it's 1a2b3c", "e\u0301E\u0301 iT's 1a2B3c"},
		{"camel", "und", "hello world", "helloWorld"},
		{"camel", "tr", "İLK IŞIK", "ilkIşık"},
		{"pascal", "nl", "ijs beer", "IJsBeer"},
		{"screaming_snake", "und", "straßeBahn", "STRASSE_BAHN"},
		{"screaming_kebab", "und", "hello world", "HELLO-WORLD"},
		{"flat", "und", "Hello World", "helloworld"},
		{"path", "und", "", ""},
		{"snake", "und", "नमस्ते दुनिया", "नमस्ते_दुनिया"},
		{"lower", "und", "\U00010D50\uA7CE\U00016EA0", "\U00010D70\uA7CF\U00016EBB"}, // Unicode 16 and 17
	} {
		if got := New(language.MustParse(c.locale)).Convert(c.form, c.text, Options{}); got != c.want {
			t.Errorf("%s (%s) of %q is %q, want %q", c.form, c.locale, c.text, got, c.want)
		}
	}
}

func TestTitleAP(t *testing.T) {
	caser := New(language.Und)
	for text, want := range map[string]string{
		"the lord of the rings":        "The Lord of the Rings",
		"OF MICE AND MEN":              "Of Mice and Men",
		"what it is up to":             "What It Is up To",
		"“a” up-to-date, via the end!": "“A” up-to-Date, via the End!",
		"to":                           "To",
		"the ":                         "The ",
		"":                             "",
		"$ the $":                      "$ The $",
	} {
		if got := caser.Convert("title", text, Options{AP: true}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSwap compares with Python 3.11 (swap.py).
func TestSwap(t *testing.T) {
	eachLine(t, "swap.jsonl", 1000, func(line []string) {
		if got := New(language.Und).Swap(line[0]); got != line[1] {
			t.Errorf("%q: %q, want %q", line[0], got, line[1])
		}
	})
}

var forms = []string{
	"lower", "upper", "title", "sentence", "capitalize", "camel", "pascal", "snake", "screaming_snake",
	"kebab", "screaming_kebab", "train", "dot", "path", "flat", "swap", "alternating",
}

func checkForms(t interface{ Errorf(string, ...any) }, text string) {
	for _, locale := range []string{"und", "tr", "lt", "el", "nl"} {
		c := New(language.MustParse(locale))
		for _, form := range []string{"lower", "upper"} {
			once := c.Convert(form, text, Options{})
			if twice := c.Convert(form, once, Options{}); twice != once {
				t.Errorf("%s (%s) of %+q is %+q, then %+q", form, locale, text, once, twice)
			}
		}
		for _, o := range []Options{{}, {AP: true, SplitNumbers: true}} {
			for _, form := range forms {
				c.Convert(form, text, o)
			}
		}
	}
	if got := strings.Join(Words(text, true), ""); got != strings.Join(Words(text, false), "") {
		t.Errorf("%+q: words with numbers apart are %+q", text, got)
	}
}

func TestProperties(t *testing.T) {
	ascii := rapid.StringMatching(`[a-zA-Z0-9 _.'-]{0,20}`)
	any := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("aAbΣσ İıIijJ'’-_1\u0301\u0307क\u094D\u200Dßάή"))))
	caser := New(language.Und)
	rapid.Check(t, func(t *rapid.T) {
		checkForms(t, any.Draw(t, "any"))
		text := ascii.Draw(t, "ascii")
		// Not so sentence case: "a. A" becomes "A. A", whose "A." is an initial.
		for _, form := range []string{"title", "capitalize", "snake", "kebab", "dot", "path", "flat"} {
			once := caser.Convert(form, text, Options{})
			if twice := caser.Convert(form, once, Options{}); twice != once {
				t.Errorf("%s of %q is %q, then %q", form, text, once, twice)
			}
		}
		for _, form := range []string{"screaming_snake", "screaming_kebab"} {
			once := caser.Convert(form, text, Options{SplitNumbers: true})
			if twice := caser.Convert(form, once, Options{SplitNumbers: true}); twice != once {
				t.Errorf("%s of %q is %q, then %q", form, text, once, twice)
			}
		}
		if got := caser.Swap(caser.Swap(text)); got != text {
			t.Errorf("%q swapped twice is %q", text, got)
		}
		for _, form := range []string{"lower", "upper", "title", "sentence", "capitalize", "swap", "alternating"} {
			if got := caser.Convert(form, text, Options{}); !strings.EqualFold(got, text) {
				t.Errorf("%s of %q is %q", form, text, got)
			}
		}
		words := Words(text, false)
		if got := Words(caser.Convert("snake", text, Options{}), false); !slices.EqualFunc(got, words, strings.EqualFold) {
			t.Errorf("%q has the words %q, in snake case %q", text, words, got)
		}
	})
}

// TestLinear: no text takes long.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"a.", "a", "A", "aB", "Σ", "Σ'", "ΑΣ\u0301", "'", "\u0301", "I\u0328", "i\u0307", "\u0307", "\u0328", "ή", "η\u0301", "\u0345", "a'", "a’\u0301", "a:", "1,", "👩\u200D", "🇮", "_", "ij", "ſ",
		"a\u200D", "א\"", "\u200D", "ぁ", "ァ", "ก", "a\u00AD",
	} {
		text := strings.Repeat(unit, 60_000/len(unit))
		for _, locale := range []string{"lt", "el"} {
			c := New(language.MustParse(locale))
			for _, form := range forms {
				start := time.Now()
				c.Convert(form, text, Options{AP: true, SplitNumbers: true})
				if took := time.Since(start); took > 2*time.Second {
					t.Errorf("%s (%s) of %q: %v", form, locale, unit, took)
				}
			}
		}
	}
}

func FuzzConvert(f *testing.F) {
	for _, s := range []string{"XMLHttpRequest", "they're", "ΟΔΟΣ ή", "I\u0307i\u0301", "e\u0301cole", "ǅungla ﬁ ß", "версия2Бета"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkForms(t, strings.ToValidUTF8(s, "")) })
}

func BenchmarkConvert(b *testing.B) {
	c := New(language.Und)
	text := strings.Repeat("The quick brown fox – Überfluß, Привет, नमस्ते. ", 18_000)
	for _, form := range forms {
		b.Run(form, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.Convert(form, text, Options{})
			}
		})
	}
}
