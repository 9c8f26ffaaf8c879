package converters

import (
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/units"
)

var _ = op.Define(op.Def[SpeedIn, ConversionOut]{
	ID:      "speed-converter",
	Route:   "GET /v1/converters/speed",
	Summary: "Convert speeds and running paces, exactly where that is possible",
	Doc: "Converts a speed or a pace (minutes per kilometre or mile, seconds per 100 m) from one unit to another or to " +
		"all. Factors are exact fractions; the result is rounded once, half-even, and exact tells whether it is the " +
		"true value. A standstill has no pace. Mach is that of the standard atmosphere at sea level.",
	Words:  words(units.Speed, "velocity"),
	Source: "NIST SP 811 (2008), appendix B; SI (c); International Hydrographic Conference 1929 (knot); ISO 2533:1975 (mach)",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "a speed limit", In: `{"value":60,"from":"mph","to":"km/h"}`},
		{Name: "a running pace", In: `{"value":5,"from":"min/km","to":"min/mi"}`},
		{Name: "pace to speed", In: `{"value":8,"from":"min/mi","to":"kmh"}`},
		{Name: "knots in every unit", In: `{"value":1,"from":"knot","to":"all"}`},
		{Name: "rounded", In: `{"value":100,"from":"km/h","to":"mps","precision":2}`},
	},
	Run: convert[SpeedIn],
})

// SpeedIn is the input of speed-converter.
type SpeedIn struct {
	Value num.Dec `json:"value" aka:"amount,number,speed,pace" doc:"Speed or pace to convert; a pace is above 0." example:"60"`
	From  string  `json:"from" aka:"from_unit,unit,source,source_unit,input_unit" len:"..40" doc:"Its unit, by symbol (m/s, km/h, mph, kn, ft/s, in/s, cm/s, km/s, mi/s, m/min, ft/min, c, mach, min/km, min/mi, s/100m), as kmh, kph or mps, or by name." example:"mph"`
	Target
}

// Check refuses units that are none of speed, and paces that there are not.
func (in SpeedIn) Check(e *op.Invalid) { in.conversion(e) }

func (in SpeedIn) conversion(e *op.Invalid) conversion {
	return newConversion(e, units.Speed, in.Value, in.From, in.Target)
}
