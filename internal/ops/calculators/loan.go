package calculators

import (
	"context"
	"fmt"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/terms"
	"toolcrib/internal/ops/when"
)

var _ = op.Define(op.Def[LoanIn, LoanOut]{
	ID:      "loan-calculator",
	Route:   "POST /v1/calculators/loan",
	Summary: "Loan engine: payment, tenure, rate or principal, with prepayments",
	Doc: "Solves a loan for whichever of principal, annual_rate, tenure and payment is left out and books it period by " +
		"period: reducing or flat interest, six frequencies, fees, prepayments. Totals are sums of rounded rows; the last " +
		"payment clears the balance. Refuses payments that never repay the loan, naming the minimum.",
	See:   []op.See{{When: "a plain monthly instalment", ID: "emi-calculator"}},
	Words: []string{"amortization", "amortisation", "schedule", "mortgage", "installment", "repayment", "payoff", "extra payment", "part payment", "debt", "borrow", "affordability"},
	Source: "Level annuity, P = E·(1−(1+i)^−n)/i with i = R/100/f (Excel PMT, NPER, PV, RATE); ledger in whole cents; APR as f times the " +
		"internal rate of return of a period, as in the Key Facts Statement of RBI/2024-25/18 DOR.STR.REC.13/13.03.00/2024-25; " +
		"total_cost as in Directive 2008/48/EC article 3(g)",
	Since: "1.0.0",
	Class: op.T1,
	Rules: []op.Rule{op.AtMostOne("tenure_months", "tenure_years")},
	Examples: []op.Example{
		{Name: "a prepayment that shortens the loan", In: `{"principal":1000000,"annual_rate":8.5,"tenure_months":240,"prepayments":[{"number":12,"amount":100000}]}`},
		{Name: "a prepayment that lowers the payment", In: `{"principal":1000000,"annual_rate":8.5,"tenure_years":20,"prepayments":[{"number":12,"amount":100000,"strategy":"reduce_payment"}]}`},
		{Name: "how long it takes", In: `{"principal":1000000,"annual_rate":8.5,"payment":10000,"start_date":"2026-01-31","schedule":"yearly"}`},
		{Name: "how much can be borrowed", In: `{"payment":25000,"annual_rate":9,"tenure_months":240}`},
		{Name: "what rate is paid", In: `{"principal":1000000,"tenure_months":240,"payment":9000}`},
		{Name: "flat rate, with a fee", In: `{"principal":100000,"annual_rate":10,"tenure_months":24,"interest_method":"flat","fees":[{"name":"processing","percent":2}]}`},
	},
	Run: loan,
})

// LoanIn is the input of loan-calculator. Of principal, annual_rate, the term
// and payment one is left out and solved.
type LoanIn struct {
	Principal  *num.Dec `json:"principal" aka:"loan_amount,amount,loan,p" above:"0" max:"1e12" doc:"Amount borrowed, at most 2 decimals." example:"1000000"`
	AnnualRate *num.Dec `json:"annual_rate" alias:"rate,interest_rate" min:"0" max:"100" doc:"Nominal yearly rate in percent: 8.5 means 8.5 %." example:"8.5"`
	terms.Tenure
	Payment          *num.Dec         `json:"payment" aka:"emi,instalment,installment,monthly_payment" above:"0" max:"1e12" doc:"Amount paid every period, at most 2 decimals." example:"10000"`
	SolveFor         *string          `json:"solve_for" enum:"principal,annual_rate,tenure,payment" same:"rate=annual_rate,interest_rate=annual_rate,tenure_months=tenure,tenure_years=tenure" doc:"Which of the four is to be solved; must be the one left out."`
	PaymentFrequency string           `json:"payment_frequency" aka:"frequency" enum:"monthly,biweekly,weekly,quarterly,half_yearly,yearly" default:"monthly" doc:"How often a payment is made: 12, 26, 52, 4, 2 or 1 times a year."`
	InterestMethod   string           `json:"interest_method" aka:"method" enum:"reducing,flat" default:"reducing" doc:"Whether interest is charged on the balance or, for the whole term, on the principal."`
	PaymentTiming    string           `json:"payment_timing" enum:"end,begin" default:"end" doc:"Whether payments fall at the end or the beginning of each period."`
	PaymentRounding  string           `json:"payment_rounding" enum:"0.01,1,10" default:"0.01" doc:"What a payment that is worked out is rounded to a multiple of, halves up."`
	Fees             []LoanFee        `json:"fees,omitempty" len:"0..20" doc:"Charges beside the interest."`
	Prepayments      []LoanPrepayment `json:"prepayments,omitempty" len:"0..100" doc:"Amounts paid beside the regular payments."`
	ExtraPayment     num.Dec          `json:"extra_payment" min:"0" max:"1e12" default:"0" doc:"Amount paid on top of every payment, at most 2 decimals."`
	StartDate        *string          `json:"start_date" doc:"Day of the first payment, YYYY-MM-DD; by months later ones keep the day, clamped to the month's end." example:"2026-01-31"`
	Schedule         string           `json:"schedule" enum:"none,yearly,period" default:"none" doc:"Adds the ledger, by period (at most 600) or by year of the loan."`
}

