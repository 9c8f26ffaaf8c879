package design

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// BorderRadius writes the CSS of rounded corners.
var BorderRadius = op.Define(op.Def[BorderRadiusIn, BorderRadiusOut]{
	ID:      "border-radius-generator",
	Route:   "POST /v1/design/border-radius",
	Summary: "CSS border-radius from corners, shortest correct shorthand",
	Doc: "Writes the shortest border-radius for four corners, circular or elliptical, with its longhands and logical longhands. A corner " +
		"is a number, a text such as \"8px\" or \"10px 5%\", or both radii; one not sent is radius, else 0. Lengths are rounded to 4 decimals. " +
		"With width and height also the radii that a browser uses after resolving overlap.",
	Words:  []string{"rounded corners", "curved", "pill", "box", "button", "ellipse"},
	Source: "CSS Backgrounds and Borders Module Level 3 sections 5.1 to 5.5; CSS Logical Properties and Values Module Level 1",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "all corners", In: `{"radius":8}`},
		{Name: "two and two", In: `{"top_left":1,"top_right":2,"bottom_right":1,"bottom_left":2}`},
		{Name: "elliptical", In: `{"radius":"10px 5%"}`},
		{Name: "elliptical corners", In: `{"top_left":"1px 2px","top_right":"3px","bottom_right":{"horizontal":1,"vertical":2},"bottom_left":"3px 4px"}`},
		{Name: "radii that overlap", In: `{"radius":60,"width":100,"height":50}`},
		{Name: "logical, in rem", In: `{"radius":0.5,"bottom_left":0,"unit":"rem","logical":true}`},
	},
	Run: borderRadius,
})

// BorderRadiusIn is the input of border-radius-generator.
type BorderRadiusIn struct {
	Radius      *Corner  `json:"radius" doc:"The corners that are not sent: a number in unit, one or two lengths as text, or both radii." min:"0" max:"100000" len:"1..100" aka:"border_radius,all,value,r" example:"8px"`
	TopLeft     *Corner  `json:"top_left" doc:"The corner at the top left." min:"0" max:"100000" len:"1..100" aka:"tl,border_top_left_radius" example:"10px 5%"`
	TopRight    *Corner  `json:"top_right" doc:"The corner at the top right." min:"0" max:"100000" len:"1..100" aka:"tr,border_top_right_radius"`
	BottomRight *Corner  `json:"bottom_right" doc:"The corner at the bottom right." min:"0" max:"100000" len:"1..100" aka:"br,border_bottom_right_radius"`
	BottomLeft  *Corner  `json:"bottom_left" doc:"The corner at the bottom left." min:"0" max:"100000" len:"1..100" aka:"bl,border_bottom_left_radius"`
	Unit        string   `json:"unit" doc:"Unit of what is sent without one." enum:"px,em,rem,%,vw,vh,vmin,vmax,ch" default:"px"`
	Logical     bool     `json:"logical" doc:"css has the four logical longhands, for which there is no shorthand." default:"false"`
	Minify      bool     `json:"minify" doc:"Leave out spaces, zeros before the point and the last semicolon." default:"false"`
	Width       *num.Dec `json:"width" doc:"Width of the box in px, to resolve overlap; with height." above:"0" max:"1e9" example:"100"`
	Height      *num.Dec `json:"height" doc:"Height of the box in px; with width." above:"0" max:"1e9" example:"50"`
}

// Corner is the radius of a corner as it is sent.
type Corner = op.Either[num.Dec, op.Either[string, Radii]]

// Radii are the two radii of a corner as they are sent.
type Radii struct {
	Horizontal Radius `json:"horizontal" doc:"The horizontal radius." min:"0" max:"100000" len:"1..100" example:"10px"`
	Vertical   Radius `json:"vertical" doc:"The vertical radius." min:"0" max:"100000" len:"1..100" example:"5%"`
}

// Radius is one radius of a corner as it is sent.
type Radius = op.Either[num.Dec, string]

// BorderRadiusOut is the answer of border-radius-generator.
type BorderRadiusOut struct {
	CSS              string           `json:"css" doc:"The declaration, or the logical ones." main:"text/css"`
	Value            string           `json:"value" doc:"The value of border-radius."`
	Longhands        Longhands        `json:"longhands" doc:"The values by corner."`
	LogicalLonghands LogicalLonghands `json:"logical_longhands" doc:"The values by logical corner, for text from left to right in horizontal lines."`
	IsElliptical     bool             `json:"is_elliptical" doc:"Whether the radii of a corner differ."`
	ShorthandValues  int              `json:"shorthand_values" doc:"Lengths in value, 1 to 4; of two lists, in the longer."`
	ScaleFactor      **num.Dec        `json:"scale_factor,omitempty" doc:"By what all radii are multiplied to fit the box, 4 decimals; null where a unit is not px or %."`
	UsedPx           **UsedRadii      `json:"used_px,omitempty" doc:"The radii that a browser uses, in px, 4 decimals; null where a unit is not px or %."`
	Shape            **string         `json:"shape,omitempty" doc:"The form of the box; null where a unit is not px or %." enum:"rectangle,rounded,pill,circle,ellipse"`
	Warnings         []op.Warning     `json:"warnings,omitempty" doc:"What could not be computed."`
}

