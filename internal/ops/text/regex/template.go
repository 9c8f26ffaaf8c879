package regex

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Template is a replacement text, read for one pattern. It is immutable and
// safe for concurrent use. It must not be copied.
//
// The forms are those of JavaScript's String.prototype.replace (ECMA-262,
// GetSubstitution), with two differences: a reference to a group the pattern
// does not have is an error instead of text, and ${1} and ${name} are
// references too.
//
//	$$          a dollar sign
//	$&          the whole match
//	$1 to $99   a group; the longest number that exists is taken, so with two
//	            groups $12 is group 1 and a 2; $01 is group 1
//	${1}        the group of exactly that number, ${0} the whole match
//	${name}     the group of that name
//	$<name>     the group of that name
//
// A group that took no part inserts nothing. Any other dollar sign stands for
// itself, and so do $0, $` and $': the last two insert the text around the
// match in JavaScript, and a Warning says so.
type Template struct {
	parts    []part
	warnings []Warning
	// text gathers literal text until a group follows.
	text strings.Builder
}

// part is literal text or, when group >= 0, a group.
type part struct {
	text  string
	group int
}

// LiteralTemplate returns a template that inserts text as it is.
func LiteralTemplate(text string) *Template {
	return &Template{parts: []part{{text: text, group: -1}}}
}

// Template reads a replacement. The error is an *Error with CodeUnknownGroup,
// whose ByteOffset and Fragment point into the replacement.
func (r *Regexp) Template(replacement string) (*Template, error) {
	t := &Template{}
	rest := replacement
	for {
		before, after, found := strings.Cut(rest, "$")
		t.literal(before)
		if !found {
			t.flush()
			return t, nil
		}
		offset := len(replacement) - len(after) - 1
		n, err := r.reference(t, after, offset)
		if err != nil {
			return nil, err
		}
		rest = after[n:]
	}
}

// Warnings lists places of the replacement that are taken as text although
// another engine would give them a meaning. The caller must not change it.
func (t *Template) Warnings() []Warning { return t.warnings }

func (t *Template) literal(text string) { t.text.WriteString(text) }

// flush ends a literal part.
func (t *Template) flush() {
	if t.text.Len() > 0 {
		t.parts = append(t.parts, part{text: t.text.String(), group: -1})
		t.text = strings.Builder{}
	}
}

func (t *Template) group(i int) {
	t.flush()
	t.parts = append(t.parts, part{group: i})
}

func (t *Template) warn(offset int, fragment, message string) {
	if len(t.warnings) < maxFindings {
		t.warnings = append(t.warnings, Warning{Code: "literal_dollar", Message: message, ByteOffset: offset, Fragment: fragment})
	}
}

// reference adds what follows a dollar sign at offset and returns how much of
// it belongs to the reference.
func (r *Regexp) reference(t *Template, after string, offset int) (int, error) {
	if after == "" {
		t.literal("$")
		return 0, nil
	}
	switch c := after[0]; {
	case c == '$':
		t.literal("$")
		return 1, nil
	case c == '&':
		t.group(0)
		return 1, nil
	case '0' <= c && c <= '9':
		return r.numberReference(t, after, offset)
	case c == '{' || c == '<':
		return r.delimitedReference(t, after, offset)
	case c == '`' || c == '\'':
		t.warn(offset, "$"+after[:1], "taken as text; JavaScript would insert the text around the match")
	}
	t.literal("$")
	return 0, nil
}

// numberReference reads $1 to $99 and $01 to $09.
func (r *Regexp) numberReference(t *Template, after string, offset int) (int, error) {
	digits := 1
	if len(after) > 1 && '0' <= after[1] && after[1] <= '9' {
		digits = 2
	}
	for n := digits; n > 0; n-- {
		if number, err := strconv.Atoi(after[:n]); err == nil && 0 < number && number <= r.GroupCount() {
			t.group(number)
			return n, nil
		}
	}
	if strings.Trim(after[:digits], "0") == "" {
		t.warn(offset, "$"+after[:digits], "taken as text, as in JavaScript; write $& for the whole match")
		t.literal("$")
		return 0, nil
	}
	return 0, r.unknownGroup(offset, "$"+after[:digits])
}

// delimitedReference reads ${1}, ${name} and $<name>; anything else in the
// delimiters makes the dollar sign text.
func (r *Regexp) delimitedReference(t *Template, after string, offset int) (int, error) {
	closing := map[byte]string{'{': "}", '<': ">"}[after[0]]
	name, _, found := strings.Cut(after[1:], closing)
	isNotName := func(c rune) bool { return c > 'z' || c != '_' && !isAlnum(byte(c)) }
	if !found || name == "" || strings.ContainsFunc(name, isNotName) {
		t.literal("$")
		return 0, nil
	}
	end := 1 + len(name) + 1
	group, known := r.groupByName[name]
	if !known {
		group = -1
	}
	if after[0] == '{' && strings.Trim(name, "0123456789") == "" {
		number, err := strconv.Atoi(name)
		if err != nil || number > r.GroupCount() {
			number = -1
		}
		group = number
	}
	if group < 0 {
		return 0, r.unknownGroup(offset, "$"+after[:end])
	}
	t.group(group)
	return end, nil
}

func (r *Regexp) unknownGroup(offset int, fragment string) *Error {
	named := []string{}
	for _, name := range r.groupNames {
		if name != "" {
			named = append(named, name)
		}
	}
	message := fmt.Sprintf("the pattern has no such group; it has %d", r.GroupCount())
	if len(named) > 0 {
		message += ", named " + clip(strings.Join(named, ", "))
	}
	return &Error{Code: CodeUnknownGroup, ByteOffset: offset, Fragment: clip(fragment),
		Message: message, Hint: "write $$ for a dollar sign as text"}
}

// Append appends the replacement of one match in text to dst. The error is an
// *Error with CodeOutputTooLarge when dst would grow beyond limit bytes.
func (t *Template) Append(dst []byte, text string, m Match, limit int) ([]byte, error) {
	for _, p := range t.parts {
		insert := p.text
		if p.group >= 0 {
			insert = ""
			if start, end, ok := m.Group(p.group); ok {
				insert = text[start:end]
			}
		}
		if len(dst)+len(insert) > limit {
			return nil, outputTooLarge(limit)
		}
		dst = append(dst, insert...)
	}
	return dst, nil
}

func outputTooLarge(limit int) *Error {
	return &Error{Code: CodeOutputTooLarge, Message: fmt.Sprintf("the replaced text would exceed %d bytes", limit)}
}

// Replace replaces every match in text, or the first without the flag g, and
// counts the replacements. The error is that of ctx, or an *Error with
// CodeOutputTooLarge when the result would exceed limit bytes.
func (r *Regexp) Replace(ctx context.Context, text string, t *Template, limit int) (replaced string, count int, err error) {
	out := make([]byte, 0, min(len(text), limit))
	end := 0
	for m, err := range r.Matches(ctx, text) {
		if err != nil {
			return "", 0, err
		}
		if out, err = appendWithin(out, text[end:m.Start()], limit); err != nil {
			return "", 0, err
		}
		if out, err = t.Append(out, text, m, limit); err != nil {
			return "", 0, err
		}
		end = m.End()
		count++
	}
	if out, err = appendWithin(out, text[end:], limit); err != nil {
		return "", 0, err
	}
	return string(out), count, nil
}

func appendWithin(dst []byte, s string, limit int) ([]byte, error) {
	if len(dst)+len(s) > limit {
		return nil, outputTooLarge(limit)
	}
	return append(dst, s...), nil
}
