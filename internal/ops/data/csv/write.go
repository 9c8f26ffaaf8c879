package csv

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// writeJSON returns the table in the shape asked for.
func (t *table) writeJSON(ctx context.Context) ([]byte, error) {
	out := make([]byte, 0, t.estimate())
	if t.options.Output == ByColumn {
		return t.appendColumns(ctx, out)
	}
	return t.appendRows(ctx, out)
}

// estimate guesses the size of the result: the text, and around each cell its
// name and punctuation.
func (t *table) estimate() int {
	names := 0
	if t.options.Output == Objects {
		for _, c := range t.columns {
			names += len(c.Name) + len(`"":`)
		}
	}
	size := len(t.scanner.text) + t.rows*names + len(`"",`)*(len(t.grid)+len(t.extra)) + 2*t.rows
	return min(size, t.options.Limits.Output) + 64
}

// check is called once a row or every few thousand: it bounds the result and
// obeys the context.
func (t *table) check(ctx context.Context, out []byte) error {
	if limit := t.options.Limits.Output; len(out) > limit {
		return &Error{
			Code: OutputTooLarge, Field: "csv",
			Message: fmt.Sprintf("the JSON would be larger than %d bytes", limit),
			Hint:    "Send fewer rows, shorter column names, or output: arrays, which does not repeat the names.",
		}
	}
	return ctx.Err()
}

// appendRows writes objects or arrays.
func (t *table) appendRows(ctx context.Context, out []byte) ([]byte, error) {
	objects := t.options.Output == Objects
	leads, end := t.leads(objects), byte(']')
	if objects {
		end = '}'
	}
	out = append(out, '[')
	pending := t.surplus
	for row := range t.rows {
		if row > 0 {
			out = append(out, ',')
		}
		cells := t.grid[row*len(leads):][:len(leads)]
		for i, lead := range leads {
			out = append(out, lead.text...)
			out = t.appendCell(out, &cells[i], lead.typ)
		}
		if len(pending) > 0 && pending[0].row == row {
			out = t.appendExtras(out, pending[0], objects)
			pending = pending[1:]
		}
		out = append(out, end)
		if err := t.check(ctx, out); err != nil {
			return nil, err
		}
	}
	out = append(out, ']')
	return out, t.check(ctx, out)
}

// lead is what stands before the value of a column in every row.
type lead struct {
	text []byte
	typ  Type
}

func (t *table) leads(objects bool) []lead {
	leads := make([]lead, len(t.columns))
	open := byte('[')
	if objects {
		open = '{'
	}
	for i, c := range t.columns {
		text := []byte{open}
		if objects {
			text = append(appendString(text, c.Name), ':')
		}
		leads[i], open = lead{text, c.Type}, ','
	}
	return leads
}

// appendExtras writes the surplus cells of a row: in an object as one member,
// in an array as further elements.
func (t *table) appendExtras(out []byte, s surplus, objects bool) []byte {
	if objects {
		out = append(appendString(append(out, ','), t.extraName), ':')
		return t.appendExtraArray(out, s)
	}
	for i := s.from; i < s.to; i++ {
		out = t.appendText(append(out, ','), &t.extra[i])
	}
	return out
}

func (t *table) appendExtraArray(out []byte, s surplus) []byte {
	separator := byte('[')
	for i := s.from; i < s.to; i++ {
		out = t.appendText(append(out, separator), &t.extra[i])
		separator = ','
	}
	return append(out, ']')
}

// appendColumns writes an object of one array for each column.
func (t *table) appendColumns(ctx context.Context, out []byte) ([]byte, error) {
	out = append(out, '{')
	for i, column := range t.columns {
		out = openColumn(out, column.Name)
		for row := range t.rows {
			if row > 0 {
				out = append(out, ',')
			}
			out = t.appendCell(out, &t.grid[row*len(t.columns)+i], column.Type)
			if row%checkEvery == 0 {
				if err := t.check(ctx, out); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, ']')
	}
	if len(t.surplus) > 0 {
		out = t.appendExtraColumn(out)
	}
	out = append(out, '}')
	return out, t.check(ctx, out)
}

func openColumn(out []byte, name string) []byte {
	if len(out) > 1 {
		out = append(out, ',')
	}
	return append(appendString(out, name), ":["...)
}

// appendExtraColumn writes the surplus as a column: an array for each record
// that has some, null for the others.
func (t *table) appendExtraColumn(out []byte) []byte {
	out = openColumn(out, t.extraName)
	pending := t.surplus
	for row := range t.rows {
		if row > 0 {
			out = append(out, ',')
		}
		if len(pending) > 0 && pending[0].row == row {
			out = t.appendExtraArray(out, pending[0])
			pending = pending[1:]
		} else {
			out = append(out, "null"...)
		}
	}
	return append(out, ']')
}

// appendCell writes one value by the type of its column.
func (t *table) appendCell(out []byte, c *cell, typ Type) []byte {
	switch {
	case c.class == nullClass:
		return append(out, "null"...)
	case typ == StringType || typ == MixedType && c.class == textClass:
		return t.appendText(out, c)
	case c.size == 0:
		return append(out, "null"...)
	case c.class == numberClass:
		return append(out, t.content(*c)...)
	}
	switch text := t.content(*c); {
	case typ == NumberType:
		numeral, _ := jsonNumeral(text)
		return append(out, numeral...)
	case typ == JSONType:
		out, _ = jsontext.AppendFormat(out, text, jsontext.PreserveRawStrings(true))
		return out
	case len(text) == len("true"):
		return append(out, "true"...)
	default:
		return append(out, "false"...)
	}
}

// appendText writes a cell as a JSON string.
func (t *table) appendText(out []byte, c *cell) []byte {
	raw := t.raw(*c)
	switch {
	case c.form&(specialForm|escapedForm) == 0:
		out = append(out, '"')
		out = append(out, raw...)
		return append(out, '"')
	case c.form&escapedForm == 0:
		return appendString(out, raw)
	}
	out = append(out, '"')
	for piece := range t.scanner.pieces(raw) {
		out = appendEscaped(out, piece)
	}
	return append(out, '"')
}

// appendString appends a JSON string.
func appendString(dst []byte, s string) []byte {
	return append(appendEscaped(append(dst, '"'), s), '"')
}

// appendEscaped appends the inside of a JSON string. It escapes only what
// RFC 8259 section 7 says must be: the quotation mark, the backslash and
// U+0000 to U+001F, by their short form where they have one.
func appendEscaped(dst []byte, s string) []byte {
	const hexDigits = "0123456789abcdef"
	for {
		n := plainPrefix(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return dst
		}
		switch b := s[n]; b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\b':
			dst = append(dst, `\b`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\r':
			dst = append(dst, `\r`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&0xf])
		}
		s = s[n+1:]
	}
}
