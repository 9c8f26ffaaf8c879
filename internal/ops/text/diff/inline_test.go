package diff

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// marked writes segments with [-…-] and {+…+}, as git's word diff does.
func marked(list []Segment) string {
	var b strings.Builder
	for _, s := range list {
		switch s.Op {
		case Delete:
			b.WriteString("[-" + s.Text + "-]")
		case Insert:
			b.WriteString("{+" + s.Text + "+}")
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestSegments(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		unit       Unit
		ignore     Ignore
		want       string // the rows, parted by |; = where there are no segments
	}{
		{"words", "the lazy dog\n", "the very lazy dog\n", Word, Ignore{}, "the lazy dog|the {+very +}lazy dog"},
		{"characters", "cafe\u0301s\n", "cafés\n", Character, Ignore{}, "caf[-e\u0301-]s|caf{+é+}s"},
		{"first with first", "a 1\nb 2\nz\n", "a 3\nb 4\n", Word, Ignore{}, "a [-1-]|b [-2-]|=|a {+3+}|b {+4+}"},
		{"more inserted", "a 1\n", "a 2\nx y\n", Word, Ignore{}, "a [-1-]|a {+2+}|="},
		{"nothing in common", "a b\n", "c d\n", Word, Ignore{}, "=|="},
		{"terminator of the last line", "a b", "a c\n", Word, Ignore{}, "a [-b-]|a {+c+}"},
		{"only the terminator", "b", "b\n", Word, Ignore{}, "b|b"},
		{"carriage return", "a\r\n", "a\n", Word, Ignore{}, "a[-\r-]|a"},
		{"line endings ignored", "a 1\r\n", "a 2\n", Word, Ignore{LineEndings: true}, "a [-1-]\r|a {+2+}"},
		{"white space ignored", "a  b 1\n", "a b\t2\n", Word, Ignore{Whitespace: Amount}, "a  b [-1-]|a b\t{+2+}"},
		{"all white space ignored", "f(a) 1\n", "f( a )2\n", Word, Ignore{Whitespace: All}, "f(a)[- 1-]|f( a ){+2+}"},
		{"case ignored", "Ab c\n", "aB d\n", Word, Ignore{Case: true}, "Ab [-c-]|aB {+d+}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compare(t, test.a, test.b, Line, Options{Ignore: test.ignore})
			hunks := s.Hunks(0)
			if err := s.AddSegments(context.Background(), hunks, test.unit, test.ignore); err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range hunks[0].Rows {
				row := marked(r.Segments)
				if r.Segments == nil {
					row = "="
				}
				rows = append(rows, row)
			}
			if got := strings.Join(rows, "|"); got != test.want {
				t.Errorf("%q", got)
			}
		})
	}
}

// The segments of a line are the line, alternate, and only delete where it is
// deleted and insert where it is inserted; equal lines have none.
func TestSegmentsAreTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		ig := drawIgnore(t)
		s := compare(t, a, b, Line, Options{Ignore: ig})
		hunks := s.Hunks(1)
		if err := s.AddSegments(context.Background(), hunks, rapid.SampledFrom([]Unit{Word, Character}).Draw(t, "unit"), ig); err != nil {
			t.Fatal(err)
		}
		for _, h := range hunks {
			for _, r := range h.Rows {
				if r.Segments == nil {
					continue
				}
				line, before := "", Op(9)
				for _, g := range r.Segments {
					if line += g.Text; g.Op == before || g.Op != Equal && g.Op != r.Op || g.Text == "" {
						t.Fatalf("%+v", r)
					}
					before = g.Op
				}
				if r.Op == Equal || line != strings.TrimSuffix(s.Text(r), "\n") {
					t.Fatalf("%+v of %q", r, s.Text(r))
				}
			}
		}
	})
}
