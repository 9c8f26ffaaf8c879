package sorter_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/sorter"
)

func BenchmarkSort(b *testing.B) {
	var log strings.Builder
	for i := 0; log.Len() < 1_000_000; i++ {
		fmt.Fprintf(&log, "job %d of worker-%d finished at 12:00:%02d\n", i*7919%100003, i%7, i%60)
	}
	text := log.String()
	for name, encode := range map[string]sorter.Encoder{
		"codepoint": sorter.CodePoint, "numeric": sorter.Number, "length": sorter.Length,
		"alphabetical": sorter.Collation(language.English, false, false), "natural": sorter.Collation(language.English, true, false),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				list := lines.Split(text)
				keys, err := sorter.Encode(b.Context(), list, encode)
				if err != nil {
					b.Fatal(err)
				}
				sorted := make([]string, len(list))
				for i, line := range keys.Order(false) {
					sorted[i] = list[line]
				}
				lines.StyleOf(text).Join(sorted)
			}
		})
	}
}
