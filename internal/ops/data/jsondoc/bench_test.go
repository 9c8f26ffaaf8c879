package jsondoc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// benchDocuments are of about 1 MB each.
func benchDocuments() map[string]string {
	var records, numbers []string
	for i := range 7000 {
		records = append(records, fmt.Sprintf(`{"id": %d, "name": "Asha Rao %d", "active": true, "score": 12.50, "tags": ["x", "y"], "note": "a sentence of ordinary length, with a comma"}`, i, i))
		numbers = append(numbers, fmt.Sprintf("[%d, %d.%d, 1%d7]", i, i, i, i))
	}
	return map[string]string{
		"records": "[\n" + strings.Join(records, ",\n") + "\n]",
		"numbers": "[" + strings.Join(numbers, ", ") + "]",
		"text":    `"` + strings.Repeat(`plain text, सादा पाठ and\nnothing else `, 25000) + `"`,
	}
}

// The measure that does not depend on the machine is the ratio to the first.
func BenchmarkDocument(b *testing.B) {
	layout := Layout{Indent: "  ", LineEnding: "\n", MaxOutput: 8 << 20}
	sorted := layout
	sorted.SortKeys = true
	for name, doc := range benchDocuments() {
		text := []byte(doc)
		run := func(what string, f func() error) {
			b.Run(name+"/"+what, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		format := func(l Layout) func() error {
			return func() error {
				_, _, err := NewSource(text, JSON).Format(l, 100)
				return err
			}
		}
		run("encoding_json", func() error {
			if !json.Valid(text) {
				return fmt.Errorf("invalid")
			}
			return nil
		})
		run("inspect", func() error {
			_, err := NewSource(text, JSON).Inspect(100)
			return err
		})
		run("format", format(layout))
		run("minify", format(Layout{MaxOutput: 8 << 20}))
		run("sort", format(sorted))
		run("canonical", format(Layout{Canonical: true, MaxOutput: 8 << 20}))
	}
}
