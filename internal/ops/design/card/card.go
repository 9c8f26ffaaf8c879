package card

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"toolcrib/internal/ops/design/picture"
	"toolcrib/internal/ops/design/typeset"
)

// Bounds of a card.
const (
	MinSide   = 200
	MaxSide   = 2400
	MaxPixels = 4_000_000 // of width times height, before the scale
)

// safeShare is the part of each side that stays free of content: services
// crop cards and round their corners.
const safeShare = 0.08

// Format is how a card is written.
type Format string

// The formats.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	SVG  Format = "svg"
)

// ContentType is the media type of a format.
func (f Format) ContentType() string {
	if f == SVG {
		return "image/svg+xml"
	}
	return "image/" + string(f)
}

// Card is what is drawn. Empty texts and nil pictures are left out.
type Card struct {
	Title, Subtitle, Eyebrow, Author, Date, SiteName, Badge string

	Template   Template
	Dark       bool
	Background *Background  // nil: the template's
	Text       *color.NRGBA // nil: the template's, or what is readable on Background
	Accent     *color.NRGBA // nil: the template's
	Family     typeset.Family
	Center     bool
	Unshrunk   bool              // long texts are cut at once
	Direction  typeset.Direction // Auto: that of the title
	Locale     string            // BCP 47, for forms of letters that differ by language; may be empty

	Logo, Avatar, Picture image.Image

	Width, Height int // px, MinSide to MaxSide and MaxPixels altogether
	Scale         int // pixels for a px: 1 or 2
	Format        Format
	Quality       int    // of JPEG, 1 to 100
	MaxBytes      int    // 0: any; JPEG gets a lower quality until it fits
	URL           string // where the image will be found, for the meta tags
}

// Result is a drawn card and what there is to say about it. Lengths are in
// pixels of the picture.
type Result struct {
	Body          []byte
	Width, Height int
	Quality       int // of JPEG, as it was used
	TitleLines    []string
	TitleSize     float64
	Truncated     bool // the title was
	Missing       []typeset.Missing
	Contrast      float64 // of the title with what is behind it, the least there is (WCAG 2)
	SafeArea      Rect
	MetaTags      []string
	Warnings      []Warning
}

// Rect is a rectangle.
type Rect struct{ X, Y, Width, Height float64 }

// Warning is something that a caller may want to change.
type Warning struct {
	Code    string
	Message string
	Field   string // it is about; may be empty
}

// Codes of warnings.
const (
	LowContrast  = "low_contrast"
	MissingGlyph = "missing_glyph"
	Over300KB    = "over_300_kb"
	Ratio        = "ratio_not_1_91"
	Cut          = "truncated"
	LeftOut      = "left_out"
	MarksRemoved = "marks_removed"
)

// Errors of Render, beside the context's.
var (
	ErrNoTitle  = errors.New("the title has nothing to show")
	ErrTooLarge = errors.New("the card has too many pixels")
)

// BudgetError says that a card cannot be had in MaxBytes.
type BudgetError struct{ Least int }

func (e *BudgetError) Error() string { return fmt.Sprintf("the card has at least %d bytes", e.Least) }

// Render draws a card.
func Render(ctx context.Context, c Card, fonts *typeset.Fonts) (*Result, error) {
	if c.Width < MinSide || c.Height < MinSide || c.Width > MaxSide || c.Height > MaxSide || c.Width*c.Height > MaxPixels || c.Scale < 1 || c.Scale > 2 {
		return nil, ErrTooLarge
	}
	p := newPage(&c, fonts)
	if typeset.Blank(p.title) {
		return nil, ErrNoTitle
	}
	p.ground()
	c.Template.draw(p)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := p.report()
	var err error
	switch c.Format {
	case SVG:
		r.Body, err = p.scene.svg(c.Scale, p.titleText())
	case JPEG:
		r.Body, r.Quality, err = encodeJPEG(ctx, p.raster(), c.Quality, c.MaxBytes)
	default:
		r.Body, err = encodePNG(p.raster(), p.scene.flat())
	}
	if err == nil && c.MaxBytes > 0 && len(r.Body) > c.MaxBytes {
		err = &BudgetError{len(r.Body)}
	}
	if err != nil {
		return nil, err
	}
	r.MetaTags = metaTags(&c, r, p.titleText())
	r.warnOfFile()
	return r, ctx.Err()
}

