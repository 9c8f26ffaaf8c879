package finance_test

import (
	"bytes"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// The two paths answer with the same bytes and refuse with the same words.
func TestFDIsTheCalculator(t *testing.T) {
	const calculator, finance = "fd-calculator", "fd-calculator-finance"
	if got := op.Find(finance).Twin; got != calculator {
		t.Errorf("twin is %q", got)
	}
	for _, example := range op.Find(calculator).Examples {
		want, got := optest.Data(t, calculator, op.JSON([]byte(example.In))), optest.Data(t, finance, op.JSON([]byte(example.In)))
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got %s, want %s", example.Name, got, want)
		}
	}
	for _, body := range []string{"{}", `{"tenure":1}`, `{"principal":1,"annual_rate":1,"tenure_years":0}`} {
		want, got := optest.Refusal(t, calculator, op.JSON([]byte(body))), optest.Refusal(t, finance, op.JSON([]byte(body)))
		if got != want {
			t.Errorf("%s: refused with %s, want %s", body, got, want)
		}
	}
}
