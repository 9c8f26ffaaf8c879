package css

import (
	"slices"
	"strings"
)

// piece is a declaration in the result, with the beginning of its line.
type piece struct {
	start, end int
	name       string
}

// piece makes a piece of what has been written since start. Names of custom
// properties are told apart by case, others are not.
func (f *formatter) piece(start int, property Token) piece {
	name := f.text[property.Start:property.End]
	if !f.isCustom(property) {
		name = strings.ToLower(name)
	}
	return piece{start, len(f.out), name}
}

// sort sorts the run of declarations at the end of the result by name, unless
// two of them set the same property: there the later one must stay later.
func (f *formatter) sort() {
	run := f.run
	f.run = run[:0]
	if len(run) < 2 || overlap(run) {
		return
	}
	start := run[0].start
	slices.SortFunc(run, func(a, b piece) int { return strings.Compare(a.name, b.name) })
	f.sorted = f.sorted[:0]
	for _, p := range run {
		f.sorted = append(f.sorted, f.out[p.start:p.end]...)
	}
	copy(f.out[start:], f.sorted)
}

// overlap tells whether two declarations of a run set, or may set, the same
// property. Prefixes of browsers do not make another property: all of its
// versions set the one that the browser knows.
func overlap(run []piece) bool {
	seen := map[string]bool{} // a fresh one: clearing one that was large costs as much as filling it
	for _, p := range run {
		if p.name == "all" || strings.Contains(p.name, "\\") {
			return true
		}
		name := unprefixed(p.name)
		list, ok := parts()[name]
		if !ok {
			list = []string{name}
		}
		for _, part := range list {
			if seen[part] {
				return true
			}
			seen[part] = true
		}
	}
	return false
}

// unprefixed returns the name of a property without the prefix of a browser.
func unprefixed(name string) string {
	if strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "--") {
		if _, bare, ok := strings.Cut(name[1:], "-"); ok {
			return bare
		}
	}
	return name
}
