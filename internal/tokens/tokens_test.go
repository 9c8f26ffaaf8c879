package tokens_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"toolcrib/internal/tokens"
)

// TestAgainstO200k compares estimates with what o200k_base has for texts of
// debconf's translations, code and data, counted by tiktoken-go/tokenizer
// 0.10.0 (codec.NewO200kBase).
func TestAgainstO200k(t *testing.T) {
	f, err := os.Open("testdata/o200k.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := json.NewDecoder(f); d.More(); n++ {
		var name, text string
		var exact int64
		if err := d.Decode(&[]any{&name, &exact, &text}); err != nil {
			t.Fatal(err)
		}
		if got := tokens.Count(text); got*100 < exact*87 || got*100 > exact*205 {
			t.Errorf("%s: %d tokens; o200k_base has %d", name, got, exact)
		}
	}
	if n < 30 {
		t.Errorf("%d texts", n)
	}
}

// TestCount pins the rule, counted by hand.
func TestCount(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, " ": 0, "a": 1, "word": 1, "words": 2, "two words": 3, "getElement": 3, "HTTP": 2, "1234567": 3, "a 1": 3,
		"a\n\nb": 3, "été": 2, "नमस्ते": 4, "漢字": 2, "🎉": 2, "“a”": 3, "a, b.": 4,
	} {
		if got := tokens.Count(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestLongTexts: the longest texts take little time, whatever they consist of.
func TestLongTexts(t *testing.T) {
	for _, s := range []string{" \n", " ", "a", "aA", "a1", "漢", "!", "क्", "\U000E0001", "\xff"} {
		text := strings.Repeat(s, 1_000_000/len(s))
		began := time.Now()
		if n := tokens.Count(text); n <= 0 || n > int64(2*len(text)) {
			t.Errorf("%q has %d tokens", s, n)
		}
		if took := time.Since(began); took > 5*time.Second { // fifty times what it takes
			t.Errorf("%q took %s", s, took)
		}
	}
}

func FuzzCount(f *testing.F) {
	f.Add("It is 10 o'clock,\nनमस्ते 漢字 getElementById aGVsbG8=", 9)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		all := tokens.Count(text)
		if all < 0 || all > int64(2*utf8.RuneCountInString(text)) {
			t.Errorf("%q: %d", text, all)
		}
		if cut >= 0 && cut <= len(text) && utf8.ValidString(text[:cut]) && tokens.Count(text[:cut]) > all {
			t.Errorf("%q has fewer tokens than its first %d bytes", text, cut)
		}
	})
}
