package calculators_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const gratuityID = "gratuity-calculator"

// gratuityInput is a body of 50000 a month with further members.
func gratuityInput(rest string) op.Source {
	return op.JSON([]byte(`{"last_drawn_salary":50000,` + rest + `}`))
}

// The worked examples of the contract.
func TestGratuityExamples(t *testing.T) {
	tests := map[string][]string{
		`{"last_drawn_salary":50000,"years_of_service":10}`: {"gratuity=288461.54", "formula_amount=288461.54", "eligible=true", "ineligible_reason=null",
			"capped=false", "cap=2000000", `service={"years":10,"months":0,"days":0}`, "counted_years=10", "days_per_year=15", "divisor=26",
			`rule.id="in.gratuity.code-2020"`, `rule.effective_from="2025-11-21"`, "warnings=absent"},
		`{"monthly_salary":50000,"years_of_service":10,"months_of_service":7}`:    {"gratuity=317307.69", "counted_years=11"},
		`{"last_drawn_salary":50000,"years_of_service":10,"months_of_service":6}`: {"gratuity=288461.54", "counted_years=10"},
		`{"last_drawn_salary":150000,"years_of_service":30}`:                      {"formula_amount=2596153.85", "gratuity=2000000", "capped=true", "eligible=true"},
		`{"last_drawn_salary":80000,"years_of_service":7,"covered":false}`: {"gratuity=280000", "divisor=30", "days_per_year=15", "cap=null", "capped=false",
			`rule.id="in.gratuity.not-covered"`},
		`{"last_drawn_salary":30000,"years_of_service":1,"months_of_service":8,"employment_type":"fixed_term","reason":"term_expiry"}`: {
			"gratuity=28846.15", "counted_years=1.666667", "eligible=true"},
		`{"last_drawn_salary":60000,"years_of_service":4,"months_of_service":8,"reason":"resignation"}`: {"eligible=false", "gratuity=0",
			"formula_amount=173076.92", `ineligible_reason="completed years of service: 4, required: 5"`, "capped=false"},
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) { optest.Want(t, optest.Data(t, gratuityID, op.JSON([]byte(body))), want...) })
	}
}

