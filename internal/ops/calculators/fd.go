package calculators

import (
	"context"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/deposit"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/rules"
	"toolcrib/internal/ops/terms"
	"toolcrib/internal/ops/when"
)

// FDDef declares fd-calculator; group finance serves it as well.
var FDDef = op.Def[FDIn, FDOut]{
	ID:      "fd-calculator",
	Route:   "POST /v1/calculators/fd",
	Summary: "Fixed deposit: maturity amount, payouts and yield",
	Doc: "Computes what a fixed deposit pays by Indian bank practice: interest at quarterly rests, simple interest for the " +
		"broken last quarter and for terms under six months, monthly payouts at their discounted value. Returns maturity " +
		"amount, interest, yield, tax and dates. Interest behind the last whole payout comes at maturity.",
	See:   []op.See{{When: "contributions or continuous compounding", ID: "compound-interest-finance"}},
	Words: []string{"term deposit", "time deposit", "certificate of deposit", "CD", "savings"},
	Source: "Practice of Indian banks under the IBA Code for Banking Practice (Bank of Baroda, Rules regarding payment and " +
		"calculation of interest on time deposits)",
	Since: "1.0.0",
	Class: op.T0,
	Rules: []op.Rule{op.ExactlyOne("tenure_years+tenure_months+tenure_days", "maturity_date")},
	Examples: []op.Example{
		{Name: "five years, cumulative", In: `{"principal":100000,"annual_rate":7,"tenure_years":5}`},
		{Name: "years, months and days", In: `{"principal":250000,"annual_rate":7.25,"tenure_years":1,"tenure_months":2,"tenure_days":10,"start_date":"2026-11-20"}`},
		{Name: "monthly payout", In: `{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"monthly"}`},
		{Name: "two dates, senior citizen, tax deducted, whole rupees", In: `{"principal":150000,"annual_rate":6.6,"additional_rate":0.5,"start_date":"2026-04-01","maturity_date":"2028-10-15","tds_percent":10,"round_to":1,"schedule":"yearly"}`},
	},
	Run: fd,
}

var _ = op.Define(FDDef)

// FDIn is the input of fd-calculator. The term is the sum of the tenure
// fields, or lies between two dates.
type FDIn struct {
	Principal      num.Dec `json:"principal" alias:"deposit_amount" aka:"amount,deposit,p" above:"0" max:"1e12" doc:"Amount deposited." example:"100000"`
	AnnualRate     num.Dec `json:"annual_rate" alias:"rate,interest_rate" min:"0" max:"50" doc:"Nominal yearly rate in percent: 7 means 7 %." example:"7"`
	TenureYears    *int    `json:"tenure_years" aka:"tenure,term,years" min:"0" max:"50" doc:"Whole years of the term; years, months and days are added." example:"5"`
	TenureMonths   *int    `json:"tenure_months" aka:"tenure,term,months" min:"0" max:"600" doc:"Months of the term, each a twelfth of a year." example:"6"`
	TenureDays     *int    `json:"tenure_days" aka:"tenure,term,days" min:"0" max:"18300" doc:"Days of the term, each 1/365 of a year." example:"400"`
	StartDate      *string `json:"start_date" doc:"Day of the deposit, YYYY-MM-DD." example:"2026-04-01"`
	MaturityDate   *string `json:"maturity_date" aka:"end_date" doc:"Day it matures, YYYY-MM-DD, with start_date instead of a tenure." example:"2028-10-15"`
	Compounding    string  `json:"compounding" enum:"quarterly,monthly,half_yearly,yearly,daily,simple" default:"quarterly" doc:"When interest is added; simple is never. It plays no part in payouts, which go by quarterly rests."`
	Payout         string  `json:"payout" enum:"cumulative,monthly,quarterly,half_yearly,yearly" default:"cumulative" doc:"How often interest is paid out; cumulative is at maturity."`
	BrokenPeriod   string  `json:"broken_period" enum:"simple,compound" default:"simple" doc:"Interest of a broken last period: simple, as banks pay it, or compound, the power formula at every length."`
	AdditionalRate num.Dec `json:"additional_rate" min:"0" max:"2" default:"0" doc:"Percentage points added to the rate, as for senior citizens."`
	TDSPercent     num.Dec `json:"tds_percent" min:"0" max:"40" default:"0" doc:"Tax deducted at source, percent of the interest."`
	RoundTo        string  `json:"round_to" enum:"0.01,1" default:"0.01" doc:"Unit of the amounts: 0.01 rounds half-even, 1 rounds fifty paise and more up."`
	Schedule       string  `json:"schedule" enum:"none,yearly" default:"none" doc:"Adds the balance year by year."`
}

