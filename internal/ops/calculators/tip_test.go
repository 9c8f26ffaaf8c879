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

const tipID = "tip-calculator"

// The worked examples of the contract, and how the answer reads.
func TestTipExamples(t *testing.T) {
	tests := map[string][]string{
		"bill=86.40&tip_percent=18&people=3":       {"bill=86.4", "tip=15.55", "total=101.95", "people=3", "shares=[33.99,33.98,33.98]", "total_per_person=33.99", "tip_per_person=5.18", "tip_percent=18"},
		"bill=100&tip_percent=0&people=3":          {"shares=[33.34,33.33,33.33]", "tip=0", "total=100", "tip_percent=0", "tip_per_person=0"},
		"bill=86.40&tip_percent=18&round=total_up": {"total=102", "tip=15.6", "tip_percent=18.06"},
		"bill=86.40&tip_percent=18&round=tip_up":   {"total=102.4", "tip=16"},
		// 101.95 is 33.98… each, so 34 each.
		"bill=86.40&tip_percent=18&people=3&round=per_person_up": {"total=102", "tip=15.6", "shares=[34,34,34]", "total_per_person=34", "tip_per_person=5.2"},
		// Defaults: 15 %, one person, tip on the total.
		"bill=40":                  {"tip=6", "tip_percent=15", "total=46", "people=1", "shares=[46]", "total_per_person=46", "tip_per_person=6"},
		`bill_amount=40&split=2`:   {"total_per_person=23", "shares=[23,23]"},
		`amount=40&tip_amount=10`:  {"tip=10", "tip_percent=25", "total=50"},
		"bill=40&tip_amount=0":     {"tip=0", "tip_percent=0", "total=40"},
		"bill=0.01&tip_amount=1e9": {"tip=1000000000", "tip_percent=10000000000000"},
		// The part that is tax counts only where asked for.
		"bill=108.25&tip_percent=20&tax_amount=8.25&tip_on=pre_tax": {"tip=20", "total=128.25", "tip_percent=20", "suggestions.0.tip=10"},
		"bill=108.25&tip_percent=20&tax_amount=8.25":                {"tip=21.65", "total=129.9"},
		"bill=108.25&tip_amount=20&tax_amount=8.25&tip_on=pre-tax":  {"tip=20", "tip_percent=20"},
		"bill=100&tip_percent=20&tax_amount=0&tip_on=pre_tax":       {"tip=20"},
		"bill=100&tax_amount=99.99&tip_on=pre_tax&tip_percent=100":  {"tip=0.01", "tip_percent=100"},
		// Half cents go to the even cent.
		"bill=0.5&tip_percent=5": {"tip=0.02", "tip_percent=4"},
		"bill=1.5&tip_percent=5": {"tip=0.08", "tip_percent=5.33"},
		// What is whole already is not rounded up, and no more than to the next unit.
		"bill=50&tip_percent=10&round=tip_up":               {"tip=5"},
		"bill=50&tip_percent=10&round=total_up":             {"total=55"},
		"bill=50&tip_percent=10&people=5&round=perPersonUp": {"total=55", "total_per_person=11"},
		"bill=50.01&tip_percent=0&round=total_up":           {"total=51", "tip=0.99"},
		"bill=50.01&tip_percent=0&round=tip_up":             {"total=50.01", "tip=0"},
		"bill=50&tip_amount=4.10&round=tip_up":              {"tip=5"},
		"bill=100.00&tip_percent=0.004&round=total_up":      {"total=100", "tip=0"},
		// The suggestions, rounded in the same way.
		"bill=86.40":                             {`suggestions=[{"percent":10,"tip":8.64,"total":95.04},{"percent":15,"tip":12.96,"total":99.36},{"percent":18,"tip":15.55,"total":101.95},{"percent":20,"tip":17.28,"total":103.68}]`},
		"bill=86.40&tip_amount=1&round=total_up": {"suggestions.0.total=96", "suggestions.3.total=104"},
		// Shares of up to 100 people are listed; the first bear the cents left over.
		"bill=1&tip_percent=0&people=100":      {"shares.0=0.01", "shares.99=0.01"},
		"bill=1&tip_percent=0&people=101":      {"shares=null", "total_per_person=0.01"},
		"bill=0.02&tip_percent=0&people=3":     {"shares=[0.01,0.01,0]"},
		"bill=1e12&tip_percent=100&people=999": {"total=2000000000000", "total_per_person=2002002002.01", "shares=null"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, tipID, op.Query(query)), want...) })
	}
}

