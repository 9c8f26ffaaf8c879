package calculators

import (
	"context"
	"errors"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/annuity"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/terms"
	"toolcrib/internal/ops/when"
)

// EMIDef declares emi-calculator; group finance serves it as well.
var EMIDef = op.Def[EMIIn, EMIOut]{
	ID:      "emi-calculator",
	Route:   "GET /v1/calculators/emi",
	Summary: "Loan instalment (EMI), total interest and APR",
	Doc: "Computes the equated monthly instalment of a reducing-balance loan with total interest, APR after fees " +
		"and an optional ledger. Totals come from the exact instalment, as spreadsheets show; the ledger pays it " +
		"rounded half-even to 2 decimals and its last instalment clears the balance.",
	See:   []op.See{{When: "prepayments, flat rates or solving another unknown", ID: "loan-calculator"}},
	Words: []string{"installment", "mortgage", "repayment", "home loan", "car loan", "housing", "lender", "borrow", "PMT"},
	Source: "Level annuity, EMI = P·i·(1+i)^n/((1+i)^n−1) with i = R/1200 (Excel PMT, CUMIPMT); APR as in the Key Facts " +
		"Statement of RBI/2024-25/18 DOR.STR.REC.13/13.03.00/2024-25 of 15 April 2024",
	Since: "1.0.0",
	Class: op.T0,
	Rules: []op.Rule{op.ExactlyOne("tenure_months", "tenure_years")},
	Examples: []op.Example{
		{Name: "one year", In: `{"principal":100000,"annual_rate":12,"tenure_months":12}`},
		{Name: "home loan over 20 years", In: `{"principal":1000000,"annual_rate":8.5,"tenure_years":20,"start_date":"2026-01-31","schedule":"yearly"}`},
		{Name: "interest-free", In: `{"principal":500000,"annual_rate":0,"tenure_months":60}`},
		{Name: "with a processing fee", In: `{"principal":20000,"annual_rate":15,"tenure_months":24,"processing_fee":400}`},
		{Name: "three months, row by row", In: `{"principal":3000,"annual_rate":10,"tenure_months":3,"start_date":"2026-01-31","schedule":"monthly"}`},
	},
	Run: emi,
}

var _ = op.Define(EMIDef)

// EMIIn is the input of emi-calculator.
type EMIIn struct {
	Principal  num.Dec `json:"principal" alias:"loan_amount" aka:"amount,loan,p" above:"0" max:"1e12" doc:"Amount borrowed." example:"100000"`
	AnnualRate num.Dec `json:"annual_rate" alias:"rate,interest_rate" min:"0" max:"100" doc:"Nominal yearly rate in percent: 8.5 means 8.5 %." example:"12"`
	terms.Tenure
	PaymentTiming        string  `json:"payment_timing" enum:"end,begin" default:"end" doc:"Whether instalments fall at the end or the beginning of each month."`
	ProcessingFee        num.Dec `json:"processing_fee" min:"0" max:"1e12" default:"0" doc:"Fee kept back from the loan, taxes included."`
	ProcessingFeePercent num.Dec `json:"processing_fee_percent" min:"0" max:"20" default:"0" doc:"Fee as percent of the principal, added to processing_fee."`
	StartDate            *string `json:"start_date" doc:"Day of the first instalment, YYYY-MM-DD; later ones keep the day, clamped to the month's end." example:"2026-01-31"`
	Schedule             string  `json:"schedule" enum:"none,yearly,monthly" default:"none" doc:"Adds the ledger, by month or by year of the loan."`
}

