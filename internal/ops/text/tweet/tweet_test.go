package tweet

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/prose"
)

// TestTweets compares with twitter-text 3.1.0 (tweets.mjs).
func TestTweets(t *testing.T) {
	f, err := os.Open("testdata/tweets.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var text string
		var weighted int
		var valid bool
		var urls []string
		if err := json.Unmarshal(lines.Bytes(), &[]any{&text, &weighted, &valid, &urls}); err != nil {
			t.Fatal(err)
		}
		var found []string
		normal := prose.NFC(text)
		for _, u := range findURLs(normal) {
			found = append(found, normal[u.start:u.end])
		}
		if !slices.Equal(found, urls) {
			t.Errorf("%q: URLs %q, want %q", text, found, urls)
		}
		if l := Measure(text); l.Weighted != weighted || l.Valid != valid || l.URLs != len(urls) {
			t.Errorf("%q: %+v, want %d %v", text, l, weighted, valid)
		}
	}
	if n < 4000 {
		t.Errorf("%d cases", n)
	}
}

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		name, text string
		weighted   int
		urls       int
		valid      bool
	}{
		{"empty", "", 0, 0, false},
		{"contract 3.3, example 1", "👨‍👩‍👧‍👦 family 🇮🇳", 12, 0, true},
		{"example 6, quotes and ellipsis", "“quoted” – dash…", 17, 0, true},
		{"example 6, URL", "example.com", 23, 1, true},
		{"example 6, decomposed", strings.Repeat("e\u0301", 10), 10, 0, true},
		{"ranges", "\u10FF\u1100\u1FFF\u2000\u200D\u200E\u2010\u201F\u2020\u2032\u2037\u2038", 17, 0, true},
		{"the limit", strings.Repeat("a", 280), 280, 0, true},
		{"beyond", strings.Repeat("a", 281), 281, 0, false},
		{"ideographs", strings.Repeat("漢", 140), 280, 0, true},
		{"marks are not reordered away", "a" + strings.Repeat("\u0301", 100), 100, 0, true},
		{"byte order mark", "a\uFEFF", 3, 0, false},
		{"emoji since twitter-text", "🫩", 2, 0, true},
		{"its sequences", "🐦‍🔥🧑‍🧑‍🧒", 4, 0, true},
		{"no flag", "🇽🇽", 4, 0, true},
		{"long URL", "https://example.com/" + strings.Repeat("a", 200), 23, 1, true},
		{"URL in brackets", "(see example.com/a_(b).)", 30, 1, true},
		{"mail", "me@example.com", 14, 0, true},
	} {
		if l := Measure(c.text); l.Weighted != c.weighted || l.URLs != c.urls || l.Valid != c.valid {
			t.Errorf("%s: %+v", c.name, l)
		}
	}
}

// TestProperties: what separates texts by a space weighs the sum, and
// equivalent texts weigh the same.
func TestProperties(t *testing.T) {
	part := rapid.StringOf(rapid.SampledFrom([]rune("ab.c/é日😀👩\u200D\u0301(?:x-_1")))
	rapid.Check(t, func(t *rapid.T) {
		a, b := part.Draw(t, "a"), part.Draw(t, "b")
		both := Measure(a + " z " + b)
		if sum := Measure(a+" ").Weighted + 1 + Measure(" "+b).Weighted; both.Weighted != sum {
			t.Errorf("%q and %q: %d, sum %d", a, b, both.Weighted, sum)
		}
		if l := Measure(prose.NFC(a)); l != Measure(a) {
			t.Errorf("%q: %+v", a, l)
		}
	})
}

// TestLinear: no text takes long, although the expressions of twitter-text
// take exponential time on some.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"a.", "日", "日.", "日本語。", ".", "a-", "-.", "_.", "a_b.", "/", "(", ")", "((", "(a", "a.com/(", "a.com/((a)", "a.com?", "a.com ", "x.com/a(b", "http://", "https://a.com:",
		"xn--", "xn--a.", "😀a.", "é.com", "com.", "http://日.com/", "\u0301", "#\uFE0F",
	} {
		for _, text := range []string{strings.Repeat(unit, 100_000/len(unit)), "a.com/" + strings.Repeat(unit, 100_000/len(unit))} {
			start := time.Now()
			Measure(text)
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("%q: %v", unit, took)
			}
		}
	}
}

func FuzzMeasure(f *testing.F) {
	for _, s := range []string{"see https://example.com/a_(b)?c=d. or xn--p1ai.рф", "日本.jp", "t.co/a", "👩🏽‍❤️‍💋‍👨🏿.com", "a..b.com:80/(("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = prose.NFC(strings.ToValidUTF8(s, ""))
		end := 0
		for _, u := range findURLs(s) {
			if u.start < end || u.end <= u.start || u.end > len(s) || !strings.Contains(s[u.start:u.end], ".") {
				t.Errorf("%q: URL at %v behind %d", s, u, end)
			}
			end = u.end
		}
		if l := Measure(s); l.Weighted < 0 || l.URLs*23 > l.Weighted {
			t.Errorf("%q: %+v", s, l)
		}
	})
}

func BenchmarkMeasure(b *testing.B) {
	text := strings.Repeat("The quick brown fox – see example.com/a_b – नमस्ते 😀. ", 15_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Measure(text)
	}
}
