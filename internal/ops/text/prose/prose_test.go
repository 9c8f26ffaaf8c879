package prose

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"
)

func words(text string) (list []string) {
	for start, end := range Words(text) {
		list = append(list, text[start:end])
	}
	return list
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, " - & 😀 ": nil,
		"well-known state-of-the-art":     {"well-known", "state-of-the-art"},
		"中文字 and 3 words":                 {"中", "文", "字", "and", "3", "words"},
		"“Don’t!” she said (twice)":       {"Don’t", "she", "said", "twice"},
		"$3.50, C++ and #tag":             {"3.50", "C", "and", "tag"},
		"हिन्दी में लिखो":                 {"हिन्दी", "में", "लिखो"},
		"か\u3099き a漢\uFE00b":              {"か\u3099", "き", "a", "漢\uFE00", "b"},
		"\u0301x e\u0301. می\u200Cخواهم":  {"x", "e\u0301", "می\u200Cخواهم"},
		"\U00010D50\U00010D51 \U000113D1": {"\U00010D50\U00010D51", "\U000113D1"}, // letters of Unicode 16
		"ㄅㄆ 한국어 コーヒー":                     {"ㄅㄆ", "한국어", "コ", "ー", "ヒ", "ー"},
	} {
		if got := words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "...": 0, "no end": 1, "1.": 1,
		"Dr. Smith paid $3.50. He left! Did he?":     3,
		"The quick brown fox. The lazy dog!\n\nFin.": 3,
		"Wait... what? He left.":                     2,
		"“Stop!” she said. (He did.) Then more":      3,
		"J. R. R. Tolkien wrote. At 5 a.m. He slept": 2,
		"He left. 5 apples fell. then none":          2,
		"Chapter one\nIt began":                      1,
		"Chapter one\n \nit began":                   2,
		"यह है। वह है॥ کیا؟ 日本。中国！":                  5,
		"See example.com. Go! V2.0 is out‽ Yes…":     4,
		"Τι κάνεις; Καλά.":                           1,
		"He said No. And left. I said no. Then":      3,
		"A.\r\nB.":                                   1,
		"I like 10a.m. Then":                         1,
		"Dr.\u00A0No!.) x":                           1,
	} {
		if got := Count(text, Options{}).Sentences; got != want {
			t.Errorf("%q: %d sentences, want %d", text, got, want)
		}
	}
	if got := Count("Τι κάνεις; Καλά.", Options{Greek: true}).Sentences; got != 2 {
		t.Errorf("Greek: %d sentences", got)
	}
}

