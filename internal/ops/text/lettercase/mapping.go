package lettercase

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed mappings.txt
var mappingList string

// mapping is what a character becomes; "" is itself.
type mapping struct{ lower, upper, title string }

var loadMappings = sync.OnceValue(func() map[rune]mapping {
	all := make(map[rune]mapping, 3100)
	for line := range strings.Lines(mappingList) {
		f := strings.Fields(line)
		m := mapping{decode(f[1]), decode(f[2]), decode(f[len(f)-1])}
		all[[]rune(decode(f[0]))[0]] = m
	}
	return all
})

// decode reads code points joined by "+"; "-" is none.
func decode(field string) string {
	if field == "-" {
		return ""
	}
	var b strings.Builder
	for hex := range strings.SplitSeq(field, "+") {
		r, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			panic("lettercase: " + err.Error()) // the file is part of the program
		}
		b.WriteRune(rune(r))
	}
	return b.String()
}
