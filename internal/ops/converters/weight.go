package converters

import (
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/units"
)

var _ = op.Define(op.Def[WeightIn, ConversionOut]{
	ID:      "weight-converter",
	Route:   "GET /v1/converters/weight",
	Summary: "Convert weights, with troy and Indian units, exactly where that is possible",
	Doc: "Converts a weight (mass) from one unit to another or to all. Every factor is an exact fraction; the result is " +
		"rounded once, half-even, to 15 significant digits or to precision decimals, and exact tells whether it is the " +
		"true value. A bare ton or hundredweight is refused, since it has several meanings.",
	Words:  words(units.Weight, "heavy", "gold", "jewellery"),
	Source: "NIST SP 811 (2008), appendix B; yard and pound agreement of 1959; Regulation VII of 1833 (tola, seer, maund)",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "pounds to kilograms", In: `{"value":150,"from":"lb","to":"kg"}`},
		{Name: "kilograms to pounds", In: `{"value":70,"from":"kg","to":"pounds"}`},
		{Name: "gold by the tola", In: `{"value":1,"from":"tola","to":"g"}`},
		{Name: "troy against avoirdupois ounce", In: `{"value":1,"from":"troy ounce","to":"oz","precision":4}`},
		{Name: "stone in every unit", In: `{"value":10,"from":"st"}`},
	},
	Run: convert[WeightIn],
})

// WeightIn is the input of weight-converter.
type WeightIn struct {
	Value num.Dec `json:"value" aka:"amount,number,weight,mass" min:"0" doc:"Weight to convert." example:"70"`
	From  string  `json:"from" aka:"from_unit,unit,source,source_unit,input_unit" len:"..40" doc:"Its unit, by symbol (t, quintal, kg, g, mg, ug, ct, lb, oz, dr, gr, st, us_ton, long_ton, cwt_us, cwt_uk, ozt, lbt, dwt, slug, tola, seer, maund) or by name." example:"kg"`
	Target
}

// Check refuses units that are none of weight.
func (in WeightIn) Check(e *op.Invalid) { in.conversion(e) }

func (in WeightIn) conversion(e *op.Invalid) conversion {
	return newConversion(e, units.Weight, in.Value, in.From, in.Target)
}
