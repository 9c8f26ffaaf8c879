// Package isoduration reads and writes durations of ISO 8601-1:2019, section
// 5.5.2.3, such as P1Y2M3W4DT5H6M7.5S, with the extensions of ISO 8601-2 that
// weeks may stand beside other units and that a minus sign may come first.
//
// It is strict: designators are capitals in their order, each at most once; a
// fraction, behind a point or comma, has at most nine digits and stands on the
// last unit, which must be one of exact length (hours, minutes or seconds).
package isoduration

import (
	"fmt"
	"strconv"
	"strings"
)

// Duration is a length of time in three parts that cannot be turned into each
// other: months, of unequal length, days, which a time zone may make longer or
// shorter than 24 hours, and exact time. No part is below 0.
type Duration struct {
	Negative bool // all of it leads back in time
	Months   int  // a year is 12
	Days     int  // a week is 7
	Seconds  int  // an hour is 3600
	Nanos    int  // less than a second
}

// What Parse accepts of each part: 10,000 years, by the mean Gregorian year.
const (
	MaxMonths  = 12 * 10_000
	MaxDays    = 3_652_425
	MaxSeconds = MaxDays * 24 * 60 * 60
)

// Reason names a kind of fault.
type Reason string

// The faults that Parse finds.
const (
	NoPeriod    Reason = "no_period"         // no P at the beginning
	Empty       Reason = "empty"             // nothing behind P or T
	NoNumber    Reason = "no_number"         // something else where a digit must be
	NoUnit      Reason = "no_unit"           // a number at the end, without its unit
	UnknownUnit Reason = "unknown_unit"      // not a designator, or not one of this part
	UnitOrder   Reason = "unit_order"        // a unit twice or behind a smaller one
	Fraction    Reason = "fraction"          // a fraction on a date unit, or not on the last unit
	Decimals    Reason = "too_many_decimals" // no digit, or more than nine, behind the decimal sign
	Range       Reason = "out_of_range"      // more than MaxMonths, MaxDays or MaxSeconds
)

// Error is a fault of a text: what it is and its offset in bytes.
type Error struct {
	Reason Reason
	Offset int
	text   string
}

// Error continues a sentence that begins with the name of the field.
func (e *Error) Error() string { return e.text }

// unit is a designator and what one of it is.
type unit struct {
	letter                byte
	months, days, seconds int
}

var (
	dateUnits = []unit{{letter: 'Y', months: 12}, {letter: 'M', months: 1}, {letter: 'W', days: 7}, {letter: 'D', days: 1}}
	timeUnits = []unit{{letter: 'H', seconds: 3600}, {letter: 'M', seconds: 60}, {letter: 'S', seconds: 1}}
)

const (
	nanosPerSecond = 1_000_000_000
	decimals       = 9
)

// Parse reads a duration. The error is an *Error.
func Parse(s string) (Duration, error) {
	p := parser{text: s}
	p.Negative = p.take('-')
	if !p.take('P') {
		return Duration{}, p.fault(NoPeriod, "must begin with 'P'")
	}
	if err := p.part(dateUnits); err != nil {
		return Duration{}, err
	}
	if p.take('T') {
		start := p.at
		if err := p.part(timeUnits); err != nil {
			return Duration{}, err
		}
		if p.at == start {
			return Duration{}, p.fault(Empty, "has nothing behind its 'T'")
		}
	}
	switch {
	case p.at < len(s):
		return Duration{}, p.fault(NoNumber, "has no number where one must be")
	case s[p.at-1] == 'P':
		return Duration{}, p.fault(Empty, "has nothing behind its 'P'")
	case p.Months > MaxMonths || p.Days > MaxDays || p.Seconds > MaxSeconds || p.Seconds == MaxSeconds && p.Nanos > 0:
		return Duration{}, &Error{Range, 0, "is longer than 10000 years"}
	}
	return p.Duration, nil
}

