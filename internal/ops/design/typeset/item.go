package typeset

import (
	"slices"
	"unicode"

	"github.com/go-text/typesetting/language"
)

// item is a stretch of text that one font shapes in one go.
type item struct {
	span
	level  uint8
	script language.Script
	face   *face
}

// Missing is a cluster for which no font has a glyph. It is drawn as the box
// of a missing glyph.
type Missing struct {
	Text       string
	CodePoints []rune
}

// itemize divides the text by level, script and font, and tells what no font
// covers. A cluster is never divided.
func (p *Paragraph) itemize() {
	scripts := resolveScripts(p.text)
	var last *item
	for _, c := range p.clusters {
		if p.text[c.start] == '\n' {
			last = nil
			continue
		}
		level, script := p.bidi.Levels[c.start], scripts[c.start]
		f := p.chooseFace(p.text[c.start:c.end], script)
		if last == nil || last.level != level || last.script != script || last.face != f {
			p.items = append(p.items, item{c, level, script, f})
			last = &p.items[len(p.items)-1]
		}
		last.end = c.end
	}
}

// chooseFace finds the font of a cluster.
func (p *Paragraph) chooseFace(cluster []rune, script language.Script) *face {
	var first, found *face
	p.fonts.candidates(script, isEmoji(cluster), p.style, func(f *face) bool {
		if first == nil {
			first = f
		}
		if f.covers(cluster) {
			found = f
		}
		return found == nil
	})
	if found != nil {
		return found
	}
	p.miss(cluster)
	return first
}

// miss notes a cluster once.
func (p *Paragraph) miss(cluster []rune) {
	m := Missing{string(cluster), cluster}
	if !slices.ContainsFunc(p.Missing, func(have Missing) bool { return have.Text == m.Text }) {
		p.Missing = append(p.Missing, m)
	}
}

// resolveScripts gives every rune a script: those of no script of their own
// (UAX #24: Common, Inherited) take that before them, at the beginning that
// behind them.
func resolveScripts(text []rune) []language.Script {
	scripts := make([]language.Script, len(text))
	current := language.Common
	for i, r := range text {
		if s := language.LookupScript(r); s != language.Common && s != language.Inherited && s != language.Unknown {
			if current == language.Common {
				for k := range i {
					scripts[k] = s
				}
			}
			current = s
		}
		scripts[i] = current
	}
	return scripts
}

// Parts of emoji sequences (UTS #51).
const (
	emojiStyle  = '\ufe0f'
	keycap      = '\u20e3'
	firstSkin   = '\U0001f3fb'
	lastSkin    = '\U0001f3ff'
	firstRegion = '\U0001f1e6'
	lastRegion  = '\U0001f1ff'
)

// isEmoji tells whether a cluster wants to look like an emoji: it says so, is
// a sequence of emoji, or lies in the blocks of pictographs.
func isEmoji(cluster []rune) bool {
	first := cluster[0]
	switch {
	case first >= '\U0001f300' && first <= '\U0001faff' && !slices.Contains(cluster, '\ufe0e'):
		return true
	case first >= firstRegion && first <= lastRegion:
		return true
	}
	for _, r := range cluster[1:] {
		if r == emojiStyle || r == keycap || r >= firstSkin && r <= lastSkin {
			return true
		}
	}
	return false
}

// isLetter tells whether tracking may follow a cluster: letters and marks
// between them of scripts that are written apart.
func isLetter(script language.Script) bool {
	switch script {
	case language.Latin, language.Greek, language.Cyrillic, language.Common:
		return true
	}
	return false
}

// strongRight tells letters that run from right to left.
func strongRight(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam) && unicode.IsLetter(r)
}

// RightToLeft guesses the direction of a page from its title: right to left
// where the first letter is, as UAX #9 has it, or where most letters are, so
// that an Arabic title may begin with a foreign name. known is false for a
// text without letters.
func RightToLeft(text []rune) (rtl, known bool) {
	right, letters := 0, 0
	first := false
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		if strongRight(r) {
			first = first || letters == 0
			right++
		}
		letters++
	}
	return first || 2*right > letters, letters > 0
}
