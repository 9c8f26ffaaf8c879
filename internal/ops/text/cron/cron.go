package cron

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Dialect says what may be written and when a day matches.
type Dialect uint8

// The dialects.
const (
	Standard Dialect = iota // OCPS 1.0 with the nicknames of 1.1
	Vixie                   // as cronie: a day field that begins with * does not restrict
	POSIX                   // numbers, lists and ranges only; Sunday is 0
)

// Field is one of the five fields of an expression.
type Field uint8

// The fields, in their order.
const (
	Minute Field = iota
	Hour
	DayOfMonth
	Month
	DayOfWeek
)

var fieldNames = [...]string{"minute", "hour", "day_of_month", "month", "day_of_week"}

func (f Field) String() string { return fieldNames[f] }

// bounds are the values of each field; 7 is another name of Sunday.
var bounds = [...]struct{ min, max int }{{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}}

// valueName is the name that a month or weekday has in English.
func valueName(f Field, v int) string {
	if f == Month {
		return time.Month(v).String()
	}
	return time.Weekday(v % 7).String()
}

// term is one element of the list that a field is: every step-th value from lo
// to hi. A single value is a range of one.
type term struct {
	lo, hi, step int
	star         bool
	offset       int // in the expression, in bytes
}

func (t term) single() bool { return t.lo == t.hi }

func (t term) stepped() bool { return t.step > 1 }

func (t term) last() int { return t.hi - (t.hi-t.lo)%t.step }

// set has a bit for each value of a term of a field; Sunday is bit 0 only.
func (t term) set(f Field) (set uint64) {
	for v := t.lo; v <= t.hi; v += t.step {
		set |= 1 << v
	}
	if f == DayOfWeek {
		set = (set | set>>7) & everyWeekday
	}
	return set
}

func (t term) String() string { return string(t.append(nil)) }

func (t term) append(dst []byte) []byte {
	if t.star {
		dst = append(dst, '*')
	} else {
		dst = strconv.AppendInt(dst, int64(t.lo), 10)
		if t.single() {
			return dst
		}
		dst = strconv.AppendInt(append(dst, '-'), int64(t.hi), 10)
	}
	if t.step == 1 {
		return dst
	}
	return strconv.AppendInt(append(dst, '/'), int64(t.step), 10)
}

// field is a field that has been read.
type field struct {
	text  string
	terms []term
	set   uint64 // a bit for each value
}

// all tells whether a * stands for every value, whatever is listed beside it.
func (f *field) all() bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.star && t.step == 1 })
}

// add puts a term into the list unless its like is there.
func (f *field) add(which Field, t term) {
	set := t.set(which)
	if slices.ContainsFunc(f.terms, func(other term) bool { return other.star == t.star && other.set(which) == set }) {
		return
	}
	f.terms = append(f.terms, t)
	f.set |= set
}

func (f *field) starred() bool { return f.text[0] == '*' }

// DayMatch says which of the two day fields decide whether a day matches.
type DayMatch string

// The ways in which days match.
const (
	EveryDay      DayMatch = "every_day"
	ByDayOfMonth  DayMatch = "day_of_month"
	ByDayOfWeek   DayMatch = "day_of_week"
	EitherMatches DayMatch = "either"
	BothMatch     DayMatch = "both"
)

// Schedule is an expression that has been read. It does not change.
type Schedule struct {
	reboot bool
	fields [5]field
	days   DayMatch
}

// Reboot tells whether the expression is @reboot, which has neither fields nor
// times.
func (s *Schedule) Reboot() bool { return s.reboot }

// DayMatch tells which fields decide about days.
func (s *Schedule) DayMatch() DayMatch { return s.days }

// Expression is a field as it was written; that of a nickname is as in the
// expression that the nickname stands for.
func (s *Schedule) Expression(f Field) string { return s.fields[f].text }

// Wildcard tells whether a field is *.
func (s *Schedule) Wildcard(f Field) bool { return s.fields[f].text == "*" }

// Values lists the values of a field in order, Sunday as 0.
func (s *Schedule) Values(f Field) []int { return values(s.fields[f].set) }

func values(set uint64) []int {
	list := make([]int, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

func dayMatch(d Dialect, month, week *field) DayMatch {
	switch {
	case month.text == "*" && week.text == "*":
		return EveryDay
	case month.text == "*":
		return ByDayOfWeek
	case week.text == "*":
		return ByDayOfMonth
	case d == Vixie && (month.starred() || week.starred()):
		return BothMatch
	}
	return EitherMatches
}

// realTime tells whether the job follows real time where clocks are changed.
func (s *Schedule) realTime() bool { return s.fields[Minute].starred() || s.fields[Hour].starred() }

// Normalized writes the expression in numbers, Sunday as 0, without repeated
// elements. It reads back as the same schedule, in any dialect that has what
// it uses.
func (s *Schedule) Normalized() string {
	if s.reboot {
		return "@reboot"
	}
	var fields [5]string
	for i := range s.fields {
		fields[i] = s.fields[i].normalized(Field(i))
	}
	return strings.Join(fields[:], " ")
}

func (f *field) normalized(which Field) string {
	var n field
	for _, t := range f.terms {
		sunday := false
		if which == DayOfWeek && !t.star && t.hi == 7 {
			sunday = t.last() == 7
			t.hi = 6
			t.hi = t.last()
		}
		if t.lo <= t.hi {
			n.add(which, t)
		}
		if sunday && t.lo > 0 {
			n.add(which, term{step: 1})
		}
	}
	list := make([]string, len(n.terms))
	for i, t := range n.terms {
		list[i] = t.String()
	}
	if text := strings.Join(list, ","); text != "*" || f.text == "*" {
		return text
	}
	return "*/1" // a lone * does not restrict days, all else does
}
