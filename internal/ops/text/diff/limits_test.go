package diff

import (
	"context"
	"errors"
	"math/rand"
	"strconv"
	"strings"
	"testing"
	"time"
)

// numbered is a text of n lines, each the number that line gives.
func numbered(n int, line func(i int) int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strconv.Itoa(line(i)))
		b.WriteByte('\n')
	}
	return b.String()
}

// Of a plain search over the largest texts, not a thousandth would be done in
// this time. It is generous: machines that test do other things too.
const patient = 10 * time.Second

// TestHostileLines compares the largest texts that may be sent, such that a
// plain search takes hours. The limit is on what is searched: beyond it the
// script may be longer than needed, and where it is known not to be, that is
// said.
func TestHostileLines(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewSource(1))
	identity := func(i int) int { return i }
	shuffled := r.Perm(n)
	one := func(int) int { return 1 }
	below := func(k int) func(int) int { return func(int) int { return r.Intn(k) } }
	sparse := func(i int) int {
		if i%20 == 0 {
			return r.Intn(3)
		}
		return 9
	}
	for _, test := range []struct {
		name       string
		a, b       func(int) int
		minimal    bool
		algorithms []Algorithm
	}{
		{"all different", identity, func(i int) int { return -i - 1 }, true, nil},
		{"all equal but one", one, func(i int) int { return min(i, 1) }, true, nil},
		{"alternating", func(i int) int { return i % 2 }, func(i int) int { return (i + 1) % 2 }, true, nil},
		{"every other", identity, func(i int) int { return i * (i & 1) }, true, allAlgorithms},
		{"shuffled", identity, func(i int) int { return shuffled[i] }, false, allAlgorithms},
		{"reversed", identity, func(i int) int { return n - i }, false, nil},
		{"ten kinds", below(10), below(10), false, nil},
		{"long equal runs", sparse, sparse, true, nil},
		{"one kind in blocks", func(i int) int { return max(i, n/2) }, func(i int) int { return max(n-i, n/2) }, false, nil},
		{"moved, at the limit", identity, func(i int) int { return (i + 5_000) % n }, true, nil},
		{"moved, beyond the limit", identity, func(i int) int { return (i + 5_001) % n }, false, nil},
	} {
		a, b := numbered(n, test.a), numbered(n, test.b)
		for _, algorithm := range append(test.algorithms, Myers) {
			start := time.Now()
			s := compare(t, a, b, Line, Options{Algorithm: algorithm})
			if took := time.Since(start); took > patient {
				t.Errorf("%s by algorithm %d took %v", test.name, algorithm, took)
			}
			if apply(s) != b {
				t.Errorf("%s by algorithm %d does not lead to the modified text", test.name, algorithm)
			}
			if algorithm == Myers && s.Minimal != test.minimal {
				t.Errorf("%s: minimal is %v after %d changes", test.name, s.Minimal, s.changes())
			}
		}
	}
}

func TestHostileCharacters(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	text := func() string {
		b := make([]byte, 1_000_000)
		for i := range b {
			b[i] = 'a' + byte(r.Intn(4))
		}
		return string(b)
	}
	a, b := text(), text()
	start := time.Now()
	s := compare(t, a, b, Character, Options{})
	if s.Minimal || apply(s) != b {
		t.Error("the script is not one, or said to be minimal")
	}
	lines := compare(t, a, b, Line, Options{})
	if err := lines.AddSegments(context.Background(), lines.Hunks(3), Character, Ignore{}); err != nil {
		t.Error(err)
	}
	spaces := strings.Repeat(" ", 1_000_000)
	for _, ws := range []Whitespace{Trailing, Amount, All} {
		compare(t, spaces, spaces[1:]+"x", Character, Options{Ignore: Ignore{Whitespace: ws, BlankLines: true}})
	}
	if took := time.Since(start); took > patient {
		t.Errorf("took %v", took)
	}
}

// Many pairs of long lines share the work that one may take.
func TestHostilePairs(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	text := func() string {
		var b strings.Builder
		for range 500 {
			for range 1_000 {
				b.WriteByte('a' + byte(r.Intn(4)))
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	s := compare(t, text(), text(), Line, Options{})
	start := time.Now()
	if err := s.AddSegments(context.Background(), s.Hunks(3), Character, Ignore{}); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > patient {
		t.Errorf("took %v", took)
	}
}

// Texts of which a rule looks back or ahead at each character are cut in linear
// time too.
func TestHostileTokens(t *testing.T) {
	start := time.Now()
	for _, piece := range []string{" ", "'", ")\u0301", ".", "1", ". 1", "\u00ad", "\u0300", "\U0001F1E6", "\U0001F468\u200d", "\u0915\u094d", "a'", "1,", "\u05d0\""} {
		for _, unit := range allUnits {
			Split("a."+strings.Repeat(piece, 1_000_000/len(piece)), unit)
			Split("a'"+strings.Repeat(piece, 1_000_000/len(piece)), unit)
		}
	}
	if took := time.Since(start); took > 2*patient {
		t.Errorf("took %v", took)
	}
}

// A search ends soon after its context.
func TestContext(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	kinds := func(int) int { return r.Intn(1000) }
	a, b := Split(numbered(20_000, kinds), Line), Split("\n"+numbered(20_000, kinds), Line)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, algorithm := range allAlgorithms {
		for _, ig := range []Ignore{{}, {BlankLines: true}} {
			if _, err := Compare(ctx, a, b, Options{Algorithm: algorithm, Ignore: ig}); !errors.Is(err, context.Canceled) {
				t.Errorf("algorithm %d: %v", algorithm, err)
			}
		}
	}
}
