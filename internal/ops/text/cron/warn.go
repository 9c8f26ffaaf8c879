package cron

import (
	"fmt"
	"time"
)

// Warning tells of an expression that may not mean what it seems to.
type Warning struct {
	Code    string // step_exceeds_range, uneven_step, dialect_dependent_days
	Message string
	Offset  int // in the expression, in bytes; -1 where no one place is meant
}

// periods are what the values of a field fill, and how many fill it; months
// differ in length.
var periods = [...]struct {
	name   string
	values int
}{{"hour", 60}, {"day", 24}, {"month", 0}, {"year", 12}, {"week", 7}}

// Warnings lists what a reader of the expression may get wrong.
func (s *Schedule) Warnings() (list []Warning) {
	for i := range s.fields {
		for _, t := range s.fields[i].terms {
			if w := t.warning(Field(i)); w.Code != "" {
				list = append(list, w)
			}
		}
	}
	if s.ambiguousDays() {
		message := "either day_of_month or day_of_week has to match; where a field that begins with * does not restrict, as in cronie (dialect vixie), both have to"
		if s.days == BothMatch {
			message = "both day_of_month and day_of_week have to match; where every field that is not * restricts (dialect standard), either may"
		}
		list = append(list, Warning{"dialect_dependent_days", message, -1})
	}
	return list
}

// warning is about steps: those that leave one value, of which cronie warns
// too, and those that do not come out even.
func (t term) warning(f Field) Warning {
	period, last := periods[f], t.last()
	switch {
	case t.step == 1:
		return Warning{}
	case last == t.lo:
		return Warning{"step_exceeds_range", fmt.Sprintf("a step of %d leaves only the first value of %s, %d, once in each %s", t.step, f, t.lo, period.name), t.offset}
	case t.star && (period.values == 0 || period.values%t.step != 0):
		return Warning{"uneven_step", fmt.Sprintf("the steps of %s begin anew in each %s: after %d comes %d", f, period.name, last, t.lo), t.offset}
	}
	return Warning{}
}

// ambiguousDays tells whether the standard and the Vixie dialect disagree about
// some day.
func (s *Schedule) ambiguousDays() bool {
	month, week := s.fields[DayOfMonth], s.fields[DayOfWeek]
	if s.reboot || month.text == "*" || week.text == "*" || !month.starred() && !week.starred() {
		return false
	}
	for _, m := range s.Values(Month) {
		if all := datesOf(2000, time.Month(m)); week.set != everyWeekday || month.set&all != all {
			return true
		}
	}
	return false
}
