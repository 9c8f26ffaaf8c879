package calculators

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[TipIn, TipOut]{
	ID:      "tip-calculator",
	Route:   "GET /v1/calculators/tip",
	Summary: "Tip, total and equal shares that add up to the cent",
	Doc: "Adds a tip to a bill and splits the total in whole cents: the leftover cents go to the first people, so the " +
		"shares sum to the total exactly. The tip is rounded half-even to 2 decimals, or up to whole units by round. " +
		"Suggestions repeat the same bill with other percentages.",
	See:    []op.See{{When: "plain percentages", ID: "percentage-calculator"}},
	Words:  []string{"gratuity", "restaurant", "waiter", "dinner", "divide", "bill splitter", "split the check", "service charge", "per person", "friends"},
	Source: "tip = bill·p/100, rounded to nearest, ties to even (IEEE 754-2019, 4.3.1); shares by the largest-remainder method",
	Since:  "1.0.0",
	Class:  op.T0,
	Rules:  []op.Rule{op.AtMostOne("tip_percent", "tip_amount")},
	Examples: []op.Example{
		{Name: "split by three", In: `{"bill":86.40,"tip_percent":18,"people":3}`},
		{Name: "total rounded up", In: `{"bill":86.40,"tip_percent":18,"round":"total_up"}`},
		{Name: "no tip, three shares", In: `{"bill":100,"tip_percent":0,"people":3}`},
		{Name: "tip on the bill before tax", In: `{"bill":108.25,"tip_percent":20,"tax_amount":8.25,"tip_on":"pre_tax"}`},
		{Name: "a fixed tip, whole amounts for each", In: `{"bill":73.20,"tip_amount":10,"people":4,"round":"per_person_up"}`},
	},
	Run: tip,
})

// TipIn is the input of tip-calculator.
type TipIn struct {
	Bill       num.Dec  `json:"bill" alias:"bill_amount,amount" aka:"total,subtotal,price" above:"0" max:"1e12" doc:"Amount of the bill with tax, at most 2 decimals." example:"86.40"`
	TipPercent *num.Dec `json:"tip_percent" aka:"tip,percent,rate,tip_rate" min:"0" max:"100" doc:"Tip in percent; 15 where neither it nor tip_amount is sent." example:"18"`
	TipAmount  *num.Dec `json:"tip_amount" aka:"tip" min:"0" max:"1e12" doc:"Tip as an amount, at most 2 decimals, instead of tip_percent." example:"10"`
	People     int      `json:"people" alias:"split" aka:"persons,split_by,number_of_people" min:"1" max:"1000" default:"1" doc:"How many share the total." example:"3"`
	TaxAmount  *num.Dec `json:"tax_amount" aka:"tax" min:"0" max:"1e12" doc:"The part of the bill that is tax, at most 2 decimals; required with tip_on=pre_tax." example:"8.25"`
	TipOn      string   `json:"tip_on" enum:"total,pre_tax" default:"total" doc:"What the percentage is taken of: the bill, or the bill less tax_amount."`
	Round      string   `json:"round" enum:"none,tip_up,total_up,per_person_up" default:"none" doc:"What is rounded up to a whole unit, by a larger tip: nothing, the tip, the total or each share."`
}

// TipOut is the answer of tip-calculator.
type TipOut struct {
	Bill           num.Dec         `json:"bill" doc:"Amount of the bill."`
	TipPercent     num.Dec         `json:"tip_percent" doc:"Effective percentage, 2 decimals: the tip as it came out against what tip_on says."`
	Tip            num.Dec         `json:"tip" doc:"The tip."`
	Total          num.Dec         `json:"total" doc:"Bill and tip."`
	People         int             `json:"people" doc:"How many share the total."`
	TipPerPerson   num.Dec         `json:"tip_per_person" doc:"The tip over the people, rounded half-even to 2 decimals."`
	TotalPerPerson num.Dec         `json:"total_per_person" doc:"The highest share."`
	Shares         *[]num.Dec      `json:"shares" doc:"What each pays; they differ by at most a cent and sum to total. null above 100 people."`
	Suggestions    []TipSuggestion `json:"suggestions" doc:"The same bill at 10, 15, 18 and 20 percent, rounded as round says."`
}

