package xml

// attribute is an attribute of the tag being read. It and element hold offsets
// rather than texts: a pointer is dear to store while the collector runs.
type attribute struct {
	start, end  int // of the name
	value, last int // of the value as written between the quotes
	colon       int // in the name, -1 if there is none
}

// named is the name of an attribute.
func (p *parser) named(a attribute) string { return p.src[a.start:a.end] }

// valued is the value of an attribute as written.
func (p *parser) valued(a attribute) string { return p.src[a.value:a.last] }

// startTag is productions 40 and 44, with the constraints on its attributes.
func (p *parser) startTag() bool {
	start := p.pos
	p.pos++
	name := p.name("an element")
	if name == "" {
		p.err.Hint = "write &lt; where the character < is meant"
		return false
	}
	if !p.elementMayStart(start) {
		return false
	}
	colon, t := p.colon(name), token{start: uint32(start), tidy: true}
	p.attrs = p.attrs[:0]
	p.qualifies = false
	for {
		gap := p.pos
		spaced := p.space()
		switch c := p.peek(); {
		case c == '>':
			t.kind, t.tidy = startTag, t.tidy && !spaced
			p.pos++
		case c == '/':
			t.kind, t.tidy = emptyTag, t.tidy && !spaced
			if p.pos++; !p.word(">") {
				return p.brokenTag(start, MalformedTag, "write /> together", "> must follow / in a tag")
			}
		case !spaced, c == '<', p.pos == len(p.src):
			return p.brokenTag(start, MissingSpace, "write a space before each attribute", "white space, > or /> is expected here")
		default:
			t.tidy = t.tidy && p.pos == gap+1 && p.src[gap] == ' '
			if !p.attribute(start, &t) {
				return false
			}
			continue
		}
		t.end = uint32(p.pos)
		return p.addElement(name, colon, t)
	}
}

// elementMayStart checks what is around the element.
func (p *parser) elementMayStart(start int) bool {
	switch {
	case len(p.open) > 0 && len(p.open) < MaxDepth:
		return true
	case len(p.open) > 0:
		return p.failWith(DepthExceeded, start, "", "", "elements are nested deeper than %d", MaxDepth)
	case p.doc.Elements > 0:
		return p.fail(start, MultipleRoots, "put both into one element, or send them one by one",
			"a second root element follows %s", clip(p.doc.Root))
	}
	return true
}

// brokenTag reports a tag that does not go on as it must.
func (p *parser) brokenTag(start int, reason Reason, hint, message string) bool {
	if p.pos == len(p.src) || p.src[p.pos] == '<' {
		return p.fail(start, UnclosedTag, "write > where the tag ends", "the tag is not closed by >")
	}
	return p.fail(p.pos, reason, hint, "%s", message)
}

// attribute is production 41, for a tag that starts at start.
func (p *parser) attribute(tag int, t *token) bool {
	a := attribute{start: p.pos}
	name := p.name("an attribute")
	if name == "" {
		return false
	}
	a.end, a.colon = p.pos, p.colon(name)
	if !p.equals() {
		return p.brokenTag(tag, MissingValue, "write "+clip(name)+`="…"`, "= is expected here: the attribute "+clip(name)+" has no value")
	}
	t.tidy = t.tidy && p.pos == a.end+1
	a.value = p.pos + 1
	if !p.value() {
		return false
	}
	a.last = p.pos - 1
	if a.colon >= 0 || name == "xmlns" {
		p.qualifies = true
		t.kept = t.kept || name == "xml:space" && p.valued(a) == "preserve"
	}
	p.attrs = append(p.attrs, a)
	return true
}

// value is production 10, AttValue.
func (p *parser) value() bool {
	start := p.pos
	quote := p.peek()
	if quote != '"' && quote != '\'' {
		return p.fail(start, UnquotedAttribute, `write the value between " and "`, "an attribute's value must begin with a quote")
	}
	p.pos++
	for {
		p.run(valueRun, '"', '\'')
		switch c := p.peek(); {
		case c == quote:
			p.pos++
			return true
		case c == '"' || c == '\'':
			p.pos++
		case c == '<':
			return p.fail(p.pos, LessThanInValue, "write &lt;, or close the value with its quote", "< stands in an attribute's value")
		case c == '&':
			if !p.reference(true) {
				return false
			}
		case p.pos == len(p.src):
			return p.fail(start, UnclosedQuote, "write the closing quote", "the quote is never closed")
		case !p.char():
			return false
		}
	}
}

