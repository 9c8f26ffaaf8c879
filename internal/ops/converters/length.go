package converters

import (
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/units"
)

var _ = op.Define(op.Def[LengthIn, ConversionOut]{
	ID:      "length-converter",
	Route:   "GET /v1/converters/length",
	Summary: "Convert lengths, exactly where that is possible",
	Doc: "Converts a length, positive or negative, from one unit to another or to all. Every factor is an exact " +
		"fraction; the result is rounded once, half-even, to 15 significant digits or to precision decimals, and exact " +
		"tells whether it is the true value. A foot or mile is the international one.",
	Words: words(units.Length, "distance", "height", "measurement"),
	Source: "NIST SP 811 (2008), appendix B; yard and pound agreement of 1959; IAU 2012 B2 (au) and 2015 B2 (pc); " +
		"85 FR 62698 (survey foot)",
	Since: "1.0.0",
	Class: op.T0,
	Examples: []op.Example{
		{Name: "a marathon", In: `{"value":26.2,"from":"mi","to":"km"}`},
		{Name: "to miles", In: `{"value":100,"from":"km","to":"mi"}`},
		{Name: "by name, rounded", In: `{"value":6,"from":"feet","to":"Centimetres","precision":1}`},
		{Name: "every unit", In: `{"value":1,"from":"m"}`},
		{Name: "a survey foot", In: `{"value":1,"from":"ft_us","to":"m"}`},
	},
	Run: convert[LengthIn],
})

// LengthIn is the input of length-converter.
type LengthIn struct {
	Value num.Dec `json:"value" aka:"amount,number,length,distance" doc:"Length to convert; it may be negative." example:"26.2"`
	From  string  `json:"from" aka:"from_unit,unit,source,source_unit,input_unit" len:"..40" doc:"Its unit, by symbol (km, m, dm, cm, mm, um, nm, pm, angstrom, in, ft, yd, mi, mil, hand, fathom, rod, chain, furlong, league, cable, nmi, ft_us, mi_us, au, ly, pc) or by name." example:"mi"`
	Target
}

// Check refuses units that are none of length.
func (in LengthIn) Check(e *op.Invalid) { in.conversion(e) }

func (in LengthIn) conversion(e *op.Invalid) conversion {
	return newConversion(e, units.Length, in.Value, in.From, in.Target)
}
