package converters

import (
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/units"
)

var _ = op.Define(op.Def[TemperatureIn, ConversionOut]{
	ID:      "temperature-converter",
	Route:   "GET /v1/converters/temperature",
	Summary: "Convert temperatures and differences of temperature exactly",
	Doc: "Converts a temperature from one scale to another or to all, or with delta a difference between two " +
		"temperatures. Formulas are exact fractions; the result is rounded once, half-even, and exact tells whether it " +
		"is the true value. What lies below absolute zero is refused, with the limit in your unit.",
	Words:  words(units.Temperature, "heat", "weather", "oven", "thermometer"),
	Source: "NIST SP 811 (2008), section B.9; fixed points of the scales of Delisle, Newton, Réaumur and Rømer",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "body temperature", In: `{"value":98.6,"from":"F","to":"C"}`},
		{Name: "where both scales meet", In: `{"value":-40,"from":"°C","to":"Fahrenheit"}`},
		{Name: "absolute zero in every unit", In: `{"value":0,"from":"K"}`},
		{Name: "a difference", In: `{"value":10,"from":"C","to":"F","delta":true}`},
	},
	Run: convert[TemperatureIn],
})

// TemperatureIn is the input of temperature-converter.
type TemperatureIn struct {
	Value num.Dec `json:"value" aka:"amount,number,temperature,temp,degrees" doc:"Temperature to convert." example:"98.6"`
	From  string  `json:"from" aka:"from_unit,unit,source,source_unit,input_unit" len:"..40" doc:"Its unit: C, F, K, R (Rankine), De (Delisle), N (Newton), Re (Réaumur) or Ro (Rømer), also as °C, or by name." example:"F"`
	Target
	Delta bool `json:"delta" aka:"difference,relative" default:"false" doc:"Convert a difference: 10 C are 18 F."`
}

// Check refuses units that are none of temperature, and what is too cold.
func (in TemperatureIn) Check(e *op.Invalid) { in.conversion(e) }

func (in TemperatureIn) conversion(e *op.Invalid) conversion {
	d := units.Temperature
	if in.Delta {
		d = units.TemperatureDifference
	}
	return newConversion(e, d, in.Value, in.From, in.Target)
}
