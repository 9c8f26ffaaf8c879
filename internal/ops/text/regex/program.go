package regex

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a compiled program. RE2 itself, with its default memory
// budget, stops at about 87,000 instructions.
const (
	// maxInstructions bounds the work for one character of text.
	maxInstructions = 100_000
	// maxThreadSlots bounds the memory of a search: every instruction that
	// consumes text may hold the start and end of every group.
	maxThreadSlots = 4_000_000
)

// program is what the machine executes.
type program struct {
	inst  []syntax.Inst
	start uint32
	// slots is the number of group indexes the program sets, two per group and
	// two for the match. Groups dropped by {0} have none.
	slots int
	// allSlots counts the indexes of every group of the pattern.
	allSlots int
	// anchored means that a match can start at offset 0 only.
	anchored bool
	// prefix is a text every match starts with.
	prefix string
	// first tells by which bytes a match can start; nil when by any.
	first *[256]bool
}

// newProgram compiles a parsed pattern within the bounds. The size is
// estimated before the repetitions are expanded, which is what takes time and
// memory.
func newProgram(tree *syntax.Regexp) (*program, error) {
	if n := instructions(tree); n > maxInstructions {
		return nil, newTooLarge(fmt.Sprintf("the pattern compiles to about %d instructions; the limit is %d", n, maxInstructions))
	}
	compiled, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, newTooLarge(err.Error())
	}
	p := &program{
		inst:     compiled.Inst,
		start:    uint32(compiled.Start),
		slots:    compiled.NumCap,
		allSlots: 2 * (tree.MaxCap() + 1),
		anchored: compiled.StartCond()&syntax.EmptyBeginText != 0,
	}
	if p.consuming()*p.slots > maxThreadSlots {
		return nil, newTooLarge("the pattern has too many groups for its size")
	}
	p.prefix, _ = compiled.Prefix()
	p.first = p.firstBytes()
	return p, nil
}

// instructions estimates the size of the compiled program from above. The
// counts are bounded by the parser, so the product cannot overflow.
func instructions(re *syntax.Regexp) int {
	n := 0
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		return max(1, len(re.Rune))
	case syntax.OpCapture, syntax.OpStar:
		return n + 2
	case syntax.OpPlus, syntax.OpQuest:
		return n + 1
	case syntax.OpAlternate:
		return n + len(re.Sub)
	case syntax.OpRepeat:
		if re.Max < 0 {
			return max(1, re.Min)*n + 2
		}
		return re.Max*(n+1) + 1
	default:
		return n + 1
	}
}

// consumes tells whether an instruction reads a character, so that a thread
// can wait at it; a match waits there too.
func consumes(op syntax.InstOp) bool {
	switch op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL, syntax.InstMatch:
		return true
	default:
		return false
	}
}

func (p *program) consuming() int {
	n := 0
	for i := range p.inst {
		if consumes(p.inst[i].Op) {
			n++
		}
	}
	return n
}

// maxFirst bounds the instructions looked at for the first byte.
const maxFirst = 2_000

// firstBytes finds the bytes a match can start with, by following the program
// to the instructions that read its first character, assertions taken as met.
// It returns nil when a match can be empty, when every byte is possible, or
// when the answer takes too long.
func (p *program) firstBytes() *[256]bool {
	var set [256]bool
	seen := map[uint32]bool{}
	pending := []uint32{p.start}
	for len(pending) > 0 {
		pc := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		inst := &p.inst[pc]
		switch inst.Op {
		case syntax.InstMatch, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			return nil
		case syntax.InstAlt, syntax.InstAltMatch:
			pending = append(pending, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			pending = append(pending, inst.Out)
		case syntax.InstRune, syntax.InstRune1:
			addFirst(&set, inst)
		}
		if len(seen) > maxFirst {
			return nil
		}
	}
	return &set
}

// addFirst adds the bytes that can start a character of the instruction. All
// bytes beyond ASCII stand and fall together.
func addFirst(set *[256]bool, inst *syntax.Inst) {
	if len(inst.Rune) == 1 {
		first := inst.Rune[0]
		addRange(set, first, first)
		if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
			for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
				addRange(set, r, r)
			}
		}
		return
	}
	for i := 0; i+1 < len(inst.Rune); i += 2 {
		addRange(set, inst.Rune[i], inst.Rune[i+1])
	}
}

func addRange(set *[256]bool, low, high rune) {
	for r := low; r <= high && r < utf8.RuneSelf; r++ {
		set[r] = true
	}
	if high >= utf8.RuneSelf {
		for b := utf8.RuneSelf; b < len(set); b++ {
			set[b] = true
		}
	}
}

// skip returns the first offset from pos on at which a match can start, or -1.
func (p *program) skip(text string, pos int) int {
	if p.prefix != "" {
		if i := strings.Index(text[pos:], p.prefix); i >= 0 {
			return pos + i
		}
		return -1
	}
	if p.first == nil {
		return pos
	}
	for ; pos < len(text); pos++ {
		if p.first[text[pos]] {
			return pos
		}
	}
	return -1
}
