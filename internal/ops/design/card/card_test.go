package card

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolcrib/internal/ops/design/typeset"
)

// hello is the card of contract 4.2, example 1.
func hello() Card {
	return Card{Title: "Hello", Template: Basic, Width: 1200, Height: 630, Scale: 1, Format: PNG, Quality: 85}
}

// full is a card with every text and picture.
func full(t Template) Card {
	c := hello()
	c.Template = t
	c.Title, c.Subtitle = "Metered utilities for every developer", "One key, sixty operations, and a bill that you can check."
	c.Eyebrow, c.SiteName, c.Author, c.Date, c.Badge = "Platform", "Toolcrib", "The team", "12 March 2026", "New"
	c.Logo, c.Avatar = chequers(80, 40), chequers(64, 64)
	return c
}

// chequers is a picture with the strongest contrasts there are.
func chequers(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := uint8(255 * ((x/8 + y/8) % 2))
			img.SetRGBA(x, y, color.RGBA{v, v, v, 0xff})
		}
	}
	return img
}

func render(t *testing.T, c Card) *Result {
	t.Helper()
	r, err := Render(context.Background(), c, typeset.Embedded())
	if err != nil {
		t.Fatalf("%s %s: %v", c.Template, c.Format, err)
	}
	return r
}

func codes(r *Result) (list []string) {
	for _, w := range r.Warnings {
		list = append(list, w.Code)
	}
	return list
}

// TestEveryTemplate draws all templates in all forms and reads them back.
func TestEveryTemplate(t *testing.T) {
	for _, template := range Templates {
		for _, dark := range []bool{false, true} {
			for _, title := range []string{"Metered utilities for every developer", "مؤتمر Go في دبي 2026", "क्षत्रिय नियुक्ति हिंदी"} {
				c := full(template)
				c.Dark, c.Title = dark, title
				r := render(t, c)
				img, err := png.Decode(bytes.NewReader(r.Body))
				if err != nil || img.Bounds() != image.Rect(0, 0, 1200, 630) {
					t.Errorf("%s: %v, %v", template, img.Bounds(), err)
				}
				if len(r.Warnings) > 0 || r.Contrast < 4.5 {
					t.Errorf("%s, dark %v, %q: contrast %v, %v", template, dark, title, r.Contrast, r.Warnings)
				}
			}
		}
	}
}

// TestPaletteContrast holds every colour of text to 4.5 to 1, WCAG's for text of any size.
func TestPaletteContrast(t *testing.T) {
	for template, pair := range themes {
		for i, p := range pair {
			for name, c := range map[string][2]color.NRGBA{
				"ink": {p.ink, p.ground}, "muted": {p.muted, p.ground}, "accent": {p.accent, p.ground},
				"on panel": {p.onPanel, p.panel}, "on surface": {p.ink, p.surface}, "muted on surface": {p.muted, p.surface},
			} {
				if got := contrastOf(c[0], c[1]); got < 4.5 {
					t.Errorf("%s, palette %d: %s has %.2f", template, i, name, got)
				}
			}
		}
	}
}

// contrastOf is WCAG 2.2's formula once more.
func contrastOf(a, b color.NRGBA) float64 {
	c := hello()
	p := newPage(&c, typeset.Embedded())
	p.titleInk, p.solid = a, &b
	return p.contrast()
}

func TestContrast(t *testing.T) {
	c := hello()
	black, white := color.NRGBA{A: 0xff}, color.NRGBA{0xff, 0xff, 0xff, 0xff}
	c.Text, c.Background = &black, &Background{Colors: []color.NRGBA{white}}
	if r := render(t, c); r.Contrast != 21 || len(r.Warnings) > 0 {
		t.Errorf("black on white has %v, %v; WCAG 2 says 21", r.Contrast, r.Warnings)
	}
	grey := color.NRGBA{0x77, 0x77, 0x77, 0xff}
	c.Text = &grey
	if r := render(t, c); r.Contrast != 4.47 || !slices.Contains(codes(r), LowContrast) {
		t.Errorf("#777 on white has %v, %v; WebAIM's checker says 4.47", r.Contrast, codes(r))
	}
	c.Text, c.Background = &white, &Background{Angle: 90, Colors: []color.NRGBA{black, white}}
	if r := render(t, c); r.Contrast > 3 {
		t.Errorf("white on a gradient to white has %v", r.Contrast)
	}
	c = full(Article)
	for _, c.Dark = range []bool{false, true} {
		c.Picture = chequers(600, 300)
		if r := render(t, c); r.Contrast < 4.5 {
			t.Errorf("on black and white chequers, dark %v, the veil leaves %v", c.Dark, r.Contrast)
		}
	}
}

