package sorter_test

import (
	"bytes"
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/regex"
	"toolcrib/internal/ops/text/sorter"
)

func sorted(t testing.TB, encode sorter.Encoder, descending bool, list ...string) []string {
	t.Helper()
	keys, err := sorter.Encode(t.Context(), list, encode)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, 0, len(list))
	for _, line := range keys.Order(descending) {
		out = append(out, list[line])
	}
	return out
}

func TestOrder(t *testing.T) {
	english := sorter.Collation(language.English, false, false)
	for _, c := range []struct {
		name       string
		encode     sorter.Encoder
		descending bool
		in, want   string // parted by spaces
	}{
		{"code points above the BMP", sorter.CodePoint, false, "\U0001F600 \uff5e a", "a \uff5e \U0001F600"},
		{"a key that begins another", sorter.CodePoint, false, "ab a\x00 a abcdefgh abcdefg abcdefgh\x00", "a a\x00 ab abcdefg abcdefgh abcdefgh\x00"},
		{"the same down", sorter.CodePoint, true, "a abcdefgh ab abcdefg", "abcdefgh abcdefg ab a"},
		{"ties keep their order", english, false, "B a A b", "a A B b"},
		{"down too", english, true, "B a A b", "B b a A"},
		{"lines without a key come last", sorter.Number, false, "x 2 - 1", "1 2 x -"},
		{"and last down", sorter.Number, true, "x 2 - 1", "2 1 x -"},
		{"negative numbers", sorter.Number, false, "-1 -10 -1.5 -15 0 -0.001 -0 1", "-15 -10 -1.5 -1 -0.001 0 -0 1"},
		{"numbers of one value", sorter.Number, false, "10 1e1 10.0 010 +10 9", "9 10 1e1 10.0 010 +10"},
		{"beyond any exponent", sorter.Number, false, "1e99999999999999999999 1e9 -1e99999999999999999999 1e-99999999999999999999 0",
			"-1e99999999999999999999 0 1e-99999999999999999999 1e9 1e99999999999999999999"},
		// Semantic Versioning 2.0.0, section 11, point 4.
		{"precedence", sorter.Version, false, "1.0.0 1.0.0-rc.1 1.0.0-beta.11 1.0.0-beta.2 1.0.0-beta 1.0.0-alpha.beta 1.0.0-alpha.1 1.0.0-alpha",
			"1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0"},
		{"zones", sorter.Address, false, "fe80::1%eth1 fe80::1 fe80::1%eth0 fe80::1%eth", "fe80::1 fe80::1%eth fe80::1%eth0 fe80::1%eth1"},
		{"zeros in names", sorter.Collation(language.English, true, false), false, "f9.txt f10.txt f0.txt f00 f f1x", "f f00 f0.txt f1x f9.txt f10.txt"},
		{"numbers of many digits", sorter.Collation(language.English, true, false), false, "a123456789 a99999999 a1000000000 a0000000000002", "a0000000000002 a99999999 a123456789 a1000000000"},
		{"digits of other scripts", sorter.Collation(language.English, true, true), false, "१० 9 ٣ ０２ 𝟙", "𝟙 ０２ ٣ 9 १०"},
		{"natural by a tag", sorter.Collation(language.MustParse("en-u-kn-true"), true, false), false, "a10 a0x a9", "a0x a9 a10"},
		{"a column", sorter.Of(sorter.Column(2, ","), sorter.Number), false, "a,3 b,1, c,2 d", "b,1, c,2 a,3 d"},
	} {
		if got := strings.Join(sorted(t, c.encode, c.descending, strings.Split(c.in, " ")...), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	compile := func(pattern string) *regex.Regexp {
		re, err := regex.Compile(pattern, regex.Flags{})
		if err != nil {
			t.Fatal(err)
		}
		return re
	}
	for _, c := range []struct {
		name string
		part func(string) (string, bool)
		line string
		want string // "-" for none
	}{
		{"white space", sorter.Column(2, ""), "  a \t b\u3000c", "b"},
		{"past the end", sorter.Column(4, ""), "a b c ", "-"},
		{"empty columns count", sorter.Column(2, ","), "a,,c", ""},
		{"long delimiter", sorter.Column(3, "::"), "a::b::c:d", "c:d"},
		{"whole match", sorter.Match(t.Context(), compile(`[0-9]+`)), "ab12c3", "12"},
		{"first group", sorter.Match(t.Context(), compile(`#([0-9]+)-(x)`)), "1 #23-x", "23"},
		{"no match", sorter.Match(t.Context(), compile(`#`)), "a", "-"},
		{"a group without part", sorter.Match(t.Context(), compile(`(a)|b`)), "b", "-"},
	} {
		got, ok := c.part(c.line)
		if !ok {
			got = "-"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Every decimal digit has the value that its name and its place say: the
// values run from 0 to 9 along each range.
func TestDigitsOfEveryScript(t *testing.T) {
	natural := sorter.Collation(language.English, true, true)
	next := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.IsDigit(r) {
			continue
		}
		a, _ := natural(nil, "x"+string(r))
		b, _ := natural(nil, "x"+string(rune('0'+next)))
		if !bytes.Equal(a, b) {
			t.Errorf("%U is not %d", r, next)
		}
		next = (next + 1) % 10
	}
}

func TestTheContextEndsTheWork(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sorter.Encode(ctx, []string{"a"}, sorter.CodePoint); err == nil {
		t.Error("Encode goes on")
	}
	if _, err := sorter.Shuffled(ctx, 9, nil); err == nil {
		t.Error("Shuffled goes on")
	}
}

// Shuffles are even: each of the 24 orders of four lines comes up as often as
// the others, within five standard deviations.
func TestShuffledIsEven(t *testing.T) {
	const rounds = 24_000
	counts := map[string]int{}
	for i := range rounds {
		keys, err := sorter.Shuffled(t.Context(), 4, big.NewInt(int64(i)).Bytes())
		if err != nil {
			t.Fatal(err)
		}
		order := ""
		for _, line := range keys.Order(false) {
			order += string(rune('0' + line))
		}
		counts[order]++
	}
	for order, n := range counts {
		if n < 845 || n > 1155 {
			t.Errorf("%s came up %d times of %d", order, n, rounds)
		}
	}
	if len(counts) != 24 {
		t.Errorf("%d orders", len(counts))
	}
}

// The order is that of a stable sort by the keys, and down it is one by the
// reverse comparison.
func TestOrderAgainstStableSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.SampledFrom([]rune("aaab\x00\xff")), 0, 20, -1)
		list := rapid.SliceOfN(letters, 0, 200).Draw(t, "lines")
		sign := rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")
		first := func(dst []byte, line string) ([]byte, bool) {
			return append(dst, strings.TrimRight(line, "b")...), !strings.HasPrefix(line, "b")
		}
		keys, err := sorter.Encode(context.Background(), list, first)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int32, len(list))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int {
			x, hasX := first(nil, list[a])
			y, hasY := first(nil, list[b])
			switch {
			case hasX && hasY:
				return sign * bytes.Compare(x, y)
			case hasX:
				return -1
			case hasY:
				return 1
			}
			return 0
		})
		if got := keys.Order(sign < 0); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", list, got, want)
		}
	})
}