func TestSentenceStarts(t *testing.T) {
	text := "hello dr. Who. “how are you?” 5 apples.\n\nend of e.g. it! ok"
	var got []string
	for at := range SentenceStarts(text) {
		got = append(got, text[at:at+2])
	}
	if want := []string{"he", "Wh", "ho", "5 ", "en", "ok"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBreaks: the official tests of UAX #29.
func TestBreaks(t *testing.T) {
	data, err := os.ReadFile("testdata/breaks.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		var text strings.Builder
		for hex := range strings.FieldsSeq(strings.ReplaceAll(line, "÷", "")) {
			r, err := strconv.ParseUint(hex, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			text.WriteRune(rune(r))
		}
		want := strings.Count(line, "÷") + 1
		if got := Graphemes(text.String()); got != want {
			t.Errorf("%s: %d clusters, want %d", line, got, want)
		}
		if got := Count(text.String(), Options{}).Characters; got != want {
			t.Errorf("%s: %d characters, want %d", line, got, want)
		}
		n++
	}
	if n != 766 {
		t.Errorf("%d tests", n)
	}
}

// TestForm compares with String.prototype.normalize (normal.mjs).
func TestForm(t *testing.T) {
	for _, c := range recorded(t, "normal.jsonl") {
		text := unmarshal[string](t, c[0])
		if got, want := NFC(text), unmarshal[string](t, c[1]); got != want {
			t.Errorf("NFC(%+q) = %+q, want %+q", text, got, want)
		}
		if got, want := Form(text), unmarshal[string](t, c[2]); got != want {
			t.Errorf("Form(%+q) = %s, want %s", text, got, want)
		}
	}
}

// checkCounts holds for any text.
func checkCounts(t interface {
	Helper()
	Errorf(string, ...any)
}, text string) {
	t.Helper()
	c := Count(text, Options{})
	clusters := 0
	for it := graphemes.FromString(text); it.Next(); {
		clusters++
	}
	if c.Characters != clusters || Graphemes(text) != clusters {
		t.Errorf("%+q: %d characters, %d clusters", text, c.Characters, clusters)
	}
	letters := 0
	for _, s := range c.Scripts {
		letters += s.Letters
	}
	switch {
	case c.Letters+c.Digits+c.Spaces+c.Punctuation > c.CodePoints, letters != c.Letters,
		c.CharactersNoSpaces > c.Characters, c.Characters > c.CodePoints, c.CodePoints > c.UTF16, c.UTF16 > c.Bytes,
		c.Emoji > c.CodePoints, c.LongestLine > c.Characters,
		c.Words > c.Letters+c.CodePoints, c.Words != len(words(text)),
		c.Paragraphs > c.Lines-c.BlankLines, c.BlankLines > c.Lines, c.Lines < c.LineBreaks, c.Lines > c.LineBreaks+1:
		t.Errorf("%+q: %+v", text, c)
	}
	end := 0
	for a, b := range Words(text) {
		if a < end || b <= a || b > len(text) || strings.TrimSpace(text[a:b]) != text[a:b] {
			t.Errorf("%+q: a word from %d to %d after %d", text, a, b, end)
		}
		end = b
	}
}

func TestProperties(t *testing.T) {
	char := rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("aA1 .!?,'\"(\r\n\t。।漢かカ한é\u0301\u094Dक\u200D👩🏽🇮\uFE0F\u00A0\u3000")))
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SliceOf(char), 1, 3).Draw(t, "parts")
		var text string
		var sum Counts
		for _, p := range parts {
			line := strings.NewReplacer("\r", " ", "\n", " ").Replace(string(p)) + "\n\n"
			c := Count(line, Options{})
			sum.Characters += c.Characters
			sum.Words += c.Words
			sum.Sentences += c.Sentences
			sum.Paragraphs += c.Paragraphs
			sum.Lines += c.Lines
			text += line
		}
		checkCounts(t, text)
		c := Count(text, Options{})
		if c.Characters != sum.Characters || c.Words != sum.Words || c.Sentences != sum.Sentences ||
			c.Paragraphs != sum.Paragraphs || c.Lines != sum.Lines {
			t.Errorf("%+q: %+v is not the sum of its paragraphs %+v", text, c, sum)
		}
	})
}

// TestLinear: no text takes long.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"a.", "a. ", ". ", "! ", "...", "Dr. ", "A.", "👩\u200D", "\u0301", "🇮", "a\u0301", "\u094Dक", "\u200D", "\r", "\n", "\r\n", "。", "漢", "漢\u0301",
		" \u0301", "\u0600", "ᄀ", "\uFE0F", "1", "#\u20E3", "🏴\U000E0067", "'", "\"", "; ", "\x00", "é", "Σ.",
	} {
		text := strings.Repeat(unit, 250_000/len(unit))
		start := time.Now()
		Count(text, Options{Greek: true})
		Form(text)
		for range Words(text) {
		}
		for range SentenceStarts(text) {
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%q: %v", unit, took)
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", "Dr. Smith paid $3.50. He left!", "क्षत्रिय", "👨‍👩‍👧‍👦 🇮🇳", "a\r\n\r\nb", " \u0301", "\u0600 ", "か\u3099", "1\uFE0F\u20E3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		checkCounts(t, s)
		if Form(s) == "nfc" && NFC(s) != s {
			t.Errorf("%+q is nfc, but NFC is %+q", s, NFC(s))
		}
	})
}
