package tools

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"mime"
	"slices"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/web/draw"
	"toolcrib/internal/web/form"
)

// Result is an answer as a page shows it.
type Result struct {
	Main    string // the main result alone, where there is one
	HasMain bool
	Cut     bool  // Main or JSON shows only its beginning
	First   *Item // the first value that says something new, where it is short and there is no main result
	Items   []Item
	Echo    []Item // what the answer only repeats of the input
	JSON    string
	Drawing template.HTML
	Picture bool         // the answer is one
	Keep    template.URL // the answer as a link, for what would be another when asked again
	KeepAs  string       // the name of its file
	Raw     bool         // the main result can be saved alone
}

// Item is one value of an answer.
type Item struct {
	Label, Doc string
	name       string
	Kind       string // text, number, long, code, yes, no, none, items, table or words
	Text       string
	Items      []Item // of items
	Head       []Item // of table: label and doc of its columns
	Rows       [][]Item
	Words      []string // plain values of a list
	More       int      // rows or words that are not shown
}

// Bounds of what a page shows; the file that can be saved has it all.
const (
	maxShown = 100_000 // bytes of a text
	maxRows  = 200
	maxKept  = 100_000 // bytes of an answer that the page holds twice
	longText = 400     // characters from which a text has lines of its own
)

// newResult makes the answer to an input readable. The input is in its
// canonical form.
func newResult(o *op.Op, input, data []byte) *Result {
	r := &Result{}
	if text, ok := mainOf(o, data); ok {
		r.Main, r.HasMain, r.Raw = string(text), true, true
	}
	if image, _ := picture(data); image != nil {
		r.Picture, r.Raw = true, true
	}
	if len(r.Main) > maxShown {
		r.Main, r.Cut = strings.ToValidUTF8(r.Main[:maxShown], ""), true
	}
	whole := string(indented(data))
	if r.JSON = whole; len(whole) > maxShown {
		r.JSON, r.Cut = strings.ToValidUTF8(whole[:maxShown], ""), true
	}
	sent := map[string]string{}
	for _, m := range members(input) {
		sent[m.name] = string(m.value)
	}
	name, schema, drawn := mainName(o, data), o.Output(), draw.Shows(o)
	for _, m := range members(data) {
		if m.name == name || slices.Contains(drawn, m.name) {
			continue
		}
		it := item(m.name, m.value, property(schema, m.name))
		if text, ok := sent[m.name]; ok && text == string(m.value) {
			r.Echo = append(r.Echo, it)
		} else {
			r.Items = append(r.Items, it)
		}
	}
	r.takeFirst()
	if o.Varies && len(whole) <= maxKept && !r.Cut {
		kept, kind := []byte(whole), "application/json"
		r.KeepAs = o.ID + ".json"
		if r.Raw {
			kept, kind, r.KeepAs = []byte(r.Main), o.RawType(), o.ID+extension(o.RawType())
		}
		r.Keep = template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(kept)) //nolint:gosec // our own answer as a file
	}
	return r
}

// telling are the names under which answers say what most callers ask for, the
// most telling first.
var telling = []string{"expression", "text", "maturity_amount", "maturity_value", "total_amount", "total", "utc"}

// takeFirst sets one value above the others where there is no main result: the
// most telling, else the first.
func (r *Result) takeFirst() {
	short := func(it Item) bool { return it.Kind == "number" || it.Kind == "text" && it.Text != "" }
	if r.HasMain || r.Picture || len(r.Items) == 0 {
		return
	}
	at := 0
	for _, name := range telling {
		if i := slices.IndexFunc(r.Items, func(it Item) bool { return it.name == name && short(it) }); i >= 0 {
			at = i
			break
		}
	}
	if first := r.Items[at]; short(first) {
		r.First, r.Items = &first, slices.Delete(r.Items, at, at+1)
	}
}

// picture is the image that an answer holds, as a file.
func picture(data []byte) (content []byte, mediaType string) {
	var a struct {
		Type   string `json:"content_type"`
		Base64 string `json:"image_base64"`
	}
	if json.Unmarshal(data, &a) != nil || a.Base64 == "" {
		return nil, ""
	}
	content, err := base64.StdEncoding.DecodeString(a.Base64)
	if err != nil {
		return nil, ""
	}
	return content, a.Type
}

// mainName is the field of an answer that is the whole of it in its raw form.
func mainName(o *op.Op, data []byte) string {
	for _, name := range o.MainFields() {
		for _, m := range members(data) {
			if m.name == name && string(m.value) != "null" {
				return name
			}
		}
	}
	return ""
}

// mainOf is the main result alone: a text as it is, anything else as JSON.
func mainOf(o *op.Op, data []byte) ([]byte, bool) {
	name := mainName(o, data)
	for _, m := range members(data) {
		if m.name != name {
			continue
		}
		var text string
		if json.Unmarshal(m.value, &text) == nil {
			return []byte(text), true
		}
		return m.value, true
	}
	return nil, false
}

// extension is what the name of a file of a media type ends in.
func extension(mediaType string) string {
	kind, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return ".txt"
	}
	switch kind {
	case "application/json", "application/xml", "text/css", "text/csv", "image/png", "image/webp":
		return "." + kind[strings.IndexByte(kind, '/')+1:]
	case "image/svg+xml":
		return ".svg"
	case "image/jpeg":
		return ".jpg"
	}
	return ".txt"
}

