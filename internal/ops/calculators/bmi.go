package calculators

import (
	"context"
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

var _ = op.Define(op.Def[BMIIn, BMIOut]{
	ID:      "bmi-calculator",
	Route:   "GET /v1/calculators/bmi",
	Summary: "Body mass index, category and healthy weight range",
	Doc: "Computes an adult's body mass index, its category under a WHO, Asian or Asia-Pacific standard, and the " +
		"healthy weight range, whose ends always classify as normal. Takes metric or imperial input and returns both. " +
		"The category is read from the BMI as shown, rounded half-even to 2 decimals. Under age 19 category and range are null.",
	Words: []string{"overweight", "underweight", "obese", "obesity", "ideal weight", "fitness"},
	Source: "WHO BMI classification (Technical Report Series 894, 2000); WHO Expert Consultation, Lancet 2004;363:157 " +
		"(asian); WHO WPRO, The Asia-Pacific Perspective, 2000 (asia_pacific); pound and inch of the 1959 agreement",
	Since: "1.0.0",
	Class: op.T0,
	Rules: []op.Rule{
		op.RequiredOnce("weight", "weight_kg", "weight_lb"),
		op.RequiredOnce("height", "height_feet+height_inches", "height_cm", "height_m", "height_in"),
	},
	Examples: []op.Example{
		{Name: "metric", In: `{"weight":70,"height":175}`},
		{Name: "imperial", In: `{"weight":154,"height":70,"unit_system":"imperial"}`},
		{Name: "feet and inches", In: `{"weight_lb":154,"height_feet":5,"height_inches":10}`},
		{Name: "Asian cut-offs", In: `{"weight":70,"height":175,"standard":"asian"}`},
		{Name: "overweight", In: `{"weight":95,"height":180}`},
	},
	Run: bmi,
})

// BMIIn is the input of bmi-calculator. One weight and one height are sent,
// each by exactly one of its fields.
type BMIIn struct {
	Weight       *num.Dec `json:"weight" doc:"Body weight, in the unit of weight_unit or unit_system." example:"70"`
	Height       *num.Dec `json:"height" doc:"Height, in the unit of height_unit or unit_system." example:"175"`
	UnitSystem   string   `json:"unit_system" enum:"metric,imperial" default:"metric" doc:"Units of weight and height: metric is kg and cm, imperial is lb and in."`
	WeightUnit   *string  `json:"weight_unit" enum:"kg,g,lb,st" doc:"Unit of weight, when it is not that of the unit system."`
	HeightUnit   *string  `json:"height_unit" enum:"cm,m,in,ft" doc:"Unit of height, when it is not that of the unit system."`
	HeightFeet   *int     `json:"height_feet" min:"0" max:"9" doc:"Whole feet of the height, with height_inches for the rest." example:"5"`
	HeightInches *num.Dec `json:"height_inches" min:"0" below:"12" doc:"Inches beyond height_feet." example:"10"`
	Standard     string   `json:"standard" enum:"who,asian,asia_pacific" default:"who" doc:"Cut-offs: who, asian (WHO 2004 action points) or asia_pacific (WPRO 2000, Indian consensus)."`
	Age          *int     `json:"age" min:"2" max:"120" doc:"Age in years; under 19 the adult categories do not apply." example:"35"`
	WeightKg     *num.Dec `json:"weight_kg" doc:"Body weight in kilograms, instead of weight."`
	WeightLb     *num.Dec `json:"weight_lb" doc:"Body weight in pounds, instead of weight."`
	HeightCm     *num.Dec `json:"height_cm" doc:"Height in centimetres, instead of height."`
	HeightM      *num.Dec `json:"height_m" doc:"Height in metres, instead of height."`
	HeightIn     *num.Dec `json:"height_in" doc:"Whole height in inches, instead of height."`
}

// BMIOut is the answer of bmi-calculator.
type BMIOut struct {
	BMI                num.Dec       `json:"bmi" doc:"Body mass index, kg/m², 2 decimals."`
	Category           *string       `json:"category" doc:"Category of the standard; null under age 19."`
	CategoryLabel      *string       `json:"category_label" doc:"The category in words; null under age 19."`
	HealthyWeight      *WeightRange  `json:"healthy_weight" doc:"Weights that classify as normal at this height; null under age 19."`
	ToHealthy          *WeightChange `json:"to_healthy" doc:"Change that reaches the healthy range, negative to lose; null under age 19."`
	BMIPrime           num.Dec       `json:"bmi_prime" doc:"BMI as a multiple of 25, 2 decimals."`
	PonderalIndex      num.Dec       `json:"ponderal_index" doc:"Weight over height cubed, kg/m³, 2 decimals."`
	Weight             BodyWeight    `json:"weight" doc:"The weight in both units, 2 decimals."`
	Height             BodyHeight    `json:"height" doc:"The height in all units."`
	Standard           string        `json:"standard" doc:"The standard applied."`
	CategoryApplicable bool          `json:"category_applicable" doc:"False under age 19: the cut-offs are for adults."`
}

// WeightRange is a range of weights with 1 decimal, both ends inside it.
type WeightRange struct {
	MinKg num.Dec `json:"min_kg" doc:"Lowest healthy weight in kg, rounded up."`
	MaxKg num.Dec `json:"max_kg" doc:"Highest healthy weight in kg, rounded down."`
	MinLb num.Dec `json:"min_lb" doc:"Lowest healthy weight in lb, rounded up."`
	MaxLb num.Dec `json:"max_lb" doc:"Highest healthy weight in lb, rounded down."`
}

// WeightChange is a signed weight with 1 decimal.
type WeightChange struct {
	ChangeKg num.Dec `json:"change_kg" doc:"Change in kg, rounded away from 0; 0 inside the range."`
	ChangeLb num.Dec `json:"change_lb" doc:"Change in lb, rounded away from 0; 0 inside the range."`
}

// BodyWeight is a weight in two units.
type BodyWeight struct {
	Kg num.Dec `json:"kg" doc:"Kilograms."`
	Lb num.Dec `json:"lb" doc:"Pounds."`
}

// BodyHeight is a height in several units.
type BodyHeight struct {
	Cm         num.Dec `json:"cm" doc:"Centimetres, 2 decimals."`
	M          num.Dec `json:"m" doc:"Metres, 4 decimals."`
	In         num.Dec `json:"in" doc:"Inches, 2 decimals."`
	FeetInches string  `json:"feet_inches" doc:"Feet and whole inches, such as 5'10\"."`
}

// Weights in kilograms and heights in metres, all exact.
var (
	kilograms = map[string]num.Dec{"kg": num.D("1"), "g": num.D("0.001"), "lb": num.D("0.45359237"), "st": num.D("6.35029318")}
	metres    = map[string]num.Dec{"m": num.D("1"), "cm": num.D("0.01"), "in": num.D("0.0254"), "ft": num.D("0.3048")}
)

// What is taken for a person: anything outside is a slip of the unit.
var (
	leastWeight, mostWeight = num.D("2"), num.D("700")    // kg
	leastHeight, mostHeight = num.D("0.5"), num.D("2.75") // m
)

// adultAge is the age from which adult cut-offs apply; below it WHO has
// growth references by age and sex.
const adultAge = 19

// measure is a quantity as it was sent.
type measure struct {
	field string
	value num.Dec
	unit  string
	si    num.Dec // in kg or m
}

func newMeasure(field string, value num.Dec, unit string, units map[string]num.Dec) measure {
	return measure{field, value, unit, value.Mul(units[unit])}
}

func (in *BMIIn) weight() measure {
	switch {
	case in.WeightKg != nil:
		return newMeasure("weight_kg", *in.WeightKg, "kg", kilograms)
	case in.WeightLb != nil:
		return newMeasure("weight_lb", *in.WeightLb, "lb", kilograms)
	}
	unit := map[string]string{"metric": "kg", "imperial": "lb"}[in.UnitSystem]
	if in.WeightUnit != nil {
		unit = *in.WeightUnit
	}
	return newMeasure("weight", *in.Weight, unit, kilograms)
}

func (in *BMIIn) height() measure {
	switch {
	case in.HeightCm != nil:
		return newMeasure("height_cm", *in.HeightCm, "cm", metres)
	case in.HeightM != nil:
		return newMeasure("height_m", *in.HeightM, "m", metres)
	case in.HeightIn != nil:
		return newMeasure("height_in", *in.HeightIn, "in", metres)
	case in.HeightFeet != nil:
		inches := num.FromInt(12 * int64(*in.HeightFeet))
		if in.HeightInches != nil {
			inches = inches.Add(*in.HeightInches)
		}
		return newMeasure("height_feet", inches, "in", metres)
	}
	unit := map[string]string{"metric": "cm", "imperial": "in"}[in.UnitSystem]
	if in.HeightUnit != nil {
		unit = *in.HeightUnit
	}
	return newMeasure("height", *in.Height, unit, metres)
}

// Check refuses units that contradict each other and sizes no person has.
func (in *BMIIn) Check(e *op.Invalid) {
	if in.HeightInches != nil && in.HeightFeet == nil {
		e.Add("height_feet", op.Required, "height_inches counts the inches beyond height_feet, which is missing").Hint =
			"send both, or the whole height as height_in"
		return
	}
	weight, height := in.weight(), in.height()
	if in.WeightUnit != nil && *in.WeightUnit != weight.unit {
		e.Add("weight_unit", op.Conflict, "'%s' is already in %s", weight.field, weight.unit).Hint = "leave weight_unit out"
	}
	if in.HeightUnit != nil && *in.HeightUnit != height.unit && (height.field != "height_feet" || *in.HeightUnit != "ft") {
		e.Add("height_unit", op.Conflict, "'%s' is already in %s", height.field, height.unit).Hint = "leave height_unit out"
	}
	if weight.outside(leastWeight, mostWeight) {
		weight.refuse(e, "2 to 700 kg").Hint = weight.hint("weight", []string{"g", "kg", "lb"}, kilograms, leastWeight, mostWeight)
	}
	if height.outside(leastHeight, mostHeight) {
		height.refuse(e, "50 to 275 cm").Hint = height.hint("height", []string{"m", "cm", "ft"}, metres, leastHeight, mostHeight)
	}
}

func (m measure) outside(least, most num.Dec) bool {
	return m.si.Cmp(least) < 0 || m.si.Cmp(most) > 0
}

func (m measure) refuse(e *op.Invalid, bounds string) *op.Violation {
	return e.Add(m.field, op.OutOfRange, "%s %s is not the size of a person; expected %s", m.value, m.unit, bounds)
}

// hint names the unit that the caller probably had in mind: the first that
// makes sense of the value. Feet with inches cannot be anything else.
func (m measure) hint(canonical string, units []string, factors map[string]num.Dec, least, most num.Dec) string {
	if m.field == "height_feet" {
		return ""
	}
	for _, unit := range units {
		if newMeasure("", m.value, unit, factors).outside(least, most) {
			continue
		}
		use := fmt.Sprintf("%s_unit=%s", canonical, unit)
		if m.field != canonical {
			use = fmt.Sprintf("%s with %s", canonical, use)
		}
		return fmt.Sprintf("%s is in %s; use %s", m.field, m.unit, use)
	}
	return ""
}

func bmi(_ context.Context, in BMIIn) (BMIOut, error) {
	kg, m := in.weight().si, in.height().si
	square := m.Mul(m)
	exact := num.Quotient(kg, square)
	out := BMIOut{
		BMI:                exact.Round(2, num.HalfEven),
		BMIPrime:           num.Quotient(kg, square.Mul(num.D("25"))).Round(2, num.HalfEven),
		PonderalIndex:      num.Quotient(kg, square.Mul(m)).Round(2, num.HalfEven),
		Weight:             BodyWeight{kg.Round(2, num.HalfEven), inUnit(kg, "lb", kilograms).Round(2, num.HalfEven)},
		Height:             bodyHeight(m),
		Standard:           in.Standard,
		CategoryApplicable: in.Age == nil || *in.Age >= adultAge,
	}
	if out.CategoryApplicable {
		standard := standards[in.Standard]
		band := standard.classify(out.BMI)
		out.Category, out.CategoryLabel = &band.id, &band.label
		least, most := standard.normal()
		lightest, heaviest := least.Mul(square), most.Mul(square)
		out.HealthyWeight = healthyWeight(lightest, heaviest)
		out.ToHealthy = &WeightChange{}
		switch {
		case out.BMI.Cmp(least) < 0:
			out.ToHealthy = weightChange(out.HealthyWeight.MinKg, out.HealthyWeight.MinLb, kg, num.Ceiling)
		case out.BMI.Cmp(most) > 0:
			out.ToHealthy = weightChange(out.HealthyWeight.MaxKg, out.HealthyWeight.MaxLb, kg, num.Floor)
		}
	}
	return out, nil
}

func inUnit(si num.Dec, unit string, units map[string]num.Dec) num.Ratio {
	return num.Quotient(si, units[unit])
}

// healthyWeight rounds the ends of a range inwards, in each unit on its own.
func healthyWeight(lightest, heaviest num.Dec) *WeightRange {
	return &WeightRange{
		MinKg: lightest.Round(1, num.Ceiling),
		MaxKg: heaviest.Round(1, num.Floor),
		MinLb: inUnit(lightest, "lb", kilograms).Round(1, num.Ceiling),
		MaxLb: inUnit(heaviest, "lb", kilograms).Round(1, num.Floor),
	}
}

// weightChange is the way from a weight to an end of the range, rounded so
// that it does not stop short of it.
func weightChange(endKg, endLb, kg num.Dec, away num.Rounding) *WeightChange {
	return &WeightChange{
		ChangeKg: endKg.Sub(kg).Round(1, away),
		ChangeLb: endLb.Ratio().Sub(inUnit(kg, "lb", kilograms)).Round(1, away),
	}
}

func bodyHeight(m num.Dec) BodyHeight {
	inches := inUnit(m, "in", metres)
	whole, _ := inches.Round(0, num.HalfEven).Int64()
	return BodyHeight{
		Cm:         m.Mul(num.D("100")).Round(2, num.HalfEven),
		M:          m.Round(4, num.HalfEven),
		In:         inches.Round(2, num.HalfEven),
		FeetInches: fmt.Sprintf(`%d'%d"`, whole/12, whole%12),
	}
}
