package dedupe_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/ops/text/dedupe"
	"toolcrib/internal/ops/text/lines"
)

func BenchmarkDedupe(b *testing.B) {
	var log strings.Builder
	for i := 0; log.Len() < 1_000_000; i++ {
		fmt.Fprintf(&log, "2026-11-20 12:00:%02d worker-%d finished job %d\n", i%60, i%7, i*7919%10000)
	}
	for _, c := range []struct{ name, text string }{
		{"log", log.String()},
		{"equal", strings.Repeat("the same line again and again\n", 33_333)},
		{"empty", strings.Repeat("\n", 1_000_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				list := lines.Split(c.text)
				g := dedupe.Find(list, dedupe.KeepBlank)
				kept := list[:0]
				for i, line := range list {
					if g.Keep(i, dedupe.Choice{}) {
						kept = append(kept, line)
					}
				}
				lines.StyleOf(c.text).Join(kept)
				g.Repeated(1000)
			}
		})
	}
}