// FDOut is the answer of fd-calculator.
type FDOut struct {
	Principal            num.Dec    `json:"principal" doc:"Amount deposited."`
	AnnualRate           num.Dec    `json:"annual_rate" doc:"Rate applied, additional_rate included, percent."`
	TenureDaysEquivalent int        `json:"tenure_days_equivalent" doc:"The term in years of 365 days, times 365, rounded half-even."`
	MaturityAmount       num.Dec    `json:"maturity_amount" doc:"Paid at maturity, before tax: with payouts the principal and the interest behind the last whole payout period."`
	TotalInterest        num.Dec    `json:"total_interest" doc:"All interest, payouts included."`
	EffectiveYield       num.Dec    `json:"effective_annual_yield" doc:"Effective annual yield in percent, 4 decimals; where nothing compounds, 100·((A/P)^(1/t) − 1)."`
	PayoutAmount         *num.Dec   `json:"payout_amount" doc:"Interest of one payout period; null when nothing is paid before maturity."`
	PayoutCount          *int       `json:"payout_count" doc:"Whole payout periods; null for a cumulative deposit."`
	TDSAmount            num.Dec    `json:"tds_amount" doc:"Tax deducted from total_interest."`
	NetMaturityAmount    num.Dec    `json:"net_maturity_amount" doc:"maturity_amount less the tax on the interest in it."`
	MaturityDate         *string    `json:"maturity_date" doc:"Day it matures; null without start_date."`
	Schedule             []FDYear   `json:"schedule,omitempty" doc:"Balance by year of the deposit, when asked for."`
	Rule                 rules.Rule `json:"rule" doc:"The banking practice followed."`
	Warnings             []string   `json:"warnings,omitempty" doc:"What the caller should check."`
}

// FDYear is a year of a deposit, or what is left of it.
type FDYear struct {
	Year           int     `json:"year" doc:"Year of the deposit; 1 is the first."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Balance at its beginning."`
	Interest       num.Dec `json:"interest" doc:"Interest added, or paid out."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Balance at its end; what is paid out is not in it."`
}

// quarterlyRests are the numbers of the banking practice.
var quarterlyRests = rules.Load[struct {
	SimpleBelowMonths int `json:"simple_below_months"`
	DaysInYear        int `json:"days_in_year"`
}]("in.fd.quarterly-rests")

// perYear counts the periods that words stand for.
var perYear = map[string]int{"daily": 365, "monthly": 12, "quarterly": 4, "half_yearly": 2, "yearly": 1, "simple": 0}

// longestTerm is what the tenure fields can add up to, in whole years; it
// bounds what two dates may span.
const longestTerm = 150

// CheckSent refuses the end of a term that has no beginning.
func (in *FDIn) CheckSent(e *op.Invalid) {
	if in.MaturityDate != nil && in.StartDate == nil {
		e.Add("start_date", op.Required, "maturity_date ends the term that start_date begins, which is missing").Hint = "send both, or a tenure"
	}
}

