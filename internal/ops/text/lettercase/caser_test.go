package lettercase

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"golang.org/x/text/language"
)

// eachLine calls f with the lines of a file, each a JSON list of texts.
func eachLine(t *testing.T, name string, least int, f func(line []string)) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var line []string
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		f(line)
	}
	if n < least {
		t.Errorf("%s holds %d cases", name, n)
	}
}

// TestCases compares with ICU 78.2 (cases.mjs).
func TestCases(t *testing.T) {
	eachLine(t, "cases.jsonl", 3000, func(line []string) {
		c := New(language.MustParse(line[0]))
		if got := c.Lower(line[1]); got != line[2] {
			t.Errorf("%s: lower of %+q is %+q, want %+q", line[0], line[1], got, line[2])
		}
		if got := c.Upper(line[1]); got != line[3] {
			t.Errorf("%s: upper of %+q is %+q, want %+q", line[0], line[1], got, line[3])
		}
	})
}

// TestTitles compares with ICU 72.1 (titles.py).
func TestTitles(t *testing.T) {
	eachLine(t, "titles.jsonl", 2000, func(line []string) {
		if got := New(language.MustParse(line[0])).Title(line[1]); got != line[2] {
			t.Errorf("%s: title of %+q is %+q, want %+q", line[0], line[1], got, line[2])
		}
	})
}
