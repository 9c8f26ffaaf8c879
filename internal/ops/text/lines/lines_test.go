package lines_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/lines"
)

// The lines of the strings over a, é, LF, CR, NEL and LS, as
// testdata/lines_oracle.py recorded them from Python's universal newlines.
func TestSplitAgainstPython(t *testing.T) {
	f, err := os.Open("testdata/lines.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var c struct {
			Text  string
			Lines []string
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if got := lines.Split(c.Text); !slices.Equal(got, c.Lines) {
			t.Errorf("Split(%q) = %q, want %q", c.Text, got, c.Lines)
		}
		if got := lines.Count(c.Text); got != len(c.Lines) {
			t.Errorf("Count(%q) = %d, want %d", c.Text, got, len(c.Lines))
		}
	}
	if n < 1000 {
		t.Errorf("%d cases", n)
	}
}

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		text, terminator string
		final            bool
	}{
		{"", "\n", false},
		{"a", "\n", false},
		{"a\n", "\n", true},
		{"a\r\n", "\r\n", true},
		{"a\rb", "\r", false},
		{"a\r\nb\n", "\n", true},           // a tie
		{"a\r\nb\rc", "\n", false},         // a tie of two others
		{"a\r\nb\r\nc\nd\r", "\r\n", true}, // CRLF counts once
		{"\n\r", "\n", true},               // LF, then CR
		{"a\r\r\nb\r", "\r", true},
	} {
		if got := lines.StyleOf(c.text); got != (lines.Style{Terminator: c.terminator, Final: c.final}) {
			t.Errorf("StyleOf(%q) = %+v", c.text, got)
		}
	}
	for option, want := range map[string]string{"keep": "\r", "lf": "\n", "crlf": "\r\n"} {
		if got := (lines.Style{Terminator: "\r"}).With(option).Terminator; got != want {
			t.Errorf("With(%q) = %q, want %q", option, got, want)
		}
	}
}

func TestBlank(t *testing.T) {
	for _, line := range []string{"", " ", "\t\v\f ", "\u00a0", " \u2003\u3000", "\u0085\u2028"} {
		if !lines.Blank(line) {
			t.Errorf("%q is blank", line)
		}
	}
	for _, line := range []string{"a", " a", "\u00a0a", "\x00", "\x08", "\x0e", "\u200b", " \u00a0\ufeff"} {
		if lines.Blank(line) {
			t.Errorf("%q is not blank", line)
		}
	}
}

func TestJoin(t *testing.T) {
	open, ended := lines.Style{Terminator: "\n"}, lines.Style{Terminator: "\r\n", Final: true}
	for _, c := range []struct {
		style lines.Style
		list  []string
		want  string
	}{
		{open, nil, ""}, {ended, nil, ""},
		{open, []string{"a"}, "a"}, {ended, []string{"a"}, "a\r\n"},
		{open, []string{"a", "b"}, "a\nb"}, {ended, []string{"", ""}, "\r\n\r\n"},
	} {
		if got := c.style.Join(c.list); got != c.want {
			t.Errorf("%v joins %q to %q, want %q", c.style, c.list, got, c.want)
		}
	}
}

// Lines and terminators are the text; a text with one kind of terminator is
// put together as it was.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab\n\r\u0085 ")), 0, 60, -1).Draw(t, "text")
		var all strings.Builder
		n := 0
		for line, terminator := range lines.Terminated(text) {
			if n++; strings.ContainsAny(line, "\r\n") {
				t.Fatalf("%q has the line %q", text, line)
			}
			all.WriteString(line + terminator)
		}
		if all.String() != text || n != lines.Count(text) {
			t.Fatalf("%q has %d lines, which make %q", text, n, all.String())
		}
		same := strings.NewReplacer("\r", "", "\n", "\r\n").Replace(text)
		if got := lines.StyleOf(same).Join(lines.Split(same)); got != same {
			t.Fatalf("%q becomes %q", same, got)
		}
	})
}

func BenchmarkSplit(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"lf", "some words of a line of log\n"}, {"crlf", "some words of a line of log\r\n"},
		{"cr", "some words of a line of log\r"}, {"empty", "\n"},
	} {
		text := strings.Repeat(c.line, 1_000_000/len(c.line))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				lines.Split(text)
			}
		})
	}
}
