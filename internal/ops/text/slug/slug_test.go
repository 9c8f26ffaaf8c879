package slug

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// plain are the options of the API when nothing is asked for.
func plain() Options {
	return Options{Separator: "-", Lowercase: true, ASCII: true}
}

// with changes the plain options.
func with(change func(*Options)) Options {
	o := plain()
	change(&o)
	return o
}

func unicodeMode(o *Options) { o.ASCII = false }

func in(locale string) func(*Options) {
	return func(o *Options) { o.Locale = language.MustParse(locale) }
}

func makeSlug(t testing.TB, o Options, text string) Result {
	t.Helper()
	r, err := New(o).Make(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTitles compares with slugs made by ICU, of composed and of decomposed
// titles.
func TestTitles(t *testing.T) {
	data, err := os.ReadFile("testdata/titles.tsv")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(data)) {
		title, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		count++
		for _, form := range []norm.Form{norm.NFC, norm.NFD} {
			if got := makeSlug(t, plain(), form.String(title)); got.Slug != want || len(got.Dropped) > 0 {
				t.Errorf("Make(%q).Slug = %q, want %q; dropped %v", title, got.Slug, want, got.Dropped)
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d titles", count)
	}
}

// TestPlain holds what no program at hand agrees on with the contract, by its
// rules: NFKC, apostrophes, ampersand, ISO 15919 where ICU garbles.
func TestPlain(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"only punctuation", " --!?… — ", ""},
		{"junk around", "  ...«Hello»!!!  ", "hello"},
		{"dashes", "a-b‐c‑d‒e–f—g―h−i﹘j－k", "a-b-c-d-e-f-g-h-i-j-k"},
		{"double quotes", "“a” „b“ «c» ‹d› \"e\" ＂f＂", "a-b-c-d-e-f"},
		{"single quotes inside words", "don't don’t don‘t don‛t donʼt don＇t don`t don´t", "dont-dont-dont-dont-dont-dont-dont-dont"},
		{"apostrophe letter", "ŉ L'été", "n-lete"},
		{"Hebrew and Armenian apostrophes", "צה״ל ג׳ורג׳ d՚Art", "zhl-gwrg-dart"},
		{"prime parts", "5′10″", "5-10"},
		{"white space of all kinds", "a\u00A0b\u2003c\u3000d\te\u2028f\u200Bg", "a-b-c-d-e-f-g"},
		{"hidden characters vanish", "co\u00ADop wo\u2060rd \uFEFFx\uFE0F", "coop-word-x"},
		{"joiners do not part", "می\u200cخواهم क्\u200dष ශ්\u200dරී", "mykhwahm-ksa-sri"},
		{"ampersand", "AT&T R&D a & b ＆ &amp;", "at-and-t-r-and-d-a-and-b-and-and-amp"},
		{"names with signs", "C++ C# .NET F# 50% №5", "c-c-net-f-50-no5"},
		{"compatibility forms", "ﬁne Ａｂｃ x² H₂O ™ ⅷ ① ㎏ ﬅ", "fine-abc-x2-h2o-tm-viii-1-kg-st"},
		{"fractions", "½ cup, 2½ cups, ⅓, 10¾″", "1-2-cup-2-1-2-cups-1-3-10-3-4"},
		{"half-width kana", "ｶﾞｷﾞ", "gagi"},
		{"dots", "U.S.A. v1.0.2", "u-s-a-v1-0-2"},
		{"underscore", "snake_case", "snake-case"},
		{"Gurmukhi", "ਪੰਜਾਬ ਦਾ ਇਤਿਹਾਸ, ਸਿੱਖ", "panjaba-da-itihasa-sikkha"},
		{"Sinhala", "ශ්\u200dරී ලංකාව", "sri-lankava"},
		{"Malayalam", "ലോകം വാർത്തകൾ", "lokam-varttakal"},
		{"digits of all scripts", "٢٠٢٤ २०२४ ২০২৪ ௨௦௨௪ ２０２４", "2024-2024-2024-2024-2024"},
		{"Turkish without locale", "İstanbul Iğdır", "istanbul-igdir"},
		{"Hangul syllables parted", "언어 음악 한글", "eon-eo-eum-ag-hangeul"},
		{"upper case of other scripts", "ЩУКА ΘΕΟΣ ÞÓR", "suka-theos-thor"},
		{"not UTF-8", "a\xffb", "a-b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := makeSlug(t, plain(), tt.in).Slug; got != tt.want {
				t.Errorf("Make(%q).Slug = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name     string
		options  Options
		in, want string
	}{
		{"underscore", with(func(o *Options) { o.Separator = "_" }), "Hello, World!", "hello_world"},
		{"dot", with(func(o *Options) { o.Separator = "." }), "a-b_c.d", "a.b.c.d"},
		{"no separator", with(func(o *Options) { o.Separator = "" }), "Hello, World!", "helloworld"},
		{"case kept", with(func(o *Options) { o.Lowercase = false }), "Hello Straße ÄÖ", "Hello-Strasse-AO"},
		{"de", with(in("de")), "Ärger über Öl ÄÖÜ Maß", "aerger-ueber-oel-aeoeue-mass"},
		{"de region", with(in("de-AT")), "A\u0308pfel", "aepfel"},
		{"hi", with(in("hi")), "भारत का संविधान", "bharat-ka-sanvidhan"},
		{"hi region", with(in("hi-IN")), "दिल्ली शहर", "dilli-sahar"},
		{"tr in ASCII", with(in("tr")), "ISPARTA Iğdır İZMİR ılık", "isparta-igdir-izmir-ilik"},
		{"tr preserves and lower-cases", with(func(o *Options) { in("tr")(o); o.Preserve = "." }), "Istanbul 1.0", "istanbul-1.0"},

		{"unicode", with(unicodeMode), "日本語 テキスト", "日本語-テキスト"},
		{"unicode Hindi", with(unicodeMode), "नमस्ते, दुनिया!", "नमस्ते-दुनिया"},
		{"unicode lower case", with(unicodeMode), "ΟΔΟΣ Straße ÉCOLE", "οδος-straße-école"},
		{"unicode decomposed", with(unicodeMode), "E\u0301cole", "école"},
		{"unicode tr", with(func(o *Options) { unicodeMode(o); in("tr")(o) }), "ISPARTA İZMİR", "ısparta-izmir"},
		{"unicode joiners", with(unicodeMode), "می\u200cخواهم", "میخواهم"},
		{"unicode compatibility", with(unicodeMode), "ﬁ ２ ½ ™", "fi-2-1-2-tm"},
		{"unicode ampersand and apostrophe", with(unicodeMode), "L’été & toi", "lété-and-toi"},
		{"unicode mark without letter", with(unicodeMode), "a ¨ \u0301b", "a-b"},
		{"unicode fillers do not show", with(unicodeMode), "a\u3164b\u115Fc", "abc"},

		{"decamelize", with(func(o *Options) { o.Decamelize = true }), "XMLHttpRequest iPhone15Pro parseHTML5", "xml-http-request-i-phone15-pro-parse-html5"},
		{"decamelize other scripts", with(func(o *Options) { o.Decamelize = true }), "приветМир éÉcole x̂Ŷz", "privet-mir-e-ecole-x-yz"},
		{"decamelize names", with(func(o *Options) { o.Decamelize = true }), "O'Neil McDonald", "oneil-mc-donald"},
		{"decamelize marks", with(func(o *Options) { o.Decamelize = true }), "ABx\u0334C\u0334DeF\u0334\u0335g", "a-bx-c-de-fg"},

		{"preserve", with(func(o *Options) { o.Preserve = "+#." }), "C++ & C# on .NET 4.8", "c++-and-c#-on-.net-4.8"},
		{"preserve what other steps change", with(func(o *Options) { o.Preserve = "&'²" }), "AT&T don't x²", "at&t-don't-x²"},
		{"preserve letters", with(func(o *Options) { o.Preserve = "ÄЖ" }), "Ärger Жук Öl", "ärger-жuk-ol"},
		{"preserve decomposed", with(func(o *Options) { o.Preserve = "e\u0301" }), "caf\u00E9 cre\u0300me", "café-creme"},
		{"preserve separator", with(func(o *Options) { o.Preserve = "-/" }), "--a--/b--", "a-/b"},

		{"stop words", with(func(o *Options) { o.RemoveStopWords = true }), "The Lord of the Rings & the Hobbit", "lord-rings-hobbit"},
		{"only stop words", with(func(o *Options) { o.RemoveStopWords = true }), "To and the", "to-and-the"},
		{"stop words in case", with(func(o *Options) { o.RemoveStopWords = true; o.Lowercase = false }), "The Cat AND a Hat", "Cat-Hat"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := makeSlug(t, tt.options, tt.in).Slug; got != tt.want {
				t.Errorf("Make(%q).Slug = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestLength(t *testing.T) {
	tests := []struct {
		name      string
		change    func(*Options)
		limit     int
		in, want  string
		truncated bool
	}{
		{"fits", nil, 11, "Hello World", "hello-world", false},
		{"word left out", nil, 10, "Hello World", "hello", true},
		{"no separator at the end", nil, 6, "Hello World", "hello", true},
		{"first word too long", nil, 3, "Hello World", "hel", true},
		{"nothing later squeezed in", nil, 8, "hello wonderful a", "hello", true},
		{"without separator", func(o *Options) { o.Separator = "" }, 10, "Hello World x", "helloworld", true},
		{"counts what is written", nil, 7, "Щука & я", "suka", true},
		{"clusters whole", unicodeMode, 4, "नमस्ते दुनिया", "नम", true},
		{"last cluster fits", unicodeMode, 6, "नमस्ते दुनिया", "नमस्ते", true},
		{"not even one cluster", unicodeMode, 1, "की", "", true},
		{"astral letters are one each", unicodeMode, 2, "𠀀𠀁𠀂", "𠀀𠀁", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := plain()
			if tt.change != nil {
				tt.change(&o)
			}
			o.MaxLength = tt.limit
			if got := makeSlug(t, o, tt.in); got.Slug != tt.want || got.Truncated != tt.truncated {
				t.Errorf("Make(%q) = %q, %v; want %q, %v", tt.in, got.Slug, got.Truncated, tt.want, tt.truncated)
			}
		})
	}
}

func TestReports(t *testing.T) {
	tests := []struct {
		name           string
		change         func(*Options)
		in             string
		transliterated bool
		dropped        []Dropped
	}{
		{"ASCII", nil, "Hello, World!", false, nil},
		{"diacritics", nil, "Déjà", true, nil},
		{"compatibility only", nil, "ﬁ ²", false, nil},
		{"letters without rendering", nil, "กข Tower ก", false, []Dropped{{'ก', 2}, {'ข', 1}}},
		{"order of the text", nil, "+ก é 🎉 +", true, []Dropped{{'+', 2}, {'ก', 1}, {'🎉', 1}}},
		{"punctuation is a gap", nil, "a—b, «c»… 50% #1 @x", false, nil},
		{"fraction slash is no symbol", nil, "½", false, nil},
		{"emoji parts", nil, "👍🏽 👨\u200d👩 ❤️", false, []Dropped{{'👍', 1}, {'🏽', 1}, {'👨', 1}, {'👩', 1}, {'❤', 1}}},
		{"preserved is not dropped", func(o *Options) { o.Preserve = "+" }, "C++ ©", false, []Dropped{{'©', 1}}},
		{"unicode keeps letters", unicodeMode, "東京 🎉", false, []Dropped{{'🎉', 1}}},
		{"case of the text", unicodeMode, "É €", false, []Dropped{{'€', 1}}},
		{"many marks on nothing", nil, strings.Repeat("\u0301", 100), false, []Dropped{{'\u0301', 100}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := plain()
			if tt.change != nil {
				tt.change(&o)
			}
			got := makeSlug(t, o, tt.in)
			if got.Transliterated != tt.transliterated || !equalDropped(got.Dropped, tt.dropped) {
				t.Errorf("Make(%q) = %v, %c; want %v, %c", tt.in, got.Transliterated, got.Dropped, tt.transliterated, tt.dropped)
			}
		})
	}
}

func equalDropped(a, b []Dropped) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(plain()).Make(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestLinear runs a long text of each kind, which takes a fraction of a second;
// quadratic work would take minutes.
func TestLinear(t *testing.T) {
	units := map[string]string{
		"Vietnamese": "Đường phố ", "Hindi": "नमस्ते ", "Arabic": "بِسْمِ ", "Korean": "언어", "Han": "漢", "marks": "\u0301",
		"letter with many marks": "a" + strings.Repeat("\u0334", 1000), "ampersands": "&", "camels": "aB", "capital marks": "A\u0334",
		"fractions": "1½", "joiners": "\u200d", "sigma": "Σ", "preserved": ".",
	}
	for name, unit := range units {
		text := strings.Repeat(unit, 200_000/len(unit))
		for _, o := range []Options{plain(), with(func(o *Options) {
			o.ASCII, o.Decamelize, o.Preserve, o.MaxLength = false, true, ".Aя漢", 50
		})} {
			start := time.Now()
			makeSlug(t, o, text)
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s took %v", name, took)
			}
		}
	}
}
