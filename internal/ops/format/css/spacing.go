package css

import (
	"slices"
	"strings"
)

// place is where tokens stand; it decides which white space means nothing.
type place uint8

const (
	verbatim  place = iota // each run of white space is one space: calc(), An+B, attribute selectors
	selector               // the prelude of a style rule
	arguments              // of a pseudo-class in it
	value                  // the value of a declaration, and functions in it
	prelude                // the prelude of an at-rule
	feature                // a bracket in it that may hold a declaration
	places
)

// want is what a token wants at one of its sides. Of two that meet, the higher
// one is followed.
type want uint8

const (
	asIs  want = iota // a space where the source has white space
	apart             // a space where the source has white space or a comment
	one               // a space
	line              // a new line
	none              // nothing
)

// sides are the wants of a token to its left and right.
type sides struct{ left, right want }

// style has the wants of tokens as the options have them.
type style struct {
	comma        [places]sides
	combinator   sides // > + ~ in selectors
	bang         sides // ! in values
	featureColon sides
}

func newStyle(o Options) style {
	space := one
	if o.Mode == Minify {
		space = none
	}
	s := style{bang: sides{space, none}, featureColon: sides{none, space}, combinator: sides{none, none}}
	for c := selector; c < places; c++ {
		s.comma[c] = sides{none, space}
	}
	if o.Mode == Beautify && o.SelectorPerLine {
		s.comma[selector].right = line
	}
	if o.SpaceCombinators {
		s.combinator = sides{space, space}
	}
	return s
}

// spacing is what decides about the white space in a list of tokens.
type spacing struct {
	place    place
	brackets []bracket // that are open
	query    bool      // the prelude is of an at-rule with features
	prev     Token     // comments do not count
	right    want      // of the last token or comment
	count    int       // of tokens, comments left out, since the last opening bracket
}

// bracket is a bracket that is open, and the place where it stands.
type bracket struct {
	open  Token
	place place
}

// plain are the kinds that want nothing and mean nothing to the structure.
var plain = [kinds]bool{
	Ident: true, Hash: true, String: true, BadString: true, URL: true, BadURL: true,
	Number: true, Percentage: true, Dimension: true, CDO: true, CDC: true,
}

// tokens writes tokens with the white space that they want, without the
// comments that are to go, and returns the one that ends them: a brace or
// semicolon outside of brackets, or the end of the text. Where brackets are
// open there, the text is copied from the first token on.
func (f *formatter) tokens(first Token, in place) (end Token, err error) {
	f.spacing = spacing{place: in, brackets: f.brackets[:0]}
	f.query = in == prelude && isQuery(f.text[first.Start:first.End])
	start, from := len(f.out), first // what has been read but not copied begins there
	var read, last Token             // the last ones that were read and that stay
	space, dropped := false, false
	for end = first; end.Kind != EOF; end = f.advance() {
		var w want
		var ends bool
		if w, ends, err = f.add(end); ends || err != nil {
			break
		}
		read = end
		space = space || end.flags&spaced != 0
		if end.Kind == Comment && !f.keeps(end) {
			dropped = true
			continue
		}
		switch {
		case last.Kind == EOF:
			from = end
		case w != one && w != line && last.End == end.Start: // nothing is there
		case w <= one && space && last.End+1 == end.Start && f.text[last.End] == ' ': // it is there
		default:
			f.copy(from, last)
			f.between(last, end, w, space, dropped)
			from = end
		}
		last, space, dropped = end, false, false
	}
	switch {
	case end.Kind == EOF && len(f.brackets) > 0:
		f.out = f.out[:start]
		f.copy(first, read)
	case last.Kind != EOF:
		f.copy(from, last)
	}
	return end, err
}

// add takes a token and tells what is wanted between the last and this one,
// and whether this one ends the list.
func (f *formatter) add(t Token) (w want, ends bool, err error) {
	var s sides
	switch {
	case plain[t.Kind]:
	case t.Kind == Comment:
		f.result.Comments++
		if w = f.right; f.keeps(t) {
			f.right = asIs
		}
		return w, false, nil
	default:
		outer := f.place
		if ends, err = f.nest(t, false); ends || err != nil {
			return 0, ends, err
		}
		s = f.sides(t, outer)
	}
	w = max(f.right, s.left)
	f.prev, f.right = t, s.right
	f.count++
	return w, false, nil
}

