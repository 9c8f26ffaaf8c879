package date

import (
	"context"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

var _ = op.Define(op.Def[AgeIn, AgeOut]{
	ID:      "age-calculator",
	Route:   "GET /v1/date/age",
	Summary: "Exact age, totals and the next birthday",
	Doc: "Computes the age on a day in years, months and days, with totals, the next birthday and the next multiple of " +
		"1000 days. Months count from the birth date, clamped to the ends of short months. leap_day_rule says when " +
		"somebody born on 29 February grows older in other years; laws differ.",
	See:   []op.See{{When: "the time between two instants", ID: "time-duration-calculator"}},
	Words: []string{"date of birth", "DOB", "birthdate", "birthday countdown", "anniversary"},
	Source: "TC39 Temporal PlainDate.until with largestUnit years, and java.time.Period; proleptic Gregorian calendar of " +
		"ISO 8601; leap days: Maryland Code, General Provisions §1-303, has 1 March",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Examples: []op.Example{
		{Name: "on a given day", In: `{"birth_date":"1990-08-15","as_of":"2026-11-20"}`},
		{Name: "today in a time zone", In: `{"birth_date":"1990-08-15","timezone":"Asia/Kolkata"}`},
		{Name: "born on a leap day", In: `{"birth_date":"2004-02-29","as_of":"2025-02-28"}`},
		{Name: "where leap days turn on 28 February", In: `{"birth_date":"2004-02-29","as_of":"2025-02-28","leap_day_rule":"feb_28"}`},
	},
	Run: age,
})

// AgeIn is the input of age-calculator.
type AgeIn struct {
	BirthDate   string  `json:"birth_date" alias:"dob,date_of_birth" aka:"birthday,birthdate,born" doc:"Day of birth, YYYY-MM-DD, from the year 0001 on." example:"1990-08-15"`
	AsOf        *string `json:"as_of" aka:"date,on,at,today,end_date" doc:"Day on which the age is asked for, YYYY-MM-DD; today in timezone when it is left out." example:"2026-11-20"`
	Timezone    string  `json:"timezone" aka:"tz,zone" default:"UTC" doc:"Where today is looked up: an IANA name, UTC or an offset." example:"Asia/Kolkata"`
	LeapDayRule string  `json:"leap_day_rule" enum:"mar_1,feb_28" default:"mar_1" doc:"When somebody born on 29 February has a birthday in a year without one."`
}

// AgeOut is the answer of age-calculator.
type AgeOut struct {
	BirthDate      string       `json:"birth_date" doc:"Day of birth."`
	AsOf           string       `json:"as_of" doc:"Day on which the age holds."`
	Age            AgeSpan      `json:"age" doc:"The age in whole years, then months, then days."`
	Text           string       `json:"text" doc:"The age in words, without the parts that are 0."`
	TotalMonths    int          `json:"total_months" doc:"Whole months."`
	TotalWeeks     AgeWeeks     `json:"total_weeks" doc:"Whole weeks and the days left."`
	TotalDays      int          `json:"total_days" doc:"Days from the day of birth to as_of."`
	TotalHours     int          `json:"total_hours" doc:"Days times 24."`
	TotalMinutes   int          `json:"total_minutes" doc:"Days times 1440."`
	TotalSeconds   int          `json:"total_seconds" doc:"Days times 86400."`
	DecimalYears   num.Dec      `json:"decimal_years" doc:"Years with the part of the running year of life, by days, 4 decimals."`
	BirthWeekday   string       `json:"birth_weekday" doc:"Day of the week of the birth."`
	IsLeapDayBirth bool         `json:"is_leap_day_birth" doc:"Whether it was a 29 February."`
	NextBirthday   *AgeBirthday `json:"next_birthday" doc:"The next birthday, as_of itself included; null after the year 9999."`
	NextMilestone  *AgeDay      `json:"next_milestone" doc:"The next multiple of 1000 days, as_of itself excluded; null after the year 9999."`
}

// AgeSpan is an age in calendar units.
type AgeSpan struct {
	Years  int `json:"years" doc:"Whole years."`
	Months int `json:"months" doc:"Whole months since, 0 to 11."`
	Days   int `json:"days" doc:"Days since, 0 to 30."`
}

// AgeWeeks is a number of days in weeks.
type AgeWeeks struct {
	Weeks int `json:"weeks" doc:"Whole weeks."`
	Days  int `json:"days" doc:"Days left, 0 to 6."`
}

// AgeBirthday is a birthday to come.
type AgeBirthday struct {
	Date      string `json:"date" doc:"The day."`
	Weekday   string `json:"weekday" doc:"Its day of the week."`
	Turning   int    `json:"turning" doc:"The age reached."`
	DaysUntil int    `json:"days_until" doc:"Days from as_of; 0 on the day."`
	Months    int    `json:"months" doc:"The same in whole months."`
	Days      int    `json:"days" doc:"Days left beside them."`
	IsToday   bool   `json:"is_today" doc:"Whether it is as_of."`
}

// AgeDay is the day on which a number of days is reached.
type AgeDay struct {
	Days int    `json:"days" doc:"How many days of life."`
	Date string `json:"date" doc:"The day they are reached."`
}

// milestone is the number of days whose multiples are announced.
const milestone = 1000

// Check refuses dates and zones that do not exist, and ages below 0.
func (in *AgeIn) Check(e *op.Invalid) {
	birth, ok := when.Day(e, "birth_date", in.BirthDate)
	if in.AsOf != nil {
		if asOf, sound := when.Day(e, "as_of", *in.AsOf); sound && ok && asOf.Before(birth) {
			e.Add("as_of", op.Order, "as_of %s is before birth_date %s", *in.AsOf, in.BirthDate).Hint = "send a day on or after birth_date"
		}
	}
	when.Zone(e, "timezone", in.Timezone)
}

// day is the day on which the age is asked for.
func (in *AgeIn) day(ctx context.Context) (time.Time, error) {
	if in.AsOf != nil {
		return isotime.Date(*in.AsOf)
	}
	z, err := zone.Load(in.Timezone)
	if err != nil {
		return time.Time{}, err
	}
	return calendar.DateOf(op.Now(ctx).In(z.Location())), nil
}

func age(ctx context.Context, in AgeIn) (AgeOut, error) {
	birth, err := isotime.Date(in.BirthDate)
	if err != nil {
		return AgeOut{}, err
	}
	asOf, err := in.day(ctx)
	if err != nil {
		return AgeOut{}, err
	}
	if asOf.Before(birth) {
		return AgeOut{}, op.Refuse("birth_date", op.Order, "birth_date %s is after today, %s", in.BirthDate, asOf.Format(time.DateOnly))
	}
	life := life{birth, in.LeapDayRule}
	span, days := life.span(asOf), calendar.Days(birth, asOf)
	return AgeOut{
		BirthDate:      birth.Format(time.DateOnly),
		AsOf:           asOf.Format(time.DateOnly),
		Age:            AgeSpan(span),
		Text:           inWords(whole(span.Years, "year"), whole(span.Months, "month"), whole(span.Days, "day")),
		TotalMonths:    12*span.Years + span.Months,
		TotalWeeks:     AgeWeeks{days / 7, days % 7},
		TotalDays:      days,
		TotalHours:     days * 24,
		TotalMinutes:   days * 24 * 60,
		TotalSeconds:   days * 24 * 60 * 60,
		DecimalYears:   life.decimal(asOf),
		BirthWeekday:   birth.Weekday().String(),
		IsLeapDayBirth: calendar.IsLeapDay(birth),
		NextBirthday:   life.nextBirthday(asOf),
		NextMilestone:  nextMilestone(asOf, days),
	}, nil
}

// life is a birth date with the rule for leap days.
type life struct {
	birth       time.Time
	leapDayRule string
}

// birthday is the birthday in a year, that of birth and later.
func (l life) birthday(year int) time.Time {
	if l.leapDayRule == "feb_28" {
		return calendar.AddMonths(l.birth, 12*(year-l.birth.Year()))
	}
	return time.Date(year, l.birth.Month(), l.birth.Day(), 0, 0, 0, 0, time.UTC) // 29 February becomes 1 March
}

// span is the age on a day. Under mar_1 the first of March of a common year is
// a birthday and yet one day past the whole years: that is how months are
// counted from a day that the year does not have.
func (l life) span(asOf time.Time) calendar.Span {
	if l.leapDayRule == "feb_28" && asOf.Equal(l.birthday(asOf.Year())) {
		return calendar.Span{Years: asOf.Year() - l.birth.Year()}
	}
	return calendar.Between(l.birth, asOf)
}

// decimal is the age in years; the running one counts by its days.
func (l life) decimal(asOf time.Time) num.Dec {
	years := l.span(asOf).Years
	last, next := l.birthday(l.birth.Year()+years), l.birthday(l.birth.Year()+years+1)
	part := num.Quotient(num.FromInt(int64(calendar.Days(last, asOf))), num.FromInt(int64(calendar.Days(last, next))))
	return num.FromInt(int64(years)).Ratio().Add(part).Round(4, num.HalfEven)
}

// nextBirthday is the first birthday on or after a day, that of the birth
// itself left out.
func (l life) nextBirthday(asOf time.Time) *AgeBirthday {
	day := l.birthday(asOf.Year())
	if day.Before(asOf) || day.Equal(l.birth) {
		day = l.birthday(asOf.Year() + 1)
	}
	if day.Year() > calendar.LastYear {
		return nil
	}
	until := calendar.Between(asOf, day)
	return &AgeBirthday{
		Date:      day.Format(time.DateOnly),
		Weekday:   day.Weekday().String(),
		Turning:   day.Year() - l.birth.Year(),
		DaysUntil: calendar.Days(asOf, day),
		Months:    12*until.Years + until.Months,
		Days:      until.Days,
		IsToday:   day.Equal(asOf),
	}
}

// nextMilestone is the next multiple of 1000 days after a day of so many.
func nextMilestone(asOf time.Time, days int) *AgeDay {
	next := (days/milestone + 1) * milestone
	day := asOf.AddDate(0, 0, next-days)
	if day.Year() > calendar.LastYear {
		return nil
	}
	return &AgeDay{next, day.Format(time.DateOnly)}
}
