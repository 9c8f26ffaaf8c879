package calculators

import (
	"context"
	"fmt"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/rules"
	"toolcrib/internal/ops/terms"
	"toolcrib/internal/ops/when"
)

var _ = op.Define(op.Def[GratuityIn, GratuityOut]{
	ID:      "gratuity-calculator",
	Route:   "POST /v1/calculators/gratuity",
	Summary: "Gratuity payable on leaving a job in India",
	Doc: "Computes gratuity from the last wages and the service, with eligibility and ceiling shown apart from the " +
		"formula. A part-year counts as a year only above six months, except for fixed-term employees, who are paid " +
		"pro rata. Both joining and leaving day count. Someone not eligible gets 0 and the reason.",
	See:   []op.See{{When: "a tip on a bill", ID: "tip-calculator"}},
	Words: []string{"severance", "resign", "retirement", "end of service", "terminal benefit", "payroll", "salary"},
	Source: "Code on Social Security, 2020, s.53 (in force 21 November 2025); Payment of Gratuity Act, 1972, s.4; " +
		"for employees not covered the half-month rule of the Income-tax Act, 2025, s.19",
	Since: "1.0.0",
	Class: op.T0,
	Rules: []op.Rule{
		op.ExactlyOne("last_drawn_salary", "basic+dearness_allowance"),
		op.AtMostOne("years_of_service+months_of_service+days_of_service", "joining_date+leaving_date"),
	},
	Examples: []op.Example{
		{Name: "ten years", In: `{"last_drawn_salary":50000,"years_of_service":10}`},
		{Name: "between two dates", In: `{"basic":40000,"dearness_allowance":10000,"joining_date":"2015-05-01","leaving_date":"2025-11-30"}`},
		{Name: "above the ceiling", In: `{"last_drawn_salary":150000,"years_of_service":30,"reason":"retirement"}`},
		{Name: "end of a fixed term", In: `{"last_drawn_salary":30000,"years_of_service":1,"months_of_service":8,"employment_type":"fixed_term","reason":"term_expiry"}`},
		{Name: "not covered", In: `{"last_drawn_salary":80000,"years_of_service":7,"covered":false}`},
		{Name: "not eligible", In: `{"last_drawn_salary":60000,"years_of_service":4,"months_of_service":8}`},
	},
	Run: gratuity,
})

// GratuityIn is the input of gratuity-calculator.
type GratuityIn struct {
	LastDrawnSalary   *num.Dec `json:"last_drawn_salary" alias:"monthly_salary" aka:"salary,wages,last_salary,last_drawn_wages" above:"0" max:"1e12" doc:"Last monthly basic pay plus dearness allowance; when not covered, their average over the last ten months." example:"50000"`
	Basic             *num.Dec `json:"basic" aka:"basic_salary,basic_pay" above:"0" max:"1e12" doc:"Last monthly basic pay, instead of last_drawn_salary." example:"40000"`
	DearnessAllowance *num.Dec `json:"dearness_allowance" aka:"da" min:"0" max:"1e12" doc:"Last monthly dearness allowance, added to basic." example:"10000"`
	YearsOfService    *int     `json:"years_of_service" aka:"years,service_years,tenure,tenure_years" min:"0" max:"60" doc:"Whole years of continuous service." example:"10"`
	MonthsOfService   *int     `json:"months_of_service" aka:"months,service_months,tenure_months" min:"0" max:"11" doc:"Whole months beyond years_of_service." example:"7"`
	DaysOfService     *int     `json:"days_of_service" aka:"days,service_days" min:"0" max:"30" doc:"Days beyond months_of_service."`
	JoiningDate       *string  `json:"joining_date" aka:"start_date,date_of_joining,join_date" doc:"First day of service, YYYY-MM-DD, with leaving_date instead of years, months and days." example:"2015-05-01"`
	LeavingDate       *string  `json:"leaving_date" aka:"end_date,date_of_leaving,last_working_day" doc:"Last day of service, YYYY-MM-DD; it counts. The numbers of the law that held on it apply." example:"2025-11-30"`
	Covered           bool     `json:"covered" default:"true" doc:"Whether the gratuity law covers the employee; if not, half a month's salary per completed year is computed."`
	EmploymentType    string   `json:"employment_type" enum:"permanent,fixed_term,seasonal" default:"permanent" doc:"Kind of employment; a fixed term is paid pro rata under code_2020, seasonal work by the season."`
	Reason            string   `json:"reason" enum:"resignation,retirement,superannuation,death,disablement,term_expiry" default:"resignation" doc:"Why the service ended; death and disablement need no length of service."`
	Law               string   `json:"law" enum:"code_2020,act_1972" default:"code_2020" doc:"Code on Social Security, 2020, or the Payment of Gratuity Act, 1972, which it replaced on 2025-11-21."`
	Cap               *num.Dec `json:"cap" aka:"ceiling,max,limit" above:"0" max:"1e12" doc:"Ceiling to apply instead of the law's, such as 2500000 for central government civil servants." example:"2500000"`
	Seasons           *int     `json:"seasons" min:"0" max:"120" doc:"Seasons worked, for seasonal employment." example:"6"`
}