// member is one member of an object, its value as it is written.
type member struct {
	name  string
	value json.RawMessage
}

// members lists the members of a JSON object in order; none for anything else.
func members(object []byte) (list []member) {
	d := json.NewDecoder(bytes.NewReader(object))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return list
		}
		text, _ := name.(string)
		list = append(list, member{text, value})
	}
	return list
}

// property is the schema of a member, nil where it has none.
func property(schema op.Object, name string) op.Object {
	properties, _ := schema.Get("properties").(op.Object)
	p, _ := properties.Get(name).(op.Object)
	return p
}

// item makes a value readable by the kind that it has.
func item(name string, value json.RawMessage, schema op.Object) Item {
	it := Item{Label: form.Label(name), name: name}
	it.Doc, _ = schema.Get("description").(string)
	switch value[0] {
	case '{':
		if it.records(value, schema); it.Kind != "" {
			break
		}
		it.Kind = "items"
		for _, m := range members(value) {
			it.Items = append(it.Items, item(m.name, m.value, property(schema, m.name)))
		}
		if it.Items == nil {
			it.Kind = "none"
		}
	case '[':
		it.list(value, schema)
	case '"':
		it.Kind = "text"
		if json.Unmarshal(value, &it.Text) == nil && (strings.ContainsRune(it.Text, '\n') || len(it.Text) > longText) {
			it.Kind = "long"
		}
		if len(it.Text) > maxShown {
			it.Text = strings.ToValidUTF8(it.Text[:maxShown], "") + "…"
		}
	case 't':
		it.Kind = "yes"
	case 'f':
		it.Kind = "no"
	case 'n':
		it.Kind = "none"
	default:
		it.Kind, it.Text = "number", string(value)
	}
	return it
}

// fewRecords is the number of objects in an object from which they are shown
// as a table, a row for each.
const fewRecords = 3

func (it *Item) records(value json.RawMessage, schema op.Object) {
	all := members(value)
	var rows []json.RawMessage
	var inner op.Object
	for _, m := range all {
		if m.value[0] != '{' {
			return
		}
		inner = property(schema, m.name)
		rows = append(rows, m.value)
	}
	if len(all) < fewRecords || len(all) > maxRows {
		return
	}
	it.table(rows, inner)
	it.Head = append([]Item{{Kind: "text", Label: it.Label}}, it.Head...)
	for i, m := range all {
		it.Rows[i] = append([]Item{{Kind: "text", Text: form.Label(m.name)}}, it.Rows[i]...)
	}
}

// list shows a list of objects as a table, of plain values in a row, and of
// anything else one by one.
func (it *Item) list(value json.RawMessage, schema op.Object) {
	var all []json.RawMessage
	if json.Unmarshal(value, &all) != nil || len(all) == 0 {
		it.Kind = "none"
		return
	}
	items, _ := schema.Get("items").(op.Object)
	shown := all[:min(len(all), maxRows)]
	it.More = len(all) - len(shown)
	objects, plain := true, true
	for _, v := range all {
		objects = objects && v[0] == '{'
		plain = plain && v[0] != '{' && v[0] != '['
	}
	switch {
	case plain:
		it.Kind = "words"
		for _, v := range shown {
			it.Words = append(it.Words, plainText(v))
		}
	case objects:
		it.table(shown, items)
	default:
		it.Kind = "long"
		it.Text, it.More = strings.TrimSpace(string(indented(value))), 0
	}
}

// plainText is a value as text: strings without their quotes.
func plainText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil && value[0] == '"' {
		return text
	}
	return string(value)
}

// compact is a value as JSON on one line, as far as a cell holds it.
func compact(value json.RawMessage) string {
	const most = 600
	var b bytes.Buffer
	if json.Compact(&b, value) != nil || b.Len() <= most {
		return b.String()
	}
	return strings.ToValidUTF8(b.String()[:most], "") + "…"
}

// table has a column for each member that any row has, in the order met.
func (it *Item) table(rows []json.RawMessage, schema op.Object) {
	it.Kind = "table"
	column := map[string]int{}
	for _, r := range rows {
		cells := make([]Item, len(it.Head))
		for _, m := range members(r) {
			i, ok := column[m.name]
			if !ok {
				i = len(it.Head)
				column[m.name] = i
				inner := property(schema, m.name)
				head := Item{Label: form.Label(m.name), Kind: "text"}
				head.Doc, _ = inner.Get("description").(string)
				if m.value[0] == '-' || m.value[0] >= '0' && m.value[0] <= '9' {
					head.Kind = "number"
				}
				it.Head = append(it.Head, head)
				cells = append(cells, Item{})
			}
			if cells[i] = item(m.name, m.value, property(schema, m.name)); len(cells[i].Items)+len(cells[i].Rows) > 0 {
				cells[i] = Item{Kind: "code", Text: compact(m.value)} // a table within a table is not read
			}
		}
		it.Rows = append(it.Rows, cells)
	}
	for i := range it.Rows {
		for len(it.Rows[i]) < len(it.Head) {
			it.Rows[i] = append(it.Rows[i], Item{})
		}
	}
}
