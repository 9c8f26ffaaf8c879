package qr

import (
	"math/rand/v2"
	"testing"
)

func symbolOf(size int, dark func(x, y int) bool) symbol {
	s := newSymbol(size)
	for y := range size {
		for x := range size {
			if dark(x, y) {
				s.set(x, y)
			}
		}
	}
	return s
}

// Counted by hand from table 11.
func TestPenaltyByHand(t *testing.T) {
	for _, tt := range []struct {
		name string
		dark func(x, y int) bool
		want int
	}{
		// 42 lines of one run of 21: 3+16 each; 400 squares of 3; 10 steps from half.
		{"all light", func(int, int) bool { return false }, 42*19 + 400*3 + 100},
		// No run, no square; 221 of 441 dark.
		{"a chessboard", func(x, y int) bool { return (x+y)%2 == 0 }, 0},
		// Each row is a run, 19; no column has one; no squares; 11 rows of 21 are 52 %.
		{"stripes", func(_, y int) bool { return y%2 == 0 }, 21 * 19},
		// Rows: 21 times 4 light (no run), 1011101, then 10 light: a run of 10 is 8;
		// four light before and four behind, 80. Columns: all runs of 21.
		// Squares: of 20 neighbouring pairs of columns 3 light ones in front, the
		// dark pair 2 times, 9 behind: 14 times 20 rows.
		// 5 of 21 columns are dark: 23.8 %, 5 full steps from half.
		{"bars", func(x, _ int) bool { return x >= 4 && x < 11 && "1011101"[x-4] == '1' }, 21*(8+80) + 21*19 + 3*14*20 + 50},
		// The bars at the edge, where what is outside does not count as light: 14
		// light behind, a run of 12 and one finder.
		{"bars at the edge", func(x, _ int) bool { return x < 7 && "1011101"[x] == '1' }, 21*(12+40) + 21*19 + 3*15*20 + 50},
	} {
		if got := symbolOf(21, tt.dark).penalty(); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// slowPenalty is table 11 word by word, cell by cell.
func slowPenalty(s symbol) (score int) {
	n := s.size()
	dark := func(x, y int) bool { return s.rows[y].has(x) }
	line := func(at func(i int) bool) {
		run := 0
		for i := range n {
			if i > 0 && at(i) == at(i-1) {
				run++
			} else {
				run = 1
			}
			if run == 5 {
				score += 3
			} else if run > 5 {
				score++
			}
		}
		for _, pattern := range []string{"10111010000", "00001011101"} {
		next:
			for i := 0; i+len(pattern) <= n; i++ {
				for j := range pattern {
					if at(i+j) != (pattern[j] == '1') {
						continue next
					}
				}
				score += 40
			}
		}
	}
	total := 0
	for a := range n {
		line(func(i int) bool { return dark(i, a) })
		line(func(i int) bool { return dark(a, i) })
		for b := range n {
			if dark(a, b) {
				total++
			}
			if a > 0 && b > 0 && dark(a, b) == dark(a-1, b) && dark(a, b) == dark(a, b-1) && dark(a, b) == dark(a-1, b-1) {
				score += 3
			}
		}
	}
	for step := 1; step <= 10; step++ { // |dark/all - 1/2| ≥ step·5 %
		if d := 2*total - n*n; max(d, -d)*10 >= step*n*n {
			score += 10
		}
	}
	return score
}

func TestPenalty(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, size := range []int{21, 25, 61, 65, 69, 125, 129, 177} {
		for _, share := range []float64{0.1, 0.4, 0.5, 0.8} {
			s := symbolOf(size, func(x, y int) bool { return r.Float64() < share || x%8 == 3 && share == 0.4 })
			if got, want := s.penalty(), slowPenalty(s); got != want {
				t.Errorf("size %d: %d, want %d", size, got, want)
			}
		}
	}
}

// The automatic mask is the first of those with the lowest penalty.
func TestLowestPenalty(t *testing.T) {
	for _, text := range []string{"1", "HELLO WORLD", "https://example.com", "नमस्ते", string(make([]byte, 300)), string(make([]byte, 2000))} {
		best, lowest := -1, 0
		for mask := range 8 {
			c := encode(t, text, Options{Mask: mask})
			if best < 0 || slowPenalty(c.symbol) < lowest {
				best, lowest = mask, slowPenalty(c.symbol)
			}
		}
		if c := encode(t, text, Options{Mask: AnyMask}); c.Mask != best || c.symbol.penalty() != lowest {
			t.Errorf("%.20q has mask %d, want %d", text, c.Mask, best)
		}
	}
}
