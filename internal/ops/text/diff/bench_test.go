package diff

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// edited is a text of a megabyte and the same with a few changed, new and
// missing lines all over it.
func edited() (original, modified string) {
	r := rand.New(rand.NewSource(1))
	var a, b strings.Builder
	for a.Len() < 1_000_000 {
		line := fmt.Sprintf("line %d of the %x text with some words\n", a.Len(), r.Int63n(1<<(8+r.Intn(40))))
		a.WriteString(line)
		switch r.Intn(300) {
		case 0:
			b.WriteString("changed " + line)
		case 1:
		case 2:
			b.WriteString(line + "new\n")
		default:
			b.WriteString(line)
		}
	}
	return a.String(), b.String()
}

// BenchmarkUnified goes from two texts to the unified diff; a megabyte is that
// of the original.
func BenchmarkUnified(b *testing.B) {
	original, modified := edited()
	b.SetBytes(int64(len(original)))
	b.ReportAllocs()
	for b.Loop() {
		s, err := Compare(context.Background(), Split(original, Line), Split(modified, Line), Options{})
		if err != nil {
			b.Fatal(err)
		}
		s.Unified(s.Hunks(3), "original", "modified")
	}
}

// BenchmarkUnits compares by other units, and less than exactly.
func BenchmarkUnits(b *testing.B) {
	original, modified := edited()
	for _, test := range []struct {
		name string
		unit Unit
		o    Options
	}{
		{"word", Word, Options{}},
		{"character", Character, Options{}},
		{"sentence", Sentence, Options{}},
		{"line, white space ignored", Line, Options{Ignore: Ignore{Whitespace: All}}},
		{"line, patience", Line, Options{Algorithm: Patience}},
		{"line, histogram", Line, Options{Algorithm: Histogram}},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(int64(len(original)))
			for b.Loop() {
				if _, err := Compare(context.Background(), Split(original, test.unit), Split(modified, test.unit), test.o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
