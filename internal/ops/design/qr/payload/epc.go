package payload

import (
	"regexp"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// EPC is a SEPA credit transfer (EPC069-12 version 2.1, form 002, in UTF-8).
type EPC struct {
	IBAN      string   `json:"iban" doc:"Account of the payee; spaces are left out." len:"15..42" example:"DE89370400440532013000"`
	Name      string   `json:"name" doc:"Name of the payee." len:"1..70" aka:"beneficiary" example:"Red Cross"`
	Amount    *num.Dec `json:"amount" doc:"Amount in euros, at most 2 decimals; unset, the payer chooses." min:"0.01" max:"999999999.99" example:"12.3"`
	BIC       *string  `json:"bic" doc:"Bank of the payee." pattern:"^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$" example:"COBADEFF"`
	Purpose   *string  `json:"purpose" doc:"Purpose code." pattern:"^[A-Z0-9]{1,4}$"`
	Reference *string  `json:"reference" doc:"Structured reference (ISO 11649); not with text." len:"1..35" aka:"creditor_reference"`
	Text      *string  `json:"text" doc:"Unstructured remittance text; not with reference." len:"1..140" aka:"remittance"`
	Note      *string  `json:"note" doc:"Information for the payer." len:"1..70" aka:"information"`
}

// maxEPC is the bytes of the whole, so that version 13 holds it.
const maxEPC = 331

var ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)

// Content implements Payload. Empty lines at the end are left out, as section 4
// has it.
func (p *EPC) Content(e *op.Invalid, field string) string {
	iban := strings.ToUpper(strings.ReplaceAll(p.IBAN, " ", ""))
	if !ibanForm.MatchString(iban) || remainder97(iban) != 1 {
		e.Add(field+".iban", op.InvalidFormat, "%s is no IBAN: its check digits are wrong, or its form is", op.Quote(p.IBAN)).Hint = "look for swapped or missing digits"
	}
	if p.Reference != nil && p.Text != nil {
		e.Add(field+".text", op.Conflict, "was sent together with reference; a transfer has one of them")
	}
	printable(e, field+".name", &p.Name)
	printable(e, field+".reference", p.Reference)
	printable(e, field+".text", p.Text)
	printable(e, field+".note", p.Note)
	euros := ""
	if p.Amount != nil {
		euros = "EUR" + amount(e, field+".amount", *p.Amount)
	}
	lines := []string{"BCD", "002", "1", "SCT", or(p.BIC, ""), p.Name, iban, euros, or(p.Purpose, ""), or(p.Reference, ""), or(p.Text, ""), or(p.Note, "")}
	content := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if len(content) > maxEPC {
		e.Add(field, op.TooLong, "has %d bytes; at most %d are allowed", len(content), maxEPC).Hint = "shorten text or note"
	}
	return content
}

// remainder97 is the remainder of ISO 7064 MOD 97-10, with the country and the
// check digits moved to the end and letters as 10 to 35.
func remainder97(iban string) int {
	r := 0
	for _, c := range iban[4:] + iban[:4] {
		if c >= 'A' {
			r = r*100 + int(c-'A') + 10
		} else {
			r = r*10 + int(c-'0')
		}
		r %= 97
	}
	return r
}
