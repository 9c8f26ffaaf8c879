package cron

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is one thing wrong with an expression. "<Field> <Text> <Problem>" is a
// sentence. Field, Text or both are empty where they do not apply; Offset is
// -1 where the whole expression is at fault.
type Error struct {
	Field   string // such as minute
	Text    string // the part at fault
	Offset  int    // where it begins in the expression, in bytes
	Reason  string // out_of_range, reversed_range, invalid_step, …
	Problem string
	Hint    string // what to write instead
}

var nicknames = map[string]string{
	"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *", "@reboot": "",
}

// maxStep is the largest step that is read, so that numbers cannot overflow.
const maxStep = 999_999_999

// Parse reads an expression. Where it is at fault, the schedule is nil and the
// list has every element at fault.
func Parse(expression string, d Dialect) (*Schedule, []Error) {
	p := parser{dialect: d, s: &Schedule{}}
	words := split(expression)
	switch i := strings.IndexFunc(expression, unreadable); {
	case i >= 0:
		_, size := utf8.DecodeRuneInString(expression[i:])
		p.errors = []Error{{Text: expression[i : i+size], Offset: i, Reason: "invalid_character", Problem: "has no place in a crontab line",
			Hint: "part the fields by spaces, and use only digits, names and * , - /"}}
	case len(words) > 0 && words[0].text[0] == '@':
		p.nickname(words)
	case len(words) != len(fieldNames):
		p.count(words)
	default:
		p.fields(words)
	}
	if p.errors != nil {
		return nil, p.errors
	}
	return p.s, nil
}

// unreadable tells whether a character is in no dialect of anybody's.
func unreadable(r rune) bool {
	return r > unicode.MaxASCII || unicode.IsControl(r) && r != '\t'
}

type parser struct {
	dialect Dialect
	s       *Schedule
	errors  []Error
}

// word is a part of the expression with its place.
type word struct {
	text   string
	offset int
}

// split parts an expression at spaces and tabs.
func split(expression string) (words []word) {
	for i := 0; i < len(expression); i++ {
		start := i
		for i < len(expression) && expression[i] != ' ' && expression[i] != '\t' {
			i++
		}
		if i > start {
			words = append(words, word{expression[start:i], start})
		}
	}
	return words
}

func (p *parser) fail(f Field, w word, reason, problem, hint string) {
	p.errors = append(p.errors, Error{f.String(), w.text, w.offset, reason, problem, hint})
}

func (p *parser) nickname(words []word) {
	name := words[0].text
	line, known := nicknames[name]
	e := Error{Text: name, Offset: words[0].offset, Reason: "unknown_nickname", Problem: "is no nickname of crontab",
		Hint: "send @yearly, @monthly, @weekly, @daily, @hourly, @reboot or five fields"}
	switch lower := strings.ToLower(name); {
	case known && p.dialect == POSIX:
		e.Reason, e.Problem, e.Hint = "not_posix", "is a nickname, which POSIX has not", "send "+line+", or dialect standard"
		if line == "" {
			e.Hint = "send dialect standard"
		}
	case known && len(words) > 1:
		e.Reason, e.Problem, e.Hint = "field_count", "stands for all five fields, and nothing may follow it", "send "+name+" alone"
	case known:
		if p.s.reboot = line == ""; !p.s.reboot {
			p.fields(split(line))
		}
		return
	case nicknames[lower] != "" || lower == "@reboot":
		e.Hint = "nicknames are written in lower case: send " + lower
	case lower == "@every":
		e.Hint = "crontab has no intervals; send steps, such as */5 * * * *"
	}
	p.errors = []Error{e}
}

// count refuses a wrong number of fields, with what they seem to be.
func (p *parser) count(words []word) {
	e := Error{Offset: -1, Reason: "field_count", Hint: "send * for a field that does not matter, such as 0 9 * * 1-5"}
	switch e.Problem = fmt.Sprintf("has %d fields", len(words)); len(words) {
	case 0:
		e.Problem = "is empty"
	case 1:
		e.Problem = "has one field"
	}
	e.Problem += ", but crontab has five fields: " + strings.Join(fieldNames[:], ", ")
	if n := len(fieldNames); len(words) > n {
		trial := parser{dialect: p.dialect, s: &Schedule{}}
		trial.fields(words[:n])
		sixth := words[n]
		fine := trial.errors == nil
		trial.field(DayOfWeek, sixth)
		switch {
		case strings.Contains(words[0].text, "="):
			e.Hint = "send the time zone as timezone"
		case fine && trial.errors != nil && !strings.ContainsAny(sixth.text[:1], "0123456789*?"):
			e.Hint = "send the five fields alone, without the command"
		default:
			e.Hint = "seconds and years, as in Quartz and Spring, are not accepted; leave out the first or the last field"
		}
	}
	p.errors = []Error{e}
}

func (p *parser) fields(words []word) {
	for i, w := range words {
		p.s.fields[i] = p.field(Field(i), w)
	}
	p.s.days = dayMatch(p.dialect, &p.s.fields[DayOfMonth], &p.s.fields[DayOfWeek])
}

func (p *parser) field(which Field, w word) field {
	f := field{text: w.text}
	for rest, more := w, true; more; {
		element := rest
		element.text, rest.text, more = strings.Cut(rest.text, ",")
		rest.offset += len(element.text) + 1
		t, ok := p.term(which, element)
		if ok && p.dialect == POSIX {
			p.posix(which, element, w, t)
		}
		if ok {
			f.add(which, t)
		}
	}
	return f
}

// posix refuses what POSIX has not, with the values to list instead.
func (p *parser) posix(f Field, element, whole word, t term) {
	problem := ""
	switch {
	case strings.Contains(element.text, "/"):
		problem = "has a step, which POSIX has not"
	case strings.ContainsFunc(element.text, unicode.IsLetter):
		problem = "is written with names, which POSIX has not"
	case t.star && element != whole:
		problem = "stands in a list, which POSIX allows for numbers only"
	case f == DayOfWeek && !t.star && t.hi == 7:
		problem = "goes to 7, but POSIX knows Sunday as 0 only"
	default:
		return
	}
	if t.star && t.step == 1 {
		p.fail(f, element, "not_posix", problem, "send * alone, or dialect standard")
		return
	}
	var list []string
	for _, v := range values(t.set(f)) {
		list = append(list, strconv.Itoa(v))
	}
	p.fail(f, element, "not_posix", problem, "send "+strings.Join(list, ",")+", or dialect standard")
}