// TestReadableOnAnyGround lets the card choose its ink.
func TestReadableOnAnyGround(t *testing.T) {
	for _, ground := range []uint32{0x000000, 0xffffff, 0xffd400, 0x2647e0, 0x777777, 0x00ff00, 0xff0000} {
		for _, dark := range []bool{false, true} {
			c := hello()
			c.Dark, c.Background = dark, &Background{Colors: []color.NRGBA{rgb(ground)}}
			if r := render(t, c); r.Contrast < 4.5 {
				t.Errorf("on %06x, dark %v, the ink chosen has %v", ground, dark, r.Contrast)
			}
		}
	}
}

// TestSafeArea draws titles in a colour that nothing else has and looks for it
// outside the middle 84 %.
func TestSafeArea(t *testing.T) {
	ink := color.NRGBA{0xff, 0x00, 0xff, 0xff}
	long := strings.Repeat("wonderful words ", 12)
	for _, template := range Templates {
		for _, size := range []image.Point{{1200, 630}, {800, 1400}, {200, 200}} {
			for _, title := range []string{"Hello", long, strings.Repeat("मुश्किल ", 20), strings.Repeat("o\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", 40)} {
				c := full(template)
				c.Title, c.Width, c.Height, c.Text, c.Logo, c.Avatar = title, size.X, size.Y, &ink, nil, nil
				if template == Stat {
					c.Accent = &ink
				}
				p := newPage(&c, typeset.Embedded())
				p.ground()
				template.draw(p)
				if b := p.titleBox; b.X < 0.08*float64(size.X)-1 || b.X+b.Width > 0.92*float64(size.X)+1 || b.Y < 0.08*float64(size.Y)-1 ||
					b.Y+b.Height > 0.92*float64(size.Y)+1 && p.titleBlock.Height() < 0.8*float64(size.Y) {
					t.Errorf("%s, %v, %.20q: the title's box is %+v", template, size, title, b)
				}
			}
		}
	}
}

// TestDeterminism draws the same card many times, at once too.
func TestDeterminism(t *testing.T) {
	for _, format := range []Format{PNG, JPEG, SVG} {
		c := full(Product)
		c.Format = format
		want := sha256.Sum256(render(t, c).Body)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if r, err := Render(context.Background(), c, typeset.Embedded()); err != nil || sha256.Sum256(r.Body) != want {
					t.Errorf("%s: other bytes, %v", format, err)
				}
			})
		}
		group.Wait()
	}
}

// TestPNG compares the short way with the pixels that were painted.
func TestPNG(t *testing.T) {
	c := full(Minimal)
	c.Logo, c.Avatar = nil, nil
	p := newPage(&c, typeset.Embedded())
	p.ground()
	c.Template.draw(p)
	if !p.scene.flat() {
		t.Fatal("a card without pictures is not flat")
	}
	for scale := range 3 {
		if scale == 0 {
			continue
		}
		c.Scale = scale
		want := p.raster()
		got, err := png.Decode(bytes.NewReader(encodeFlat(want)))
		if err != nil {
			t.Fatal(err)
		}
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if color.RGBAModel.Convert(got.At(x, y)) != want.RGBAAt(x, y) {
					t.Fatalf("scale %d: pixel %d, %d differs", scale, x, y)
				}
			}
		}
	}
}

func TestTransparent(t *testing.T) {
	c := hello()
	c.Background = &Background{Colors: []color.NRGBA{{}}}
	img, err := png.Decode(bytes.NewReader(render(t, c).Body))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := img.At(1100, 600).RGBA(); a != 0 {
		t.Errorf("the ground has alpha %x", a)
	}
	c.Format = JPEG
	img, err = jpeg.Decode(bytes.NewReader(render(t, c).Body))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := img.At(1100, 600).RGBA(); min(r, g, b) < 0xfafa {
		t.Errorf("a JPEG has %x %x %x there, want white", r, g, b)
	}
}

