package xml

import "testing"

// TestAgainstXMLLint compares documents that xmllint can copy faithfully with
// what it makes of them; testdata/xmllint.py recorded them.
func TestAgainstXMLLint(t *testing.T) {
	pretty, small := standard, standard
	pretty.EmptyElements, small.EmptyElements = EmptySelfClose, EmptySelfClose
	small.Minify = true
	count := readLines(t, "testdata/xmllint.jsonl.gz", func(c struct{ XML, Format, NoBlanks string }) {
		if got := format(t, c.XML, pretty); got != c.Format {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.XML, got, c.Format)
		}
		if got := format(t, c.XML, small); got != c.NoBlanks {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.XML, got, c.NoBlanks)
		}
	})
	if count < 1000 {
		t.Errorf("only %d documents", count)
	}
}

// TestVerdicts compares which of the documents that testdata/verdicts.py
// damaged at random are still well-formed, as expat and xmllint find.
func TestVerdicts(t *testing.T) {
	count := readLines(t, "testdata/verdicts.jsonl.gz", func(c [2]any) {
		_, err := Parse(t.Context(), c[0].(string))
		if (err == nil) != c[1].(bool) {
			t.Errorf("%q: %v", c[0], err)
		}
	})
	if count < 5000 {
		t.Errorf("only %d documents", count)
	}
}
