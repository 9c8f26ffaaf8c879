package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// table gathers figures by size.
type table struct {
	name     string
	sizes    []size
	accounts int64 // that there were at the size before
	rows     []*row
}

type row struct {
	name, unit string
	values     []float64
}

// add enters a figure at the size that is being measured.
func (t *table) add(name, unit string, value float64) {
	i := slices.IndexFunc(t.rows, func(r *row) bool { return r.name == name })
	if i < 0 {
		i = len(t.rows)
		t.rows = append(t.rows, &row{name: name, unit: unit})
	}
	t.rows[i].values = append(t.rows[i].values, value)
}

// flat is the ratio of the largest to the smallest size up to which a figure
// counts as flat: a B-tree gets a level deeper for each hundredfold.
const flat = 2

func (t *table) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: accounts, each with a key and a user / charges\n\n| figure | |", t.name)
	for _, s := range t.sizes {
		fmt.Fprintf(&b, " %s / %s |", short(s.accounts), short(s.charges))
	}
	b.WriteString(" largest / smallest | |\n|---|---|" + strings.Repeat("---|", len(t.sizes)+2) + "\n")
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %s |", r.name, r.unit)
		for _, v := range r.values {
			fmt.Fprintf(&b, " %s |", figureText(v))
		}
		ratio, word := r.values[len(r.values)-1]/r.values[0], ""
		if ratio <= flat {
			word = "flat"
		}
		fmt.Fprintf(&b, " %.2g | %s |\n", ratio, word)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// figureText has three digits at least of what matters.
func figureText(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// short writes thousands and millions with a letter.
func short(n int64) string {
	switch {
	case n >= 1_000_000 && n%100_000 == 0:
		return fmt.Sprintf("%g M", float64(n)/1e6)
	case n >= 1000 && n%100 == 0:
		return fmt.Sprintf("%g k", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}
