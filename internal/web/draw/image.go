package draw

import (
	"encoding/base64"
	"encoding/json"
	"html/template"
	"slices"
)

// shown are the media types that a page shows: those that browsers draw and
// that run nothing inside an img element.
var shown = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"}

// image shows a picture that the answer holds as base64, or as SVG text.
func image(s *Scene) template.HTML {
	var a struct {
		Type   string      `json:"content_type"`
		Base64 string      `json:"image_base64"`
		SVG    string      `json:"svg"`
		Width  json.Number `json:"width"`
		Height json.Number `json:"height"`
	}
	if !read(s.Data, &a) {
		return ""
	}
	if a.Base64 == "" && a.SVG != "" {
		a.Type, a.Base64 = "image/svg+xml", base64.StdEncoding.EncodeToString([]byte(a.SVG))
	}
	if _, err := base64.StdEncoding.DecodeString(a.Base64); err != nil || a.Base64 == "" || !slices.Contains(shown, a.Type) {
		return ""
	}
	var p page
	p.figure("image")
	attributes := []any{"src", "data:" + a.Type + ";base64," + a.Base64, "alt", s.T("tools.draw.image")}
	if number(a.Width) > 0 && number(a.Height) > 0 {
		attributes = append(attributes, "width", a.Width, "height", a.Height)
	}
	p.open("img", attributes...)
	p.close("figure")
	return p.html()
}
