package zone

import (
	"strings"
	"time"
)

// Zone is a time zone.
type Zone struct {
	name string
	loc  *time.Location
}

// Load finds a zone: a name of the IANA database, in any letter case, or an
// offset from -23:59 to +23:59. The error is an *Error.
func Load(name string) (*Zone, error) {
	if load := database().zones[strings.ToLower(name)]; load != nil {
		return load(), nil
	}
	if z := fixed(name); z != nil {
		return z, nil
	}
	return nil, explain(name)
}

// fixed is the zone of an offset written ±HH:MM, nil if it is none. Its
// abbreviation is as the database writes those that are numbers: +0530, +05.
func fixed(name string) *Zone {
	m := offsetForm.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	sign, hours, minutes := m[1], m[2], m[3]
	seconds := number(hours)*3600 + number(minutes)*60
	switch {
	case seconds == 0:
		sign = "+"
	case sign == "-":
		seconds = -seconds
	}
	abbreviation := strings.TrimSuffix(sign+hours+minutes, "00")
	return &Zone{sign + hours + ":" + minutes, time.FixedZone(abbreviation, seconds)}
}

// Name is the name in the letter case of the database, or the offset.
func (z *Zone) Name() string { return z.name }

// Location is the zone for use with package time. It is time.UTC where the
// zone's clocks show UTC and call it that.
func (z *Zone) Location() *time.Location { return z.loc }

// At tells the offset of the zone's clocks from UTC in seconds, the
// abbreviation in use and whether the database calls it daylight saving time.
func (z *Zone) At(t time.Time) (offset int, abbreviation string, dst bool) {
	t = t.In(z.loc)
	abbreviation, offset = t.Zone()
	return offset, abbreviation, t.IsDST()
}
