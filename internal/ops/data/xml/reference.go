package xml

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// entity is the kind of a declared general entity.
type entity uint8

const (
	internal entity = iota
	external
	unparsed
)

// predefined are the entities that need no declaration (section 4.6).
func predefined(name string) rune {
	switch name {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	return 0
}

// reference is production 67, with the constraints on what it names.
func (p *parser) reference(inValue bool) bool {
	start := p.pos
	name, ok := p.referenceName()
	if !ok || name == "" || predefined(name) != 0 {
		return ok
	}
	if p.doc.entity == 0 {
		p.doc.entity = start
	}
	kind, declared := p.entities[name]
	switch {
	case !declared && p.hidden:
		return true
	case !declared:
		return p.fail(start, UndefinedEntity, "write the character itself, or &amp; for an ampersand, or declare it in the DOCTYPE",
			"the entity &%s; is not declared; XML itself has only &lt; &gt; &amp; &quot; &apos;", clip(name))
	case kind == unparsed:
		return p.fail(start, InvalidReference, "name it in an attribute of type ENTITY", "the entity &%s; is not text: it has a notation", clip(name))
	case kind == external && inValue:
		return p.fail(start, InvalidReference, "write the value itself", "the entity &%s; is external, which attribute values may not refer to", clip(name))
	}
	return true
}

// referenceName reads a reference without looking at declarations. The name
// is "" for a character reference.
func (p *parser) referenceName() (name string, ok bool) {
	start := p.pos
	if p.word("&#") {
		return "", p.charReference(start)
	}
	p.pos++
	if startsName(p.src, p.pos) {
		end := nameEnd(p.src, p.pos)
		name, p.pos = p.src[p.pos:end], end
		if p.word(";") {
			return name, true
		}
		return "", p.fail(start, InvalidReference, "write &amp; for an ampersand", "&%s is not followed by ;", clip(name))
	}
	return "", p.fail(start, InvalidReference, "write &amp; for an ampersand", "& does not begin a reference")
}

// charReference is production 66; pos is behind &#.
func (p *parser) charReference(start int) bool {
	r, ok := rune(0), false
	if digits, _, found := strings.Cut(p.src[p.pos:], ";"); found {
		p.pos += len(digits) + 1
		r, ok = parseChar(digits)
	}
	switch {
	case !ok:
		return p.fail(start, InvalidReference, "write the number of a character, such as &#38; or &#x26;", "&# does not begin a character reference")
	case !IsChar(r):
		return p.fail(start, InvalidCharacter, "remove it; XML has no way to write it", "the character U+%04X is not allowed in XML, not even as a reference", r)
	}
	return true
}

// parseChar reads what stands between &# and ;. A number beyond Unicode is
// read as one that is not allowed.
func parseChar(digits string) (rune, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if errors.Is(err, strconv.ErrRange) || n > utf8.MaxRune {
		return 0xFFFF, true
	}
	return rune(n), err == nil
}

// decodeValue is the value that the text between the quotes of an attribute
// stands for, for reports alone. References to declared entities stay.
func decodeValue(raw string) string {
	if !strings.ContainsAny(raw, "&\t\r\n") {
		return raw
	}
	raw = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\t", " ").Replace(raw)
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(raw, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, ";")
		r := predefined(name)
		if digits, ok := strings.CutPrefix(name, "#"); ok {
			r, _ = parseChar(digits)
		}
		if r != 0 {
			b.WriteRune(r)
		} else {
			b.WriteString("&" + name + ";")
		}
		raw = after
	}
}
