package xml

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// generator makes random documents of every kind of markup, with white space
// wherever it may stand.
type generator struct{ *rand.Rand }

func (g generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g generator) space() string { return g.pick("", "", " ", "\n", "\n\n  ", "\t", "\r\n") }

func (g generator) attributes() string {
	var b strings.Builder
	for _, name := range []string{"a", "xmlns:p", "p:b", "ünï", "z-1", "xml:space"} {
		if g.IntN(4) > 0 {
			continue
		}
		value := g.pick("", "1.50", "a 'b' > c/", "&lt;&#10;", "x\n y", "नमस्ते")
		if name == "xml:space" {
			value = g.pick("preserve", "default")
		}
		quote := `"`
		if !strings.Contains(value, "'") && g.IntN(2) > 0 {
			quote = "'"
		}
		b.WriteString(g.pick(" ", " ", "\n\t", "  ") + name + g.pick("=", "=", " = ", "\n=") + quote + value + quote)
	}
	return b.String() + g.pick("", "", " ", "\n")
}

func (g generator) misc() string {
	return g.pick("<!---->", "<!-- <a> & ' -->", "<!--\n two\n-->", "<?p?>", "<?p <a x='?' ?>") + g.space()
}

func (g generator) element(depth int) string {
	name := g.pick("a", "b", "p:c", "d.e", "नाम", "pre")
	if g.IntN(6) == 0 {
		return "<" + name + g.attributes() + "/>"
	}
	var b strings.Builder
	b.WriteString("<" + name + g.attributes() + ">" + g.space())
	for range g.IntN(5) {
		switch n := g.IntN(20); {
		case n < 2:
			b.WriteString(g.misc())
		case n < 3:
			b.WriteString(g.pick("text", " 1 > 0 ]] ", "&amp;", "&#32;", "\u00A0", "日本"))
		case n < 4:
			b.WriteString(g.pick("<![CDATA[]]>", "<![CDATA[ </a> ]]>", "<![CDATA[ ]]]]>"))
		case depth < 6:
			b.WriteString(g.element(depth + 1))
		}
		b.WriteString(g.space())
	}
	return b.String() + "</" + name + g.pick("", "", " ", "\n") + ">"
}

func (g generator) document() string {
	text := g.pick("", "<?xml version='1.0'?>", "<?xml version=\"1.0\"  encoding='UTF-8'?>\n") +
		g.pick("", "", g.misc()) + g.pick("", "", "<!DOCTYPE a [ <!ELEMENT a ANY>\n<!-- ' > --> ]>") + g.space() +
		g.element(1) + g.space() + g.pick("", "", g.misc())
	if g.IntN(3) == 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	return text
}

func (g generator) options() Options {
	o := standard
	o.Minify, o.Indent = g.IntN(4) == 0, g.pick("", " ", "  ", "\t", "        ")
	o.Attributes, o.MaxWidth = AttributeLayout(g.pick("one_line", "one_per_line", "wrap")), 20+g.IntN(60)
	if g.IntN(3) == 0 {
		o.Preserve = []string{"pre", "b"}
	}
	return o
}

// documents hands random documents and the real ones of testdata to do.
func documents(t *testing.T, n int, do func(generator, string)) {
	g := generator{rand.New(rand.NewPCG(20261121, 1))}
	files, err := filepath.Glob("testdata/documents/*")
	if err != nil || len(files) < 9 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			do(g, string(text))
		}
	}
	for range n {
		do(g, g.document())
	}
}

// TestTokensStay compares the tokens of documents with those of what they
// become, found by regular expressions: the parser has no part in it.
func TestTokensStay(t *testing.T) {
	documents(t, 1200, func(g generator, text string) {
		o := g.options()
		out := format(t, text, o)
		if squeeze(strings.TrimPrefix(text, "\uFEFF")) != squeeze(out) {
			t.Fatalf("%q becomes %q", text, out)
		}
		before, after := tokens(text, o.Preserve), tokens(out, o.Preserve)
		if !slices.Equal(before, after) {
			t.Fatalf("%q becomes %q:\n%q\n%q", text, out, before, after)
		}
	})
}