// addElement adds the element of a tag whose attributes have been read; colon is
// the index of the first one in its name.
func (p *parser) addElement(name string, colon int, t token) bool {
	if len(p.attrs) > 1 && !p.attributesDiffer() {
		return false
	}
	d := p.doc
	start := int(t.start) + len("<")
	e := element{start: start, end: start + len(name), token: len(p.tokens), scope: len(p.scope.history)}
	if p.qualifies || colon >= 0 {
		p.namespaces(name, colon, int(t.start))
	}
	if d.Elements == 0 {
		d.Root = name
	}
	d.Elements++
	d.Depth = max(d.Depth, len(p.open)+1)
	if t.kind == startTag {
		t.kept = t.kept || len(d.spaced) > 0 && d.spaced[name] && !p.hasAttribute("xml:space")
		p.open = append(p.open, e)
	} else {
		p.scope.leave(e.scope)
	}
	p.tokens = append(p.tokens, t)
	return true
}

func (p *parser) hasAttribute(name string) bool {
	for _, a := range p.attrs {
		if p.named(a) == name {
			return true
		}
	}
	return false
}

// fewAttributes is the number up to which comparing each with each is fast.
const fewAttributes = 16

// attributesDiffer is the constraint Unique Att Spec.
func (p *parser) attributesDiffer() bool {
	if len(p.attrs) <= fewAttributes {
		for i, a := range p.attrs {
			for _, before := range p.attrs[:i] {
				if p.named(a) == p.named(before) {
					return p.duplicate(a)
				}
			}
		}
		return true
	}
	seen := make(map[string]bool, len(p.attrs))
	for _, a := range p.attrs {
		if seen[p.named(a)] {
			return p.duplicate(a)
		}
		seen[p.named(a)] = true
	}
	return true
}

func (p *parser) duplicate(a attribute) bool {
	return p.fail(a.start, DuplicateAttribute, "remove one of them", "the tag has two attributes %s", clip(p.named(a)))
}

// endTag is production 42, with the constraint Element Type Match.
func (p *parser) endTag() bool {
	start := p.pos
	n := len(p.open) - 1
	p.pos += len("</")
	if n < 0 || !p.word(p.opened(p.open[n])) || p.peek() != '>' && nameEnd(p.src, p.pos) != p.pos {
		p.pos = start + len("</")
		name := p.name("an element")
		return name != "" && p.mismatch(start, name)
	}
	spaced := p.space()
	if p.peek() != '>' {
		return p.brokenTag(start, MalformedTag, "write </"+clip(p.opened(p.open[n]))+">", "> is expected here: an end tag holds only the name")
	}
	p.pos++
	e := &p.open[n]
	if e.scope < len(p.scope.history) {
		p.scope.leave(e.scope)
	}
	p.tokens[e.token].match = uint32(len(p.tokens))
	p.tokens = append(p.tokens, token{kind: endTag, start: uint32(start), end: uint32(p.pos), tidy: !spaced})
	p.open = p.open[:n]
	return true
}

func (p *parser) mismatch(start int, name string) bool {
	if len(p.open) == 0 {
		return p.fail(start, MismatchedTag, "remove it, or write the tag that it closes", "</%s> closes nothing: no element is open", clip(name))
	}
	e := p.open[len(p.open)-1]
	open := int(p.tokens[e.token].start)
	line, column := p.doc.places(open).LineColumn(open)
	p.fail(start, MismatchedTag, "write </"+clip(p.opened(e))+"> first", "</%s> does not close <%s> of line %d, column %d",
		clip(name), clip(p.opened(e)), line, column)
	p.err.OpenLine, p.err.OpenColumn = line, column
	return false
}
