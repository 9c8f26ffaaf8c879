package calculators

import (
	"context"
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[DiscountIn, DiscountOut]{
	ID:      "discount-calculator",
	Route:   "GET /v1/calculators/discount",
	Summary: "Discount, final price, savings, or the price before it",
	Doc: "Solves a discount from price and percent, amount or final price, or from final price and percent, with a " +
		"second discount, tax and quantity. Discount and tax are rounded half-even to 2 decimals, once each; the " +
		"original is final price plus discount, and the steps sum to the total.",
	See:    []op.See{{When: "plain percentages", ID: "percentage-calculator"}, {When: "Indian GST", ID: "gst-calculator"}},
	Words:  []string{"percent off", "sale", "coupon", "voucher", "promo code", "markdown", "rebate", "deal", "reduced price", "reduction", "shopping"},
	Source: "discount = price·p/100, two in a row 1−(1−p)(1−q); rounding to nearest, ties to even (IEEE 754-2019, 4.3.1)",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "percent off", In: `{"price":1999.99,"discount_percent":15}`},
		{Name: "20 % and then 10 %, with tax", In: `{"price":2500,"discount_percent":20,"additional_discount_percent":10,"tax_percent":5}`},
		{Name: "the price before", In: `{"final_price":850,"discount_percent":15}`},
		{Name: "the percentage between two prices", In: `{"price":1299,"final_price":999}`},
		{Name: "an amount off, three pieces", In: `{"price":499,"discount_amount":50,"quantity":3}`},
	},
	Run: discount,
})

// DiscountIn is the input of discount-calculator: price with one of the three
// fields after it, or final_price with discount_percent.
type DiscountIn struct {
	Price             *num.Dec `json:"price" alias:"original_price" aka:"amount,mrp,list_price" above:"0" max:"1e12" doc:"Price per unit before any discount, at most 2 decimals." example:"1999.99"`
	DiscountPercent   *num.Dec `json:"discount_percent" alias:"percent_off" aka:"percent,discount,rate" min:"0" max:"100" doc:"First discount in percent." example:"15"`
	DiscountAmount    *num.Dec `json:"discount_amount" aka:"discount,amount_off" min:"0" max:"1e12" doc:"First discount per unit as an amount, at most 2 decimals." example:"50"`
	FinalPrice        *num.Dec `json:"final_price" aka:"sale_price,discounted_price" min:"0" max:"1e12" doc:"Price per unit after all discounts and before tax, at most 2 decimals." example:"850"`
	AdditionalPercent num.Dec  `json:"additional_discount_percent" aka:"additional_discount,second_discount_percent" min:"0" max:"100" default:"0" doc:"Second discount in percent, taken off the reduced price." example:"10"`
	TaxPercent        num.Dec  `json:"tax_percent" aka:"tax,tax_rate,gst_rate,vat_rate" min:"0" max:"100" default:"0" doc:"Tax in percent on the final prices." example:"5"`
	Quantity          int      `json:"quantity" aka:"qty,units,count" min:"1" max:"1e6" default:"1" doc:"Number of units." example:"3"`
}

// DiscountOut is the answer of discount-calculator. Prices are per unit, the
// rest is for all units.
type DiscountOut struct {
	OriginalPrice   num.Dec        `json:"original_price" doc:"Price per unit before any discount."`
	DiscountPercent num.Dec        `json:"discount_percent" doc:"Effective discount in percent: exact where a percentage was sent, otherwise from the amounts, 4 decimals."`
	DiscountAmount  num.Dec        `json:"discount_amount" doc:"All discount per unit."`
	FinalPrice      num.Dec        `json:"final_price" doc:"original_price less discount_amount; without tax."`
	Savings         num.Dec        `json:"savings" doc:"Discount on all units."`
	TaxAmount       num.Dec        `json:"tax_amount" doc:"Tax on all units, rounded once."`
	Total           num.Dec        `json:"total" doc:"All units with tax."`
	Steps           []DiscountStep `json:"steps" doc:"From the original price to the total; the amounts sum to it."`
}

// DiscountStep is a line of the calculation.
type DiscountStep struct {
	Label  string  `json:"label" doc:"What it is."`
	Amount num.Dec `json:"amount" doc:"Its amount for all units, negative for a discount."`
}

// CheckSent refuses all but the pairs of fields that have an answer.
func (in *DiscountIn) CheckSent(e *op.Invalid) {
	const pairs = "send price with one of discount_percent, discount_amount and final_price, or final_price with discount_percent"
	var sent []string
	for _, f := range []struct {
		name  string
		value *num.Dec
	}{{"discount_percent", in.DiscountPercent}, {"discount_amount", in.DiscountAmount}, {"final_price", in.FinalPrice}} {
		if f.value != nil {
			sent = append(sent, f.name)
		}
	}
	switch reverse := in.DiscountPercent != nil && in.FinalPrice != nil; {
	case in.Price == nil && !reverse:
		e.Add("price", op.MissingOneOf, "the parameter 'price' is missing").Hint = pairs
	case in.Price == nil && in.DiscountAmount != nil:
		e.Add("discount_amount", op.Conflict, "was sent together with 'discount_percent' and 'final_price', which already fix the price").Hint = pairs
	case in.Price != nil && len(sent) == 0:
		e.Add("discount_percent", op.MissingOneOf, "the price is there, but no discount").Hint = pairs
	case in.Price != nil:
		for _, extra := range sent[1:] {
			e.Add(extra, op.Conflict, "was sent together with 'price' and '%s', which already fix the discount", sent[0]).Hint = pairs
		}
	}
}

