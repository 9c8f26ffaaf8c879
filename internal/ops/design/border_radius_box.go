package design

import "toolcrib/internal/num"

// box is a box with the radii of its corners, in px. A corner with one radius
// of 0 is square.
type box struct {
	width, height        num.Ratio
	horizontal, vertical [4]num.Ratio
}

// newBox resolves lengths, which is possible for px, percentages of the box and
// zero.
func newBox(corners [4]corner, width, height num.Ratio) (b box, ok bool) {
	b.width, b.height = width, height
	for i, c := range corners {
		var known [2]bool
		b.horizontal[i], known[0] = c.horizontal.px(width)
		b.vertical[i], known[1] = c.vertical.px(height)
		if !known[0] || !known[1] {
			return b, false
		}
	}
	return b, true
}

// px returns a length in px, of which a percentage is one of the side.
func (l length) px(side num.Ratio) (num.Ratio, bool) {
	switch {
	case l.value.Sign() == 0, l.unit == "px":
		return l.value.Ratio(), true
	case l.unit == "%":
		return l.value.Ratio().Mul(side).Quo(num.FromInt(100).Ratio()), true
	}
	return num.Ratio{}, false
}

// fit makes the radii fit: where those of two corners exceed the side between
// them, all are multiplied by the least quotient of a side and its radii
// (section 5.5). It returns the factor, 1 where they fit.
func (b *box) fit() num.Ratio {
	factor := num.FromInt(1).Ratio()
	shrink := func(side, one, other num.Ratio) {
		if sum := one.Add(other); sum.Sign() > 0 && factor.Mul(sum).Cmp(side) > 0 {
			factor = side.Quo(sum)
		}
	}
	shrink(b.width, b.horizontal[topLeft], b.horizontal[topRight])
	shrink(b.width, b.horizontal[bottomLeft], b.horizontal[bottomRight])
	shrink(b.height, b.vertical[topLeft], b.vertical[bottomLeft])
	shrink(b.height, b.vertical[topRight], b.vertical[bottomRight])
	for i := range b.horizontal {
		b.horizontal[i], b.vertical[i] = b.horizontal[i].Mul(factor), b.vertical[i].Mul(factor)
	}
	return factor
}

// used returns the radii, rounded.
func (b *box) used() *UsedRadii {
	var list [4]UsedCorner
	for i := range list {
		list[i] = UsedCorner{b.horizontal[i].Round(places, num.HalfEven), b.vertical[i].Round(places, num.HalfEven)}
	}
	return &UsedRadii{list[topLeft], list[topRight], list[bottomRight], list[bottomLeft]}
}

// shape names the form of a box whose radii fit.
func (b *box) shape() string {
	half := num.D("0.5").Ratio()
	w, h := b.width.Mul(half), b.height.Mul(half)
	short := w
	if h.Cmp(w) < 0 {
		short = h
	}
	switch {
	case b.square():
		return "rectangle"
	case w.Cmp(h) == 0 && b.all(w, h):
		return "circle"
	case b.all(w, h):
		return "ellipse"
	case b.all(short, short):
		return "pill"
	}
	return "rounded"
}

// all tells whether all corners have these radii.
func (b *box) all(horizontal, vertical num.Ratio) bool {
	for i := range b.horizontal {
		if b.horizontal[i].Cmp(horizontal) != 0 || b.vertical[i].Cmp(vertical) != 0 {
			return false
		}
	}
	return true
}

// square tells whether no corner is round.
func (b *box) square() bool {
	for i := range b.horizontal {
		if b.horizontal[i].Sign() > 0 && b.vertical[i].Sign() > 0 {
			return false
		}
	}
	return true
}
