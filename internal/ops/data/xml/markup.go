package xml

import "strings"

// comment is production 15.
func (p *parser) comment() bool {
	start := p.pos
	p.pos += len("<!--")
	for {
		p.skip(commentRun)
		switch {
		case p.pos == len(p.src):
			return p.fail(start, UnclosedComment, "write --> where the comment ends", "the comment is never closed")
		case p.at("-->"):
			p.pos += len("-->")
			return true
		case p.at("--"):
			return p.fail(p.pos, DoubleHyphen, "write a single hyphen, or a space between the two", "-- stands in a comment, but only closes it as -->")
		case p.src[p.pos] == '-':
			p.pos++
		case !p.char():
			return false
		}
	}
}

// instruction is production 16, a processing instruction.
func (p *parser) instruction() bool {
	start := p.pos
	p.pos += len("<?")
	target := p.name("a processing instruction")
	switch {
	case target == "":
		return false
	case target == "xml":
		return p.fail(start, LateDeclaration, "move <?xml … ?> to the very start or remove it", "the XML declaration is not the first thing in the text")
	case strings.EqualFold(target, "xml"):
		return p.fail(start, InvalidName, "write <?xml in lower case, at the very start", "the name %s is reserved", target)
	}
	p.noColon(start, "a processing instruction", target)
	if !p.at("?>") && !p.space() {
		if p.pos == len(p.src) {
			return p.unclosedInstruction(start)
		}
		return p.fail(p.pos, MissingSpace, "write a space or ?> behind the name", "white space is missing after <?%s", clip(target))
	}
	return p.until("?>") || p.err == nil && p.unclosedInstruction(start)
}

func (p *parser) unclosedInstruction(start int) bool {
	return p.fail(start, UnclosedPI, "write ?> where it ends", "the processing instruction is never closed")
}

// cdata is production 18, a CDATA section.
func (p *parser) cdata() bool {
	start := p.pos
	if len(p.open) == 0 {
		return p.fail(start, TextOutsideRoot, "put it into the root element", "a CDATA section stands outside the root element")
	}
	p.keep()
	p.pos += len("<![CDATA[")
	return p.until("]]>") || p.err == nil && p.fail(start, UnclosedCDATA, "write ]]> where it ends", "the CDATA section is never closed")
}

// until moves behind the next end; it is false without error if there is none.
func (p *parser) until(end string) bool {
	for !p.at(end) {
		p.skip(plainRun)
		switch {
		case p.pos == len(p.src):
			return false
		case p.at(end):
		case !p.char():
			return false
		}
	}
	p.pos += len(end)
	return true
}

// declaration is production 23, the XML declaration.
func (p *parser) declaration() bool {
	p.pos = len("<?xml")
	version, ok := p.pseudo("version", isVersion)
	switch {
	case !ok:
		return p.badDeclaration(`it begins with version="1.0"`)
	case version == "1.1":
		return p.fail(p.pos-len(`1.1"`), UnsupportedVersion, `send a document of version="1.0"`, "the document is XML 1.1, whose rules differ")
	case version != "1.0":
		p.warn(p.pos-len(version)-1, WarnVersion, "version %s is read as 1.0", clip(version))
	}
	if encoding, ok := p.pseudo("encoding", isEncoding); ok {
		p.doc.Encoding = &encoding
		if !strings.EqualFold(encoding, "UTF-8") {
			p.warn(p.pos-len(encoding)-1, WarnEncoding, "the declared encoding %s was kept, but the text is UTF-8 here", clip(encoding))
		}
	}
	if value, ok := p.pseudo("standalone", isYesNo); ok {
		p.standalone = value == "yes"
	}
	p.space()
	if !p.at("?>") {
		return p.badDeclaration(`version="1.0" may be followed by encoding="…" and standalone="yes" or "no", in this order, then ?>`)
	}
	p.pos += len("?>")
	return p.emit(declaration, 0)
}

func (p *parser) badDeclaration(grammar string) bool {
	return p.fail(p.pos, InvalidDeclaration, `write <?xml version="1.0" encoding="UTF-8"?>`, "the XML declaration is malformed: %s", grammar)
}

// pseudo reads an attribute of the XML declaration; it moves only where there
// is one of this name and a value that suits.
func (p *parser) pseudo(name string, suits func(string) bool) (value string, ok bool) {
	start := p.pos
	if p.space() && p.word(name) && p.equals() {
		if quote := p.peek(); quote == '"' || quote == '\'' {
			value, _, ok = strings.Cut(p.src[p.pos+1:], string(quote))
			if ok && suits(value) {
				p.pos += len(value) + len(`""`)
				return value, true
			}
		}
	}
	p.pos = start
	return "", false
}

// equals is production 25, Eq.
func (p *parser) equals() bool {
	p.space()
	if !p.word("=") {
		return false
	}
	p.space()
	return true
}

// isVersion is production 26, VersionNum.
func isVersion(s string) bool {
	minor, ok := strings.CutPrefix(s, "1.")
	return ok && minor != "" && strings.Trim(minor, "0123456789") == ""
}

// isEncoding is production 81, EncName.
func isEncoding(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c >= 0x80 || c == ':' || classes[c]&nameChar == 0) {
			return false
		}
	}
	return s != ""
}

func isYesNo(s string) bool { return s == "yes" || s == "no" }
