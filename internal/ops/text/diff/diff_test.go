package diff

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	allUnits      = []Unit{Line, PatchLine, Word, Character, Sentence}
	allAlgorithms = []Algorithm{Myers, Patience, Histogram}
)

// Each property is looked at a thousand times, unless the command line says
// otherwise.
func init() {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
}

// compare is Compare of texts cut into a unit.
func compare(t rapid.TB, a, b string, unit Unit, o Options) *Script {
	t.Helper()
	s, err := Compare(context.Background(), Split(a, unit), Split(b, unit), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// records calls f with each line of a file of JSON values, of which there must
// be at least a thousand.
func records(t *testing.T, file string, f func(record []byte)) {
	t.Helper()
	data, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	n := 0
	for scan := bufio.NewScanner(data); scan.Scan(); n++ {
		f(scan.Bytes())
	}
	if n < 1000 {
		t.Errorf("%s holds %d cases", file, n)
	}
}

func unmarshal(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

func TestLinesOracle(t *testing.T) {
	same := 0
	records(t, "testdata/lines.jsonl", func(record []byte) {
		var c struct {
			A, B                   string
			Context, Distance, GNU int
			Unified                *string
		}
		unmarshal(t, record, &c)
		for _, algorithm := range allAlgorithms {
			s := compare(t, c.A, c.B, PatchLine, Options{Algorithm: algorithm})
			got := s.changes()
			if algorithm == Myers && (got != c.Distance || got != c.GNU || !s.Minimal) {
				t.Errorf("%q %q: %d changes, minimal %v, want %d", c.A, c.B, got, s.Minimal, c.Distance)
			}
			if s.Minimal != (got == c.Distance) && (algorithm == Myers || s.Minimal) {
				t.Errorf("%q %q, algorithm %d: %d changes, at best %d, minimal %v", c.A, c.B, algorithm, got, c.Distance, s.Minimal)
			}
			if c.Unified == nil || got != c.Distance {
				continue
			}
			same++
			if patch := s.Unified(s.Hunks(c.Context), "a", "b"); patch != *c.Unified {
				t.Errorf("%q %q, algorithm %d:\n%swant\n%s", c.A, c.B, algorithm, patch, *c.Unified)
			}
		}
	})
	if same < 1000 {
		t.Errorf("only %d patches compared", same)
	}
}

// least is the number of changes of a shortest script, by dynamic programming.
func least(a, b Text) int {
	row := make([]int, b.Len()+1)
	for i := range a.Len() {
		diagonal := 0
		for j := range b.Len() {
			above := row[j+1]
			row[j+1] = max(above, row[j])
			if a.Token(i) == b.Token(j) {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return a.Len() + b.Len() - 2*row[b.Len()]
}

var pieces = []string{"a", "b", "c", " ", "  ", "\t", "\n", "\n", "\n\n", "\r\n", "\r", ".", ". ", "A", "foo", "é", "e\u0301", "ß", "👍🏽", "🇮🇳", "क्ष", "\x00", "\u00a0", "\u2028"}

func draw(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 25).Draw(t, name), "")
}

// drawOptions draws options that ignore nothing.
func drawOptions(t *rapid.T) Options {
	return Options{
		Algorithm:   rapid.SampledFrom(allAlgorithms).Draw(t, "algorithm"),
		MaxDistance: rapid.SampledFrom([]int{0, 0, 1, 2, 3, 5}).Draw(t, "distance"),
	}
}

// apply carries out a script on its original.
func apply(s *Script) string {
	var b strings.Builder
	i := 0
	for _, block := range s.Blocks {
		b.WriteString(s.A.Slice(i, block.A0))
		b.WriteString(s.B.Slice(block.B0, block.B1))
		i = block.A1
	}
	return b.String() + s.A.Slice(i, s.A.Len())
}

// A script leads from one text to the other, and its blocks are in order, never
// empty and never touch.
func TestScriptIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		unit, o := rapid.SampledFrom(allUnits).Draw(t, "unit"), drawOptions(t)
		s := compare(t, a, b, unit, o)
		if got := apply(s); got != b {
			t.Fatalf("leads to %q, not %q: %v", got, b, s.Blocks)
		}
		if s.Equal() != (a == b) {
			t.Fatalf("equal is %v", s.Equal())
		}
		before := Block{A1: -1, B1: -1}
		for _, block := range s.Blocks {
			if block.A0 <= before.A1 || block.A0-before.A1 != block.B0-before.B1 || block.A0 == block.A1 && block.B0 == block.B1 || block.Ignored {
				t.Fatalf("blocks %v", s.Blocks)
			}
			before = block
		}
		best := least(s.A, s.B)
		if s.changes() < best || s.Minimal && s.changes() > best || o == (Options{}) && !s.Minimal {
			t.Fatalf("%d changes, at best %d, minimal %v", s.changes(), best, s.Minimal)
		}
	})
}

func TestReversedInputsSwapCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		unit := rapid.SampledFrom(allUnits).Draw(t, "unit")
		removed, added := compare(t, a, b, unit, Options{}).Changed()
		swappedRemoved, swappedAdded := compare(t, b, a, unit, Options{}).Changed()
		if removed != swappedAdded || added != swappedRemoved {
			t.Fatalf("%d removed and %d added, swapped %d and %d", removed, added, swappedRemoved, swappedAdded)
		}
	})
}

// Changes that only insert, or only delete, stand as far to the end as they can.
func TestSlide(t *testing.T) {
	for _, test := range []struct{ a, b, inserted string }{
		{"{\n}\n\n{\n}\n", "{\n}\n\n{\n}\n\n{\n}\n", "\n{\n}\n"},
		{"a\na\n", "a\na\na\n", "a\n"},
		{"x\na\ny\n", "x\na\na\ny\n", "a\n"},
	} {
		s := compare(t, test.a, test.b, Line, Options{})
		last := s.Blocks[len(s.Blocks)-1]
		if len(s.Blocks) != 1 || s.B.Slice(last.B0, last.B1) != test.inserted || last.B1 < s.B.Len() && s.B.Token(last.B0) == s.B.Token(last.B1) {
			t.Errorf("%q: %v", test.b, s.Blocks)
		}
	}
}

// The textbook examples of what the algorithms are for.
func TestAlgorithmsDiffer(t *testing.T) {
	patience := compare(t, "a\na\nu\nb\nb\n", "b\nb\nu\na\na\n", Line, Options{Algorithm: Patience})
	if got := patience.Blocks; len(got) != 2 || got[0] != (Block{A0: 0, A1: 2, B0: 0, B1: 2}) || patience.Minimal {
		t.Errorf("patience keeps not the line that is unique: %v", got)
	}
	// No line is unique, b is least frequent.
	histogram := compare(t, "a\na\na\nb\nb\n", "b\nb\na\na\na\n", Line, Options{Algorithm: Histogram})
	if got := histogram.Blocks; len(got) != 2 || got[0] != (Block{A0: 0, A1: 3}) {
		t.Errorf("histogram keeps not the lines that are least frequent: %v", got)
	}
	if histogram.Minimal {
		t.Error("six changes are said to be fewest, of four")
	}
}

func TestNames(t *testing.T) {
	if Equal.String() != "equal" || Delete.String() != "delete" || Insert.String() != "insert" {
		t.Error("operations have other names")
	}
}
