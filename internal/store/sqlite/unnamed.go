package sqlite

import (
	"strconv"
	"strings"
)

// unnamed writes $1, $2, … as plain question marks where they come in that
// order, once each. SQLite keeps the others as names, and the driver looks each
// up in a list of all that the statement has: the work of a statement for many
// rows would grow with the square of its parameters.
func unnamed(query string) string {
	var b strings.Builder
	rest := query
	for n := 1; ; n++ {
		before, after, found := strings.Cut(rest, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		digits := after[:len(after)-len(strings.TrimLeft(after, "0123456789"))]
		if digits != strconv.Itoa(n) {
			return query
		}
		b.WriteByte('?')
		rest = after[len(digits):]
	}
}
