package csv

import (
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxJSONDepth is how deeply the JSON of one cell may nest.
const maxJSONDepth = 1000

// classes is a set of cell classes.
type classes uint8

const (
	someText classes = 1 << iota
	someNumber
	someBoolean
)

// columnTyping finds the type of one column and marks its cells.
type columnTyping struct {
	*table
	name    string
	want    Type            // AutoType to infer
	whole   bool            // one cell of text makes an inferred column text
	solid   bool            // quoted cells are text
	nullSet map[string]bool // cells that mean null

	seen    classes
	nulls   int
	empties int
	json    []byte // scratch
}

// typeColumns decides the type of every column. Of several cells that are
// not of the type asked for, it reports the first in the text.
func (t *table) typeColumns(ctx context.Context) error {
	if err := t.checkTypes(); err != nil {
		return err
	}
	nullSet := make(map[string]bool, len(t.options.NullValues))
	for _, text := range t.options.NullValues {
		nullSet[text] = true
	}
	var first *Error
	for i := range t.columns {
		column := &t.columns[i]
		want := t.wanted(column.Name)
		ct := columnTyping{
			table: t, name: column.Name, want: want, nullSet: nullSet, nulls: column.Nulls,
			whole: t.options.Scope == ScopeColumn,
			solid: t.options.QuotedIsString && (want == AutoType || want == StringType),
		}
		if fault := ct.markAll(i); fault != nil && (first == nil || fault.ByteOffset < first.ByteOffset) {
			first = fault
		}
		column.Type, column.Nulls = ct.result(t.options.Scope)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if first != nil {
		return first
	}
	return nil
}

// checkTypes refuses a type for a column that is not there. A text without
// any column has none to compare with.
func (t *table) checkTypes() error {
	known := make(map[string]bool, len(t.columns))
	for _, c := range t.columns {
		known[c.Name] = true
	}
	for _, name := range sortedNames(t.options.Types) {
		if len(known) > 0 && !known[name] {
			err := optionError(NotAllowed, "types."+clip(name), "names no column of the text")
			err.Hint = "The columns are " + listNames(t.columns) + "."
			return err
		}
	}
	return nil
}

// listNames names the first few columns for a hint.
func listNames(columns []Column) string {
	const most = 8
	var names []string
	for _, c := range columns[:min(len(columns), most)] {
		names = append(names, clip(c.Name))
	}
	if len(columns) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

func (t *table) wanted(name string) Type {
	if want, ok := t.options.Types[name]; ok {
		return want
	}
	if t.options.Infer {
		return AutoType
	}
	return StringType
}

// markAll classes the cells of the column at index, until one is not of the
// type asked for or until no further cell can matter.
func (ct *columnTyping) markAll(index int) *Error {
	mayBeNull := len(ct.nullSet) > 0 || ct.options.EmptyAsNull
	if ct.want == StringType && !mayBeNull {
		return nil
	}
	for i := index; i < len(ct.grid); i += len(ct.columns) {
		c := &ct.grid[i]
		switch {
		case c.class == nullClass: // missing, and counted when it was filled in
		case ct.solid && c.form&quotedForm != 0:
			ct.seen |= someText
		case mayBeNull && ct.isNull(c):
			c.class = nullClass
			ct.nulls++
		case c.size == 0:
			ct.empties++
		case ct.want == AutoType:
			ct.infer(c)
			if ct.whole && !mayBeNull && ct.seen != someNumber && ct.seen != someBoolean {
				return nil
			}
		default:
			if fault := ct.force(c); fault != nil {
				return fault
			}
		}
	}
	return nil
}

func (ct *columnTyping) isNull(c *cell) bool {
	return c.size == 0 && ct.options.EmptyAsNull || ct.nullSet[ct.content(*c)]
}

// infer classes a cell that is not empty.
func (ct *columnTyping) infer(c *cell) {
	switch text := ct.content(*c); {
	case IsNumber(text):
		c.class = numberClass
		ct.seen |= someNumber
	case isBoolean(text):
		c.class = booleanClass
		ct.seen |= someBoolean
	default:
		ct.seen |= someText
	}
}

// force checks a cell against the type that the caller asked for.
func (ct *columnTyping) force(c *cell) *Error {
	text := ct.content(*c)
	switch ct.want {
	case NumberType:
		spelling, ok := jsonNumeral(text)
		if !ok {
			return ct.mistyped(c, ReasonNotNumber, "a number")
		}
		if spelling != text && ct.warnings.wants(WarnNumberRespelled) {
			line, column := ct.locator.locate(ct.offset(*c))
			ct.warnings.add(line, column, WarnNumberRespelled, "%q is written %s in JSON", clip(text), clip(spelling))
		}
	case BooleanType:
		if !isBoolean(text) {
			return ct.mistyped(c, ReasonNotBoolean, "true or false")
		}
	case JSONType:
		return ct.forceJSON(c, text)
	}
	return nil
}

func (ct *columnTyping) forceJSON(c *cell, text string) *Error {
	if nestsDeeper(text, maxJSONDepth) {
		return ct.locator.fail(ct.offset(*c), DepthExceeded, "",
			"the JSON in this cell nests deeper than "+strconv.Itoa(maxJSONDepth), "")
	}
	var err error
	if ct.json, err = jsontext.AppendFormat(ct.json[:0], text); err != nil {
		return ct.mistyped(c, ReasonNotJSON, "a JSON value (RFC 8259, every member name once)")
	}
	if string(ct.json) == "null" {
		c.class = nullClass
		ct.nulls++
	}
	return nil
}

func (ct *columnTyping) mistyped(c *cell, reason, expected string) *Error {
	name := strconv.Quote(clip(ct.name))
	return ct.locator.fail(ct.offset(*c), InvalidType, reason,
		"the cell "+strconv.Quote(clip(ct.content(*c)))+" in column "+name+" is not "+expected,
		"Repair the cell, list it in null_values, or leave the type of "+name+" to auto.")
}

// nestsDeeper reports whether JSON text opens more than limit arrays and
// objects within each other. It need not be right for what is no JSON.
func nestsDeeper(text string, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			if depth++; depth > limit {
				return true
			}
		case b == ']' || b == '}':
			depth--
		}
	}
	return false
}

// result returns the type of the column and the number of its nulls.
func (ct *columnTyping) result(scope Scope) (Type, int) {
	typ := ct.want
	if typ == AutoType {
		typ = inferredType(ct.seen, scope)
	}
	if typ == StringType || typ == MixedType {
		return typ, ct.nulls
	}
	return typ, ct.nulls + ct.empties
}

func inferredType(seen classes, scope Scope) Type {
	switch {
	case seen == someNumber:
		return NumberType
	case seen == someBoolean:
		return BooleanType
	case scope == ScopeCell && seen != someText && seen != 0:
		return MixedType
	default:
		return StringType
	}
}

// isBoolean reports whether a cell is true or false in any mix of case.
// Other letters that fold to those, such as ſ, do not count.
func isBoolean(s string) bool {
	return len(s) == len("true") && strings.EqualFold(s, "true") ||
		len(s) == len("false") && strings.EqualFold(s, "false")
}
