package diff

import "sort"

// anchors is what the algorithms that pair seldom keys first need, by number or
// by place in a.
type anchors struct {
	inA, inB []int32 // how often a number occurs in the region
	place    []int32 // where a number occurs
	next     []int32 // where the number at a place of a occurs next
	spent    int
}

// maxSpent bounds the places looked at by the algorithms that pair seldom keys
// first, which may come back to the same place for each pair. What is left then
// is done by Myers' algorithm.
const maxSpent = 1 << 24

// anchored starts a round on a region, and tells whether one more may be spent.
func (s *search) anchored(r region) (bool, error) {
	if s.anchors.inA == nil {
		s.anchors = anchors{
			inA: make([]int32, s.keys), inB: make([]int32, s.keys),
			place: make([]int32, s.keys), next: make([]int32, len(s.a)),
		}
	}
	s.anchors.spent += r.a1 - r.a0 + r.b1 - r.b0
	return s.anchors.spent <= maxSpent, s.ctx.Err()
}

// byPatience marks the changes of a trimmed region by Bram Cohen's patience
// diff: it pairs the keys that occur once on either side and stand in the same
// order, as many as can be, and goes on between them.
func (s *search) byPatience(r region) error {
	affordable, err := s.anchored(r)
	if err != nil {
		return err
	}
	var pairs []pair
	if affordable {
		pairs = s.unique(r)
	}
	if len(pairs) == 0 {
		return s.byMyers(r)
	}
	s.minimal = false
	gap := r
	for _, p := range pairs {
		gap.a1, gap.b1 = p.a, p.b
		if err := s.run(gap); err != nil {
			return err
		}
		gap.a0, gap.b0 = p.a+1, p.b+1
	}
	gap.a1, gap.b1 = r.a1, r.b1
	return s.run(gap)
}

// pair is two equal tokens, by their places.
type pair struct{ a, b int }

// unique returns a longest list of pairs of keys that occur once on either side
// of a region, ascending on both.
func (s *search) unique(r region) []pair {
	inA, inB, place := s.anchors.inA, s.anchors.inB, s.anchors.place
	for _, n := range s.a[r.a0:r.a1] {
		inA[n]++
	}
	for j := r.b0; j < r.b1; j++ {
		inB[s.b[j]]++
		place[s.b[j]] = int32(j)
	}
	var found []pair
	for i := r.a0; i < r.a1; i++ {
		if n := s.a[i]; inA[n] == 1 && inB[n] == 1 {
			found = append(found, pair{i, int(place[n])})
		}
	}
	for _, n := range s.a[r.a0:r.a1] {
		inA[n] = 0
	}
	for _, n := range s.b[r.b0:r.b1] {
		inB[n] = 0
	}
	return longestAscending(found)
}

// longestAscending returns a longest part of pairs, which ascend in a, that
// ascends in b too. Each pair goes on the first pile whose top is not before
// it, as in the card game.
func longestAscending(pairs []pair) []pair {
	var tops []int // by pile: the pair on top
	before := make([]int, len(pairs))
	for i, p := range pairs {
		pile := sort.Search(len(tops), func(k int) bool { return pairs[tops[k]].b > p.b })
		if pile == len(tops) {
			tops = append(tops, i)
		} else {
			tops[pile] = i
		}
		before[i] = none
		if pile > 0 {
			before[i] = tops[pile-1]
		}
	}
	list := make([]pair, len(tops))
	for k, i := len(tops)-1, none; k >= 0; k-- {
		if i == none {
			i = tops[k]
		}
		list[k], i = pairs[i], before[i]
	}
	return list
}