// EMIOut is the answer of emi-calculator.
type EMIOut struct {
	Principal           num.Dec         `json:"principal" doc:"Amount borrowed."`
	AnnualRate          num.Dec         `json:"annual_rate" doc:"Nominal yearly rate in percent."`
	TenureMonths        int             `json:"tenure_months" doc:"Number of instalments."`
	EMI                 num.Dec         `json:"emi" doc:"Monthly instalment."`
	TotalInterest       num.Dec         `json:"total_interest" doc:"total_payment less principal."`
	TotalPayment        num.Dec         `json:"total_payment" doc:"Exact instalment times their number, rounded once."`
	MonthlyRate         num.Dec         `json:"monthly_rate" doc:"Rate per month in percent, 6 decimals."`
	EffectiveAnnualRate num.Dec         `json:"effective_annual_rate" doc:"Yearly rate with monthly compounding, percent, 4 decimals."`
	InterestShare       num.Dec         `json:"interest_share" doc:"Interest as percent of all that is paid, 2 decimals."`
	FirstPayment        EMISplit        `json:"first_payment" doc:"How the first instalment of the ledger splits."`
	ProcessingFee       num.Dec         `json:"processing_fee" doc:"Total of the fees."`
	NetDisbursed        num.Dec         `json:"net_disbursed" doc:"Principal less fees."`
	APR                 *num.Dec        `json:"apr" doc:"Annual percentage rate: 12 times the monthly internal rate of return of net_disbursed against the instalments, 2 decimals; null where no rate exists."`
	EndDate             *string         `json:"end_date" doc:"Day of the last instalment; null without start_date."`
	Schedule            *EMISchedule    `json:"schedule,omitempty" doc:"The ledger, when asked for."`
	ScheduleTotals      *EMILedgerTotal `json:"schedule_totals,omitempty" doc:"Sums of the ledger, which rounding sets slightly apart from total_payment."`
	Warnings            []string        `json:"warnings,omitempty" doc:"What the caller should check."`
}

// EMISplit is an instalment's two parts.
type EMISplit struct {
	Interest  num.Dec `json:"interest" doc:"Part that pays interest."`
	Principal num.Dec `json:"principal" doc:"Part that repays the loan."`
}

// EMISchedule is a ledger by month or by year.
type EMISchedule = op.Either[[]EMIMonth, []EMIYear]

// EMIMonth is one instalment of the ledger.
type EMIMonth struct {
	Number         int     `json:"number" doc:"1 for the first instalment."`
	Date           *string `json:"date" doc:"Day it falls due; null without start_date."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Owed before it."`
	Payment        num.Dec `json:"payment" doc:"Amount paid."`
	Interest       num.Dec `json:"interest" doc:"Interest of the month, rounded."`
	Principal      num.Dec `json:"principal" doc:"Payment less interest."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Owed after it."`
}

// EMIYear is twelve instalments of the ledger, or what is left of them.
type EMIYear struct {
	Year           int     `json:"year" doc:"Year of the loan; 1 is instalments 1 to 12."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Owed at its beginning."`
	Payment        num.Dec `json:"payment" doc:"Amounts paid."`
	Interest       num.Dec `json:"interest" doc:"Interest paid."`
	Principal      num.Dec `json:"principal" doc:"Loan repaid."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Owed at its end."`
}

// EMILedgerTotal sums up a ledger.
type EMILedgerTotal struct {
	Payment      num.Dec `json:"payment" doc:"All instalments."`
	Interest     num.Dec `json:"interest" doc:"All interest."`
	FinalPayment num.Dec `json:"final_payment" doc:"The last instalment, which clears the balance."`
}

// Check refuses terms of broken months, dates that do not exist and fees that
// leave nothing of the loan.
func (in *EMIIn) Check(e *op.Invalid) {
	whole := in.CheckTenure(e)
	if in.StartDate != nil {
		start, ok := when.Day(e, "start_date", *in.StartDate)
		if ok && whole && calendar.AddMonths(start, in.Months()-1).Year() > calendar.LastYear {
			e.Add("start_date", op.OutOfRange, "the last instalment would fall after the year %d", calendar.LastYear)
		}
	}
	if fee := in.fee(); fee.Sign() > 0 && fee.Cmp(in.Principal) >= 0 {
		e.Add("processing_fee", op.OutOfRange, "fees of %s leave nothing of the principal %s", fee, in.Principal).Hint =
			"send the fee as an amount of money; a percentage goes to processing_fee_percent"
	}
}

// fee is all that is kept back from the loan.
func (in *EMIIn) fee() num.Dec {
	return in.ProcessingFee.Add(in.Principal.Mul(in.ProcessingFeePercent).Mul(num.D("0.01"))).Money()
}

func (in *EMIIn) timing() annuity.Timing {
	if in.PaymentTiming == "begin" {
		return annuity.InAdvance
	}
	return annuity.InArrears
}

