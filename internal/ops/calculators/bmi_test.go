package calculators_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/calculators"
)

const bmiID = "bmi-calculator"

// The worked examples of the contract.
func TestBMIExamples(t *testing.T) {
	tests := map[string][]string{
		"weight=70&height=175": {"bmi=22.86", `category="normal"`, "healthy_weight.min_kg=56.7", "healthy_weight.max_kg=76.5",
			"bmi_prime=0.91", "ponderal_index=13.06", "to_healthy.change_kg=0", "to_healthy.change_lb=0", "category_applicable=true", `standard="who"`},
		"weight=95&height=180": {"bmi=29.32", `category="overweight"`, "healthy_weight.min_kg=60", "healthy_weight.max_kg=80.9", "to_healthy.change_kg=-14.1"},
		"unit_system=imperial&weight=154&height=70": {"bmi=22.1", `category="normal"`, "healthy_weight.min_kg=58.5", "healthy_weight.max_kg=79",
			"weight.lb=154", `height.feet_inches="5'10\""`},
		"weight=76.56&height=175":             {"bmi=25", `category="overweight"`},
		"weight=70&height=175&standard=asian": {"healthy_weight.max_kg=70.4", `standard="asian"`},
		// The same person, in every way to say it.
		"weight_lb=154&height_feet=5&height_inches=10":               {"bmi=22.1"},
		"weight=11&weight_unit=st&height=70&height_unit=in":          {"bmi=22.1"},
		"weight_lb=154&height_in=70&unit_system=metric":              {"bmi=22.1"},
		"weight=69853.22498&weight_unit=g&height_m=1.778":            {"bmi=22.1"},
		"weight=154&weight_unit=LB&height=177.8":                     {"bmi=22.1"},
		"weight_kg=69.85322498&height_cm=177.8&unit_system=imperial": {"bmi=22.1"},
		"weight=70&height=175&standard=Asia-Pacific":                 {`standard="asia_pacific"`},
		"weight=70&height_feet=6":                                    {"height.cm=182.88", `height.feet_inches="6'0\""`},
		"weight=70&height=182":                                       {`height.feet_inches="6'0\""`}, // 71.65 in: the carry
		"weight=70&height=175&age=18":                                {"bmi=22.86", "category=null", "category_label=null", "category_applicable=false", "healthy_weight=null"},
		"weight=70&height=175&age=19":                                {`category="normal"`, "category_applicable=true"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, bmiID, op.Query(query)), want...) })
	}
}

