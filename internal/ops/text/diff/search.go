package diff

import "context"

// search finds the changes of a problem, region by region.
type search struct {
	*problem
	ctx       context.Context
	algorithm Algorithm
	minimal   bool // nothing was done yet that could cost a change more than needed
	myers     myers
	anchors   anchors
}

func newSearch(ctx context.Context, p *problem, o Options) *search {
	distance := maxDistance
	if o.MaxDistance > 0 {
		distance = o.MaxDistance
	}
	return &search{problem: p, ctx: ctx, algorithm: o.Algorithm, minimal: true, myers: myers{limit: (distance + 1) / 2}}
}

// run marks the changes of a region.
func (s *search) run(r region) error {
	r = trim(s.a, s.b, r)
	if r.oneSided() {
		s.mark(r)
		return nil
	}
	switch s.algorithm {
	case Patience:
		return s.byPatience(r)
	case Histogram:
		return s.byHistogram(r)
	}
	return s.byMyers(r)
}
