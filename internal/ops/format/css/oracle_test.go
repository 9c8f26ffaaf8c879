package css

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// recorded calls a function with each line of a file of testdata.
func recorded[T any](t *testing.T, file string, lines int, check func(T)) {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var line T
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		check(line)
	}
	if n != lines {
		t.Errorf("%s has %d lines, want %d", file, n, lines)
	}
}

// Random style sheets come out as js-beautify writes them and, without blank
// lines, as prettier does.
func TestLayout(t *testing.T) {
	dense := DefaultOptions()
	dense.BlankLines = false
	recorded(t, "layout.jsonl", 1000, func(c struct{ CSS, Formatted string }) {
		if got := string(format(t, c.CSS, DefaultOptions()).CSS); got != c.Formatted {
			t.Errorf("%q gives\n%s\njs-beautify has\n%s", c.CSS, got, c.Formatted)
		}
		want := strings.ReplaceAll(c.Formatted, "\n\n", "\n")
		if got := string(format(t, c.CSS, dense).CSS); got != want {
			t.Errorf("%q gives\n%s\nprettier has\n%s", c.CSS, got, want)
		}
	})
}

// Random style sheets that lightningcss has no shorter words for are minified
// to the same bytes.
func TestMinified(t *testing.T) {
	o := DefaultOptions()
	o.Mode = Minify
	recorded(t, "minified.jsonl", 1000, func(c struct{ CSS, Minified string }) {
		if got := string(format(t, c.CSS, o).CSS); got != c.Minified {
			t.Errorf("%q gives\n%s\nlightningcss has\n%s", c.CSS, got, c.Minified)
		}
	})
}

// Real style sheets come out as lightningcss found them to mean the same, with
// the counts of postcss.
func TestStylesheets(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("testdata/stylesheets/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var verified []struct {
		Name                          string
		Same                          bool
		Rules, Declarations, Comments int
	}
	if err := json.Unmarshal([]byte(read("verified.json")), &verified); err != nil || len(verified) != 3 {
		t.Fatal(verified, err)
	}
	for _, v := range verified {
		text := read(v.Name + ".css")
		r := format(t, text, DefaultOptions())
		if !v.Same || string(r.CSS) != read(v.Name+".beautified.css") || string(format(t, text, minify).CSS) != read(v.Name+".minified.css") {
			t.Errorf("%s does not come out as was verified", v.Name)
		}
		if !r.Valid || len(r.Faults) > 0 || r.Rules != v.Rules || r.Declarations != v.Declarations || r.Comments != v.Comments {
			t.Errorf("%s: %+v, want %+v", v.Name, r, v)
		}
		for bits := range uint16(2048) {
			if bits%16 == 0 {
				check(t, text, options(bits))
			}
		}
	}
}