// LoanFee is a charge, given by its amount or as a percentage.
type LoanFee struct {
	Name     *string  `json:"name" len:"1..100" doc:"What it is for; not used." example:"processing"`
	Amount   *num.Dec `json:"amount" min:"0" max:"1e12" doc:"Amount, at most 2 decimals."`
	Percent  *num.Dec `json:"percent" min:"0" max:"100" doc:"Percent of the principal, instead of amount." example:"2"`
	Financed bool     `json:"financed" default:"false" doc:"Added to the loan instead of kept back from it."`
}

// LoanPrepayment is an amount paid right after a regular payment.
type LoanPrepayment struct {
	Number   *int    `json:"number" min:"1" max:"2600" doc:"Number of the payment it follows." example:"12"`
	Date     *string `json:"date" doc:"Day it is made, instead of number: it follows the first payment due on that day or later. Needs start_date."`
	Amount   num.Dec `json:"amount" above:"0" max:"1e12" doc:"Amount, at most 2 decimals." example:"100000"`
	Strategy string  `json:"strategy" enum:"reduce_tenure,reduce_payment" default:"reduce_tenure" doc:"Whether the loan then ends sooner or the payments left become smaller."`
}

// LoanOut is the answer of loan-calculator.
type LoanOut struct {
	Principal           num.Dec       `json:"principal" doc:"Amount borrowed, without financed fees."`
	AnnualRate          num.Dec       `json:"annual_rate" doc:"Nominal yearly rate in percent; where solved, the exact root with 4 decimals."`
	TenureMonths        num.Dec       `json:"tenure_months" doc:"Agreed term in months; where solved in weeks, 2 decimals."`
	Payment             num.Dec       `json:"payment" doc:"First regular payment, without extra_payment."`
	NewPayment          *num.Dec      `json:"new_payment" doc:"Regular payment after the last prepayment that reduced it; null without one."`
	PaymentFrequency    string        `json:"payment_frequency" doc:"How often a payment is made."`
	NumberOfPayments    int           `json:"number_of_payments" doc:"Payments until nothing is owed."`
	FinalPayment        num.Dec       `json:"final_payment" doc:"The last of them, which clears the balance."`
	TotalPayment        num.Dec       `json:"total_payment" doc:"All payments, prepayments included."`
	TotalInterest       num.Dec       `json:"total_interest" doc:"Interest in them."`
	TotalFees           num.Dec       `json:"total_fees" doc:"All fees, financed or not."`
	TotalCost           num.Dec       `json:"total_cost" doc:"What the loan costs: total_interest and total_fees."`
	APR                 *num.Dec      `json:"apr" doc:"Annual percentage rate: periods per year times the internal rate of return of principal less fees not financed against all payments, 2 decimals; null where no rate exists."`
	EffectiveAnnualRate *num.Dec      `json:"effective_annual_rate" doc:"Yearly rate with compounding every period, without fees, percent, 4 decimals; of a flat loan that of its payments, null where no rate exists."`
	FlatRateEquivalent  num.Dec       `json:"flat_rate_equivalent" doc:"total_interest as percent per year of the agreed term on principal and financed fees, 4 decimals."`
	PayoffDate          *string       `json:"payoff_date" doc:"Day of the last payment; null without start_date."`
	Baseline            *LoanBaseline `json:"baseline" doc:"The same loan without prepayments and extra payments; null where there are none."`
	Savings             *LoanSavings  `json:"savings" doc:"What they save; null where there are none."`
	Schedule            *LoanSchedule `json:"schedule,omitempty" doc:"The ledger, when asked for."`
	Warnings            []string      `json:"warnings,omitempty" doc:"What the caller should check."`
}

