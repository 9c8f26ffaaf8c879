// Package hidden finds the characters of a text that are not seen, or that look
// like a plain space: controls, format characters, fillers, variation selectors
// and the many spaces of Unicode 17. They are what makes two texts differ that
// look the same.
package hidden

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Found is a hidden character of a text.
type Found struct {
	Char  rune
	Name  string // in the Unicode Standard
	Count int
}

//go:embed names.txt
var list string

var names = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string, 512)
	for line := range strings.Lines(list) {
		hex, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		r, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			panic("hidden: " + err.Error()) // the file is part of the program
		}
		all[rune(r)] = name
	}
	return all
})

// Find lists the hidden characters of a text in the order of their first
// occurrence. Tabs, line endings and plain spaces are none.
func Find(text string) (found []Found) {
	all := names()
	index := map[rune]int{}
	for _, r := range text {
		if r >= ' ' && r <= '~' || r == '\n' || r == '\r' || r == '\t' {
			continue
		}
		i, seen := index[r]
		if !seen {
			name := all[r]
			if name == "" && isReserved(r) {
				name = fmt.Sprintf("<reserved-%04X>", r)
			}
			if name == "" {
				continue
			}
			i = len(found)
			index[r] = i
			found = append(found, Found{Char: r, Name: name})
		}
		found[i].Count++
	}
	return found
}

// isReserved tells whether a character, if it has no name yet, will be one that
// is not seen: Other_Default_Ignorable_Code_Point.
func isReserved(r rune) bool {
	return r == 0x2065 || r >= 0xFFF0 && r <= 0xFFF8 || r >= 0xE0000 && r <= 0xE0FFF
}
