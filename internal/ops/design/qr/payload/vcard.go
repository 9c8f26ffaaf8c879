package payload

import (
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/when"
)

// VCard is a contact (vCard 3.0, RFC 2426).
type VCard struct {
	Name         *string `json:"name" doc:"The name as it is shown; unset, first and last name." len:"1..200" aka:"full_name,fn" example:"Asha Rao"`
	FirstName    *string `json:"first_name" doc:"Given name." len:"1..100" aka:"given_name" example:"Asha"`
	LastName     *string `json:"last_name" doc:"Family name." len:"1..100" aka:"family_name,surname" example:"Rao"`
	Organization *string `json:"organization" doc:"Company." len:"1..200" aka:"company,org"`
	Title        *string `json:"title" doc:"Position there." len:"1..200" aka:"job_title"`
	Phone        *string `json:"phone" doc:"Telephone at work." len:"1..40" aka:"tel"`
	Mobile       *string `json:"mobile" doc:"Mobile telephone." len:"1..40" aka:"cell"`
	Email        *string `json:"email" doc:"E-mail address." len:"3..254"`
	URL          *string `json:"url" doc:"Web page." len:"1..2048" aka:"website"`
	Street       *string `json:"street" doc:"Street and number." len:"1..200"`
	City         *string `json:"city" doc:"Town." len:"1..100"`
	Region       *string `json:"region" doc:"State or province." len:"1..100" aka:"state"`
	PostalCode   *string `json:"postal_code" doc:"Postal code." len:"1..20" aka:"zip,pin"`
	Country      *string `json:"country" doc:"Country." len:"1..100"`
	Birthday     *string `json:"birthday" doc:"Date of birth, YYYY-MM-DD." aka:"bday"`
	Note         *string `json:"note" doc:"Anything else." len:"1..1000"`
}

// Content implements Payload. FN and N are required of every card: where only
// the whole name is known, it is the family name, as in RFC 2426 section 3.1.2
// nothing else says which part is which.
func (v *VCard) Content(e *op.Invalid, field string) string {
	if v.Name == nil && v.FirstName == nil && v.LastName == nil {
		e.Add(field+".name", op.Required, "the field 'name' is missing; send it, or first_name and last_name")
	}
	if v.Birthday != nil {
		when.Day(e, field+".birthday", *v.Birthday)
	}
	last, first := or(v.LastName, ""), or(v.FirstName, "")
	whole := or(v.Name, strings.TrimSpace(first+" "+last))
	if v.LastName == nil && v.FirstName == nil {
		last = whole
	}
	var address *string
	if parts := []*string{v.Street, v.City, v.Region, v.PostalCode, v.Country}; anySet(parts) {
		joined := ";" // post office box and extended address
		for _, p := range parts {
			joined += ";" + contentText(or(p, ""))
		}
		address = &joined
	}
	content := "BEGIN:VCARD\r\nVERSION:3.0\r\n" +
		"N:" + contentText(last) + ";" + contentText(first) + ";;;\r\n" +
		contentLine("FN", &whole) +
		contentLine("ORG", v.Organization) +
		contentLine("TITLE", v.Title) +
		contentLine("TEL;TYPE=WORK", v.Phone) +
		contentLine("TEL;TYPE=CELL", v.Mobile) +
		contentLine("EMAIL", v.Email)
	if v.URL != nil {
		printable(e, field+".url", v.URL)
		content += "URL:" + *v.URL + "\r\n" // a URI has no escapes of its own
	}
	if address != nil {
		content += "ADR;TYPE=WORK:" + *address + "\r\n"
	}
	return content + contentLine("BDAY", v.Birthday) + contentLine("NOTE", v.Note) + "END:VCARD\r\n"
}

func anySet(list []*string) bool {
	for _, p := range list {
		if p != nil {
			return true
		}
	}
	return false
}
