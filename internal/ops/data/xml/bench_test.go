package xml

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// repeat makes a document of about a megabyte, the limit of one document.
func repeat(head, tail string, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < 1_000_000-200; i++ {
		b.WriteString(row(i))
	}
	return b.String() + tail
}

func BenchmarkFormat(b *testing.B) {
	documents := map[string]string{
		"orders": repeat("<?xml version=\"1.0\"?>\n<orders>\n", "</orders>", func(i int) string {
			return fmt.Sprintf("  <order id=\"%d\" paid=\"true\">\n    <name>Asha Rao %[1]d</name>\n    <amount currency=\"INR\">%[1]d.50</amount>\n"+
				"    <note>Tom &amp; sons, a sentence of ordinary length</note>\n    <empty/>\n  </order>\n", i)
		}),
		"attributes": repeat(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`, "</svg>", func(i int) string {
			return fmt.Sprintf(`<path id="p%d" class="line" d="M %[1]d 10 L 20 %[1]d C 1 2 3 4 5 6" style="fill:none;stroke:#000" xlink:href="#a%[1]d"/>`, i)
		}),
		"namespaces": repeat(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">`, "</xs:schema>", func(i int) string {
			return fmt.Sprintf(`<xs:element name="e%d" type="xs:string"><xs:annotation><xs:documentation/></xs:annotation></xs:element>`, i)
		}),
		"mixed": repeat("<body>", "</body>", func(i int) string {
			return fmt.Sprintf("<p>A paragraph of <b>bold</b> and <i>slanted</i> words, number %d, that goes on for a while and then ends.</p>\n", i)
		}),
		"hindi": repeat("<a>", "</a>", func(i int) string {
			return fmt.Sprintf("<नाम क्रम=\"%d\">यह एक साधारण वाक्य है, जो थोड़ा लंबा है</नाम>\n", i)
		}),
		"tags": repeat("<a>", "</a>", func(int) string { return "<b><c/></b>" }),
	}
	for name, text := range documents {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				d, err := Parse(context.Background(), text)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := d.Format(context.Background(), standard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
