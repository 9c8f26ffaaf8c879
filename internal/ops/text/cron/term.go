package cron

import (
	"fmt"
	"strconv"
	"strings"
)

// extensions are what other schedulers have and crontab has not, with what to
// do instead.
var extensions = map[rune]string{
	'?': "? is of Quartz: send *",
	'L': "L (last) is of Quartz: crontab has no last day; run on 28-31 and let the command look at the date",
	'W': "W (nearest weekday) is of Quartz: run on days around it and let the command look at the date",
	'#': "# (n-th weekday) is of Quartz: run on that weekday and let the command look at the date",
	'~': "~ (random) is of OpenBSD and cronie: a value that is drawn has no runs to list",
	'H': "H (hash) is of Jenkins: send a number",
	'+': "+ (both days) is a draft of OCPS: in dialect vixie, a day field that begins with * means both",
}

// term reads one element of a list: *, a value or a range, and a step behind
// * or a range.
func (p *parser) term(f Field, w word) (t term, ok bool) {
	body, step, stepped := strings.Cut(w.text, "/")
	t, ranged, ok := p.span(f, word{body, w.offset}, w)
	if !ok || !stepped {
		return t, ok
	}
	if t.step, ok = p.step(f, w, step); ok && !t.star && !ranged {
		t.lo, t.hi = t.lo%(lastValue(f)+1), lastValue(f)
		p.fail(f, w, "invalid_step", "has a step without a range", "send "+t.String())
		return t, false
	}
	if t.single() {
		t.step = 1
	}
	return t, ok
}

// span reads what is before the step of an element.
func (p *parser) span(f Field, w, element word) (t term, ranged, ok bool) {
	t = term{lo: bounds[f].min, hi: bounds[f].max, step: 1, offset: w.offset}
	from, to, ranged := strings.Cut(w.text, "-")
	symbol := strings.IndexFunc(element.text, foreign)
	switch {
	case element.text == "":
		p.fail(f, w, "empty_element", "has an empty element in its list", "leave out the comma")
	case symbol >= 0:
		p.unsupported(f, element, rune(element.text[symbol]))
	case w.text == "*":
		t.star, ok = true, true
	case w.text == "":
		p.fail(f, element, "invalid_step", "has a step without a range", "put * or a range before the slash, such as */5")
	case from == "" || ranged && to == "":
		p.fail(f, w, "incomplete_range", "has a range without both ends", "send both, such as 1-5")
	default:
		t.lo, ok = p.value(f, word{from, w.offset})
		if t.hi = t.lo; ok && ranged {
			t.hi, ok = p.value(f, word{to, w.offset + len(from) + 1})
		}
		if f == DayOfWeek && t.lo > 0 && t.hi == 0 && p.dialect != POSIX {
			t.hi = 7
		}
		if ok && t.lo > t.hi {
			p.fail(f, w, "reversed_range", "ends before it begins", "send "+wrapped(f, t))
			ok = false
		}
	}
	return t, ranged, ok
}

// foreign tells whether a character is not one of crontab's.
func foreign(r rune) bool {
	return !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || strings.ContainsRune("*-/", r))
}

func (p *parser) unsupported(f Field, w word, symbol rune) {
	hint := extensions[symbol]
	if hint == "" {
		hint = "use only digits, names and * , - /"
	}
	p.fail(f, w, "unsupported", "is not crontab syntax", hint)
}

// lastValue is the largest value of a field that is not another one's name.
func lastValue(f Field) int {
	if f == DayOfWeek {
		return 6
	}
	return bounds[f].max
}

// wrapped writes a range that goes over the end of its field as two.
func wrapped(f Field, t term) string {
	head, tail := term{lo: t.lo, hi: lastValue(f), step: 1}, term{lo: bounds[f].min, hi: t.hi, step: 1}
	if head.lo > head.hi {
		return tail.String()
	}
	return head.String() + "," + tail.String()
}

// isNumber tells whether a text has nothing but digits.
func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

// step reads what is behind the slash of an element.
func (p *parser) step(f Field, element word, text string) (int, bool) {
	n, err := strconv.Atoi(text)
	switch {
	case text == "" || !isNumber(text):
		p.fail(f, element, "invalid_step", "has a step that is not a whole number", "send a number behind /, such as */5")
	case err != nil || n > maxStep:
		p.fail(f, element, "out_of_range", fmt.Sprintf("has a step beyond %d", maxStep), "")
	case n == 0:
		p.fail(f, element, "invalid_step", "has a step of 0, which never moves on", "send a step of 1 or more")
	default:
		return n, true
	}
	return 1, false
}

// value reads a number or the name of a month or weekday.
func (p *parser) value(f Field, w word) (int, bool) {
	if !isNumber(w.text) {
		return p.name(f, w)
	}
	n, err := strconv.Atoi(w.text)
	switch b := bounds[f]; {
	case f == Hour && n == 24:
		p.fail(f, w, "out_of_range", "is not from 0 to 23", "midnight is hour 0")
	case err != nil || n < b.min || n > b.max:
		p.fail(f, w, "out_of_range", fmt.Sprintf("is not from %d to %d", b.min, b.max), "")
	default:
		return n, true
	}
	return 0, false
}

// name reads the first three letters of a month or weekday.
func (p *parser) name(f Field, w word) (int, bool) {
	problem, hint := "is not a number", "this field takes numbers only"
	switch f {
	case Month:
		problem, hint = "is neither a number nor the name of a month", "send 1 to 12 or JAN to DEC"
	case DayOfWeek:
		problem, hint = "is neither a number nor the name of a weekday", "send 0 to 7 or SUN to SAT"
	}
	for v := bounds[f].min; f >= Month && v <= lastValue(f); v++ {
		switch name := valueName(f, v); {
		case strings.EqualFold(w.text, name[:3]):
			return v, true
		case len(w.text) > 3 && strings.EqualFold(w.text, name[:min(len(name), len(w.text))]):
			hint = "names have three letters: send " + strings.ToUpper(name[:3])
		}
	}
	if symbol := letter(f, strings.ToUpper(w.text)); symbol != 0 {
		p.unsupported(f, w, symbol)
	} else {
		p.fail(f, w, "invalid_value", problem, hint)
	}
	return 0, false
}

// letter finds the letter that other schedulers write in a field, 0 if there
// is none.
func letter(f Field, upper string) rune {
	days := f == DayOfMonth || f == DayOfWeek
	switch {
	case upper == "H":
		return 'H'
	case days && (upper[0] == 'L' || strings.HasSuffix(upper, "L")):
		return 'L'
	case days && strings.HasSuffix(upper, "W"):
		return 'W'
	}
	return 0
}
