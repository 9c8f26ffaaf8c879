package finance

import (
	"context"
	"fmt"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/rules"
	"toolcrib/internal/ops/terms"
)

var _ = op.Define(op.Def[PPFIn, PPFOut]{
	ID:      "ppf-calculator-finance",
	Route:   "POST /v1/finance/ppf-calculator",
	Summary: "Public Provident Fund maturity, year by year",
	Doc: "Computes what a Public Provident Fund account grows to, with interest on the lowest balance after the 5th of " +
		"each month, credited yearly, and the limits for loans and withdrawals. Interest is not rounded on the way; each " +
		"row adds up as shown. Deposits outside the scheme's limits are refused with its paragraph.",
	Words: []string{"provident fund", "savings scheme", "tax saving"},
	Source: "Public Provident Fund Scheme, 2019, G.S.R. 915(E) of 12 December 2019: para 4 (deposits), 7 (interest), " +
		"8 to 10 (loans, withdrawals), 11 and 12 (maturity, extension)",
	Since: "1.0.0",
	Class: op.T0,
	Rules: []op.Rule{
		op.ExactlyOne("annual_deposit", "monthly_deposit", "deposits"),
		op.AtMostOne("annual_rate", "rates"),
		op.AtMostOne("deposits", "deposit_timing"),
	},
	Examples: []op.Example{
		{Name: "the full amount each April", In: `{"annual_deposit":150000}`},
		{Name: "each month by the 5th", In: `{"monthly_deposit":12500,"opening_date":"2026-04-03","schedule":"none"}`},
		{Name: "at the end of each year", In: `{"annual_deposit":150000,"deposit_timing":"end_of_year","schedule":"none"}`},
		{Name: "extended without deposits", In: `{"annual_deposit":150000,"years":20,"extension_deposits":false}`},
		{Name: "single deposits", In: `{"deposits":[{"year":1,"month":1,"amount":50000},{"year":1,"month":10,"amount":25000,"by_fifth":false},{"year":2,"month":4,"amount":100000}],"opening_balance":1000.5}`},
	},
	Run: ppf,
})

// PPFIn is the input of ppf-calculator-finance.
type PPFIn struct {
	AnnualDeposit     *num.Dec     `json:"annual_deposit" alias:"yearly_investment" aka:"deposit,amount,yearly_deposit,investment" min:"0" max:"1e12" doc:"Amount paid in each year: 500 to 150000, a multiple of 50." example:"150000"`
	MonthlyDeposit    *num.Dec     `json:"monthly_deposit" aka:"monthly_investment" min:"0" max:"1e12" doc:"Amount paid in each month, instead of annual_deposit; a multiple of 50, at most 12500." example:"12500"`
	Deposits          []PPFDeposit `json:"deposits,omitempty" len:"1..50" doc:"Single deposits, instead of annual_deposit; together 500 to 150000 in a year, or none."`
	DepositTiming     *string      `json:"deposit_timing" aka:"timing" enum:"start_of_year,monthly_by_5th,monthly_after_5th,end_of_year" doc:"When deposits are made: by 5 April (start_of_year, the default), a twelfth each month (by the 5th is the default of monthly_deposit), or after 5 March."`
	AnnualRate        *num.Dec     `json:"annual_rate" alias:"rate,interest_rate" min:"0" max:"50" doc:"Yearly rate in percent; the newest notified one when absent." example:"7.1"`
	Rates             []num.Dec    `json:"rates,omitempty" len:"1..50" min:"0" max:"50" doc:"Rate of each year in percent, as many as years, instead of annual_rate." example:"7.1"`
	Years             int          `json:"years" aka:"tenure,tenure_years,term,duration" default:"15" doc:"Years of the account: 15, or with extensions 20, 25 and so on up to 50." example:"15"`
	ExtensionDeposits bool         `json:"extension_deposits" default:"true" doc:"Whether deposits go on after year 15."`
	OpeningBalance    num.Dec      `json:"opening_balance" aka:"balance,current_balance" min:"0" max:"1e12" default:"0" doc:"Balance before year 1, at most 2 decimals." example:"1000.5"`
	OpeningDate       *string      `json:"opening_date" aka:"start_date" doc:"Day the account was opened, YYYY-MM-DD; it names the financial years and the maturity." example:"2026-04-03"`
	Schedule          string       `json:"schedule" enum:"yearly,none" default:"yearly" doc:"Whether to show each year."`
}

// PPFDeposit is one deposit of a list.
type PPFDeposit struct {
	Year    int     `json:"year" min:"1" max:"50" doc:"Year of the account, from 1." example:"1"`
	Month   int     `json:"month" min:"1" max:"12" doc:"Month of the financial year: 1 is April, 12 is March." example:"1"`
	Amount  num.Dec `json:"amount" above:"0" max:"1e12" doc:"Amount, a multiple of 50." example:"50000"`
	ByFifth bool    `json:"by_fifth" default:"true" doc:"Whether it is made by the 5th, so that the month earns interest on it."`
}

// PPFOut is the answer of ppf-calculator-finance.
type PPFOut struct {
	MaturityAmount num.Dec    `json:"maturity_amount" doc:"Balance at the end of the last year."`
	TotalDeposits  num.Dec    `json:"total_deposits" doc:"All deposits, without the opening balance."`
	TotalInterest  num.Dec    `json:"total_interest" doc:"maturity_amount less deposits and opening balance."`
	AnnualRate     *num.Dec   `json:"annual_rate" doc:"Yearly rate in percent; null with rates."`
	Years          int        `json:"years" doc:"Years of the account."`
	MaturityDate   *string    `json:"maturity_date" doc:"1 April after as many full years as follow the financial year of opening; null without opening_date."`
	Schedule       []PPFYear  `json:"schedule,omitempty" doc:"The account, year by year."`
	Rule           rules.Rule `json:"rule" doc:"The rule followed."`
	Warnings       []string   `json:"warnings,omitempty" doc:"What the caller should check."`
	Notes          []string   `json:"notes,omitempty" doc:"What the answer does not count."`
}

