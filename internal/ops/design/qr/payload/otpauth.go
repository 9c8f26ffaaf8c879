package payload

import (
	"encoding/base32"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

// OTPAuth is the secret of one-time passwords, in the Key Uri Format of Google
// Authenticator.
type OTPAuth struct {
	Type      string  `json:"type" doc:"Whether codes follow the time (RFC 6238) or a counter (RFC 4226)." enum:"totp,hotp" default:"totp"`
	Secret    string  `json:"secret" doc:"The shared secret in base32; spaces and padding are left out." len:"1..256" aka:"key" example:"JBSWY3DPEHPK3PXP"`
	Account   string  `json:"account" doc:"Whose secret it is." len:"1..100" aka:"label,user,email" example:"asha@example.com"`
	Issuer    *string `json:"issuer" doc:"Who gave it out." len:"1..100" aka:"provider" example:"Example"`
	Algorithm *string `json:"algorithm" doc:"The hash; unset, SHA1." enum:"SHA1,SHA256,SHA512"`
	Digits    *string `json:"digits" doc:"Digits of a code; unset, 6." enum:"6,7,8"`
	Period    *int    `json:"period" doc:"Seconds that a code of totp is valid; unset, 30." min:"1" max:"3600"`
	Counter   *int64  `json:"counter" doc:"Where hotp begins." min:"0"`
}

// Content implements Payload.
func (o *OTPAuth) Content(e *op.Invalid, field string) string {
	secret := strings.ToUpper(strings.TrimRight(strings.ReplaceAll(o.Secret, " ", ""), "="))
	if key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret); err != nil || len(key) == 0 {
		e.Add(field+".secret", op.InvalidFormat, "is not base32").Hint = "send letters and the digits 2 to 7"
	}
	label := percent(o.Account, "@")
	if strings.Contains(o.Account, ":") {
		e.Add(field+".account", op.InvalidFormat, "holds a colon, which ends the issuer").Hint = "send the issuer in its own field"
	}
	query := "?secret=" + secret
	if o.Issuer != nil {
		if strings.Contains(*o.Issuer, ":") {
			e.Add(field+".issuer", op.InvalidFormat, "holds a colon, which ends it").Hint = "leave the colon out"
		}
		label = percent(*o.Issuer, "") + ":" + label
		query += "&issuer=" + percent(*o.Issuer, "")
	}
	if o.Algorithm != nil {
		query += "&algorithm=" + *o.Algorithm
	}
	if o.Digits != nil {
		query += "&digits=" + *o.Digits
	}
	o.checkMoving(e, field)
	if o.Period != nil {
		query += "&period=" + strconv.Itoa(*o.Period)
	}
	if o.Counter != nil {
		query += "&counter=" + strconv.FormatInt(*o.Counter, 10)
	}
	return "otpauth://" + o.Type + "/" + label + query
}

// checkMoving wants what makes the codes change to be that of the type.
func (o *OTPAuth) checkMoving(e *op.Invalid, field string) {
	switch {
	case o.Type == "hotp" && o.Counter == nil:
		e.Add(field+".counter", op.Required, "the field 'counter' is missing; hotp needs it")
	case o.Type == "totp" && o.Counter != nil:
		e.Add(field+".counter", op.Conflict, "was sent with type totp, which has no counter")
	}
	if o.Type == "hotp" && o.Period != nil {
		e.Add(field+".period", op.Conflict, "was sent with type hotp, which has no period")
	}
}
