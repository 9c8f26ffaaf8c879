package search_test

import (
	"encoding/csv"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/search"
)

// phrasing is how somebody asks, the operation meant, and the part of the file
// it belongs to.
type phrasing struct{ text, id, part string }

// phrasings reads testdata/phrasings.tsv. The halves were written and split
// before any of the words that operations are searched by (Def.Words). "tune"
// was looked at while those words and the weights were chosen; of "held" only
// the rate, a few times, never the misses: whoever tunes again keeps to
// that. One author wrote phrasings and words, so "held" tells of overfitting
// only. "fresh" came last and is in the words of others, from issues and pages
// about such tools; its first rate was 94.8 %, then its misses were looked at.
func phrasings(t testing.TB) []phrasing {
	t.Helper()
	f, err := os.Open("testdata/phrasings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.Comment, r.LazyQuotes, r.FieldsPerRecord = '\t', '#', true, 3
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]phrasing, len(rows))
	for i, row := range rows {
		all[i] = phrasing{row[0], row[1], row[2]}
	}
	return all
}

// TestPhrasings demands that of each part 95 of 100 phrasings find what they
// mean among the first three hits.
func TestPhrasings(t *testing.T) {
	x := search.New(op.All())
	type tally struct{ all, first, three int }
	parts := map[string]*tally{"tune": {}, "held": {}, "fresh": {}}
	for _, p := range phrasings(t) {
		n := parts[p.part]
		if n == nil || op.Find(p.id) == nil {
			t.Fatalf("%+v: no such part or operation", p)
		}
		n.all++
		switch slices.Index(ids(x.Search(p.text, 3)), p.id) {
		case 0:
			n.first++
			n.three++
		case 1, 2:
			n.three++
		}
	}
	for part, n := range parts {
		t.Logf("%s: of %d phrasings %.1f %% find it first, %.1f %% among three",
			part, n.all, 100*float64(n.first)/float64(n.all), 100*float64(n.three)/float64(n.all))
		if n.three*100 < n.all*95 {
			t.Errorf("%s: less than 95 %% among three", part)
		}
	}
}

// TestHalves holds the split to its rule, which was fixed before anything was
// tuned: a phrasing is held back where its FNV-1a hash (32 bits) is odd.
func TestHalves(t *testing.T) {
	halves, seen := map[string]int{}, map[string]bool{}
	for _, p := range phrasings(t) {
		if seen[p.text] {
			t.Errorf("%q is there twice", p.text)
		}
		seen[p.text] = true
		h := fnv.New32a()
		h.Write([]byte(p.text))
		if want := []string{"tune", "held"}[h.Sum32()%2]; p.part != want && p.part != "fresh" {
			t.Errorf("%q belongs to %s", p.text, want)
		}
		halves[p.part]++
	}
	if halves["tune"]+halves["held"] < 160 {
		t.Errorf("%v: fewer than 160 phrasings in both halves", halves)
	}
}

// Words are a vocabulary: one that repeated a phrasing would test itself.
func TestWordsAreNoPhrasings(t *testing.T) {
	asked := map[string]bool{}
	for _, p := range phrasings(t) {
		asked[strings.ToLower(p.text)] = true
	}
	for _, o := range op.All() {
		for _, w := range o.Words {
			switch n := len(strings.Fields(w)); {
			case n > 1 && asked[strings.ToLower(w)]:
				t.Errorf("%s: %q is a phrasing", o.ID, w)
			case n > 5:
				t.Errorf("%s: %q is a sentence", o.ID, w)
			}
		}
	}
}

func ids(hits []search.Hit) []string {
	list := make([]string, len(hits))
	for i, h := range hits {
		list[i] = h.Op.ID
	}
	return list
}
