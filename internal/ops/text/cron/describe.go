package cron

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Clock is how times of day are written.
type Clock uint8

// The clocks.
const (
	Clock12 Clock = iota // 09:05 PM
	Clock24              // 21:05
)

// wording is how the values of a field are spoken of: a list, one range, and
// the steps of *. The words are those that cronstrue writes.
type wording struct{ list, span, step string }

var wordings = [...]wording{
	Minute:     {"at %s minutes past the hour", "minutes %s through %s past the hour", "every %d minutes"},
	Hour:       {"at %s", "between %s and %s", "every %d hours"},
	DayOfMonth: {"on day %s of the month", "between day %s and %s of the month", "every %d days in a month"},
	Month:      {"only in %s", "%s through %s", "every %d months"},
	DayOfWeek:  {"only on %s", "%s through %s", "every %d days of the week"},
}

var everyValue = [...]string{"every minute", "every hour", "every day of the month", "every month", "every day of the week"}

// Describe says in English when the schedule runs. The first letter is a
// capital, and there is no full stop.
func (s *Schedule) Describe(c Clock) string {
	if s.reboot {
		return "Run once, at startup"
	}
	d := describer{s, c}
	parts := append(d.times(), d.days()...)
	if !s.fields[Month].all() {
		parts = append(parts, d.field(Month))
	}
	text := strings.Join(parts, ", ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// DescribeField says in English what one field means.
func (s *Schedule) DescribeField(f Field, c Clock) string { return describer{s, c}.field(f) }

type describer struct {
	s     *Schedule
	clock Clock
}

// times describes minute and hour.
func (d describer) times() []string {
	minute, hour := &d.s.fields[Minute], &d.s.fields[Hour]
	m, h := minute.terms[0], hour.terms[0]
	oneMinute, oneHour := len(minute.terms) == 1 && m.single(), len(hour.terms) == 1 && h.single()
	fullHour := oneMinute && m.lo == 0
	switch {
	case oneMinute && !slices.ContainsFunc(hour.terms, func(t term) bool { return !t.single() }):
		return []string{d.at(hour.terms, m.lo)}
	case fullHour && hour.all():
		return []string{"every hour"}
	case hour.all():
		return []string{d.field(Minute)}
	case fullHour && slices.ContainsFunc(hour.terms, term.stepped):
		return []string{"on the hour", d.phrase(Hour, hour.terms, 0)}
	case fullHour:
		return []string{"every hour", d.phrase(Hour, hour.terms, 0)}
	case oneHour && len(minute.terms) == 1 && !m.stepped() && !m.star:
		return []string{fmt.Sprintf("every minute between %s and %s", d.time(h.lo, m.lo), d.time(h.lo, m.hi))}
	case oneHour && len(minute.terms) > 1 && !slices.ContainsFunc(minute.terms, term.stepped) && !minute.all():
		return []string{d.field(Minute), d.at(hour.terms, 0)}
	}
	return []string{d.field(Minute), d.field(Hour)}
}

// at lists times of day: one minute in given hours.
func (d describer) at(hours []term, minute int) string {
	var list []string
	for _, t := range inOrder(hours) {
		list = append(list, d.time(t.lo, minute))
	}
	return "at " + join(list, " and ")
}

// days describes day_of_month and day_of_week.
func (d describer) days() []string {
	month, week := &d.s.fields[DayOfMonth], &d.s.fields[DayOfWeek]
	switch everyDate, everyWeekday := month.all(), week.all(); {
	case d.s.days == EitherMatches && (everyDate || everyWeekday):
		return []string{"every day"}
	case everyDate && everyWeekday:
		return nil
	case everyDate:
		return []string{d.field(DayOfWeek)}
	case everyWeekday:
		return []string{d.field(DayOfMonth)}
	case d.s.days == EitherMatches:
		return []string{d.field(DayOfMonth), "and " + d.weekdays(week.terms)}
	}
	weekdays := week.terms
	if slices.ContainsFunc(weekdays, term.stepped) {
		weekdays = nil
		for _, v := range values(week.set) {
			weekdays = append(weekdays, term{lo: v, hi: v, step: 1})
		}
	}
	return []string{d.field(DayOfMonth), "but only " + d.weekdays(weekdays)}
}

// weekdays is the phrase for weekdays beside days of the month.
func (d describer) weekdays(terms []term) string {
	words := wordings[DayOfWeek]
	words.list = "on %s"
	return d.phraseAs(words, DayOfWeek, terms, 0)
}

func (d describer) field(f Field) string {
	if d.s.fields[f].all() {
		return everyValue[f]
	}
	return d.phrase(f, d.s.fields[f].terms, 59)
}

func (d describer) phrase(f Field, terms []term, lastMinute int) string {
	return d.phraseAs(wordings[f], f, terms, lastMinute)
}

// phraseAs describes a list of terms: those without steps together, then each
// of those with steps. Hours last until a minute of theirs.
func (d describer) phraseAs(words wording, f Field, terms []term, lastMinute int) string {
	var plain, phrases, stepped []string
	for _, t := range inOrder(terms) {
		from, to := d.value(f, t.lo, 0), d.value(f, t.hi, lastMinute)
		span := fmt.Sprintf(words.span, from, to)
		switch {
		case t.stepped() && t.star:
			stepped = append(stepped, fmt.Sprintf(words.step, t.step))
		case t.stepped():
			stepped = append(stepped, fmt.Sprintf(words.step, t.step)+", "+span)
		case len(terms) == 1 && (f == Hour || !t.single()):
			return span
		case t.single():
			plain = append(plain, from)
		default:
			plain = append(plain, from+" through "+to)
		}
	}
	if plain != nil {
		phrases = append(phrases, fmt.Sprintf(words.list, join(plain, ", and ")))
		if f == Minute && len(plain) == 1 && plain[0] == "1" {
			phrases[0] = "at 1 minute past the hour"
		}
	}
	return join(append(phrases, stepped...), ", and ")
}

// inOrder sorts terms by their values.
func inOrder(terms []term) []term {
	return slices.SortedStableFunc(slices.Values(terms), func(a, b term) int { return cmp.Or(a.lo-b.lo, a.hi-b.hi) })
}

// join lists texts: "a", "a and b", "a, b, and c"; last parts the last of
// three or more.
func join(list []string, last string) string {
	n := len(list) - 1
	switch n {
	case 0:
		return list[0]
	case 1:
		return list[0] + " and " + list[1]
	}
	return strings.Join(list[:n], ", ") + last + list[n]
}

// value writes a value of a field; an hour with a minute.
func (d describer) value(f Field, v, minute int) string {
	switch f {
	case Hour:
		return d.time(v, minute)
	case Month, DayOfWeek:
		return valueName(f, v)
	}
	return strconv.Itoa(v)
}

func (d describer) time(hour, minute int) string {
	half := ""
	if d.clock == Clock12 {
		half = " AM"
		if hour >= 12 {
			half = " PM"
		}
		hour = (hour+11)%12 + 1
	}
	return fmt.Sprintf("%02d:%02d%s", hour, minute, half)
}