func TestBMIMembers(t *testing.T) {
	data := optest.Data(t, bmiID, op.Query("weight=70&height=175"))
	for path, want := range map[string]string{
		"":               "bmi category category_label healthy_weight to_healthy bmi_prime ponderal_index weight height standard category_applicable",
		"healthy_weight": "min_kg max_kg min_lb max_lb", "to_healthy": "change_kg change_lb",
		"weight": "kg lb", "height": "cm m in feet_inches",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestBMIOracle(t *testing.T) { optest.Recorded(t, bmiID, "testdata/bmi_oracle.json") }

func TestBMIRefusals(t *testing.T) {
	tests := map[string]string{
		"":                                         "weight:required height:required",
		"weight=70":                                "height:required",
		"height=175":                               "weight:required",
		"weight=70&height=1.75":                    "height:out_of_range",
		"weight=70&height=49.99":                   "height:out_of_range",
		"weight=70&height=275.01":                  "height:out_of_range",
		"weight=1.99&height=175":                   "weight:out_of_range",
		"weight=700.01&height=175":                 "weight:out_of_range",
		"weight=0&height=-175":                     "weight:out_of_range height:out_of_range",
		"weight_kg=1e60&height_m=1e-60":            "weight_kg:out_of_range height_m:out_of_range",
		"weight=70&weight_kg=70&height=175":        "weight_kg:conflict",
		"weight=70&height=175&height_m=1.75":       "height_m:conflict",
		"weight=70&height=175&height_feet=5":       "height_feet:conflict",
		"weight=70&height=175&height_inches=5":     "height_inches:conflict",
		"weight=70&height_inches=10":               "height_feet:required",
		"weight=70&height_feet=10":                 "height_feet:out_of_range",
		"weight=70&height_feet=5.5":                "height_feet:invalid_number",
		"weight=70&height_feet=5&height_inches=12": "height_inches:out_of_range",
		"weight_kg=70&weight_unit=lb&height=175":   "weight_unit:conflict",
		"weight=70&height_cm=175&height_unit=m":    "height_unit:conflict",
		"weight=70kg&height=1,75":                  "weight:invalid_number height:invalid_number",
		"weight=70&height=175&age=1":               "age:out_of_range",
		"weight=70&height=175&age=121":             "age:out_of_range",
		"weight=70&height=175&age=30.5":            "age:invalid_number",
		"weight=70&height=175&standard=us":         "standard:not_allowed",
		"weight=70&height=175&weight_unit=ton":     "weight_unit:not_allowed",
		"weight=70&weight=71&height=175":           "weight:duplicate_field",
		"weigth=70&height=175":                     "weigth:unknown_field weight:required",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, bmiID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestBMIHints(t *testing.T) {
	tests := map[string]string{
		"weight=70&height=1.75":                      "height is in cm; use height_unit=m",
		"weight=70&height=5.9":                       "height is in cm; use height_unit=ft",
		"weight=70&height=175&height_unit=m":         "height is in m; use height_unit=cm",
		"weight=154&height=178&unit_system=imperial": "height is in in; use height_unit=cm",
		"weight=70&height_m=175":                     "height_m is in m; use height with height_unit=cm",
		"weight=70000&height=175":                    "weight is in kg; use weight_unit=g",
		"weight=1e9&height=175":                      "",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			_, refused := optest.Call(t, bmiID, op.Query(query), op.SampleEnv())
			if refused == nil || len(refused.Violations) != 1 || refused.Violations[0].Hint != want {
				t.Errorf("refused with %+v, want the hint %q", refused, want)
			}
		})
	}
}

// Both ends of the healthy range classify as normal, in kg and in lb, and so
// does a weight changed as advised.
func TestBMIHealthyEndsAreNormal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		standard := rapid.SampledFrom([]string{"who", "asian", "asia_pacific"}).Draw(rt, "standard")
		mm := rapid.IntRange(1000, 2500).Draw(rt, "mm")
		grams := rapid.IntRange(20_000, 300_000).Draw(rt, "grams")
		category := func(field, weight string) string {
			query := fmt.Sprintf("%s=%s&height=%d.%d&standard=%s", field, weight, mm/10, mm%10, standard)
			return optest.At(optest.Data(t, bmiID, op.Query(query)), "category")
		}
		weight := fmt.Sprintf("%d.%03d", grams/1000, grams%1000)
		data := optest.Data(t, bmiID, op.Query(fmt.Sprintf("weight=%s&height=%d.%d&standard=%s", weight, mm/10, mm%10, standard)))
		for _, end := range []string{"min", "max"} {
			for _, unit := range []string{"kg", "lb"} {
				if got := category("weight_"+unit, optest.At(data, "healthy_weight."+end+"_"+unit)); got != `"normal"` {
					rt.Fatalf("%s_%s of %s is %s", end, unit, data, got)
				}
			}
		}
		var change float64
		if err := json.Unmarshal([]byte(optest.At(data, "to_healthy.change_kg")), &change); err != nil {
			rt.Fatal(err)
		}
		changed := grams + int(change*1000+map[bool]float64{true: 0.5, false: -0.5}[change > 0])
		if got := category("weight", fmt.Sprintf("%d.%03d", changed/1000, changed%1000)); change != 0 && got != `"normal"` {
			rt.Fatalf("after the change of %s it is %s", data, got)
		}
	})
}
