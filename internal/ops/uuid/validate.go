package uuid

import (
	"context"
	"strconv"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/uuid/rfc9562"
)

var _ = op.Define(op.Def[ValidateIn, ValidateOut]{
	ID:      "uuid-validate",
	Route:   "GET /v1/uuid/validate",
	Summary: "Check a UUID and take it apart",
	Doc: "Tells whether a text is a UUID in hex, base62, base64url or decimal form and, if not, why; reads version, " +
		"variant, time, clock sequence and node. An invalid UUID is an answer, not an error. Version 2 is valid but not decoded.",
	See:    []op.See{{When: "making one", ID: "uuid-generator"}},
	Words:  []string{"GUID", "parse", "inspect", "information"},
	Source: "RFC 9562 (Universally Unique IDentifiers); base64url: RFC 4648 section 5; base62: digits 0-9A-Za-z, 22 characters",
	Since:  "1.0.0",
	Hosts:  []string{"uuid /v1/validate"},
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "time-ordered", In: `{"uuid":"017F22E2-79B0-7CC3-98C4-DC0C0C07398F"}`},
		{Name: "with clock and node", In: `{"uuid":"C232AB00-9414-11EC-B3C8-9F6BDECED846"}`},
		{Name: "wrong variant", In: `{"uuid":"550e8400-e29b-41d4-c716-446655440000"}`},
		{Name: "base62 beyond 128 bits", In: `{"uuid":"7n42DGM5Tflk9n8mt7Fhc8"}`},
		{Name: "not the version expected", In: `{"uuid":"919108f7-52d1-4320-9bac-f847db4148a8","version":7}`},
	},
	Run: validate,
})

// ValidateIn is the input of uuid-validate.
type ValidateIn struct {
	UUID    string  `json:"uuid" aka:"id,guid,value" len:"0..64" doc:"The text to check." example:"017F22E2-79B0-7CC3-98C4-DC0C0C07398F"`
	Version *string `json:"version" enum:"1,2,3,4,5,6,7,8,nil,max" same:"v1=1,v2=2,v3=3,v4=4,v5=5,v6=6,v7=7,v8=8" doc:"Version that it must have to be valid." example:"7"`
	Format  *string `json:"format" enum:"standard,compact,urn,braces,base62,base64url,integer" doc:"Form to read it as, instead of the one it looks like."`
	Strict  bool    `json:"strict" default:"false" doc:"Take only the standard form, 8-4-4-4-12 hex digits."`
}

// ValidateOut is the answer of uuid-validate.
type ValidateOut struct {
	Valid          bool    `json:"valid" doc:"Whether it is a UUID of variant rfc9562 and version 1 to 8, nil or max, and the version asked for."`
	Reason         *string `json:"reason" doc:"What is wrong: length, character, hyphens, base62_overflow, variant or version; null when valid."`
	Canonical      *string `json:"canonical" doc:"The standard form in lower case; this and all below are null or false where it cannot be read."`
	DetectedFormat *string `json:"detected_format" doc:"The form it is in."`
	Version        *int    `json:"version" doc:"The version, of variant rfc9562; null for nil and max."`
	Variant        *string `json:"variant" doc:"rfc9562, ncs, microsoft or future."`
	IsNil          bool    `json:"is_nil" doc:"All bits are 0."`
	IsMax          bool    `json:"is_max" doc:"All bits are 1."`
	Timestamp      *string `json:"timestamp" doc:"Versions 1 and 6 to 100 ns, 7 to the millisecond; RFC 3339, to the year 9999."`
	UnixMS         *int64  `json:"unix_ms" doc:"The same in milliseconds since 1970, rounded down."`
	ClockSequence  *int    `json:"clock_sequence" doc:"Versions 1 and 6."`
	Node           *string `json:"node" doc:"Versions 1 and 6."`
	Integer        *string `json:"integer" doc:"As a decimal number."`
	Base62         *string `json:"base62" doc:"In base62, 22 characters."`
	GeneratedBy    *string `json:"generated_by_hint" doc:"How UUIDs of its kind are made."`
}

// Check refuses a form beside strict, which is one itself.
func (in *ValidateIn) Check(e *op.Invalid) {
	if in.Strict && in.Format != nil && *in.Format != string(rfc9562.Standard) {
		e.Add("format", op.Conflict, "strict takes the standard form only").Hint = "leave out strict or format"
	}
}

func validate(_ context.Context, in ValidateIn) (ValidateOut, error) {
	form := rfc9562.Detect(in.UUID)
	switch {
	case in.Strict:
		form = rfc9562.Standard
	case in.Format != nil:
		form = rfc9562.Form(*in.Format)
	}
	u, err := rfc9562.Parse(in.UUID, form)
	if fault, ok := err.(rfc9562.Fault); ok {
		return ValidateOut{Reason: text(fault)}, nil
	}
	out := ValidateOut{
		Canonical: text(u.String()), DetectedFormat: text(form), Variant: text(u.Variant()),
		IsNil: u == rfc9562.Nil, IsMax: u == rfc9562.Max,
		Integer: text(u.Integer()), Base62: text(u.Base62()), GeneratedBy: generatedBy(u),
	}
	if u.Variant() == rfc9562.RFC9562 {
		out.Version = new(u.Version())
		out.decode(u)
	}
	out.Reason = reason(u, in.Version)
	out.Valid = out.Reason == nil
	return out, nil
}

// reason is why a UUID that can be read is not valid, or not as expected.
func reason(u rfc9562.UUID, expected *string) *string {
	version := strconv.Itoa(u.Version())
	switch {
	case u == rfc9562.Nil:
		version = "nil"
	case u == rfc9562.Max:
		version = "max"
	case u.Variant() != rfc9562.RFC9562:
		return text("variant")
	case u.Version() < 1 || u.Version() > 8:
		return text("version")
	}
	if expected != nil && *expected != version {
		return text("version")
	}
	return nil
}

// decode reads what versions 1, 6 and 7 hold.
func (out *ValidateOut) decode(u rfc9562.UUID) {
	at, ok := u.Time()
	if !ok {
		return
	}
	out.UnixMS = new(at.UnixMilli())
	layout := "2006-01-02T15:04:05.000Z"
	if u.Version() != 7 {
		layout = "2006-01-02T15:04:05.0000000Z"
		out.ClockSequence, out.Node = new(u.Clock()), text(u.Node())
	}
	if at.Year() <= calendar.LastYear {
		out.Timestamp = text(at.Format(layout))
	}
}

// generatedBy says how UUIDs of the kind come about, in the words of RFC 9562.
func generatedBy(u rfc9562.UUID) *string {
	switch v := u.Variant(); {
	case u == rfc9562.Nil:
		return nil
	case v == rfc9562.NCS:
		return text("Apollo Network Computing System")
	case v == rfc9562.Microsoft:
		return text("Microsoft Component Object Model")
	case v == rfc9562.Future:
		return nil
	}
	if v := u.Version(); (v == 1 || v == 6) && u.RandomNode() {
		return text("Gregorian time with a random node")
	}
	return made[u.Version()]
}

var made = map[int]*string{
	1: text("Gregorian time with a network address"),
	2: text("DCE security, with a POSIX user or group"),
	3: text("MD5 of a name space and a name"),
	4: text("random"),
	5: text("SHA-1 of a name space and a name"),
	6: text("sortable Gregorian time with a network address"),
	7: text("Unix time and randomness"),
	8: text("custom, known to its maker alone"),
}

// text is a string that is there.
func text[S ~string](s S) *string { return new(string(s)) }
