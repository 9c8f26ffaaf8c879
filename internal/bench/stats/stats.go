// Package stats is the arithmetic of the benchmarks, and the order in which
// they measure: in turn, A B … B A, so that a change of the machine's speed
// meets everybody.
package stats

import (
	"math"
	"slices"
)

// number is what quantiles are taken of.
type number interface {
	~int64 | ~float64
}

// Quantile is the value below which a share q of the values lies, between
// neighbours by proportion. There must be values.
func Quantile[T number](values []T, q float64) T {
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	i := min(int(at), max(len(sorted)-2, 0))
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + T((at-float64(i))*float64(sorted[i+1]-sorted[i]))
}

// Median is the middle value, or that between the two middle ones.
func Median[T number](values []T) T { return Quantile(values, 0.5) }

// GeometricMean of values above 0.
func GeometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// Ratios are a side's values over another's, round by round.
func Ratios(values, base []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v / base[i]
	}
	return out
}

// Rounds says how often to measure.
type Rounds struct {
	// N is how many rounds are wanted.
	N int
	// Again is how many rounds at most are measured again because others
	// disturbed them; a disturbed round beyond that counts.
	Again int
	// Watch watches over one round from when it is called: the function it
	// returns says whether others took too much.
	Watch func() (disturbed func() bool)
	// Done hears of each round that counts; nil hears nothing.
	Done func(round int)
}

// Alternate measures every side twice in each round, in order and in reverse,
// and returns for each side the two results of each round, and how many of the
// rounds others disturbed.
func Alternate[T any](r Rounds, sides []func() (T, error)) (results [][][2]T, disturbed int, err error) {
	results = make([][][2]T, len(sides))
	for done, again := 0, 0; done < r.N; {
		disturbing := r.Watch()
		round := make([][2]T, len(sides))
		for i := range 2 * len(sides) {
			side, turn := i, 0
			if i >= len(sides) {
				side, turn = 2*len(sides)-1-i, 1
			}
			if round[side][turn], err = sides[side](); err != nil {
				return nil, 0, err
			}
		}
		if disturbing() {
			if again < r.Again {
				again++
				continue
			}
			disturbed++
		}
		for side := range sides {
			results[side] = append(results[side], round[side])
		}
		if done++; r.Done != nil {
			r.Done(done)
		}
	}
	return results, disturbed, nil
}
