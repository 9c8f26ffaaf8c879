package replace_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/regex"
	"toolcrib/internal/ops/text/replace"
)

const limit = 8 << 20

func apply(t interface{ Fatalf(string, ...any) }, text string, rules ...replace.Rule) replace.Result {
	list := make([]*replace.Replacer, len(rules))
	for i, r := range rules {
		var err error
		if list[i], err = replace.New(r); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
	}
	result, err := replace.Apply(context.Background(), text, list, limit, 1000)
	if err != nil {
		t.Fatalf("%q with %+v: %v", text, rules, err)
	}
	return result
}

// letters are few, so that things repeat, and differ in case in every way: by
// length in UTF-8 (ſ, K), not at all, and by a title case.
var letters = []rune("aaAbBkKKsSſéÉßẞǆǅǄ_1 -\u0301😀\n")

func textOf(most int) *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom(letters), 0, most, -1)
}

// sameCharacters compares as the contract says: character by character, by
// simple folding.
func sameCharacters(a, b []rune, ignoreCase bool) bool {
	return slices.EqualFunc(a, b, func(x, y rune) bool {
		for f := x; ignoreCase; {
			if f = unicode.SimpleFold(f); f == y {
				return true
			}
			if f == x {
				break
			}
		}
		return x == y
	})
}

// naive finds the matches of a literal rule by trying every place.
func naive(text string, r replace.Rule) (spans []replace.Span) {
	all, find := []rune(text), []rune(r.Find)
	inWord := func(i int) bool {
		return i >= 0 && i < len(all) && (all[i] == '_' || unicode.IsLetter(all[i]) || unicode.IsNumber(all[i]) || unicode.IsMark(all[i]))
	}
	for i := 0; i+len(find) <= len(all); i++ {
		end := i + len(find)
		if !sameCharacters(all[i:end], find, r.IgnoreCase) || r.WholeWord && (inWord(i-1) || inWord(end)) {
			continue
		}
		start := len(string(all[:i]))
		spans = append(spans, replace.Span{Start: start, End: start + len(string(all[i:end]))})
		i = end - 1
	}
	return spans
}

// TestLiteral compares with naive search, and checks that putting the
// replacement at the positions by hand gives the text.
func TestLiteral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			r := replace.Rule{Replace: textOf(3).Draw(t, "replace"), IgnoreCase: rapid.Bool().Draw(t, "ignore"), WholeWord: rapid.Bool().Draw(t, "word")}
			r.Find = rapid.StringOfN(rapid.SampledFrom(letters), 1, 4, -1).Draw(t, "find")
			text := textOf(40).Draw(t, "text")
			if rapid.Bool().Draw(t, "periodic") {
				text = strings.Repeat(textOf(3).Draw(t, "period"), 8) + text
				r.Find = strings.Repeat(r.Find, rapid.IntRange(1, 3).Draw(t, "times"))
			}
			result := apply(t, text, r)
			want := naive(text, r)
			if !slices.Equal(result.Spans, want) || result.Counts[0] != len(want) {
				t.Fatalf("%+v in %q: %v, want %v", r, text, result.Spans, want)
			}
			var b strings.Builder
			end := 0
			for _, s := range result.Spans {
				b.WriteString(text[end:s.Start] + r.Replace)
				end = s.End
			}
			if b.WriteString(text[end:]); b.String() != result.Text {
				t.Fatalf("%+v in %q: %q, by hand %q", r, text, result.Text, b.String())
			}
		}
	})
}

// TestLiteralIsThePattern: a literal rule finds what its text as a pattern,
// escaped, finds.
func TestLiteralIsThePattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			r := replace.Rule{Find: rapid.StringOfN(rapid.SampledFrom(letters), 1, 3, -1).Draw(t, "find"), Replace: "<>"}
			r.IgnoreCase, r.WholeWord = rapid.Bool().Draw(t, "ignore"), rapid.Bool().Draw(t, "word")
			r.Max, r.Occurrence = rapid.IntRange(0, 2).Draw(t, "max"), rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "occurrence")
			pattern := r
			pattern.Regex = true
			pattern.Find = strings.NewReplacer("-", `\-`, "\n", `\n`).Replace(r.Find)
			text := textOf(40).Draw(t, "text")
			if a, b := apply(t, text, r), apply(t, text, pattern); a.Text != b.Text || !slices.Equal(a.Spans, b.Spans) {
				t.Fatalf("%+v in %q: %+v, as a pattern %+v", r, text, a, b)
			}
		}
	})
}

// piece is a character with the range of the input that it comes from.
type piece struct {
	char rune
	from replace.Span
}

