package form

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

// Form is an operation's form with what is filled in.
type Form struct {
	Op     *op.Op
	Post   bool    // holds what does not belong into a URL
	Upload bool    // has controls for files
	Groups []Group // shown at once
	More   []Group // folded away
	Open   bool    // something in More is filled in or wrong
	Whole  string  // an input that the controls cannot carry, as JSON
	Errors []Fault // of the whole input, or of what has no control
}

// Group is a field, or alternatives of which only one is filled in.
type Group struct {
	Choice   bool // several alternatives
	Needed   bool // one must be filled in
	Controls [][]Control
	Others   [][]Control // alternatives that are seldom used
	Open     bool        // something in Others is filled in or wrong
}

// Control is one control with what is filled in.
type Control struct {
	Name, ID   string
	Label, Doc string // of the registry, in English
	Kind       Kind
	Required   bool
	Optional   bool // may be left out, and no rule asks for it
	Value      string
	Checked    bool
	Options    []string
	Default    string // what holds where nothing is filled in
	Example    string
	Limits     Limits
	Whole      bool      // a whole number, or a list of them
	Columns    []Control // of Rows: what the cells are
	Cells      [][]Control
	Sub        []Control // of Object
	CRLF       bool      // a Document whose lines end in CRLF
	Errors     []Fault
	spec       *spec
}

// Limits are the bounds of a control's value, "" where there is none.
type Limits struct {
	Min, Max         string // of a number
	MinOpen, MaxOpen bool   // the bound itself is outside
}

// Fault is a violation with the control it is about.
type Fault struct {
	op.Violation
	ID    string // of the control, "" where there is none
	Label string // of the control
}

// Build fills an operation's form in. more is the table that is to have room
// for further rows, "" for none.
func Build(o *op.Op, fields []op.Field, violations []op.Violation, more string) *Form {
	list := specsOf(o)
	f := &Form{Op: o}
	controls := make(map[string]*Control, len(list))
	for i := range list {
		s := &list[i]
		c := s.filled(fields, s.name == more)
		controls[s.name] = c
		f.Post = f.Post || s.content || s.kind == Rows
		f.Upload = f.Upload || s.kind == Document || s.kind == File
	}
	for _, v := range violations {
		f.place(v, list, controls)
	}
	f.arrange(o, list, controls)
	if !Carries(o, fields) {
		f.Whole = whole(o, fields)
	}
	return f
}

// place puts a violation at its control, and in the list above the form.
func (f *Form) place(v op.Violation, list []spec, controls map[string]*Control) {
	fault := Fault{Violation: v}
	head, rest := v.Field, ""
	if i := strings.IndexAny(head, ".["); i > 0 {
		head, rest = head[:i], head[i:]
	}
	i := slices.IndexFunc(list, func(s spec) bool { return s.name == head || slices.Contains(s.aliases, head) })
	if i >= 0 {
		c := controls[list[i].name].at(rest)
		fault.ID, fault.Label = c.focus(), c.Label
		c.Errors = append(c.Errors, fault)
	}
	f.Errors = append(f.Errors, fault)
}

// at is the control of a part of a value, such as [1].weight, as far as there
// is one.
func (c *Control) at(path string) *Control {
	row := -1
	if index, rest, ok := strings.Cut(strings.TrimPrefix(path, "["), "]"); ok && strings.HasPrefix(path, "[") {
		if i, err := strconv.Atoi(index); err == nil && i < len(c.Cells) {
			row, path = i, rest
		}
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "."), "[")
	inner := c.Sub
	if row >= 0 {
		inner = c.Cells[row]
	}
	for i := range inner {
		if inner[i].spec.name == name {
			return &inner[i]
		}
	}
	if row >= 0 && len(inner) > 0 {
		return &inner[0]
	}
	return c
}

// focus is the id of what the reader is led to.
func (c *Control) focus() string {
	if c.Kind == Object && len(c.Sub) > 0 {
		return c.Sub[0].ID
	}
	return c.ID
}

// wrong tells whether the control or something in it has an error.
func (c Control) wrong() bool {
	inner := slices.Concat(append(slices.Clone(c.Cells), c.Sub)...)
	return len(c.Errors) > 0 || slices.ContainsFunc(inner, func(in Control) bool { return in.wrong() })
}

