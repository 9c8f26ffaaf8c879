package form

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// blank is the number of empty rows that a table ends with, and the number
// that it gets when more are wanted.
const (
	blank = 1
	extra = 5
)

// filled is the field's control with its value of the fields.
func (s *spec) filled(fields []op.Field, more bool) *Control {
	var texts []string
	for _, f := range fields {
		if f.Name == s.name || slices.Contains(s.aliases, f.Name) {
			texts = append(texts, strings.ToValidUTF8(f.Value, "\ufffd"))
		}
	}
	return s.under(s.name, texts, more)
}

// under is the control under its full name.
func (s *spec) under(name string, texts []string, more bool) *Control {
	c := &Control{
		Name: name, ID: "f-" + name, Label: s.label, Doc: s.doc, Kind: s.kind,
		Required: s.required, Optional: !s.required && !s.hasDefault, Options: s.options, Default: s.def, Example: s.example, Limits: limitsOf(s.schema), spec: s,
	}
	items, _ := s.schema.Get("items").(op.Object)
	c.Whole = typeOf(s.schema) == "integer" || typeOf(items) == "integer"
	switch s.kind {
	case Object:
		s.fillObject(c, texts)
	case Rows:
		s.fillRows(c, texts, more)
	case Lines:
		c.Value = s.lines(texts)
	case Check:
		c.Checked = len(texts) > 0 && texts[len(texts)-1] == "true" || len(texts) == 0 && s.def == "true"
	default:
		s.fillText(c, texts)
	}
	return c
}

// fillText fills in a control of one text.
func (s *spec) fillText(c *Control, texts []string) {
	if len(texts) == 0 {
		// A default that could be replaced by nothing is filled in, any other only told.
		if s.empty() || s.kind == Radio || s.kind == Select {
			c.Value = s.def
		}
		if strings.Contains(c.Value, "\n") {
			c.Kind = Document
		}
		return
	}
	c.Value = texts[0]
	switch {
	case s.options != nil:
		c.Value = s.option(c.Value)
		if !slices.Contains(s.options, c.Value) {
			c.Kind, c.Options = Line, nil // shown as it is, beside what is wrong
		}
	case s.kind == Date && !isoDay.MatchString(c.Value):
		c.Kind = Line
	case s.kind == Line && strings.ContainsAny(c.Value, "\n"):
		c.Kind = JSON // a control of several lines
	case s.kind == Document && strings.Contains(c.Value, "\r\n"):
		c.CRLF, c.Value = true, strings.ReplaceAll(c.Value, "\r\n", "\n")
	}
}

// option is the value of an enum that a spelling stands for, as far as letter
// case and separators go.
func (s *spec) option(text string) string {
	fold := strings.NewReplacer("_", "", "-", "", " ", "").Replace
	for _, o := range s.options {
		if strings.EqualFold(fold(o), fold(text)) {
			return o
		}
	}
	return text
}

// lines writes a list an item a line, or as JSON where lines would be read as
// another list.
func (s *spec) lines(texts []string) string {
	if len(texts) == 0 {
		if s.hasDefault {
			return s.lines([]string{s.def})
		}
		return ""
	}
	items := texts
	if len(texts) == 1 && isArray(texts[0]) {
		var raw []json.RawMessage
		if json.Unmarshal([]byte(texts[0]), &raw) != nil {
			return texts[0]
		}
		items = make([]string, len(raw))
		for i, r := range raw {
			items[i] = unquote(r)
		}
	}
	joined := strings.Join(items, "\n")
	if slices.Equal(split(s, joined), items) {
		return joined
	}
	return list(s, items)
}

// fillObject fills in the controls of an object.
func (s *spec) fillObject(c *Control, texts []string) {
	var members map[string]json.RawMessage
	if len(texts) > 0 && (json.Unmarshal([]byte(texts[0]), &members) != nil || !s.has(members)) {
		c.Kind, c.Value = JSON, texts[0]
		return
	}
	c.Sub = s.cells(c.Name+".", members)
}

// has tells whether the form has controls for all members, of the kind needed.
func (s *spec) has(members map[string]json.RawMessage) bool {
	for name, value := range members {
		i := slices.IndexFunc(s.sub, func(in spec) bool { return in.name == name })
		if i < 0 || len(value) > 0 && value[0] == '{' || isArray(string(value)) != (s.sub[i].kind == Lines) {
			return false
		}
	}
	return true
}

// cells are the controls of an object or row.
func (s *spec) cells(prefix string, members map[string]json.RawMessage) []Control {
	cells := make([]Control, len(s.sub))
	for i := range s.sub {
		in := &s.sub[i]
		var texts []string
		if value, ok := members[in.name]; ok {
			texts = []string{unquote(value)}
		}
		cells[i] = *in.under(prefix+in.name, texts, false)
	}
	return cells
}

