package finance_test

import (
	"bytes"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/finance"
)

// The two paths answer with the same bytes and refuse with the same words.
func TestEMIIsTheCalculator(t *testing.T) {
	const calculator, finance = "emi-calculator", "emi-calculator-finance"
	if got := op.Find(finance).Twin; got != calculator {
		t.Errorf("twin is %q", got)
	}
	for _, example := range op.Find(calculator).Examples {
		want, got := optest.Data(t, calculator, op.JSON([]byte(example.In))), optest.Data(t, finance, op.JSON([]byte(example.In)))
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got %s, want %s", example.Name, got, want)
		}
	}
	for _, query := range []string{"", "tenure=1", "principal=1&annual_rate=1&tenure_years=0.3"} {
		want, got := optest.Refusal(t, calculator, op.Query(query)), optest.Refusal(t, finance, op.Query(query))
		if got != want {
			t.Errorf("%s: refused with %s, want %s", query, got, want)
		}
	}
}