// TestOrigins carries the origin of every character along through several
// rules and compares the places of later matches.
func TestOrigins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			text := textOf(30).Draw(t, "text")
			var pieces []piece
			for i, c := range text {
				pieces = append(pieces, piece{c, replace.Span{Start: i, End: i + utf8.RuneLen(c)}})
			}
			var rules []replace.Rule
			var want []replace.Span
			for range rapid.IntRange(1, 4).Draw(t, "rules") {
				r := replace.Rule{Find: rapid.StringOfN(rapid.SampledFrom(letters), 1, 2, -1).Draw(t, "find"), Replace: textOf(3).Draw(t, "replace"), IgnoreCase: true}
				rules = append(rules, r)
				var spans []replace.Span
				pieces, spans = replacePieces(pieces, r)
				want = append(want, spans...)
			}
			result := apply(t, text, rules...)
			var b strings.Builder
			for _, p := range pieces {
				b.WriteRune(p.char)
			}
			if result.Text != b.String() || !slices.Equal(result.Spans, want) {
				t.Fatalf("%+v in %q: %+v, want %q at %v", rules, text, result, b.String(), want)
			}
		}
	})
}

func replacePieces(pieces []piece, r replace.Rule) (out []piece, spans []replace.Span) {
	var chars []rune
	for _, p := range pieces {
		chars = append(chars, p.char)
	}
	n := utf8.RuneCountInString(r.Find)
	for i := 0; i < len(pieces); {
		if i+n > len(pieces) || !sameCharacters(chars[i:i+n], []rune(r.Find), r.IgnoreCase) {
			out = append(out, pieces[i])
			i++
			continue
		}
		from := replace.Span{Start: pieces[i].from.Start, End: pieces[i+n-1].from.End}
		spans = append(spans, from)
		for _, c := range r.Replace {
			out = append(out, piece{c, from})
		}
		i += n
	}
	return out, spans
}

func TestPreserveCase(t *testing.T) {
	for _, c := range []struct{ match, replacement, want string }{
		{"cat", "Dog", "dog"}, {"CAT", "dog", "DOG"}, {"Cat", "dog", "Dog"}, {"cAt", "doG", "doG"}, {"Cat", "the dog", "The Dog"},
		{"C", "dog", "Dog"}, {"C1", "dog", "Dog"}, {"c", "DOG", "dog"}, {"Big Cat", "small dog", "Small Dog"}, {"Big cat", "small dog", "small dog"},
		{"CATS'", "dogs'", "DOGS'"}, {"It's", "they're", "They're"}, {"12", "Dog", "Dog"}, {"नमस्ते", "Dog", "Dog"}, {"STRASSE", "weiß", "WEISS"},
		{"ΟΔΟΣ", "λόγος", "ΛΌΓΟΣ"}, {"οδος", "ΛΌΓΟΣ", "λόγος"}, {"Ǆ", "x", "X"}, {"ǅ", "xy", "Xy"},
	} {
		if got := apply(t, "<"+c.match+">", replace.Rule{Find: c.match, Replace: c.replacement, PreserveCase: true}).Text; got != "<"+c.want+">" {
			t.Errorf("%s for %s gives %s, want %s", c.replacement, c.match, got, c.want)
		}
	}
	if got := apply(t, "a Ab AB", replace.Rule{Find: `(a)(b)?`, Replace: "$1$2$2", Regex: true, IgnoreCase: true, PreserveCase: true}).Text; got != "a Abb ABB" {
		t.Errorf("groups give %s", got)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		rule        replace.Rule
		field, code string
	}{
		{replace.Rule{Find: "(", Regex: true}, "find", regex.CodeInvalid},
		{replace.Rule{Find: "a(?!b)", Regex: true}, "find", regex.CodeUnsupported},
		{replace.Rule{Find: "(a)", Replace: "$2", Regex: true}, "replace", regex.CodeUnknownGroup},
	} {
		_, err := replace.New(c.rule)
		var at *replace.FieldError
		var e *regex.Error
		if !errors.As(err, &at) || at.Field != c.field || !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%+v: %v", c.rule, err)
		}
	}
	if _, err := replace.New(replace.Rule{Find: "(?!", Replace: "$9"}); err != nil {
		t.Errorf("a literal rule: %v", err)
	}
}

// TestExpansion: what would be too large is refused before it takes the memory.
func TestExpansion(t *testing.T) {
	text, long := strings.Repeat("a", 1_000_000), strings.Repeat("b", 1_000_000)
	for name, rules := range map[string][]replace.Rule{
		"literal":           {{Find: "a", Replace: long}},
		"pattern":           {{Find: "a*", Replace: strings.Repeat("$&", 20), Regex: true}},
		"doubling":          slices.Repeat([]replace.Rule{{Find: "a", Replace: "aa"}}, 100),
		"then made smaller": {{Find: "a", Replace: "bbbbbbbbbb"}, {Find: "b", Replace: ""}},
	} {
		var list []*replace.Replacer
		for _, r := range rules {
			one, err := replace.New(r)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, one)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := replace.Apply(context.Background(), text, list, limit, 1000)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, replace.ErrOutput) || n > 16*limit {
			t.Errorf("%s: %v, %d bytes", name, err, n)
		}
	}
	if got := apply(t, text, replace.Rule{Find: "a", Replace: "bbbbbbbb"}); len(got.Text) != 8_000_000 {
		t.Errorf("%d bytes", len(got.Text))
	}
}

