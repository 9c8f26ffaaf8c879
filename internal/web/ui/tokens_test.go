package ui

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// pairs are the foregrounds and the grounds they stand on, with the least
// contrast: 4.5 for text (WCAG 2.2, 1.4.3), 3 for edges of controls (1.4.11).
var pairs = []struct {
	on, ground string
	least      float64
}{
	{"ink", "bg", 7}, {"ink", "surface", 7}, {"ink", "sunken", 7}, {"ink", "accent-soft", 7}, {"ink", "brass-soft", 7},
	{"muted", "bg", 4.5}, {"muted", "surface", 4.5}, {"muted", "sunken", 4.5}, {"muted", "accent-soft", 4.5}, {"muted", "line", 4.5},
	{"accent", "bg", 4.5}, {"accent", "surface", 4.5}, {"accent", "sunken", 4.5}, {"accent", "accent-soft", 4.5},
	{"accent-strong", "bg", 4.5}, {"accent-strong", "accent-soft", 4.5},
	{"on-accent", "accent", 4.5}, {"on-accent", "accent-strong", 4.5}, {"on-bad", "bad", 4.5},
	{"brass", "brass-soft", 4.5}, {"brass", "bg", 4.5},
	{"good", "good-soft", 4.5}, {"bad", "bad-soft", 4.5}, {"warn", "warn-soft", 4.5}, {"note", "note-soft", 4.5},
	{"ink", "good-soft", 7}, {"ink", "bad-soft", 7}, {"ink", "warn-soft", 7}, {"ink", "note-soft", 7},
	{"bad", "bg", 4.5}, {"bad", "surface", 4.5}, {"bg", "ink", 7},
	{"edge", "bg", 3}, {"edge", "surface", 3}, {"accent", "brass-soft", 3},
}

func TestColoursCanBeRead(t *testing.T) {
	css, err := files.ReadFile("css/10-tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	themes := [2]map[string]string{{}, {}}
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(string(css), -1) {
		themes[0][m[1]], themes[1][m[1]] = m[2], m[3]
	}
	for i, colours := range themes {
		for _, p := range pairs {
			if got := contrast(colours[p.on], colours[p.ground]); got < p.least {
				t.Errorf("%s on %s (%s): contrast %.2f; at least %.1f", p.on, p.ground, []string{"light", "dark"}[i], got, p.least)
			}
		}
	}
}

// contrast is the ratio that WCAG 2.2 defines; 0 for a colour that is none.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(hex string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return math.Inf(1)
	}
	linear := func(c uint64) float64 {
		v := float64(c&0xff) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*linear(n>>16) + .7152*linear(n>>8) + .0722*linear(n)
}

// Black on white is 21 to 1, by definition.
func TestContrast(t *testing.T) {
	if got := contrast("#000000", "#ffffff"); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white: %v", got)
	}
	// #767676 is the lightest grey that passes on white, as WCAG's understanding documents say.
	if got := contrast("#767676", "#ffffff"); got < 4.5 || contrast("#777777", "#ffffff") >= 4.5 {
		t.Errorf("#767676 on white: %v", got)
	}
}

// TestStylesKeepToThemselves: the policy lets styles fetch nothing, so they ask for
// nothing, and colours have one place.
func TestStylesKeepToThemselves(t *testing.T) {
	for name, pattern := range map[string]string{
		"a fetch":             `@import|url\(`,
		"a colour of its own": `#[0-9a-fA-F]{6}\b`,
	} {
		names, _ := files.ReadDir("css")
		for _, f := range names {
			text, err := files.ReadFile("css/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			if f.Name() == "10-tokens.css" {
				continue
			}
			if at := regexp.MustCompile(pattern).Find(text); at != nil {
				t.Errorf("%s has %s: %s", f.Name(), name, at)
			}
		}
	}
}
