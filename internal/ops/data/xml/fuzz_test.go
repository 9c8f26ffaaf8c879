package xml

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func FuzzFormat(f *testing.F) {
	files, _ := filepath.Glob("testdata/documents/*")
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), uint16(i*997))
	}
	for _, text := range []string{"", "<a", "<a b='&#x41;'>&e;</a>", "<!DOCTYPE a [<!ATTLIST a xml:space (x|y) 'x'>%p;]><a/>", "<a><![CDATA[]]></a>", "<a>]<!---->]<!---->></a>", "\uFEFF<?xml version='1.0'?><p:a/>"} {
		f.Add(text, uint16(0))
	}
	f.Fuzz(func(t *testing.T, text string, bits uint16) {
		ctx := context.Background()
		d, err := Parse(ctx, text)
		if e, ok := err.(*Error); ok {
			if e.ByteOffset < 0 || e.ByteOffset > len(text) || e.Line < 1 || e.Column < 1 || e.Message == "" {
				t.Fatalf("%q: %+v", text, e)
			}
			return
		}
		has := func(bit int) bool { return bits>>bit&1 > 0 }
		choose := func(bit int, values ...string) string { return values[int(bits>>bit)&3%len(values)] }
		o := Options{
			Minify: has(0), Indent: choose(1, "", " ", "  ", "\t"), MaxWidth: 20, MaxBytes: 1 << 24,
			Attributes: AttributeLayout(choose(3, "one_line", "one_per_line", "wrap")), SortAttributes: has(5),
			EmptyElements: EmptyElements(choose(6, "keep", "self_close", "expand")),
			Declaration:   Declaration(choose(8, "keep", "add", "remove")), DropComments: has(10),
		}
		once, err := d.Format(ctx, o)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		again := parse(t, once)
		if again.Elements != d.Elements || again.Depth != d.Depth || again.Root != d.Root {
			t.Fatalf("%q becomes %q", text, once)
		}
		if twice := format(t, once, o); twice != once {
			t.Fatalf("%+v: %q becomes %q and then %q", o, text, once, twice)
		}
		o.SortAttributes, o.EmptyElements, o.Declaration, o.DropComments = false, "", "", false
		if out := format(t, text, o); squeeze(out) != squeeze(strings.TrimPrefix(text, "\uFEFF")) {
			t.Fatalf("%q becomes %q", text, out)
		}
	})
}

// TestHostile gives documents of a megabyte that would be slow for a parser
// with a quadratic step, or one that expands entities.
func TestHostile(t *testing.T) {
	const size = 1_000_000
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)) + after
	}
	count := func(before string, unit func(i string) string, after string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < size; i++ {
			b.WriteString(unit(base36(i)))
		}
		return b.String() + after
	}
	for name, text := range map[string]string{
		"open tags":              fill("", "<a>", ""),
		"end tags":               fill("", "</a>", ""),
		"less than":              fill("<a>", "<", ""),
		"ampersands":             fill("<a>", "&", ""),
		"references":             fill("<a>", "&#65;", ""),
		"digits":                 fill("<a>&#", "0", ""),
		"brackets":               fill("<a>", "]", "</a>"),
		"hyphens":                fill("<a><!--", "-", ""),
		"half-open comments":     fill("<a>", "<!--x", ""),
		"half-open CDATA":        fill("<a><![CDATA[", "]]", ""),
		"instructions":           fill("<a>", "<?x?", ""),
		"quotes":                 fill("<a b=\"", "'", ""),
		"doctypes":               fill("", "<!DOCTYPE a [", ""),
		"content model":          fill("<!DOCTYPE a [<!ELEMENT a ", "(", ""),
		"entities":               count("<!DOCTYPE a [", func(i string) string { return "<!ENTITY e" + i + " '&x;&x;&x;'>" }, "]><a>&e1;</a>"),
		"attributes":             count("<a", func(i string) string { return " a" + i + "=''" }, "/>"),
		"prefixes":               count("<a", func(i string) string { return " xmlns:p" + i + "='u' p" + i + ":x=''" }, "/>"),
		"undeclared prefixes":    count("<a>", func(i string) string { return "<p" + i + ":x/>" }, "</a>"),
		"one prefix, redeclared": fill("<a>", "<b xmlns:p='u'><p:c/></b>", "</a>"),
		"space in a tag":         fill("<a", " \n", "b=''/>"),
		"long name":              fill("<", "é", "/>"),
		"not UTF-8 at the end":   fill("<a>", "\uFFFD", "\xff</a>"),
	} {
		start := time.Now()
		if d, err := Parse(t.Context(), text); err == nil {
			for _, attributes := range []AttributeLayout{"", AttributesOnePerLine, AttributesWrap} {
				o := standard
				o.Attributes, o.SortAttributes, o.EmptyElements = attributes, attributes != "", EmptyExpand
				if _, err := d.Format(t.Context(), o); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func base36(i int) string { return strconv.FormatInt(int64(i), 36) }

// TestEntitiesAreNotExpanded: the billion laughs are a small document, and a
// reference to a file is copied.
func TestEntitiesAreNotExpanded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE a [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">`)
	for i := range 20 {
		b.WriteString("<!ENTITY e" + base36(i+1) + " \"" + strings.Repeat("&e"+base36(i)+";", 10) + "\">")
	}
	text := b.String() + "]>\n<a>&ek;&f;</a>"
	if got := format(t, text, standard); got != text {
		t.Errorf("%s", got)
	}
}
