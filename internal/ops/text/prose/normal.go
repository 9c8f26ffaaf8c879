package prose

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// joiner is the combining grapheme joiner, which x/text puts into runs of more
// than thirty marks (UAX #15, Stream-Safe Text Format).
const joiner = "\u034F"

// NFC returns s in normalization form C, with nothing put into long runs of
// marks; in those, marks are put in order only within each thirty. The tables are those of x/text: with Go 1.26 Unicode 15, which lacks
// the compositions of a few scripts added since, such as Tulu-Tigalari.
func NFC(s string) string { return normal(norm.NFC, s) }

func normal(form norm.Form, s string) string {
	n := form.String(s)
	if n != s && strings.Contains(n, joiner) && !strings.Contains(s, joiner) {
		n = strings.ReplaceAll(n, joiner, "")
	}
	return n
}

// Form says how a text is normalised: nfc if it is in form C, as is text
// without marks, nfd if it is in form D, mixed if it is in neither.
func Form(s string) string {
	switch {
	case isNormal(norm.NFC, s):
		return "nfc"
	case isNormal(norm.NFD, s):
		return "nfd"
	}
	return "mixed"
}

// isNormal asks twice because long runs of marks are never normal to x/text.
func isNormal(form norm.Form, s string) bool { return form.IsNormalString(s) || normal(form, s) == s }
