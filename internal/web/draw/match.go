package draw

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// span is a part of a text that is marked, as the answer counts it.
type span struct {
	Start *int   `json:"start"`
	End   *int   `json:"end"`
	Name  string `json:"name"`
	Group int    `json:"number"`
	inner []span
}

// Bounds of what is shown: beyond, marks help nobody.
const (
	maxMarks = 2000
	maxText  = 60_000
)

// matches marks what a pattern matched, with its groups inside.
func matches(s *Scene) template.HTML {
	var a struct {
		Matches []struct {
			span
			Groups []span `json:"groups"`
		} `json:"matches"`
	}
	if !read(s.Data, &a) {
		return ""
	}
	spans := make([]span, len(a.Matches))
	for i, m := range a.Matches {
		spans[i] = m.span
		spans[i].inner = m.Groups
	}
	return marked(s, spans)
}

// positions marks what was found in the text that was sent.
func positions(s *Scene) template.HTML {
	var a struct {
		Positions []span `json:"positions"`
	}
	if !read(s.Data, &a) {
		return ""
	}
	return marked(s, a.Positions)
}

// marked shows the text sent with spans of it marked.
func marked(s *Scene, spans []span) template.HTML {
	var in struct {
		Text string `json:"text"`
		Unit string `json:"offset_unit"`
	}
	if !read(s.Input, &in) || in.Text == "" || len(in.Text) > maxText || len(spans) == 0 || len(spans) > maxMarks {
		return ""
	}
	m := marker{scene: s, text: in.Text, at: offsets(in.Text, in.Unit)}
	m.figure("matches")
	m.open("pre", "class", "marked", "tabindex", 0)
	m.run(spans, 0, len(in.Text), 0)
	m.close("pre")
	m.element("figcaption", s.T("tools.draw.matches", len(spans)), "class", "legend")
	m.close("figure")
	return m.html()
}

// marker writes a text with marks.
type marker struct {
	page
	scene *Scene
	text  string
	at    func(int) int
	count int
}

// run writes the text from one byte to another. Spans that would cross one
// before are passed over.
func (m *marker) run(spans []span, from, to, depth int) {
	spans = slices.DeleteFunc(slices.Clone(spans), func(s span) bool { return s.Start == nil || s.End == nil })
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(*a.Start, *b.Start), cmp.Compare(*b.End, *a.End))
	})
	for i, s := range spans {
		start, end := m.at(*s.Start), m.at(*s.End)
		if start < from || end > to || start > end {
			continue
		}
		m.page.text(m.text[from:start])
		inner := s.inner
		if depth > 0 {
			inner = spans[i+1:] // groups lie in groups
		}
		m.mark(s, inner, start, end, depth)
		from = end
	}
	m.page.text(m.text[from:to])
}

func (m *marker) mark(s span, inner []span, start, end, depth int) {
	if depth == 0 {
		m.count++
		m.open("mark", "class", "match-"+strconv.Itoa(m.count%2), "title", strconv.Itoa(m.count))
		if start == end {
			m.element("span", m.scene.T("tools.draw.empty_match"), "class", "visually-hidden")
		}
	} else {
		name := strconv.Itoa(s.Group)
		if s.Name != "" {
			name += " " + s.Name
		}
		m.open("b", "class", "group-"+strconv.Itoa(s.Group%4), "title", name)
	}
	m.run(inner, start, end, depth+1)
	m.close(map[bool]string{true: "mark", false: "b"}[depth == 0])
}

// offsets turns positions in a unit into bytes of the text.
func offsets(text, unit string) func(int) int {
	if unit == "byte" {
		return func(n int) int { return min(max(n, 0), len(text)) }
	}
	var at []int // byte by unit
	for i, c := range text {
		at = append(at, i)
		if unit == "utf16" && utf16.RuneLen(c) == 2 {
			at = append(at, i+utf8.RuneLen(c))
		}
	}
	at = append(at, len(text))
	return func(n int) int { return at[min(max(n, 0), len(at)-1)] }
}
