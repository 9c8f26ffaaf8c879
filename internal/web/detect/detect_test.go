package detect_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"toolcrib/internal/web/detect"
)

// Samples are from the documents that define each thing, as named.
var samples = []struct {
	text string
	kind detect.Kind
	op   string // the first offered
}{
	{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", detect.UUID, "uuid-validate"},          // RFC 9562 section 4
	{"urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", detect.UUID, "uuid-validate"}, // the same
	{"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", detect.UUID, "uuid-validate"},
	{"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODB9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
		detect.JWT, "base64-encoder"}, // RFC 7519 section 3.1
	{"1700000000", detect.Epoch, "epoch-converter"},
	{"1700000000123", detect.Epoch, "epoch-converter"},
	{" 1700000000\n", detect.Epoch, "epoch-converter"},
	{"1996-12-19T16:39:57-08:00", detect.DateTime, "timezone-converter"}, // RFC 3339 section 5.8
	{"2026-03-01 09:30", detect.DateTime, "timezone-converter"},
	{"1990-05-15", detect.Date, "age-calculator"},
	{"2026-02-30", detect.Text, "word-counter"},                      // no such day
	{"https://example.com/a?b=c#d", detect.URL, "qr-code-generator"}, // RFC 3986
	{"https:// is a scheme", detect.Text, "word-counter"},
	{"0xDEADBEEF", detect.Radix, "binary-converter"},
	{"0b1011", detect.Radix, "binary-converter"},
	{"5 0 * 8 *", detect.Cron, "cron-expression-parser"}, // crontab(5)
	{"*/15 9-17 * * MON-FRI", detect.Cron, "cron-expression-parser"},
	{"@daily", detect.Cron, "cron-expression-parser"},
	{"0 0 12 1/5 * ?", detect.Cron, "cron-expression-parser"},
	{`{"Image":{"Width":800,"IDs":[116,943]}}`, detect.JSON, "json-formatter"}, // RFC 8259 section 13
	{`[{"a":1},{"a":2}]`, detect.JSON, "json-formatter"},
	{`[1, 2, 3]`, detect.JSON, "json-formatter"},
	{`{"a": 1, "b": }`, detect.JSON, "json-formatter"}, // a fault is worth showing
	{`{a: 1, /* x */ b: 2}`, detect.JSON, "json-formatter"},
	{`<?xml version="1.0"?><greeting>Hello, world!</greeting>`, detect.XML, "xml-formatter"}, // XML 1.0 section 2.8
	{`<a href="x">y</a>`, detect.XML, "xml-formatter"},
	{"h1 { color: red }", detect.CSS, "css-beautifier"},
	{"@media print { body { font-size: 10pt } }", detect.CSS, "css-beautifier"},
	{".a,.b>c:hover{margin:0;padding:0}", detect.CSS, "css-beautifier"},
	{"aGVsbG8gd29ybGQhIQ==", detect.Base64, "base64-encoder"},
	{"data:text/plain;base64,SGVsbG8=", detect.Base64, "base64-encoder"},
	{`^\d{4}-\d{2}-\d{2}$`, detect.Regex, "regex-tester"},
	{`/[a-z]+@[a-z]+\.com/gi`, detect.Regex, "regex-tester"},
	{`(?:foo|bar)+`, detect.Regex, "regex-tester"},
	{"name,age,city\nAsha,31,Pune\nRavi,28,Delhi", detect.CSV, "csv-to-json"},
	{"a\tb\n1\t2\n3\t4", detect.CSV, "csv-to-json"},
	{"id;title\n1;\"a;b\"\n2;c", detect.CSV, "csv-to-json"},
	{"pear\napple\nfig", detect.Lines, "text-sorter"},
	{"Hello, world", detect.Text, "word-counter"},
	{"how do I convert CSV to JSON?", detect.Text, "word-counter"},
	{"what does this cron line mean", detect.Text, "word-counter"},
	{"internationalization", detect.Text, "word-counter"},
	{"d41d8cd98f00b204e9800998ecf8427e", detect.Text, "word-counter"}, // a digest is no Base64
	{"Dear Asha,\nthank you, I am well.", detect.Text, "word-counter"},
	{"नमस्ते दुनिया", detect.Text, "word-counter"},
	{"/usr/local/bin", detect.Text, "word-counter"},
	{"a < b and b > c", detect.Text, "word-counter"},
	{"12345", detect.Text, "word-counter"},
}

func TestDetect(t *testing.T) {
	for _, s := range samples {
		kind, uses := detect.Detect(s.text)
		if kind != s.kind || len(uses) == 0 || uses[0].Op != s.op {
			t.Errorf("%q is %s with %v; want %s and %s first", s.text, kind, uses, s.kind, s.op)
		}
	}
}

func TestNothingIsOfNoKind(t *testing.T) {
	if kind, uses := detect.Detect(" \n\t"); kind != "" || uses != nil {
		t.Errorf("white space is %q with %v", kind, uses)
	}
}

// What the field takes may be a part of the text: a pattern without its
// slashes, and the claims of a token (RFC 7519 section 3.1) alone.
func TestPartsAreHandedOver(t *testing.T) {
	_, uses := detect.Detect(`/a+b\d/gi`)
	if uses[0].Text != `a+b\d` || !slices.Equal(uses[0].Also, [][2]string{{"flags", "gi"}}) {
		t.Errorf("pattern: %+v", uses[0])
	}
	_, uses = detect.Detect("eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ.")
	if uses[0].Text != "eyJpc3MiOiJqb2UifQ" {
		t.Errorf("token: %+v", uses[0])
	}
}

// A text longer than what is looked at is still of its kind.
func TestLongTexts(t *testing.T) {
	for text, want := range map[string]detect.Kind{
		"[" + strings.Repeat(`{"key":"value"},`, 10_000) + "{}]": detect.JSON,
		strings.Repeat("a,b,c\n", 20_000):                        detect.CSV,
		"<r>" + strings.Repeat("<x>1</x>", 10_000) + "</r>":      detect.XML,
		strings.Repeat("a{color:red}\n", 10_000):                 detect.CSS,
		strings.Repeat("क", detect.Limit):                        detect.Text,
	} {
		if kind, _ := detect.Detect(text); kind != want {
			t.Errorf("%.20s… is %s; want %s", text, kind, want)
		}
	}
}

// FuzzDetect: any text is answered, an empty one alone with nothing, white
// space around it changes nothing, and nothing is handed over that is not in it.
func FuzzDetect(f *testing.F) {
	for _, s := range samples {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kind, uses := detect.Detect(text)
		if (kind == "") != (strings.TrimSpace(text) == "") || (kind == "") != (len(uses) == 0) {
			t.Fatalf("%q: %q %v", text, kind, uses)
		}
		for _, u := range uses {
			if u.Op == "" || u.Field == "" || !strings.Contains(text, u.Text) {
				t.Fatalf("%q: %+v", text, u)
			}
		}
		if len(text) < detect.Limit-2 && utf8.ValidString(text) {
			if again, _ := detect.Detect(" " + text + "\n"); again != kind {
				t.Fatalf("%q: %s, in white space %s", text, kind, again)
			}
		}
	})
}
