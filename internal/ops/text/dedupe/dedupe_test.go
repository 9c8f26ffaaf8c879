package dedupe_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/dedupe"
	"toolcrib/internal/ops/text/lines"
)

var blanks = []dedupe.Blank{dedupe.CompareBlank, dedupe.KeepBlank, dedupe.DropBlank}

// The groups are those of a map from key to lines.
func TestFindAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("ab ")), 0, 3, -1), 0, 80).Draw(t, "keys")
		blank := rapid.SampledFrom(blanks).Draw(t, "blank")
		want := map[string][]int{}
		for i, key := range keys {
			if blank == dedupe.CompareBlank || !lines.Blank(key) {
				want[key] = append(want[key], i)
			}
		}
		g := dedupe.Find(keys, blank)
		if again := dedupe.Find(keys, blank); !slices.Equal(again.List, g.List) {
			t.Fatalf("%q: the seed of the hash shows: %v, %v", keys, g.List, again.List)
		}
		if len(g.List) != len(want) {
			t.Fatalf("%q: %d groups, want %d", keys, len(g.List), len(want))
		}
		previous := -1
		for _, group := range g.List {
			list := want[keys[group.First]]
			if group.First != list[0] || group.Last != list[len(list)-1] || group.Count != len(list) || group.First <= previous {
				t.Fatalf("%q: %+v, want the lines %v", keys, group, list)
			}
			previous = group.First
		}
		for _, r := range g.Repeated(len(keys)) {
			if !slices.Equal(r.Lines, want[keys[r.First]]) {
				t.Fatalf("%q: lines %v, want %v", keys, r.Lines, want[keys[r.First]])
			}
		}
	})
}

func TestRuns(t *testing.T) {
	keys := []string{"a", "a", "", "a", " ", "", "b", "b"}
	for blank, want := range map[dedupe.Blank][]dedupe.Group{
		dedupe.CompareBlank: {{0, 1, 2}, {2, 2, 1}, {3, 3, 1}, {4, 4, 1}, {5, 5, 1}, {6, 7, 2}},
		dedupe.KeepBlank:    {{0, 1, 2}, {3, 3, 1}, {6, 7, 2}},
		dedupe.DropBlank:    {{0, 3, 3}, {6, 7, 2}},
	} {
		if g := dedupe.Runs(keys, blank); !slices.Equal(g.List, want) {
			t.Errorf("blank %d: %v, want %v", blank, g.List, want)
		}
	}
}

func TestKeep(t *testing.T) {
	keys := []string{"a", "b", "", "a"}
	g := dedupe.Find(keys, dedupe.KeepBlank)
	for want, choice := range map[string]dedupe.Choice{
		"tttf": {}, "fttt": {Last: true}, "fttf": {Unique: true}, "tftf": {Duplicates: true}, "fftt": {Duplicates: true, Last: true},
	} {
		got := ""
		for i := range keys {
			got += map[bool]string{false: "f", true: "t"}[g.Keep(i, choice)]
		}
		if got != want {
			t.Errorf("%+v keeps %s, want %s", choice, got, want)
		}
	}
	if g = dedupe.Find(keys, dedupe.DropBlank); g.Keep(2, dedupe.Choice{}) {
		t.Error("a blank line is kept")
	}
}

func TestRepeatedIsOrderedAndBounded(t *testing.T) {
	g := dedupe.Find([]string{"a", "b", "c", "c", "b", "a", "c", "d"}, dedupe.CompareBlank)
	var first []int
	for _, r := range g.Repeated(2) {
		first = append(first, r.First)
	}
	if !slices.Equal(first, []int{2, 0}) {
		t.Errorf("the groups of lines %v, want those of 2 and 0", first)
	}
	if none := dedupe.Find(nil, dedupe.CompareBlank); len(none.List) != 0 || len(none.Repeated(9)) != 0 {
		t.Error("groups of no lines")
	}
}
