package diff

import (
	"context"
	"testing"
)

// FuzzCompare looks at the invariants of all that is made of two texts.
func FuzzCompare(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc", uint16(0))
	f.Add("a\r\n \r\n\rb", "A\n\n b \n", uint16(0x7ff))
	f.Add("The fox. It's 3.14!", "The  fox? It\u2019s 3,14!", uint16(0x152))
	f.Add("cafe\u0301 👍🏽\x00", "café 👍🏾\u00a0", uint16(0x2a3))
	f.Fuzz(func(t *testing.T, a, b string, options uint16) {
		if len(a)+len(b) > 10_000 {
			return
		}
		unit := Unit(options % 5)
		o := Options{
			Algorithm:   Algorithm(options >> 3 % 3),
			MaxDistance: int(options >> 5 % 4),
			Ignore: Ignore{
				Whitespace: Whitespace(options >> 7 % 4), BlankLines: options>>9&1 > 0, Case: options>>10&1 > 0, LineEndings: options>>11&1 > 0,
			},
		}
		s := compare(t, a, b, unit, o)
		if o.Ignore == (Ignore{}) && apply(s) != b || a == b && !s.Equal() {
			t.Fatalf("%v leads to %q", s.Blocks, apply(s))
		}
		kept := ""
		for c := range s.Changes() {
			if c.Op != Insert {
				kept += c.Text
			}
		}
		if kept != a {
			t.Fatalf("the changes are of %q", kept)
		}
		hunks := s.Hunks(int(options >> 12 % 4))
		if (len(hunks) == 0) != s.Equal() {
			t.Fatalf("%d hunks, equal is %v", len(hunks), s.Equal())
		}
		if err := s.AddSegments(context.Background(), hunks, Word, o.Ignore); err != nil {
			t.Fatal(err)
		}
		if !s.ForPatch() || s.Equal() {
			return
		}
		unified := s.Unified(hunks, "a", "b")
		if o.Ignore == (Ignore{}) {
			if got, err := patch(a, unified); err != nil || got != b {
				t.Fatalf("%v: %q\n%s", err, got, unified)
			}
		} else if _, err := patchIgnoring(a, unified); err != nil {
			t.Fatalf("%v\n%s", err, unified)
		}
	})
}
