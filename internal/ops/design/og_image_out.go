package design

import (
	"fmt"
	"math"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/card"
)

// OGImageOut is the answer of og-image-generator. Lengths are in pixels of the
// image.
type OGImageOut struct {
	op.Image
	SVG           *string        `json:"svg,omitempty" doc:"The image, where it is an SVG."`
	TitleLines    []string       `json:"title_lines" doc:"The title as it was broken."`
	TitleFontPx   num.Dec        `json:"title_font_px" doc:"Font size of the title."`
	Truncated     bool           `json:"truncated" doc:"Whether the title ends in an ellipsis."`
	Quality       *int           `json:"quality_used,omitempty" doc:"Quality of the JPEG."`
	MissingGlyphs []MissingGlyph `json:"missing_glyphs" doc:"Characters that no font has; a box is drawn for them."`
	ContrastRatio num.Dec        `json:"contrast_ratio" doc:"Of the title with what is behind it, the least there is (WCAG 2), 1 to 21."`
	SafeArea      SafeArea       `json:"safe_area" doc:"The part that holds all texts: 8 % of each side stay free."`
	MetaTags      []string       `json:"meta_tags" doc:"Lines for the head of the page; og:image only with url."`
	Warnings      []op.Warning   `json:"warnings,omitempty" doc:"What may be wanted otherwise: low_contrast, missing_glyph, truncated, left_out, marks_removed, over_300_kb, ratio_not_1_91."`
}

// MissingGlyph is a character, as readers count them, that no font has.
type MissingGlyph struct {
	Text       string   `json:"text" doc:"The character."`
	CodePoints []string `json:"code_points" doc:"What it is made of, such as U+65E5."`
}

// SafeArea is a rectangle.
type SafeArea struct {
	X      int `json:"x" doc:"From the left."`
	Y      int `json:"y" doc:"From the top."`
	Width  int `json:"width" doc:"Width."`
	Height int `json:"height" doc:"Height."`
}

func (in *OGImageIn) out(c card.Card, r *card.Result) OGImageOut {
	out := OGImageOut{
		TitleLines: r.TitleLines, TitleFontPx: hundredths(r.TitleSize), Truncated: r.Truncated, ContrastRatio: hundredths(r.Contrast),
		SafeArea:      SafeArea{int(math.Ceil(r.SafeArea.X)), int(math.Ceil(r.SafeArea.Y)), int(r.SafeArea.Width), int(r.SafeArea.Height)},
		MissingGlyphs: []MissingGlyph{}, MetaTags: r.MetaTags,
	}
	switch c.Format {
	case card.SVG:
		text := string(r.Body)
		out.SVG = &text
		out.Image = op.NewText(c.Format.ContentType(), r.Body, r.Width, r.Height)
	case card.JPEG:
		out.Quality = &r.Quality
		out.Image = op.NewImage(c.Format.ContentType(), r.Body, r.Width, r.Height)
	default:
		out.Image = op.NewImage(c.Format.ContentType(), r.Body, r.Width, r.Height)
	}
	for _, m := range r.Missing {
		glyph := MissingGlyph{Text: m.Text}
		for _, p := range m.CodePoints {
			glyph.CodePoints = append(glyph.CodePoints, fmt.Sprintf("U+%04X", p))
		}
		out.MissingGlyphs = append(out.MissingGlyphs, glyph)
	}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, op.Warning{Code: w.Code, Message: w.Message, Field: w.Field})
	}
	return out
}

// hundredths is a number with two decimals.
func hundredths(x float64) num.Dec { return num.Scaled(int64(math.Round(x*100)), 2) }