// Check refuses dates that do not exist or are in the wrong order, and terms
// of no length.
func (in *FDIn) Check(e *op.Invalid) {
	var start, end time.Time
	known := true
	if in.StartDate != nil {
		start, known = when.Day(e, "start_date", *in.StartDate)
	}
	if in.MaturityDate == nil {
		in.checkTenure(e, start, in.StartDate != nil && known)
		return
	}
	end, ok := when.Day(e, "maturity_date", *in.MaturityDate)
	switch {
	case !known || !ok:
	case !end.After(start):
		e.Add("maturity_date", op.Order, "maturity_date %s is not after start_date %s", *in.MaturityDate, *in.StartDate)
	case end.After(calendar.AddMonths(start, 12*longestTerm)):
		e.Add("maturity_date", op.OutOfRange, "the dates are more than %d years apart", longestTerm)
	}
}

// checkTenure refuses a tenure of nothing, and one that from a known start
// leads beyond the calendar.
func (in *FDIn) checkTenure(e *op.Invalid, start time.Time, known bool) {
	span := in.tenure()
	switch {
	case span == calendar.Span{}:
		e.Add(in.tenureField(), op.OutOfRange, "the tenure is zero").Hint = "send at least tenure_days=1"
	case known && after(start, span).Year() > calendar.LastYear:
		e.Add("start_date", op.OutOfRange, "the deposit would mature after the year %d", calendar.LastYear)
	}
}

// tenureField is the first of the tenure fields that was sent.
func (in *FDIn) tenureField() string {
	switch {
	case in.TenureYears != nil:
		return "tenure_years"
	case in.TenureMonths != nil:
		return "tenure_months"
	}
	return "tenure_days"
}

// tenure is the sum of the tenure fields.
func (in *FDIn) tenure() calendar.Span {
	return calendar.Span{Years: orZero(in.TenureYears), Months: orZero(in.TenureMonths), Days: orZero(in.TenureDays)}
}

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// after is the day a span later: whole months first, then days.
func after(start time.Time, s calendar.Span) time.Time {
	return calendar.AddMonths(start, 12*s.Years+s.Months).AddDate(0, 0, s.Days)
}

// between is the span from one day to a later one. A deposit of a month made on
// 31 January matures at the end of February: unlike calendar.Between, which
// counts days there, this is the month that the same deposit is by its tenure.
func between(start, end time.Time) calendar.Span {
	span := calendar.Between(start, end)
	if next := (calendar.Span{Years: span.Years, Months: span.Months + 1}); after(start, next).Equal(end) {
		return next
	}
	return span
}

// span is the term, and the day on which it ends where that is known.
func (in *FDIn) span() (span calendar.Span, end *string, err error) {
	if in.StartDate == nil {
		return in.tenure(), nil, nil
	}
	start, err := isotime.Date(*in.StartDate)
	if err != nil {
		return span, nil, err
	}
	if in.MaturityDate != nil {
		maturity, err := isotime.Date(*in.MaturityDate)
		return between(start, maturity), in.MaturityDate, err
	}
	maturity := after(start, in.tenure()).Format(time.DateOnly)
	return in.tenure(), &maturity, nil
}

// amount rounds what is paid.
func (in *FDIn) amount(x num.Dec) num.Dec {
	if in.RoundTo == "1" {
		return deposit.Round(x, 0, num.HalfUp)
	}
	return deposit.Money(x)
}

// tax is the part of interest that is kept back.
func (in *FDIn) tax(interest num.Dec) num.Dec {
	return in.amount(interest.Mul(in.TDSPercent).Mul(num.D("0.01")))
}

// warnings are what the caller should check.
func (in *FDIn) warnings() []string {
	list := terms.WarnRate(in.AnnualRate)
	if in.Payout != "cumulative" && in.Compounding != "quarterly" {
		list = append(list, "compounding plays no part in payouts: monthly ones are discounted from quarterly rests, others are simple interest")
	}
	return list
}

