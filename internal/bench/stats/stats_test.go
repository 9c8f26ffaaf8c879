package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// Expected by R's quantile(), type 7.
func TestQuantile(t *testing.T) {
	values := []float64{9, 1, 4, 2}
	for q, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.75: 5.25, 0.99: 8.85, 1: 9} {
		if got := Quantile(values, q); math.Abs(got-want) > 1e-9 {
			t.Errorf("quantile %v is %v, not %v", q, got, want)
		}
	}
	if !slices.Equal(values, []float64{9, 1, 4, 2}) {
		t.Error("the values were put in order")
	}
	if got := Median([]time.Duration{7}); got != 7 {
		t.Errorf("the median of one is %v", got)
	}
}

func TestGeometricMean(t *testing.T) {
	if got := GeometricMean([]float64{1, 3, 9}); math.Abs(got-3) > 1e-9 {
		t.Errorf("%v, not 3", got)
	}
}

// Two sides and three rounds, of which others disturb the first and the third
// try; one may be measured again.
func TestAlternate(t *testing.T) {
	order, tries, done := "", 0, []int{}
	side := func(name string) func() (string, error) {
		return func() (string, error) {
			order += name
			return fmt.Sprint(name, len(order)), nil
		}
	}
	results, disturbed, err := Alternate(Rounds{
		N: 3, Again: 1,
		Watch: func() func() bool {
			tries++
			now := tries
			return func() bool { return now == 1 || now == 3 }
		},
		Done: func(n int) { done = append(done, n) },
	}, []func() (string, error){side("a"), side("b")})
	if err != nil || disturbed != 1 {
		t.Errorf("%d disturbed, %v", disturbed, err)
	}
	if order != "abbaabbaabbaabba" {
		t.Errorf("measured in the order %s", order)
	}
	want := [][][2]string{{{"a5", "a8"}, {"a9", "a12"}, {"a13", "a16"}}, {{"b6", "b7"}, {"b10", "b11"}, {"b14", "b15"}}}
	if fmt.Sprint(results) != fmt.Sprint(want) || !slices.Equal(done, []int{1, 2, 3}) {
		t.Errorf("%v after rounds %v", results, done)
	}
}

func TestAlternateEnds(t *testing.T) {
	broken := errors.New("broken")
	_, _, err := Alternate(Rounds{N: 2, Watch: func() func() bool { return func() bool { return false } }}, []func() (int, error){
		func() (int, error) { return 1, nil }, func() (int, error) { return 0, broken },
	})
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestRatios(t *testing.T) {
	if got := Ratios([]float64{3, 1}, []float64{6, 4}); !slices.Equal(got, []float64{0.5, 0.25}) {
		t.Errorf("%v", got)
	}
}