// Longhands are the values of the physical corners.
type Longhands struct {
	TopLeft     string `json:"border-top-left-radius" doc:"Top left."`
	TopRight    string `json:"border-top-right-radius" doc:"Top right."`
	BottomRight string `json:"border-bottom-right-radius" doc:"Bottom right."`
	BottomLeft  string `json:"border-bottom-left-radius" doc:"Bottom left."`
}

// LogicalLonghands are the values of the logical corners, in the same order.
type LogicalLonghands struct {
	StartStart string `json:"border-start-start-radius" doc:"Top left."`
	StartEnd   string `json:"border-start-end-radius" doc:"Top right."`
	EndEnd     string `json:"border-end-end-radius" doc:"Bottom right."`
	EndStart   string `json:"border-end-start-radius" doc:"Bottom left."`
}

// UsedRadii are the radii of all corners in px.
type UsedRadii struct {
	TopLeft     UsedCorner `json:"top_left" doc:"Top left."`
	TopRight    UsedCorner `json:"top_right" doc:"Top right."`
	BottomRight UsedCorner `json:"bottom_right" doc:"Bottom right."`
	BottomLeft  UsedCorner `json:"bottom_left" doc:"Bottom left."`
}

// UsedCorner is a corner in px.
type UsedCorner struct {
	Horizontal num.Dec `json:"horizontal" doc:"The horizontal radius."`
	Vertical   num.Dec `json:"vertical" doc:"The vertical radius."`
}

// The corners in the order of the shorthand.
const (
	topLeft = iota
	topRight
	bottomRight
	bottomLeft
)

// logicalNames are the logical longhands in that order.
var logicalNames = [4]string{"border-start-start-radius", "border-start-end-radius", "border-end-end-radius", "border-end-start-radius"}

// places is how many decimals a length has.
const places = 4

// length is a length of CSS, not negative, with at most places decimals.
type length struct {
	value num.Dec
	unit  string
}

// corner is a corner with both its radii.
type corner struct{ horizontal, vertical length }

// CheckSent wants a corner, and both sides of the box or none.
func (in *BorderRadiusIn) CheckSent(e *op.Invalid) {
	if !slices.ContainsFunc([]*Corner{in.Radius, in.TopLeft, in.TopRight, in.BottomRight, in.BottomLeft}, func(c *Corner) bool { return c != nil }) {
		e.Add("radius", op.MissingOneOf, "no corner was sent; expected radius, top_left, top_right, bottom_right or bottom_left").Hint = `send {"radius": 8}`
	}
	if in.Width != nil && in.Height == nil {
		e.Add("height", op.Required, "the field 'height' is missing; overlap needs both sides of the box")
	}
	if in.Height != nil && in.Width == nil {
		e.Add("width", op.Required, "the field 'width' is missing; overlap needs both sides of the box")
	}
}

// Check refuses texts that are no lengths.
func (in *BorderRadiusIn) Check(e *op.Invalid) { in.corners(e) }

// corners reads the corners; what is wrong with them goes to e.
func (in *BorderRadiusIn) corners(e *op.Invalid) (list [4]corner) {
	r := reader{in.Unit, e}
	var others corner
	if in.Radius != nil {
		others = r.corner("radius", *in.Radius)
	}
	for i, c := range [4]*Corner{in.TopLeft, in.TopRight, in.BottomRight, in.BottomLeft} {
		list[i] = others
		if c != nil {
			list[i] = r.corner([...]string{"top_left", "top_right", "bottom_right", "bottom_left"}[i], *c)
		}
	}
	return list
}

// reader reads lengths and collects what is wrong with them.
type reader struct {
	unit    string // of numbers
	invalid *op.Invalid
}

func (r reader) corner(field string, c Corner) corner {
	switch {
	case c.A != nil:
		l := r.number(*c.A)
		return corner{l, l}
	case c.B.B != nil:
		return corner{r.radius(field+".horizontal", c.B.B.Horizontal), r.radius(field+".vertical", c.B.B.Vertical)}
	}
	list := strings.Fields(*c.B.A)
	if len(list) != 1 && len(list) != 2 {
		r.noLength(field, *c.B.A, "one or two lengths")
		return corner{}
	}
	horizontal := r.text(field, list[0])
	if len(list) == 1 {
		return corner{horizontal, horizontal}
	}
	return corner{horizontal, r.text(field, list[1])}
}

func (r reader) radius(field string, v Radius) length {
	if v.A != nil {
		return r.number(*v.A)
	}
	return r.text(field, strings.TrimSpace(*v.B))
}

func (r reader) number(x num.Dec) length { return length{x.Round(places, num.HalfEven), r.unit} }

// lengthText is a length of CSS; zeros before the digits are not captured.
var lengthText = regexp.MustCompile(`^([+-]?)0*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?([a-zA-Z]*|%)$`)

