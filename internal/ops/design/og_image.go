package design

import (
	"context"
	"errors"
	"image"
	"image/color"
	"io/fs"
	"net/url"

	"golang.org/x/text/language"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/card"
	"toolcrib/internal/ops/design/picture"
	"toolcrib/internal/ops/design/typeset"
)

var ogImageDef = op.Def[OGImageIn, OGImageOut]{
	ID:      "og-image-generator",
	Route:   "GET|POST /v1/design/og-image",
	Hosts:   []string{"og /v1/og"},
	Summary: "1200×630 social card, correct in every script",
	Doc: "Draws an Open Graph image from texts, in one of eight templates, light or dark: every common script, direction found by itself, " +
		"emoji, lines broken and fitted. Reports lines, contrast, missing glyphs and what was cut, and writes the meta tags. " +
		"The same input gives the same bytes. Pictures are sent as base64; no address is opened.",
	Words: []string{"open graph", "social", "card", "preview", "thumbnail", "banner", "twitter", "facebook", "linkedin", "whatsapp", "share", "cover"},
	Source: "Open Graph protocol; UAX #9, UAX #14, UAX #29; OpenType shaping as HarfBuzz does it; WCAG 2.2 contrast ratio; " +
		"PNG (ISO/IEC 15948), JPEG, SVG 1.1",
	Since:  "1.0.0",
	Pool:   op.ImagePool,
	Media:  []string{card.PNG.ContentType(), card.JPEG.ContentType(), card.SVG.ContentType()},
	Pixels: func(in OGImageIn) int64 { return in.pixels() },
	Examples: []op.Example{
		{Name: "a title", In: `{"title":"Hello"}`},
		{Name: "an article", In: `{"title":"What a ledger taught us about trust","subtitle":"Ten years of double entry","eyebrow":"Engineering","author":"Asha Menon","date":"12 March 2026","site_name":"Toolcrib","template":"article"}`},
		{Name: "from right to left, dark", In: `{"title":"مؤتمر Go في دبي 2026","date":"١٢ ديسمبر ٢٠٢٦","template":"event","theme":"dark"}`},
		{Name: "colours", In: `{"title":"क्षत्रिय नियुक्ति","background":"linear(135, #4f46e5, #db2777)","align":"center","format":"svg"}`},
		{Name: "at most 100 kB", In: `{"title":"Hello","template":"minimal","format":"jpeg","max_bytes":100000}`},
	},
	Run: ogImage,
}

// OGImage draws social cards.
var OGImage = op.Define(ogImageDef)

var _ = op.DefineSign(ogImageDef, op.Sign{
	ID:      "og-sign",
	Route:   "POST /v1/design/og-image/sign",
	Hosts:   []string{"og /v1/og/sign"},
	Summary: "Signed link to a social card, for crawlers",
	Doc: "Makes a link to a social card that needs no API key, for og:image: crawlers send none. It takes the fields of the card, and how long " +
		"the link lives. Each image is charged to the key once a month, when it is first fetched.",
	Words:  []string{"open graph", "social", "hmac", "url"},
	Source: "RFC 2104 HMAC-SHA-256; RFC 4648 base64url",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "for a day", In: `{"title":"Hello","expires_in":86400}`},
	},
})

