// Package gst is what invoices need of India's goods and services tax: the tax
// contained in a price, the codes of states, and the form of a GSTIN.
package gst

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/account"
)

// MaxRate is the highest rate of tax, in percent.
const MaxRate = 100

// Inclusive splits a price of paise that contains tax of rate percent: within a
// state into two equal halves (CGST and SGST), between states into one (IGST).
// Each tax is rounded to the paisa, half up; the taxable value is the rest. A
// rate of 0 leaves everything taxable.
func Inclusive(paise, rate int64, interstate bool) account.Tax {
	if interstate {
		igst := roundedShare(paise, rate, 100+rate)
		return account.Tax{Taxable: paise - igst, IGST: igst}
	}
	half := roundedShare(paise, rate, 2*(100+rate))
	return account.Tax{Taxable: paise - 2*half, CGST: half, SGST: half}
}

func roundedShare(paise, part, whole int64) int64 { return (2*paise*part + whole) / (2 * whole) }

// Fault is what is wrong with a field of a buyer or seller.
type Fault struct{ Field, Text string }

func (f *Fault) Error() string { return f.Field + ": " + f.Text }

// Bounds of a party's texts, in characters.
const (
	maxName    = 120
	maxAddress = 400
)

// CheckParty brings the details of a buyer or seller into the form of an
// invoice: spaces at the ends are dropped, a GSTIN is in capitals, and gives
// the state where none was named. The error is a *Fault.
func CheckParty(p account.Party) (account.Party, error) {
	p.Name, p.Address = strings.TrimSpace(p.Name), strings.TrimSpace(strings.ReplaceAll(p.Address, "\r\n", "\n"))
	p.GSTIN, p.State = strings.ToUpper(strings.TrimSpace(p.GSTIN)), strings.TrimSpace(p.State)
	switch {
	case !printable(p.Name, maxName, ""):
		return p, &Fault{"name", fmt.Sprintf("at most %d visible characters", maxName)}
	case !printable(p.Address, maxAddress, "\n"):
		return p, &Fault{"address", fmt.Sprintf("at most %d visible characters", maxAddress)}
	case p.State != "" && StateName(p.State) == "":
		return p, &Fault{"state", "not the two-digit GST code of a state, such as 27"}
	case p.GSTIN == "":
		return p, nil
	case !ValidGSTIN(p.GSTIN):
		return p, &Fault{"gstin", "not a GSTIN: 15 letters and digits, of which the last checks the others"}
	case p.State == "":
		p.State = p.GSTIN[:2]
	case p.State != p.GSTIN[:2]:
		return p, &Fault{"state", "the GSTIN is of another state: " + StateName(p.GSTIN[:2])}
	}
	return p, nil
}

func printable(s string, most int, also string) bool {
	visible := func(r rune) bool { return !unicode.IsPrint(r) && !strings.ContainsRune(also, r) }
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && strings.IndexFunc(s, visible) < 0
}

// gstin is the form: state, PAN, number of the registration of that PAN in the
// state, Z, check character. The PAN is five letters, four digits, a letter.
var gstin = regexp.MustCompile(`^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$`)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// ValidGSTIN tells whether a text is a GSTIN of a known state with the right
// check character: the digits are weighted 1 and 2 in turn, each product's two
// digits in base 36 are added, and the last character complements the sum to a
// multiple of 36 (GST Network, the algorithm of ISO/IEC 7812 in base 36).
func ValidGSTIN(s string) bool {
	if !gstin.MatchString(s) || StateName(s[:2]) == "" {
		return false
	}
	sum := 0
	for i := range 14 {
		product := strings.IndexByte(alphabet, s[i]) * (1 + i%2)
		sum += product/36 + product%36
	}
	return alphabet[(36-sum%36)%36] == s[14]
}