func fd(_ context.Context, in FDIn) (FDOut, error) {
	span, end, err := in.span()
	if err != nil {
		return FDOut{}, err
	}
	practice := quarterlyRests.Latest()
	daysInYear := num.FromInt(int64(practice.Values.DaysInYear))
	years := num.Quotient(num.FromInt(int64(12*span.Years+span.Months)), num.D("12")).Add(num.Quotient(num.FromInt(int64(span.Days)), daysInYear))
	days, _ := years.Mul(daysInYear.Ratio()).Round(0, num.HalfEven).Int64()
	bank := deposit.Practice{CompoundParts: in.BrokenPeriod == "compound"}
	if in.Compounding == "quarterly" {
		bank.SimpleBelow = num.Quotient(num.FromInt(int64(practice.Values.SimpleBelowMonths)), num.D("12"))
	}
	rate := in.AnnualRate.Add(in.AdditionalRate)
	out := FDOut{
		Principal:            in.Principal,
		AnnualRate:           rate,
		TenureDaysEquivalent: int(days),
		MaturityDate:         end,
		Rule:                 practice.Rule,
		Warnings:             in.warnings(),
	}
	if in.Payout == "cumulative" {
		fdDeposit{&in, deposit.NewFixed(rate, perYear[in.Compounding], bank), years}.cumulative(&out)
	} else {
		fdDeposit{&in, deposit.NewFixed(rate, perYear["quarterly"], bank), years}.payouts(&out, perYear[in.Payout])
	}
	out.TDSAmount = in.tax(out.TotalInterest)
	out.NetMaturityAmount = out.MaturityAmount.Sub(in.tax(out.MaturityAmount.Sub(in.Principal.Money())))
	return out, terms.Reachable("annual_rate", out.MaturityAmount, out.TotalInterest)
}

// fdDeposit is a deposit of the caller's for its term.
type fdDeposit struct {
	in *FDIn
	deposit.Fixed
	years num.Ratio
}

// cumulative answers for a deposit whose interest is paid at maturity.
func (d fdDeposit) cumulative(out *FDOut) {
	worth := func(years num.Ratio) num.Dec { return d.in.amount(deposit.Times(d.in.Principal, d.Factor(years))) }
	balance := d.in.Principal.Money()
	out.MaturityAmount = worth(d.years)
	out.TotalInterest = out.MaturityAmount.Sub(balance)
	out.EffectiveYield = deposit.Percent(d.Yield(d.years), 4)
	rows := d.rows()
	for year := 1; year <= rows; year++ {
		opening := balance
		if balance = out.MaturityAmount; year < rows {
			balance = worth(num.FromInt(int64(year)).Ratio())
		}
		out.Schedule = append(out.Schedule, FDYear{year, opening, balance.Sub(opening), balance})
	}
}

// payouts answers for a deposit that pays interest so many times a year. A
// bank pays what is left for a broken last period with the principal.
func (d fdDeposit) payouts(out *FDOut, perYear int) {
	count, each, last := d.Payouts(perYear, d.years)
	payout := d.in.amount(deposit.Times(d.in.Principal, each))
	paid := func(count int) num.Dec { return payout.Mul(num.FromInt(int64(count))) }
	principal := d.in.Principal.Money()
	out.MaturityAmount = d.in.amount(d.in.Principal.Add(deposit.Times(d.in.Principal, last)))
	atMaturity := out.MaturityAmount.Sub(principal)
	out.TotalInterest = paid(count).Add(atMaturity)
	earned := each.Mul(num.FromInt(int64(count))).Add(last)
	out.EffectiveYield = deposit.Percent(deposit.Yield(num.FromInt(1).Add(earned), d.years), 4)
	out.PayoutCount = &count
	if count > 0 {
		out.PayoutAmount = &payout
	}
	rows := d.rows()
	for year := 1; year <= rows; year++ {
		interest := paid(perYear)
		if year == rows {
			interest = paid(count - perYear*(rows-1)).Add(atMaturity)
		}
		out.Schedule = append(out.Schedule, FDYear{year, principal, interest, principal})
	}
}

// rows is the number of years in the schedule, the last one broken or not; 0
// when none was asked for.
func (d fdDeposit) rows() int {
	if d.in.Schedule == "none" {
		return 0
	}
	n, _ := d.years.Round(0, num.Ceiling).Int64()
	return int(n)
}
