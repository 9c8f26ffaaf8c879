package prose

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"toolcrib/internal/ops/text/ucd"
)

// Graphemes counts the extended grapheme clusters of a text (UAX #29, Unicode
// 17, with the rule for Indic conjuncts): what people see as characters.
func Graphemes(s string) int {
	total, _ := clusters(ucd.Load(), s)
	return total
}

// clusters counts the grapheme clusters of s, and the white space characters
// in it that are not seen as such because a mark stands on them.
//
// Runs of ASCII are counted as they are. So are, by two flags of each
// character, clusters that need no look further than their neighbour. Those
// with linkers, joiners, jamo, flags and controls are found by uax29.
func clusters(table *ucd.Table, s string) (total, joined int) {
	total = -strings.Count(s, "\r\n")
	it := graphemes.FromString("")
	for s != "" {
		run := asciiPrefix(s)
		if run == len(s) {
			return total + run, joined
		}
		if run > 1 {
			total += run - 1
			s = s[run-1:] // what follows may join the last one
		}
		n, spaces, end := plainClusters(table, s)
		total += n
		joined += spaces
		if s = s[end:]; s == "" || s[0] < utf8.RuneSelf && end > 0 {
			continue
		}
		it.SetText(s)
		it.Next()
		total++
		joined += spacesWithin(table, it.Value())
		s = s[it.End():]
	}
	return total, joined
}

// plainClusters counts clusters at the start of s up to ASCII and up to one
// that is more than a character with marks. It returns where it stopped, which
// is where a cluster starts.
func plainClusters(table *ucd.Table, s string) (n, joined, end int) {
	r, size := utf8.DecodeRuneInString(s)
	p := table.Of(r)
	for p.Starts() {
		space, alone, next := p.In(ucd.Space), true, end+size
		for next < len(s) && s[next] >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[next:])
			if p = table.Of(r); !p.Extends() {
				break
			}
			alone = false
			next += size
		}
		ascii := next == len(s) || s[next] < utf8.RuneSelf
		if !ascii && !p.Starts() {
			return n, joined, end
		}
		if space && !alone {
			joined++
		}
		n++
		end = next
		if ascii {
			break
		}
	}
	return n, joined, end
}

// spacesWithin is 1 for a cluster of white space with marks: only the first
// character that is no Prepend can be white space.
func spacesWithin(table *ucd.Table, cluster string) int {
	for _, r := range cluster {
		if p := table.Of(r); p.Starts() {
			if p.In(ucd.Space) && utf8.RuneLen(r) < len(cluster) {
				return 1
			}
			break
		}
	}
	return 0
}

// asciiPrefix is the length of the ASCII text that s starts with.
func asciiPrefix(s string) int {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if word&high != 0 {
			break
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}
