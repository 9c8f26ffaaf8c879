package toxml_test

import (
	"bytes"
	"context"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/toxml"
	"toolcrib/internal/ops/data/xml"
)

// scalars of documents: numbers in every spelling, texts with all that XML
// treats specially.
var scalars = []string{
	"0", "-0", "1.50", "12345678901234567890", "1E+5", "2e-7", "true", "false", "null", `""`, `"x"`, `"A & B"`, `"]]>"`, `"<a>"`, `"\"'"`,
	`" a "`, `"\r\n\t"`, `"é€😀"`, `"\u0085\u2028"`, `"\ud83d\ude00"`, `"\ufffd"`,
}

var names = []string{`"a"`, `"b"`, `"first name"`, `"1"`, `""`, `"#text"`, `"@a"`, `"@b"`, `"@"`, `"@type"`, `"xml"`, `"x:y"`, `"_x0041_"`, `"é"`, `"😀"`, `"\u0001"`}

func document(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return rapid.SampledFrom(scalars).Draw(t, "scalar")
	}
	var parts []string
	for range rapid.IntRange(0, 4).Draw(t, "size") {
		part := document(t, depth-1)
		if kind == 2 {
			part = rapid.SampledFrom(names).Draw(t, "name") + ":" + part
		}
		parts = append(parts, part)
	}
	if kind == 2 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func anyOptions(t *rapid.T) toxml.Options {
	pick := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
	return toxml.Options{
		XPath: rapid.Bool().Draw(t, "xpath"), Root: pick("root", "", "r"), Item: pick("item", "item", "i"),
		AttributePrefix: pick("prefix", "@", "", "a"), TextKey: pick("text", "#text", "", "b"), Wrap: rapid.Bool().Draw(t, "wrap"),
		Nulls: toxml.Nulls(pick("null", "empty", "xsi_nil", "omit")), Names: toxml.Repair(pick("names", "encode", "replace", "error")),
		Types: rapid.Bool().Draw(t, "types"), Characters: toxml.Repair(pick("characters", "error", "replace", "remove")),
		Indent: pick("indent", "", " ", "\t"), Declaration: rapid.Bool().Draw(t, "declaration"), Limit: limit,
	}
}

// checkXML holds a result against package xml: it is well-formed, has nothing to
// warn of, such as an undeclared prefix, and as many elements as were counted.
func checkXML(t interface{ Fatalf(string, ...any) }, doc string, r toxml.Result) {
	parsed, err := xml.Parse(context.Background(), string(r.XML))
	if err != nil || len(parsed.Warnings) > 0 || parsed.Elements != r.Elements {
		t.Fatalf("%s became\n%s\n%v, %+v", doc, r.XML, err, parsed)
	}
}

// TestAlwaysWellFormed writes random documents in every way. What is refused is
// refused for a reason that the document gives.
func TestAlwaysWellFormed(t *testing.T) {
	refused := map[toxml.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 40 {
			doc, o := document(t, 4), anyOptions(t)
			r, err := toxml.Write(context.Background(), []byte(doc), o)
			var e *toxml.Error
			switch {
			case err == nil:
				checkXML(t, doc, r)
			case !errors.As(err, &e) || e.Message == "" || e.Hint == "":
				t.Fatalf("%s with %+v: %v", doc, o, err)
			default:
				refused[e.Code]++
			}
		}
	})
	for _, code := range []toxml.Code{toxml.InvalidType, toxml.InvalidName, toxml.InvalidCharacter, toxml.Duplicate, toxml.Conflict} {
		if refused[code] == 0 {
			t.Errorf("nothing was refused with %s: %v", code, refused)
		}
	}
}

var numeral = regexp.MustCompile(`-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`)