// GratuityOut is the answer of gratuity-calculator.
type GratuityOut struct {
	Gratuity         num.Dec        `json:"gratuity" doc:"Amount payable; 0 when not eligible."`
	FormulaAmount    num.Dec        `json:"formula_amount" doc:"Amount before eligibility and ceiling."`
	Eligible         bool           `json:"eligible" doc:"Whether the service suffices for gratuity."`
	IneligibleReason *string        `json:"ineligible_reason" doc:"What is missing; null when eligible."`
	Capped           bool           `json:"capped" doc:"Whether the ceiling lowered the amount payable."`
	Cap              *num.Dec       `json:"cap" doc:"Ceiling applied; null for none."`
	Service          *ServiceLength `json:"service" doc:"Length of service; null for seasonal employment."`
	CountedYears     num.Dec        `json:"counted_years" doc:"Years in the formula, or seasons, 6 decimals."`
	DaysPerYear      int            `json:"days_per_year" doc:"Days of wages for each counted year or season."`
	Divisor          int            `json:"divisor" doc:"Days that a month of wages pays for."`
	Rule             rules.Rule     `json:"rule" doc:"The rule followed."`
	Warnings         []string       `json:"warnings,omitempty" doc:"What the caller should check."`
}

// ServiceLength is a length of service in calendar units.
type ServiceLength struct {
	Years  int `json:"years" doc:"Whole years."`
	Months int `json:"months" doc:"Whole months beyond them."`
	Days   int `json:"days" doc:"Days beyond these."`
}

// gratuityLaw is what a gratuity law sets. A nil number means that it has no
// such rule.
type gratuityLaw struct {
	DaysPerYear           int      `json:"days_per_year"`
	DaysPerSeason         *int     `json:"days_per_season"`
	Divisor               int      `json:"divisor"`
	DropsPartYears        bool     `json:"drops_part_years"` // otherwise a year above six months
	YearsToQualify        int      `json:"years_to_qualify"` // or seasons
	FixedTermYearsQualify *int     `json:"fixed_term_years_to_qualify"`
	Ceiling               *num.Dec `json:"ceiling"`
}

var (
	gratuityLaws = map[string]rules.Table[gratuityLaw]{
		"code_2020": rules.Load[gratuityLaw]("in.gratuity.code-2020"),
		"act_1972":  rules.Load[gratuityLaw]("in.gratuity.act-1972"),
	}
	gratuityNotCovered = rules.Load[gratuityLaw]("in.gratuity.not-covered")
)

// CheckSent wants a service of some kind, and both halves of a pair.
func (in *GratuityIn) CheckSent(e *op.Invalid) {
	if in.DearnessAllowance != nil && in.Basic == nil && in.LastDrawnSalary == nil {
		e.Add("basic", op.Required, "dearness_allowance comes on top of basic, which is missing").Hint = "send both, or their sum as last_drawn_salary"
	}
	switch {
	case in.JoiningDate == nil && in.LeavingDate != nil:
		e.Add("joining_date", op.Required, "leaving_date was sent without joining_date")
	case in.JoiningDate != nil && in.LeavingDate == nil:
		e.Add("leaving_date", op.Required, "joining_date was sent without leaving_date")
	case in.EmploymentType == "seasonal" && in.Seasons == nil:
		e.Add("seasons", op.Required, "seasonal employment is paid by the season; send the number of seasons worked")
	case in.YearsOfService == nil && in.MonthsOfService == nil && in.DaysOfService == nil && in.JoiningDate == nil && in.Seasons == nil:
		e.Add("years_of_service", op.MissingOneOf, "the length of service is missing; send years_of_service (with months_of_service "+
			"and days_of_service), or joining_date with leaving_date")
	}
}

// Check refuses dates out of order, and seasons where they do not count.
func (in *GratuityIn) Check(e *op.Invalid) {
	seasonal := in.EmploymentType == "seasonal"
	if in.Seasons != nil && !seasonal {
		e.Add("seasons", op.Conflict, "seasons count only for seasonal employment, not %s", in.EmploymentType).Hint = "send years_of_service, or employment_type=seasonal"
	}
	if seasonal && !in.Covered {
		e.Add("covered", op.Conflict, "the seasonal rule is for employees whom the law covers").Hint = "leave covered out, or send another employment_type"
	}
	if in.JoiningDate == nil {
		return
	}
	joining, joins := when.Day(e, "joining_date", *in.JoiningDate)
	leaving, leaves := when.Day(e, "leaving_date", *in.LeavingDate)
	if joins && leaves && leaving.Before(joining) {
		e.Add("leaving_date", op.Order, "leaving_date %s is before joining_date %s", *in.LeavingDate, *in.JoiningDate)
	}
}