func TestFormattedTwice(t *testing.T) {
	documents(t, 3000, func(g generator, text string) {
		o := g.options()
		o.EmptyElements = EmptyElements(g.pick("keep", "self_close", "expand"))
		o.Declaration = Declaration(g.pick("keep", "add", "remove"))
		o.SortAttributes, o.DropComments = g.IntN(3) == 0, g.IntN(3) == 0
		once := format(t, text, o)
		if twice := format(t, once, o); twice != once {
			t.Fatalf("%+v: %q becomes\n%s\nand then\n%s", o, text, once, twice)
		}
		if before, after := parse(t, text), parse(t, once); before.Elements != after.Elements || before.Depth != after.Depth ||
			!o.SortAttributes && !slices.Equal(before.Namespaces, after.Namespaces) {
			t.Fatalf("%q becomes %q", text, once)
		}
		o.Minify = true
		if got, want := format(t, once, o), format(t, text, o); got != want {
			t.Fatalf("%+v: %q minified is %q, formatted first %q", o, text, want, got)
		}
	})
}

var (
	markup      = regexp.MustCompile(`(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>|<(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+`)
	anAttribute = regexp.MustCompile(`\s*([^\s="'<>/]+)\s*=\s*("[^"]*"|'[^']*')`)
	spaceKept   = regexp.MustCompile(`\sxml:space\s*=\s*["']preserve["']`)
	endSpace    = regexp.MustCompile(`\s+(/?>)$`)
)

func squeeze(s string) string {
	return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(s)
}

// tokens lists the tokens of a document, white space between those of element
// content left out and tags there with single spaces.
func tokens(text string, preserve []string) []string {
	all := markup.FindAllString(strings.TrimPrefix(text, "\uFEFF"), -1)
	var out []string
	for i := 0; i < len(all); i++ {
		token := all[i]
		switch {
		case squeeze(token) == "":
			continue
		case token[0] != '<' || token[1] == '!' || token[1] == '?':
			out = append(out, token)
			continue
		}
		out = append(out, tidy(token))
		if token[1] == '/' || strings.HasSuffix(token, "/>") {
			continue
		}
		if end := ending(all, i); copied(all[i:end], preserve) {
			out = append(out, strings.Join(all[i+1:end], ""))
			i = end - 1
		}
	}
	return out
}

func tidy(tag string) string {
	return endSpace.ReplaceAllString(anAttribute.ReplaceAllString(tag, " $1=$2"), "$1")
}

// ending returns the index of the end tag of the element that starts at i.
func ending(all []string, i int) int {
	for depth := 0; ; i++ {
		switch t := all[i]; {
		case t[0] != '<' || t[1] == '!' || t[1] == '?' || strings.HasSuffix(t, "/>"):
		case t[1] == '/':
			if depth--; depth == 0 {
				return i
			}
		default:
			depth++
		}
	}
}

// copied tells whether the content of an element must stay as it is.
func copied(element []string, preserve []string) bool {
	start := element[0]
	name := strings.FieldsFunc(start, func(r rune) bool { return strings.ContainsRune("< >\n\t\r", r) })[0]
	if slices.Contains(preserve, name) || spaceKept.MatchString(start) || name == "verse" /* by the DTD of letter.xml */ {
		return true
	}
	depth, children := 0, false
	for _, t := range element[1:] {
		switch {
		case strings.HasPrefix(t, "<![CDATA[") && depth == 0, t[0] != '<' && squeeze(t) != "" && depth == 0:
			return true
		case t[0] != '<':
		case t[1] == '/':
			depth--
		default:
			children = true
			if t[1] != '!' && t[1] != '?' && !strings.HasSuffix(t, "/>") {
				depth++
			}
		}
	}
	return !children
}
