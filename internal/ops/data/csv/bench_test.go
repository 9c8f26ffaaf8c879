package csv

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// benchmarkSize is the size of the text, the limit of one document.
const benchmarkSize = 1_000_000

// repeatRows makes a text of about benchmarkSize out of a header and a row
// that is filled with the row's number.
func repeatRows(header string, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header)
	for i := 0; b.Len() < benchmarkSize; i++ {
		b.WriteString(row(i))
	}
	return b.String()
}

func BenchmarkConvert(b *testing.B) {
	orders := repeatRows("order_id,customer,email,amount,paid,city,note\n", func(i int) string {
		return fmt.Sprintf("%d,Customer %d,user%d@example.com,%d.%02d,%t,\"Pune, MH\",delivered on time\n",
			100000+i, i%977, i, i%5000, i%100, i%3 == 0)
	})
	numbers := repeatRows("a,b,c,d,e\n", func(i int) string {
		return fmt.Sprintf("%d,%d,%d.5,-%d,%d.125\n", i, i*7919, i%1000, i%13, i%77)
	})
	quoted := repeatRows("\"name\",\"text\"\r\n", func(i int) string {
		return fmt.Sprintf("\"n%d\",\"said \"\"yes\"\" to line %d\r\nand more of it\"\r\n", i, i)
	})
	for _, c := range []struct {
		name, text string
		change     func(*Options)
	}{
		{"orders", orders, func(*Options) {}},
		{"orders_arrays", orders, func(o *Options) { o.Output = Arrays }},
		{"orders_columns", orders, func(o *Options) { o.Output = ByColumn }},
		{"orders_cell_scope", orders, func(o *Options) { o.Scope = ScopeCell }},
		{"orders_untyped", orders, func(o *Options) { o.Infer = false }},
		{"numbers", numbers, func(*Options) {}},
		{"quoted", quoted, func(*Options) {}},
	} {
		o := DefaultOptions()
		c.change(&o)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Convert(context.Background(), c.text, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
