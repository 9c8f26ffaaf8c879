package css

import (
	"context"
	"os"
	"strings"
	"testing"
)

// megabyte repeats a style sheet up to the size of the largest document.
func megabyte(b *testing.B, file string) string {
	b.Helper()
	text, err := os.ReadFile("testdata/stylesheets/" + file)
	if err != nil {
		b.Fatal(err)
	}
	return strings.Repeat(string(text), 1_000_000/len(text))
}

func BenchmarkFormat(b *testing.B) {
	for _, bench := range []struct {
		name, file string
		options    Options
	}{
		{"beautify", "reboot.css", DefaultOptions()},
		{"beautify minified", "reboot.minified.css", DefaultOptions()},
		{"minify", "reboot.css", minify},
		{"sort", "reboot.css", sorting},
	} {
		b.Run(bench.name, func(b *testing.B) {
			text := megabyte(b, bench.file)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Format(context.Background(), text, bench.options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTokenizer(b *testing.B) {
	text := megabyte(b, "reboot.css")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for z := NewTokenizer(text); z.Next().Kind != EOF; {
		}
	}
}
