package card

import (
	"context"
	"testing"

	"toolcrib/internal/ops/design/typeset"
)

func defaultCard() Card {
	return Card{Title: "Metered utilities for every developer", Subtitle: "One key, sixty operations, and a bill that you can check.",
		Eyebrow: "Platform", SiteName: "Toolcrib", Author: "The team", Date: "12 March 2026",
		Template: Basic, Width: 1200, Height: 630, Scale: 1, Format: PNG, Quality: 85}
}

func BenchmarkLayout(b *testing.B) {
	fonts := typeset.Embedded()
	c := defaultCard()
	for b.Loop() {
		p := newPage(&c, fonts)
		p.ground()
		c.Template.draw(p)
	}
}

func BenchmarkRaster(b *testing.B) {
	c := defaultCard()
	p := newPage(&c, typeset.Embedded())
	p.ground()
	c.Template.draw(p)
	for b.Loop() {
		p.raster()
	}
}

func BenchmarkPNG(b *testing.B) {
	c := defaultCard()
	p := newPage(&c, typeset.Embedded())
	p.ground()
	c.Template.draw(p)
	img := p.raster()
	size := 0
	for b.Loop() {
		body, err := encodePNG(img, p.scene.flat())
		if err != nil {
			b.Fatal(err)
		}
		size = len(body)
	}
	b.ReportMetric(float64(size), "bytes")
}

func BenchmarkRender(b *testing.B) {
	fonts := typeset.Embedded()
	for _, format := range []Format{PNG, JPEG, SVG} {
		b.Run(string(format), func(b *testing.B) {
			c := defaultCard()
			c.Format = format
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Render(context.Background(), c, fonts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
