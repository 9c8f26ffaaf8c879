package passgen

import (
	"math/big"
	"math/bits"
	"slices"
)

// Strings is the set of strings of one length over classes of characters.
type Strings struct {
	Length  int      // at least as many as classes
	Classes [][]rune // not empty, without a character twice
	Each    bool     // at least one character of each class
}

// set is a set of classes, by their bits.
type set uint

// required is the set of classes that a string must have.
func (s Strings) required() set {
	if s.Each {
		return 1<<len(s.Classes) - 1
	}
	return 0
}

// Size implements Space.
func (s Strings) Size() *big.Int { return having(s.required(), s.lacking()) }

// lacking lists, by the set of classes that a string does without, how many
// strings there are.
func (s Strings) lacking() []*big.Int {
	list := make([]*big.Int, s.required()+1)
	for without := range list {
		list[without] = new(big.Int).Exp(s.pool(set(without)), big.NewInt(int64(s.Length)), nil)
	}
	return list
}

// pool is the number of characters outside a set of classes.
func (s Strings) pool(without set) *big.Int {
	n := 0
	for c, class := range s.Classes {
		if without&(1<<c) == 0 {
			n += len(class)
		}
	}
	return big.NewInt(int64(n))
}

// having is the number of strings with all classes of a set, by inclusion and
// exclusion: all, less those that lack one class, plus those that lack two, and
// so on.
func having(classes set, lacking []*big.Int) *big.Int {
	n := new(big.Int)
	for without := classes; ; without = (without - 1) & classes {
		if bits.OnesCount(uint(without))%2 == 0 {
			n.Add(n, lacking[without])
		} else {
			n.Sub(n, lacking[without])
		}
		if without == 0 {
			return n
		}
	}
}

// At implements Space. As long as a class is missing, the strings are in the
// order of the classes of their next character; within a class those behind
// each character follow each other, equally many. When none is missing, what
// is left of the index is a number whose digits are the other characters.
func (s Strings) At(index *big.Int) string {
	index = new(big.Int).Set(index)
	all := slices.Concat(s.Classes...)
	missing, lacking := s.required(), s.lacking()
	text := make([]rune, s.Length)
	for i := range text {
		if missing == 0 {
			text[i] = all[digit(index, len(all))]
			continue
		}
		for without, n := range lacking { // of the strings behind this character
			if pool := s.pool(set(without)); pool.Sign() > 0 {
				n.Quo(n, pool)
			}
		}
		for c, class := range s.Classes {
			still := missing &^ (1 << c)
			each := having(still, lacking)
			ofClass := big.NewInt(int64(len(class)))
			if ofClass.Mul(ofClass, each); index.Cmp(ofClass) < 0 {
				k := new(big.Int)
				k.QuoRem(index, each, index)
				text[i], missing = class[k.Int64()], still
				break
			}
			index.Sub(index, ofClass)
		}
	}
	return string(text)
}
