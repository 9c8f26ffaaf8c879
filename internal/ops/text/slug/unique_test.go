package slug

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestClaim(t *testing.T) {
	tests := []struct {
		name      string
		separator string
		limit     int
		existing  []string
		words     string // parted by spaces
		want      string
		number    int
	}{
		{"free", "-", 0, []string{"other"}, "hello world", "hello-world", 0},
		{"second", "-", 0, []string{"hello-world"}, "hello world", "hello-world-2", 2},
		{"gap filled", "-", 0, []string{"a", "a-2", "a-4"}, "a", "a-3", 3},
		{"beyond nine", "-", 0, strings.Fields("a a-2 a-3 a-4 a-5 a-6 a-7 a-8 a-9"), "a", "a-10", 10},
		{"separator of the maker", "_", 0, []string{"hello_world"}, "hello world", "hello_world_2", 2},
		{"no separator", "", 0, []string{"helloworld", "helloworld2"}, "hello world", "helloworld3", 3},
		{"case counts", "-", 0, []string{"Hello"}, "hello", "hello", 0},
		{"word left out for the number", "-", 11, []string{"hello-world"}, "hello world", "hello-2", 2},
		{"number fits", "-", 13, []string{"hello-world"}, "hello world", "hello-world-2", 2},
		{"word cut for the number", "-", 5, []string{"hello"}, "hello", "hel-2", 2},
		{"room for two digits", "-", 4, strings.Fields("aaaa aa-2 aa-3 aa-4 aa-5 aa-6 aa-7 aa-8 aa-9"), "aaaa", "a-10", 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := New(with(func(o *Options) { o.Separator, o.MaxLength = tt.separator, tt.limit }))
			words := strings.Fields(tt.words)
			got, number, ok := NewNames(m, tt.existing).Claim(strings.Join(words, tt.separator), words)
			if got != tt.want || number != tt.number || !ok {
				t.Errorf("Claim = %q, %d, %v; want %q, %d", got, number, ok, tt.want, tt.number)
			}
		})
	}
}

func TestClaimWithoutRoom(t *testing.T) {
	for _, limit := range []int{1, 2} {
		m := New(with(func(o *Options) { o.MaxLength = limit }))
		if got, _, ok := NewNames(m, []string{"a"}).Claim("a", []string{"a"}); ok {
			t.Errorf("limit %d: claimed %q", limit, got)
		}
	}
	m := New(with(func(o *Options) { o.MaxLength, o.ASCII = 3, false }))
	if got, _, ok := NewNames(m, []string{"कि"}).Claim("कि", []string{"कि"}); ok {
		t.Errorf("claimed %q, which parts a letter from its sign", got)
	}
}

// TestClaimMany claims one slug over and over, and many that are cut to the
// same base: numbers must not repeat, and must not be searched from 2 again.
func TestClaimMany(t *testing.T) {
	start := time.Now()
	m := New(with(func(o *Options) { o.MaxLength = 12 }))
	var existing []string
	for i := range 5000 {
		existing = append(existing, fmt.Sprintf("aaaaaaaa%04d", i))
	}
	names := NewNames(m, existing)
	seen := map[string]bool{}
	for range 10 {
		for _, s := range existing {
			got, _, ok := names.Claim(s, []string{s})
			if !ok || seen[got] || len(got) > 12 {
				t.Fatalf("claimed %q (%v), seen %v", got, ok, seen[got])
			}
			seen[got] = true
		}
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("50,000 claims took %v", took)
	}
}
