package form

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Names of controls that are not fields: no field begins with "_".
const (
	Whole = "_input" // the whole input as JSON, instead of the other controls
	Add   = "_add"   // the table that is to have more rows
	ends  = "_eol."  // before a document's name: what ends its lines
	EOL   = "crlf"   // the value of it that is not the usual one
)

// reader takes a submitted form apart.
type reader struct {
	values url.Values
	files  map[string][]byte
	typed  bool // came from controls that break lines by CRLF, not from a link
}

// Read is the input that a form or link sends: the fields with what they hold,
// in the operation's order, and behind them whatever it does not have, for the
// decoder to refuse. Names that begin with "_" are left out, and so is a value
// that is the default. files are the contents of files by field; typed tells
// that the values were posted by a form.
func Read(o *op.Op, values url.Values, files map[string][]byte, typed bool) []op.Field {
	r := reader{values, files, typed}
	list := specsOf(o)
	var fields []op.Field
	known := map[string]bool{}
	for i := range list {
		s := &list[i]
		for _, name := range append([]string{s.name}, s.aliases...) {
			known[name] = true
			fields = append(fields, r.field(s, name)...)
		}
		if s.sub != nil {
			for name := range values {
				if strings.HasPrefix(name, s.name+".") {
					known[name] = true
				}
			}
		}
	}
	fields = append(fields, r.emptyContent(o, list, fields)...)
	var unknown []string
	for name := range values {
		if !known[name] && !strings.HasPrefix(name, "_") {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		fields = append(fields, op.Field{Name: name, Value: values.Get(name)})
	}
	return fields
}

// Sends tells whether values hold any field of the operation, so that a page
// opened with them is to show a result.
func Sends(o *op.Op, values url.Values) bool {
	list := specsOf(o)
	for name := range values {
		head, _, _ := strings.Cut(name, ".")
		if name == Whole || slices.ContainsFunc(list, func(s spec) bool { return s.name == head || slices.Contains(s.aliases, name) }) {
			return true
		}
	}
	return false
}

// emptyContent sends the first of alternatives as an empty text where a form
// has it and none is filled in: the digest of nothing is one too.
func (r *reader) emptyContent(o *op.Op, list []spec, sent []op.Field) []op.Field {
	for _, c := range o.Choices() {
		if !c.Needed || !r.values.Has(c.Groups[0][0]) {
			continue
		}
		none := !slices.ContainsFunc(sent, func(f op.Field) bool {
			return slices.ContainsFunc(c.Groups, func(group []string) bool { return slices.Contains(group, f.Name) })
		})
		i := slices.IndexFunc(list, func(s spec) bool { return s.name == c.Groups[0][0] })
		if none && list[i].kind == Document && list[i].schema.Get("minLength") == nil {
			return []op.Field{{Name: list[i].name}}
		}
	}
	return nil
}

// field reads one field under one of its names.
func (r *reader) field(s *spec, name string) (fields []op.Field) {
	for _, text := range r.texts(s, name) {
		if text == s.def && s.hasDefault {
			continue
		}
		fields = append(fields, op.Field{Name: name, Value: text})
	}
	return fields
}

// texts are the texts of a field that are sent.
func (r *reader) texts(s *spec, name string) []string {
	if data, ok := r.files[name]; ok {
		if s.kind == File {
			return []string{base64.StdEncoding.EncodeToString(data)}
		}
		return []string{string(data)}
	}
	values := r.values[name]
	if s.kind == Check && len(values) > 1 {
		values = values[len(values)-1:] // a box that is ticked comes behind what says that it is there
	}
	if s.sub != nil && len(values) == 0 {
		return r.composite(s)
	}
	var texts []string
	for _, v := range values {
		if r.typed {
			v = strings.ReplaceAll(v, "\r\n", "\n")
		}
		switch {
		case s.kind == Document && r.values.Get(ends+name) == EOL:
			texts = append(texts, strings.ReplaceAll(v, "\n", "\r\n"))
		case s.kind == Lines:
			texts = append(texts, split(s, v)...)
		case v != "" || s.empty():
			texts = append(texts, v)
		}
	}
	if s.kind == Lines && s.hasDefault && list(s, texts) == s.def {
		return nil
	}
	return texts
}

// empty tells whether an empty control says something: where the default is
// another text, and where a text is needed that may be empty.
func (s *spec) empty() bool {
	if s.kind != Line && s.kind != Document || s.schema.Get("minLength") != nil {
		return false
	}
	return s.def != "" || s.required && s.kind == Document
}

// split takes a list apart: a JSON array as it is, else a line for each item.
func split(s *spec, text string) []string {
	if trimmed := strings.TrimSpace(text); trimmed == "" {
		return nil
	} else if isArray(trimmed) {
		return []string{trimmed}
	}
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if items, _ := s.schema.Get("items").(op.Object); items.Get("type") != "string" || items.Get("enum") != nil {
		lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
	}
	return lines
}

// list is a list as JSON.
func list(s *spec, texts []string) string {
	if len(texts) == 1 && isArray(texts[0]) {
		return texts[0]
	}
	items, _ := s.schema.Get("items").(op.Object)
	b := []byte{'['}
	for i, text := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = scalar(b, items, text)
	}
	return string(append(b, ']'))
}