func emi(_ context.Context, in EMIIn) (EMIOut, error) {
	n, rate := in.Months(), annuity.Nominal(in.AnnualRate, 12)
	exact := rate.Instalment(in.Principal, n, in.timing())
	total := exact.Mul(num.FromInt(int64(n)).Ratio())
	loan := annuity.Loan{Principal: in.Principal.Money(), Rate: rate, Periods: n, Payment: exact.Money(), When: in.timing()}
	out := EMIOut{
		Principal:           in.Principal,
		AnnualRate:          in.AnnualRate,
		TenureMonths:        n,
		EMI:                 loan.Payment,
		TotalPayment:        total.Money(),
		TotalInterest:       total.Money().Sub(in.Principal).Money(),
		MonthlyRate:         num.Quotient(in.AnnualRate, num.D("12")).Round(6, num.HalfEven),
		EffectiveAnnualRate: terms.Percent(rate.Effective(12), 4),
		InterestShare:       terms.Percent(num.D("1").Ratio().Sub(in.Principal.Ratio().Quo(total)), 2),
		ProcessingFee:       in.fee(),
		NetDisbursed:        in.Principal.Sub(in.fee()).Money(),
	}
	first := loan.First()
	out.FirstPayment = EMISplit{first.Interest, first.Principal}
	var err error
	if out.APR, err = apr(out.NetDisbursed, loan); err != nil {
		return EMIOut{}, err
	}
	out.Warnings = terms.WarnRate(in.AnnualRate)
	err = in.dates(&out, loan)
	return out, err
}

// apr is the yearly rate at which the instalments are worth what was paid out,
// nil where none is: when the instalment rounds to nothing, or when the first
// one in advance already returns the loan.
func apr(net num.Dec, loan annuity.Loan) (*num.Dec, error) {
	yield, err := annuity.Annuity{Amount: net, Payment: loan.Payment, Periods: loan.Periods, When: loan.When}.Yield(12, 2)
	if errors.Is(err, annuity.ErrNoRate) {
		return nil, nil
	}
	if err != nil || yield.Cmp(terms.MaxResult) > 0 {
		return nil, op.Refuse("processing_fee", op.ResultOutOfRange, "the fees leave so little that the APR exceeds %s percent", terms.MaxResult)
	}
	return &yield, nil
}

// dates adds what hangs on the calendar: the last day, and the ledger.
func (in *EMIIn) dates(out *EMIOut, loan annuity.Loan) error {
	due := func(int) *string { return nil }
	if in.StartDate != nil {
		start, err := isotime.Date(*in.StartDate)
		if err != nil {
			return err
		}
		due = func(k int) *string {
			day := calendar.AddMonths(start, k-1).Format(time.DateOnly)
			return &day
		}
	}
	out.EndDate = due(loan.Periods)
	if in.Schedule == "none" {
		return nil
	}
	var months []EMIMonth
	totals := EMILedgerTotal{}
	for row := range loan.Rows() {
		months = append(months, EMIMonth{row.Number, due(row.Number), row.Opening, row.Payment, row.Interest, row.Principal, row.Closing})
		totals.Payment = totals.Payment.Add(row.Payment)
		totals.Interest = totals.Interest.Add(row.Interest)
		totals.FinalPayment = row.Payment
	}
	out.ScheduleTotals = &totals
	out.Schedule = &EMISchedule{A: &months}
	if in.Schedule == "yearly" {
		years := byYear(months)
		out.Schedule = &EMISchedule{B: &years}
	}
	return nil
}

// byYear sums up months by year of the loan.
func byYear(months []EMIMonth) []EMIYear {
	var years []EMIYear
	for i, m := range months {
		if i%12 == 0 {
			years = append(years, EMIYear{Year: i/12 + 1, OpeningBalance: m.OpeningBalance})
		}
		y := &years[len(years)-1]
		y.Payment = y.Payment.Add(m.Payment)
		y.Interest = y.Interest.Add(m.Interest)
		y.Principal = y.Principal.Add(m.Principal)
		y.ClosingBalance = m.ClosingBalance
	}
	return years
}
