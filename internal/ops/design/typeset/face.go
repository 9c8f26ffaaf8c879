package typeset

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"golang.org/x/text/unicode/norm"
)

// face is one font, for many callers at once.
type face struct {
	name    string
	bold    bool
	doubted bool // nobody vouches for it: what it breaks is caught
	font    *font.Font
	upem    float64
	shaper  sync.Pool // of *harfbuzz.Font, which has caches and one user at a time
}

var errNoOutlines = errors.New("it has no outlines")

// parse reads the fonts of a file; a collection has several. A file that
// breaks the reader is an error, not a panic.
func parse(name string, data []byte) (list []*face, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			list, err = nil, fmt.Errorf("it cannot be read: %v", broken)
		}
	}()
	if err := checkDirectory(data); err != nil {
		return nil, err
	}
	loaders, err := opentype.NewLoaders(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for _, loader := range loaders {
		if !slices.ContainsFunc([]string{"glyf", "CFF ", "CFF2"}, func(table string) bool { return loader.HasTable(opentype.MustNewTag(table)) }) {
			return nil, errNoOutlines
		}
		f, err := font.NewFont(loader)
		if err != nil {
			return nil, err
		}
		if f.Upem() == 0 {
			return nil, errors.New("it has no units per em")
		}
		made := &face{name: name, font: f, upem: float64(f.Upem()), bold: f.Describe().Aspect.Weight >= font.WeightSemibold}
		made.shaper.New = func() any {
			s := &shaper{face: font.NewFace(f), buffer: harfbuzz.NewBuffer()}
			s.font = harfbuzz.NewFont(s.face)
			openFilters(s.font)
			return s
		}
		list = append(list, made)
	}
	return list, nil
}

// shaper is what shapes and outlines with a font, for one caller at a time.
type shaper struct {
	face   *font.Face
	font   *harfbuzz.Font
	buffer *harfbuzz.Buffer
}

// glyph is a glyph as it was placed, in font units; cluster is the first rune
// that it stands for.
type glyph struct {
	id               font.GID
	cluster          int
	advance          int32
	xOffset, yOffset int32
}

// shape gives the glyphs of text[start:end] from left to right; what stands
// around it is context. A font that breaks on them gives none.
func (f *face) shape(text []rune, start, end int, rtl bool, script language.Script, lang language.Language) (list []glyph) {
	defer f.contain(func() { list = nil })
	s := f.shaper.Get().(*shaper)
	b := s.buffer
	b.Clear()
	b.AddRunes(text, start, end-start)
	b.Props = harfbuzz.SegmentProperties{Direction: harfbuzz.LeftToRight, Script: script, Language: lang}
	if rtl {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Shape(s.font, nil)
	list = make([]glyph, len(b.Info))
	for i, info := range b.Info {
		p := b.Pos[i]
		list[i] = glyph{info.Glyph, info.Cluster, p.XAdvance, p.XOffset, p.YOffset}
	}
	f.shaper.Put(s)
	return list
}

// outline gives the outline of a glyph, in font units.
func (f *face) outline(id font.GID) (segments []opentype.Segment) {
	defer f.contain(func() { segments = nil })
	s := f.shaper.Get().(*shaper)
	o, _ := s.face.GlyphDataOutline(id)
	f.shaper.Put(s)
	return o.Segments
}

// contain is deferred: a panic of a font that nobody vouches for ends in
// instead.
func (f *face) contain(instead func()) {
	if !f.doubted {
		return
	}
	if recover() != nil {
		instead()
	}
}

// covers tells whether the font has glyphs for a cluster as it stands,
// composed or decomposed, which is what the shaper tries. What is invisible
// needs none.
func (f *face) covers(cluster []rune) bool {
	if f.hasAll(cluster) {
		return true
	}
	if len(cluster) == 1 && cluster[0] < 0x80 {
		return false
	}
	s := string(cluster)
	return f.hasAll([]rune(norm.NFC.String(s))) || f.hasAll([]rune(norm.NFD.String(s)))
}

func (f *face) hasAll(cluster []rune) bool {
	for _, r := range cluster {
		if _, ok := f.font.NominalGlyph(r); !ok && !invisible(r) {
			return false
		}
	}
	return true
}

// invisible tells what is drawn as nothing.
func invisible(r rune) bool { return harfbuzz.IsDefaultIgnorable(r) }