// scalar writes a text as JSON of the type that the schema has. What is no
// such value is written as text, for the decoder to refuse by its place.
func scalar(b []byte, schema op.Object, text string) []byte {
	kind := typeOf(schema)
	number := kind == "integer" || kind == "number" || schema.Get("oneOf") != nil
	switch {
	case number && text != "" && num.Scan(text) == len(text), kind == "boolean" && (text == "true" || text == "false"):
		return append(b, text...)
	}
	return op.AppendString(b, text)
}

// composite reads the controls of an object or table as one JSON text.
func (r *reader) composite(s *spec) []string {
	if s.kind == Object {
		if o := r.object(s.sub, s.name+"."); len(o) > 0 {
			return []string{string(o.AppendJSON(nil))}
		}
		return nil
	}
	var rows []any
	var pairs op.Object
	for _, i := range r.rows(s) {
		row := r.object(s.sub, s.name+"."+strconv.Itoa(i)+".")
		if len(row) == 0 {
			continue
		}
		if s.pairs {
			name, _ := row.Get("name").(op.Raw)
			value, _ := row.Get("value").(op.Raw)
			if value == nil {
				value = op.Raw(`""`)
			}
			pairs = append(pairs, op.Member{Name: unquote(name), Value: value})
			continue
		}
		rows = append(rows, row)
	}
	switch {
	case pairs != nil:
		return []string{string(pairs.AppendJSON(nil))}
	case rows != nil:
		whole := op.Object{{Name: "rows", Value: rows}}.AppendJSON(nil)
		return []string{string(whole[len(`{"rows":`) : len(whole)-1])}
	}
	return nil
}

// rows lists the numbers of the rows that were sent, in order.
func (r *reader) rows(s *spec) (numbers []int) {
	for name := range r.values {
		rest, ok := strings.CutPrefix(name, s.name+".")
		index, _, dotted := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(index); ok && dotted && err == nil && i >= 0 {
			numbers = append(numbers, i)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// object reads the plain controls whose names begin with a prefix.
func (r *reader) object(sub []spec, prefix string) (o op.Object) {
	for i := range sub {
		s := &sub[i]
		texts := r.texts(s, prefix+s.name)
		switch {
		case len(texts) == 0 || s.kind != Lines && s.hasDefault && texts[0] == s.def:
		case s.kind == Lines:
			o = append(o, op.Member{Name: s.name, Value: op.Raw(list(s, texts))})
		default:
			o = append(o, op.Member{Name: s.name, Value: op.Raw(scalar(nil, s.schema, texts[0]))})
		}
	}
	return o
}

// unquote is what a JSON string says, and any other value as it is written.
func unquote(value []byte) string {
	scan, err := jsonscan.New(value, 1000)
	if err != nil {
		return string(value)
	}
	if k, err := scan.Peek(); err != nil || k != jsonscan.String {
		return string(value)
	}
	text, err := scan.Text()
	if err != nil {
		return string(value)
	}
	return string(text)
}

// isArray tells whether a text is a JSON array.
func isArray(s string) bool {
	scan, err := jsonscan.New([]byte(s), 1000)
	if err != nil {
		return false
	}
	k, err := scan.Peek()
	if err != nil || k != jsonscan.Array {
		return false
	}
	_, _, err = scan.Skip()
	return err == nil && scan.End() == nil
}
