package jsonscan

import (
	"fmt"
	"strings"
	"testing"
)

func benchmarkSkip(b *testing.B, doc string) {
	b.Helper()
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	src := []byte(doc)
	for b.Loop() {
		if _, err := check(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSkip(b *testing.B) {
	var records []string
	for i := range 3000 {
		records = append(records, fmt.Sprintf(`{"id": %d, "name": "Asha Rao %d", "active": true, "score": 12.50, "tags": ["x", "y"], "note": "a sentence of ordinary length, with a comma"}`, i, i))
	}
	doc := "[" + strings.Join(records, ",\n") + "]"
	b.Run("records", func(b *testing.B) { benchmarkSkip(b, doc) })
	b.Run("text", func(b *testing.B) { benchmarkSkip(b, `"`+strings.Repeat("plain text and nothing else ", 40000)+`"`) })
	b.Run("unicode", func(b *testing.B) { benchmarkSkip(b, `"`+strings.Repeat("सादा पाठ ", 20000)+`"`) })
	b.Run("lines", func(b *testing.B) { benchmarkSkip(b, `"`+strings.Repeat(`name,age,city\nAsha,30,Pune\n`, 20000)+`"`) })
	b.Run("numbers", func(b *testing.B) { benchmarkSkip(b, "["+strings.Repeat("12.5, ", 100000)+"0]") })
}

func BenchmarkText(b *testing.B) {
	for name, text := range map[string]string{
		"short":   `"principal"`,
		"plain":   `"` + strings.Repeat("plain text and nothing else ", 40000) + `"`,
		"escaped": `"` + strings.Repeat(`name,age,city\nAsha,30,Pune\n`, 20000) + `"`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			src, room := []byte(text), []byte(nil)
			for b.Loop() {
				s := Scanner{src: src}
				if _, err := s.TextIn(&room); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
