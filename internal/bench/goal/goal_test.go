package goal

import (
	"strings"
	"testing"
)

func TestMet(t *testing.T) {
	for _, c := range []struct {
		goal   Goal
		figure float64
		met    bool
	}{
		{Goal{Least: 0.25}, 0.25, true},
		{Goal{Least: 0.25}, 0.249, false},
		{Goal{Most: 40}, 40, true},
		{Goal{Most: 40}, 40.1, false},
		{Goal{}, 0, true},
	} {
		if got := c.goal.Met(c.figure); got != c.met {
			t.Errorf("%s, %v: met is %t", c.goal.Asked(), c.figure, got)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[float64]string{0.25: "0.25", 1.6: "1.60", 40: "40", 52.91: "52.9", 300: "300", 1500: "1,500", 10_000: "10,000", 203_456: "203,456", 15e6: "15.0 M"} {
		if got := Number(n); got != want {
			t.Errorf("%v is %q, not %q", n, got, want)
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range All {
		if seen[g.ID] {
			t.Errorf("%s is there twice", g.ID)
		}
		seen[g.ID] = true
	}
}

// What one program writes, another reads, and every goal is on the sheet.
func TestSheet(t *testing.T) {
	first, second := NewSheet(), NewSheet()
	first.Put("validate", 650, "1.9 × encoding/json")
	first.Put("format", 381, "")
	first.Put("collate", 30, "")
	first.Missing("Node.js is not installed", HTTPMean, "validate")
	var lines strings.Builder
	if err := first.WriteJSON(&lines); err != nil {
		t.Fatal(err)
	}
	if err := second.ReadJSON(strings.NewReader(lines.String())); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	second.Write(&out)
	for _, want := range [][]string{
		{"JSON validate", "≥ 600 MB/s", "650 MB/s", "1.9 × encoding/json", "met"},
		{"JSON format", "≥ 400 MB/s", "381 MB/s", "not met"},
		{"sort lines as English does", "to be told", "30 MB/s", "told"},
		{"geometric mean of these", "≥ 3.00 ×", "–", "Node.js is not installed", "not measured"},
		{"idle RSS", "≤ 60 MB", "–", "not measured"},
	} {
		if !hasRow(out.String(), want) {
			t.Errorf("no row %q in\n%s", want, out.String())
		}
	}
	if rows := strings.Count(out.String(), "\n"); rows != len(All)+2 {
		t.Errorf("%d lines for %d goals", rows, len(All))
	}
	if !strings.Contains(out.String(), "1 of ") {
		t.Error("not one goal met")
	}
}

// hasRow looks for a line whose cells end with these, after the section.
func hasRow(table string, cells []string) bool {
	for line := range strings.Lines(table) {
		var got []string
		for _, cell := range strings.Split(line, "  ") {
			if cell = strings.TrimSpace(cell); cell != "" {
				got = append(got, cell)
			}
		}
		if len(got) > 1 && strings.Join(got[1:], "|") == strings.Join(cells, "|") {
			return true
		}
	}
	return false
}

func TestReadJSONRefuses(t *testing.T) {
	for _, line := range []string{`{"id":"of nobody","value":1}`, `validate 1`} {
		if err := NewSheet().ReadJSON(strings.NewReader(line)); err == nil {
			t.Errorf("%s was taken", line)
		}
	}
}
