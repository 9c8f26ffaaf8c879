package payload

import (
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// UPI is a payment in India (NPCI UPI Linking Specification 1.6).
type UPI struct {
	PayeeAddress string   `json:"pa" doc:"Address of the payee (VPA)." pattern:"^[A-Za-z0-9._-]{1,256}@[A-Za-z0-9.-]{1,64}$" aka:"vpa,upi_id,payee" example:"merchant@okbank"`
	PayeeName    string   `json:"pn" doc:"Name of the payee." len:"1..99" aka:"name,payee_name" example:"Asha Stores"`
	Amount       *num.Dec `json:"am" doc:"Amount in INR, at most 2 decimals; unset, the payer chooses." above:"0" max:"9999999999.99" aka:"amount" example:"499"`
	Note         *string  `json:"tn" doc:"Note that the payer sees." len:"1..100" aka:"note,description" example:"Invoice 42"`
	Reference    *string  `json:"tr" doc:"Reference of the transaction: an order or bill." len:"1..35" aka:"reference,ref"`
	MerchantCode *string  `json:"mc" doc:"Merchant category code, four digits." pattern:"^[0-9]{4}$" aka:"mcc"`
	URL          *string  `json:"url" doc:"Where the transaction is described." len:"1..2048"`
}

// Content implements Payload.
func (u *UPI) Content(e *op.Invalid, field string) string {
	content := "upi://pay?pa=" + percent(u.PayeeAddress, "@") + "&pn=" + percent(u.PayeeName, "@")
	if u.Amount != nil {
		content += "&am=" + amount(e, field+".am", *u.Amount)
	}
	content += "&cu=INR"
	for _, p := range []struct {
		name  string
		value *string
	}{{"tn", u.Note}, {"tr", u.Reference}, {"mc", u.MerchantCode}, {"url", u.URL}} {
		if p.value != nil {
			content += "&" + p.name + "=" + percent(*p.value, "@")
		}
	}
	return content
}
