package finance

import (
	"context"
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/deposit"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[CompoundIn, CompoundOut]{
	ID:      "compound-interest-finance",
	Route:   "GET /v1/finance/compound-interest",
	Summary: "Compound interest with regular contributions",
	Doc: "Computes what an amount grows to at compound interest, also continuous, with equal contributions along the way; " +
		"with them the term must be whole contribution periods. Returns interest, effective rate, doubling time, simple " +
		"interest for comparison and the value after inflation.",
	See: []op.See{
		{When: "bank deposits in India", ID: "fd-calculator"},
		{When: "rising monthly investments or a target amount", ID: "sip-calculator-finance"},
	},
	Words:  []string{"savings", "save", "growth", "future value", "investment", "deposit", "recurring deposit", "APY", "APR", "rule of 72", "double money"},
	Source: "A = P·(1+r/n)^(n·t), continuously P·e^(r·t); contributions at the equivalent rate (1+r/n)^(n/f) − 1 (Excel FV, EFFECT)",
	Since:  "1.0.0",
	Class:  op.T0,
	Rules:  []op.Rule{op.ExactlyOne("years", "months")},
	Examples: []op.Example{
		{Name: "ten years, yearly", In: `{"principal":10000,"annual_rate":5,"years":10}`},
		{Name: "continuous", In: `{"principal":10000,"annual_rate":5,"years":10,"compounding":"continuous"}`},
		{Name: "eighteen months", In: `{"principal":10000,"annual_rate":8,"months":18}`},
		{Name: "monthly contributions", In: `{"principal":10000,"annual_rate":5,"years":10,"compounding":"monthly","contribution":200}`},
		{Name: "after inflation, year by year", In: `{"principal":10000,"annual_rate":7.5,"years":2.5,"compounding":"daily","inflation_rate":4,"schedule":"yearly"}`},
	},
	Run: compoundInterest,
})

// CompoundIn is the input of compound-interest-finance.
type CompoundIn struct {
	Principal             num.Dec  `json:"principal" aka:"amount,p,present_value,initial_investment" min:"0" max:"1e12" doc:"Amount at the beginning." example:"10000"`
	AnnualRate            num.Dec  `json:"annual_rate" alias:"rate,interest_rate" min:"0" max:"100" doc:"Nominal yearly rate in percent: 5 means 5 %." example:"5"`
	Years                 *num.Dec `json:"years" aka:"tenure,tenure_years,term,time,t" above:"0" max:"100" doc:"Term in years, whole or not." example:"10"`
	Months                *int     `json:"months" aka:"tenure,tenure_months,term" min:"1" max:"1200" doc:"Term in months, instead of years." example:"18"`
	Compounding           string   `json:"compounding" aka:"frequency,compounding_frequency,n" enum:"daily,weekly,monthly,quarterly,half_yearly,annually,continuous" same:"yearly=annually" default:"annually" doc:"When interest is added: 365, 52, 12, 4 or 2 times a year, once, or at every moment."`
	Contribution          num.Dec  `json:"contribution" aka:"monthly_contribution,deposit,pmt" min:"0" max:"1e12" default:"0" doc:"Amount added in each contribution period." example:"200"`
	ContributionFrequency string   `json:"contribution_frequency" enum:"monthly,quarterly,annually" default:"monthly" doc:"How often the contribution is made."`
	ContributionTiming    string   `json:"contribution_timing" aka:"timing" enum:"end,begin" default:"end" doc:"Whether contributions are made at the end or the beginning of their period."`
	InflationRate         *num.Dec `json:"inflation_rate" aka:"inflation" min:"0" max:"50" doc:"Yearly inflation in percent, for real_future_value." example:"4"`
	Schedule              string   `json:"schedule" enum:"none,yearly" default:"none" doc:"Adds the balance year by year."`
}

// CompoundOut is the answer of compound-interest-finance.
type CompoundOut struct {
	FutureValue         num.Dec        `json:"future_value" doc:"Balance at the end."`
	Principal           num.Dec        `json:"principal" doc:"Amount at the beginning."`
	TotalContributions  num.Dec        `json:"total_contributions" doc:"All contributions, without the principal."`
	TotalInterest       num.Dec        `json:"total_interest" doc:"future_value less principal and contributions."`
	EffectiveAnnualRate num.Dec        `json:"effective_annual_rate" doc:"Growth of one year in percent, 4 decimals."`
	SimpleInterest      num.Dec        `json:"simple_interest" doc:"What the principal alone would earn without compounding."`
	DoublingTimeYears   *num.Dec       `json:"doubling_time_years" doc:"Years in which an amount doubles, 4 decimals; null at 0 %."`
	RealFutureValue     *num.Dec       `json:"real_future_value" doc:"future_value in money of the beginning; null without inflation_rate."`
	Schedule            []CompoundYear `json:"schedule,omitempty" doc:"Balance by year, when asked for."`
	Warnings            []string       `json:"warnings,omitempty" doc:"What the caller should check."`
}

