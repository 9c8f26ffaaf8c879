package diff

import (
	"iter"

	"golang.org/x/text/unicode/norm"
)

// Change is a run of tokens that are equal, deleted or inserted, and the byte
// offsets in both texts at which it takes place.
type Change struct {
	Op                           Op
	Text                         string
	OriginalStart, ModifiedStart int
}

// counted yields the changes that are not ignored, and one of nothing at the end.
func (s *Script) counted() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, b := range s.Blocks {
			if !b.Ignored && !yield(b) {
				return
			}
		}
		yield(Block{A0: s.A.Len(), A1: s.A.Len(), B0: s.B.Len(), B1: s.B.Len()})
	}
}

// Changes yields everything in order. What is equal or deleted together is the
// original text.
func (s *Script) Changes() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		i, j := 0, 0
		for b := range s.counted() {
			for _, c := range [...]Change{
				{Equal, s.A.Slice(i, b.A0), s.A.Start(i), s.B.Start(j)},
				{Delete, s.A.Slice(b.A0, b.A1), s.A.Start(b.A0), s.B.Start(b.B0)},
				{Insert, s.B.Slice(b.B0, b.B1), s.A.Start(b.A1), s.B.Start(b.B0)},
			} {
				if c.Text != "" && !yield(c) {
					return
				}
			}
			i, j = b.A1, b.B1
		}
	}
}

// LooksAlike tells whether a word is deleted and inserted at the same place in
// two forms that Unicode calls canonically equivalent, such as é in one code
// point and in two.
func (s *Script) LooksAlike() bool {
	for _, b := range s.Blocks {
		deleted, inserted := s.A.Slice(b.A0, b.A1), s.B.Slice(b.B0, b.B1)
		if norm.NFC.IsNormalString(deleted) && norm.NFC.IsNormalString(inserted) {
			continue
		}
		forms := map[string]string{}
		words := Split(deleted, Word)
		for i := range words.Len() {
			forms[norm.NFC.String(words.Token(i))] = words.Token(i)
		}
		words = Split(inserted, Word)
		for i := range words.Len() {
			if form, ok := forms[norm.NFC.String(words.Token(i))]; ok && form != words.Token(i) {
				return true
			}
		}
	}
	return false
}