// OGImageIn is the input of og-image-generator.
type OGImageIn struct {
	op.Respond
	Title      string  `json:"title" doc:"The headline, at most 200 characters as a reader counts them." len:"1..2000" aka:"text,heading,headline" example:"Hello"`
	Subtitle   *string `json:"subtitle" doc:"The text below it, at most 300 characters; in the template code a program, with its lines." len:"0..2000" aka:"description,subheading"`
	Eyebrow    *string `json:"eyebrow" doc:"A word or two above the title, at most 60 characters." len:"0..2000" aka:"kicker,category,tag,label"`
	Author     *string `json:"author" doc:"Who wrote or said it; of an event, where it is. At most 80 characters." len:"0..2000" aka:"by,byline"`
	Date       *string `json:"date" doc:"When, in any words, at most 80 characters." len:"0..2000"`
	SiteName   *string `json:"site_name" doc:"The name of the site, at most 80 characters." len:"0..2000" aka:"site,brand"`
	Badge      *string `json:"badge" doc:"A word or a price in a pill, at most 80 characters." len:"0..2000"`
	Template   string  `json:"template" doc:"The design." enum:"basic,article,product,quote,event,code,stat,minimal" default:"basic" aka:"layout"`
	Theme      string  `json:"theme" doc:"Light or dark colours." enum:"light,dark" default:"light" aka:"mode"`
	Background *string `json:"background" doc:"A colour, or linear(angle, colour, colour) with two or three colours and the angle in degrees as in CSS; unset, the template's." len:"1..200" aka:"background_color,bg" example:"#0b1020"`
	TextColor  *string `json:"text_color" doc:"Colour of the title: #rgb, #rgba, #rrggbb, #rrggbbaa or a CSS name; unset, one that is readable." len:"1..40" aka:"color,foreground"`
	Accent     *string `json:"accent_color" doc:"Colour of what stands out; unset, the template's." len:"1..40" aka:"accent,primary_color"`
	Font       string  `json:"font" doc:"Letters of Latin, Greek and Cyrillic." enum:"sans,serif,mono" default:"sans" aka:"font_family"`
	Align      string  `json:"align" doc:"Where lines begin: at the start, which is the right for Arabic and Hebrew, or centred." enum:"start,center" default:"start" same:"centre=center" aka:"text_align"`
	Direction  string  `json:"direction" doc:"Direction of the card and its texts; auto: right to left where the first letter of the title, or most of them, run so." enum:"auto,ltr,rtl" default:"auto" aka:"dir"`
	Locale     *string `json:"locale" doc:"Language of the texts (BCP 47), for letters whose form differs by language." len:"1..35" aka:"lang,language" example:"mr"`
	Logo       *string `json:"logo_base64" doc:"A logo: PNG, JPEG or the first frame of a GIF, at most 1,000,000 bytes and 16 million pixels." document:"base64" aka:"logo,logo_url"`
	Avatar     *string `json:"avatar_base64" doc:"A portrait of the author, shown in a circle." document:"base64" aka:"avatar,avatar_url"`
	Picture    *string `json:"background_base64" doc:"A picture behind everything, under a veil that keeps texts readable; in the template product beside them." document:"base64" aka:"image,image_base64,background_image"`
	Width      int     `json:"width" doc:"Width in px; with height at most 4 million together." min:"200" max:"2400" default:"1200"`
	Height     int     `json:"height" doc:"Height in px." min:"200" max:"2400" default:"630"`
	Scale      int     `json:"scale" doc:"Pixels for a px." min:"1" max:"2" default:"1" aka:"device_pixel_ratio,dpr"`
	Format     string  `json:"format" doc:"Form of the image." enum:"png,jpeg,svg" default:"png" same:"jpg=jpeg" aka:"type,output"`
	Quality    int     `json:"quality" doc:"Quality of a JPEG." min:"1" max:"100" default:"85"`
	MaxBytes   *int    `json:"max_bytes" doc:"The image's length must not exceed this; the quality of a JPEG is lowered until it fits. 300000 suits every service." min:"1000" max:"8000000" example:"300000"`
	Overflow   string  `json:"overflow" doc:"What long texts do: shrink to 60 % and then end in an ellipsis, or end in one at once." enum:"shrink,ellipsis" default:"shrink"`
	URL        *string `json:"url" doc:"Where the image will be found, for the tag og:image; it is not opened." len:"1..2000" aka:"image_url" example:"https://example.com/card.png"`
}

// texts are the texts, and how many characters, as readers count them, the texts may have.
func (in *OGImageIn) texts() []struct {
	field string
	text  *string
	most  int
} {
	return []struct {
		field string
		text  *string
		most  int
	}{
		{"title", &in.Title, 200}, {"subtitle", in.Subtitle, 300}, {"eyebrow", in.Eyebrow, 60}, {"author", in.Author, 80},
		{"date", in.Date, 80}, {"site_name", in.SiteName, 80}, {"badge", in.Badge, 80},
	}
}

// pixels is how many are painted, which is what is paid for.
func (in *OGImageIn) pixels() int64 {
	if in.Format == string(card.SVG) {
		return 0
	}
	return int64(in.Width) * int64(in.Height) * int64(in.Scale) * int64(in.Scale)
}

