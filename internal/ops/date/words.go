package date

import (
	"strings"

	"toolcrib/internal/num"
)

// quantity is a number of a unit, whose name stands in the singular.
type quantity struct {
	n    num.Dec
	unit string
}

func whole(n int, unit string) quantity { return quantity{num.FromInt(int64(n)), unit} }

// inWords writes quantities that are not 0, such as "36 years, 1 day"; if all
// are, the last of them.
func inWords(list ...quantity) string {
	var words []string
	for i, q := range list {
		if q.n.Sign() == 0 && (len(words) > 0 || i < len(list)-1) {
			continue
		}
		word := q.n.String() + " " + q.unit
		if q.n.Cmp(num.FromInt(1)) != 0 {
			word += "s"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}
