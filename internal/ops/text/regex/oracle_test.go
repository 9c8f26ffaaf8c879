package regex

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"toolcrib/internal/ops/text/position"
)

// oracleCase is a line of testdata/matches.jsonl, which generate.mjs explains.
type oracleCase struct {
	pattern, flags, text string
	javaScript, python   [][]int
}

func readOracle(t *testing.T) []oracleCase {
	t.Helper()
	file, err := os.Open("testdata/matches.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var cases []oracleCase
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c oracleCase
		if err := json.Unmarshal(lines.Bytes(), &[]any{&c.pattern, &c.flags, &c.text, &c.javaScript, &c.python}); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// TestAllAgainstJavaScriptAndPython compares all matches and all groups with
// String.prototype.matchAll, and with re.finditer unless Python found two
// matches at one place, which is its own rule for empty matches.
func TestAllAgainstJavaScriptAndPython(t *testing.T) {
	cases := readOracle(t)
	comparedWithPython := 0
	for _, c := range cases {
		got := allOffsets(t, c.pattern, c.flags, c.text)
		if !equalMatches(got, c.javaScript) {
			t.Errorf("/%s/%s on %q: %v, JavaScript has %v", c.pattern, c.flags, c.text, got, c.javaScript)
		}
		if retriesOnePlace(c.python) {
			continue
		}
		comparedWithPython++
		if !equalMatches(got, c.python) {
			t.Errorf("/%s/%s on %q: %v, Python has %v", c.pattern, c.flags, c.text, got, c.python)
		}
	}
	if len(cases) != 2500 || comparedWithPython < 1500 {
		t.Errorf("only %d cases, %d of them compared with Python", len(cases), comparedWithPython)
	}
}

// allOffsets returns the matches in code points.
func allOffsets(t *testing.T, pattern, flags, text string) [][]int {
	t.Helper()
	f, err := ParseFlags(flags + "g")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(pattern, f)
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	matches, _, err := r.All(context.Background(), text, 1000)
	if err != nil {
		t.Fatal(err)
	}
	index := position.New(text)
	var all [][]int
	for _, m := range matches {
		offsets := []int{}
		for _, o := range m {
			if o >= 0 {
				o = index.Offset(o, position.CodePoint)
			}
			offsets = append(offsets, o)
		}
		all = append(all, offsets)
	}
	return all
}

func equalMatches(a, b [][]int) bool {
	return slices.EqualFunc(a, b, func(x, y []int) bool { return slices.Equal(x, y) })
}

func retriesOnePlace(matches [][]int) bool {
	for i := 1; i < len(matches); i++ {
		if matches[i][0] == matches[i-1][0] {
			return true
		}
	}
	return false
}
