package prose

import "slices"

// Tally counts how often texts occur.
type Tally struct {
	index map[string]int
	items []Item
}

// Item is what has been counted under one key.
type Item struct {
	Key   string
	Text  string // how to show it, left to who adds it first
	Count int
}

// Add counts one more of a key. The item is valid up to the next Add.
func (t *Tally) Add(key string) *Item {
	i, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[string]int{}
		}
		i = len(t.items)
		t.index[key] = i
		t.items = append(t.items, Item{Key: key})
	}
	t.items[i].Count++
	return &t.items[i]
}

// Top lists the n most frequent items, those that are equally frequent in the
// order in which they first occurred.
func (t *Tally) Top(n int) []Item {
	sorted := slices.Clone(t.items)
	slices.SortStableFunc(sorted, func(a, b Item) int { return b.Count - a.Count })
	return sorted[:min(n, len(sorted))]
}
