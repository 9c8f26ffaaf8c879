package payload

import (
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Email is a message to be sent (mailto, RFC 6068).
type Email struct {
	To      string  `json:"to" doc:"Address of the recipient." pattern:"^[^@\\s,]+@[^@\\s,]+$" len:"3..254" example:"asha@example.com"`
	Subject *string `json:"subject" doc:"Its subject." len:"1..200"`
	Body    *string `json:"body" doc:"Its text." len:"1..2000" aka:"message,text"`
}

// Content implements Payload. Line breaks are CRLF, as section 5 wants.
func (m *Email) Content(e *op.Invalid, field string) string {
	printable(e, field+".subject", m.Subject)
	at := strings.LastIndexByte(m.To, '@')
	// Of the characters that addresses have, section 2 lets these stand.
	content := "mailto:" + percent(m.To[:at], "!$'*+") + "@" + percent(m.To[at+1:], "")
	mark := "?"
	if m.Subject != nil {
		content += mark + "subject=" + percent(*m.Subject, "")
		mark = "&"
	}
	if m.Body != nil {
		content += mark + "body=" + percent(strings.ReplaceAll(unbroken(*m.Body), "\n", "\r\n"), "")
	}
	return content
}

// SMS is a short message to be sent, in the form SMSTO, which phones read and
// whose text needs no escapes.
type SMS struct {
	To   string  `json:"to" doc:"Number of the recipient." len:"1..40" aka:"number,phone" example:"+919876543210"`
	Body *string `json:"body" doc:"Its text." len:"1..1600" aka:"message,text" example:"Table for two"`
}

// Content implements Payload.
func (s *SMS) Content(e *op.Invalid, field string) string {
	content := "SMSTO:" + telephone(e, field+".to", s.To)
	if s.Body != nil {
		content += ":" + *s.Body
	}
	return content
}

// Tel is a number to be called (RFC 3966).
type Tel string

// Content implements Payload.
func (t Tel) Content(e *op.Invalid, field string) string {
	return "tel:" + telephone(e, field, string(t))
}

// telephone leaves of a number what is dialled.
func telephone(e *op.Invalid, field, s string) string {
	var digits strings.Builder
	for i, r := range s {
		switch {
		case '0' <= r && r <= '9' || r == '*' || r == '#' || r == '+' && i == 0:
			digits.WriteRune(r)
		case !strings.ContainsRune(" -.()/", r):
			e.Add(field, op.InvalidFormat, "%s is no telephone number", op.Quote(s)).Hint = "send digits, with + before the country code, such as +919876543210"
			return ""
		}
	}
	if strings.Trim(digits.String(), "+*#") == "" {
		e.Add(field, op.InvalidFormat, "%s has no digits", op.Quote(s)).Hint = "send a number such as +919876543210"
	}
	return strings.ReplaceAll(digits.String(), "#", "%23")
}

// Geo is a place (RFC 5870, in WGS 84).
type Geo struct {
	Latitude  num.Dec `json:"latitude" doc:"Degrees north." min:"-90" max:"90" alias:"lat" example:"28.6129"`
	Longitude num.Dec `json:"longitude" doc:"Degrees east." min:"-180" max:"180" alias:"lon,lng" example:"77.2295"`
}

// Content implements Payload.
func (g *Geo) Content(*op.Invalid, string) string {
	return "geo:" + g.Latitude.String() + "," + g.Longitude.String()
}
