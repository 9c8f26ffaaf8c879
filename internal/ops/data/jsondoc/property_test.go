package jsondoc

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/text/position"
)

var (
	scalars = []string{
		"0", "-0", "1.50", "1e3", "1.5E-10", "12345678901234567890", "0.1000000000000000055511151231257827", "true", "false", "null",
		`""`, `"a"`, `"\""`, `"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\uFFFF"`, `"\ud83d\ude00"`, `"é€😀"`, `"// no comment"`, `"/* nor this */,"`, `"\u0000"`,
	}
	keys   = []string{`"a"`, `"b"`, `"\u0061"`, `""`, `"€"`, `"😀"`, `"\ufffd"`, `"a/b~c"`, `"a longer name"`}
	spaces = []string{"", "", "", " ", "\n", "\r\n\t", "  "}
	notes  = []string{"", "", "", "//x\n", "// [\"y\r\n", " /**/", "/* z\n */ ", "\n// own\n", "\n/* lead */"}
)

// drawDocument draws a valid document.
func drawDocument(t *rapid.T, dialect Dialect) string {
	gap := func() string {
		s := rapid.SampledFrom(spaces).Draw(t, "space")
		if dialect == JSONC {
			s += rapid.SampledFrom(notes).Draw(t, "note")
		}
		return s
	}
	var value func(depth int) string
	value = func(depth int) string {
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		if depth == 0 || kind < 2 && depth < 4 {
			return gap() + rapid.SampledFrom(scalars).Draw(t, "scalar") + gap()
		}
		var parts []string
		for range rapid.IntRange(0, 4).Draw(t, "size") {
			part := value(depth - 1)
			if kind == 2 {
				part = gap() + rapid.SampledFrom(keys).Draw(t, "key") + gap() + ":" + part
			}
			parts = append(parts, part)
		}
		inside := strings.Join(parts, ",")
		if len(parts) == 0 {
			inside = gap()
		} else if dialect == JSONC && rapid.Bool().Draw(t, "trailing") {
			inside += "," + gap()
		}
		if kind == 2 {
			return gap() + "{" + inside + "}" + gap()
		}
		return gap() + "[" + inside + "]" + gap()
	}
	return value(4)
}

// tokensOf lists the raw tokens of a document as jsontext reads them.
func tokensOf(t *rapid.T, doc string) (list []string) {
	d := jsontext.NewDecoder(strings.NewReader(doc), jsontext.AllowDuplicateNames(true))
	for {
		var text string
		switch kind := d.PeekKind(); kind {
		case '{', '}', '[', ']':
			if _, err := d.ReadToken(); err != nil {
				t.Fatalf("%q: %v", doc, err)
			}
			text = string(kind)
		default:
			raw, err := d.ReadValue()
			if err != nil {
				if len(list) > 0 && d.StackDepth() == 0 {
					return list
				}
				t.Fatalf("%q: %v", doc, err)
			}
			text = string(raw)
		}
		list = append(list, text)
	}
}

func drawLayout(t *rapid.T) Layout {
	return Layout{
		Indent: rapid.SampledFrom([]string{"", " ", "    ", "\t"}).Draw(t, "indent"), LineEnding: rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "ending"),
		MaxOutput: roomy,
	}
}

func TestTokenIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, l := drawDocument(t, JSON), drawLayout(t)
		out := format(t, doc, JSON, l)
		if got, want := tokensOf(t, out), tokensOf(t, doc); !slices.Equal(got, want) {
			t.Fatalf("tokens %q of %q, want %q", got, out, want)
		}
		minified := format(t, doc, JSON, Layout{MaxOutput: roomy})
		if again := format(t, out, JSON, Layout{MaxOutput: roomy}); again != minified {
			t.Fatalf("minified after layout %q, before %q", again, minified)
		}
		if again := format(t, out, JSON, l); again != out {
			t.Fatalf("%q laid out again is %q", out, again)
		}
	})
}

// piecesOf lists what a JSONC document consists of but for space: tokens,
// comments and all commas and colons.
func piecesOf(doc string) (list []string) {
	for i := 0; i < len(doc); {
		start := i
		switch rest := doc[i:]; {
		case strings.ContainsRune(" \t\r\n", rune(doc[i])):
			i++
			continue
		case strings.HasPrefix(rest, "//"):
			if i = strings.IndexAny(doc[start:], "\r\n") + start; i < start {
				i = len(doc)
			}
		case strings.HasPrefix(rest, "/*"):
			i += 2 + strings.Index(rest[2:], "*/") + 2
		case rest[0] == '"':
			for i++; doc[i] != '"'; i++ {
				if doc[i] == '\\' {
					i++
				}
			}
			i++
		case strings.ContainsRune("{}[],:", rune(rest[0])):
			i++
		default:
			for i < len(doc) && !strings.ContainsRune(" \t\r\n{}[],:/\"", rune(doc[i])) {
				i++
			}
		}
		list = append(list, doc[start:i])
	}
	return list
}

// withoutColons leaves out the one thing that a comment may change places with.
func withoutColons(list []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == ":" })
}

func TestCommentsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, l := drawDocument(t, JSONC), drawLayout(t)
		out := format(t, doc, JSONC, l)
		if got, want := withoutColons(piecesOf(out)), withoutColons(piecesOf(doc)); !slices.Equal(got, want) {
			t.Fatalf("%q has the pieces %q, want %q", out, got, want)
		}
		if again := format(t, out, JSONC, l); again != out {
			t.Fatalf("%q laid out again is %q", out, again)
		}
		l.StripComments = true
		stripped := format(t, doc, JSONC, l)
		if again := format(t, stripped, JSON, l); again != stripped {
			t.Fatalf("%q without comments is %q", doc, stripped)
		}
		l.StripComments, l.SortKeys = false, true
		sorted, want := piecesOf(format(t, doc, JSONC, l)), piecesOf(doc)
		slices.Sort(sorted)
		if slices.Sort(want); !slices.Equal(sorted, want) {
			t.Fatalf("%q sorted has the pieces %q, want %q", doc, sorted, want)
		}
	})
}

// valueOf is a document's value, numbers as they are written.
func valueOf(t *rapid.T, doc string) (v any) {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	return v
}

func TestSortedAndEscaped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawDocument(t, JSON)
		want := valueOf(t, doc)
		for _, l := range []Layout{{SortKeys: true}, {Escapes: ASCII}, {Escapes: Unescape}, {SortKeys: true, Indent: " ", LineEnding: "\n"}} {
			l.MaxOutput = roomy
			out := format(t, doc, JSON, l)
			if got := valueOf(t, out); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q became %q by %+v", doc, out, l)
			}
			if l.Escapes == ASCII && strings.ContainsFunc(out, func(r rune) bool { return r >= utf8.RuneSelf }) {
				t.Fatalf("%q is not ASCII", out)
			}
			if again := format(t, out, JSON, l); again != out {
				t.Fatalf("%q again by %+v is %q", out, l, again)
			}
		}
	})
}

// TestInspect compares counts, duplicates and pointers with jsontext.
func TestInspect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawDocument(t, JSON)
		src := NewSource([]byte(doc), JSON)
		report, err := src.Inspect(1000)
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		var counts Counts
		var offsets []int
		var pointers []string
		depth, seen := 0, []map[string]bool{nil}
		var duplicates []int
		d := jsontext.NewDecoder(strings.NewReader(doc), jsontext.AllowDuplicateNames(true))
		for {
			start := int(d.InputOffset())
			for start < len(doc) && strings.IndexByte(" \t\r\n,:", doc[start]) >= 0 {
				start++
			}
			token, err := d.ReadToken()
			if err != nil {
				break
			}
			depth = max(depth, d.StackDepth())
			kind, length := d.StackIndex(d.StackDepth())
			switch token.Kind() {
			case '{':
				counts.Objects++
				seen = append(seen, map[string]bool{})
			case '[':
				counts.Arrays++
				seen = append(seen, nil)
			case '}', ']':
				seen = seen[:len(seen)-1]
				continue
			case '0':
				counts.Numbers++
			case 't', 'f':
				counts.Booleans++
			case 'n':
				counts.Nulls++
			case '"':
				if kind == '{' && length%2 == 1 {
					counts.Keys++
					if names := seen[len(seen)-1]; names[token.String()] {
						duplicates = append(duplicates, start)
					} else {
						names[token.String()] = true
					}
				} else {
					counts.Strings++
				}
				offsets, pointers = append(offsets, start), append(pointers, string(d.StackPointer()))
			}
		}
		if report.Counts != counts || report.Depth != depth {
			t.Fatalf("%q: %+v depth %d, want %+v depth %d", doc, report.Counts, report.Depth, counts, depth)
		}
		if !slices.Equal(report.Duplicates.Offsets(), slices.Concat(duplicates, []int{})) {
			t.Fatalf("%q: duplicates at %v, want %v", doc, report.Duplicates.Offsets(), duplicates)
		}
		places, err := src.Places(offsets)
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		for i, p := range places {
			if p.Pointer != pointers[i] {
				t.Fatalf("%q: %q at %d, want %q", doc, p.Pointer, offsets[i], pointers[i])
			}
		}
	})
}

// FuzzFormat looks for documents that are refused wrongly, changed, or not
// refused where they should be.
func FuzzFormat(f *testing.F) {
	for _, doc := range append(scalars, "", "[1,]", "{//x\n\"a\":/**/1,}", "[1 /", "\ufeff{}", "{\"a\":1,\"a\":2}", "[\xff", "/*\xff*/1") {
		f.Add([]byte(doc), true)
		f.Add([]byte(doc), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, withComments bool) {
		dialect := JSON
		if withComments {
			dialect = JSONC
		}
		src := NewSource(text, dialect)
		out, report, err := src.Format(pretty, 10)
		var e *jsonscan.Error
		if errors.As(err, &e) {
			if f := src.Fault(e, position.UTF16); f.ByteOffset > len(text) || f.Message == "" {
				t.Fatalf("%q: %+v", text, f)
			}
			if dialect == JSON && !src.HasBOM() && jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if places, err := src.Places(report.Duplicates.Offsets()); err != nil || len(places) != len(report.Duplicates.List) {
			t.Fatalf("%q: %v %v", text, places, err)
		}
		if again := format(t, string(out), dialect, pretty); again != string(out) {
			t.Fatalf("%q is laid out as %q and then as %q", text, out, again)
		}
		stripped := format(t, string(text), dialect, Layout{StripComments: true, MaxOutput: roomy})
		if !jsontext.Value(stripped).IsValid(jsontext.AllowDuplicateNames(true)) {
			t.Fatalf("%q became %q", text, stripped)
		}
	})
}
