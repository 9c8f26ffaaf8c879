package xml

import "strings"

// doctype is production 28, the document type declaration with its internal
// subset.
func (p *parser) doctype() bool {
	start := p.pos
	if p.doc.Elements > 0 || p.hasDoctype() {
		return p.fail(start, MisplacedDoctype, "keep one DOCTYPE, before the root element", "the DOCTYPE must be the only one, before the root element")
	}
	p.pos += len("<!DOCTYPE")
	if !p.gap() || p.name("the root element") == "" {
		return false
	}
	spaced := p.space()
	if p.at("SYSTEM") || p.at("PUBLIC") {
		if !spaced {
			return p.badDoctype("white space")
		}
		if !p.externalID(false) {
			return false
		}
		p.hidden = !p.standalone
		p.space()
	}
	if p.word("[") {
		if !p.internalSubset() {
			return false
		}
		p.space()
	}
	p.doc.entity = 0 // the defaults of attributes may refer to entities; they go where the DOCTYPE goes
	return p.word(">") || p.badDoctype("> or [")
}

func (p *parser) hasDoctype() bool {
	for _, t := range p.tokens {
		if t.kind == doctype {
			return true
		}
	}
	return false
}

// badDoctype reports what the grammar wants where something else stands.
func (p *parser) badDoctype(expected string) bool {
	if p.pos == len(p.src) {
		return p.fail(p.pos, InvalidDoctype, "", "the text ends inside the DOCTYPE; expected: %s", expected)
	}
	return p.fail(p.pos, InvalidDoctype, "", "expected in the DOCTYPE here: %s", expected)
}

// gap is white space that must be there.
func (p *parser) gap() bool { return p.space() || p.badDoctype("white space") }

// closing ends a declaration.
func (p *parser) closing() bool {
	p.space()
	return p.word(">") || p.badDoctype(">")
}

// internalSubset is production 28b, up to and with its bracket.
func (p *parser) internalSubset() bool {
	for {
		p.space()
		if p.word("]") {
			return true
		}
		if p.ctx.Err() != nil || !p.declarationInSubset() {
			return false
		}
	}
}

// declarationInSubset is productions 28a and 29.
func (p *parser) declarationInSubset() bool {
	switch {
	case p.at("<!--"):
		return p.comment()
	case p.at("<?"):
		return p.instruction()
	case p.word("<!ELEMENT"):
		return p.gap() && p.name("an element") != "" && p.gap() && p.content() && p.closing()
	case p.word("<!ATTLIST"):
		return p.attributeList()
	case p.word("<!ENTITY"):
		return p.entityDeclaration()
	case p.word("<!NOTATION"):
		return p.notation()
	case p.word("%"):
		// What it stands for may declare anything; it is not read.
		p.hidden = !p.standalone
		return p.name("a parameter entity") != "" && (p.word(";") || p.badDoctype(";"))
	}
	return p.badDoctype("<!ELEMENT, <!ATTLIST, <!ENTITY, <!NOTATION, a comment, a processing instruction, %name; or ]")
}

// content is production 46, contentspec.
func (p *parser) content() bool {
	if p.word("EMPTY") || p.word("ANY") {
		return true
	}
	if !p.word("(") {
		return p.badDoctype("EMPTY, ANY or (")
	}
	p.space()
	if p.word("#PCDATA") {
		return p.mixed()
	}
	return p.group(1)
}

// mixed is production 51, from behind #PCDATA.
func (p *parser) mixed() bool {
	names := false
	for p.space(); p.word("|"); p.space() {
		p.space()
		if p.name("an element") == "" {
			return false
		}
		names = true
	}
	if !p.word(")") {
		return p.badDoctype("| or )")
	}
	return p.word("*") || !names || p.badDoctype("*")
}

// group is productions 47, 49 and 50, from behind the parenthesis.
func (p *parser) group(depth int) bool {
	if depth > MaxDepth {
		return p.failWith(DepthExceeded, p.pos-1, "", "", "a content model is nested deeper than %d", MaxDepth)
	}
	separator := ""
	for {
		p.space()
		if !p.particle(depth) {
			return false
		}
		p.space()
		switch {
		case p.word(")"):
			p.occurrence()
			return true
		case separator != "|" && p.word(","):
			separator = ","
		case separator != "," && p.word("|"):
			separator = "|"
		default:
			return p.badDoctype(", or | (only one of the two in a group) or )")
		}
	}
}

// particle is production 48.
func (p *parser) particle(depth int) bool {
	if p.word("(") {
		return p.group(depth + 1)
	}
	if p.name("an element") == "" {
		return false
	}
	p.occurrence()
	return true
}

func (p *parser) occurrence() {
	if c := p.peek(); c == '?' || c == '*' || c == '+' {
		p.pos++
	}
}

// attributeList is production 52, from behind <!ATTLIST.
func (p *parser) attributeList() bool {
	if !p.gap() {
		return false
	}
	owner := p.name("an element")
	if owner == "" {
		return false
	}
	for {
		spaced := p.space()
		if p.word(">") {
			return true
		}
		if !spaced {
			return p.badDoctype("white space or >")
		}
		attribute := p.name("an attribute")
		if attribute == "" || !p.gap() || !p.attributeType() || !p.gap() || !p.defaultDeclaration(owner, attribute) {
			return false
		}
	}
}

// attributeTypes are those that are a word; of two that begin alike the longer
// one comes first.
var attributeTypes = [...]string{"CDATA", "IDREFS", "IDREF", "ID", "ENTITY", "ENTITIES", "NMTOKENS", "NMTOKEN"}