// Check refuses fractions of a cent and what no pair of prices can be.
func (in *DiscountIn) Check(e *op.Invalid) {
	for _, f := range []struct {
		name  string
		value *num.Dec
	}{{"price", in.Price}, {"discount_amount", in.DiscountAmount}, {"final_price", in.FinalPrice}} {
		if f.value == nil {
			continue
		}
		terms.WholeCents(e, f.name, *f.value)
		if in.Price != nil && f.value.Cmp(*in.Price) > 0 {
			e.Add(f.name, op.Order, "%s is more than the price %s", f.value, in.Price)
		}
	}
	switch {
	case in.Price == nil && leftAfter(*in.DiscountPercent).Sign() == 0:
		e.Add("discount_percent", op.ZeroBase, "after 100 %% off any price is 0, so the price before cannot be told")
	case in.Price == nil && leftAfter(in.AdditionalPercent).Sign() == 0:
		e.Add("additional_discount_percent", op.ZeroBase, "after 100 %% off any price is 0, so the price before cannot be told")
	case in.Price != nil && in.FinalPrice != nil && in.AdditionalPercent.Sign() > 0:
		e.Add("additional_discount_percent", op.Conflict, "price and final_price already fix the whole discount").Hint =
			fmt.Sprintf("to take it off %s, send discount_amount=%s instead of final_price", in.FinalPrice, in.Price.Sub(*in.FinalPrice))
	}
}

// leftAfter is the share of a price that so many percent off leave.
func leftAfter(percent num.Dec) num.Dec { return num.FromInt(1).Sub(hundredth(percent)) }

// hundredth turns a percentage into a fraction.
func hundredth(percent num.Dec) num.Dec { return percent.Mul(num.Scaled(1, 2)) }

// reduction is what the discounts take off the price of one unit, in whole
// cents; the first takes at most what both do.
type reduction struct{ price, first, both num.Dec }

// reduce solves the pair that was sent. A price solved for is within half a
// cent of the exact one, so its first discount rounds to no more than both.
func (in *DiscountIn) reduce() reduction {
	var price, first, both num.Dec
	switch {
	case in.Price == nil:
		price = num.Quotient(*in.FinalPrice, in.left()).Money()
		first, both = price.Mul(hundredth(*in.DiscountPercent)), price.Sub(*in.FinalPrice)
	case in.FinalPrice != nil:
		price, both = *in.Price, in.Price.Sub(*in.FinalPrice)
		first = both
	case in.DiscountAmount != nil:
		price, first = *in.Price, *in.DiscountAmount
		both = first.Add(price.Sub(first).Mul(hundredth(in.AdditionalPercent)))
	default:
		price, first = *in.Price, in.Price.Mul(hundredth(*in.DiscountPercent))
		both = price.Sub(price.Mul(in.left()))
	}
	return reduction{price, first.Money(), both.Money()}
}

// left is the share of the price that both percentages leave.
func (in *DiscountIn) left() num.Dec {
	return leftAfter(*in.DiscountPercent).Mul(leftAfter(in.AdditionalPercent))
}

// percent is the effective discount of both percentages, or of the amounts.
func (in *DiscountIn) percent(r reduction) num.Dec {
	if in.DiscountPercent == nil {
		return terms.Percent(num.Quotient(r.both, r.price), 4)
	}
	return num.FromInt(1).Sub(in.left()).Mul(num.FromInt(100))
}

func discount(_ context.Context, in DiscountIn) (DiscountOut, error) {
	unit, quantity := in.reduce(), num.FromInt(int64(in.Quantity))
	if err := terms.Reachable("discount_percent", unit.price); err != nil {
		return DiscountOut{}, err
	}
	out := DiscountOut{
		OriginalPrice:   unit.price,
		DiscountPercent: in.percent(unit),
		DiscountAmount:  unit.both,
		FinalPrice:      unit.price.Sub(unit.both),
		Savings:         unit.both.Mul(quantity),
	}
	net := out.FinalPrice.Mul(quantity)
	out.TaxAmount = net.Mul(hundredth(in.TaxPercent)).Money()
	out.Total = net.Add(out.TaxAmount)
	out.Steps = in.steps(unit, quantity, out.TaxAmount)
	return out, terms.Reachable("quantity", out.Steps[0].Amount, out.Total)
}

// steps lists how the total comes about.
func (in *DiscountIn) steps(unit reduction, quantity, tax num.Dec) []DiscountStep {
	price, first := "Original price", "Discount"
	if in.Quantity > 1 {
		price += fmt.Sprintf(" × %d", in.Quantity)
	}
	if in.DiscountPercent != nil {
		first += fmt.Sprintf(" of %s %%", in.DiscountPercent)
	}
	steps := []DiscountStep{{price, unit.price.Mul(quantity)}, {first, unit.first.Mul(quantity).Neg()}}
	if in.AdditionalPercent.Sign() > 0 {
		steps = append(steps, DiscountStep{fmt.Sprintf("Additional discount of %s %%", in.AdditionalPercent), unit.first.Sub(unit.both).Mul(quantity)})
	}
	if in.TaxPercent.Sign() > 0 {
		steps = append(steps, DiscountStep{fmt.Sprintf("Tax of %s %%", in.TaxPercent), tax})
	}
	return steps
}