// TipSuggestion is what another percentage would come to.
type TipSuggestion struct {
	Percent num.Dec `json:"percent" doc:"Percentage asked for."`
	Tip     num.Dec `json:"tip" doc:"The tip."`
	Total   num.Dec `json:"total" doc:"Bill and tip."`
}

// defaultTip is the percentage of those who name none.
var defaultTip = num.D("15")

// suggestedTips are the percentages that every answer shows.
var suggestedTips = []num.Dec{num.D("10"), num.D("15"), num.D("18"), num.D("20")}

// mostShares is the number of people up to which shares are listed.
const mostShares = 100

// CheckSent refuses a tip on the bill before tax without the tax.
func (in *TipIn) CheckSent(e *op.Invalid) {
	if in.TipOn == "pre_tax" && in.TaxAmount == nil {
		e.Add("tax_amount", op.Required, "tip_on=pre_tax needs 'tax_amount', the part of the bill that is tax").Hint =
			"send tax_amount, or tip_on=total"
	}
}

// Check refuses fractions of a cent, and a tax that is more than a part of the
// bill.
func (in *TipIn) Check(e *op.Invalid) {
	terms.WholeCents(e, "bill", in.Bill)
	if in.TipAmount != nil {
		terms.WholeCents(e, "tip_amount", *in.TipAmount)
	}
	if in.TaxAmount != nil {
		terms.WholeCents(e, "tax_amount", *in.TaxAmount)
		if in.TaxAmount.Cmp(in.Bill) >= 0 {
			e.Add("tax_amount", op.Order, "the tax %s must be less than the bill %s, which includes it", in.TaxAmount, in.Bill).Hint =
				"send the bill with its tax"
		}
	}
}

// base is what percentages are taken of.
func (in *TipIn) base() num.Dec {
	if in.TipOn == "pre_tax" {
		return in.Bill.Sub(*in.TaxAmount)
	}
	return in.Bill
}

func tip(_ context.Context, in TipIn) (TipOut, error) {
	percent := defaultTip
	if in.TipPercent != nil {
		percent = *in.TipPercent
	}
	amount := in.tipOf(percent)
	if in.TipAmount != nil {
		amount = in.roundUp(*in.TipAmount)
	}
	people := num.FromInt(int64(in.People))
	total := in.Bill.Add(amount)
	out := TipOut{
		Bill:           in.Bill,
		TipPercent:     terms.Percent(num.Quotient(amount, in.base()), 2),
		Tip:            amount,
		Total:          total,
		People:         in.People,
		TipPerPerson:   num.Quotient(amount, people).Money(),
		TotalPerPerson: num.Quotient(total, people).Round(2, num.Ceiling),
	}
	if err := terms.Reachable("tip_amount", out.TipPercent); err != nil {
		return TipOut{}, err
	}
	if in.People <= mostShares {
		shares := equalShares(total, in.People)
		out.Shares = &shares
	}
	for _, p := range suggestedTips {
		amount := in.tipOf(p)
		out.Suggestions = append(out.Suggestions, TipSuggestion{p, amount, in.Bill.Add(amount)})
	}
	return out, nil
}

// tipOf is the tip of so many percent.
func (in *TipIn) tipOf(percent num.Dec) num.Dec {
	return in.roundUp(in.base().Mul(hundredth(percent)).Money())
}

// roundUp raises a tip as far as round asks for.
func (in *TipIn) roundUp(amount num.Dec) num.Dec {
	total := in.Bill.Add(amount)
	switch in.Round {
	case "tip_up":
		return amount.Round(0, num.Ceiling)
	case "total_up":
		return total.Round(0, num.Ceiling).Sub(in.Bill)
	case "per_person_up":
		people := num.FromInt(int64(in.People))
		return num.Quotient(total, people).Round(0, num.Ceiling).Mul(people).Sub(in.Bill)
	}
	return amount
}

// equalShares divides whole cents among people; the first ones bear the cents
// that are left over.
func equalShares(total num.Dec, people int) []num.Dec {
	cents, _ := total.Mul(num.FromInt(100)).Int64()
	n := int64(people)
	shares := make([]num.Dec, people)
	for i := range shares {
		share := cents / n
		if int64(i) < cents%n {
			share++
		}
		shares[i] = num.Scaled(share, 2)
	}
	return shares
}
