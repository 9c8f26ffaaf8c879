package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"toolcrib/internal/op"
)

// yamlFromJSON writes a JSON document as YAML 1.2 in block style: members in
// their order, numbers as they are spelt. Readers of YAML 1.1, which are still
// the majority, see the same data: a text that either version could take for
// something else is quoted.
func yamlFromJSON(doc []byte) []byte {
	w := yamlWriter{in: json.NewDecoder(bytes.NewReader(doc))}
	w.in.UseNumber()
	w.value(0, false)
	return w.out.Bytes()
}

type yamlWriter struct {
	in  *json.Decoder
	out bytes.Buffer
}

func (w *yamlWriter) token() json.Token {
	t, err := w.in.Token()
	must(err)
	return t
}

// value writes the next value and ends its line. depth is the indentation of
// what is inside it; item tells that it follows "-", where a container begins
// on the same line.
func (w *yamlWriter) value(depth int, item bool) {
	switch t := w.token().(type) {
	case json.Delim:
		w.container(t, depth, item)
	case string:
		w.text(t, depth)
	case json.Number:
		fmt.Fprintf(&w.out, " %s\n", yamlNumber(t.String()))
	case bool:
		fmt.Fprintf(&w.out, " %t\n", t)
	case nil:
		w.out.WriteString(" null\n")
	}
}

func (w *yamlWriter) container(open json.Delim, depth int, item bool) {
	switch {
	case !w.in.More():
		fmt.Fprintf(&w.out, " %s%s\n", open, w.token())
		return
	case item:
		w.out.WriteByte(' ')
	case depth > 0:
		w.out.WriteByte('\n')
	}
	for first := true; w.in.More(); first = false {
		if !first || !item {
			w.out.WriteString(strings.Repeat("  ", depth))
		}
		if open == '[' {
			w.out.WriteByte('-')
			w.value(depth+1, true)
			continue
		}
		w.out.WriteString(yamlText(w.token().(string)) + ":")
		w.value(depth+1, false)
	}
	w.token()
}

// text writes paragraphs as a block, as a person would, and all else in line.
func (w *yamlWriter) text(s string, depth int) {
	control := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
	if !strings.Contains(s, "\n") || strings.TrimSpace(s) != s || strings.ContainsFunc(s, control) {
		fmt.Fprintf(&w.out, " %s\n", yamlText(s))
		return
	}
	w.out.WriteString(" |-\n")
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" {
			w.out.WriteString(strings.Repeat("  ", depth) + line)
		}
		w.out.WriteByte('\n')
	}
}

// plain is the text that needs no quotes: it begins with a letter, and nothing
// in it has a meaning in YAML.
var plain = regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9_/.,() -]*[A-Za-z0-9_/.)])?$`)

// notText are the words that YAML 1.1 or 1.2 reads as a boolean or as nothing.
var notText = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// yamlText quotes as JSON does where quotes are needed, and escapes what a
// reader of YAML may refuse or take for the end of a line.
func yamlText(s string) string {
	if plain.MatchString(s) && !slices.Contains(notText, strings.ToLower(s)) {
		return s
	}
	var b strings.Builder
	for _, r := range string(op.AppendString(nil, s)) {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// yamlNumber gives an exponent the point and sign without which YAML 1.1 takes
// the number for a text.
func yamlNumber(s string) string {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return s
	}
	mantissa, exponent := s[:i], s[i+1:]
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + "e" + exponent
}
