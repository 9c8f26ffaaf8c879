package ops_test

import (
	"context"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
)

// BenchmarkOperations runs every example of every operation from the bytes of
// its JSON input to the bytes of its answer: reading, computing and writing,
// without a network, a key or a charge.
func BenchmarkOperations(b *testing.B) {
	ctx := op.SampleEnv().With(context.Background())
	for _, o := range op.All() {
		if o.Twin != "" {
			continue // the same function again
		}
		for _, e := range o.Examples {
			b.Run(o.ID+"/"+e.Name, func(b *testing.B) {
				source, buf := op.JSON([]byte(e.In)), []byte(nil)
				b.ReportAllocs()
				for b.Loop() {
					in, err := o.Decode(source, op.DefaultLimits())
					if err != nil {
						b.Fatal(err)
					}
					out, err := o.Run(ctx, in)
					if err != nil {
						b.Fatal(err)
					}
					buf = o.AppendData(buf[:0], out)
				}
			})
		}
	}
}
