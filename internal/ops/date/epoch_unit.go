package date

import (
	"time"

	"toolcrib/internal/num"
)

// timestampUnit is a way to count time from some day on.
type timestampUnit struct {
	name    string
	nanos   num.Dec // length of the unit in nanoseconds
	perNano num.Dec // its reciprocal; 0 for days, which have none in decimals
	zero    num.Dec // what it counts at the Unix epoch, 1970-01-01T00:00:00Z
	sent    int     // decimals that a timestamp in it may have; -1 is any number
	places  int     // decimals with which it is written
}

// The first four are Unix time; unit=auto chooses among them.
var timestampUnits = []timestampUnit{
	{"s", num.D("1e9"), num.D("1e-9"), num.D("0"), 9, 0},
	{"ms", num.D("1e6"), num.D("1e-6"), num.D("0"), 6, 0},
	{"us", num.D("1e3"), num.D("1e-3"), num.D("0"), 0, 0},
	{"ns", num.D("1"), num.D("1"), num.D("0"), 0, 0},
	{"filetime", num.D("100"), num.D("0.01"), num.D("116444736000000000"), 0, 0},
	{"dotnet_ticks", num.D("100"), num.D("0.01"), num.D("621355968000000000"), 0, 0},
	{"excel", num.D("864e11"), num.D("0"), num.D("25569"), -1, 11},
	{"ntp", num.D("1e9"), num.D("1e-9"), num.D("2208988800"), 0, 0},
	{"cocoa", num.D("1e9"), num.D("1e-9"), num.D("-978307200"), 9, 9},
	{"julian_day", num.D("864e11"), num.D("0"), num.D("2440587.5"), -1, 11},
}

var second = timestampUnits[0]

// unitNamed finds a unit by its name.
func unitNamed(name string) timestampUnit {
	for _, u := range timestampUnits {
		if u.name == name {
			return u
		}
	}
	panic("date: no unit " + name)
}

// detectUnit tells the unit of a Unix timestamp by its size. What could also
// be another unit is before March 1973 or after the year 5138.
func detectUnit(v num.Dec) timestampUnit {
	if v.Sign() < 0 {
		v = v.Neg()
	}
	for i, limit := range []num.Dec{num.D("1e11"), num.D("1e14"), num.D("1e17")} {
		if v.Cmp(limit) < 0 {
			return timestampUnits[i]
		}
	}
	return unitNamed("ns")
}

// read is the instant of a timestamp in nanoseconds of Unix time.
func (u timestampUnit) read(v num.Dec) num.Dec {
	return v.Sub(u.zero).Mul(u.nanos).Round(0, num.HalfEven)
}

// write is the timestamp of an instant: the last one that the unit's decimals
// can tell, and of days the nearest.
func (u timestampUnit) write(nanos num.Dec) num.Dec {
	if u.perNano.Sign() == 0 {
		return num.Quotient(nanos, u.nanos).Add(u.zero.Ratio()).Round(u.places, num.HalfEven)
	}
	return nanos.Mul(u.perNano).Add(u.zero).Round(u.places, num.Floor)
}

// nanosOf is an instant in nanoseconds of Unix time, of which an int64 holds
// three centuries only.
func nanosOf(t time.Time) num.Dec {
	return num.FromInt(t.Unix()).Mul(second.nanos).Add(num.FromInt(int64(t.Nanosecond())))
}

// timeOf is the instant of nanoseconds of Unix time within the years 0001 to
// 9999; ok is false outside.
func timeOf(nanos num.Dec) (t time.Time, ok bool) {
	whole := second.write(nanos)
	seconds, ok := whole.Int64()
	if !ok || seconds < firstSecond || seconds > lastSecond {
		return time.Time{}, false
	}
	rest, _ := nanos.Sub(whole.Mul(second.nanos)).Int64()
	return time.Unix(seconds, rest).UTC(), true
}

// The first and the last second that dates can be written of.
const (
	firstSecond = -62135596800 // 0001-01-01T00:00:00Z
	lastSecond  = 253402300799 // 9999-12-31T23:59:59Z
)
