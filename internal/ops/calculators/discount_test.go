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

const discountID = "discount-calculator"

// amountAt is a number of an answer.
func amountAt(t optest.T, data []byte, path string) num.Dec {
	d, err := num.Parse(optest.At(data, path))
	if err != nil {
		t.Fatalf("%s of %s: %v", path, data, err)
	}
	return d
}

func sameAmount(t optest.T, data []byte, what string, got, want num.Dec) {
	if got.Cmp(want) != 0 {
		t.Fatalf("%s: %s is %s, not %s", data, what, got, want)
	}
}

// often checks a property of at least a thousand inputs.
func often(t *testing.T, property func(*rapid.T)) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 10 {
			property(rt)
		}
	})
}

// drawnCents draws an amount from so many cents to so many whole units.
func drawnCents(t *rapid.T, label string, least, units int) string {
	cents := rapid.IntRange(least, units*100).Draw(t, label)
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}

// The worked examples of the contract, and how the answer reads.
func TestDiscountExamples(t *testing.T) {
	tests := map[string][]string{
		"price=1999.99&discount_percent=15":                            {"discount_amount=300", "final_price=1699.99", "discount_percent=15", "savings=300", "total=1699.99", "tax_amount=0"},
		"price=100&discount_percent=20&additional_discount_percent=10": {"final_price=72", "discount_percent=28", "discount_amount=28"},
		"final_price=850&discount_percent=15":                          {"original_price=1000", "discount_amount=150", "final_price=850", "discount_percent=15"},
		"final_price=899&discount_percent=20":                          {"original_price=1123.75", "discount_amount=224.75"},
		"price=1299&final_price=999":                                   {"discount_percent=23.0947", "discount_amount=300"},
		"price=2500&discount_percent=20&additional_discount_percent=10&tax_percent=5": {"final_price=1800", "tax_amount=90", "total=1890",
			`steps=[{"label":"Original price","amount":2500},{"label":"Discount of 20 %","amount":-500},{"label":"Additional discount of 10 %","amount":-200},{"label":"Tax of 5 %","amount":90}]`},
		// Aliases, and an amount with units.
		"original_price=499&discount_amount=50&quantity=3": {"final_price=449", "savings=150", "total=1347", "discount_percent=10.02",
			`steps=[{"label":"Original price × 3","amount":1497},{"label":"Discount","amount":-150}]`},
		"original_price=200&percent_off=12.50": {"discount_percent=12.5", "final_price=175", `steps.1.label="Discount of 12.5 %"`},
		// Tax is rounded once for all units: 3 · 0.33 · 5 % = 0.0495.
		"price=0.33&discount_percent=0&quantity=3&tax_percent=5": {"tax_amount=0.05", "total=1.04"},
		// Half cents go to the even cent: 0.125 and 0.375 off.
		"price=0.5&discount_percent=25": {"discount_amount=0.12", "final_price=0.38"},
		"price=1.5&discount_percent=25": {"discount_amount=0.38", "final_price=1.12"},
		// The percentage stays as sent although a cent cannot be split, and is exact when stacked.
		"price=0.01&discount_percent=10":                                               {"discount_percent=10", "discount_amount=0", "final_price=0.01"},
		"price=100&discount_percent=33.333333&additional_discount_percent=33.333333":   {"discount_percent=55.55555511111111", "final_price=44.44"},
		"price=100&discount_amount=20&additional_discount_percent=10":                  {"discount_percent=28", "discount_amount=28", "steps.1.amount=-20", "steps.2.amount=-8"},
		"final_price=72&discount_percent=20&additional_discount_percent=10":            {"original_price=100", "discount_amount=28", "discount_percent=28"},
		"price=100&final_price=80&additional_discount_percent=0":                       {"final_price=80", "discount_percent=20"},
		"price=100&discount_percent=100":                                               {"final_price=0", "discount_amount=100", "total=0"},
		"price=100&discount_percent=0":                                                 {"final_price=100", "discount_amount=0", "steps.1.amount=0"},
		"price=100&final_price=100":                                                    {"discount_percent=0", "discount_amount=0"},
		"price=100&discount_amount=100":                                                {"discount_percent=100", "final_price=0"},
		"price=100&final_price=0":                                                      {"discount_percent=100", "discount_amount=100"},
		"final_price=0&discount_percent=99":                                            {"original_price=0", "discount_amount=0"},
		"price=1e12&discount_percent=0&quantity=1000&tax_percent=0":                    {"total=1000000000000000"},
		"price=100.00&discount_percent=10.50&tax_percent=100&quantity=1e6":             {"discount_percent=10.5", "total=179000000"},
		"price=100&discount_percent=1.000000000000000000000000000000001&quantity=1":    {"discount_percent=1.000000000000000000000000000000001", "final_price=99"},
		"price=100&discount_percent=50&additional_discount_percent=1e-60&quantity=1":   {"discount_percent=50." + strings.Repeat("0", 59) + "05", "final_price=50"},
		"price=100&discount_percent=100&additional_discount_percent=100&quantity=2":    {"final_price=0", "steps.1.amount=-200", "steps.2.amount=0"},
		"price=0.01&discount_amount=0.01&additional_discount_percent=50&tax_percent=1": {"discount_percent=100", "steps.2.amount=0", "tax_amount=0"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, discountID, op.Query(query)), want...) })
	}
}

