// Package diff compares two texts cut into lines, words, characters or
// sentences: a shortest edit script, its hunks, the unified format, and the
// differences inside changed lines.
//
// The work has four steps, each of which can be read by itself:
//
//	a, b := diff.Split(original, diff.Line), diff.Split(modified, diff.Line)
//	script, err := diff.Compare(ctx, a, b, diff.Options{}) // which tokens differ
//	hunks := script.Hunks(3)                               // changes with context
//	patch := script.Unified(hunks, "original", "modified") // for patch
//
// Comparing takes time proportional to the size of the texts times the number
// of differences, up to a limit of differences; beyond it the script is no
// longer a shortest one and [Script.Minimal] is false. Memory is proportional
// to the size of the texts.
package diff

import "context"

// Op is what happens to a token.
type Op uint8

// The operations.
const (
	Equal Op = iota
	Delete
	Insert
)

var opNames = [...]string{Equal: "equal", Delete: "delete", Insert: "insert"}

// String returns equal, delete or insert.
func (o Op) String() string { return opNames[o] }

// Algorithm is how the common tokens are found.
type Algorithm uint8

// The algorithms. Patience and histogram may find fewer common tokens, but ones
// that mean more to people: first those that occur once, or seldom.
const (
	Myers Algorithm = iota
	Patience
	Histogram
)

// maxDistance is the number of tokens deleted and inserted up to which Myers'
// algorithm finds a shortest script.
const maxDistance = 10_000

// Options say how to compare. The zero value compares exactly, by Myers'
// algorithm.
type Options struct {
	Algorithm Algorithm
	Ignore    Ignore
	// MaxDistance lowers the number of differences up to which the script is a
	// shortest one; 0 is 10,000.
	MaxDistance int
}

// Block is a change: the tokens [A0, A1) of the original stand where the
// modified text has [B0, B1).
type Block struct {
	A0, A1, B0, B1 int
	// Ignored tells that the options make nothing of the change: its tokens are
	// blank lines, or white space. They count as equal.
	Ignored bool
}

// Script leads from one text to another. Tokens outside its blocks are equal,
// one to one.
type Script struct {
	A, B    Text
	Blocks  []Block // in order; some equal token stands between two that are not ignored
	Minimal bool    // no script has fewer deletions and insertions
}

// Compare returns the script from a to b, which must be cut into the same unit.
// The error is that of ctx.
func Compare(ctx context.Context, a, b Text, o Options) (*Script, error) {
	p := pose(a, b, o.Ignore)
	minimal, err := p.solve(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &Script{A: a, B: b, Blocks: p.blocks()}
	s.Minimal = minimal || s.distance() == p.leastDistance()
	if p.ignored != none && !s.Equal() {
		if err := s.pairCounted(ctx, p, o); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// pairCounted looks for a script with fewer changes that count. Where blank
// lines, say, are common to both texts, a shortest script may keep those and
// change what counts.
func (s *Script) pairCounted(ctx context.Context, p *problem, o Options) error {
	p = newProblem(p.a, p.b, p.keys, p.ignored)
	minimal, err := p.solveCounted(ctx, o)
	if err != nil {
		return err
	}
	other := Script{s.A, s.B, p.blocks(), minimal}
	if other.changes() < s.changes() {
		*s = other
	}
	return nil
}

// distance is the number of tokens deleted and inserted.
func (s *Script) distance() (n int) {
	for _, b := range s.Blocks {
		n += b.A1 - b.A0 + b.B1 - b.B0
	}
	return n
}

// changes is the number of them that count.
func (s *Script) changes() int {
	removed, added := s.Changed()
	return removed + added
}

// Equal tells whether there is no change that counts.
func (s *Script) Equal() bool { return s.changes() == 0 }

// Changed returns how many tokens of the original are removed and how many of
// the modified text are added.
func (s *Script) Changed() (removed, added int) {
	for _, b := range s.Blocks {
		if !b.Ignored {
			removed += b.A1 - b.A0
			added += b.B1 - b.B0
		}
	}
	return removed, added
}

// ForPatch tells whether the tokens are lines as patch has them, so that the
// script can be written in the unified format.
func (s *Script) ForPatch() bool { return s.A.forPatch() && s.B.forPatch() }