// TestNumbersKeepTheirDigits: the texts of the elements are the numbers of the
// document, in order, as encoding/xml reads them.
func TestNumbersKeepTheirDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?`), 10, 20).Draw(t, "numbers")
		for _, o := range []toxml.Options{{XPath: true, Limit: limit}, {Root: "r", Item: "i", Limit: limit, Indent: " "}} {
			r, err := toxml.Write(context.Background(), []byte("["+strings.Join(numbers, ",")+"]"), o)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			d := stdxml.NewDecoder(bytes.NewReader(r.XML))
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if text, ok := token.(stdxml.CharData); ok && numeral.Match(text) {
					got = append(got, string(text))
				}
			}
			if !slices.Equal(got, numbers) {
				t.Fatalf("%q became %q", numbers, got)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		doc     string
		change  func(*options)
		code    toxml.Code
		pointer string
	}{
		{`{"v":"\u0001"}`, nil, toxml.InvalidCharacter, "/v"},
		{`{"a":[{"b/~":["x","\ufffe"]}]}`, nil, toxml.InvalidCharacter, "/a/0/b~1~0/1"},
		{`{"a":{"@b":"\u0000"}}`, nil, toxml.InvalidCharacter, "/a/@b"},
		{`"\uffff"`, nil, toxml.InvalidCharacter, ""},
		{`{"a":{"@b":[]}}`, nil, toxml.InvalidType, "/a/@b"},
		{`{"a":{"@b":{}}}`, nil, toxml.InvalidType, "/a/@b"},
		{`{"a":{"#text":[1]}}`, nil, toxml.InvalidType, "/a/#text"},
		{`{"a":{"@b":1,"c":2,"@b":3}}`, nil, toxml.Duplicate, "/a/@b"},
		{`{"a":{"@b c":1,"@b_c":3}}`, func(o *options) { o.InvalidNames = toxml.Replace }, toxml.Duplicate, "/a/@b_c"},
		{`{"a":{"@type":1}}`, func(o *options) { o.TypeAttributes = true }, toxml.Conflict, "/a/@type"},
		{`{"a":{"b c":1}}`, func(o *options) { o.InvalidNames = toxml.Refuse }, toxml.InvalidName, "/a/b c"},
		{`{"1":1}`, func(o *options) { o.InvalidNames = toxml.Refuse }, toxml.InvalidName, "/1"},
	} {
		o := defaults()
		if c.change != nil {
			c.change(&o)
		}
		_, err := toxml.Write(context.Background(), []byte(c.doc), o.write())
		var e *toxml.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Pointer != c.pointer || e.Error() == "" {
			t.Errorf("%s: %v, want %s at %s", c.doc, err, c.code, c.pointer)
		}
	}
	_, err := toxml.Write(context.Background(), []byte(`{"a\u0001":1}`), toxml.Options{XPath: true, Limit: limit, Characters: toxml.Refuse})
	var e *toxml.Error
	if !errors.As(err, &e) || e.Pointer != "/a\u0001" {
		t.Errorf("a key: %v", err)
	}
}

func TestReport(t *testing.T) {
	o := defaults()
	r, err := toxml.Write(context.Background(), []byte(`[{"b c":[],"@b c":1},{"b c":2,"a":{"1":[]}}]`), o.write())
	if err != nil {
		t.Fatal(err)
	}
	want := []toxml.Renaming{{Pointer: "/0/@b c", From: "b c", To: "b_x0020_c"}, {Pointer: "/1/a/1", From: "1", To: "_x0031_"}}
	if !slices.Equal(r.Renamed, want) || r.RenamedCount != 2 || r.EmptyArrays != 2 || r.Elements != 5 {
		t.Errorf("%+v", r)
	}
	for characters, text := range map[toxml.Repair]string{toxml.Replace: "a\ufffdb\ufffd", toxml.Remove: "ab"} {
		w := o.write()
		w.Characters, w.Indent, w.Declaration = characters, "", false
		r, err := toxml.Write(context.Background(), []byte(`{"v":"a\u0001b\ufffe"}`), w)
		if err != nil || string(r.XML) != "<v>"+text+"</v>" || r.Repaired != 2 {
			t.Errorf("%s: %s, %+v, %v", characters, r.XML, r, err)
		}
	}
	many := make([]string, 150)
	for i := range many {
		many[i] = fmt.Sprintf(`"%d":0`, i)
	}
	r, err = toxml.Write(context.Background(), []byte("{"+strings.Join(many, ",")+"}"), o.write())
	if err != nil || len(r.Renamed) != toxml.MaxRenamed || r.RenamedCount != 150 {
		t.Errorf("%d of %d renamed, %v", len(r.Renamed), r.RenamedCount, err)
	}
}

func TestDepth(t *testing.T) {
	for _, o := range []toxml.Options{{XPath: true, Limit: limit}, defaults().write()} {
		for depth, refused := range map[int]bool{toxml.MaxDepth: false, toxml.MaxDepth + 1: true} {
			_, err := toxml.Write(context.Background(), []byte(strings.Repeat("[", depth)+strings.Repeat("]", depth)), o)
			var e *jsonscan.Error
			if (err != nil) != refused || refused && (!errors.As(err, &e) || e.Reason != jsonscan.DepthExceeded) {
				t.Errorf("%d levels: %v", depth, err)
			}
		}
	}
}

// TestBombs: what would be far larger than its document, or has too many
// elements, is refused before it is made.
func TestBombs(t *testing.T) {
	deep := strings.Repeat("[", 250) + strings.Repeat("1,", 200_000) + "1" + strings.Repeat("]", 250)
	long := strings.Repeat("n", 200_000)
	for _, c := range []struct {
		name, doc string
		change    func(*options)
		code      toxml.Code
	}{
		{"indentation", deep, func(o *options) { o.Indent = strings.Repeat(" ", 8) }, toxml.OutputTooLarge},
		{"a long name", `{"` + long + `":[` + strings.Repeat("1,", 100_000) + "1]}", nil, toxml.OutputTooLarge},
		{"a long encoded name", `{"` + strings.Repeat(" ", 200_000) + `":[` + strings.Repeat("1,", 100_000) + "1]}", nil, toxml.OutputTooLarge},
		{"a long item", "[" + strings.Repeat("1,", 100_000) + "1]", func(o *options) { o.Item = long }, toxml.OutputTooLarge},
		{"elements", "[" + strings.Repeat("1,", toxml.MaxElements) + "1]", func(o *options) { o.Item, o.Indent = "i", "" }, toxml.TooManyItems},
		{"escapes", `{"a":"` + strings.Repeat("&", 2_000_000) + `"}`, nil, toxml.OutputTooLarge},
	} {
		o := defaults()
		if c.change != nil {
			c.change(&o)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := toxml.Write(context.Background(), []byte(c.doc), o.write())
		runtime.ReadMemStats(&after)
		var e *toxml.Error
		if !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 16*limit {
			t.Errorf("%s: took %d bytes", c.name, n)
		}
	}
	o := defaults()
	o.Indent, o.Item = "", "i"
	doc := "[" + strings.Repeat("1,", toxml.MaxElements-2) + "1]"
	if r, err := toxml.Write(context.Background(), []byte(doc), o.write()); err != nil || r.Elements != toxml.MaxElements {
		t.Errorf("%d elements, %v", r.Elements, err)
	}
}

// TestPointersAreBounded: a pointer can be as long as the document.
func TestPointersAreBounded(t *testing.T) {
	doc := `{"` + strings.Repeat("é", 100_000) + `":"\u0000"}`
	_, err := toxml.Write(context.Background(), []byte(doc), defaults().write())
	var e *toxml.Error
	if !errors.As(err, &e) || len(e.Pointer) > 1010 || !strings.HasSuffix(e.Pointer, "é…") {
		t.Errorf("%.100v", err)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	doc := "[" + strings.Repeat("1,", 10_000) + "1]"
	if _, err := toxml.Write(ctx, []byte(doc), defaults().write()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzWrite: whatever is sent, the answer is well-formed or refused.
func FuzzWrite(f *testing.F) {
	for _, doc := range []string{`{"root":{"name":"A & B","tags":["x","y"],"n":null,"t":true,"v":1.5}}`, `{"r":{"@id":"7","#text":"hi"}}`, `{"a":[1,[2,3]]}`, `{"_x0041_ ":{"xml":1}}`, `[01]`, `"\u0001"`, "\"\xef\""} {
		f.Add([]byte(doc), uint16(0))
		f.Add([]byte(doc), uint16(0x5ad))
	}
	f.Fuzz(func(t *testing.T, doc []byte, n uint16) {
		bit := func(i int) bool { return n>>i&1 != 0 }
		o := defaults()
		if bit(0) {
			o.AttributePrefix = "a"
		}
		if bit(1) {
			o.Arrays = "wrap"
		}
		o.NullAs = []toxml.Nulls{toxml.NullsEmpty, toxml.NullsNil, toxml.NullsOmitted, toxml.NullsEmpty}[n>>2&3]
		if bit(4) {
			o.InvalidNames = toxml.Replace
		}
		o.TypeAttributes, o.Declaration = bit(5), bit(6)
		if bit(7) {
			o.Indent = ""
		}
		w := o.write()
		w.XPath = bit(8)
		if bit(9) {
			w.Characters = toxml.Remove
		}
		r, err := toxml.Write(context.Background(), doc, w)
		var refused *toxml.Error
		var syntax *jsonscan.Error
		switch {
		case err == nil:
			checkXML(t, string(doc), r)
		case !errors.As(err, &refused) && !errors.As(err, &syntax):
			t.Fatalf("%q: %v", doc, err)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	var list bytes.Buffer
	for i := 0; list.Len() < 1_000_000; i++ {
		fmt.Fprintf(&list, `,{"@id":%d,"name":"Asha & Rao %d","active":true,"score":12.50,"first name":"x","tags":["x","y"],"at":{"lat":18.52,"lon":73.86}}`, i, i)
	}
	doc := append(list.Bytes(), ']')
	doc[0] = '['
	for name, o := range map[string]toxml.Options{"elements": defaults().write(), "xpath31": {XPath: true, Indent: "  ", Limit: limit}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := toxml.Write(context.Background(), doc, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