// CompoundYear is one year, or what is left of the last.
type CompoundYear struct {
	Year           int     `json:"year" doc:"1 is the first."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Balance at its beginning."`
	Contributions  num.Dec `json:"contributions" doc:"Contributions made in it."`
	Interest       num.Dec `json:"interest" doc:"Interest earned in it."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Balance at its end."`
}

// perYear counts the periods that words stand for.
var perYear = map[string]int{"daily": 365, "weekly": 52, "monthly": 12, "quarterly": 4, "half_yearly": 2, "annually": 1, "continuous": deposit.Continuously}

// term is the exact term in years.
func (in *CompoundIn) term() num.Ratio {
	if in.Years != nil {
		return in.Years.Ratio()
	}
	return num.Quotient(num.FromInt(int64(*in.Months)), num.D("12"))
}

// contributions is the number of contributions in so many years, rounded up.
func (in *CompoundIn) contributions(years num.Ratio) (n int, whole bool) {
	exact := years.Mul(num.FromInt(int64(perYear[in.ContributionFrequency])).Ratio())
	up := exact.Round(0, num.Ceiling)
	count, _ := up.Int64()
	return int(count), exact.Cmp(up.Ratio()) == 0
}

// Check refuses contributions in a term that is not whole periods of them.
func (in *CompoundIn) Check(e *op.Invalid) {
	n, whole := in.contributions(in.term())
	if whole || in.Contribution.Sign() == 0 {
		return
	}
	field := "years"
	if in.Months != nil {
		field = "months"
	}
	periods := map[string]string{"monthly": "months", "quarterly": "quarters", "annually": "years"}[in.ContributionFrequency]
	e.Add(field, op.DoesNotFit, "with %s contributions the term must be whole %s", in.ContributionFrequency, periods).Hint =
		fmt.Sprintf("send months=%d, or another contribution_frequency", n*12/perYear[in.ContributionFrequency])
}

// account is how the balance grows, with its contributions, in any time that
// is whole contribution periods where contributions are made.
type account func(years num.Ratio) deposit.Stretch

func (in *CompoundIn) account(growth deposit.Growth) account {
	if in.Contribution.Sign() == 0 {
		return func(years num.Ratio) deposit.Stretch { return deposit.Idle(growth.Factor(years)) }
	}
	perYear := int64(perYear[in.ContributionFrequency])
	period := growth.Factor(num.Quotient(num.FromInt(1), num.FromInt(perYear)))
	return func(years num.Ratio) deposit.Stretch {
		n, _ := in.contributions(years)
		return deposit.NewStretch(period, n, in.ContributionTiming == "begin")
	}
}

// contributed is the amount of all contributions in so many years.
func (in *CompoundIn) contributed(years num.Ratio) num.Dec {
	n, _ := in.contributions(years)
	return in.Contribution.Mul(num.FromInt(int64(n))).Money()
}

func compoundInterest(_ context.Context, in CompoundIn) (CompoundOut, error) {
	years := in.term()
	growth := deposit.Compound(in.AnnualRate, perYear[in.Compounding])
	account := in.account(growth)
	value := account(years).Close(in.Principal, in.Contribution)
	out := CompoundOut{
		FutureValue:         deposit.Money(value),
		Principal:           in.Principal,
		TotalContributions:  in.contributed(years),
		EffectiveAnnualRate: deposit.Percent(growth.Effective(), 4),
		SimpleInterest:      years.Mul(num.Quotient(in.Principal.Mul(in.AnnualRate), num.D("100"))).Money(),
		Warnings:            terms.WarnRate(in.AnnualRate),
	}
	out.TotalInterest = out.FutureValue.Sub(in.Principal.Money()).Sub(out.TotalContributions)
	if in.InflationRate != nil {
		prices := deposit.Compound(*in.InflationRate, 1).Factor(years)
		today := deposit.Money(deposit.Over(value, prices))
		out.RealFutureValue = &today
	}
	if in.Schedule == "yearly" {
		out.Schedule = in.schedule(out, account, years)
	}
	if in.AnnualRate.Sign() == 0 {
		return out, terms.Reachable("contribution", out.FutureValue)
	}
	doubling := deposit.Round(growth.DoublingYears(), 4, num.HalfEven)
	out.DoublingTimeYears = &doubling
	return out, terms.Reachable("annual_rate", out.FutureValue, doubling)
}

// schedule follows the balance from year to year, up to what the answer has.
func (in *CompoundIn) schedule(out CompoundOut, account account, years num.Ratio) []CompoundYear {
	year := account(num.FromInt(1).Ratio())
	exact, opening, before := in.Principal, in.Principal.Money(), num.Dec{}
	count, _ := years.Round(0, num.Ceiling).Int64()
	rows := make([]CompoundYear, count)
	for i := range rows {
		closing, contributed := out.FutureValue, out.TotalContributions
		if i+1 < len(rows) {
			exact = year.Close(exact, in.Contribution)
			closing, contributed = deposit.Money(exact), in.contributed(num.FromInt(int64(i+1)).Ratio())
		}
		contributions := contributed.Sub(before)
		rows[i] = CompoundYear{i + 1, opening, contributions, closing.Sub(opening).Sub(contributions), closing}
		opening, before = closing, contributed
	}
	return rows
}