// parser adds up what it has read.
type parser struct {
	Duration
	text string
	at   int
}

// fault is an error at the place that was reached.
func (p *parser) fault(reason Reason, format string, args ...any) error {
	return &Error{reason, p.at, fmt.Sprintf(format, args...)}
}

func (p *parser) take(c byte) bool {
	found := p.at < len(p.text) && p.text[p.at] == c
	if found {
		p.at++
	}
	return found
}

// part reads numbers with units out of a list, in its order, for as long as
// there are digits.
func (p *parser) part(units []unit) error {
	for digits := p.digits(); digits != ""; digits = p.digits() {
		fraction, fractional := "", false
		if p.take('.') || p.take(',') {
			fractional = true
			if fraction = p.digits(); fraction == "" || len(fraction) > decimals {
				return p.fault(Decimals, "must have one to nine digits behind its decimal sign")
			}
		}
		next, err := p.unit(units)
		if err != nil {
			return err
		}
		u := next[0]
		if fractional && (u.seconds == 0 || p.at < len(p.text)) {
			return p.fault(Fraction, "may have a fraction only on its last unit, and only of hours, minutes or seconds")
		}
		n := amount(digits)
		p.Months += n * u.months
		p.Days += n * u.days
		// The digits of a fraction of a unit are billionths of it, so that
		// times its seconds they are nanoseconds.
		nanos := amount((fraction + "000000000")[:decimals]) * u.seconds
		p.Seconds += n*u.seconds + nanos/nanosPerSecond
		p.Nanos += nanos % nanosPerSecond
		units = next[1:]
	}
	return nil
}

// unit reads a designator and returns the units from it on.
func (p *parser) unit(units []unit) ([]unit, error) {
	if p.at == len(p.text) {
		return nil, p.fault(NoUnit, "ends with a number that has no unit")
	}
	c := p.text[p.at]
	for i, u := range units {
		if u.letter == c {
			p.at++
			return units[i:], nil
		}
	}
	if c == 'T' {
		return nil, p.fault(NoUnit, "has a number without a unit before its 'T'")
	}
	if strings.IndexByte("YMWDHS", c) >= 0 {
		return nil, p.fault(UnitOrder, "has %c out of place; the order is Y M W D, then behind 'T' H M S, each at most once", c)
	}
	return nil, p.fault(UnknownUnit, "has something other than Y, M, W, D, H, M or S behind a number")
}

func (p *parser) digits() string {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.text[start:p.at]
}

// amount reads digits; what is beyond every bound becomes a number that still
// is and that can be multiplied and added without overflow.
func amount(digits string) (n int) {
	for _, c := range []byte(digits) {
		n = min(10*n+int(c-'0'), 1e15)
	}
	return n
}

// String writes the duration with months as years and months, days, and exact
// time as hours, minutes and seconds; parts of 0 are left out, and 0 is PT0S.
func (d Duration) String() string {
	b := []byte{'P'}
	if d.Negative {
		b = []byte("-P")
	}
	b = component(b, d.Months/12, 'Y')
	b = component(b, d.Months%12, 'M')
	b = component(b, d.Days, 'D')
	if d.Seconds > 0 || d.Nanos > 0 {
		b = append(b, 'T')
		b = component(b, d.Seconds/3600, 'H')
		b = component(b, d.Seconds/60%60, 'M')
		b = seconds(b, d.Seconds%60, d.Nanos)
	}
	if b[len(b)-1] == 'P' {
		return "PT0S"
	}
	return string(b)
}

func component(b []byte, n int, letter byte) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendInt(b, int64(n), 10), letter)
}

func seconds(b []byte, whole, nanos int) []byte {
	if nanos == 0 {
		return component(b, whole, 'S')
	}
	fraction := strings.TrimRight(fmt.Sprintf("%0*d", decimals, nanos), "0")
	return fmt.Appendf(b, "%d.%sS", whole, fraction)
}
