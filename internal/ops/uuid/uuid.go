package uuid

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/uuid/rfc9562"
)

var _ = op.Define(op.Def[GenerateIn, GenerateOut]{
	ID:      "uuid-generator",
	Route:   "GET /v1/uuid",
	Summary: "Generate UUIDs of versions 1 and 3 to 8",
	Doc: "Makes up to 100 UUIDs of version 1, 3 to 8, nil or max in hex, base62, base64url or integer form. Versions 6 " +
		"and 7 strictly increase within a reply; 3 and 5 name a thing, so count repeats the same UUID.",
	See:    []op.See{{When: "more at once or a list of names", ID: "uuid-batch"}, {When: "taking one apart", ID: "uuid-validate"}},
	Words:  []string{"GUID", "unique id", "unique identifier", "random id", "new", "v4", "v7"},
	Source: "RFC 9562 (Universally Unique IDentifiers); base64url: RFC 4648 section 5; base62: digits 0-9A-Za-z, 22 characters",
	Since:  "1.0.0",
	Class:  op.T0,
	Hosts:  []string{"uuid /v1/uuid", "uuid /v1/generate"},
	Varies: true,
	Examples: []op.Example{
		{Name: "random", In: `{}`},
		{Name: "three that sort by time", In: `{"version":7,"count":3}`},
		{Name: "a domain's name", In: `{"version":5,"namespace":"dns","name":"www.example.com"}`},
		{Name: "short form of a past instant", In: `{"version":7,"time":"2022-02-22T14:22:22-05:00","format":"base62"}`},
		{Name: "custom", In: `{"version":8,"custom":"2489E9AD2EE20E000EC932D5F69181C0"}`},
	},
	Run: generate,
})

// GenerateIn is the input of uuid-generator.
type GenerateIn struct {
	Version   string  `json:"version" enum:"1,3,4,5,6,7,8,nil,max" same:"v1=1,v3=3,v4=4,v5=5,v6=6,v7=7,v8=8" default:"4" doc:"Version of RFC 9562: 4 random, 7 sortable by time, 5 and 3 from a name, 1 and 6 Gregorian time, 8 custom." example:"7"`
	Count     int     `json:"count" min:"1" max:"100" default:"1" doc:"How many to make." example:"3"`
	Format    string  `json:"format" enum:"standard,compact,urn,braces,base62,base64url,integer" default:"standard" doc:"How to write them; integer is a decimal number as text."`
	Uppercase bool    `json:"uppercase" default:"false" doc:"Upper-case hex digits; the other formats have a case of their own."`
	Namespace *string `json:"namespace" len:"1..64" doc:"For 3 and 5: dns, url, oid, x500 or a UUID in hex." example:"dns"`
	Name      *string `json:"name" len:"0..4096" doc:"For 3 and 5: the name, hashed as UTF-8 just as it is." example:"www.example.com"`
	Time      *string `json:"time" len:"1..64" doc:"For 1, 6 and 7: the instant to stamp instead of now, RFC 3339." example:"2022-02-22T14:22:22-05:00"`
	Custom    *string `json:"custom" pattern:"^[0-9A-Fa-f]{32}$" doc:"For 8: 32 hex digits; those of version and variant are overwritten." example:"2489E9AD2EE20E000EC932D5F69181C0"`
}

// GenerateOut is the answer of uuid-generator.
type GenerateOut struct {
	UUID    string                 `json:"uuid" doc:"The first UUID."`
	UUIDs   []string               `json:"uuids" doc:"All of them, in order."`
	Version op.Either[int, string] `json:"version" doc:"1 to 8, or \"nil\" or \"max\"."`
	Format  string                 `json:"format" doc:"How they are written."`
	Count   int                    `json:"count" doc:"How many there are."`
}

// Check refuses parameters that the version does not use, asks for those it
// needs, and reads them.
func (in *GenerateIn) Check(e *op.Invalid) { in.check(e, "name", in.Name != nil) }

// check is Check where what is named comes by the given field.
func (in *GenerateIn) check(e *op.Invalid, naming string, named bool) {
	for _, p := range []struct {
		name     string
		sent     bool
		versions []string
		needed   bool
	}{
		{"namespace", in.Namespace != nil, []string{"3", "5"}, true},
		{naming, named, []string{"3", "5"}, true},
		{"time", in.Time != nil, []string{"1", "6", "7"}, false},
		{"custom", in.Custom != nil, []string{"8"}, true},
	} {
		switch used := slices.Contains(p.versions, in.Version); {
		case used && p.needed && !p.sent:
			e.Add(p.name, op.Required, "version %s needs '%s'", in.Version, p.name)
		case !used && p.sent:
			e.Add(p.name, op.Conflict, "version %s does not use '%s'; it belongs to version %s", in.Version, p.name, strings.Join(p.versions, ", "))
		}
	}
	if _, err := in.space(); err != nil {
		e.Add("namespace", op.InvalidFormat, "is neither dns, url, oid, x500 nor a UUID").Hint = "send 8-4-4-4-12 hex digits"
	}
	if _, err := in.at(time.Time{}); err != nil {
		e.Add("time", op.InvalidDateTime, "time %s", err).Hint = "send an instant such as 2022-02-22T14:22:22-05:00"
	}
}