// PPFYear is one year of the account. Opening balance, deposits and interest
// add up to the closing balance as shown.
type PPFYear struct {
	Year            int      `json:"year" doc:"Year of the account, from 1."`
	FinancialYear   *string  `json:"financial_year" doc:"April to March, such as 2026-27; null without opening_date."`
	OpeningBalance  num.Dec  `json:"opening_balance" doc:"Balance on 1 April."`
	Deposits        num.Dec  `json:"deposits" doc:"Deposits of the year."`
	Interest        num.Dec  `json:"interest" doc:"Interest credited on 31 March."`
	ClosingBalance  num.Dec  `json:"closing_balance" doc:"Balance on 31 March."`
	LoanLimit       *num.Dec `json:"loan_limit" doc:"Most that can be borrowed: a quarter of the balance two year-ends back, in years 3 to 6; null in others."`
	WithdrawalLimit *num.Dec `json:"withdrawal_limit" doc:"Most that can be withdrawn: half the lower of the fourth-preceding and the preceding year-end balance, from year 7 to 15; null in others."`
}

// ppfLaw is what the scheme and the notified rate set.
type ppfLaw struct {
	AnnualRate         num.Dec `json:"annual_rate"`
	LeastDeposit       num.Dec `json:"least_deposit"` // in a year
	MostDeposit        num.Dec `json:"most_deposit"`
	DepositStep        num.Dec `json:"deposit_step"`
	DepositRule        string  `json:"deposit_rule"`
	Years              int     `json:"years"`
	ExtensionYears     int     `json:"extension_years"`
	YearsRule          string  `json:"years_rule"`
	LoanFromYear       int     `json:"loan_from_year"`
	LoanToYear         int     `json:"loan_to_year"`
	LoanPercent        num.Dec `json:"loan_percent"`
	WithdrawalFromYear int     `json:"withdrawal_from_year"`
	WithdrawalPercent  num.Dec `json:"withdrawal_percent"`
}

var ppfScheme = rules.Load[ppfLaw]("in.ppf.scheme-2019").Latest()

func ppf(_ context.Context, in PPFIn) (PPFOut, error) {
	law := ppfScheme.Values
	deposits := in.yearlyDeposits(law)
	balances := in.balances(law, deposits)
	out := PPFOut{
		MaturityAmount: balances[in.Years].rupees(whole),
		Years:          in.Years,
		Rule:           ppfScheme.Rule,
		Notes:          in.notes(law, deposits),
	}
	for _, d := range deposits {
		out.TotalDeposits = out.TotalDeposits.Add(d.total)
	}
	out.TotalInterest = out.MaturityAmount.Sub(in.OpeningBalance).Sub(out.TotalDeposits)
	if in.Rates == nil {
		rate := in.rate(law, 0)
		out.AnnualRate, out.Warnings = &rate, terms.WarnRate(rate)
	}
	if in.Schedule == "yearly" {
		out.Schedule = ppfRows(law, deposits, balances)
	}
	if in.OpeningDate != nil {
		opening, err := isotime.Date(*in.OpeningDate)
		if err != nil {
			return PPFOut{}, err
		}
		out.date(opening)
	}
	return out, terms.Reachable("opening_balance", out.MaturityAmount)
}

// notes says what the answer leaves out.
func (in *PPFIn) notes(law ppfLaw, deposits []ppfDeposits) []string {
	notes := []string{fmt.Sprintf("the years are counted from the first deposit, as is usual; the scheme counts %d full years from the end "+
		"of the financial year of opening, which allows a %dth deposit and earns interest for one year more", law.Years, law.Years+1)}
	if in.Years > law.Years {
		notes = append(notes, fmt.Sprintf("withdrawals after year %d follow %s; withdrawal_limit is null there", law.Years, law.YearsRule))
	}
	for i, d := range deposits[:law.Years] {
		if d.total.Sign() == 0 {
			return append(notes, fmt.Sprintf("without %s in a year, as in year %d, the account is discontinued: it still earns interest, "+
				"but allows neither loan nor withdrawal until it is revived", law.LeastDeposit, i+1))
		}
	}
	return notes
}

// date adds what hangs on the day of opening.
func (out *PPFOut) date(opening time.Time) {
	first := financialYear(opening)
	day := maturity(opening, out.Years).Format(time.DateOnly)
	out.MaturityDate = &day
	for i := range out.Schedule {
		label := fmt.Sprintf("%04d-%02d", first+i, (first+i+1)%100)
		out.Schedule[i].FinancialYear = &label
	}
	if opening.After(time.Date(first, time.April, 5, 0, 0, 0, 0, time.UTC)) {
		out.Notes = append(out.Notes, "the account was opened after 5 April; year 1 is computed as a full year all the same")
	}
}

// financialYear is the year in whose April the financial year of a day began.
func financialYear(day time.Time) int {
	if day.Month() < time.April {
		return day.Year() - 1
	}
	return day.Year()
}

// maturity is the first day after so many full years that follow the
// financial year of opening.
func maturity(opening time.Time, years int) time.Time {
	return time.Date(financialYear(opening)+1+years, time.April, 1, 0, 0, 0, 0, time.UTC)
}
