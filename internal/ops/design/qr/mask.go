package qr

import "math/bits"

// draw puts codewords into a symbol and masks it, with the mask given or the
// one of the lowest penalty, of equals the first.
func draw(words []byte, version int, level Level, mask int) (int, symbol) {
	l := layouts[version]()
	plain := newSymbol(sizeOf(version))
	copy(plain.rows, l.patterns.rows)
	copy(plain.cols, l.patterns.cols)
	for i, m := range l.order[:8*len(words)] { // the modules that are left over stay light
		if words[i>>3]>>(7-i&7)&1 != 0 {
			plain.set(int(m.x), int(m.y))
		}
	}
	if mask != AnyMask {
		return mask, masked(newSymbol(plain.size()), plain, l, level, mask)
	}
	best, trial := newSymbol(plain.size()), newSymbol(plain.size())
	lowest := -1
	for m := range l.masks {
		trial = masked(trial, plain, l, level, m)
		if score := trial.penalty(); lowest < 0 || score < lowest {
			lowest, mask = score, m
			best, trial = trial, best
		}
	}
	return mask, best
}

// masked makes of a symbol that was not masked yet the finished one, in dst.
func masked(dst, plain symbol, l *layout, level Level, mask int) symbol {
	for i := range plain.rows {
		for w := range plain.rows[i] {
			dst.rows[i][w] = plain.rows[i][w] ^ l.masks[mask].rows[i][w]
			dst.cols[i][w] = plain.cols[i][w] ^ l.masks[mask].cols[i][w]
		}
	}
	dst.format(level, mask)
	return dst
}

// format writes level and mask twice, with their BCH(15,5) code (section 7.9).
// The places are light before.
func (s symbol) format(level Level, mask int) {
	b := int([...]uint8{L: 1, M: 0, Q: 3, H: 2}[level])<<13 | mask<<10
	b = (b | bchRemainder(b, 0x537)) ^ 0x5412
	size := s.size()
	for i := range 15 {
		if b>>i&1 == 0 {
			continue
		}
		switch { // around the finder at the top left, past the timing lines
		case i < 6:
			s.set(8, i)
		case i < 8:
			s.set(8, i+1)
		case i == 8:
			s.set(7, 8)
		default:
			s.set(14-i, 8)
		}
		if i < 8 { // below the one at the right and beside the one at the bottom
			s.set(size-1-i, 8)
		} else {
			s.set(8, size-15+i)
		}
	}
}

// bchRemainder is what is left of a polynomial over GF(2) when divided by a
// generator.
func bchRemainder(value, generator int) int {
	width := bits.Len(uint(generator))
	for bits.Len(uint(value)) >= width {
		value ^= generator << (bits.Len(uint(value)) - width)
	}
	return value
}

// Weights of the features of table 11.
const (
	weightRun     = 3 // for five modules of a colour in line, 1 more for each further
	weightBlock   = 3 // for each square of four
	weightFinder  = 40
	weightBalance = 10
)

// penalty scores a symbol by table 11, without the quiet zone. What looks like
// a finder counts once for four light modules before it and once for four
// behind. The balance counts full steps of 5 % away from half.
func (s symbol) penalty() int {
	size := s.size()
	words := (size + 63) / 64
	score, dark := 0, 0
	for i := range s.rows {
		score += s.rows[i].penalty(size, words) + s.cols[i].penalty(size, words)
		for w := range words {
			dark += bits.OnesCount64(s.rows[i][w])
		}
		if i > 0 {
			score += weightBlock * blocks(&s.rows[i-1], &s.rows[i], size, words)
		}
	}
	deviation := 2*dark - size*size
	return score + max(deviation, -deviation)*10/(size*size)*weightBalance
}

// penalty scores a line for runs and for what looks like a finder. A bit of a
// derived line stands for the modules from its place on.
func (l *line) penalty(size, words int) int {
	var same, light, run, light4, finder line
	for w := range words {
		same[w] = ^(l[w] ^ l.from(w, 1)) & below(w, size-1)
		light[w] = ^l[w] & below(w, size)
	}
	for w := range words {
		run[w] = same[w] & same.from(w, 1) & same.from(w, 2) & same.from(w, 3)
		light4[w] = light[w] & light.from(w, 1) & light.from(w, 2) & light.from(w, 3)
		finder[w] = l[w] & light.from(w, 1) & l.from(w, 2) & l.from(w, 3) & l.from(w, 4) & light.from(w, 5) & l.from(w, 6)
	}
	score := 0
	for w := range words {
		// A run of n is n-4 bits in a row, of which the last is followed by none.
		ends := run[w] &^ run.from(w, 1)
		score += bits.OnesCount64(run[w]) + (weightRun-1)*bits.OnesCount64(ends)
		score += weightFinder * (bits.OnesCount64(finder[w]&light4.from(w, 7)) + bits.OnesCount64(light4[w]&finder.from(w, 4)))
	}
	return score
}

// blocks counts the squares of four of a colour in two lines.
func blocks(a, b *line, size, words int) (n int) {
	for w := range words {
		same := ^(a[w] ^ b[w]) &^ (a[w] ^ a.from(w, 1)) &^ (b[w] ^ b.from(w, 1))
		n += bits.OnesCount64(same & below(w, size-1))
	}
	return n
}

// from is word w of the line shifted so that module n comes first, 0 < n < 64.
func (l *line) from(w, n int) uint64 { return l[w]>>n | l[w+1]<<(64-n) }

// below is word w of a line whose modules before n are set.
func below(w, n int) uint64 {
	switch n -= 64 * w; {
	case n >= 64:
		return ^uint64(0)
	case n <= 0:
		return 0
	}
	return 1<<n - 1
}