func TestTipMembers(t *testing.T) {
	data := optest.Data(t, tipID, op.Query("bill=86.40"))
	for path, want := range map[string]string{
		"":              "bill tip_percent tip total people tip_per_person total_per_person shares suggestions",
		"suggestions.0": "percent tip total",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
	optest.Want(t, data, "suggestions.4=absent")
}

func TestTipOracle(t *testing.T) { optest.RecordedTable(t, tipID, "testdata/tip_oracle.tsv") }

func TestTipRefusals(t *testing.T) {
	tests := map[string]string{
		"":                       "bill:required",
		"tip_percent=15":         "bill:required",
		"bill=0":                 "bill:out_of_range",
		"bill=-1&tip_percent=-1": "bill:out_of_range tip_percent:out_of_range",
		"bill=1000000000000.01&tip_percent=100.01":     "bill:out_of_range tip_percent:out_of_range",
		"bill=40&tip_percent=15&tip_amount=6":          "tip_amount:conflict",
		"bill=40&tip_amount=-0.01":                     "tip_amount:out_of_range",
		"bill=40&people=0":                             "people:out_of_range",
		"bill=40&people=1001":                          "people:out_of_range",
		"bill=40&people=2.5":                           "people:invalid_number",
		"bill=40&people=2&split=2":                     "split:conflict",
		"bill=40&amount=40&bill_amount=40":             "amount:conflict bill_amount:conflict",
		"bill=40.005":                                  "bill:invalid_number",
		"bill=40.005&tip_amount=0.001&tax_amount=1e-3": "bill:invalid_number tip_amount:invalid_number tax_amount:invalid_number",
		"bill=40&tax_amount=40":                        "tax_amount:order",
		"bill=40&tax_amount=40.01&tip_on=pre_tax":      "tax_amount:order",
		"bill=40&tax_amount=-1":                        "tax_amount:out_of_range",
		"tax=4&tip_on=pre_tax":                         "tax:unknown_field bill:required tax_amount:required",
		"bill=40&tip_on=pre_tax":                       "tax_amount:required",
		"bill=40&tip_on=net":                           "tip_on:not_allowed",
		"bill=40&round=up":                             "round:not_allowed",
		"bill=$40&tip_percent=15%25":                   "bill:invalid_number tip_percent:invalid_number",
		"bill=40&tip=15":                               "tip:unknown_field",
		"bil=40":                                       "bil:unknown_field bill:required",
		"bill=40&bill=40":                              "bill:duplicate_field",
		"bill=0.01&tip_amount=1e12":                    "tip_amount:result_out_of_range",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, tipID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// The shares sum to the total exactly, differ by a cent at most, the larger
// ones first; what is rounded up is whole and costs less than a unit each.
// The complaint is as old as splitting bills: spliit 374 and 85, Cashew 980.
func TestTipShares(t *testing.T) {
	often(t, func(rt *rapid.T) {
		people := rapid.IntRange(1, 100).Draw(rt, "people")
		round := rapid.SampledFrom([]string{"none", "tip_up", "total_up", "per_person_up"}).Draw(rt, "round")
		tip := rapid.SampledFrom([]string{
			fmt.Sprintf("tip_percent=%d.%02d", rapid.IntRange(0, 99).Draw(rt, "percent"), rapid.IntRange(0, 99).Draw(rt, "hundredths")),
			"tip_amount=" + drawnCents(rt, "tip", 0, 1000),
		}).Draw(rt, "form")
		bill := drawnCents(rt, "bill", 1, 1_000_000)
		query := fmt.Sprintf("bill=%s&%s&people=%d", bill, tip, people)
		data := optest.Data(rt, tipID, op.Query(query+"&round="+round))
		total := amountAt(rt, data, "total")
		shares := strings.Split(strings.Trim(optest.At(data, "shares"), "[]"), ",")
		var sum num.Dec
		for _, share := range shares {
			sum = sum.Add(num.D(share))
		}
		sameAmount(rt, data, "sum of the shares", sum, total)
		sameAmount(rt, data, "total", total, num.D(bill).Add(amountAt(rt, data, "tip")))
		highest, lowest := num.D(shares[0]), num.D(shares[len(shares)-1])
		sameAmount(rt, data, "total_per_person", amountAt(rt, data, "total_per_person"), highest)
		if spread := highest.Sub(lowest); len(shares) != people || spread.Sign() < 0 || spread.Cmp(num.D("0.01")) > 0 {
			rt.Fatalf("%s: the shares of %d people", data, people)
		}
		whole := map[string]string{"none": "people", "tip_up": "tip", "total_up": "total", "per_person_up": "shares.0"}[round]
		units := map[string]int{"none": 0, "tip_up": 1, "total_up": 1, "per_person_up": people}[round]
		added := total.Sub(amountAt(rt, optest.Data(rt, tipID, op.Query(query)), "total"))
		if !amountAt(rt, data, whole).IsInt() || added.Sign() < 0 || added.Sign() > 0 && added.Cmp(num.FromInt(int64(units))) >= 0 {
			rt.Fatalf("%s: rounding %s added %s", data, round, added)
		}
	})
}

// A suggestion is what asking for its percentage answers.
func TestTipSuggestions(t *testing.T) {
	for _, bill := range []string{"0.05", "86.40", "123.45", "99999.99"} {
		for _, rest := range []string{"", "&round=tip_up", "&round=total_up", "&people=7&round=per_person_up", "&tax_amount=0.01&tip_on=pre_tax"} {
			data := optest.Data(t, tipID, op.Query("bill="+bill+rest))
			for i, percent := range []string{"10", "15", "18", "20"} {
				asked := optest.Data(t, tipID, op.Query("bill="+bill+rest+"&tip_percent="+percent))
				for _, path := range []string{"tip", "total"} {
					optest.Want(t, data, fmt.Sprintf("suggestions.%d.%s=%s", i, path, optest.At(asked, path)))
				}
				optest.Want(t, data, fmt.Sprintf("suggestions.%d.percent=%s", i, percent))
			}
		}
	}
}
