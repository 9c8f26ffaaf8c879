package zone

import "time"

// Status says how many instants a local time is.
type Status string

// The statuses.
const (
	Unique Status = "unique"
	Gap    Status = "gap"  // none: clocks were set forward over it
	Fold   Status = "fold" // two: clocks were set back over it
)

// Disambiguation chooses an instant for a local time that is not unique.
type Disambiguation string

// The disambiguations, as Temporal names them.
const (
	Compatible Disambiguation = "compatible" // Later in a gap, Earlier in a fold: RFC 5545
	Earlier    Disambiguation = "earlier"
	Later      Disambiguation = "later"
	Reject     Disambiguation = "reject"
)

// Resolution is what a local time means in a zone. In a gap, Later is the
// local time by the offset in force before the gap, as if the clocks had not
// been set forward yet, and Earlier by the one after it. Both are the same
// where the local time is unique. They are in the zone's location.
type Resolution struct {
	Status         Status
	Earlier, Later time.Time
}

// Pick chooses one of the instants; ok is false when a time that is not
// unique is to be rejected.
func (r Resolution) Pick(d Disambiguation) (at time.Time, ok bool) {
	switch {
	case r.Status != Unique && d == Reject:
		return time.Time{}, false
	case d == Later, d == Compatible && r.Status == Gap:
		return r.Later, true
	}
	return r.Earlier, true
}

// Resolve tells at which instants the zone's clocks show a local time. Of the
// argument only date and time of day count, whatever its own location.
//
// Clocks are never changed twice within the two days around it, so only the
// offsets a day before and a day after can be the answer's.
func (z *Zone) Resolve(local time.Time) Resolution {
	y, m, d := local.Date()
	wall := time.Date(y, m, d, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
	by := func(days int) (at time.Time, real bool) {
		offset, _, _ := z.At(wall.AddDate(0, 0, days))
		at = wall.Add(-time.Duration(offset) * time.Second)
		found, _, _ := z.At(at)
		return at.In(z.loc), found == offset
	}
	before, realBefore := by(-1)
	after, realAfter := by(1)
	switch {
	case realBefore && realAfter && !before.Equal(after):
		return Resolution{Fold, before, after}
	case realBefore:
		return Resolution{Unique, before, before}
	case realAfter:
		return Resolution{Unique, after, after}
	}
	return Resolution{Gap, after, before}
}
