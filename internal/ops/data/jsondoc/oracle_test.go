package jsondoc

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/text/position"
)

// recorded calls f with each line of a file, of which there must be at least n.
func recorded(t *testing.T, file string, n int, f func(line string)) {
	t.Helper()
	text, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		f(lines.Text())
	}
	if lines.Err() != nil || count < n {
		t.Fatalf("%s: %d lines, %v", file, count, lines.Err())
	}
}

func decode(t *testing.T, line string, into ...any) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &into); err != nil {
		t.Fatal(err)
	}
}

const roomy = 8 << 20

var pretty = Layout{Indent: "  ", LineEnding: "\n", MaxOutput: roomy}

// format formats what must be a document.
func format(t interface{ Fatalf(string, ...any) }, doc string, dialect Dialect, l Layout) string {
	out, _, err := NewSource([]byte(doc), dialect).Format(l, 10)
	if err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	return string(out)
}

// TestLayouts compares with json.dumps of Python and with jq. Python's json
// and ours write strings of raw characters alike, so that the documents, which
// are Python's, need no change of escapes.
func TestLayouts(t *testing.T) {
	layouts := map[string]Layout{
		"minify":          {MaxOutput: roomy},
		"indent 1":        {Indent: " ", LineEnding: "\n", MaxOutput: roomy},
		"indent 4 sorted": {Indent: "    ", LineEnding: "\n", SortKeys: true, MaxOutput: roomy},
		"ascii":           {Indent: "  ", LineEnding: "\n", Escapes: ASCII, MaxOutput: roomy},
		"tab":             {Indent: "\t", LineEnding: "\n", MaxOutput: roomy},
	}
	recorded(t, "layout_oracle.jsonl", 300, func(line string) {
		var doc string
		var want map[string]string
		decode(t, line, &doc, &want)
		for name, l := range layouts {
			if got := format(t, doc, JSON, l); got != want[name] {
				t.Errorf("%s of %s:\n%s\nwant\n%s", name, doc, got, want[name])
			}
		}
	})
}

func TestCanonicalForms(t *testing.T) {
	recorded(t, "canonical_oracle.jsonl", 400, func(line string) {
		var doc, want string
		decode(t, line, &doc, &want)
		got := format(t, doc, JSON, Layout{Canonical: true, MaxOutput: roomy})
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", doc, got, want)
		}
		if again := format(t, got, JSON, Layout{Canonical: true, MaxOutput: roomy}); again != got {
			t.Errorf("the canonical form of %s is %s", got, again)
		}
	})
}

func TestECMAScriptNumbers(t *testing.T) {
	recorded(t, "number_oracle.tsv", 3000, func(line string) {
		number, want, _ := strings.Cut(line, "\t")
		if !representable([]byte(number)) {
			t.Errorf("%s is not representable", number)
		}
		if got := string(appendECMAScript(nil, []byte(number))); got != want {
			t.Errorf("%s is written %s, want %s", number, got, want)
		}
	})
}

func TestPositions(t *testing.T) {
	recorded(t, "position_oracle.jsonl", 1200, func(line string) {
		var doc string
		var offset, row, column int
		decode(t, line, &doc, &offset, &row, &column)
		src := NewSource([]byte(doc), JSON)
		_, err := src.Inspect(0)
		var e *jsonscan.Error
		if !errors.As(err, &e) {
			t.Errorf("%q is accepted, Python stops at %d", doc, offset)
			return
		}
		f := src.Fault(e, position.CodePoint)
		if f.Offset != offset || f.Line != row || f.Column != column {
			t.Errorf("%q: %s at %d, %d:%d; Python says %d, %d:%d", doc, f.Reason, f.Offset, f.Line, f.Column, offset, row, column)
		}
	})
}

// TestJSONTestSuite judges the suite, and holds us to the choices that the
// contract makes where RFC 8259 leaves one.
func TestJSONTestSuite(t *testing.T) {
	file, err := os.Open("testdata/suite.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var suite []struct{ Name, Input string }
	if err := json.NewDecoder(unzipped).Decode(&suite); err != nil {
		t.Fatal(err)
	}
	counts := map[byte]int{}
	for _, one := range suite {
		_, err := NewSource([]byte(one.Input), JSON).Inspect(0)
		want := one.Name[0] == 'y'
		if one.Name[0] == 'i' {
			want = strings.HasPrefix(one.Name, "i_number") || acceptedChoices[one.Name]
		}
		counts[one.Name[0]]++
		if (err == nil) != want {
			t.Errorf("%s: %v", one.Name, err)
		}
	}
	if counts['y'] != 95 || counts['n'] != 188 || counts['i'] != 35 {
		t.Errorf("the suite has %d y_, %d n_ and %d i_ files", counts['y'], counts['n'], counts['i'])
	}
}

// acceptedChoices are the i_ files that are accepted besides all numbers: 500
// levels, an empty object behind a byte order mark, and those whose invalid
// UTF-8 the package that the suite is from has replaced by U+FFFD.
var acceptedChoices = map[string]bool{
	"i_structure_500_nested_arrays.json": true, "i_structure_UTF-8_BOM_empty_object.json": true,
	"i_string_UTF-8_invalid_sequence.json": true, "i_string_UTF8_surrogate_U+D800.json": true, "i_string_invalid_utf-8.json": true,
	"i_string_iso_latin_1.json": true, "i_string_lone_utf8_continuation_byte.json": true, "i_string_not_in_unicode_range.json": true,
	"i_string_overlong_sequence_2_bytes.json": true, "i_string_overlong_sequence_6_bytes.json": true,
	"i_string_overlong_sequence_6_bytes_null.json": true, "i_string_truncated-utf-8.json": true,
}