// nest follows the brackets, those of rules left out, and tells whether a token
// ends the item: a semicolon or brace outside of them. The value of a custom
// property may open braces.
func (f *formatter) nest(t Token, custom bool) (ends bool, err error) {
	n := len(f.brackets)
	switch t.Kind {
	case Semicolon:
		return n == 0, nil
	case OpenBrace, OpenParen, OpenSquare, Function:
		if len(f.blocks)+n == f.MaxDepth {
			return false, &Error{DepthExceeded, f.MaxDepth, int(t.Start)}
		}
		if t.Kind == OpenBrace && n == 0 && !custom {
			return true, nil
		}
		f.brackets = append(f.brackets, bracket{t, f.place})
	case CloseBrace, CloseParen, CloseSquare:
		switch {
		case t.Kind == CloseBrace && n == 0:
			return true, nil
		case n == 0 || closing[f.brackets[n-1].open.Kind] != t.Kind:
			f.fault(UnexpectedClose, t.Start)
		default:
			f.place, f.brackets = f.brackets[n-1].place, f.brackets[:n-1]
		}
	}
	return false, nil
}

// closing has the kinds of brackets that close others.
var closing = [kinds]Kind{OpenParen: CloseParen, Function: CloseParen, OpenSquare: CloseSquare, OpenBrace: CloseBrace}

// sides tells what a token wants that is not plain and that stands in a place,
// and moves to the place behind it.
func (f *formatter) sides(t Token, in place) (s sides) {
	switch t.Kind {
	case Comma:
		s = f.comma[in]
	case Delim:
		s = f.delim(t)
	case AtKeyword:
		if f.prev.Kind == EOF {
			s.right = one
		}
	case Colon:
		switch {
		case f.prev.Kind == AtKeyword: // @page:first, and @name: of a preprocessor
			f.right = apart
		case in == feature && f.prev.Kind == Ident && f.count == 1:
			s = f.featureColon
		}
	case OpenParen, Function, OpenSquare, OpenBrace:
		f.place, f.count = f.inside(t), -1
		s.right = f.place.edge()
	case CloseParen, CloseSquare, CloseBrace:
		s.left = in.edge()
	}
	return s
}

// edge is what is wanted inside of a bracket at its ends.
func (p place) edge() want {
	if p == verbatim {
		return asIs
	}
	return none
}

func (f *formatter) delim(t Token) sides {
	switch c := f.text[t.Start]; {
	case c == '!' && f.place == value && len(f.brackets) == 0 && !f.prevIs('<'): // <!-- is a token
		return f.bang
	case isCombinator(c) && (f.place == selector || f.place == arguments):
		if f.prev.Kind == Delim && isCombinator(f.text[f.prev.Start]) { // >>> is not > > >
			f.right = apart
			return sides{apart, f.combinator.right}
		}
		return f.combinator
	case c == '/' && f.at(int(t.End)) == '/' && !f.prevIs('/'), c == '#' && f.at(int(t.End)) == '{':
		f.fault(NotCSS, t.Start)
	}
	return sides{}
}

func (f *formatter) prevIs(c byte) bool { return f.prev.Kind == Delim && f.text[f.prev.Start] == c }

func isCombinator(c byte) bool { return c == '>' || c == '+' || c == '~' }

// inside returns the place of what a bracket holds.
func (f *formatter) inside(open Token) place {
	name := f.text[open.Start : open.End-1]
	switch {
	case open.Kind == OpenSquare || open.Kind == OpenBrace || f.place == verbatim:
		return verbatim
	case f.place == selector || f.place == arguments:
		if name == "" || len(name) >= 4 && strings.EqualFold(name[:4], "nth-") {
			return verbatim
		}
		return arguments
	case len(name) >= 4 && strings.EqualFold(name[len(name)-4:], "calc"): // also -webkit-calc
		return verbatim
	case f.query && strings.EqualFold(name, "selector"):
		return verbatim
	case f.query:
		return feature
	}
	return f.place
}

// queries are the at-rules whose brackets hold declarations.
var queries = []string{"@media", "@supports", "@container", "@import", "@custom-media", "@when", "@else"}

func isQuery(keyword string) bool {
	return slices.ContainsFunc(queries, func(q string) bool { return strings.EqualFold(q, keyword) })
}