func TestBudget(t *testing.T) {
	c := full(Product)
	c.Picture, c.Format, c.Quality = chequers(900, 900), JPEG, 100
	large := len(render(t, c).Body)
	c.MaxBytes = large / 3
	r := render(t, c)
	if len(r.Body) > c.MaxBytes || r.Quality >= 100 || r.Quality < 1 {
		t.Errorf("%d bytes at quality %d, at most %d asked for", len(r.Body), r.Quality, c.MaxBytes)
	}
	c.Quality, c.MaxBytes = r.Quality+1, 0
	if n := len(render(t, c).Body); n <= large/3 {
		t.Errorf("quality %d would have had room: %d bytes", c.Quality, n)
	}
	for _, format := range []Format{PNG, JPEG, SVG} {
		c.Format, c.MaxBytes = format, 1000
		var budget *BudgetError
		if _, err := Render(context.Background(), c, typeset.Embedded()); !errors.As(err, &budget) || budget.Least <= 1000 {
			t.Errorf("%s of 1000 bytes: %v", format, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, change := range map[string]func(*Card){
		"4 Mpx":   func(c *Card) { c.Width, c.Height = 2400, 1667 },
		"narrow":  func(c *Card) { c.Width = 199 },
		"high":    func(c *Card) { c.Height = 2401 },
		"scale 3": func(c *Card) { c.Scale = 3 },
	} {
		c := hello()
		change(&c)
		if _, err := Render(context.Background(), c, typeset.Embedded()); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := hello()
	c.Title = " \u200b\u202e\u0000"
	if _, err := Render(context.Background(), c, typeset.Embedded()); !errors.Is(err, ErrNoTitle) {
		t.Errorf("a title of invisible characters: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Render(ctx, hello(), typeset.Embedded()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSVG wants well-formed XML that refers to nothing and needs no font.
func TestSVG(t *testing.T) {
	c := full(Basic)
	c.Format, c.Title, c.Background = SVG, `</title><script>"x" & 'y'`, &Background{Angle: 45, Colors: []color.NRGBA{rgb(0x112233), {0, 0, 0, 0x80}}}
	body := render(t, c).Body
	seen := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(body)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		seen[start.Name.Local]++
		for _, a := range start.Attr {
			if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "data:image/png;base64,") {
				t.Errorf("it refers to %.40s", a.Value)
			}
		}
	}
	if seen["text"]+seen["script"]+seen["style"]+seen["foreignObject"] > 0 || seen["path"] == 0 || seen["title"] != 1 || seen["image"] != 2 {
		t.Errorf("it has %v", seen)
	}
}

func TestMetaTags(t *testing.T) {
	c := hello()
	c.Title, c.URL, c.Scale = `"Fish" & <chips>`, "https://example.com/card.png?a=1&b=2", 2
	want := []string{
		`<meta property="og:title" content="&#34;Fish&#34; &amp; &lt;chips&gt;">`,
		`<meta property="og:image" content="https://example.com/card.png?a=1&amp;b=2">`,
		`<meta property="og:image:width" content="2400">`,
		`<meta property="og:image:height" content="1260">`,
		`<meta property="og:image:alt" content="&#34;Fish&#34; &amp; &lt;chips&gt;">`,
		`<meta property="og:image:type" content="image/png">`,
		`<meta name="twitter:card" content="summary_large_image">`,
	}
	if got := render(t, c).MetaTags; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestReport(t *testing.T) {
	c := hello()
	c.Title = "日本 and " + strings.Repeat("a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309 ", 2)
	c.Width = 800
	r := render(t, c)
	if want := []string{MarksRemoved, MissingGlyph, Ratio}; !slices.Equal(codes(r), want) || len(r.Missing) != 2 || r.Missing[0].Text != "日" {
		t.Errorf("%v, missing %v; want %v", codes(r), r.Missing, want)
	}
	c = full(Basic)
	c.Title = strings.Repeat("Wonderful words, ", 11)
	if r := render(t, c); !r.Truncated || r.TitleSize != 48 || !strings.HasSuffix(r.TitleLines[len(r.TitleLines)-1], "…") {
		t.Errorf("truncated %v at %v px: %q", r.Truncated, r.TitleSize, r.TitleLines)
	}
	c.Unshrunk = true
	if r := render(t, c); !r.Truncated || r.TitleSize != 80 {
		t.Errorf("unshrunk: truncated %v at %v px", r.Truncated, r.TitleSize)
	}
	if r := render(t, hello()); !slices.Equal(r.TitleLines, []string{"Hello"}) || r.Truncated {
		t.Errorf("%q, %v", r.TitleLines, r.Truncated)
	}
}

// TestScale wants twice the pixels and nothing else.
func TestScale(t *testing.T) {
	c := full(Event)
	one := render(t, c)
	c.Scale = 2
	two := render(t, c)
	if !slices.Equal(one.TitleLines, two.TitleLines) || two.TitleSize != 2*one.TitleSize || two.SafeArea.Width != 2*one.SafeArea.Width || two.Width != 2400 {
		t.Errorf("%+v and %+v", one.SafeArea, two.SafeArea)
	}
}

func TestBackground(t *testing.T) {
	for text, want := range map[string]string{
		"red": "", "#123": "", "linear(90, red, blue)": "", " Linear( -45deg , #fff , transparent , rebeccapurple ) ": "",
		"linear(90, red)": "neither", "linear(90, red, blue, green, white)": "neither", "linear(90, red, blue": "neither",
		"linear(x, red, blue)": "angle", "linear(400, red, blue)": "angle", "linear(NaN, red, blue)": "angle", "linear(0, red, bluish)": "colour 2", "url(x)": "colour",
	} {
		if _, err := ParseBackground(text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	// CSS Images 3 section 3.1.1: 90deg runs from the left side to the right one.
	b := Background{Angle: 90, Colors: []color.NRGBA{rgb(0), rgb(0xffffff)}}
	if x1, _, x2, _ := b.line(400, 200); x1 != 0 || x2 != 400 {
		t.Errorf("90deg runs from %v to %v", x1, x2)
	}
}