// units are those of lengths.
var units = []string{"px", "em", "rem", "%", "vw", "vh", "vmin", "vmax", "ch"}

// maxLength is the largest length, in any unit.
var maxLength = num.D("100000")

// text reads a length as CSS writes it; one without a unit has that of numbers.
func (r reader) text(field, s string) length {
	m := lengthText.FindStringSubmatch(s)
	if m == nil {
		r.noLength(field, s, "a length")
		return length{}
	}
	sign, digits, exponent, unit := strings.TrimPrefix(m[1], "+"), m[2], m[3], strings.ToLower(m[4])
	if digits[0] == '.' {
		digits = "0" + digits
	}
	if unit == "" {
		unit = r.unit
	}
	x, err := num.Parse(sign + digits + exponent)
	switch {
	case err != nil:
		r.invalid.Add(field, op.InvalidNumber, "%s has more than %d digits or an exponent beyond %d", op.Quote(s), num.MaxDigits, num.MaxExponent).Hint = "round it first"
	case !slices.Contains(units, unit):
		r.invalid.Add(field, op.InvalidUnit, "%s is not one of %s", op.Quote(m[4]), strings.Join(units, ", ")).Hint = "send the length in one of these units"
	case x.Sign() < 0 || x.Cmp(maxLength) > 0:
		r.invalid.Add(field, op.OutOfRange, "must be at least 0 and at most %s, got %s", maxLength, op.Quote(s))
	}
	return length{x.Round(places, num.HalfEven), unit}
}

func (r reader) noLength(field, s, expected string) {
	v := r.invalid.Add(field, op.InvalidFormat, "%s is not %s", op.Quote(s), expected)
	v.Hint = "send a number, or one or two lengths such as \"8px\" or \"10px 5%\""
	if strings.Contains(s, "(") {
		v.Hint = "functions such as calc() cannot be computed here; send what they give"
	}
}

func borderRadius(_ context.Context, in BorderRadiusIn) (BorderRadiusOut, error) {
	corners := in.corners(&op.Invalid{})
	var each, horizontal, vertical [4]string
	for i, c := range corners {
		horizontal[i], vertical[i] = c.horizontal.css(in.Minify), c.vertical.css(in.Minify)
		if each[i] = horizontal[i]; vertical[i] != each[i] {
			each[i] += " " + vertical[i]
		}
	}
	h, v := shortest(horizontal), shortest(vertical)
	out := BorderRadiusOut{
		Value: strings.Join(h, " "), IsElliptical: horizontal != vertical, ShorthandValues: max(len(h), len(v)),
		Longhands:        Longhands{each[topLeft], each[topRight], each[bottomRight], each[bottomLeft]},
		LogicalLonghands: LogicalLonghands{each[topLeft], each[topRight], each[bottomRight], each[bottomLeft]},
	}
	slash := " / "
	if in.Minify {
		slash = "/"
	}
	if out.IsElliptical {
		out.Value += slash + strings.Join(v, " ")
	}
	out.CSS = declarations([]string{"border-radius"}, []string{out.Value}, in.Minify)
	if in.Logical {
		out.CSS = declarations(logicalNames[:], each[:], in.Minify)
	}
	if in.Width != nil {
		resolve(&out, corners, *in.Width, *in.Height)
	}
	return out, nil
}

// css writes a length; zero has no unit.
func (l length) css(minify bool) string {
	if l.value.Sign() == 0 {
		return "0"
	}
	s := l.value.String() + l.unit
	if minify && strings.HasPrefix(s, "0.") {
		return s[1:]
	}
	return s
}

// shortest leaves out the last values that are repeated by those before: the
// bottom left repeats the top right, the others repeat the top left.
func shortest(v [4]string) []string {
	switch {
	case v[bottomLeft] != v[topRight]:
		return v[:4]
	case v[bottomRight] != v[topLeft]:
		return v[:3]
	case v[topRight] != v[topLeft]:
		return v[:2]
	}
	return v[:1]
}

// declarations writes declarations, each on a line unless minified.
func declarations(names, values []string, minify bool) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name + ": " + values[i] + ";"
		if minify {
			list[i] = name + ":" + values[i]
		}
	}
	if minify {
		return strings.Join(list, ";")
	}
	return strings.Join(list, "\n")
}

// resolve adds what a browser makes of the corners in a box.
func resolve(out *BorderRadiusOut, corners [4]corner, width, height num.Dec) {
	var factor *num.Dec
	var used *UsedRadii
	var shape *string
	if b, ok := newBox(corners, width.Ratio(), height.Ratio()); ok {
		f := b.fit()
		r, s := f.Round(places, num.HalfEven), b.shape()
		factor, used, shape = &r, b.used(), &s
	} else {
		out.Warnings = append(out.Warnings, op.Warning{
			Code: "relative_unit", Field: "unit",
			Message: "only px and % of the box can be turned into px here; scale_factor, used_px and shape are null",
		})
	}
	out.ScaleFactor, out.UsedPx, out.Shape = &factor, &used, &shape
}
