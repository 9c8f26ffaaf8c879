package jsonschema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/jsondoc"
)

// key writes a value so that equal values, and only these, are written alike:
// members in the order of their names, numbers by their value.
func key(v *jsondoc.Value) string { return string(appendKey(nil, v)) }

func appendKey(dst []byte, v *jsondoc.Value) []byte {
	switch v.Kind {
	case jsonscan.String:
		return appendKeyText(dst, v.Text)
	case jsonscan.Number:
		d := jsondoc.ParseDecimal(v.Text)
		if d.Negative {
			dst = append(dst, '-')
		}
		dst = append(append(append(dst, '0'), d.Digits...), 'e')
		return append(strconv.AppendInt(dst, d.Exponent, 10), ';')
	case jsonscan.Array:
		dst = append(dst, '[')
		for i := range v.Items {
			dst = appendKey(dst, &v.Items[i])
		}
		return append(dst, ']')
	case jsonscan.Object:
		dst = append(dst, '{')
		for _, name := range slices.Sorted(slices.Values(v.Names())) {
			dst = appendKey(appendKeyText(dst, name), v.Get(name))
		}
		return append(dst, '}')
	}
	return append(dst, byte(v.Kind))
}

func appendKeyText(dst []byte, s string) []byte {
	return append(append(strconv.AppendInt(append(dst, '"'), int64(len(s)), 10), ':'), s...)
}

// maxShown is the number of characters of a foreign text that a message shows.
const maxShown = 40

// cut shortens a text.
func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxShown {
			return s[:i] + "…"
		}
	}
	return s
}

// quote shows a text in a message: short, and on one line.
func quote(s string) string {
	shown := strconv.Quote(cut(s))
	return "'" + strings.ReplaceAll(shown[1:len(shown)-1], `\"`, `"`) + "'"
}

// show shows a value in a message.
func show(v *jsondoc.Value) string {
	switch v.Kind {
	case jsonscan.String:
		return quote(v.Text)
	case jsonscan.Number:
		return cut(v.Text)
	case jsonscan.Array:
		return fmt.Sprintf("an array of %d", len(v.Items))
	case jsonscan.Object:
		return fmt.Sprintf("an object of %d", len(v.Items))
	case jsonscan.True:
		return "true"
	case jsonscan.False:
		return "false"
	}
	return "null"
}

// quoteAll lists names in a message, the first five of them.
func quoteAll(names []string) string {
	var shown []string
	for _, name := range names[:min(len(names), 5)] {
		shown = append(shown, quote(name))
	}
	list := strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
