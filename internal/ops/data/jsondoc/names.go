package jsondoc

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"toolcrib/internal/jsonscan"
)

// names finds the member names that occur twice in one object, in one pass
// over a document's tokens. Names are compared by their value: "a" and
// "\u0061" are one name.
type names struct {
	src  []byte
	seed maphash.Seed
	list []name // of all open objects, innermost last
	open []nameSet
}

// name is a name of an open object. Names that differ nearly always have
// another tag.
type name struct {
	tag        uint64
	start, end int32
	escaped    bool
}

// nameSet is the names of one open object: those of the list from first on,
// and, once there are many, their places by hash.
type nameSet struct {
	first int
	seen  uint64  // has a bit of each tag: a name whose bit is missing is new
	slots []int32 // index in list plus 1, 0 for empty; the length is a power of two
}

// manyNames is the number of names of one object that are compared one by one.
const manyNames = 16

func newNames(src []byte) *names { return &names{src: src, seed: maphash.MakeSeed()} }

func (n *names) enter() { n.open = append(n.open, nameSet{first: len(n.list)}) }

func (n *names) leave() {
	last := len(n.open) - 1
	n.list = n.list[:n.open[last].first]
	n.open = n.open[:last]
}

// add notes a name of the innermost object and tells whether it was there.
func (n *names) add(token jsonscan.Token, escaped bool) bool {
	one := name{start: int32(token.Start), end: int32(token.End), escaped: escaped}
	one.tag = n.tag(one)
	set := &n.open[len(n.open)-1]
	if set.slots != nil {
		return n.addToMany(set, one)
	}
	if bit := one.bit(); set.seen&bit == 0 {
		set.seen |= bit
	} else if n.listed(set, one) {
		return true
	}
	n.list = append(n.list, one)
	if len(n.list)-set.first > manyNames {
		n.index(set)
	}
	return false
}

// bit is one of 64, by all of the tag.
func (n name) bit() uint64 {
	const spread = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	return 1 << (n.tag * spread >> 58)
}

func (n *names) listed(set *nameSet, one name) bool {
	for _, other := range n.list[set.first:] {
		if other.tag == one.tag && n.equal(one, other) {
			return true
		}
	}
	return false
}

// tag is made of a name's length and its first and last eight bytes.
func (n *names) tag(one name) uint64 {
	value := n.value(one)
	length := len(value)
	switch {
	case length >= 8:
		tail := binary.LittleEndian.Uint64(value[length-8:])
		return binary.LittleEndian.Uint64(value) + bits.RotateLeft64(tail, 29) + uint64(length)
	case cap(value) >= 8: // what follows it in the document is shifted out
		return binary.LittleEndian.Uint64(value[:8])<<(64-8*length) + uint64(length)
	}
	t := uint64(0)
	for i, c := range value {
		t |= uint64(c) << (64 - 8*length + 8*i)
	}
	return t + uint64(length)
}

func (n *names) addToMany(set *nameSet, one name) bool {
	at := n.slot(set, one)
	if set.slots[at] != 0 {
		return true
	}
	n.list = append(n.list, one)
	set.slots[at] = int32(len(n.list))
	if 2*(len(n.list)-set.first) > len(set.slots) {
		n.index(set)
	}
	return false
}

// slot is where a name is in the set's table, or the empty slot where it
// belongs. The hash has a random seed, so that no document can be made of
// names that collide.
func (n *names) slot(set *nameSet, one name) uint64 {
	mask := uint64(len(set.slots) - 1)
	at := maphash.Bytes(n.seed, n.value(one)) & mask
	for set.slots[at] != 0 {
		other := n.list[set.slots[at]-1]
		if other.tag == one.tag && n.equal(one, other) {
			break
		}
		at = (at + 1) & mask
	}
	return at
}

// index makes a table of four times the size of the set.
func (n *names) index(set *nameSet) {
	size := 4 * manyNames
	for size < 4*(len(n.list)-set.first) {
		size *= 2
	}
	set.slots = make([]int32, size)
	for i := set.first; i < len(n.list); i++ {
		set.slots[n.slot(set, n.list[i])] = int32(i + 1)
	}
}

func (n *names) equal(a, b name) bool { return bytes.Equal(n.value(a), n.value(b)) }

func (n *names) value(one name) []byte {
	return stringValue(n.src, int(one.start), int(one.end), one.escaped)
}

// stringValue is the value of the valid string src[start:end].
func stringValue(src []byte, start, end int, escaped bool) []byte {
	if !escaped {
		return src[start+1 : end-1]
	}
	return Unquote(src[start:end])
}

// Unquote is the value of a valid string in its quotes.
func Unquote(quoted []byte) []byte {
	value := make([]byte, 0, len(quoted))
	if s, err := jsonscan.New(quoted, 0); err == nil {
		value, _ = s.TextIn(&value) // it has been read before
	}
	return value
}
