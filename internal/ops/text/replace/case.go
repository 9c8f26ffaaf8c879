package replace

import "unicode"

// letterCase sums up the case of a text's letters.
type letterCase uint8

const (
	caseless letterCase = iota
	lower
	oneUpper // one letter has case, and it is upper: A is as much title case as upper
	upper
	mixed
)

func caseOf(text string) letterCase {
	uppers, lowers := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r), unicode.IsTitle(r):
			uppers++
		case unicode.IsLower(r):
			lowers++
		}
	}
	switch {
	case uppers == 0 && lowers == 0:
		return caseless
	case uppers == 0:
		return lower
	case lowers > 0:
		return mixed
	case uppers == 1:
		return oneUpper
	}
	return upper
}
