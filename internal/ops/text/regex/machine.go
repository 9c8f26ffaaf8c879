package regex

import (
	"context"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// checkEvery is how much work passes between two looks at the context, in
// instructions followed and blocks of group indexes copied: well under a
// millisecond. One character of text adds at most a few milliseconds more,
// because the size of the program is bounded.
const checkEvery = 1 << 14

// machine is a Pike virtual machine: it advances all possible paths through
// the program, its threads, one character at a time, in order of preference.
// It serves one caller at a time and any number of searches in one text.
type machine struct {
	prog *program
	text string
	ctx  context.Context

	// wholeText accepts a match of the whole text only; wholeWord one that no
	// word character touches.
	wholeText bool
	wholeWord bool

	current, next threads
	pending       []job
	slots         []int // the group indexes of a path that starts
	match         []int // the group indexes of the best match so far
	matched       bool
	work          int

	// The assertions that hold at assertedAt, found when first needed.
	asserted   syntax.EmptyOp
	assertedAt int
}

// threads is an ordered set of threads. The set part is the sparse array of
// Briggs and Torczon, which is emptied in constant time.
type threads struct {
	sparse  []uint32
	dense   []uint32 // every instruction visited
	waiting []uint32 // those of them that consume text, by preference
	slots   []int    // the group indexes of each waiting thread, in turn
}

func (t *threads) clear() {
	t.dense, t.waiting, t.slots = t.dense[:0], t.waiting[:0], t.slots[:0]
}

// visit adds an instruction and reports whether it was new.
func (t *threads) visit(pc uint32) bool {
	if i := t.sparse[pc]; int(i) < len(t.dense) && t.dense[i] == pc {
		return false
	}
	t.sparse[pc] = uint32(len(t.dense))
	t.dense = append(t.dense, pc)
	return true
}

// job is a step still to take while following a path: an instruction to
// visit, or, with slot >= 0, a group index to restore.
type job struct {
	pc   uint32
	slot int
	old  int
}

func newMachine(ctx context.Context, r *Regexp, text string) *machine {
	n := len(r.prog.inst)
	return &machine{
		prog: r.prog, text: text, ctx: ctx, wholeWord: r.flags.WholeWord,
		current: threads{sparse: make([]uint32, n)},
		next:    threads{sparse: make([]uint32, n)},
		slots:   make([]int, r.prog.slots),
		match:   make([]int, r.prog.allSlots),
		work:    checkEvery, // look at once
	}
}

// search finds the leftmost match that starts at from or later, which must be
// the start of a character. Everything before from is seen by assertions. On
// true, m.match holds its indexes. The error is the context's.
func (m *machine) search(from int) (bool, error) {
	m.reset()
	pos := from
	for {
		if len(m.current.waiting) == 0 {
			if m.matched || m.prog.anchored && pos > 0 || m.wholeText && pos > from {
				break
			}
			if pos = m.prog.skip(m.text, pos); pos < 0 {
				break
			}
		}
		if !m.matched && m.mayStart(pos, from) {
			m.slots[0] = pos
			m.follow(&m.current, m.prog.start, pos, m.slots)
		}
		c, width := utf8.DecodeRuneInString(m.text[pos:])
		m.advance(pos, c, width)
		if width == 0 {
			break
		}
		pos += width
		m.current, m.next = m.next, m.current
		if err := m.check(); err != nil {
			return false, err
		}
	}
	return m.matched, nil
}

func (m *machine) reset() {
	m.current.clear()
	m.next.clear()
	m.matched = false
	m.assertedAt = -1
	for i := range m.slots {
		m.slots[i] = -1
	}
	for i := range m.match {
		m.match[i] = -1
	}
}

// check looks at the context when enough work has passed.
func (m *machine) check() error {
	m.work++
	if m.work < checkEvery {
		return nil
	}
	m.work = 0
	return m.ctx.Err()
}

// mayStart tells whether a match can start at pos.
func (m *machine) mayStart(pos, from int) bool {
	if m.wholeText && pos != from || m.prog.anchored && pos > 0 {
		return false
	}
	if !m.wholeWord || pos == 0 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(m.text[:pos])
	return !IsWordRune(before)
}

// mayEnd tells whether a match can end at pos.
func (m *machine) mayEnd(pos int) bool {
	if m.wholeText && pos != len(m.text) {
		return false
	}
	if !m.wholeWord || pos == len(m.text) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(m.text[pos:])
	return !IsWordRune(after)
}

// IsWordRune tells whether a character makes words: a letter, a number, a mark or
// an underscore.
func IsWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M)
}

// advance lets every waiting thread read the character c at pos; its width is
// 0 at the end of the text. The threads after one that matches are less
// preferred and end there.
func (m *machine) advance(pos int, c rune, width int) {
	n := m.prog.slots
	for i, pc := range m.current.waiting {
		inst := &m.prog.inst[pc]
		slots := m.current.slots[i*n : (i+1)*n]
		switch inst.Op {
		case syntax.InstMatch:
			copy(m.match, slots)
			m.match[1] = pos
			m.matched = true
			m.current.clear()
			return
		case syntax.InstRune1:
			if c != inst.Rune[0] {
				continue
			}
		case syntax.InstRuneAnyNotNL:
			if c == '\n' {
				continue
			}
		case syntax.InstRune:
			if inst.MatchRunePos(c) < 0 {
				continue
			}
		}
		if width > 0 {
			m.follow(&m.next, inst.Out, pos+width, slots)
		}
	}
	m.work += len(m.current.waiting)
	m.current.clear()
}

// follow visits everything reachable from pc without reading text, the
// preferred way first, and adds the threads that wait there to list. It
// changes slots on the way and leaves it as it was.
func (m *machine) follow(list *threads, pc uint32, pos int, slots []int) {
	m.pending = append(m.pending[:0], job{pc: pc, slot: -1})
	for len(m.pending) > 0 {
		j := m.pending[len(m.pending)-1]
		m.pending = m.pending[:len(m.pending)-1]
		if j.slot >= 0 {
			slots[j.slot] = j.old
			continue
		}
		m.followPath(list, j.pc, pos, slots)
	}
}

// followPath follows preferred ways from pc until text must be read, and
// leaves the other ways pending.
func (m *machine) followPath(list *threads, pc uint32, pos int, slots []int) {
	for list.visit(pc) {
		m.work++
		inst := &m.prog.inst[pc]
		switch inst.Op {
		case syntax.InstFail:
			return
		case syntax.InstAlt, syntax.InstAltMatch:
			m.pending = append(m.pending, job{pc: inst.Arg, slot: -1})
		case syntax.InstCapture:
			m.pending = append(m.pending, job{slot: int(inst.Arg), old: slots[inst.Arg]})
			slots[inst.Arg] = pos
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^m.assertions(pos) != 0 {
				return
			}
		case syntax.InstNop:
		default:
			if inst.Op == syntax.InstMatch && !m.mayEnd(pos) {
				return
			}
			list.waiting = append(list.waiting, pc)
			list.slots = append(list.slots, slots...)
			m.work += len(slots) / 16
			return
		}
		pc = inst.Out
	}
}

// assertions returns the zero-width assertions that hold at pos.
func (m *machine) assertions(pos int) syntax.EmptyOp {
	if m.assertedAt != pos {
		before, after := rune(-1), rune(-1)
		if pos > 0 {
			before, _ = utf8.DecodeLastRuneInString(m.text[:pos])
		}
		if pos < len(m.text) {
			after, _ = utf8.DecodeRuneInString(m.text[pos:])
		}
		m.asserted, m.assertedAt = syntax.EmptyOpContext(before, after), pos
	}
	return m.asserted
}