// space is the name space, Nil when none was sent.
func (in *GenerateIn) space() (rfc9562.UUID, error) {
	if in.Namespace == nil {
		return rfc9562.Nil, nil
	}
	switch strings.ToLower(*in.Namespace) {
	case "dns":
		return rfc9562.DNS, nil
	case "url":
		return rfc9562.URL, nil
	case "oid":
		return rfc9562.OID, nil
	case "x500":
		return rfc9562.X500, nil
	}
	return rfc9562.ParseHex(*in.Namespace)
}

// at is the instant to stamp, now when none was sent.
func (in *GenerateIn) at(now time.Time) (time.Time, error) {
	if in.Time == nil {
		return now, nil
	}
	return isotime.DateTime(*in.Time)
}

func generate(ctx context.Context, in GenerateIn) (GenerateOut, error) {
	list, err := in.batch(ctx)
	if err != nil {
		return GenerateOut{}, err
	}
	texts := in.written(list)
	return GenerateOut{UUID: texts[0], UUIDs: texts, Version: in.version(), Format: in.Format, Count: in.Count}, nil
}

// written puts UUIDs in the format asked for.
func (in *GenerateIn) written(list []rfc9562.UUID) []string {
	texts := make([]string, len(list))
	for i, u := range list {
		texts[i] = write(u, in.Format, in.Uppercase)
	}
	return texts
}

// version is the version as it is answered: 1 to 8 as numbers.
func (in *GenerateIn) version() (v op.Either[int, string]) {
	if n, err := strconv.Atoi(in.Version); err == nil {
		v.A = &n
	} else {
		v.B = &in.Version
	}
	return v
}

// reach says which instants a version can hold.
var reach = map[string]string{
	"1": "reaches from 1582-10-15 to 5236-03-31",
	"6": "reaches from 1582-10-15 to 5236-03-31",
	"7": "begins on 1970-01-01",
}

// batch makes the UUIDs of a sound input.
func (in *GenerateIn) batch(ctx context.Context) ([]rfc9562.UUID, error) {
	timed := rfc9562.V1
	switch in.Version {
	case "4":
		return rfc9562.V4(op.Random(ctx), in.Count)
	case "6":
		timed = rfc9562.V6
	case "7":
		timed = rfc9562.V7
	case "1":
	default:
		u, err := in.fixed()
		return slices.Repeat([]rfc9562.UUID{u}, in.Count), err
	}
	at, err := in.at(op.Now(ctx))
	if err != nil {
		return nil, err
	}
	list, err := timed(op.Random(ctx), at, in.Count)
	if errors.Is(err, rfc9562.ErrTime) {
		return nil, op.Refuse("time", op.OutOfRange, "version %s %s", in.Version, reach[in.Version])
	}
	return list, err
}

// fixed is the UUID of a version that leaves nothing to time or chance.
func (in *GenerateIn) fixed() (rfc9562.UUID, error) {
	switch in.Version {
	case "nil":
		return rfc9562.Nil, nil
	case "max":
		return rfc9562.Max, nil
	case "8":
		var custom [16]byte
		_, err := hex.Decode(custom[:], []byte(*in.Custom))
		return rfc9562.V8(custom), err
	}
	return in.named(*in.Name)
}

// named is the UUID of a name, by version 3 or 5.
func (in *GenerateIn) named(name string) (rfc9562.UUID, error) {
	space, err := in.space()
	if in.Version == "3" {
		return rfc9562.V3(space, name), err
	}
	return rfc9562.V5(space, name), err
}

// write puts a UUID in a format of the contract.
func write(u rfc9562.UUID, format string, uppercase bool) string {
	cased := func(hex string) string {
		if uppercase {
			return strings.ToUpper(hex)
		}
		return hex
	}
	switch rfc9562.Form(format) {
	case rfc9562.Compact:
		return cased(u.Compact())
	case rfc9562.URN:
		return "urn:uuid:" + cased(u.String())
	case rfc9562.Braces:
		return "{" + cased(u.String()) + "}"
	case rfc9562.Base62:
		return u.Base62()
	case rfc9562.Base64URL:
		return u.Base64URL()
	case rfc9562.Integer:
		return u.Integer()
	}
	return cased(u.String())
}
