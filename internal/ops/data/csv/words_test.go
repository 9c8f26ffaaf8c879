package csv

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestFindAsByteByByte compares the steps of eight bytes with plain loops,
// over bytes that lie next to what is sought.
func TestFindAsByteByByte(t *testing.T) {
	near := rapid.SampledFrom([]byte("a\x00\x1f !\"#[\\]\n\r\t,-+\x7f\x80\x8c\xac\xff"))
	rapid.Check(t, func(rt *rapid.T) {
		text := string(rapid.SliceOfN(near, 0, 40).Draw(rt, "text"))
		start := rapid.IntRange(0, len(text)).Draw(rt, "start")
		set := []byte{near.Draw(rt, "a"), near.Draw(rt, "b"), near.Draw(rt, "c")}
		want := start
		for want < len(text) && strings.IndexByte(string(set), text[want]) < 0 {
			want++
		}
		at, special := find(text, start, stopAt(set[0], set[1], set[2]))
		if at != want {
			rt.Fatalf("found at %d, want %d", at, want)
		}
		if hasSpecial(text[start:at]) && !special {
			rt.Fatal("a byte to escape was passed over and not reported")
		}
		if n := plainPrefix(text); hasSpecial(text[:n]) || n < len(text) && !hasSpecial(text[n:n+1]) {
			rt.Fatalf("plain prefix of %d bytes", n)
		}
	})
}

func hasSpecial(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' {
			return true
		}
	}
	return false
}
