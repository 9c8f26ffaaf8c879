package reverse_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/reverse"
)

func TestPalindrome(t *testing.T) {
	for _, text := range []string{"", "!", "a", "A man, a plan, a canal: Panama!", "Éte\u0301", "१२३२१",
		"ΣΑΣ", "Maßam, mas sam", "ना म ना", "e\u0301té", "ﬀ f"} {
		if !reverse.Palindrome(text) {
			t.Errorf("%q reads the same both ways", text)
		}
	}
	for _, text := range []string{"ab", "ne\u0301", "नामन", "12", "été e"} {
		if reverse.Palindrome(text) {
			t.Errorf("%q does not read the same both ways", text)
		}
	}
}

// Every mode twice is the text again, where clusters stay apart whatever their
// neighbours are, and no byte is lost in any text.
func TestTwiceIsTheText(t *testing.T) {
	stable := []string{"a", "B", "é", "e\u0301", "👨‍👩‍👧", "👍🏽", "नि", "한", " ", "\u3000", "\t"}
	modes := map[string]func(string) string{
		"characters": func(s string) string { r, _ := reverse.Characters(s); return r },
		"words":      func(s string) string { return reverse.Words(s).Swapped() },
		"each word":  func(s string) string { return reverse.Words(s).Turned() },
		"lines":      func(s string) string { return reverse.Lines(s).Swapped() },
		"each line":  func(s string) string { return reverse.Lines(s).Turned() },
	}
	rapid.Check(t, func(t *rapid.T) {
		ends := []string{"\n", "\r\n", "\r"}
		// No line is blank: one that comes to stand last could not be told from
		// the terminator before it. No LF stands alone beside a CR.
		text := "x"
		for range rapid.IntRange(0, 20).Draw(t, "pieces") {
			text += rapid.SampledFrom(stable).Draw(t, "piece")
			if rapid.IntRange(0, 5).Draw(t, "end") == 0 {
				text += rapid.SampledFrom(ends).Draw(t, "end of line") + "y"
			}
		}
		for name, mode := range modes {
			if once := mode(text); mode(once) != text || len(once) != len(text) {
				t.Fatalf("%s: %q, %q, %q", name, text, once, mode(once))
			}
		}
	})
}

func BenchmarkCharacters(b *testing.B) {
	for name, line := range map[string]string{"ascii": "The quick brown fox. ", "mixed": "नमस्ते दुनिया 👨‍👩‍👧 naïve café ", "marks": "\u0301"} {
		text := strings.Repeat(line, 1_000_000/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				reverse.Characters(text)
			}
		})
	}
}