// LoanBaseline is how a loan would go by regular payments alone.
type LoanBaseline struct {
	NumberOfPayments int     `json:"number_of_payments" doc:"Payments until nothing is owed."`
	FinalPayment     num.Dec `json:"final_payment" doc:"The last of them."`
	TotalPayment     num.Dec `json:"total_payment" doc:"All payments."`
	TotalInterest    num.Dec `json:"total_interest" doc:"Interest in them."`
	PayoffDate       *string `json:"payoff_date" doc:"Day of the last payment; null without start_date."`
}

// LoanSavings is a baseline less what comes of it.
type LoanSavings struct {
	InterestSaved num.Dec `json:"interest_saved" doc:"Interest of the baseline less total_interest."`
	PaymentsSaved int     `json:"payments_saved" doc:"Payments of the baseline less number_of_payments."`
}

// LoanSchedule is a ledger by period or by year.
type LoanSchedule = op.Either[[]LoanPeriod, []LoanYear]

// LoanPeriod is one payment of the ledger.
type LoanPeriod struct {
	Number         int     `json:"number" doc:"1 for the first payment."`
	Date           *string `json:"date" doc:"Day it falls due; null without start_date."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Owed before it."`
	Payment        num.Dec `json:"payment" doc:"All that is paid, prepayment included."`
	Interest       num.Dec `json:"interest" doc:"Interest of the period, rounded."`
	Principal      num.Dec `json:"principal" doc:"Payment less interest."`
	Prepayment     num.Dec `json:"prepayment" doc:"Part of the payment that is extra_payment or prepayments."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Owed after it."`
}

// LoanYear is one year of payments of the ledger, or what is left of it.
type LoanYear struct {
	Year           int     `json:"year" doc:"Year of the loan, from 1."`
	OpeningBalance num.Dec `json:"opening_balance" doc:"Owed at its beginning."`
	Payment        num.Dec `json:"payment" doc:"Amounts paid, prepayments included."`
	Interest       num.Dec `json:"interest" doc:"Interest paid."`
	Principal      num.Dec `json:"principal" doc:"Loan repaid."`
	Prepayment     num.Dec `json:"prepayment" doc:"Part of the payments that is extra_payment or prepayments."`
	ClosingBalance num.Dec `json:"closing_balance" doc:"Owed at its end."`
}

// CheckSent refuses more or fewer unknowns than one, and parts of fees and
// prepayments that need or exclude each other.
func (in *LoanIn) CheckSent(e *op.Invalid) {
	in.checkUnknown(e)
	for i, fee := range in.Fees {
		exactlyOne(e, fmt.Sprintf("fees[%d]", i), "amount", fee.Amount != nil, "percent", fee.Percent != nil)
	}
	for i, p := range in.Prepayments {
		exactlyOne(e, fmt.Sprintf("prepayments[%d]", i), "number", p.Number != nil, "date", p.Date != nil)
		if p.Date != nil && in.StartDate == nil {
			e.Add("start_date", op.Required, "the field 'start_date' is missing; prepayments[%d].date needs it", i).Hint =
				"send the day of the first payment, or the number of the payment instead of a date"
		}
	}
}

// checkUnknown wants one of the four left out, and solve_for to agree.
func (in *LoanIn) checkUnknown(e *op.Invalid) {
	solve := ""
	if in.SolveFor != nil {
		solve = *in.SolveFor
	}
	var missing []string
	blamed := "" // the first that is missing and not to be solved
	for _, f := range []struct {
		unknown, field string
		sent           bool
	}{
		{"principal", "principal", in.Principal != nil},
		{"annual_rate", "annual_rate", in.AnnualRate != nil},
		{"tenure", "tenure_months", in.TenureMonths != nil || in.TenureYears != nil},
		{"payment", "payment", in.Payment != nil},
	} {
		switch {
		case !f.sent:
			missing = append(missing, f.field)
			if blamed == "" && f.unknown != solve {
				blamed = f.field
			}
		case f.unknown == solve:
			e.Add("solve_for", op.Conflict, "%s was sent, so it cannot be solved", f.unknown).Hint =
				"of principal, annual_rate, tenure and payment leave out the one to solve"
		}
	}
	switch {
	case len(missing) > 1:
		e.Add(blamed, op.MissingOneOf, "%s are missing; only one of principal, annual_rate, tenure and payment can be solved", strings.Join(missing, " and ")).Hint =
			"send the other three, the tenure as tenure_months or tenure_years"
	case len(missing) == 0 && solve == "":
		e.Add("payment", op.Conflict, "principal, annual_rate, tenure and payment were all sent; nothing is left to solve").Hint = "leave out one of them"
	}
}

