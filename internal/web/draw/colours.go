package draw

import (
	"html/template"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/image/colornames"
)

// colour is a colour of CSS Color 4 in hex or as numbers, which is all that
// goes into an attribute.
var colour = regexp.MustCompile(`(?i)#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl)a?\([0-9.,%/ deg]{5,60}\)`)

// Bounds of the colours that are shown and of the answers looked through.
const (
	maxSwatches = 24
	maxSearched = 200_000
)

// values are the values of declarations, a pattern that selectors do not fit.
var (
	values = regexp.MustCompile(`:[^:;{}]*[;}]`)
	word   = regexp.MustCompile(`[a-zA-Z]+`)
)

// colours shows the colours of a style sheet in the order of their first use,
// each once.
func colours(s *Scene) template.HTML {
	var a struct {
		CSS string `json:"css"`
	}
	if !read(s.Data, &a) {
		return ""
	}
	var found []string
	for _, v := range values.FindAllString(a.CSS, 2000) {
		rest := v
		for _, at := range colour.FindAllString(v, maxSwatches) {
			found = append(found, at)
			rest = strings.Replace(rest, at, " ", 1)
		}
		for _, name := range word.FindAllString(rest, -1) {
			if _, ok := colornames.Map[strings.ToLower(name)]; ok {
				found = append(found, name)
			}
		}
	}
	return palette(s, found)
}

// swatches shows the values of any answer that are colours and nothing else.
func swatches(s *Scene) template.HTML {
	var data any
	if len(s.Data) > maxSearched || !read(s.Data, &data) {
		return ""
	}
	var found []string
	var look func(any)
	look = func(v any) {
		switch v := v.(type) {
		case string:
			if at := colour.FindStringIndex(v); at != nil && at[0] == 0 && at[1] == len(v) {
				found = append(found, v)
			}
		case []any:
			for _, item := range v {
				look(item)
			}
		case map[string]any:
			for _, name := range sorted(v) {
				look(v[name])
			}
		}
	}
	look(data)
	return palette(s, found)
}

func sorted(m map[string]any) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func palette(s *Scene, found []string) template.HTML {
	var distinct []string
	for _, c := range found {
		if !slices.Contains(distinct, c) && len(distinct) < maxSwatches {
			distinct = append(distinct, c)
		}
	}
	if len(distinct) == 0 {
		return ""
	}
	var p page
	p.figure("swatches")
	p.element("figcaption", s.T("tools.draw.colours"), "class", "legend")
	p.open("ul")
	for _, c := range distinct {
		p.open("li")
		p.open("svg", "viewBox", "0 0 40 24", "width", 40, "height", 24, "aria-hidden", "true", "focusable", "false")
		p.open("rect", "class", "swatch", "x", 1, "y", 1, "width", 38, "height", 22, "rx", 4, "fill", c)
		p.close("rect")
		p.close("svg")
		p.element("code", c)
		p.close("li")
	}
	p.close("ul")
	p.close("figure")
	return p.html()
}
