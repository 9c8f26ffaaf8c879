package sorter

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Order returns the indexes of the lines in order. Descending, the comparison
// is reversed; lines with equal keys stay in their order all the same.
func (k *Keys) Order(descending bool) []int32 {
	items := make([]item, 0, len(k.ends))
	var last []int32
	for line := range int32(len(k.ends)) {
		if k.absent != nil && k.absent[line] {
			last = append(last, line)
		} else {
			items = append(items, item{line: line})
		}
	}
	o := ordering{keys: k, sign: 1, spare: make([]item, len(items))}
	if descending {
		o.sign, o.flip = -1, ^uint64(0)
	}
	o.sort(items, 0)
	order := make([]int32, len(items), len(k.ends))
	for i, it := range items {
		order[i] = it.line
	}
	return append(order, last...)
}

// item is a line that has a key, with the word of its key that it is sorted by.
type item struct {
	word uint64
	line int32
}

// A word holds the next seven bytes of a key, and below them how many there
// were, or more if others follow. So words compare as keys do, one that ends
// before one that goes on with zeros.
const (
	wordBytes = 7
	more      = wordBytes + 1
)

func word(rest []byte) uint64 {
	if len(rest) > wordBytes {
		return binary.BigEndian.Uint64(rest)&^0xff | more
	}
	w := uint64(len(rest))
	for i, b := range rest {
		w |= uint64(b) << (56 - 8*i)
	}
	return w
}

// ordering sorts items word by word: by the first word of the keys all of them,
// then by the second word those whose first is the same, and so on. The time is
// proportional to the bytes of the keys, however alike they are.
type ordering struct {
	keys  *Keys
	sign  int
	flip  uint64 // over each word, so that those of a descending order ascend
	spare []item
}

// few items are sorted faster by comparing them.
const few = 64

// sort sorts items whose keys are equal up to a byte.
func (o *ordering) sort(items []item, from int) {
	for i := range items {
		items[i].word = word(o.keys.key(items[i].line)[from:]) ^ o.flip
	}
	if len(items) < few {
		slices.SortFunc(items, o.compare)
		return
	}
	byWord(items, o.spare[:len(items)])
	for start := 0; start < len(items); {
		end, w := start+1, items[start].word
		for end < len(items) && items[end].word == w {
			end++
		}
		if end-start > 1 && byte(w^o.flip) == more {
			o.sort(items[start:end], from+wordBytes)
		}
		start = end
	}
}

func (o *ordering) compare(a, b item) int {
	if a.word != b.word {
		return cmp.Compare(a.word, b.word)
	}
	if c := bytes.Compare(o.keys.key(a.line), o.keys.key(b.line)); c != 0 {
		return o.sign * c
	}
	return cmp.Compare(a.line, b.line)
}

// byWord sorts items by their words and leaves equal ones in their order, byte
// by byte from the lowest (least significant digit radix sort).
func byWord(items, spare []item) {
	var counts [8][256]int32
	for _, it := range items {
		for digit := range counts {
			counts[digit][byte(it.word>>(8*digit))]++
		}
	}
	from, to := items, spare
	for digit := range counts {
		count, shift := &counts[digit], 8*digit
		if count[byte(from[0].word>>shift)] == int32(len(from)) {
			continue // all have the same here
		}
		sum := int32(0)
		for b, n := range count {
			count[b] = sum
			sum += n
		}
		for _, it := range from {
			b := byte(it.word >> shift)
			to[count[b]] = it
			count[b]++
		}
		from, to = to, from
	}
	if &from[0] != &items[0] {
		copy(items, from)
	}
}
