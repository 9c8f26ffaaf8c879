package calculators

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/rules"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[GSTIn, GSTOut]{
	ID:      "gst-calculator",
	Route:   "GET /v1/calculators/gst",
	Summary: "Indian GST added to or taken out of an amount",
	Doc: "Adds GST to an amount or takes it out of one, split into CGST with SGST or UTGST, or IGST, with cess. Parts " +
		"are rounded half-up to paise, both halves equal, and base and parts always sum to the total. Any rate is " +
		"accepted; taxes not levied are null.",
	See:   []op.See{{When: "a discount with any tax", ID: "discount-calculator"}},
	Words: []string{"goods and services tax", "VAT", "sales tax", "invoice", "inclusive", "exclusive", "reverse"},
	Source: "CGST Act, 2017, s.9 and s.170; CGST Rules, 2017, rule 35; IGST Act, 2017, s.5; UTGST Act, 2017, s.7; " +
		"GST (Compensation to States) Act, 2017, s.8",
	Since: "1.0.0",
	Class: op.T0,
	Examples: []op.Example{
		{Name: "18 % added", In: `{"amount":1000,"gst_rate":18}`},
		{Name: "taken out of a price", In: `{"amount":100,"gst_rate":18,"mode":"inclusive"}`},
		{Name: "with cess", In: `{"amount":10000,"gst_rate":28,"cess_rate":12}`},
		{Name: "between states", In: `{"amount":100,"gst_rate":40,"supply":"inter_state"}`},
		{Name: "in a union territory, to the rupee", In: `{"amount":999,"gst_rate":5,"supply":"union_territory","round_total":"rupee"}`},
	},
	Run: gst,
})

// GSTIn is the input of gst-calculator.
type GSTIn struct {
	Amount     num.Dec `json:"amount" aka:"price,value,base_amount,taxable_value" min:"0" max:"1e12" doc:"Amount in rupees, at most 2 decimals." example:"1000"`
	GSTRate    num.Dec `json:"gst_rate" alias:"rate" aka:"gst,tax_rate,gst_percent" min:"0" max:"100" doc:"GST in percent, both halves together: 18 means 18 %." example:"18"`
	Mode       string  `json:"mode" aka:"type,inclusive" enum:"exclusive,inclusive" same:"add=exclusive,remove=inclusive" default:"exclusive" doc:"Whether the amount is before tax (exclusive) or contains it (inclusive)."`
	Supply     string  `json:"supply" aka:"supply_type,transaction_type" enum:"intra_state,inter_state,union_territory" default:"intra_state" doc:"Where the supply goes: CGST and SGST, IGST, or CGST and UTGST."`
	CessRate   num.Dec `json:"cess_rate" aka:"cess" min:"0" max:"400" default:"0" doc:"Compensation cess in percent of the base." example:"12"`
	RoundTotal string  `json:"round_total" aka:"round" enum:"none,rupee" default:"none" doc:"Whether the total is rounded to the rupee, fifty paise up."`
}

// GSTOut is the answer of gst-calculator.
type GSTOut struct {
	BaseAmount  num.Dec    `json:"base_amount" doc:"Amount before tax."`
	GSTRate     num.Dec    `json:"gst_rate" doc:"GST in percent."`
	CGST        *num.Dec   `json:"cgst" doc:"Central tax; null between states."`
	SGST        *num.Dec   `json:"sgst" doc:"State tax; null unless within a state."`
	UTGST       *num.Dec   `json:"utgst" doc:"Union territory tax; null unless within one."`
	IGST        *num.Dec   `json:"igst" doc:"Integrated tax; null unless between states."`
	Cess        num.Dec    `json:"cess" doc:"Compensation cess."`
	TotalTax    num.Dec    `json:"total_tax" doc:"Sum of the taxes and cess."`
	TotalAmount num.Dec    `json:"total_amount" doc:"base_amount, total_tax and round_off."`
	RoundOff    num.Dec    `json:"round_off" doc:"What rounding to the rupee added, negative where it took; 0 without."`
	Mode        string     `json:"mode" doc:"exclusive or inclusive."`
	Supply      string     `json:"supply" doc:"The supply."`
	Rule        rules.Rule `json:"rule" doc:"The rule followed."`
}

var gstRule = rules.Load[struct{}]("in.gst.cgst-act-2017")

// Check refuses fractions of a paisa.
func (in *GSTIn) Check(e *op.Invalid) { terms.WholeCents(e, "amount", in.Amount) }

// levy is one tax on the amount. Out of an amount that contains the taxes it
// is taken directly (rule 35), so that what is left over goes to the base.
func (in *GSTIn) levy(rate num.Dec) num.Dec {
	whole := num.FromInt(100)
	if in.Mode == "inclusive" {
		whole = whole.Add(in.GSTRate).Add(in.CessRate)
	}
	return num.Quotient(in.Amount.Mul(rate), whole).Round(2, num.HalfUp)
}

func gst(_ context.Context, in GSTIn) (GSTOut, error) {
	out := GSTOut{GSTRate: in.GSTRate, Cess: in.levy(in.CessRate), Mode: in.Mode, Supply: in.Supply, Rule: gstRule.Latest().Rule}
	full, half := in.levy(in.GSTRate), in.levy(in.GSTRate.Mul(num.D("0.5")))
	switch in.Supply {
	case "inter_state":
		out.IGST = &full
	case "union_territory":
		out.CGST, out.UTGST = &half, &half
	default:
		out.CGST, out.SGST = &half, &half
	}
	out.TotalTax = out.Cess
	for _, tax := range []*num.Dec{out.CGST, out.SGST, out.UTGST, out.IGST} {
		if tax != nil {
			out.TotalTax = out.TotalTax.Add(*tax)
		}
	}
	out.BaseAmount = in.Amount
	if in.Mode == "inclusive" {
		out.BaseAmount = in.Amount.Sub(out.TotalTax)
	}
	out.TotalAmount = out.BaseAmount.Add(out.TotalTax)
	if in.RoundTotal == "rupee" {
		total := out.TotalAmount.Round(0, num.HalfUp)
		out.TotalAmount, out.RoundOff = total, total.Sub(out.TotalAmount)
	}
	return out, nil
}
