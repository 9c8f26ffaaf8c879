// Package whitespace tidies the white space of a text, and finds the spaces
// and invisible characters that people do not see there.
//
// Nothing else changes. The joiners U+200C and U+200D are not invisible in the
// sense of this package: Indic and Persian words and emoji are spelt with them.
package whitespace

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/lines"
)

// Blank is what becomes of blank lines.
type Blank uint8

// The ways to treat blank lines.
const (
	KeepBlank     Blank = iota
	CollapseBlank       // one stays of neighbours
	RemoveBlank
)

// Breaks is what becomes of the breaks between lines.
type Breaks uint8

// The ways to treat line breaks. Whatever is joined is joined by one space.
const (
	KeepBreaks Breaks = iota
	JoinLines         // all lines that are not blank become one
	JoinBlocks        // neighbouring lines that are not blank become one
)

// How to treat tabs, other than expanding them.
const (
	CollapseTabs = 0  // as any other space
	KeepTabs     = -1 // none is changed within a line, and none is part of a run of spaces
)

// Options say what to tidy; the zero value changes nothing.
type Options struct {
	Collapse            bool // runs of spaces become one U+0020
	TrimLeft, TrimRight bool // spaces at the ends of lines
	TrimText            bool // blank lines at the ends of the text
	Blank               Blank
	Breaks              Breaks
	Tabs                int  // CollapseTabs, KeepTabs, or the columns between stops to expand them to
	Unicode             bool // all of White_Space are spaces, not only those of ASCII
	RemoveInvisible     bool
}

// Lines returns the tidy lines of a text. A blank line is one of nothing but
// spaces. Columns of tab stops are code points of the tidy line.
func Lines(text string, o Options) []string {
	list := make([]string, 0, lines.Count(text))
	for line := range lines.All(text) {
		list = append(list, o.trim(line))
	}
	if o.TrimText {
		list = o.trimText(list)
	}
	if o.Breaks != KeepBreaks {
		list = o.join(list)
	}
	if o.Blank != KeepBlank {
		list = o.dropBlank(list)
	}
	var buf []byte
	for i, line := range list {
		if buf = o.appendTidy(buf[:0], line); string(buf) != line {
			list[i] = string(buf)
		}
	}
	return list
}

func (o *Options) isSpace(r rune) bool {
	return (o.Unicode || r <= unicode.MaxASCII) && unicode.IsSpace(r)
}

func (o *Options) isBlank(line string) bool { return strings.TrimLeftFunc(line, o.isSpace) == "" }

func (o *Options) trim(line string) string {
	if o.RemoveInvisible {
		line = strings.Map(dropInvisible, line)
	}
	if o.TrimLeft {
		line = strings.TrimLeftFunc(line, o.isSpace)
	}
	if o.TrimRight {
		line = strings.TrimRightFunc(line, o.isSpace)
	}
	return line
}

func (o *Options) trimText(list []string) []string {
	for len(list) > 0 && o.isBlank(list[0]) {
		list = list[1:]
	}
	for len(list) > 0 && o.isBlank(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// join makes one line of each block of lines that are not blank.
func (o *Options) join(list []string) (out []string) {
	var block []string
	end := func() {
		if len(block) > 0 {
			out = append(out, strings.Join(block, " "))
			block = block[:0]
		}
	}
	for _, line := range list {
		switch {
		case !o.isBlank(line):
			block = append(block, line)
		case o.Breaks == JoinBlocks:
			end()
			out = append(out, line)
		}
	}
	end()
	return out
}

func (o *Options) dropBlank(list []string) []string {
	kept := list[:0]
	after := false // whether the line before is blank
	for _, line := range list {
		blank := o.isBlank(line)
		if !blank || o.Blank == CollapseBlank && !after {
			kept = append(kept, line)
		}
		after = blank
	}
	return kept
}

// appendTidy collapses the spaces within a line and expands its tabs.
func (o *Options) appendTidy(dst []byte, line string) []byte {
	column, inRun := 0, false
	for _, r := range line {
		switch {
		case r == '\t' && o.Tabs > 0:
			n := o.Tabs - column%o.Tabs
			dst = append(dst, strings.Repeat(" ", n)...)
			column += n
			inRun = false
			continue
		case r == '\t' && o.Tabs == KeepTabs:
			inRun = false
		case o.Collapse && o.isSpace(r):
			if inRun {
				continue
			}
			r, inRun = ' ', true
		default:
			inRun = false
		}
		dst = utf8.AppendRune(dst, r)
		column++
	}
	return dst
}
