// Package draw shows the results of some operations as pictures: charts,
// scales, calendars, texts with marks. It writes SVG and HTML without styles or
// scripts of their own; classes leave the looks to the site's style sheet.
//
// Which drawing an operation has stands in one table. A drawing reads the
// operation's own input and answer, and draws nothing where it lacks what it
// needs. Every picture has a title and a description, and what it shows can be
// read as text as well, in the answer or in a table of its own.
package draw

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

// Text gives a message of the site in the reader's language.
type Text func(key string, args ...any) string

// Scene is what there is to draw.
type Scene struct {
	Input []byte // a JSON object
	Data  []byte // the answer's data
	T     Text
	N     func(any) string // a whole number as the reader writes it
}

// drawing is how an operation's answers are drawn.
type drawing struct {
	paint func(*Scene) template.HTML
	// extra is asked for beside what was sent, for the picture alone: a chart
	// needs rows that few callers want to read. The values are tried in turn
	// until there is something to draw; a field that was sent is left alone.
	extra []op.Field
	shows []string // fields of the answer that are not to be read beside it
}

func schedules(by ...string) (fields []op.Field) {
	for _, value := range by {
		fields = append(fields, op.Field{Name: "schedule", Value: value})
	}
	return fields
}

// table is the drawings by operation.
var table = map[string]drawing{
	"emi-calculator":            {loan, schedules("yearly", "monthly"), nil},
	"loan-calculator":           {loan, schedules("yearly", "period"), nil},
	"fd-calculator":             {growth("principal"), schedules("yearly"), nil},
	"compound-interest-finance": {growth("principal", "contributions"), schedules("yearly"), nil},
	"ppf-calculator-finance":    {growth("", "deposits"), schedules("yearly"), nil},
	"sip-calculator-finance":    {growth("", "invested_amount"), schedules("yearly"), nil},
	"bmi-calculator":            {bmi, nil, nil},
	"text-diff-checker":         {diff, nil, []string{"hunks", "changes"}},
	"regex-tester":              {matches, nil, nil},
	"find-and-replace":          {positions, nil, nil},
	"cron-expression-parser":    {calendar, []op.Field{{Name: "count", Value: "31"}}, nil},
	"border-radius-generator":   {radius, nil, nil},
	"css-beautifier":            {colours, nil, nil},
}

func of(o *op.Op) (drawing, bool) {
	id := o.ID
	if o.Twin != "" {
		id = o.Twin
	}
	d, ok := table[id]
	return d, ok
}

// Extra lists the fields of which the drawing of an operation wants one sent
// beside those of the caller, to be tried in turn; none where the caller sent
// it.
func Extra(o *op.Op, sent []op.Field) (extra []op.Field) {
	d, _ := of(o)
	for _, f := range d.extra {
		if !slices.ContainsFunc(sent, func(s op.Field) bool { return s.Name == f.Name }) {
			extra = append(extra, f)
		}
	}
	return extra
}

// Shows lists the fields of an answer that its drawing shows so that they need
// not be read beside it.
func Shows(o *op.Op) []string {
	d, ok := of(o)
	if !ok {
		return []string{"image_base64", "data_uri"}
	}
	return d.shows
}

// Draw draws an answer; "" where there is nothing to draw. Pictures among the
// data of any operation are shown, and colours that are values of their own.
func Draw(o *op.Op, s Scene) template.HTML {
	if d, ok := of(o); ok {
		return d.paint(&s)
	}
	if picture := image(&s); picture != "" {
		return picture
	}
	return swatches(&s)
}

// read takes what a drawing needs from the input or the answer; it tells
// whether that was there.
func read(src []byte, into any) bool { return json.Unmarshal(src, into) == nil }

// page writes elements. All texts and attributes are escaped.
type page struct{ strings.Builder }

// open begins an element with attributes given as names and values by turns.
func (p *page) open(name string, attributes ...any) {
	p.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		p.WriteString(" " + attributes[i].(string) + `="` + template.HTMLEscapeString(value(attributes[i+1])) + `"`)
	}
	p.WriteString(">")
}

func (p *page) close(name string) { p.WriteString("</" + name + ">") }

// element is an element with only a text in it.
func (p *page) element(name, text string, attributes ...any) {
	p.open(name, attributes...)
	p.text(text)
	p.close(name)
}

func (p *page) text(s string) { p.WriteString(template.HTMLEscapeString(s)) }

func (p *page) html() template.HTML {
	return template.HTML(p.String()) //nolint:gosec // every part was escaped as it was written
}

// value writes an attribute: lengths with two decimals at most.
func value(v any) string {
	if f, ok := v.(float64); ok {
		return strconv.FormatFloat(round2(f), 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

func round2(f float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', 2, 64), 64)
	return r
}

// svg begins a picture with its title and description.
func (p *page) svg(width, height int, class, title, description string) {
	p.open("svg", "viewBox", fmt.Sprintf("0 0 %d %d", width, height), "class", "drawing "+class, "role", "img",
		"aria-labelledby", class+"-title "+class+"-desc", "focusable", "false")
	p.element("title", title, "id", class+"-title")
	p.element("desc", description, "id", class+"-desc")
}

// figure begins a drawing that has a caption.
func (p *page) figure(class string) { p.open("figure", "class", "picture "+class) }

// number reads a JSON number for a length; what is not one is 0.
func number(n json.Number) float64 {
	f, err := n.Float64()
	if err != nil {
		return 0
	}
	return f
}
