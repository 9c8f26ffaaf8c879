package search_test

import (
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/search"
)

func TestSearch(t *testing.T) {
	x := search.New(op.All())
	for _, tt := range []struct{ about, query, first string }{
		{"an id", "csv-to-json", "csv-to-json"},
		{"an id with underscores", "JSON_to_CSV", "json-to-csv"},
		{"an id with spaces", "  find and   replace ", "find-and-replace"},
		{"an id that also begins others", "uuid-batch", "uuid-batch"},
		{"a twin's id", "fd_calculator_finance", "fd-calculator-finance"},
		{"what another says it is for", "continuous compounding", "compound-interest-finance"},
		{"a word of no text", "mortgage", "emi-calculator"},
		{"two words written as one", "time stamp", "epoch-converter"},
		{"one word written as two", "whitespace", "remove-extra-spaces"},
		{"another form of the word", "sorting", "text-sorter"},
		{"a letter missing", "pasword", "password-generator"},
		{"a letter wrong", "temparature", "temperature-converter"},
		{"a letter too many", "passsword", "password-generator"},
		{"two letters swapped", "tempertaure", "temperature-converter"},
		{"the beginning of a word", "palin", "text-reverser"},
		{"a sign for a word", "% change", "percentage-calculator"},
		{"full of stop words", "can you please tell me how I would make a slug of this", "text-to-slug"},
		{"other scripts beside it", "пароль 密码 password 🔑", "password-generator"},
		{"accents, as in a unit's name", "Réaumur", "temperature-converter"},
		{"the value of a parameter", "passphrase", "password-generator"},
	} {
		if got := ids(x.Search(tt.query, 3)); len(got) == 0 || got[0] != tt.first {
			t.Errorf("%s: %q finds %v, want %s first", tt.about, tt.query, got, tt.first)
		}
	}
	for _, query := range []string{"", " ", "qqqqqq", "the of and", "123 456", "-_/", "\x00\xff\xfe", "💥", strings.Repeat(" ", 300) + "json"} {
		if got := ids(x.Search(query, 3)); len(got) != 0 {
			t.Errorf("%q finds %v, want nothing", query, got)
		}
	}
}

// A twin has nothing of its own to be found by but its id.
func TestTwinsAreFoundByIDAlone(t *testing.T) {
	x := search.New(op.All())
	for _, query := range []string{"emi", "loan instalment", "fixed deposit", "finance"} {
		for _, h := range x.Search(query, 0) {
			if h.Op.Twin != "" {
				t.Errorf("%q finds %s, which repeats %s", query, h.Op.ID, h.Op.Twin)
			}
		}
	}
}

func TestHits(t *testing.T) {
	x := search.New(op.All())
	all := x.Search("json", 0)
	if len(all) < 4 {
		t.Fatalf("json finds %v", ids(all))
	}
	if few := x.Search("json", 2); !slices.Equal(ids(few), ids(all)[:2]) {
		t.Errorf("the first two of %v are %v", ids(all), ids(few))
	}
	if got := search.New(nil).Search("json", 3); len(got) != 0 {
		t.Errorf("an empty index finds %v", ids(got))
	}
	if got := x.Search(strings.Repeat("é", 199)+" json", 1); len(got) != 0 {
		t.Errorf("a word behind the 200th character finds %v", ids(got))
	}
	if got := x.Search(strings.Repeat("é", 195)+" json", 1); len(got) != 1 {
		t.Error("a word up to the 200th character finds nothing")
	}
}

// Operations with the same words keep the order in which they were given.
func TestTies(t *testing.T) {
	define := func(id string) *op.Op {
		type in struct {
			A int `json:"a" doc:"A."`
		}
		return op.Define(op.Def[in, in]{ID: id, Route: "POST /v1/" + id, Summary: "Zebra", Doc: "Finds a zebra.", Source: "s",
			Since: "1.0.0", Examples: []op.Example{{Name: "e", In: `{"a":1}`}}})
	}
	a, b, c := define("tie-aa"), define("tie-bb"), define("tie-cc")
	for _, order := range [][]*op.Op{{a, b, c}, {c, b, a}} {
		hits := search.New(order).Search("zebra", 0)
		for i, h := range hits {
			if h.Op != order[i] || h.Score != hits[0].Score {
				t.Errorf("hit %d is %s with %v", i, h.Op.ID, h.Score)
			}
		}
		if len(hits) != len(order) {
			t.Errorf("%v", ids(hits))
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"json", "PASSWORD%", "a-b_c d", "\xff\xc3", "İSTANBUL ß", "𝔘𝔫𝔦", "e\u0301e\u0301e\u0301s", strings.Repeat("abcdefg ", 100)} {
		f.Add(seed, 3)
	}
	x := search.New(op.All())
	f.Fuzz(func(t *testing.T, query string, n int) {
		hits := x.Search(query, n)
		if n > 0 && len(hits) > n {
			t.Fatalf("%d hits, at most %d", len(hits), n)
		}
		seen := map[string]bool{}
		for i, h := range hits {
			if seen[h.Op.ID] || !(h.Score > 0) || i > 0 && h.Score > hits[i-1].Score {
				t.Fatalf("hit %d of %q: %s %v after %v", i, query, h.Op.ID, h.Score, seen)
			}
			seen[h.Op.ID] = true
		}
		if again := x.Search(query, n); !slices.Equal(hits, again) {
			t.Fatalf("%q: %v, then %v", query, ids(hits), ids(again))
		}
	})
}

func BenchmarkNew(b *testing.B) {
	ops := op.All()
	b.ReportAllocs()
	for b.Loop() {
		search.New(ops)
	}
}

// BenchmarkSearch has an ordinary query, and 200 characters of words that all
// have to be guessed at.
func BenchmarkSearch(b *testing.B) {
	x := search.New(op.All())
	for name, query := range map[string]string{
		"plain": "how much interest will I pay on a car loan",
		"worst": strings.Repeat("cabbage conundrumz dromedaryx pterodacty sarcophagx ", 5),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Search(query, 3)
			}
		})
	}
}