// attributeType is productions 54 to 59.
func (p *parser) attributeType() bool {
	for _, t := range attributeTypes {
		if p.word(t) {
			return true
		}
	}
	notation := p.word("NOTATION")
	if notation && !p.gap() {
		return false
	}
	if !p.word("(") {
		return p.badDoctype("a type of attribute, such as CDATA or (a | b)")
	}
	for {
		p.space()
		if notation && p.name("a notation") == "" || !notation && !p.nameToken() {
			return false
		}
		p.space()
		if p.word(")") {
			return true
		}
		if !p.word("|") {
			return p.badDoctype("| or )")
		}
	}
}

// nameToken is production 7, Nmtoken.
func (p *parser) nameToken() bool {
	start := p.pos
	p.pos = nameEnd(p.src, start)
	return p.pos > start || p.badDoctype("a name token")
}

// defaultDeclaration is production 60.
func (p *parser) defaultDeclaration(owner, attribute string) bool {
	if p.word("#REQUIRED") || p.word("#IMPLIED") {
		return true
	}
	if p.word("#FIXED") && !p.gap() {
		return false
	}
	start := p.pos
	if c := p.peek(); c != '"' && c != '\'' {
		return p.badDoctype("#REQUIRED, #IMPLIED or a default in quotes")
	}
	if !p.value() {
		return false
	}
	if attribute == "xml:space" && p.src[start+1:p.pos-1] == "preserve" {
		if p.doc.spaced == nil {
			p.doc.spaced = map[string]bool{}
		}
		p.doc.spaced[owner] = true
	}
	return true
}

// entityDeclaration is productions 70 to 76, from behind <!ENTITY.
func (p *parser) entityDeclaration() bool {
	if !p.gap() {
		return false
	}
	parameter := p.word("%")
	if parameter && !p.gap() {
		return false
	}
	start := p.pos
	name := p.name("an entity")
	if name == "" || !p.gap() {
		return false
	}
	p.noColon(start, "an entity", name)
	kind, ok := p.entityDefinition(parameter)
	if !ok {
		return false
	}
	// The first declaration is the one that counts (section 4.2).
	if _, again := p.entities[name]; !parameter && !again {
		if p.entities == nil {
			p.entities = map[string]entity{}
		}
		p.entities[name] = kind
	}
	return p.closing()
}

// entityDefinition is productions 73 and 74.
func (p *parser) entityDefinition(parameter bool) (entity, bool) {
	if c := p.peek(); c == '"' || c == '\'' {
		return internal, p.entityValue()
	}
	if !p.externalID(false) {
		return 0, false
	}
	before := p.pos
	spaced := p.space()
	if parameter || !p.word("NDATA") {
		p.pos = before
		return external, true
	}
	if !spaced {
		p.pos = before
		return 0, p.badDoctype("white space or >")
	}
	return unparsed, p.gap() && p.name("a notation") != ""
}

// entityValue is production 9. References in it are read when the entity is
// used, that is never; parameter entity references are not allowed here (WFC:
// PEs in Internal Subset).
func (p *parser) entityValue() bool {
	start := p.pos
	quote := p.src[start]
	for p.pos++; ; {
		switch c := p.peek(); {
		case c == quote:
			p.pos++
			return true
		case c == '&':
			if _, ok := p.referenceName(); !ok {
				return false
			}
		case c == '%':
			return p.fail(p.pos, InvalidDoctype, "write &#37; for the character %", "%% stands in the value of an entity")
		case p.pos == len(p.src):
			return p.fail(start, UnclosedQuote, "write the closing quote", "the quote is never closed")
		case !p.char():
			return false
		}
	}
}

// externalID is production 75 and, where only a public identifier will do,
// production 83.
func (p *parser) externalID(publicAlone bool) bool {
	switch {
	case p.word("SYSTEM"):
		return p.gap() && p.literal(false)
	case !p.word("PUBLIC"):
		return p.badDoctype("SYSTEM, PUBLIC or a quote")
	case !p.gap() || !p.literal(true):
		return false
	}
	before := p.pos
	spaced := p.space()
	if c := p.peek(); publicAlone && c != '"' && c != '\'' {
		p.pos = before
		return true
	}
	if !spaced {
		return p.badDoctype("white space")
	}
	return p.literal(false)
}

// literal is productions 11 and 12, SystemLiteral and PubidLiteral.
func (p *parser) literal(public bool) bool {
	start := p.pos
	quote := p.peek()
	if quote != '"' && quote != '\'' {
		return p.badDoctype("a quote")
	}
	for p.pos++; ; {
		switch c := p.peek(); {
		case c == quote:
			p.pos++
			return true
		case p.pos == len(p.src):
			return p.fail(start, UnclosedQuote, "write the closing quote", "the quote is never closed")
		case public && !isPubidChar(c):
			return p.badDoctype("a character of public identifiers or the closing quote")
		case !p.char():
			return false
		}
	}
}

// isPubidChar is production 13.
func isPubidChar(c byte) bool {
	return c < 0x80 && (classes[c]&nameChar != 0 || strings.IndexByte(" \r\n'()+,/=?;!*#@$%", c) >= 0)
}

// notation is production 82, from behind <!NOTATION.
func (p *parser) notation() bool {
	if !p.gap() {
		return false
	}
	start := p.pos
	name := p.name("a notation")
	if name == "" {
		return false
	}
	p.noColon(start, "a notation", name)
	return p.gap() && p.externalID(true) && p.closing()
}
