package xml

import "strings"

const (
	xmlNamespace   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
)

// scope is what prefixes mean at a place of the document.
type scope struct {
	bound    map[string]string // "" for the default namespace
	last     string            // a prefix known to be declared, "" for none
	history  []binding         // what declarations hid, for the end of their element
	listed   map[Namespace]bool
	reported map[string]bool // undeclared prefixes
}

type binding struct {
	prefix, uri string
	declared    bool
}

func (s *scope) bind(prefix, uri string) {
	if s.bound == nil {
		s.bound, s.listed = map[string]string{}, map[Namespace]bool{}
	}
	old, declared := s.bound[prefix]
	s.history = append(s.history, binding{prefix, old, declared})
	s.bound[prefix] = uri
}

// leave undoes declarations back to a length of the history.
func (s *scope) leave(length int) {
	for i := len(s.history) - 1; i >= length; i-- {
		if b := s.history[i]; b.declared {
			s.bound[b.prefix] = b.uri
		} else {
			delete(s.bound, b.prefix)
		}
	}
	s.history, s.last = s.history[:length], ""
}

// namespaces reads the declarations of a tag and checks the names in it. colon
// is the first one's index in the element's name, start the tag's offset.
func (p *parser) namespaces(name string, colon, start int) {
	p.prefixed = p.prefixed[:0]
	if p.qualifies {
		p.declarations()
	}
	if colon >= 0 {
		p.qualified(name, colon, start+1)
	}
	for _, a := range p.prefixed {
		p.qualified(p.named(a), a.colon, a.start)
	}
	if len(p.prefixed) > 1 && p.localRepeats() {
		p.expandedNamesDiffer()
	}
}

// declarations reads the namespace declarations of a tag, and gathers the
// attributes whose names need them.
func (p *parser) declarations() {
	for _, a := range p.attrs {
		switch name := p.named(a); {
		case name == "xmlns":
			p.declare("", a)
		case a.colon > 0 && name[:a.colon] == "xmlns":
			p.declare(name[a.colon+1:], a)
		case a.colon >= 0:
			p.prefixed = append(p.prefixed, a)
		}
	}
}

// declare is a namespace declaration, with the constraints on reserved and on
// empty namespaces.
func (p *parser) declare(prefix string, a attribute) {
	uri := decodeValue(p.valued(a))
	switch {
	case prefix == "" && a.colon >= 0 || strings.Contains(prefix, ":"):
		p.warn(a.start, WarnNamespace, "%s is no name with at most one colon inside", clip(p.named(a)))
		return
	case prefix == "xmlns", (prefix == "xml") != (uri == xmlNamespace), uri == xmlnsNamespace:
		p.warn(a.start, WarnNamespace, "%s declares a prefix or a namespace that is reserved", clip(p.named(a)))
	case prefix != "" && uri == "":
		p.warn(a.start, WarnNamespace, "%s declares a prefix without a namespace", clip(p.named(a)))
	}
	p.scope.bind(prefix, uri)
	if n := (Namespace{prefix, uri}); uri != "" && !p.scope.listed[n] {
		p.scope.listed[n] = true
		p.doc.Namespaces = append(p.doc.Namespaces, n)
	}
}

// qualified checks the name of an element or attribute that has a colon, the
// first one at an index.
func (p *parser) qualified(name string, colon, offset int) {
	prefix, local := name[:colon], name[colon+1:]
	known := colon > 0 && prefix == p.scope.last
	if !isNCName(local) || !known && !isNCName(prefix) {
		p.warn(offset, WarnNamespace, "%s is no name with at most one colon inside", clip(name))
		return
	}
	if !known {
		p.resolve(prefix, offset)
	}
}

// resolve checks that the prefix of an element or attribute is declared.
func (p *parser) resolve(prefix string, offset int) {
	_, declared := p.namespace(prefix)
	switch {
	case declared:
		p.scope.last = prefix
		return
	case prefix == "xmlns":
		p.warn(offset, WarnNamespace, "an element has the reserved prefix xmlns")
		return
	case p.scope.reported[prefix]:
		return
	}
	if p.scope.reported == nil {
		p.scope.reported = map[string]bool{}
	}
	p.scope.reported[prefix] = true
	p.warn(offset, WarnPrefix, "the prefix %s is not declared; xmlns:%[1]s is missing", clip(prefix))
}

// namespace returns what a prefix of an element or attribute stands for.
func (p *parser) namespace(prefix string) (uri string, ok bool) {
	if prefix == "xml" {
		return xmlNamespace, true
	}
	uri, ok = p.scope.bound[prefix]
	return uri, ok
}

// isNCName tells whether a part of a Name is a Name without a colon.
func isNCName(s string) bool { return startsName(s, 0) && strings.IndexByte(s, ':') < 0 }

// localRepeats tells whether two prefixed attributes may have the same local
// name.
func (p *parser) localRepeats() bool {
	if len(p.prefixed) > fewAttributes {
		return true
	}
	for i, a := range p.prefixed {
		for _, before := range p.prefixed[:i] {
			if p.named(a)[a.colon:] == p.named(before)[before.colon:] {
				return true
			}
		}
	}
	return false
}

// expandedNamesDiffer warns of attributes with different prefixes that have the
// same namespace and the same local name.
func (p *parser) expandedNamesDiffer() {
	type expanded struct{ local, uri string }
	seen := make(map[expanded]bool, len(p.prefixed))
	for _, a := range p.prefixed {
		prefix, local := p.named(a)[:a.colon], p.named(a)[a.colon:]
		uri, declared := p.namespace(prefix)
		if !declared {
			continue
		}
		name := expanded{local, uri}
		if seen[name] {
			p.warn(a.start, WarnNamespace, "the tag has a second attribute of the name %s and the namespace %s", clip(p.named(a)), clip(uri))
		}
		seen[name] = true
	}
}

// noColon warns of a colon in a name that may have none: those of entities,
// notations and processing instructions.
func (p *parser) noColon(offset int, what, name string) {
	if strings.IndexByte(name, ':') >= 0 {
		p.warn(offset, WarnNamespace, "the name %s of %s has a colon", clip(name), what)
	}
}
