package css

import "strings"

// item reads and writes the item that begins with a token and returns the one
// that ends it. As CSS Syntax 3 has it, what may be a declaration is read as
// one first, and where it turns out to be none, again as a rule. What is
// neither is read once more: outside of blocks it may look like a declaration,
// else it keeps its spaces.
func (f *formatter) item(first Token) (end Token, err error) {
	pos, length, before := f.pos, len(f.out), f.state
	again := func() { f.pos, f.out, f.state = pos, f.out[:length], before }
	if first.Kind == Ident && len(f.blocks) > 0 {
		if end, done, err := f.declaration(first, declaration); done || err != nil {
			return end, err
		}
		again()
	}
	if end, done, err := f.rule(first); done || err != nil {
		return end, err
	}
	again()
	f.fault(UnexpectedText, first.Start)
	before = f.state
	if first.Kind == Ident && len(f.blocks) == 0 {
		if end, done, err := f.declaration(first, statement); done || err != nil {
			return end, err
		}
		again()
	}
	f.begin(statement)
	end, err = f.tokens(first, verbatim)
	f.terminate(end)
	return end, err
}

// rule reads and writes an item as an at-rule or the prelude of a style rule,
// and tells whether it is one.
func (f *formatter) rule(first Token) (end Token, done bool, err error) {
	in := selector
	if first.Kind == AtKeyword {
		in = prelude
	}
	f.begin(statement)
	end, err = f.tokens(first, in)
	switch {
	case err != nil:
		return end, false, err
	case end.Kind == OpenBrace:
		f.open(end)
	case in == prelude:
		f.terminate(end)
	default:
		return end, false, nil
	}
	f.result.Rules++
	return end, true, nil
}

// declaration reads and writes an item as a declaration and tells whether it
// is one. Outside of blocks it is but another statement.
func (f *formatter) declaration(name Token, k thing) (end Token, done bool, err error) {
	sortable := f.SortProperties && k == declaration && f.last != comment
	start := f.begin(k)
	if colon := f.afterName(name); colon.Kind != Colon {
		return colon, false, nil
	}
	f.out = append(f.out, ':')
	if f.isCustom(name) {
		end, err = f.custom()
	} else {
		end, err = f.value(name)
	}
	if err != nil || end.Kind == OpenBrace {
		return end, false, err
	}
	if k == declaration {
		f.result.Declarations++
	}
	f.terminate(end)
	if sortable && end.Kind != EOF {
		f.run = append(f.run, f.piece(start, name))
	}
	return end, true, nil
}

// isCustom tells whether a name is that of a custom property.
func (f *formatter) isCustom(name Token) bool {
	return strings.HasPrefix(f.text[name.Start:name.End], "--")
}

// afterName writes the name of a property, with comments behind it, and
// returns the token that follows.
func (f *formatter) afterName(name Token) Token {
	f.copy(name, name)
	space, dropped := false, false
	for last := name; ; {
		t := f.advance()
		if t.Kind != Comment {
			return t
		}
		f.result.Comments++
		space = space || t.flags&spaced != 0
		if !f.keeps(t) {
			dropped = true
			continue
		}
		f.between(last, t, asIs, space, dropped)
		f.copy(t, t)
		last, space, dropped = t, false, false
	}
}

// value reads and writes the value of a declaration.
func (f *formatter) value(property Token) (end Token, err error) {
	colon := len(f.out)
	if f.Mode == Beautify {
		f.out = append(f.out, ' ')
	}
	start := len(f.out)
	end, err = f.tokens(f.advance(), value)
	if len(f.out) == start {
		f.out = f.out[:colon]
	}
	if f.prev.Kind == EOF {
		f.fault(EmptyDeclaration, property.Start)
	}
	return end, err
}

// custom reads the value of a custom property, which may hold braces, and
// copies it. An empty one is a space, which once was what made it valid.
func (f *formatter) custom() (end Token, err error) {
	f.brackets = f.brackets[:0]
	first, last := f.advance(), Token{}
	for end = first; end.Kind != EOF; end = f.advance() {
		ends, err := f.nest(end, true)
		if err != nil {
			return end, err
		}
		if ends {
			break
		}
		if end.Kind == Comment {
			f.result.Comments++
		}
		last = end
	}
	if f.Mode == Beautify || last.Kind == EOF {
		f.out = append(f.out, ' ')
	}
	if last.Kind != EOF {
		f.copy(first, last)
	}
	return end, nil
}
