package bidi_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/ops/design/typeset/bidi"
)

// TestConformance runs Unicode's BidiCharacterTest-17.0.0.txt, of which
// testdata holds the head, written by hand, and every 13th line:
//
//	awk 'NR <= 1000 || NR % 13 == 0' BidiCharacterTest.txt | gzip -9n
//
// The whole file passed when this was written.
func TestConformance(t *testing.T) {
	f, err := os.Open("testdata/BidiCharacterTest.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	ran, failed := 0, 0
	for lines := bufio.NewScanner(zr); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		ran++
		if says := conform(line); says != "" {
			if failed++; failed < 10 {
				t.Errorf("%s\n%s", line, says)
			}
		}
	}
	if ran < 5000 {
		t.Errorf("only %d lines were there", ran)
	}
	if failed > 0 {
		t.Errorf("%d of %d lines failed", failed, ran)
	}
}

// conform runs one line and says what is wrong.
func conform(line string) string {
	fields := strings.Split(line, ";")
	var text []rune
	for h := range strings.FieldsSeq(fields[0]) {
		r, err := strconv.ParseUint(h, 16, 32)
		if err != nil {
			return err.Error()
		}
		text = append(text, rune(r))
	}
	dir := map[string]bidi.Direction{"0": bidi.LeftToRight, "1": bidi.RightToLeft, "2": bidi.Auto}[fields[1]]
	p := bidi.Resolve(text, dir)
	if got := strconv.Itoa(int(p.Base)); got != fields[2] {
		return "paragraph level " + got
	}
	want := strings.Fields(fields[3])
	levels := make([]uint8, len(text))
	var order []string
	for _, run := range p.Line(0, len(text)) {
		for i := range run.End - run.Start {
			at := run.Start + i
			if run.Level%2 == 1 {
				at = run.End - 1 - i
			}
			levels[at] = run.Level
			if want[at] != "x" {
				order = append(order, strconv.Itoa(at))
			}
		}
	}
	for i, w := range want {
		if got := strconv.Itoa(int(levels[i])); w != "x" && got != w {
			return "level of " + strconv.Itoa(i) + " is " + got
		}
	}
	if got := strings.Join(order, " "); got != strings.TrimSpace(fields[4]) {
		return "order " + got
	}
	return ""
}

// TestNumbersKeepTheirPlace is the case for which this package exists.
func TestNumbersKeepTheirPlace(t *testing.T) {
	text := []rune("abc ١٢٣ سلام")
	var drawn []string
	for _, run := range bidi.Resolve(text, bidi.LeftToRight).Line(0, len(text)) {
		drawn = append(drawn, string(text[run.Start:run.End]))
	}
	if got := strings.Join(drawn, "|"); got != "abc | سلام|١٢٣" {
		t.Errorf("drawn from left to right as %q; UAX #9 puts the number to the right of the word that follows it", got)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("a\u202eb\u2067c\u2069(د 1)\u202c", uint8(0))
	f.Add(strings.Repeat("\u2067", 130)+"x"+strings.Repeat("\u2069", 131), uint8(2))
	f.Fuzz(func(t *testing.T, s string, dir uint8) {
		text := []rune(s)
		p := bidi.Resolve(text, bidi.Direction(dir%3))
		seen := make([]bool, len(text))
		for _, run := range p.Line(0, len(text)) {
			for i := run.Start; i < run.End; i++ {
				if seen[i] || run.Level > 127 {
					t.Fatalf("rune %d is drawn twice or at level %d", i, run.Level)
				}
				seen[i] = true
			}
		}
		for i, ok := range seen {
			if !ok {
				t.Fatalf("rune %d is not drawn", i)
			}
		}
	})
}
