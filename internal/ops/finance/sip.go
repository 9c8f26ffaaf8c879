package finance

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/deposit"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[SIPIn, SIPOut]{
	ID:      "sip-calculator-finance",
	Route:   "GET /v1/finance/sip-calculator",
	Summary: "Systematic investment plan (SIP): maturity value, or what a target needs",
	Doc: "Computes what equal or yearly rising monthly investments grow to at an expected return, or, from target_amount, " +
		"the least monthly investment in whole cents that reaches it. The return is divided by twelve or, with rate_basis " +
		"effective, taken to the twelfth root. Stepped-up investments are rounded half-even to 2 decimals.",
	See:    []op.See{{When: "other frequencies or a lump sum", ID: "compound-interest-finance"}},
	Words:  []string{"mutual fund", "step up", "goal", "wealth", "invest", "save"},
	Source: "Annuity due P·((1+i)^n − 1)/i·(1+i) (Excel FV, type 1) with i = R/1200, or (1+R/100)^(1/12) − 1",
	Since:  "1.0.0",
	Class:  op.T0,
	Rules: []op.Rule{
		op.ExactlyOne("monthly_investment", "target_amount"),
		op.ExactlyOne("years", "months"),
		op.AtMostOne("step_up_percent", "step_up_amount"),
	},
	Examples: []op.Example{
		{Name: "ten years", In: `{"monthly_investment":5000,"annual_rate":12,"years":10}`},
		{Name: "effective rate, one year", In: `{"monthly_investment":1000,"annual_rate":12,"months":12,"rate_basis":"effective"}`},
		{Name: "rising by a tenth each year", In: `{"monthly_investment":5000,"annual_rate":12,"years":10,"step_up_percent":10,"schedule":"yearly"}`},
		{Name: "what a target needs", In: `{"target_amount":10000000,"annual_rate":12,"years":15}`},
		{Name: "with savings to start from, after inflation", In: `{"monthly_investment":2500,"annual_rate":10.5,"months":30,"initial_investment":50000,"step_up_amount":500,"inflation_rate":6}`},
	},
	Run: sip,
})

// SIPIn is the input of sip-calculator-finance.
type SIPIn struct {
	MonthlyInvestment *num.Dec `json:"monthly_investment" alias:"amount" aka:"investment,monthly_amount,sip_amount,p" above:"0" max:"1e12" doc:"Amount invested each month of the first year." example:"5000"`
	TargetAmount      *num.Dec `json:"target_amount" aka:"target,goal" above:"0" max:"1e12" doc:"Maturity value to reach, instead of monthly_investment." example:"10000000"`
	AnnualRate        num.Dec  `json:"annual_rate" alias:"rate,interest_rate,expected_return" min:"0" max:"100" doc:"Expected yearly return in percent: 12 means 12 %." example:"12"`
	Years             *num.Dec `json:"years" aka:"tenure,tenure_years,term,duration" above:"0" max:"50" doc:"Term in years, a whole number of months." example:"10"`
	Months            *int     `json:"months" aka:"tenure,tenure_months,term,duration" min:"1" max:"600" doc:"Term in months, instead of years." example:"12"`
	RateBasis         string   `json:"rate_basis" enum:"nominal,effective" default:"nominal" doc:"Monthly rate: nominal is a twelfth of annual_rate, effective compounds to it in a year."`
	Timing            string   `json:"timing" enum:"begin,end" default:"begin" doc:"Whether investments are made at the beginning or the end of each month."`
	StepUpPercent     *num.Dec `json:"step_up_percent" aka:"step_up" min:"0" max:"100" doc:"Rise of the monthly investment after each twelve months, percent." example:"10"`
	StepUpAmount      *num.Dec `json:"step_up_amount" aka:"step_up" min:"0" max:"1e12" doc:"Rise of the monthly investment after each twelve months, as an amount." example:"500"`
	InitialInvestment num.Dec  `json:"initial_investment" aka:"lump_sum,principal" min:"0" max:"1e12" default:"0" doc:"Amount invested at the start."`
	InflationRate     *num.Dec `json:"inflation_rate" aka:"inflation" min:"0" max:"50" doc:"Yearly inflation in percent, for real_value." example:"6"`
	Schedule          string   `json:"schedule" enum:"none,yearly" default:"none" doc:"Adds the balance year by year."`
}

// SIPOut is the answer of sip-calculator-finance.
type SIPOut struct {
	MonthlyInvestment      num.Dec   `json:"monthly_investment" doc:"Amount invested each month of the first year; solved, the least in whole cents."`
	InvestedAmount         num.Dec   `json:"invested_amount" doc:"All that is invested, initial_investment included."`
	EstimatedReturns       num.Dec   `json:"estimated_returns" doc:"maturity_value less invested_amount."`
	MaturityValue          num.Dec   `json:"maturity_value" doc:"Value at the end of the last month."`
	AbsoluteReturn         num.Dec   `json:"absolute_return" doc:"Returns as percent of what was invested, 2 decimals."`
	EffectiveAnnualRate    num.Dec   `json:"effective_annual_rate" doc:"Growth of one year in percent, 4 decimals."`
	MonthlyRate            num.Dec   `json:"monthly_rate" doc:"Rate per month in percent, 6 decimals."`
	RealValue              *num.Dec  `json:"real_value" doc:"maturity_value in money of the start; null without inflation_rate."`
	FinalMonthlyInvestment num.Dec   `json:"final_monthly_investment" doc:"Amount invested in the last month."`
	RateBasis              string    `json:"rate_basis" doc:"The basis of the monthly rate."`
	Schedule               []SIPYear `json:"schedule,omitempty" doc:"The investment year by year, when asked for."`
	Warnings               []string  `json:"warnings,omitempty" doc:"What the caller should check."`
}

