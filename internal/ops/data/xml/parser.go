package xml

import (
	"context"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// parser reads a document once, from front to back. Its methods are rules of
// the grammar: they start at pos, and are false once err is set or the context
// has ended.
type parser struct {
	ctx context.Context
	doc *Document
	src string
	pos int
	err *Error
	warnings

	tokens []token
	open   []element

	colons    bool        // there may be a colon in the name read last
	attrs     []attribute // of the tag being read
	qualifies bool        // one of them has a colon or is xmlns
	prefixed  []attribute // those with a prefix other than xmlns
	scope     scope

	entities   map[string]entity // declared ones
	standalone bool
	// hidden tells that entities may be declared where the parser does not
	// look: an undeclared one is then no fault.
	hidden bool
}

// element is an element whose end tag is yet to come.
type element struct {
	start, end int // of its name
	token      int // the index of its start tag
	scope      int // the length of the scope's history before it
}

// opened is the name of an element.
func (p *parser) opened(e element) string { return p.src[e.start:e.end] }

// document is production 1. Rather than one rule for each part there is one
// loop, which looks at where it is only when that matters.
func (p *parser) document() bool {
	if p.at("<?xml") && nameEnd(p.src, len("<?")) == len("<?xml") && !p.declaration() {
		return false
	}
	for {
		if len(p.tokens)&1023 == 0 && p.ctx.Err() != nil {
			return false
		}
		if !p.text() {
			return false
		}
		if p.pos == len(p.src) {
			return p.finish()
		}
		if !p.markup() {
			return false
		}
	}
}

// finish looks at what the end of the text leaves undone.
func (p *parser) finish() bool {
	if n := len(p.open); n > 0 {
		e := p.open[n-1]
		return p.fail(int(p.tokens[e.token].start), UnclosedTag, "write </"+clip(p.opened(e))+"> where the element ends",
			"the element %s is never closed", clip(p.opened(e)))
	}
	if p.doc.Elements == 0 {
		return p.fail(p.pos, MissingRoot, "send a document such as <a/>", "the text has no element")
	}
	return true
}

// text reads character data up to the next markup or the end.
func (p *parser) text() bool {
	p.space()
	if p.pos == len(p.src) || p.src[p.pos] == '<' {
		return true
	}
	if len(p.open) == 0 {
		return p.textOutsideRoot()
	}
	p.keep()
	for {
		p.run(textRun, ']', ']')
		switch {
		case p.pos == len(p.src) || p.src[p.pos] == '<':
			return true
		case p.src[p.pos] == '&':
			if !p.reference(false) {
				return false
			}
		case p.src[p.pos] == ']':
			if p.at("]]>") {
				return p.fail(p.pos, CDATAEndInText, "write ]]&gt;", "]]> stands in text, but only closes CDATA sections")
			}
			p.pos++
		case !p.char():
			return false
		}
	}
}

// keep notes that the innermost element has more than element content.
func (p *parser) keep() {
	p.tokens[p.open[len(p.open)-1].token].kept = true
}

func (p *parser) textOutsideRoot() bool {
	where := "before"
	if p.doc.Elements > 0 {
		where = "after"
	}
	return p.fail(p.pos, TextOutsideRoot, "put the text into the root element or leave it out", "text stands %s the root element", where)
}

// markup reads what starts with <.
func (p *parser) markup() bool {
	start := p.pos
	next := byte(0)
	if start+1 < len(p.src) {
		next = p.src[start+1]
	}
	switch {
	case next == '/':
		return p.endTag()
	case next == '?':
		return p.instruction() && p.emit(instruction, start)
	case next != '!':
		return p.startTag()
	case p.at("<!--"):
		return p.comment() && p.emit(comment, start)
	case p.at("<![CDATA["):
		return p.cdata() && p.emit(cdata, start)
	case p.at("<!DOCTYPE"):
		return p.doctype() && p.emit(doctype, start)
	}
	return p.fail(start, MalformedTag, "write &lt;! if it is meant as text",
		"<! opens neither a comment <!--, a CDATA section <![CDATA[ nor <!DOCTYPE")
}

// emit adds a token that ends at pos.
func (p *parser) emit(k kind, start int) bool {
	p.tokens = append(p.tokens, token{kind: k, start: uint32(start), end: uint32(p.pos)})
	return true
}

// at tells whether the source goes on with s.
func (p *parser) at(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

// word moves over s if the source goes on with it.
func (p *parser) word(s string) bool {
	if !p.at(s) {
		return false
	}
	p.pos += len(s)
	return true
}

// peek returns the byte at pos, 0 at the end: NUL is in no document.
func (p *parser) peek() byte {
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// skip moves over characters of a class.
func (p *parser) skip(c class) {
	i := p.pos
	for i < len(p.src) && classes[p.src[i]]&c != 0 {
		i++
	}
	p.pos = i
}

// run is skip for a class that ends at <, &, a and b. Eight bytes of ASCII
// without one of these or a control are passed over at once.
func (p *parser) run(c class, a, b byte) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	first, second := ones*uint64(a), ones*uint64(b)
	i := p.pos
	for i+8 <= len(p.src) {
		w := eight(p.src[i:])
		// A borrow may mark bytes above one that is sought, never below.
		special := (w | (w - ones*' ') | ((w ^ ones*'<') - ones) | ((w ^ ones*'&') - ones) | ((w ^ first) - ones) | ((w ^ second) - ones)) & tops
		if special != 0 {
			i += bits.TrailingZeros64(special) / 8
			break
		}
		i += 8
	}
	p.pos = i
	p.skip(c)
}

// eight are the first eight bytes of s, which the compiler reads at once.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// space moves over white space and tells whether there was some.
func (p *parser) space() bool {
	start := p.pos
	p.skip(space)
	return p.pos > start
}

// char moves over one character, which must be one that XML has.
func (p *parser) char() bool {
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	if !IsChar(r) {
		return p.fail(p.pos, InvalidCharacter, "", "")
	}
	p.pos += size
	return true
}

// name reads a Name; what says whose it is. The name is "" where there is none.
func (p *parser) name(what string) string {
	start, end, seen := p.pos, p.pos, class(0)
	for end < len(p.src) && classes[p.src[end]]&nameChar != 0 {
		seen |= classes[p.src[end]]
		end++
	}
	if end < len(p.src) && p.src[end] >= utf8.RuneSelf {
		end, seen = nameEnd(p.src, end), colon
	}
	p.colons = seen&colon != 0
	if start == end || classes[p.src[start]]&nameStart == 0 && !startsName(p.src, start) {
		p.missingName(what)
		return ""
	}
	p.pos = end
	return p.src[start:end]
}

// colon is the index of the first colon in the name read last, -1 if it has none.
func (p *parser) colon(name string) int {
	if !p.colons {
		return -1
	}
	return strings.IndexByte(name, ':')
}

func (p *parser) missingName(what string) bool {
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	if size == 0 {
		return p.fail(p.pos, InvalidName, "", "the text ends where the name of %s should stand", what)
	}
	return p.fail(p.pos, InvalidName, "start names with a letter, _ or :", "%q cannot start the name of %s", r, what)
}
