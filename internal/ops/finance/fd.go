package finance

import (
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calculators"
)

var _ = op.Define(calculators.FDDef.As("fd-calculator-finance", "POST /v1/finance/fd-calculator"))
