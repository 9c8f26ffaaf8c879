package draw

import (
	"html/template"
	"strconv"
)

// piece is a run of equal, deleted or inserted text.
type piece struct {
	Op   string `json:"op"`
	Text string `json:"text"`
}

// line is a line of a hunk.
type line struct {
	piece
	Original int     `json:"original_line"`
	Modified int     `json:"modified_line"`
	Segments []piece `json:"segments"`
}

type hunk struct {
	Lines []line `json:"lines"`
}

// maxLines bounds what is shown side by side; the unified form has it all.
const maxLines = 2000

func size(hunks []hunk) (lines int) {
	for _, h := range hunks {
		lines += len(h.Lines)
	}
	return lines
}

// diff shows the two texts side by side: by lines with their numbers where
// lines were compared, else as running text.
func diff(s *Scene) template.HTML {
	var a struct {
		Equal   bool    `json:"equal"`
		Hunks   []hunk  `json:"hunks"`
		Changes []piece `json:"changes"`
	}
	if !read(s.Data, &a) || a.Equal || size(a.Hunks) > maxLines || len(a.Changes) > maxLines {
		return ""
	}
	var p page
	p.figure("diff")
	p.open("div", "class", "diff-scroll", "tabindex", 0, "role", "region", "aria-label", s.T("tools.draw.diff"))
	p.open("table", "class", "diff-table")
	p.element("caption", s.T("tools.draw.diff"), "class", "visually-hidden")
	p.WriteString("<colgroup><col><col><col><col></colgroup>")
	p.open("thead")
	p.open("tr")
	for _, key := range []string{"tools.draw.before", "tools.draw.after"} {
		p.element("th", s.T(key), "scope", "col", "colspan", 2)
	}
	p.close("tr")
	p.close("thead")
	for _, h := range a.Hunks {
		p.open("tbody")
		for _, pair := range sideBySide(h.Lines) {
			p.open("tr")
			p.side(s, pair[0], "delete")
			p.side(s, pair[1], "insert")
			p.close("tr")
		}
		p.close("tbody")
	}
	if a.Changes != nil {
		p.open("tbody")
		p.open("tr")
		for _, without := range []string{"insert", "delete"} {
			p.open("td", "colspan", 2, "class", "diff-text")
			p.pieces(a.Changes, without)
			p.close("td")
		}
		p.close("tr")
		p.close("tbody")
	}
	p.close("table")
	p.close("div")
	p.close("figure")
	return p.html()
}

// sideBySide pairs the lines deleted with those inserted in their place.
func sideBySide(lines []line) (pairs [][2]*line) {
	for i := 0; i < len(lines); {
		if lines[i].Op == "equal" {
			pairs = append(pairs, [2]*line{&lines[i], &lines[i]})
			i++
			continue
		}
		var old, fresh []*line
		for ; i < len(lines) && lines[i].Op != "equal"; i++ {
			if lines[i].Op == "delete" {
				old = append(old, &lines[i])
			} else {
				fresh = append(fresh, &lines[i])
			}
		}
		for k := range max(len(old), len(fresh)) {
			var pair [2]*line
			if k < len(old) {
				pair[0] = old[k]
			}
			if k < len(fresh) {
				pair[1] = fresh[k]
			}
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// side writes one side of a line: its number and its text.
func (p *page) side(s *Scene, l *line, kind string) {
	if l == nil {
		p.element("td", "", "class", "diff-number")
		p.element("td", "", "class", "diff-none")
		return
	}
	number, class := l.Original, "diff-text"
	if kind == "insert" {
		number = l.Modified
	}
	if l.Op == kind {
		class += " diff-" + kind
	}
	p.element("td", strconv.Itoa(number), "class", "diff-number")
	p.open("td", "class", class)
	if l.Op == kind {
		// Colour alone does not tell.
		p.element("span", s.T("tools.draw."+kind)+": ", "class", "visually-hidden")
	}
	if len(l.Segments) > 0 {
		p.pieces(l.Segments, "")
	} else {
		p.text(l.Text)
	}
	p.close("td")
}

// pieces writes a line with its changes marked, those of one kind left out.
func (p *page) pieces(pieces []piece, without string) {
	for _, x := range pieces {
		switch x.Op {
		case without:
		case "delete":
			p.element("del", x.Text)
		case "insert":
			p.element("ins", x.Text)
		default:
			p.text(x.Text)
		}
	}
}
