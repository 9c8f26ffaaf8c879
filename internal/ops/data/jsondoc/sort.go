package jsondoc

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
)

// sortable is a token kept to be written later.
type sortable struct {
	kind              jsonscan.Kind
	escaped           bool
	start, end, comma int32
}

func (s sortable) token() jsonscan.Token {
	return jsonscan.Token{Kind: s.kind, Start: int(s.start), End: int(s.end)}
}

// sorter writes tokens with the members of objects in order. Comments stay
// with their member: those before it, and those that end its line.
type sorter struct {
	w      *writer
	out    []byte
	list   []sortable
	ends   []int32 // of a token that opens a container, the index of what closes it; else 0
	extras []extra
}

// member is a member of an object: list[name:end] and its comments.
type member struct {
	key         []byte
	name, end   int
	lead, trail []extra
}

// sorted appends all tokens of a document, or some that are more than there is
// room for.
func (w *writer) sorted(dst []byte, list []sortable) []byte {
	o := &sorter{w: w, out: dst, list: list, ends: make([]int32, len(list)), extras: w.extras}
	var open []int
	for i, token := range list {
		switch {
		case token.kind == jsonscan.Object || token.kind == jsonscan.Array:
			open = append(open, i)
		case closes(token.kind):
			o.ends[open[len(open)-1]] = int32(i)
			open = open[:len(open)-1]
		}
	}
	o.write(0, len(list))
	w.extras = o.between(list[len(list)-1].end, int32(len(w.src.text)))
	return o.out
}

// write writes list[from:to].
func (o *sorter) write(from, to int) {
	for i := from; i < to && len(o.out) <= o.w.MaxOutput; i++ {
		o.put(i, int(o.list[i].comma), o.before(i))
		if o.list[i].kind == jsonscan.Object {
			i = o.object(i)
		}
	}
}

func (o *sorter) put(i, comma int, extras []extra) {
	o.out = o.w.put(o.out, o.list[i].token(), comma, extras)
}

// object writes the rest of the object that begins at i and returns its end.
func (o *sorter) object(i int) int {
	end := int(o.ends[i])
	members, rest, trailing := o.members(i+1, end), o.before(end), -1
	if last := len(members) - 1; last >= 0 {
		at := slices.IndexFunc(rest, extra.isComma)
		if at >= 0 {
			rest, trailing = slices.Delete(slices.Clone(rest), at, at+1), 0
		}
		members[last].trail, rest = o.split(rest, max(at, 0))
	}
	order := bytes.Compare
	if o.w.Canonical {
		order = compareUTF16
	}
	slices.SortStableFunc(members, func(a, b member) int { return order(a.key, b.key) })
	comma := -1
	var trail []extra
	for _, m := range members {
		if len(o.out) > o.w.MaxOutput {
			break
		}
		o.put(m.name, comma, slices.Concat(trail, m.lead))
		o.write(m.name+1, m.end)
		comma, trail = 0, m.trail
	}
	o.put(end, trailing, slices.Concat(trail, rest))
	return end
}

// members lists the members in list[from:to], the inside of an object.
func (o *sorter) members(from, to int) (list []member) {
	for name := from; name < to; {
		token := o.list[name]
		m := member{name: name, end: name + 2, lead: o.before(name)}
		m.key = stringValue(o.w.src.clean, int(token.start), int(token.end), token.escaped)
		if end := o.ends[name+1]; end > 0 {
			m.end = int(end) + 1
		}
		if last := len(list) - 1; last >= 0 {
			before := len(o.between(o.list[name-1].end, token.comma))
			list[last].trail, m.lead = o.split(m.lead, before)
		}
		list = append(list, m)
		name = m.end
	}
	return list
}

// split parts the comments between two members. The first's are those before
// the comma, so many, and those that end its line.
func (o *sorter) split(extras []extra, before int) (trail, lead []extra) {
	for i := before; i < len(extras); i++ {
		switch one := extras[i]; {
		case o.w.src.startsLine(one):
			return extras[:i], extras[i:]
		case o.w.src.endsLine(one):
			return extras[:i+1], extras[i+1:]
		}
	}
	return extras[:before], extras[before:]
}

// before is what stands between the token at i and the one before it.
func (o *sorter) before(i int) []extra {
	var start int32
	if i > 0 {
		start = o.list[i-1].end
	}
	return o.between(start, o.list[i].start)
}

func (o *sorter) between(start, end int32) []extra {
	if len(o.extras) == 0 {
		return nil
	}
	at := func(one extra, offset int32) int { return cmp.Compare(one.start, int(offset)) }
	from, _ := slices.BinarySearchFunc(o.extras, start, at)
	to, _ := slices.BinarySearchFunc(o.extras, end, at)
	return o.extras[from:to:to]
}

// compareUTF16 compares two UTF-8 texts by their UTF-16 code units, as RFC
// 8785 section 3.2.3 orders names: characters above U+FFFF, which begin with a
// surrogate, come before U+E000 to U+FFFF.
func compareUTF16(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 {
		x, n := utf8.DecodeRune(a)
		y, m := utf8.DecodeRune(b)
		if x != y {
			if high := cmp.Compare(firstUnit(x), firstUnit(y)); high != 0 {
				return high
			}
			return cmp.Compare(x, y)
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r < 0x10000 {
		return r
	}
	return 0xd800 + (r-0x10000)>>10
}