func gratuity(_ context.Context, in GratuityIn) (GratuityOut, error) {
	law, warnings := in.law()
	service, err := in.service()
	if err != nil {
		return GratuityOut{}, err
	}
	days, counted := in.count(law.Values, service)
	amount := in.salary().Mul(num.FromInt(int64(days))).Ratio().Mul(counted).Quo(num.FromInt(int64(law.Values.Divisor)).Ratio()).Money()
	out := GratuityOut{
		FormulaAmount:    amount,
		IneligibleReason: in.missing(law.Values, service),
		Cap:              law.Values.Ceiling,
		CountedYears:     counted.Round(6, num.HalfEven),
		DaysPerYear:      days,
		Divisor:          law.Values.Divisor,
		Rule:             law.Rule,
		Warnings:         warnings,
	}
	if in.Seasons == nil {
		out.Service = &ServiceLength{service.Years, service.Months, service.Days}
	}
	if in.Cap != nil {
		out.Cap = in.Cap
	}
	if out.Eligible = out.IneligibleReason == nil; out.Eligible {
		out.Gratuity = amount
		if out.Capped = out.Cap != nil && amount.Cmp(*out.Cap) > 0; out.Capped {
			out.Gratuity = out.Cap.Round(2, num.Floor)
		}
	}
	return out, terms.Reachable("last_drawn_salary", amount)
}

// law is the rule to follow: the newest numbers, or those of the leaving date
// when it is known.
func (in *GratuityIn) law() (law rules.Entry[gratuityLaw], warnings []string) {
	table := gratuityLaws[in.Law]
	switch {
	case !in.Covered:
		return gratuityNotCovered.Latest(), nil
	case in.LeavingDate == nil:
		return table.Latest(), nil
	}
	law, inForce := table.On(*in.LeavingDate)
	if !inForce {
		warnings = []string{fmt.Sprintf("leaving_date is before %s, from which the numbers of %s hold; another law or cap may apply",
			law.Rule.EffectiveFrom, law.Rule.ID)}
	}
	return law, warnings
}

func (in *GratuityIn) salary() num.Dec {
	switch {
	case in.LastDrawnSalary != nil:
		return *in.LastDrawnSalary
	case in.DearnessAllowance != nil:
		return in.Basic.Add(*in.DearnessAllowance)
	}
	return *in.Basic
}

// service is the length of service; seasons are not part of it.
func (in *GratuityIn) service() (calendar.Span, error) {
	if in.JoiningDate == nil {
		return calendar.Span{Years: orZero(in.YearsOfService), Months: orZero(in.MonthsOfService), Days: orZero(in.DaysOfService)}, nil
	}
	joining, err := isotime.Date(*in.JoiningDate)
	if err != nil {
		return calendar.Span{}, err
	}
	leaving, err := isotime.Date(*in.LeavingDate)
	return calendar.Between(joining, leaving.AddDate(0, 0, 1)), err
}

// count is how many days of wages each year (or season) brings, and how many
// of these the service counts for.
func (in *GratuityIn) count(law gratuityLaw, service calendar.Span) (days int, counted num.Ratio) {
	years := service.Years
	switch {
	case in.Seasons != nil:
		return *law.DaysPerSeason, num.FromInt(int64(*in.Seasons)).Ratio()
	case in.proRata(law):
		// Years, twelfths and 365ths over their common denominator.
		parts := (years*12+service.Months)*365 + service.Days*12
		return law.DaysPerYear, num.Quotient(num.FromInt(int64(parts)), num.FromInt(12*365))
	case !law.DropsPartYears && (service.Months > 6 || service.Months == 6 && service.Days > 0):
		years++
	}
	return law.DaysPerYear, num.FromInt(int64(years)).Ratio()
}

func (in *GratuityIn) proRata(law gratuityLaw) bool {
	return in.EmploymentType == "fixed_term" && law.FixedTermYearsQualify != nil
}

// missing says what stands between the employee and gratuity, nil for nothing.
func (in *GratuityIn) missing(law gratuityLaw, service calendar.Span) *string {
	if in.Reason == "death" || in.Reason == "disablement" {
		return nil
	}
	what, has, needs := "completed years of service", service.Years, law.YearsToQualify
	switch {
	case in.Seasons != nil:
		what, has = "seasons worked", *in.Seasons
	case in.proRata(law) && in.Reason == "term_expiry":
		needs = *law.FixedTermYearsQualify
	}
	if has >= needs {
		return nil
	}
	text := fmt.Sprintf("%s: %d, required: %d", what, has, needs)
	return &text
}