// exactlyOne records that neither or both of two members of an item were sent.
func exactlyOne(e *op.Invalid, item, a string, hasA bool, b string, hasB bool) {
	switch {
	case !hasA && !hasB:
		e.Add(item+"."+a, op.MissingOneOf, "neither %s nor %s is there; send exactly one of them", a, b)
	case hasA && hasB:
		e.Add(item+"."+b, op.Conflict, "was sent together with '%s'; send only one of %[1]s, %s", a, b)
	}
}

// Check refuses amounts with fractions of a cent, terms of broken periods,
// dates that do not exist, fees that leave nothing of the loan, and
// prepayments of a flat loan.
func (in *LoanIn) Check(e *op.Invalid) {
	in.checkAmounts(e)
	if in.CheckTenure(e) && in.Months() > 0 {
		in.checkPeriods(e)
	}
	if in.StartDate != nil {
		when.Day(e, "start_date", *in.StartDate)
	}
	for i, p := range in.Prepayments {
		if p.Date != nil {
			when.Day(e, fmt.Sprintf("prepayments[%d].date", i), *p.Date)
		}
	}
	if in.InterestMethod == "flat" {
		const why, hint = "a flat loan's interest is fixed when it is made, so paying early saves nothing", "leave it out, or send interest_method=reducing"
		if len(in.Prepayments) > 0 {
			e.Add("prepayments", op.Conflict, why).Hint = hint
		}
		if in.ExtraPayment.Sign() > 0 {
			e.Add("extra_payment", op.Conflict, why).Hint = hint
		}
	}
	if in.Principal != nil {
		in.checkFees(e, *in.Principal)
	}
}

// checkFees refuses fees that leave nothing of the loan.
func (in *LoanIn) checkFees(e *op.Invalid, principal num.Dec) {
	if upfront := in.sumFees(principal).upfront; upfront.Cmp(principal) >= 0 {
		e.Add("fees", op.OutOfRange, "fees of %s leave nothing of the principal %s", upfront, principal).Hint =
			"send smaller fees, or add them to the loan with financed"
	}
}

func (in *LoanIn) checkAmounts(e *op.Invalid) {
	if in.Principal != nil {
		terms.WholeCents(e, "principal", *in.Principal)
	}
	if in.Payment != nil {
		terms.WholeCents(e, "payment", *in.Payment)
	}
	for i, fee := range in.Fees {
		if fee.Amount != nil {
			terms.WholeCents(e, fmt.Sprintf("fees[%d].amount", i), *fee.Amount)
		}
	}
	for i, p := range in.Prepayments {
		terms.WholeCents(e, fmt.Sprintf("prepayments[%d].amount", i), p.Amount)
	}
	terms.WholeCents(e, "extra_payment", in.ExtraPayment)
}

// checkPeriods refuses a term that ends within a period.
func (in *LoanIn) checkPeriods(e *op.Invalid) {
	months, frequency := in.Months(), loanFrequencies[in.PaymentFrequency]
	step := frequency.wholeMonths()
	if months%step == 0 {
		return
	}
	field := "tenure_months"
	if in.TenureYears != nil {
		field = "tenure_years"
	}
	below := months - months%step
	hint := fmt.Sprintf("send tenure_months=%d", below+step)
	if below > 0 {
		hint = fmt.Sprintf("send tenure_months=%d or %d", below, below+step)
	}
	e.Add(field, op.DoesNotFit, "%d months are not a whole number of %s payments; they must be a multiple of %d", months, in.PaymentFrequency, step).Hint = hint
}

func loan(ctx context.Context, in LoanIn) (LoanOut, error) {
	plan, err := in.solve()
	if err != nil {
		return LoanOut{}, err
	}
	return plan.answer(ctx)
}
