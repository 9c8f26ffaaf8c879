package prose

import (
	"strings"
	"testing"
)

// megabyte repeats a text up to a million bytes.
func megabyte(s string) string { return strings.Repeat(s, 1_000_000/len(s)) }

var samples = []struct{ name, text string }{
	{"ascii", megabyte("The quick brown fox jumps over the lazy dog, 42 times. Did it?\n")},
	{"mixed", megabyte("The quick brown fox jumps over — the lazy dog “naïve café” 👨‍👩‍👧‍👦 नमस्ते दुनिया, 日本語 ok and more plain text here.\n")},
	{"hindi", megabyte("नमस्ते दुनिया क्षत्रिय भारत एक देश है। ")},
	{"cjk", megabyte("日本語のテキストは単語の間に空白がありません。")},
	{"emoji", megabyte("👨‍👩‍👧‍👦👍🏽🇮🇳❤️")},
}

func BenchmarkGraphemes(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(s.text)))
			for b.Loop() {
				Graphemes(s.text)
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(s.text)))
			for b.Loop() {
				Count(s.text, Options{})
			}
		})
	}
}

func BenchmarkWords(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(s.text)))
			for b.Loop() {
				for range Words(s.text) {
				}
			}
		})
	}
}
