package sqlite

import "testing"

func TestUnnamed(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT 1":                                  "SELECT 1",
		"VALUES ($1, $2), ($3, $4)":                 "VALUES (?, ?), (?, ?)",
		"WHERE a = $1 AND b > $2 OR c = $1":         "WHERE a = $1 AND b > $2 OR c = $1",
		"WHERE a = $2 AND b = $1":                   "WHERE a = $2 AND b = $1",
		"($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)": "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"costs $": "costs $",
	} {
		if got := unnamed(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}
