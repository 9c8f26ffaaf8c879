package card

import (
	"html"
	"strconv"
)

// escape makes a text safe in HTML and XML, between tags and in quotes.
func escape(s string) string { return html.EscapeString(s) }

// metaTags are the lines for the head of the page that the card stands for,
// by the Open Graph protocol and X's summary_large_image. og:image needs an
// address and is left out without one.
func metaTags(c *Card, r *Result, title string) []string {
	property := func(name, content string) string {
		return `<meta property="` + name + `" content="` + escape(content) + `">`
	}
	tags := []string{property("og:title", title)}
	if c.URL != "" {
		tags = append(tags, property("og:image", c.URL))
	}
	return append(tags,
		property("og:image:width", strconv.Itoa(r.Width)),
		property("og:image:height", strconv.Itoa(r.Height)),
		property("og:image:alt", title),
		property("og:image:type", c.Format.ContentType()),
		`<meta name="twitter:card" content="summary_large_image">`,
	)
}
