package diff

// maxOccurrences is how often a key may occur in a region for the histogram
// algorithm to pair by it.
const maxOccurrences = 64

// byHistogram marks the changes of a trimmed region by the algorithm of JGit's
// HistogramDiff: it pairs the run of equal tokens that holds the key that
// occurs least in a, the longest of such runs, and goes on before and behind it.
func (s *search) byHistogram(r region) error {
	affordable, err := s.anchored(r)
	if err != nil {
		return err
	}
	pairs := region{}
	if affordable {
		pairs = s.seldom(r)
	}
	if pairs.oneSided() {
		return s.byMyers(r)
	}
	s.minimal = false
	if err := s.run(region{r.a0, pairs.a0, r.b0, pairs.b0}); err != nil {
		return err
	}
	return s.run(region{pairs.a1, r.a1, pairs.b1, r.b1})
}

// seldom returns the run of equal tokens to pair, empty if every common key
// occurs too often.
func (s *search) seldom(r region) (best region) {
	inA, place, next := s.anchors.inA, s.anchors.place, s.anchors.next
	for i := r.a1 - 1; i >= r.a0; i-- {
		n := s.a[i]
		next[i] = none
		if inA[n] > 0 {
			next[i] = place[n]
		}
		inA[n]++
		place[n] = int32(i)
	}
	least := int32(maxOccurrences)
	for j := r.b0; j < r.b1 && s.anchors.spent <= maxSpent; {
		n, end := s.b[j], j+1
		if 0 < inA[n] && inA[n] <= least {
			for i := place[n]; i != none; i = next[i] {
				run, occurs := s.grow(r, int(i), j)
				s.anchors.spent += run.a1 - run.a0
				if occurs < least || run.a1-run.a0 > best.a1-best.a0 {
					best, least = run, occurs
				}
				end = max(end, run.b1)
			}
		}
		j = end
	}
	for _, n := range s.a[r.a0:r.a1] {
		inA[n] = 0
	}
	return best
}

// grow returns the run of equal tokens around a pair, and how often its most
// seldom key occurs in a.
func (s *search) grow(r region, i, j int) (run region, occurs int32) {
	inA := s.anchors.inA
	run, occurs = region{i, i + 1, j, j + 1}, inA[s.a[i]]
	for run.a0 > r.a0 && run.b0 > r.b0 && s.a[run.a0-1] == s.b[run.b0-1] {
		run.a0, run.b0 = run.a0-1, run.b0-1
		occurs = min(occurs, inA[s.a[run.a0]])
	}
	for run.a1 < r.a1 && run.b1 < r.b1 && s.a[run.a1] == s.b[run.b1] {
		occurs = min(occurs, inA[s.a[run.a1]])
		run.a1, run.b1 = run.a1+1, run.b1+1
	}
	return run, occurs
}