func TestDiscountMembers(t *testing.T) {
	data := optest.Data(t, discountID, op.Query("price=100&discount_percent=10"))
	for path, want := range map[string]string{
		"":        "original_price discount_percent discount_amount final_price savings tax_amount total steps",
		"steps.0": "label amount",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
	optest.Want(t, data, "steps.2=absent")
}

func TestDiscountOracle(t *testing.T) {
	optest.RecordedTable(t, discountID, "testdata/discount_oracle.tsv")
}

func TestDiscountRefusals(t *testing.T) {
	tests := map[string]string{
		"":                                     "price:missing_one_of",
		"price=100":                            "discount_percent:missing_one_of",
		"discount_percent=5":                   "price:missing_one_of",
		"final_price=5":                        "price:missing_one_of",
		"discount_percent=5&discount_amount=5": "price:missing_one_of",
		"discount_amount=5&final_price=5":      "price:missing_one_of",
		"price=100&discount_percent=5&discount_amount=5":                                          "discount_amount:conflict",
		"price=100&discount_percent=5&final_price=95":                                             "final_price:conflict",
		"price=100&discount_percent=5&discount_amount=5&final_price=95":                           "discount_amount:conflict final_price:conflict",
		"discount_percent=5&discount_amount=5&final_price=95":                                     "discount_amount:conflict",
		"price=100&final_price=80&additional_discount_percent=10":                                 "additional_discount_percent:conflict",
		"price=100&original_price=100&discount_percent=5":                                         "original_price:conflict",
		"price=100&percent_off=5&discount_percent=5":                                              "discount_percent:conflict",
		"price=100&discount_amount=100.01":                                                        "discount_amount:order",
		"price=100&final_price=100.01":                                                            "final_price:order",
		"final_price=50&discount_percent=100":                                                     "discount_percent:zero_base",
		"final_price=0&discount_percent=100":                                                      "discount_percent:zero_base",
		"final_price=50&discount_percent=10&additional_discount_percent=100":                      "additional_discount_percent:zero_base",
		"price=0&discount_percent=5":                                                              "price:out_of_range",
		"price=-1&discount_percent=-0.01":                                                         "price:out_of_range discount_percent:out_of_range",
		"price=1000000000000.01&discount_percent=100.01":                                          "price:out_of_range discount_percent:out_of_range",
		"price=100&discount_amount=-0.01":                                                         "discount_amount:out_of_range",
		"discount_percent=5&final_price=-0.01":                                                    "final_price:out_of_range",
		"price=100&discount_percent=5&additional_discount_percent=101&tax_percent=101&quantity=0": "additional_discount_percent:out_of_range tax_percent:out_of_range quantity:out_of_range",
		"price=100&discount_percent=5&quantity=1000001":                                           "quantity:out_of_range",
		"price=100&discount_percent=5&quantity=1.5":                                               "quantity:invalid_number",
		"price=99.999&discount_percent=5":                                                         "price:invalid_number",
		"price=100&discount_amount=0.001":                                                         "discount_amount:invalid_number",
		"final_price=1.005&discount_percent=5":                                                    "final_price:invalid_number",
		"price=1,299&discount_percent=15%25":                                                      "price:invalid_number discount_percent:invalid_number",
		"price=100&discount_percent=5&price=100":                                                  "price:duplicate_field",
		"prize=100&discount_percent=5":                                                            "prize:unknown_field price:missing_one_of",
		"price=100&discount=5":                                                                    "discount:unknown_field discount_percent:missing_one_of",
		"final_price=1e12&discount_percent=99.99":                                                 "discount_percent:result_out_of_range",
		"price=1e12&discount_percent=100&quantity=1001":                                           "quantity:result_out_of_range",
		"price=1e12&discount_percent=0&tax_percent=1&quantity=1000":                               "quantity:result_out_of_range",
		"price=1e999&discount_percent=NaN":                                                        "price:invalid_number discount_percent:invalid_number",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, discountID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	for query, want := range map[string]string{
		"price=100&final_price=80&additional_discount_percent=10": "to take it off 80, send discount_amount=20 instead of final_price",
		"price=99.999&discount_percent=5":                         "round it first, such as 100",
		"discount_amount=5&final_price=5":                         "send price with one of discount_percent, discount_amount and final_price, or final_price with discount_percent",
	} {
		if _, refused := optest.Call(t, discountID, op.Query(query), op.SampleEnv()); refused.Violations[0].Hint != want {
			t.Errorf("%s: hint %q, want %q", query, refused.Violations[0].Hint, want)
		}
	}
}

// original = final + discount, savings and total follow from them, and the
// steps sum to the total, whichever pair is sent.
func TestDiscountAddsUp(t *testing.T) {
	often(t, func(rt *rapid.T) {
		percent := func(label string, below int) string {
			return fmt.Sprintf("%d.%03d", rapid.IntRange(0, below).Draw(rt, label), rapid.IntRange(0, 999).Draw(rt, label))
		}
		price := rapid.IntRange(1, 100_000_000).Draw(rt, "cents")
		part := rapid.IntRange(0, price).Draw(rt, "part")
		whole, less := fmt.Sprintf("%d.%02d", price/100, price%100), fmt.Sprintf("%d.%02d", part/100, part%100)
		query := rapid.SampledFrom([]string{
			"price=" + whole + "&discount_percent=" + percent("p", 99) + "&additional_discount_percent=" + percent("q", 99),
			"price=" + whole + "&discount_amount=" + less + "&additional_discount_percent=" + percent("q", 99),
			"price=" + whole + "&final_price=" + less,
			"final_price=" + less + "&discount_percent=" + percent("p", 98) + "&additional_discount_percent=" + percent("q", 98),
			"final_price=" + less + "&discount_percent=" + percent("p", 98),
		}).Draw(rt, "pair") + "&tax_percent=" + percent("tax", 99)
		n := rapid.IntRange(1, 50).Draw(rt, "quantity")
		data := optest.Data(rt, discountID, op.Query(fmt.Sprintf("%s&quantity=%d", query, n)))
		units := num.FromInt(int64(n))
		off, final := amountAt(rt, data, "discount_amount"), amountAt(rt, data, "final_price")
		sameAmount(rt, data, "original_price", amountAt(rt, data, "original_price"), final.Add(off))
		sameAmount(rt, data, "savings", amountAt(rt, data, "savings"), off.Mul(units))
		total := amountAt(rt, data, "total")
		sameAmount(rt, data, "total", total, final.Mul(units).Add(amountAt(rt, data, "tax_amount")))
		var sum num.Dec
		for i := 0; optest.At(data, fmt.Sprintf("steps.%d", i)) != "absent"; i++ {
			amount := amountAt(rt, data, fmt.Sprintf("steps.%d.amount", i))
			if label := optest.At(data, fmt.Sprintf("steps.%d.label", i)); strings.Contains(label, "iscount") == (amount.Sign() > 0) && amount.Sign() != 0 {
				rt.Fatalf("%s: %s has the wrong sign", data, label)
			}
			sum = sum.Add(amount)
		}
		sameAmount(rt, data, "sum of the steps", sum, total)
		if strings.Contains(query, "final_price=") {
			sameAmount(rt, data, "final_price", final, num.D(less))
		}
	})
}

// A price solved for is one that the discount brings to the final price, but
// for the rounding to cents; and amount, percentage and final price of one
// answer lead back to it.
func TestDiscountInverse(t *testing.T) {
	often(t, func(rt *rapid.T) {
		price := drawnCents(rt, "price", 1, 1_000_000)
		p := fmt.Sprintf("%d.%02d", rapid.IntRange(0, 99).Draw(rt, "p"), rapid.IntRange(0, 99).Draw(rt, "hundredths"))
		data := optest.Data(rt, discountID, op.Query("price="+price+"&discount_percent="+p))
		final := optest.At(data, "final_price")
		for _, query := range []string{"discount_amount=" + optest.At(data, "discount_amount"), "final_price=" + final} {
			again := optest.Data(rt, discountID, op.Query("price="+price+"&"+query))
			for _, path := range []string{"original_price", "discount_amount", "final_price", "total"} {
				sameAmount(rt, again, path, amountAt(rt, again, path), amountAt(rt, data, path))
			}
		}
		back := optest.Data(rt, discountID, op.Query("final_price="+final+"&discount_percent="+p))
		off := amountAt(rt, back, "original_price").Sub(num.D(price)).Mul(num.D("1").Sub(num.D(p).Mul(num.D("0.01"))))
		if off.Cmp(num.D("0.01")) > 0 || off.Cmp(num.D("-0.01")) < 0 {
			rt.Fatalf("%s leads back to %s", data, back)
		}
	})
}
