package finance

import "toolcrib/internal/num"

// ppfDeposits is what is paid in during one financial year.
type ppfDeposits struct {
	total num.Dec
	// earning is the sum, over all deposits, of the amount times the months of
	// the year that pay interest on it.
	earning num.Dec
}

// monthsEarning is for how many months of the year a deposit earns interest,
// on average over the deposits of the year. One made by the 5th earns from its
// own month on, a later one from the next.
var monthsEarning = map[string]num.Dec{
	"start_of_year":     num.D("12"),
	"monthly_by_5th":    num.D("6.5"), // 12, 11 … 1
	"monthly_after_5th": num.D("5.5"), // 11, 10 … 0
	"end_of_year":       num.D("0"),
}

// yearlyDeposits lists the deposits of each year.
func (in *PPFIn) yearlyDeposits(law ppfLaw) []ppfDeposits {
	years := make([]ppfDeposits, in.Years)
	if in.Deposits == nil {
		each := in.everyYear()
		for i := range years {
			if i < law.Years || in.ExtensionDeposits {
				years[i] = each
			}
		}
	}
	for _, d := range in.Deposits {
		months := 12 - d.Month
		if d.ByFifth {
			months++
		}
		y := &years[d.Year-1]
		y.total = y.total.Add(d.Amount)
		y.earning = y.earning.Add(d.Amount.Mul(num.FromInt(int64(months))))
	}
	return years
}

// everyYear is the deposits of each year when all are alike.
func (in *PPFIn) everyYear() ppfDeposits {
	var total num.Dec
	var timing string
	if in.AnnualDeposit != nil {
		total, timing = *in.AnnualDeposit, "start_of_year"
	} else {
		total, timing = in.MonthlyDeposit.Mul(twelve), "monthly_by_5th"
	}
	if in.DepositTiming != nil {
		timing = *in.DepositTiming
	}
	return ppfDeposits{total, total.Mul(monthsEarning[timing])}
}

// ppfBalance is a balance in twelfths of a rupee. A month's interest is a
// twelfth of a year's, so this keeps the whole account in exact decimals.
type ppfBalance struct{ twelfths num.Dec }

// balances lists the balance before the first year and after each.
func (in *PPFIn) balances(law ppfLaw, deposits []ppfDeposits) []ppfBalance {
	balance := in.OpeningBalance.Mul(twelve)
	list := []ppfBalance{{balance}}
	for i, d := range deposits {
		// Each month brings rate/1200 of its lowest balance. Over a year, twelve
		// times that is rate/100 of twelve old balances and what deposits earn on.
		interest := balance.Add(d.earning).Mul(in.rate(law, i)).Mul(onePercent)
		balance = balance.Add(d.total.Mul(twelve)).Add(interest)
		list = append(list, ppfBalance{balance})
	}
	return list
}

// rate is the rate of a year, counted from 0, in percent.
func (in *PPFIn) rate(law ppfLaw, year int) num.Dec {
	switch {
	case in.Rates != nil:
		return in.Rates[year]
	case in.AnnualRate != nil:
		return *in.AnnualRate
	}
	return law.AnnualRate
}

var (
	twelve     = num.D("12")
	onePercent = num.D("0.01")
	whole      = ppfShare(num.D("100"))
)

// ppfShare is the factor that takes so many percent of a balance in twelfths.
func ppfShare(percent num.Dec) num.Ratio { return num.Quotient(percent, num.D("1200")) }

// rupees is a share of the balance.
func (b ppfBalance) rupees(share num.Ratio) num.Dec { return b.twelfths.Ratio().Mul(share).Money() }

// ppfRows shows the account. Balances are rounded from their exact values, and
// the interest of a row is what makes it add up.
func ppfRows(law ppfLaw, deposits []ppfDeposits, balances []ppfBalance) []PPFYear {
	rows := make([]PPFYear, len(deposits))
	opening := balances[0].rupees(whole)
	loan, withdrawal := ppfShare(law.LoanPercent), ppfShare(law.WithdrawalPercent)
	for i, d := range deposits {
		year, closing := i+1, balances[i+1].rupees(whole)
		rows[i] = PPFYear{
			Year: year, OpeningBalance: opening, Deposits: d.total,
			Interest: closing.Sub(opening).Sub(d.total), ClosingBalance: closing,
		}
		if year >= law.LoanFromYear && year <= law.LoanToYear {
			limit := balances[year-2].rupees(loan)
			rows[i].LoanLimit = &limit
		}
		if year >= law.WithdrawalFromYear && year <= law.Years {
			// The balance never falls, so the older one is the lower.
			limit := balances[year-4].rupees(withdrawal)
			rows[i].WithdrawalLimit = &limit
		}
		opening = closing
	}
	return rows
}