func TestGratuityMembers(t *testing.T) {
	data := optest.Data(t, gratuityID, gratuityInput(`"joining_date":"2010-01-01","leaving_date":"2024-12-31"`))
	for path, want := range map[string]string{
		"":        "gratuity formula_amount eligible ineligible_reason capped cap service counted_years days_per_year divisor rule warnings",
		"service": "years months days", "rule": "id effective_from source",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestGratuityPartYears(t *testing.T) {
	tests := map[string]string{
		`"years_of_service":10,"months_of_service":5,"days_of_service":30`: "10",
		`"years_of_service":10,"months_of_service":6`:                      "10", // exactly six months do not count
		`"years_of_service":10,"months_of_service":6,"days_of_service":1`:  "11",
		`"years_of_service":10,"months_of_service":11,"days_of_service":9`: "11",
		`"months_of_service":7`: "1",
		`"days_of_service":30`:  "0",
		`"years_of_service":10,"months_of_service":11,"days_of_service":30,"covered":false`:                                  "10",
		`"years_of_service":6,"months_of_service":3,"days_of_service":0,"employment_type":"fixed-term"`:                      "6.25",
		`"years_of_service":0,"months_of_service":6,"days_of_service":0,"employment_type":"fixed_term","reason":"death"`:     "0.5",
		`"years_of_service":6,"months_of_service":8,"employment_type":"fixed_term","law":"act_1972","reason":"term_expiry"`:  "7",
		`"years_of_service":6,"months_of_service":8,"employment_type":"fixed_term","covered":false,"reason":"term_expiry"`:   "6",
		`"joining_date":"2015-04-01","leaving_date":"2025-03-31"`:                                                            "10", // both days count
		`"joining_date":"2015-04-01","leaving_date":"2025-03-30"`:                                                            "10", // 9 y 11 m 30 d
		`"joining_date":"2015-04-01","leaving_date":"2025-09-30"`:                                                            "10",
		`"joining_date":"2015-04-01","leaving_date":"2025-10-01"`:                                                            "11",
		`"joining_date":"2025-04-01","leaving_date":"2025-04-01","reason":"death"`:                                           "0",
		`"joining_date":"2024-02-29","leaving_date":"2025-02-28","employment_type":"fixed_term","reason":"term_expiry"`:      "1.00274",  // 28 February completes the year, and is a day
		`"joining_date":"2024-02-29","leaving_date":"2025-02-27","employment_type":"fixed_term","reason":"superannuation"`:   "0.998858", // 11 m 30 d
		`"years_of_service":60,"months_of_service":11,"days_of_service":30,"employment_type":"fixed_term","law":"code-2020"`: "60.998858",
	}
	for rest, want := range tests {
		t.Run(rest, func(t *testing.T) {
			optest.Want(t, optest.Data(t, gratuityID, gratuityInput(rest)), "counted_years="+want)
		})
	}
}

func TestGratuityEligibility(t *testing.T) {
	const years = `"completed years of service: %d, required: %d"`
	tests := map[string]string{
		`"years_of_service":5`: "null",
		`"years_of_service":4,"months_of_service":11,"days_of_service":30`:                                 fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"reason":"retirement"`:                                                       fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"reason":"superannuation"`:                                                   fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"reason":"term_expiry"`:                                                      fmt.Sprintf(years, 4, 5),
		`"years_of_service":0,"reason":"death"`:                                                            "null",
		`"years_of_service":0,"reason":"disablement"`:                                                      "null",
		`"years_of_service":4,"employment_type":"fixed_term"`:                                              fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"employment_type":"fixed_term","reason":"retirement"`:                        fmt.Sprintf(years, 4, 5),
		`"years_of_service":1,"employment_type":"fixed_term","reason":"term_expiry"`:                       "null",
		`"months_of_service":11,"employment_type":"fixed_term","reason":"term_expiry"`:                     fmt.Sprintf(years, 0, 1),
		`"years_of_service":4,"employment_type":"fixed_term","reason":"term_expiry","law":"act_1972"`:      fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"employment_type":"fixed_term","reason":"resignation","law":"act_1972"`:      fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"covered":false`:                                                             fmt.Sprintf(years, 4, 5),
		`"years_of_service":4,"covered":false,"employment_type":"fixed_term","reason":"term_expiry"`:       fmt.Sprintf(years, 4, 5),
		`"years_of_service":5,"covered":false`:                                                             "null",
		`"seasons":5,"employment_type":"seasonal"`:                                                         "null",
		`"seasons":4,"employment_type":"seasonal"`:                                                         `"seasons worked: 4, required: 5"`,
		`"seasons":5,"joining_date":"2025-01-01","leaving_date":"2025-12-31","employment_type":"seasonal"`: "null",
		`"seasons":4,"employment_type":"seasonal","reason":"death"`:                                        "null",
		`"seasons":4,"years_of_service":9,"employment_type":"seasonal"`:                                    `"seasons worked: 4, required: 5"`,
		`"years_of_service":4,"months_of_service":8,"employment_type":"fixed_term","reason":"death"`:       "null",
		`"years_of_service":1,"employment_type":"Fixed Term","reason":"Term-Expiry","law":"Code 2020"`:     "null",
		`"years_of_service":5,"employment_type":"permanent","reason":"resignation","law":"code_2020"`:      "null",
		`"joining_date":"2021-01-01","leaving_date":"2025-12-30"`:                                          fmt.Sprintf(years, 4, 5),
		`"joining_date":"2021-01-01","leaving_date":"2025-12-31"`:                                          "null",
		`"joining_date":"2025-01-01","leaving_date":"2025-12-31","employment_type":"fixed_term"`:           fmt.Sprintf(years, 1, 5),
		`"years_of_service":1,"employment_type":"fixed_term","reason":"term_expiry","covered":true`:        "null",
		`"years_of_service":1,"employment_type":"fixed_term","reason":"disablement","law":"act_1972"`:      "null",
		`"years_of_service":0,"employment_type":"permanent","covered":false,"reason":"death","cap":1000`:   "null",
	}
	for rest, want := range tests {
		t.Run(rest, func(t *testing.T) {
			eligible := fmt.Sprint("eligible=", want == "null")
			optest.Want(t, optest.Data(t, gratuityID, gratuityInput(rest)), "ineligible_reason="+want, eligible)
		})
	}
}

func TestGratuitySeasonal(t *testing.T) {
	data := optest.Data(t, gratuityID, op.JSON([]byte(`{"last_drawn_salary":26000,"seasons":6,"employment_type":"seasonal"}`)))
	optest.Want(t, data, "gratuity=42000", "counted_years=6", "days_per_year=7", "divisor=26", "service=null", "cap=2000000")
}

func TestGratuityCaps(t *testing.T) {
	tests := map[string][]string{
		`"years_of_service":50,"cap":2500000`:                         {"gratuity=1442307.69", "cap=2500000", "capped=false"},
		`"years_of_service":50,"cap":1442307.69`:                      {"gratuity=1442307.69", "capped=false"},
		`"years_of_service":50,"cap":1442307.68`:                      {"gratuity=1442307.68", "capped=true"},
		`"years_of_service":50,"cap":1000.999`:                        {"gratuity=1000.99", "cap=1000.999", "capped=true"},
		`"years_of_service":50,"cap":1000,"covered":false`:            {"gratuity=1000", "capped=true", "cap=1000"},
		`"years_of_service":4,"cap":1000`:                             {"gratuity=0", "capped=false", "cap=1000"},
		`"years_of_service":50,"law":"act_1972"`:                      {"cap=2000000", `rule.id="in.gratuity.act-1972"`, `rule.effective_from="2018-03-29"`},
		`"joining_date":"1970-01-01","leaving_date":"2018-03-29"`:     {`warnings=["leaving_date is before 2025-11-21, from which the numbers of in.gratuity.code-2020 hold; another law or cap may apply"]`, "cap=2000000"},
		`"joining_date":"1970-01-01","leaving_date":"2025-11-21"`:     {"warnings=absent"},
		`"joining_date":"1970-01-01","leaving_date":"2017-06-30"` + c: {"gratuity=1000000", "cap=1000000", "capped=true", `rule.effective_from="2010-05-24"`, "warnings=absent"},
		`"joining_date":"1970-01-01","leaving_date":"2018-03-28"` + c: {"cap=1000000"},
		`"joining_date":"1970-01-01","leaving_date":"2018-03-29"` + c: {"cap=2000000"},
		`"joining_date":"1970-01-01","leaving_date":"2010-05-23"` + c: {"cap=350000"},
		`"joining_date":"1970-01-01","leaving_date":"1997-09-23"` + c: {"cap=350000",
			`warnings.0="leaving_date is before 1997-09-24, from which the numbers of in.gratuity.act-1972 hold; another law or cap may apply"`},
	}
	for rest, want := range tests {
		t.Run(rest, func(t *testing.T) { optest.Want(t, optest.Data(t, gratuityID, gratuityInput(rest)), want...) })
	}
}

// c asks for the Act of 1972.
const c = `,"law":"act_1972"`

func TestGratuityOracle(t *testing.T) {
	optest.Recorded(t, gratuityID, "testdata/gratuity_oracle.json")
}

func TestGratuityRefusals(t *testing.T) {
	tests := map[string]string{
		`{}`:                       "last_drawn_salary:missing_one_of years_of_service:missing_one_of",
		`{"salary":50000}`:         "salary:unknown_field last_drawn_salary:missing_one_of years_of_service:missing_one_of",
		`{"years_of_service":10}`:  "last_drawn_salary:missing_one_of",
		`{"last_drawn_salary":10}`: "years_of_service:missing_one_of",
		`{"last_drawn_salary":0,"years_of_service":1}`:                                                                        "last_drawn_salary:out_of_range",
		`{"last_drawn_salary":1000000000000.01,"years_of_service":1}`:                                                         "last_drawn_salary:out_of_range",
		`{"last_drawn_salary":"50000","years_of_service":1}`:                                                                  "last_drawn_salary:invalid_type",
		`{"last_drawn_salary":1,"monthly_salary":1,"years_of_service":1}`:                                                     "monthly_salary:conflict",
		`{"last_drawn_salary":1,"basic":1,"years_of_service":1}`:                                                              "basic:conflict",
		`{"last_drawn_salary":1,"dearness_allowance":1,"years_of_service":1}`:                                                 "dearness_allowance:conflict",
		`{"dearness_allowance":1,"years_of_service":1}`:                                                                       "basic:required",
		`{"basic":0,"dearness_allowance":-1,"years_of_service":1}`:                                                            "basic:out_of_range dearness_allowance:out_of_range",
		`{"basic":1,"years_of_service":61,"months_of_service":12,"days_of_service":31}`:                                       "years_of_service:out_of_range months_of_service:out_of_range days_of_service:out_of_range",
		`{"basic":1,"years_of_service":-1}`:                                                                                   "years_of_service:out_of_range",
		`{"basic":1,"years_of_service":10.5}`:                                                                                 "years_of_service:invalid_number",
		`{"basic":1,"years_of_service":1,"joining_date":"2020-01-01","leaving_date":"2021-01-01"}`:                            "joining_date:conflict",
		`{"basic":1,"days_of_service":1,"joining_date":"2020-01-01","leaving_date":"2021-01-01"}`:                             "joining_date:conflict",
		`{"basic":1,"seasons":1,"employment_type":"seasonal","years_of_service":1,"leaving_date":"2021-01-01"}`:               "leaving_date:conflict joining_date:required",
		`{"basic":1,"joining_date":"2020-01-01"}`:                                                                             "leaving_date:required",
		`{"basic":1,"leaving_date":"2020-01-01"}`:                                                                             "joining_date:required",
		`{"basic":1,"joining_date":"2020-01-02","leaving_date":"2020-01-01"}`:                                                 "leaving_date:order",
		`{"basic":1,"joining_date":"01/04/2015","leaving_date":"2025-02-30"}`:                                                 "joining_date:invalid_date leaving_date:invalid_date",
		`{"basic":1,"years_of_service":5,"employment_type":"seasonal"}`:                                                       "seasons:required",
		`{"basic":1,"seasons":5}`:                                                                                             "seasons:conflict",
		`{"basic":1,"seasons":5,"employment_type":"seasonal","covered":false}`:                                                "covered:conflict",
		`{"basic":1,"seasons":121,"employment_type":"seasonal"}`:                                                              "seasons:out_of_range",
		`{"basic":1,"years_of_service":5,"cap":0}`:                                                                            "cap:out_of_range",
		`{"basic":1,"years_of_service":5,"cap":null}`:                                                                         "cap:invalid_type",
		`{"basic":1,"years_of_service":5,"law":"1972","reason":"fired","employment_type":"gig"}`:                              "law:not_allowed reason:not_allowed employment_type:not_allowed",
		`{"basic":1,"years_of_service":5,"covered":"yes"}`:                                                                    "covered:invalid_type",
		`{"dearness_allowance":1,"joining_date":"x","employment_type":"seasonal","covered":false,"yrs":1}`:                    "yrs:unknown_field basic:required leaving_date:required",
		`{"dearness_allowance":1,"employment_type":"seasonal","law":"x"}`:                                                     "law:not_allowed basic:required seasons:required",
		`{"basic":1,"employment_type":"sesonal","seasons":5}`:                                                                 "employment_type:not_allowed",
		`{"basic":1,"employment_type":"seasonal","seasons":5,"covered":false,"joining_date":"x","leaving_date":"2020-01-01"}`: "covered:conflict joining_date:invalid_date",
		`{"basic":1e12,"joining_date":"0001-01-01","leaving_date":"9999-12-31"}`:                                              "last_drawn_salary:result_out_of_range",
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) {
			if got := optest.Refusal(t, gratuityID, op.JSON([]byte(body))); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// Longer service never counts for less, the ceiling is never exceeded, and
// what is paid is nothing, the formula or the ceiling.
func TestGratuityGrowsWithService(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rest := fmt.Sprintf(`"last_drawn_salary":%d.%02d,"employment_type":%q,"reason":%q,"law":%q,"covered":%t`,
			rapid.IntRange(1, 500_000).Draw(rt, "salary"), rapid.IntRange(0, 99).Draw(rt, "paise"),
			rapid.SampledFrom([]string{"permanent", "fixed_term"}).Draw(rt, "type"),
			rapid.SampledFrom([]string{"resignation", "death", "term_expiry"}).Draw(rt, "reason"),
			rapid.SampledFrom([]string{"code_2020", "act_1972"}).Draw(rt, "law"), rapid.Bool().Draw(rt, "covered"))
		if rapid.Bool().Draw(rt, "capped") {
			rest += fmt.Sprintf(`,"cap":%d`, rapid.IntRange(1, 1_000_000).Draw(rt, "cap"))
		}
		before := map[string]num.Dec{}
		months := rapid.IntRange(0, 700).Draw(rt, "months")
		for m := months; m < months+14; m++ {
			body := fmt.Sprintf(`{%s,"years_of_service":%d,"months_of_service":%d}`, rest, m/12, m%12)
			data := optest.Data(rt, gratuityID, op.JSON([]byte(body)))
			got := map[string]num.Dec{}
			for _, name := range []string{"gratuity", "formula_amount", "counted_years"} {
				got[name] = num.D(optest.At(data, name))
				if got[name].Cmp(before[name]) < 0 {
					rt.Fatalf("%s: %s fell from %s to %s", body, name, before[name], got[name])
				}
			}
			limit, paid := optest.At(data, "cap"), got["gratuity"]
			if limit != "null" && paid.Cmp(num.D(limit)) > 0 {
				rt.Fatalf("%s: pays %s above the ceiling", body, paid)
			}
			if paid.Sign() != 0 && paid.Cmp(got["formula_amount"]) != 0 && paid.String() != limit {
				rt.Fatalf("%s: pays %s, neither formula nor ceiling", body, paid)
			}
			before = got
		}
	})
}

func TestGratuityExtremes(t *testing.T) {
	for _, salary := range []string{"1e-60", "0.0000000000000000000000000000000001", "1234567890123.456", "999999999999.9999999999999999999999", "1e12"} {
		for _, rest := range []string{`"years_of_service":60,"months_of_service":11,"days_of_service":30`, `"seasons":120,"employment_type":"seasonal"`,
			`"years_of_service":60,"days_of_service":30,"employment_type":"fixed_term","cap":1e-60`} {
			body := `{"last_drawn_salary":` + salary + `,` + rest + `}`
			data, refused := optest.Call(t, gratuityID, op.JSON([]byte(body)), op.SampleEnv())
			if refused != nil && !strings.HasPrefix(salary, "12345") || refused == nil && optest.At(data, "eligible") != "true" {
				t.Errorf("%s: %s %v", body, data, refused)
			}
		}
	}
}
