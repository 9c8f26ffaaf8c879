package converters

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/units"
)

// Target is what becomes of the value, for embedding in an input.
type Target struct {
	To        string `json:"to" aka:"to_unit,target,target_unit,into,output_unit" len:"..40" default:"all" doc:"Unit of the result, by symbol or name; all answers every unit."`
	Precision *int   `json:"precision" aka:"decimals,digits,places" min:"0" max:"15" doc:"Decimals of the results, rounded half-even; without it they have 15 significant digits." example:"2"`
}

// ConversionOut is the answer of a unit converter.
type ConversionOut struct {
	Value      num.Dec            `json:"value" doc:"The value sent."`
	From       UnitOut            `json:"from" doc:"Its unit."`
	To         *UnitOut           `json:"to" doc:"Unit of the result; null for all."`
	Result     *num.Dec           `json:"result" doc:"The converted value; null for all."`
	Exact      *bool              `json:"exact" doc:"Whether result is the true value and not a rounded one; null for all."`
	Factor     *num.Dec           `json:"factor" doc:"What values are multiplied by, 15 significant digits; null where no number does that, and for all."`
	Expression *string            `json:"expression" doc:"The conversion as an equation; null for all."`
	All        op.Pairs[*num.Dec] `json:"all,omitempty" doc:"The value in every unit, by symbol, when to is all; null in a unit that does not have it."`
}

// UnitOut names a unit.
type UnitOut struct {
	Symbol string `json:"symbol" doc:"Its symbol."`
	Name   string `json:"name" doc:"Its name."`
}

// conversion is a request of any of the converters with its units found. It
// is sound when nothing was recorded while they were looked up.
type conversion struct {
	value     num.Dec
	amount    units.Amount
	from, to  *units.Unit // to is nil for all
	units     []units.Unit
	precision *int
}

// newConversion finds the units and records what stands in the way.
func newConversion(e *op.Invalid, d *units.Dimension, value num.Dec, from string, target Target) conversion {
	c := conversion{value: value, from: find(e, d, "from", from), units: d.Units, precision: target.Precision}
	if !strings.EqualFold(target.To, "all") {
		c.to = find(e, d, "to", target.To)
	}
	if c.from == nil {
		return c
	}
	var err error
	if c.amount, err = c.from.Amount(value); err == nil && c.to != nil {
		_, err = c.amount.In(c.to)
	}
	switch {
	case errors.Is(err, units.ErrStandstill):
		e.Add("value", op.ZeroBase, "a pace and the speed it stands for must be above 0").Hint = "send a value above 0"
	case errors.Is(err, units.ErrTooCold):
		side := "or more"
		if c.from.Falling() {
			side = "or less"
		}
		e.Add("value", op.BelowAbsoluteZero, "is below absolute zero, which is %s %s", c.from.Zero, c.from.Symbol).Hint =
			fmt.Sprintf("send %s %s; for a difference of temperatures send delta=true", c.from.Zero, side)
	}
	return c
}

// find returns a unit, or nil after recording why there is none.
func find(e *op.Invalid, d *units.Dimension, field, spelling string) *units.Unit {
	if u := d.Find(spelling); u != nil {
		return u
	}
	if several := d.Ambiguous(spelling); several != nil {
		e.Add(field, op.InvalidUnit, "%s can mean %s", op.Quote(spelling), choice(several)).Hint = "send one of these symbols"
		return nil
	}
	near, miscased := nearest(d, spelling)
	other := elsewhere(spelling)
	if other != nil && !miscased {
		e.Add(field, op.InvalidUnit, "%s is a unit of %s, not of %s; use GET /v1/converters/%[2]s", op.Quote(spelling), other.Name, d.Name).Hint =
			"or send a unit of " + d.Name + ", such as " + d.Units[0].Symbol
		return nil
	}
	e.Add(field, op.InvalidUnit, "%s is not a unit of %s; the nearest are %s", op.Quote(spelling), d.Name, strings.Join(near, ", ")).Hint =
		"did you mean '" + near[0] + "'? Symbols are case-sensitive, names are not"
	return nil
}

// elsewhere is the dimension that has a unit, nil if none does.
func elsewhere(spelling string) *units.Dimension {
	for _, d := range units.All {
		if d.Find(spelling) != nil || d.Ambiguous(spelling) != nil {
			return d
		}
	}
	return nil
}

// choice joins words by commas and a last "or".
func choice(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// nearest returns the symbols of the three units of which a spelling is the
// least changed, against its length; miscased tells that the first one's is
// only in the wrong case.
func nearest(d *units.Dimension, spelling string) (symbols []string, miscased bool) {
	changed := map[string]int{} // by symbol, in thousandths of the letters
	for _, u := range d.Units {
		symbols = append(symbols, u.Symbol)
		changed[u.Symbol] = 1000
		for _, s := range u.Spellings() {
			changed[u.Symbol] = min(changed[u.Symbol], 1000*op.Distance(spelling, s)/max(len(spelling), len(s)))
		}
	}
	slices.SortStableFunc(symbols, func(a, b string) int { return changed[a] - changed[b] })
	return symbols[:3], changed[symbols[0]] == 0
}

// request is an input of a unit converter.
type request interface{ conversion(*op.Invalid) conversion }

// convert runs a unit converter on an input that was found sound.
func convert[In request](_ context.Context, in In) (ConversionOut, error) {
	c := in.conversion(&op.Invalid{})
	out := ConversionOut{Value: c.value, From: UnitOut{c.from.Symbol, c.from.Name}}
	if c.to == nil {
		out.All = c.all()
		return out, nil
	}
	result, exact, err := c.in(c.to)
	if err != nil {
		return ConversionOut{}, err
	}
	expression := fmt.Sprintf("%s %s = %s %s", c.value, c.from.Symbol, result, c.to.Symbol)
	out.To, out.Result, out.Exact, out.Expression = &UnitOut{c.to.Symbol, c.to.Name}, &result, &exact, &expression
	if factor, ok := units.Factor(c.from, c.to); ok {
		out.Factor = &factor
	}
	return out, nil
}

// in is the value in a unit, rounded as asked.
func (c conversion) in(to *units.Unit) (result num.Dec, exact bool, err error) {
	r, err := c.amount.In(to)
	if err != nil {
		return result, false, err
	}
	if c.precision != nil {
		result, exact = r.Decimals(*c.precision)
	} else {
		result, exact = r.Significant()
	}
	return result, exact, nil
}

// all is the value in every unit; what stands still has no pace.
func (c conversion) all() op.Pairs[*num.Dec] {
	list := make(op.Pairs[*num.Dec], len(c.units))
	for i := range c.units {
		list[i].Name = c.units[i].Symbol
		if result, _, err := c.in(&c.units[i]); err == nil {
			list[i].Value = &result
		}
	}
	return list
}

// words are what people say for a dimension: the spellings of its units, and more.
func words(d *units.Dimension, more ...string) []string {
	for i := range d.Units {
		more = append(more, d.Units[i].Spellings()...)
	}
	return more
}
