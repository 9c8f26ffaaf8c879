package jsondoc

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/text/position"
)

// Place is where something stands in a document.
type Place struct {
	Line, Column int    // 1-based, the column in code points
	ByteOffset   int    // 0-based
	Pointer      string // RFC 6901
}

// ErrPointers is the error of places whose pointers would be too long.
var ErrPointers = errors.New("jsondoc: the pointers are too long")

// maxPointers bounds the pointers of one call to Places, in bytes. A pointer
// can be as long as the document, and there are many.
const maxPointers = 4 << 20

// Places finds the tokens that begin at the given offsets, in any order; the
// pointer of a name is that of its member. It reads the document again, up to
// the last of them. The error is ErrPointers.
func (s *Source) Places(offsets []int) ([]Place, error) {
	if len(offsets) == 0 {
		return nil, nil
	}
	order := make([]int, len(offsets))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(offsets[a], offsets[b]) })

	index, places, size := position.New(string(s.text)), make([]Place, len(offsets)), 0
	p := s.path()
	for len(order) > 0 {
		token, err := p.next()
		if err != nil {
			return nil, err
		}
		for ; len(order) > 0 && offsets[order[0]] <= token.Start; order = order[1:] {
			place := Place{ByteOffset: token.Start, Pointer: p.pointer()}
			place.Line, place.Column = index.LineColumn(token.Start)
			places[order[0]] = place
			if size += len(place.Pointer); size > maxPointers {
				return nil, ErrPointers
			}
		}
		p.enter(token)
	}
	return places, nil
}

// path reads tokens and knows where in the document they are.
type path struct {
	s     *Source
	t     *jsonscan.Tokens
	steps []step // one for each container that the last token is in
}

// step is the member or element of a container that the reader is at.
type step struct {
	array   bool
	index   int
	name    jsonscan.Token
	escaped bool
}

func (s *Source) path() *path { return &path{s: s, t: s.tokens()} }

// next reads a token. After an error the path is that of the value in which
// the document is broken, or of the container whose own syntax is.
func (p *path) next() (jsonscan.Token, error) {
	token, err := p.t.Next()
	last := len(p.steps) - 1
	switch {
	case token.Kind == jsonscan.Name:
		p.steps[last].name, p.steps[last].escaped = token, p.t.Escaped()
	case last < 0:
	case err != nil && !p.t.InValue(), token.Kind == jsonscan.EndObject, token.Kind == jsonscan.EndArray:
		p.steps = p.steps[:last]
	default:
		p.steps[last].index++
	}
	return token, err
}

// enter is to follow a token that opens a container, once its pointer is known.
func (p *path) enter(token jsonscan.Token) {
	if token.Kind == jsonscan.Object || token.Kind == jsonscan.Array {
		p.steps = append(p.steps, step{array: token.Kind == jsonscan.Array, index: -1})
	}
}

// pointer is the place of the last token.
func (p *path) pointer() string {
	var b strings.Builder
	for _, step := range p.steps {
		b.WriteByte('/')
		if step.array {
			b.WriteString(strconv.Itoa(step.index))
			continue
		}
		value := stringValue(p.s.clean, step.name.Start, step.name.End, step.escaped)
		_, _ = pointerEscapes.WriteString(&b, string(value))
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")