// SIPYear is twelve months of a plan, or what is left of them.
type SIPYear struct {
	Year              int     `json:"year" doc:"1 is months 1 to 12."`
	MonthlyInvestment num.Dec `json:"monthly_investment" doc:"Amount invested each month of it."`
	OpeningBalance    num.Dec `json:"opening_balance" doc:"Value at its beginning, before the initial investment."`
	InvestedAmount    num.Dec `json:"invested_amount" doc:"Invested in it; in year 1 with initial_investment."`
	EstimatedReturns  num.Dec `json:"estimated_returns" doc:"Returns of it."`
	ClosingBalance    num.Dec `json:"closing_balance" doc:"Value at its end."`
}

// Check refuses years that are not whole months.
func (in *SIPIn) Check(e *op.Invalid) {
	if in.Years != nil {
		terms.WholeMonths(e, *in.Years, "years", "months")
	}
}

// months is a sound term.
func (in *SIPIn) months() int {
	if in.Months != nil {
		return *in.Months
	}
	n, _ := in.Years.Mul(num.FromInt(12)).Int64()
	return int(n)
}

// step is the investment of the next year.
func (in *SIPIn) step(payment num.Dec) num.Dec {
	switch {
	case in.StepUpPercent != nil:
		payment = payment.Add(payment.Mul(*in.StepUpPercent).Mul(num.D("0.01")))
	case in.StepUpAmount != nil:
		payment = payment.Add(*in.StepUpAmount)
	default:
		return payment
	}
	return payment.Money()
}

// growth is the nominal or the effective return.
func (in *SIPIn) growth() deposit.Growth {
	if in.RateBasis == "effective" {
		return deposit.Compound(in.AnnualRate, 1)
	}
	return deposit.Compound(in.AnnualRate, 12)
}

// lengths parts the term into stretches of level investments, in months.
// Where nothing steps up and nobody asks for years, one is enough.
func (in *SIPIn) lengths() (months []int) {
	left := in.months()
	if in.StepUpPercent == nil && in.StepUpAmount == nil && in.Schedule == "none" {
		return []int{left}
	}
	for ; left > 12; left -= 12 {
		months = append(months, 12)
	}
	return append(months, left)
}

// plan is what is invested, with stretches of so many months.
func (in *SIPIn) plan(month num.Dec, lengths []int) deposit.Plan {
	plan := deposit.Plan{Initial: in.InitialInvestment, Step: in.step}
	for i, n := range lengths {
		if i > 0 && n == lengths[i-1] {
			plan.Stretches = append(plan.Stretches, plan.Stretches[i-1])
		} else {
			plan.Stretches = append(plan.Stretches, deposit.NewStretch(month, n, in.Timing == "begin"))
		}
	}
	return plan
}

func sip(_ context.Context, in SIPIn) (SIPOut, error) {
	growth, lengths := in.growth(), in.lengths()
	month := growth.Factor(num.Quotient(num.FromInt(1), num.FromInt(12)))
	plan := in.plan(month, lengths)
	if in.TargetAmount != nil {
		least := plan.Least(*in.TargetAmount)
		in.MonthlyInvestment = &least
	}
	payments, balances := plan.Balances(*in.MonthlyInvestment)
	totals, last := in.invested(lengths, payments), len(payments)-1
	value, invested := balances[last], totals[last]
	out := SIPOut{
		MonthlyInvestment:      *in.MonthlyInvestment,
		InvestedAmount:         deposit.Money(invested),
		MaturityValue:          deposit.Money(value),
		AbsoluteReturn:         deposit.Percent(deposit.Over(value, invested).Sub(num.FromInt(1)), 2),
		EffectiveAnnualRate:    deposit.Percent(growth.Effective(), 4),
		MonthlyRate:            deposit.Percent(month.Sub(num.FromInt(1)), 6),
		FinalMonthlyInvestment: payments[last],
		RateBasis:              in.RateBasis,
		Warnings:               terms.WarnRate(in.AnnualRate),
	}
	out.EstimatedReturns = out.MaturityValue.Sub(out.InvestedAmount)
	if in.InflationRate != nil {
		prices := deposit.Compound(*in.InflationRate, 1).Factor(num.Quotient(num.FromInt(int64(in.months())), num.FromInt(12)))
		today := deposit.Money(deposit.Over(value, prices))
		out.RealValue = &today
	}
	if in.Schedule == "yearly" {
		out.Schedule = sipYears(payments, totals, balances)
	}
	return out, terms.Reachable("annual_rate", out.MaturityValue, out.AbsoluteReturn)
}

// invested is all that has been invested by the end of each stretch.
func (in *SIPIn) invested(lengths []int, payments []num.Dec) []num.Dec {
	totals, total := make([]num.Dec, len(payments)), in.InitialInvestment
	for i, payment := range payments {
		total = total.Add(payment.Mul(num.FromInt(int64(lengths[i]))))
		totals[i] = total
	}
	return totals
}

// sipYears are the rows of the schedule. They add up to the totals, since each
// has the difference of two rounded amounts.
func sipYears(payments, invested, balances []num.Dec) []SIPYear {
	rows := make([]SIPYear, len(payments))
	var opening, before num.Dec
	for i, payment := range payments {
		total, closing := deposit.Money(invested[i]), deposit.Money(balances[i])
		paid := total.Sub(before)
		rows[i] = SIPYear{i + 1, payment, opening, paid, closing.Sub(opening).Sub(paid), closing}
		opening, before = closing, total
	}
	return rows
}
