package op

import (
	"strconv"
)

// step is one step of the path to the current value: a name, or the index of
// a list's item.
type step struct {
	name  string
	item  bool
	index int
}

// shownName bounds the characters of a caller's own name in a path.
const shownName = 60

// where writes the path, such as options[1].weight. Names that the caller
// made up are cut where they are long, and visible where they are empty.
func (d *decoder) where() string {
	if len(d.path) == 1 && plainName(d.path[0].name) {
		return d.path[0].name
	}
	var b []byte
	for _, s := range d.path {
		if s.item {
			b = append(strconv.AppendInt(append(b, '['), int64(s.index), 10), ']')
			continue
		}
		if len(b) > 0 {
			b = append(b, '.')
		}
		switch {
		case s.name == "":
			b = append(b, `""`...)
		case plainName(s.name):
			b = append(b, s.name...)
		default:
			b = append(b, show(s.name, shownName)...)
		}
	}
	return string(b)
}

// plainName tells whether a name is of the form that fields have.
func plainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != "" && len(name) <= shownName
}

// add records a violation of the value the path leads to.
func (d *decoder) add(code, format string, args ...any) *Violation {
	if d.invalid.full() {
		return d.invalid.omit()
	}
	return d.invalid.Add(d.where(), code, format, args...)
}

// addAt is add with the place inside the document.
func (d *decoder) addAt(offset int, code, format string, args ...any) *Violation {
	if d.invalid.full() {
		return d.invalid.omit()
	}
	v := d.invalid.Add(d.where(), code, format, args...)
	v.Place = d.place(offset)
	return v
}

// within runs f one step further down. After an error, which ends the
// reading, the path stays where it happened.
func (d *decoder) within(s step, f func() error) error {
	d.path = append(d.path, s)
	err := f()
	if err == nil {
		d.path = d.path[:len(d.path)-1]
	}
	return err
}