// hostile rules over a megabyte that repeats: matches everywhere, and long texts
// that almost match everywhere.
var hostile = map[string]replace.Rule{
	"dense":         {Find: "a", Replace: "a", WholeWord: true, IgnoreCase: true},
	"long, almost":  {Find: strings.Repeat("a ", 100_000) + "b", IgnoreCase: true},
	"long, no word": {Find: strings.Repeat("a ", 100_000), WholeWord: true},
}

// TestHundredRules runs the densest rule a hundred times and the others a few
// times; a computer that does nothing else takes less than 2 seconds for each,
// and the bound leaves room for others.
func TestHundredRules(t *testing.T) {
	text := strings.Repeat("a ", 500_000)
	for name, rule := range hostile {
		times := map[bool]int{false: 5, true: 100}[name == "dense"]
		start := time.Now()
		apply(t, text, slices.Repeat([]replace.Rule{rule}, times)...)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, rule := range []replace.Rule{{Find: "a"}, {Find: "a", IgnoreCase: true}, {Find: "a", Regex: true}} {
		r, err := replace.New(rule)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replace.Apply(ctx, "aaa", []*replace.Replacer{r}, limit, 1000); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", rule, err)
		}
	}
}

func TestSpansAreBounded(t *testing.T) {
	text := strings.Repeat("ab", 1000)
	result := apply(t, text, replace.Rule{Find: "a", Replace: "xx", Max: 990}, replace.Rule{Find: "b", Replace: ""}, replace.Rule{Find: "x", Replace: "a"})
	if len(result.Spans) != 1000 || !slices.Equal(result.Counts, []int{990, 1000, 1980}) || result.Spans[999] != (replace.Span{Start: 19, End: 20}) {
		t.Errorf("%d spans, %v, %v", len(result.Spans), result.Counts, result.Spans[999])
	}
}

// FuzzApply: rules that can be made ready can be applied, and places are in the
// text, in order for each rule.
func FuzzApply(f *testing.F) {
	f.Add("a.b a.b", "a.b", "x", uint8(0))
	f.Add("John Smith", `(\w+) (\w+)`, "$2, $1", uint8(1))
	f.Add("cat Cat CAT ſ K", "CAT", "dog", uint8(14))
	f.Add("aaxa", "x*", "-$&-", uint8(1))
	f.Fuzz(func(t *testing.T, text, find, replacement string, flags uint8) {
		if find == "" || !utf8.ValidString(text) || !utf8.ValidString(find) || !utf8.ValidString(replacement) {
			return
		}
		bit := func(n int) bool { return flags>>n&1 != 0 }
		rule := replace.Rule{Find: find, Replace: replacement, Regex: bit(0), IgnoreCase: bit(1), WholeWord: bit(2), PreserveCase: bit(3), Multiline: bit(4), DotAll: bit(5)}
		r, err := replace.New(rule)
		if err != nil {
			return
		}
		result, err := replace.Apply(context.Background(), text, []*replace.Replacer{r, r}, 1<<16, 1000)
		if errors.Is(err, replace.ErrOutput) {
			return
		}
		if err != nil || !utf8.ValidString(result.Text) {
			t.Fatalf("%+v in %q: %v", rule, text, err)
		}
		end := 0
		for i, s := range result.Spans {
			if i == result.Counts[0] {
				end = 0
			}
			if s.Start < 0 || s.End < s.Start || s.End > len(text) || i < result.Counts[0] && s.Start < end {
				t.Fatalf("%+v in %q: %v", rule, text, result.Spans)
			}
			end = s.End
		}
	})
}

func BenchmarkApply(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over é the lazy dog 2026-01-02 john@example.com, \U0001F600\n", 12_000)
	for name, rule := range map[string]replace.Rule{
		"literal":       {Find: "fox", Replace: "cat"},
		"any_case":      {Find: "FOX", Replace: "cat", IgnoreCase: true},
		"whole_word":    {Find: "fox", Replace: "cat", WholeWord: true},
		"preserve_case": {Find: "FOX", Replace: "cat", IgnoreCase: true, PreserveCase: true},
		"pattern":       {Find: `\d+`, Replace: "<$&>", Regex: true},
	} {
		r, err := replace.New(rule)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := replace.Apply(context.Background(), text, []*replace.Replacer{r}, limit, 1000); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for name, rule := range hostile {
		r, err := replace.New(rule)
		if err != nil {
			b.Fatal(err)
		}
		text := strings.Repeat("a ", 500_000)
		b.Run(fmt.Sprint("hundred rules, ", name), func(b *testing.B) {
			for b.Loop() {
				if _, err := replace.Apply(context.Background(), text, slices.Repeat([]*replace.Replacer{r}, 100), limit, 1000); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