// arrange puts the controls in order: alternatives together, at the place of
// the first.
func (f *Form) arrange(o *op.Op, list []spec, controls map[string]*Control) {
	in := map[string]*op.Choice{}
	choices := o.Choices()
	// Where rules overlap, what must be sent goes first.
	slices.SortStableFunc(choices, func(a, b op.Choice) int { return cmp.Compare(rank(b), rank(a)) })
	for i := range choices {
		names := slices.Concat(choices[i].Groups...)
		if !slices.ContainsFunc(names, func(name string) bool { return in[name] != nil }) {
			for _, name := range names {
				in[name] = &choices[i]
			}
		}
	}
	done := map[string]bool{}
	primary := map[string]bool{}
	for i := range list {
		primary[list[i].name] = list[i].primary
	}
	for i := range list {
		s := &list[i]
		if done[s.name] {
			continue
		}
		g, shown := Group{Controls: [][]Control{{*controls[s.name]}}}, s.primary
		if choice := in[s.name]; choice != nil {
			g, shown = grouped(choice, controls, primary)
			for _, name := range slices.Concat(choice.Groups...) {
				done[name] = true
			}
		}
		if shown {
			f.Groups = append(f.Groups, g)
			continue
		}
		f.More = append(f.More, g)
		f.Open = f.Open || slices.ContainsFunc(slices.Concat(g.Controls...), func(c Control) bool { return c.Touched() })
	}
}

func rank(c op.Choice) int { return map[bool]int{true: 1}[c.Needed] }

// grouped makes one group of alternatives. Those that no example uses are
// folded away where there are others.
func grouped(choice *op.Choice, controls map[string]*Control, primary map[string]bool) (g Group, shown bool) {
	g = Group{Choice: true, Needed: choice.Needed}
	for _, names := range choice.Groups {
		var alternative []Control
		used := false
		for _, name := range names {
			c := *controls[name]
			c.Optional = false // the frame says what is needed
			alternative = append(alternative, c)
			used = used || primary[name]
			shown = shown || primary[name] || choice.Needed
		}
		if used {
			g.Controls = append(g.Controls, alternative)
			continue
		}
		g.Others = append(g.Others, alternative)
		g.Open = g.Open || slices.ContainsFunc(alternative, func(c Control) bool { return c.Touched() })
	}
	if len(g.Controls) == 0 {
		g.Controls, g.Others = g.Others, nil
	}
	return g, shown
}

// Touched tells whether something other than the default is filled in, or
// wrong.
func (c Control) Touched() bool {
	inner := slices.Concat(append(slices.Clone(c.Cells), c.Sub)...)
	return c.wrong() || c.Kind == Check && strconv.FormatBool(c.Checked) != c.Default ||
		c.Kind != Check && c.Value != "" && c.Value != c.Default ||
		slices.ContainsFunc(inner, func(in Control) bool { return in.Touched() })
}

// Carries tells whether the form's controls can hold the fields: whether what
// a browser sends back is what was filled in. They cannot where a text has
// characters that browsers change.
func Carries(o *op.Op, fields []op.Field) bool {
	values := url.Values{}
	for i, list := 0, specsOf(o); i < len(list); i++ {
		list[i].filled(fields, false).submit(values)
	}
	var kept []op.Field
	list := specsOf(o)
	for _, f := range fields {
		i := slices.IndexFunc(list, func(s spec) bool { return s.name == f.Name || slices.Contains(s.aliases, f.Name) })
		if i < 0 || list[i].sub != nil || f.Value == "" || list[i].hasDefault && f.Value == list[i].def {
			continue // unknown, compared by its cells, or left out
		}
		kept = append(kept, op.Field{Name: list[i].name, Value: f.Value})
	}
	var back []op.Field
	for _, f := range Read(o, values, nil, true) {
		if i := slices.IndexFunc(list, func(s spec) bool { return s.name == f.Name }); i >= 0 && list[i].sub == nil && f.Value != "" {
			back = append(back, f)
		}
	}
	order := func(a, b op.Field) int { return strings.Compare(a.Name, b.Name) }
	slices.SortStableFunc(kept, order)
	slices.SortStableFunc(back, order)
	return slices.Equal(kept, back)
}

// submit adds what a browser would send for the control.
func (c *Control) submit(values url.Values) {
	for _, in := range slices.Concat(append(slices.Clone(c.Cells), c.Sub)...) {
		in.submit(values)
	}
	switch c.Kind {
	case Object, Rows:
	case Check:
		values.Add(c.Name, strconv.FormatBool(c.Checked))
	case Line, Number, Date:
		values.Add(c.Name, strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(c.Value))
	default:
		lf := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd").Replace(c.Value)
		values.Add(c.Name, strings.ReplaceAll(lf, "\n", "\r\n"))
		if c.CRLF {
			values.Set(ends+c.Name, EOL)
		}
	}
}

// whole writes fields as the JSON that the decoder would make of them, as far
// as it can.
func whole(o *op.Op, fields []op.Field) string {
	input, err := Input(o, fields, op.Limits{Document: 1 << 30})
	if err != nil {
		return ""
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(json.RawMessage(input))
	return strings.TrimSpace(out.String())
}
