package calculators

import (
	"context"
	"fmt"
	"slices"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

var _ = op.Define(op.Def[PercentageIn, PercentageOut]{
	ID:      "percentage-calculator",
	Route:   "GET /v1/calculators/percentage",
	Summary: "Percent of, what percent, change, difference, increase, reverse",
	Doc: "Answers the nine usual questions about percentages, with the answer as a sentence. Without mode, percent and " +
		"value ask for the part, value and total for the percentage, from and to for the change. Exact at any size, then " +
		"rounded half-even once. Changes are measured against the absolute value of from.",
	See:   []op.See{{When: "discounts on prices", ID: "discount-calculator"}},
	Words: []string{"ratio", "proportion", "share", "growth", "decrease", "markup", "margin"},
	Source: "change (to−from)/|from|, difference |a−b| over the mean of |a| and |b|, each times 100; rounding to nearest, " +
		"ties to even (IEEE 754-2019, 4.3.1)",
	Since: "1.0.0",
	Class: op.T0,
	Examples: []op.Example{
		{Name: "15 % of 200", In: `{"percent":15,"value":200}`},
		{Name: "what percent", In: `{"value":1,"total":3}`},
		{Name: "change from a negative value", In: `{"from":-50,"to":25}`},
		{Name: "45 is 30 % of what", In: `{"mode":"reverse","value":45,"percent":30}`},
		{Name: "before 15 % off", In: `{"mode":"original_before_decrease","value":850,"percent":15}`},
		{Name: "difference without a base", In: `{"mode":"difference","from":40,"to":60}`},
	},
	Run: percentage,
})

// PercentageIn is the input of percentage-calculator: the two numbers that the
// mode takes, or that stand for one.
type PercentageIn struct {
	Mode      *string  `json:"mode" aka:"type,operation" enum:"percent_of,what_percent,change,difference,increase,decrease,reverse,original_before_increase,original_before_decrease" doc:"The question; reverse is what value is percent of. Left out, the two numbers sent tell percent_of, what_percent and change apart." example:"change"`
	Percent   *num.Dec `json:"percent" aka:"percentage,pct,rate" doc:"A percentage: 15 means 15 %." example:"15"`
	Value     *num.Dec `json:"value" aka:"number,amount,part" doc:"The number it is about." example:"200"`
	Total     *num.Dec `json:"total" aka:"whole" doc:"What value is a part of, for what_percent." example:"3"`
	From      *num.Dec `json:"from" aka:"old,old_value,initial" doc:"The number before, for change and difference." example:"120"`
	To        *num.Dec `json:"to" aka:"new,new_value,final" doc:"The number after." example:"150"`
	Precision int      `json:"precision" aka:"decimals,places" min:"0" max:"15" default:"6" doc:"Decimals that results are rounded to."`
}

// PercentageOut is the answer of percentage-calculator.
type PercentageOut struct {
	Mode       string   `json:"mode" doc:"The question answered."`
	Result     num.Dec  `json:"result" doc:"The answer."`
	Unit       string   `json:"unit" doc:"What result is: percent or number."`
	Expression string   `json:"expression" doc:"The whole statement, with ≈ where result is rounded."`
	Difference *num.Dec `json:"difference" doc:"New value less old value; null for percent_of, what_percent and reverse, which compare none."`
	Direction  *string  `json:"direction" doc:"increase, decrease or none, from the old value to the new one; null as above."`
	Multiplier *num.Dec `json:"multiplier" doc:"New value over old value; null as above, and where the old value is 0."`
}

// percentageMode is what a mode takes and how its answer reads: %[1]s and
// %[2]s are its fields, %[3]s the result and %[4]s the sign between.
type percentageMode struct {
	fields           []string
	unit, expression string
}

var percentageModes = map[string]percentageMode{
	"percent_of":               {[]string{"percent", "value"}, "number", "%[1]s%% of %[2]s %[4]s %[3]s"},
	"what_percent":             {[]string{"value", "total"}, "percent", "%[1]s of %[2]s %[4]s %[3]s%%"},
	"change":                   {[]string{"from", "to"}, "percent", "change from %[1]s to %[2]s %[4]s %[3]s%%"},
	"difference":               {[]string{"from", "to"}, "percent", "difference of %[1]s and %[2]s %[4]s %[3]s%%"},
	"increase":                 {[]string{"value", "percent"}, "number", "%[1]s + %[2]s%% %[4]s %[3]s"},
	"decrease":                 {[]string{"value", "percent"}, "number", "%[1]s - %[2]s%% %[4]s %[3]s"},
	"reverse":                  {[]string{"value", "percent"}, "number", "%[1]s %[4]s %[2]s%% of %[3]s"},
	"original_before_increase": {[]string{"value", "percent"}, "number", "%[1]s %[4]s %[3]s + %[2]s%%"},
	"original_before_decrease": {[]string{"value", "percent"}, "number", "%[1]s %[4]s %[3]s - %[2]s%%"},
}

// mode is the one sent, or else the one whose numbers were, or most of them.
func (in *PercentageIn) mode() string {
	if in.Mode != nil {
		return *in.Mode
	}
	return slices.MinFunc([]string{"percent_of", "what_percent", "change"}, func(a, b string) int {
		lackingA, _ := in.unmatched(a)
		lackingB, _ := in.unmatched(b)
		return len(lackingA) - len(lackingB)
	})
}

// unmatched returns the numbers that a mode lacks and those it does not take.
func (in *PercentageIn) unmatched(mode string) (missing, extra []string) {
	fields := percentageModes[mode].fields
	for _, name := range []string{"percent", "value", "total", "from", "to"} {
		switch sent, taken := in.number(name) != nil, slices.Contains(fields, name); {
		case taken && !sent:
			missing = append(missing, name)
		case sent && !taken:
			extra = append(extra, name)
		}
	}
	return missing, extra
}

// number returns a number by its field, nil when it was not sent.
func (in *PercentageIn) number(field string) *num.Dec {
	switch field {
	case "percent":
		return in.Percent
	case "value":
		return in.Value
	case "total":
		return in.Total
	case "from":
		return in.From
	}
	return in.To
}

// CheckSent refuses all but the two numbers of the mode.
func (in *PercentageIn) CheckSent(e *op.Invalid) {
	mode := in.mode()
	if mode == "" {
		return // it was none of the values
	}
	missing, extra := in.unmatched(mode)
	if in.Mode == nil && len(missing) > 0 {
		e.Add(missing[0], op.MissingOneOf, "the parameter '%s' is missing; one number of a pair does not make a question", missing[0]).Hint =
			"send percent and value, value and total, or from and to"
		return
	}
	takes := fmt.Sprintf("mode %s takes %s and %s", mode, percentageModes[mode].fields[0], percentageModes[mode].fields[1])
	for _, name := range missing {
		e.Add(name, op.Required, "the parameter '%s' is missing; %s", name, takes)
	}
	for _, name := range extra {
		e.Add(name, op.Conflict, "'%s' is one too many; %s", name, takes).Hint = "leave it out, or send another mode"
	}
}

// Check refuses what would divide by zero.
func (in *PercentageIn) Check(e *op.Invalid) {
	if _, d := in.fraction(); d.Sign() != 0 {
		return
	}
	switch mode := in.mode(); mode {
	case "what_percent":
		e.Add("total", op.ZeroBase, "nothing is a percentage of 0")
	case "change":
		e.Add("from", op.ZeroBase, "there is no percentage change from 0").Hint = "mode=difference compares two numbers without a base"
	case "difference":
		e.Add("from", op.ZeroBase, "there is no percentage difference of 0 and 0")
	default:
		e.Add("percent", op.ZeroBase, "%s %% leave 0 of any number, so mode %s has no answer", in.Percent, mode)
	}
}

// fraction is the result before the division: numerator and denominator.
func (in *PercentageIn) fraction() (n, d num.Dec) {
	hundred := num.FromInt(100)
	switch in.mode() {
	case "percent_of":
		return in.Percent.Mul(*in.Value), hundred
	case "what_percent":
		return in.Value.Mul(hundred), *in.Total
	case "change":
		return in.To.Sub(*in.From).Mul(hundred), absolute(*in.From)
	case "difference":
		return absolute(in.To.Sub(*in.From)).Mul(num.FromInt(200)), absolute(*in.From).Add(absolute(*in.To))
	case "increase":
		return in.Value.Mul(hundred.Add(*in.Percent)), hundred
	case "decrease":
		return in.Value.Mul(hundred.Sub(*in.Percent)), hundred
	case "reverse":
		return in.Value.Mul(hundred), *in.Percent
	case "original_before_increase":
		return in.Value.Mul(hundred), hundred.Add(*in.Percent)
	}
	return in.Value.Mul(hundred), hundred.Sub(*in.Percent) // original_before_decrease
}

func absolute(x num.Dec) num.Dec {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

func percentage(_ context.Context, in PercentageIn) (PercentageOut, error) {
	name := in.mode()
	mode := percentageModes[name]
	exact := num.Quotient(in.fraction())
	out := PercentageOut{Mode: name, Result: exact.Round(in.Precision, num.HalfEven), Unit: mode.unit}
	equals := "="
	if out.Result.Ratio().Cmp(exact) != 0 {
		equals = "≈"
	}
	out.Expression = fmt.Sprintf(mode.expression, in.number(mode.fields[0]), in.number(mode.fields[1]), out.Result, equals)
	switch name {
	case "change", "difference":
		in.compare(&out, in.From.Ratio(), in.To.Ratio())
	case "increase", "decrease":
		in.compare(&out, in.Value.Ratio(), exact)
	case "original_before_increase", "original_before_decrease":
		in.compare(&out, exact, in.Value.Ratio())
	}
	return out, nil
}

// compare adds what hangs on an old and a new value.
func (in *PercentageIn) compare(out *PercentageOut, from, to num.Ratio) {
	change := to.Sub(from)
	difference := change.Round(in.Precision, num.HalfEven)
	direction := [...]string{"decrease", "none", "increase"}[change.Sign()+1]
	out.Difference, out.Direction = &difference, &direction
	if from.Sign() != 0 {
		multiplier := to.Quo(from).Round(in.Precision, num.HalfEven)
		out.Multiplier = &multiplier
	}
}