// fillRows fills in a table, with some rows to spare.
func (s *spec) fillRows(c *Control, texts []string, more bool) {
	rows, ok := s.rowsOf(texts)
	if !ok {
		c.Kind, c.Value = JSON, texts[0]
		return
	}
	c.Columns = s.cells(c.Name+".0.", nil)
	spare := blank
	if more {
		spare = extra
	}
	if len(rows) == 0 {
		spare++
	}
	for range spare {
		rows = append(rows, nil)
	}
	for i, members := range rows {
		c.Cells = append(c.Cells, s.cells(c.Name+"."+strconv.Itoa(i)+".", members))
	}
}

// rowsOf takes the JSON of a list of objects, or of an object of the caller's
// own names, apart.
func (s *spec) rowsOf(texts []string) (rows []map[string]json.RawMessage, ok bool) {
	if len(texts) == 0 {
		return nil, true
	}
	if s.pairs {
		return s.pairsOf(texts[0])
	}
	text := texts[0]
	if len(texts) > 1 || !isArray(text) {
		text = "[" + strings.Join(texts, ",") + "]"
	}
	if json.Unmarshal([]byte(text), &rows) != nil {
		return nil, false
	}
	return rows, !slices.ContainsFunc(rows, func(row map[string]json.RawMessage) bool { return !s.has(row) })
}

func (s *spec) pairsOf(text string) (rows []map[string]json.RawMessage, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return nil, false
		}
		key, _ := name.(string)
		rows = append(rows, map[string]json.RawMessage{"name": op.AppendString(nil, key), "value": value})
	}
	_, err := d.Token()
	return rows, err == nil
}

// large is where bounds are no longer worth a word.
var large = num.D("1000000000")

// limitsOf reads the bounds of a schema.
func limitsOf(schema op.Object) (l Limits) {
	text := func(keyword string) string {
		bound, ok := schema.Get(keyword).(num.Dec)
		if !ok || bound.Cmp(large) >= 0 {
			return "" // nobody meets a large one, and whoever does is told
		}
		return bound.String()
	}
	l.Min, l.Max = text("minimum"), text("maximum")
	if v := text("exclusiveMinimum"); v != "" {
		l.Min, l.MinOpen = v, true
	}
	if v := text("exclusiveMaximum"); v != "" {
		l.Max, l.MaxOpen = v, true
	}
	return l
}

// Input is the input of the fields as JSON, without what is the default
// anyway: what a caller would send. The error is the decoder's.
func Input(o *op.Op, fields []op.Field, limits op.Limits) ([]byte, error) {
	in, err := o.Decode(op.Fields(fields), limits)
	if err != nil {
		return nil, err
	}
	return lean(o.AppendInput(nil, in), o.Input()), nil
}

// lean leaves out members that are the default, at any depth of objects and
// lists.
func lean(value []byte, schema op.Object) []byte {
	properties, _ := schema.Get("properties").(op.Object)
	items, _ := schema.Get("items").(op.Object)
	switch {
	case properties != nil:
		d := json.NewDecoder(strings.NewReader(string(value)))
		_, _ = d.Token()
		var kept op.Object
		for d.More() {
			name, _ := d.Token()
			var member json.RawMessage
			if d.Decode(&member) != nil {
				return value
			}
			key, _ := name.(string)
			inner, _ := properties.Get(key).(op.Object)
			if def, ok := inner.Get("default").(op.Raw); !ok || string(def) != string(member) {
				kept = append(kept, op.Member{Name: key, Value: op.Raw(lean(member, inner))})
			}
		}
		return kept.AppendJSON(nil)
	case items != nil && isArray(string(value)):
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil {
			return value
		}
		out := []byte{'['}
		for i, item := range list {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, lean(item, items)...)
		}
		return append(out, ']')
	}
	return value
}

// maxLink is the length up to which a link repeats a form: longer ones are cut
// by some programs.
const maxLink = 2000

// Link is the query by which a page is opened with the form as it is, and
// whether it holds all: not content, and not what would be too long.
func Link(o *op.Op, fields []op.Field) (query string, complete bool) {
	complete = true
	list := specsOf(o)
	var b strings.Builder
	for _, f := range fields {
		i := slices.IndexFunc(list, func(s spec) bool { return s.name == f.Name || slices.Contains(s.aliases, f.Name) })
		if i < 0 || list[i].hasDefault && f.Value == list[i].def {
			continue
		}
		if pair := url.QueryEscape(f.Name) + "=" + url.QueryEscape(f.Value); list[i].content || b.Len()+len(pair) > maxLink {
			complete = false
		} else {
			if b.Len() > 0 {
				b.WriteByte('&')
			}
			b.WriteString(pair)
		}
	}
	return b.String(), complete
}