// Check reads texts, colours, the language and the address.
func (in *OGImageIn) Check(e *op.Invalid) {
	for _, t := range in.texts() {
		if t.text == nil {
			continue
		}
		text := []rune(*t.text)
		if n := typeset.Graphemes(text); n > t.most {
			e.Add(t.field, op.TooLong, "has %d characters; at most %d are allowed", n, t.most)
		}
	}
	if typeset.Blank(typeset.Clean(in.Title, false).Text) {
		e.Add("title", op.TooShort, "has nothing to show")
	}
	if in.Width*in.Height > card.MaxPixels {
		e.Add("width", op.OutOfRange, "%d × %d px are more than %d", in.Width, in.Height, card.MaxPixels)
	}
	if in.Background != nil {
		if _, err := card.ParseBackground(*in.Background); err != nil {
			e.Add("background", op.InvalidFormat, "%v", err).Hint = "send '#0b1020' or 'linear(135, #4f46e5, #db2777)'"
		}
	}
	colour(e, "text_color", in.TextColor)
	colour(e, "accent_color", in.Accent)
	if in.Locale != nil {
		if _, err := language.Parse(*in.Locale); err != nil {
			e.Add("locale", op.InvalidFormat, "is no language tag (BCP 47)").Hint = "send 'hi', 'sr-Latn' or nothing"
		}
	}
	if in.URL != nil {
		if u, err := url.Parse(*in.URL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			e.Add("url", op.InvalidFormat, "is no address that begins with https:// or http://")
		}
	}
}

// colour reads a colour; unset and wrong ones are nil.
func colour(e *op.Invalid, field string, text *string) *color.NRGBA {
	if text == nil {
		return nil
	}
	c, err := picture.Colour(*text)
	if err != nil {
		e.Add(field, op.InvalidFormat, "%v", err)
		return nil
	}
	return &c
}

// fonts are those of every card.
var fonts = typeset.Embedded()

// UseFonts adds the fonts of a folder, for scripts that the embedded ones
// lack. It may be called once, before any card is drawn. Files that cannot be
// used are left out and named in the errors.
func UseFonts(folder fs.FS) []error {
	more, problems := fonts.WithFolder(folder)
	fonts = more
	return problems
}

func ogImage(ctx context.Context, in OGImageIn) (OGImageOut, error) {
	c, err := in.card(ctx)
	if err != nil {
		return OGImageOut{}, err
	}
	r, err := card.Render(ctx, c, fonts)
	var budget *card.BudgetError
	if errors.As(err, &budget) {
		e := op.Refuse("max_bytes", op.DoesNotFit, "the image has at least %d bytes; %d are allowed", budget.Least, c.MaxBytes)
		e.Violations[0].Hint = "send format jpeg, or a smaller width and height"
		return OGImageOut{}, e
	}
	if err != nil {
		return OGImageOut{}, err
	}
	return in.out(c, r), nil
}

// card is what is drawn. The error is about a picture.
func (in *OGImageIn) card(ctx context.Context) (c card.Card, err error) {
	c = card.Card{
		Title: in.Title, Subtitle: or(in.Subtitle), Eyebrow: or(in.Eyebrow), Author: or(in.Author), Date: or(in.Date), SiteName: or(in.SiteName), Badge: or(in.Badge),
		Template: card.Template(in.Template), Dark: in.Theme == "dark",
		Family:    map[string]typeset.Family{"sans": typeset.Sans, "serif": typeset.Serif, "mono": typeset.Mono}[in.Font],
		Center:    in.Align == "center",
		Unshrunk:  in.Overflow == "ellipsis",
		Direction: map[string]typeset.Direction{"auto": typeset.Auto, "ltr": typeset.FromLeft, "rtl": typeset.FromRight}[in.Direction],
		Locale:    or(in.Locale), Width: in.Width, Height: in.Height, Scale: in.Scale,
		Format: card.Format(in.Format), Quality: in.Quality, URL: or(in.URL),
	}
	if in.MaxBytes != nil {
		c.MaxBytes = *in.MaxBytes
	}
	sound := &op.Invalid{} // Check has seen these
	c.Text, c.Accent = colour(sound, "text_color", in.TextColor), colour(sound, "accent_color", in.Accent)
	if in.Background != nil {
		if c.Background, err = card.ParseBackground(*in.Background); err != nil {
			return c, err
		}
	}
	for _, p := range []struct {
		field string
		text  *string
		to    *image.Image
	}{{"logo_base64", in.Logo, &c.Logo}, {"avatar_base64", in.Avatar, &c.Avatar}, {"background_base64", in.Picture, &c.Picture}} {
		if *p.to, err = sentPicture(ctx, p.field, p.text); err != nil {
			return c, err
		}
	}
	return c, nil
}

func or(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