// Whatever two lines are, no encoder fails on them; numbers compare as big.Rat
// does, and their negatives the other way round.
func FuzzEncoders(f *testing.F) {
	f.Add("1.50", "1.5e0")
	f.Add("v1.0.0-rc.1+b", "1.0.0")
	f.Add("fe80::1%a/64", "10.0.0.0/8")
	f.Add("a\u0301\u0300१२", "\u0e40\u0e01")
	collation := sorter.Collation(language.Thai, true, true)
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, encode := range []sorter.Encoder{sorter.Version, sorter.Address, sorter.Length, collation} {
			x, y := sorted(t, encode, false, a, b), sorted(t, encode, true, b, a)
			if len(x) != 2 || len(y) != 2 {
				t.Fatalf("%q and %q become %q", a, b, x)
			}
		}
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		plain := func(s string) bool { return len(s) < 40 && strings.Trim(s, "0123456789.") == "" }
		if !okX || !okY || !plain(a) || !plain(b) {
			sorter.Number(nil, a)
			return
		}
		for sign, s := range map[int]string{1: "", -1: "-"} {
			p, _ := sorter.Number(nil, s+a)
			q, _ := sorter.Number(nil, s+b)
			if got := bytes.Compare(p, q); got != sign*x.Cmp(y) {
				t.Fatalf("%s%s and %s%s compare as %d", s, a, s, b, got)
			}
		}
	})
}
