// Package goal is the list of what the design asks of the service's speed and
// size (design, Performance), in figures, and a sheet on which programs that
// measure put what they found beside it.
package goal

import (
	"fmt"
	"strconv"
	"strings"
)

// Goal is one figure that is asked for. Least and Most are bounds, 0 for none;
// a goal with neither is only to be told.
type Goal struct {
	ID      string // by which programs name it
	Section int    // of the design
	What    string
	Unit    string // of the figure
	Least   float64
	Most    float64
}

// Asked says the bound in words.
func (g Goal) Asked() string {
	switch {
	case g.Least > 0:
		return "≥ " + g.figure(g.Least)
	case g.Most > 0:
		return "≤ " + g.figure(g.Most)
	}
	return "to be told"
}

// Met says whether a figure is what was asked for.
func (g Goal) Met(figure float64) bool {
	return figure >= g.Least && (g.Most == 0 || figure <= g.Most)
}

// Bounded says whether there is something to meet.
func (g Goal) Bounded() bool { return g.Least > 0 || g.Most > 0 }

func (g Goal) figure(n float64) string {
	if g.Unit == "" {
		return Number(n)
	}
	return Number(n) + " " + g.Unit
}

// Number writes a figure with about three digits, thousands apart.
func Number(n float64) string {
	switch {
	case n >= 1e6:
		return strconv.FormatFloat(n/1e6, 'f', 1, 64) + " M"
	case n >= 1000:
		return thousands(fmt.Sprintf("%.0f", n))
	case n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0")
	}
	return fmt.Sprintf("%.2f", n)
}

func thousands(digits string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Find returns the goal of an id. It panics where there is none: the ids are
// in the code.
func Find(id string) Goal {
	g, ok := Lookup(id)
	if !ok {
		panic("there is no goal " + id)
	}
	return g
}

// Lookup returns the goal of an id, if there is one.
func Lookup(id string) (Goal, bool) {
	for _, g := range All {
		if g.ID == id {
			return g, true
		}
	}
	return Goal{}, false
}
