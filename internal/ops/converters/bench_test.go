package converters_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// BenchmarkBaseDigits converts ever longer numbers of base 36 to every base
// that is answered. math/big needs more than linear time for it: the length is
// bounded, and this states what the longest number costs.
func BenchmarkBaseDigits(b *testing.B) {
	for _, digits := range []int{16, 64, 256, 1024, 4096} {
		b.Run(fmt.Sprint(digits), func(b *testing.B) {
			query := op.Query("from=36&to=35&value=" + strings.Repeat("z", digits))
			b.ReportAllocs()
			for b.Loop() {
				optest.Data(b, "binary-converter", query)
			}
		})
	}
}
