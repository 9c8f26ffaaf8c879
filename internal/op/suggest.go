package op

import (
	"strings"
)

// Nearest returns the candidate within two edits of name (insertion, deletion,
// substitution, transposition of neighbours; letter case, "_", "-" and spaces
// ignored), the first of the closest, or "".
func Nearest(name string, candidates []string) string {
	const most = 2
	if len(name) > 64 {
		return ""
	}
	best, bestDistance := "", most+1
	folded := fold(name)
	for _, c := range candidates {
		f := fold(c)
		if max(len(f), len(folded))-min(len(f), len(folded)) > 4*most {
			continue // not within reach, also where a character has four bytes
		}
		// Two edits turn any word of two letters into any other.
		if d := distance(folded, f); d < bestDistance && (d == 0 || d < len(f)) && d <= (len(f)+2)/3 {
			best, bestDistance = c, d
		}
	}
	return best
}

// Distance is the number of edits between two words as Nearest counts them.
func Distance(a, b string) int { return distance(fold(a), fold(b)) }

// fold is the form in which enum values and mistyped names are compared.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// distance is the optimal string alignment distance.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, prev, cur := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(y)]
}
