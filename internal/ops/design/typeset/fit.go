package typeset

import (
	"slices"
	"unicode"
)

// Box is the room for a text, in px.
type Box struct {
	Width, Height float64
	MaxLines      int
	Size          float64 // the largest font size, tried first
	MinSize       float64 // the smallest; what does not fit at it ends in an ellipsis
	Leading       float64 // between baselines of Latin, in em; other scripts have more where they need it
	Balance       bool    // lines of equal length rather than full ones
}

// Block is a text in lines, at a size.
type Block struct {
	Lines     []Line
	Size      float64 // px
	Leading   float64 // px between baselines
	Ascent    float64 // px from the top of the block to the first baseline
	Descent   float64 // px from the last baseline to the bottom
	Truncated bool    // it ends in an ellipsis
	Divided   bool    // a word was divided, or is longer than a line
	Missing   []Missing
}

// Height is that of the whole block, in px.
func (b *Block) Height() float64 {
	if len(b.Lines) == 0 {
		return 0
	}
	return b.Ascent + float64(len(b.Lines)-1)*b.Leading + b.Descent
}

// Width is that of the longest line, in px.
func (b *Block) Width() float64 {
	width := 0.0
	for _, l := range b.Lines {
		width = max(width, l.Width*b.Size)
	}
	return width
}

// sizesTried is how many sizes lie between the largest and the smallest.
const sizesTried = 40

// Fit sets the text as large as the box allows: at the first size, from Size
// down to MinSize, at which no word is divided and all lines have room. If
// there is none, long words are divided and the text is cut with an ellipsis.
// A box that has no room for a single line still gets one.
func (p *Paragraph) Fit(box Box) *Block {
	if len(p.text) == 0 {
		return &Block{Size: box.Size}
	}
	for i := range sizesTried + 1 {
		size := box.Size - (box.Size-box.MinSize)*float64(i)/sizesTried
		if lines, forced := p.lay(box, size); !forced && len(lines) <= box.MaxLines {
			if b := p.block(box, lines, size); b.Height() <= box.Height {
				return b
			}
		}
	}
	return p.cut(box)
}

// lay breaks the text at a size.
func (p *Paragraph) lay(box Box, size float64) ([]span, bool) {
	if box.Balance {
		return p.balance(box.Width / size)
	}
	return p.wrap(box.Width / size)
}

// block sets lines that were chosen.
func (p *Paragraph) block(box Box, lines []span, size float64) *Block {
	b := &Block{Size: size}
	for _, l := range lines {
		b.Lines = append(b.Lines, p.line(l))
	}
	b.Missing = p.Missing
	m := p.metrics()
	leading := max(box.Leading, box.Leading*m.leading/latin.leading)
	for i := range len(b.Lines) - 1 {
		// Marks that are piled up never reach the next line.
		leading = max(leading, b.Lines[i].Descent+b.Lines[i+1].Ascent+lineGap)
	}
	b.Leading = leading * size
	b.Ascent = max(m.ascent, b.Lines[0].Ascent) * size
	b.Descent = max(m.descent, b.Lines[len(b.Lines)-1].Descent) * size
	return b
}

// lineGap is what stays free between the ink of two lines, in em.
const lineGap = 0.04

// cut sets as much as the box takes at the smallest size, and an ellipsis.
func (p *Paragraph) cut(box Box) *Block {
	whole, divided := p.lay(box, box.MinSize)
	if b := p.block(box, whole, box.MinSize); len(whole) == 1 || len(whole) <= box.MaxLines && b.Height() <= box.Height {
		b.Divided = divided
		return b
	}
	room := max(1, min(box.MaxLines, len(whole)))
	for room > 1 && p.block(box, whole[:room], box.MinSize).Height() > box.Height {
		room--
	}
	end := whole[min(room, len(whole))-1].end
	for {
		end = p.shorter(end)
		q := p.fonts.New(ellipsis(p.text[:end]), p.style, p.direction())
		if lines, _ := q.wrap(box.Width / box.MinSize); len(lines) <= room || end == 0 {
			b := q.block(box, lines[:min(room, len(lines))], box.MinSize)
			b.Truncated, b.Divided, b.Missing = true, divided, p.Missing
			return b
		}
	}
}

// direction is the paragraph's, which a cut must not change.
func (p *Paragraph) direction() Direction {
	if p.bidi.Base == 1 {
		return FromRight
	}
	return FromLeft
}

// shorter is the end of the cluster before the last; 0 is the beginning.
func (p *Paragraph) shorter(end int) int {
	i, _ := slices.BinarySearchFunc(p.clusters, end, func(c span, end int) int { return c.end - end })
	if i <= 0 {
		return 0
	}
	return p.clusters[i-1].end
}

// wordsLookedBack is how many code points a cut goes back to end with a word.
const wordsLookedBack = 12

// ellipsis ends a text with "…": behind a word where one ends nearby, never
// behind a space or punctuation, with what is open in it closed.
func ellipsis(text []rune) []rune {
	for i := len(text); i > max(0, len(text)-wordsLookedBack); i-- {
		if i < len(text) && text[i] == ' ' {
			text = text[:i]
			break
		}
	}
	for len(text) > 0 && (hanging(text[len(text)-1]) || unicode.IsPunct(text[len(text)-1]) && !isBidiControl(text[len(text)-1])) {
		text = text[:len(text)-1]
	}
	return append(balance(slices.Clone(text)), '…')
}
