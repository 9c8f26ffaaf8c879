package xml

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// tagParts is a start tag or an empty one without its white space.
type tagParts struct {
	name    string
	attrs   []string // name="value"
	closing string   // how the tag ends, with the end tag where one is added
}

// onOneLine tells whether the options keep every tag on one line.
func (w *writer) onOneLine() bool {
	return w.Minify || w.Attributes != AttributesOnePerLine && w.Attributes != AttributesWrap
}

// startTag writes a start tag or an empty one at the present depth.
func (w *writer) startTag(t token) {
	if t.tidy && (w.plain || w.staysAsIs(t)) {
		w.raw(t)
		return
	}
	w.takeApart(t)
	switch {
	case w.onOneLine() || len(w.tag.attrs) < 2:
		w.oneLine(t)
	case w.Attributes == AttributesOnePerLine:
		w.split(t, 0)
	default:
		w.split(t, w.MaxWidth)
	}
}

// staysAsIs tells whether a tidy tag is already as the options want it.
func (w *writer) staysAsIs(t token) bool {
	return !w.SortAttributes && (t.kind == startTag || w.EmptyElements != EmptyExpand) &&
		(w.onOneLine() || w.Attributes == AttributesWrap && w.fits(t))
}

// fits tells whether a tag has room on a line of its own.
func (w *writer) fits(t token) bool {
	tag := strings.TrimRight(w.source(t), "/>")
	return w.depth*len(w.Indent)+utf8.RuneCountInString(tag)+w.closingWidth(t) <= w.MaxWidth
}

// closingWidth is the width of > or />. It is the same for all tags that the
// options turn into each other, so that the result, formatted again, stays.
func (w *writer) closingWidth(t token) int {
	if t.kind == emptyTag && w.EmptyElements != EmptyExpand || w.EmptyElements == EmptySelfClose {
		return len("/>")
	}
	return len(">")
}

// takeApart finds the parts of a tag that the parser has checked.
func (w *writer) takeApart(t token) {
	raw := w.source(t)
	end := nameEnd(raw, len("<"))
	tag := tagParts{name: raw[1:end], attrs: w.tag.attrs[:0], closing: ">"}
	for {
		rest := strings.TrimLeft(raw[end:], whiteSpace)
		if rest[0] == '>' || rest[0] == '/' {
			break
		}
		name := rest[:nameEnd(rest, 0)]
		quoted := strings.TrimLeft(strings.TrimLeft(rest[len(name):], whiteSpace)[1:], whiteSpace)
		value := quoted[:strings.IndexByte(quoted[1:], quoted[0])+len(`""`)]
		end = len(raw) - len(quoted) + len(value)
		tag.attrs = append(tag.attrs, name+"="+value)
	}
	if t.kind == emptyTag {
		tag.closing = "/>"
		if w.EmptyElements == EmptyExpand {
			tag.closing = "></" + tag.name + ">"
		}
	}
	if w.SortAttributes {
		slices.SortFunc(tag.attrs, compareAttributes)
	}
	w.tag = tag
}

// compareAttributes puts namespace declarations first and the rest in the
// order of their names by code point.
func compareAttributes(a, b string) int {
	a, b = a[:strings.IndexByte(a, '=')], b[:strings.IndexByte(b, '=')]
	switch first := declaresNamespace(a); {
	case first == declaresNamespace(b):
		return strings.Compare(a, b)
	case first:
		return -1
	}
	return 1
}

func declaresNamespace(name string) bool {
	return name == "xmlns" || strings.HasPrefix(name, "xmlns:")
}

// oneLine writes the tag that was taken apart.
func (w *writer) oneLine(t token) {
	w.write("<" + w.tag.name)
	for _, a := range w.tag.attrs {
		w.write(" ")
		w.write(a)
	}
	w.finish(t)
}

// split writes the tag that was taken apart with its attributes on further
// lines, as many on each as have room in the width.
func (w *writer) split(t token, width int) {
	w.write("<" + w.tag.name)
	margin := (w.depth + 1) * len(w.Indent)
	column := w.depth*len(w.Indent) + len("<") + utf8.RuneCountInString(w.tag.name)
	for i, a := range w.tag.attrs {
		need := 1 + utf8.RuneCountInString(a)
		if i == len(w.tag.attrs)-1 {
			need += w.closingWidth(t)
		}
		if column += need; column <= width {
			w.write(" ")
		} else {
			w.line(w.depth + 1)
			column = margin + need - 1
		}
		w.write(a)
	}
	w.finish(t)
}

func (w *writer) finish(t token) {
	if t.kind == startTag {
		w.opened = true
	} else {
		w.write(w.tag.closing)
	}
}
