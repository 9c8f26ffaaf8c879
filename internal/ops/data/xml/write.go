package xml

import "strings"

// writer copies tokens with other white space in between.
type writer struct {
	doc *Document
	Options
	preserve map[string]bool
	plain    bool   // the options change no tag that is tidy, and nothing in content that is copied
	breaks   string // a line break with indentation for the attributes of the deepest element
	newline  int    // bytes of the line break alone, 0 where none is wanted
	depth    int
	out      strings.Builder
	opened   bool // a start tag was written but for its >, which waits for what follows

	tag tagParts // taken apart last
}

func (w *writer) full() bool { return w.out.Len() > w.MaxBytes }

func (w *writer) write(s string) {
	if w.opened && s != "" {
		w.out.WriteByte('>')
		w.opened = false
	}
	w.out.WriteString(s)
}

// line begins a line at a depth.
func (w *writer) line(depth int) {
	if w.newline > 0 && w.out.Len() > 0 && !w.full() {
		w.write(w.breaks[:w.newline+depth*len(w.Indent)])
	}
}

// source is a token as it was read.
func (w *writer) source(t token) string { return w.doc.source[t.start:t.end] }

// raw writes a token as it was read.
func (w *writer) raw(t token) {
	text := w.source(t)
	if t.kind != startTag {
		w.write(text)
		return
	}
	w.write(text[:len(text)-1])
	w.opened = true
}

// token writes a token that stands in element content or outside the root,
// with all that is copied with it, and returns the index of the last one.
func (w *writer) token(i int) int {
	t := w.doc.tokens[i]
	switch {
	case w.drops(t.kind):
		return i
	case t.kind == endTag:
		w.depth--
		if !w.opened {
			w.line(w.depth)
		}
		w.endTag(t)
		return i
	}
	w.line(w.depth)
	switch t.kind {
	case emptyTag:
		w.startTag(t)
	case startTag:
		// White space alone, as in <a> </a>, is more likely the value than layout.
		last := int(t.match)
		if hasMarkup := last > i+1; hasMarkup && !t.kept && !w.preserved(t) {
			w.startTag(t)
			w.depth++
			return i
		}
		if end := w.doc.tokens[last]; w.plain && t.tidy && end.tidy {
			w.write(w.doc.source[t.start:end.end])
		} else {
			w.startTag(t)
			w.content(i)
			w.endTag(end)
		}
		return last
	default:
		w.raw(t)
	}
	return i
}

// endTag writes an end tag, or makes one with the start tag before it.
func (w *writer) endTag(t token) {
	text := w.source(t)
	switch {
	case w.selfCloses():
	case t.tidy:
		w.write(text)
	default:
		w.write(strings.TrimRight(text[:len(text)-1], whiteSpace) + ">")
	}
}

const whiteSpace = " \t\r\n"

// selfCloses ends an element with its start tag, if it is empty and that is
// wanted.
func (w *writer) selfCloses() bool {
	if !w.opened || w.EmptyElements != EmptySelfClose {
		return false
	}
	w.opened = false
	w.write("/>")
	return true
}

// drops tells whether the options leave out tokens of a kind.
func (w *writer) drops(k kind) bool {
	switch k {
	case comment:
		return w.DropComments
	case doctype:
		return w.Doctype == DoctypeRemove
	case declaration:
		return w.Declaration == DeclarationRemove
	}
	return false
}

// preserved tells whether the caller wants the content of an element copied.
func (w *writer) preserved(t token) bool {
	if len(w.preserve) == 0 {
		return false
	}
	start := int(t.start) + 1
	return w.preserve[w.doc.source[start:nameEnd(w.doc.source, start)]]
}

// changesTokens tells whether the options change tags other than in their white
// space, or leave out comments inside the root.
func (w *writer) changesTokens() bool {
	return w.DropComments || w.SortAttributes || w.EmptyElements == EmptySelfClose || w.EmptyElements == EmptyExpand
}

// content copies what lies between the tags of the element that starts at
// token i. Only options that change tags or comments themselves touch it.
func (w *writer) content(i int) {
	tokens := w.doc.tokens
	from, last := tokens[i].end, int(tokens[i].match)
	if w.changesTokens() {
		for _, t := range tokens[i+1 : last] {
			w.text(w.doc.source[from:t.start])
			w.copy(t)
			from = t.end
		}
	}
	w.text(w.doc.source[from:tokens[last].start])
}

// text writes character data. Brackets and a > that a comment kept apart must
// not become ]]>, which text may not have.
func (w *writer) text(s string) {
	if i := strings.IndexByte(s, '>'); i == 0 || i == 1 && s[0] == ']' {
		before := w.out.String()
		if strings.HasSuffix(before[max(0, len(before)-2):]+s[:i], "]]") {
			s = s[:i] + "&gt;" + s[i+1:]
		}
	}
	w.write(s)
}

// copy writes a token inside of content that is copied.
func (w *writer) copy(t token) {
	switch {
	case t.kind == startTag && w.SortAttributes, t.kind == emptyTag && (w.SortAttributes || w.EmptyElements == EmptyExpand):
		w.takeApart(t)
		w.oneLine(t)
	case w.drops(t.kind), t.kind == endTag && w.selfCloses():
	default:
		w.raw(t)
	}
}
