package ui

import (
	"html/template"
	"strings"
)

// icon returns a small picture for a word that stands beside it; it is hidden
// from screen readers, which read the word.
func icon(name string) template.HTML {
	path, ok := icons[name]
	if !ok && strings.HasPrefix(name, "group-") {
		path, ok = icons["group-"] // of a group that has none of its own
	}
	if !ok {
		panic("ui: no icon called " + name)
	}
	return template.HTML(`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">` + path + `</svg>`) //nolint:gosec // our own
}

// icons are drawn on 20 by 20 with strokes of 1.5 in the colour of the text.
var icons = map[string]string{
	"search":   `<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/>`,
	"copy":     `<rect x="7" y="7" width="9.5" height="9.5" rx="2"/><path d="M13 4.5A1.5 1.5 0 0 0 11.5 3H5a2 2 0 0 0-2 2v6.5A1.5 1.5 0 0 0 4.5 13"/>`,
	"sun":      `<circle cx="10" cy="10" r="3.5"/><path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4"/>`,
	"moon":     `<path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z"/>`,
	"person":   `<circle cx="10" cy="7" r="3.2"/><path d="M3.8 17c.6-3.4 3.1-5 6.2-5s5.6 1.6 6.2 5"/>`,
	"globe":    `<circle cx="10" cy="10" r="7.2"/><path d="M2.8 10h14.4M10 2.8c2.3 2 3.3 4.4 3.3 7.2s-1 5.2-3.3 7.2c-2.3-2-3.3-4.4-3.3-7.2s1-5.2 3.3-7.2Z"/>`,
	"good":     `<circle cx="10" cy="10" r="7.2"/><path d="m6.6 10.3 2.3 2.3 4.5-5"/>`,
	"bad":      `<circle cx="10" cy="10" r="7.2"/><path d="M10 6v4.8M10 13.6v.2"/>`,
	"warn":     `<path d="M10 3 18 16.8H2Z"/><path d="M10 8v4M10 14.2v.2"/>`,
	"note":     `<circle cx="10" cy="10" r="7.2"/><path d="M10 9.2v4.8M10 6.3v.2"/>`,
	"plus":     `<path d="M10 4v12M4 10h12"/>`,
	"minus":    `<path d="M4 10h12"/>`,
	"cross":    `<path d="m5 5 10 10M15 5 5 15"/>`,
	"check":    `<path d="m4 10.5 4 4L16 6"/>`,
	"right":    `<path d="M4 10h11.5M11 5.5l4.5 4.5-4.5 4.5"/>`,
	"up":       `<path d="M10 16V4.5M5.5 9 10 4.5 14.5 9"/>`,
	"down":     `<path d="M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5"/>`,
	"chevron":  `<path d="m7.5 4.5 5.5 5.5-5.5 5.5"/>`,
	"star":     `<path d="m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7Z"/>`,
	"download": `<path d="M10 3v10M5.8 9l4.2 4.2L14.2 9M3.5 16.5h13"/>`,
	"upload":   `<path d="M10 13V3M5.8 7.2 10 3l4.2 4.2M3.5 16.5h13"/>`,
	"link":     `<path d="m8.3 11.7 3.4-3.4M9 6l1.7-1.7a3.6 3.6 0 0 1 5 5L14 11M11 14l-1.7 1.7a3.6 3.6 0 0 1-5-5L6 9"/>`,
	"trash":    `<path d="M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5"/>`,
	"edit":     `<path d="m3.5 16.5.8-3.6L13 4.2l2.8 2.8-8.7 8.7Z"/>`,
	"key":      `<circle cx="6.8" cy="13.2" r="3.3"/><path d="m9.2 10.8 7.3-7.3M13.5 6.5l2.3 2.3"/>`,
	"card":     `<rect x="2.5" y="4.5" width="15" height="11" rx="2"/><path d="M2.5 8.5h15M5.5 12.5h3"/>`,
	"clock":    `<circle cx="10" cy="10" r="7.2"/><path d="M10 5.8V10l2.8 1.8"/>`,
	"chart":    `<path d="M3.5 3.5v13h13M7 13.5v-3M10.5 13.5V7M14 13.5V9.5"/>`,
	"gear":     `<circle cx="10" cy="10" r="2.6"/><path d="M10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.6 1.6M13.7 13.7l1.6 1.6M4.7 15.3l1.6-1.6M13.7 6.3l1.6-1.6"/>`,
	"menu":     `<path d="M3 6h14M3 10h14M3 14h14"/>`,
	"terminal": `<rect x="2.5" y="3.5" width="15" height="13" rx="2"/><path d="m5.8 7.5 2.5 2.5-2.5 2.5M10.5 13h3.5"/>`,
	"shield":   `<path d="M10 2.5 16.5 5v4.5c0 4-2.7 6.8-6.5 8-3.8-1.2-6.5-4-6.5-8V5Z"/>`,
	"people":   `<circle cx="7.5" cy="7.5" r="2.7"/><path d="M2.5 16c.4-3 2.5-4.3 5-4.3s4.6 1.3 5 4.3M12.5 5a2.7 2.7 0 0 1 0 5M14.5 12.2c1.7.5 2.8 1.8 3 3.8"/>`,
	"play":     `<path d="m6 4 10 6-10 6Z"/>`,
	"spark":    `<path d="M10 2.5c.6 4.3 3.2 6.9 7.5 7.5-4.300.6-6.9 3.2-7.5 7.5-.6-4.3-3.2-6.9-7.5-7.5 4.3-.6 6.9-3.2 7.5-7.5Z"/>`,

	"group-calculators":  `<rect x="4" y="2.5" width="12" height="15" rx="2"/><path d="M7 6h6M7 10h.1M10 10h.1M13 10h.1M7 13.5h.1M10 13.5h.1M13 13.5h.1"/>`,
	"group-converters":   `<path d="M3.5 7h12M12.5 3.5 16 7l-3.5 3.5M16.5 13h-12M7.5 9.5 4 13l3.5 3.5"/>`,
	"group-data":         `<path d="M7.5 3.5c-2 0-2.5 1-2.5 2.5v1.5C5 9 4.5 10 3 10c1.5 0 2 1 2 2.5V14c0 1.500.5 2.5 2.5 2.5M12.5 3.5c2 0 2.5 1 2.5 2.5v1.5c0 1.500.5 2.5 2 2.5-1.5 0-2 1-2 2.5V14c0 1.5-.5 2.5-2.5 2.5"/>`,
	"group-date":         `<rect x="3" y="4" width="14" height="13" rx="2"/><path d="M3 8.5h14M7 2.5v3M13 2.5v3M10 11v2.5l1.5 1"/>`,
	"group-design":       `<rect x="2.5" y="8.5" width="9" height="9" rx="2.5"/><circle cx="12.5" cy="7.5" r="5"/>`,
	"group-developer":    `<path d="m6.5 6-4 4 4 4M13.5 6l4 4-4 4M11.5 4l-3 12"/>`,
	"group-finance":      `<ellipse cx="10" cy="5.5" rx="6" ry="2.5"/><path d="M4 5.5V10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5V5.5M4 10v4.5C4 15.9 6.7 17 10 17s6-1.1 6-2.5V10"/>`,
	"group-format":       `<path d="M3 4h14M7 8h10M7 12h10M3 16h14M3 8l2 2-2 2"/>`,
	"group-productivity": `<circle cx="10" cy="11" r="6.5"/><path d="M10 7.5V11l2 2M8 2.5h4M15.5 5l1 1"/>`,
	"group-security":     `<rect x="4" y="8.5" width="12" height="9" rx="2"/><path d="M6.5 8.5V6a3.5 3.5 0 0 1 7 0v2.5M10 12v2"/>`,
	"group-text":         `<path d="M4 6V4h12v2M10 4v12.5M7.5 16.5h5"/>`,
	"group-uuid":         `<path d="M8 3 6.5 17M13.5 3 12 17M3.5 7.5H17M3 12.5h13.5"/>`,
	"group-":             `<rect x="3" y="3" width="14" height="14" rx="2.5"/><path d="M10 7v6M7 10h6"/>`,
}
