package finance

import (
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calculators"
)

var _ = op.Define(calculators.EMIDef.As("emi-calculator-finance", "GET /v1/finance/emi-calculator"))