// report collects what the page knows.
func (p *page) report() *Result {
	scale := float64(p.card.Scale)
	b := p.titleBlock
	r := &Result{
		Width: p.card.Width * p.card.Scale, Height: p.card.Height * p.card.Scale,
		TitleSize: math.Round(b.Size*scale*100) / 100, Truncated: b.Truncated, Missing: p.missing,
		Contrast: math.Floor(p.contrast()*100) / 100,
		SafeArea: Rect{p.safe.X * scale, p.safe.Y * scale, p.safe.Width * scale, p.safe.Height * scale},
		Warnings: p.warnings,
	}
	for _, l := range b.Lines {
		r.TitleLines = append(r.TitleLines, l.Text)
	}
	if r.Contrast < 4.5 {
		r.warn(LowContrast, "text_color", fmt.Sprintf("the title has a contrast of %.2f to 1 with what is behind it; 4.5 is the least for easy reading", r.Contrast))
	}
	if n := len(p.missing); n > 0 {
		r.warn(MissingGlyph, "", fmt.Sprintf("no font here has %d of the characters; a box stands in their place", n))
	}
	return r
}

func (r *Result) warn(code, field, message string) {
	r.Warnings = append(r.Warnings, Warning{code, message, field})
}

// Limits that the services which show cards have.
const (
	usualRatio  = 1.91
	ratioSlack  = 0.02
	usualBudget = 300_000
)

func (r *Result) warnOfFile() {
	if len(r.Body) > usualBudget {
		r.warn(Over300KB, "max_bytes", fmt.Sprintf("the image has %d bytes; some services show none above 300000", len(r.Body)))
	}
	if ratio := float64(r.Width) / float64(r.Height); math.Abs(ratio-usualRatio) > ratioSlack {
		r.warn(Ratio, "width", fmt.Sprintf("the sides are %.2f to 1; services expect 1.91 to 1, as 1200 × 630, and crop others", ratio))
	}
}

// contrast is the least there is between the title and what is behind it.
func (p *page) contrast() float64 {
	if p.solid != nil {
		return picture.Contrast(picture.Over(p.titleInk, *p.solid), *p.solid)
	}
	behind, scale := p.scene.blank(p.card.Scale), float64(p.card.Scale)
	paint(behind, p.scene.marks[:p.behind], p.card.Scale)
	p.base = behind
	box := image.Rect(int(p.titleBox.X*scale), int(p.titleBox.Y*scale), int((p.titleBox.X+p.titleBox.Width)*scale)+1, int((p.titleBox.Y+p.titleBox.Height)*scale)+1).Intersect(behind.Rect)
	least := 21.0
	for y := box.Min.Y; y < box.Max.Y; y += 4 {
		for x := box.Min.X; x < box.Max.X; x += 4 {
			ground := over(behind.RGBAAt(x, y), p.paper())
			least = min(least, picture.Contrast(picture.Over(p.titleInk, ground), ground))
		}
	}
	return least
}

// raster paints what contrast has not painted yet.
func (p *page) raster() *image.RGBA {
	dst, from := p.base, p.behind
	if dst == nil {
		dst, from = p.scene.blank(p.card.Scale), 0
	}
	paint(dst, p.scene.marks[from:], p.card.Scale)
	p.base = nil
	return dst
}

// over is what is seen of a premultiplied colour on an opaque ground.
func over(c color.RGBA, ground color.NRGBA) color.NRGBA {
	return picture.Over(color.NRGBAModel.Convert(c).(color.NRGBA), ground)
}
