package regex

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

func replace(t *testing.T, pattern, flags, text, replacement string) (string, int) {
	t.Helper()
	r := mustCompile(t, pattern, flags)
	template, err := r.Template(replacement)
	if err != nil {
		t.Fatalf("/%s/ Template(%q): %v", pattern, replacement, err)
	}
	out, n, err := r.Replace(context.Background(), text, template, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return out, n
}

func TestReplace(t *testing.T) {
	cases := []struct {
		name, pattern, flags, text, replacement, want string
		count                                         int
	}{
		{"swap", `(\w+) (\w+)`, "g", "John Smith", "$2, $1", "Smith, John", 1},
		{"number then text", `(a)(b)`, "g", "ab", "$1x$2", "axb", 1},
		{"names", `(?<y>\d+)-(?<m>\d+)-(?<d>\d+)`, "g", "2026-01-05", "$<d>/$<m>/$<y>", "05/01/2026", 1},
		{"braces", `(?<y>\d+)-(\d+)`, "g", "2026-01", "${2}0/${y}${0}", "010/20262026-01", 1},
		{"malformed references are text", `a`, "g", "a", "${}${a b}$<>$<a${1", "${}${a b}$<>$<a${1", 1},
		{"group without part", `(a)|b`, "g", "ab", "[$1]", "[a][]", 2},
		{"first only", `a`, "", "aaa", "b", "baa", 1},
		{"no match", `x`, "g", "aaa", "b", "aaa", 0},
		{"around empty matches", `x*`, "g", "aaxa", "-", "-a-a--a-", 5}, // node
	}
	for _, c := range cases {
		got, n := replace(t, c.pattern, c.flags, c.text, c.replacement)
		if got != c.want || n != c.count {
			t.Errorf("%s: %q, %d; want %q, %d", c.name, got, n, c.want, c.count)
		}
	}
}

func TestReplaceAgainstJavaScript(t *testing.T) {
	file, err := os.Open("testdata/replace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	count := 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		var c [5]string
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if got, _ := replace(t, c[0], c[1], c[2], c[3]); got != c[4] {
			t.Errorf("/%s/%s on %q with %q: %q, JavaScript has %q", c[0], c[1], c[2], c[3], got, c[4])
		}
	}
	if count != 1500 {
		t.Errorf("%d cases, want 1500", count)
	}
}

func TestUnknownGroup(t *testing.T) {
	cases := []struct {
		pattern, replacement string
		offset               int
		fragment             string
	}{
		{`(a)`, "é$2", 2, "$2"},
		{`a`, "$1", 0, "$1"},
		{`(a)`, "$1$45x", 2, "$45"},
		{`(a)`, "$02", 0, "$02"},
		{`(a)`, "${2}", 0, "${2}"},
		{`(a)`, "${99999999999999999999}", 0, "${99999999999999999999}"},
		{`(?<n>a)`, "$$$<m>", 2, "$<m>"},
		{`(a)`, "$<1>", 0, "$<1>"},
		{`(?<n>a)`, "x${m}", 1, "${m}"},
	}
	for _, c := range cases {
		_, err := mustCompile(t, c.pattern, "").Template(c.replacement)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeUnknownGroup || e.ByteOffset != c.offset || e.Fragment != c.fragment {
			t.Errorf("%s, %s: %v", c.pattern, c.replacement, err)
		}
	}
}

func TestTemplateWarnings(t *testing.T) {
	template, err := mustCompile(t, `a`, "").Template("é$`$'$0$$'")
	if err != nil {
		t.Fatal(err)
	}
	warnings := template.Warnings()
	if len(warnings) != 3 {
		t.Fatalf("%+v", warnings)
	}
	for i, want := range []string{"$`", "$'", "$0"} {
		if warnings[i].Fragment != want || warnings[i].ByteOffset != 2+2*i {
			t.Errorf("warning %d: %+v", i, warnings[i])
		}
	}
}

func TestLiteralTemplate(t *testing.T) {
	out, n, err := mustCompile(t, `X`, "g").Replace(context.Background(), "aXbX", LiteralTemplate("$$"), 100)
	if out != "a$$b$$" || n != 2 || err != nil {
		t.Errorf("%q %d %v", out, n, err)
	}
}

// TestReplaceBounds makes the replaced text grow in each of its parts.
func TestReplaceBounds(t *testing.T) {
	cases := []struct{ name, pattern, text, replacement string }{
		{"literal", "a", strings.Repeat("a", 100), "0123456789"},
		{"group", "a+", strings.Repeat("a", 100), "$&$&$&$&$&$&$&$&$&$&"},
		{"text before a match", "z", strings.Repeat("a", 1000) + "z", ""},
		{"text after the last match", "z", "z" + strings.Repeat("a", 1000), ""},
	}
	for _, c := range cases {
		r := mustCompile(t, c.pattern, "g")
		template, err := r.Template(c.replacement)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = r.Replace(context.Background(), c.text, template, 999)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeOutputTooLarge {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, _, err = r.Replace(context.Background(), c.text, template, 1000); err != nil {
			t.Errorf("%s, at the limit: %v", c.name, err)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{"$1$&", "${n}", "$<n>$", "$$$12", "$`", "${1"} {
		f.Add(seed)
	}
	r, err := Compile(`(?<n>.)(b)?`, Flags{Global: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, replacement string) {
		template, err := r.Template(replacement)
		var e *Error
		if errors.As(err, &e) {
			if !strings.HasPrefix(replacement[e.ByteOffset:], e.Fragment) {
				t.Fatalf("%q is not at byte %d of %q", e.Fragment, e.ByteOffset, replacement)
			}
			return
		}
		out, _, err := r.Replace(context.Background(), "ab", template, 1<<20)
		if err != nil || !strings.Contains(replacement, "$") && out != replacement {
			t.Fatalf("%q inserts %q (%v)", replacement, out, err)
		}
	})
}
