package typeset

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"slices"
	"sync"

	"github.com/go-text/typesetting/language"
)

//go:embed fonts/*.ttf.gz
var embedded embed.FS

// Family is the design of the letters of Latin, Greek and Cyrillic; the other
// scripts have one design.
type Family uint8

const (
	Sans Family = iota
	Serif
	Mono
)

// byScript names the embedded font of each script that has one of its own.
var byScript = map[language.Script]string{
	language.Arabic:     "NotoSansArabic",
	language.Bengali:    "NotoSansBengali",
	language.Devanagari: "NotoSansDevanagari",
	language.Gujarati:   "NotoSansGujarati",
	language.Gurmukhi:   "NotoSansGurmukhi",
	language.Hebrew:     "NotoSansHebrew",
	language.Kannada:    "NotoSansKannada",
	language.Malayalam:  "NotoSansMalayalam",
	language.Oriya:      "NotoSansOriya",
	language.Sinhala:    "NotoSansSinhala",
	language.Tamil:      "NotoSansTamil",
	language.Telugu:     "NotoSansTelugu",
	language.Thai:       "NotoSansThai",
}

var byFamily = [...]string{Sans: "NotoSans", Serif: "NotoSerif", Mono: "NotoSansMono"}

// The fonts of what is no letter, and the wide ones tried for what is left.
const (
	emojiFont   = "NotoEmoji-Bold"
	signsFont   = "NotoSansSymbols-Regular"
	moreSigns   = "NotoSansSymbols2-Regular"
	widestFont  = "NotoSansMono"
	boldEnding  = "-Bold"
	plainEnding = "-Regular"
)

// Fonts is a set of fonts: the embedded ones and those of a folder.
type Fonts struct{ folder []*face }

// Embedded is the set without a folder.
func Embedded() *Fonts { return &Fonts{} }

var (
	facesMutex sync.Mutex
	faces      = map[string]*face{} // the embedded ones that were used; bounded by how many are embedded
)

// embeddedFace unpacks an embedded font when it is first asked for. What is
// embedded is sound: TestEmbeddedFonts opens every one.
func embeddedFace(name string) *face {
	facesMutex.Lock()
	defer facesMutex.Unlock()
	if f := faces[name]; f != nil {
		return f
	}
	f, err := openEmbedded(name)
	if err != nil {
		panic("typeset: embedded font " + name + ": " + err.Error())
	}
	faces[name] = f
	return f
}

func openEmbedded(name string) (*face, error) {
	data, err := unpack(name)
	if err != nil {
		return nil, err
	}
	list, err := parse(name, data)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// unpack reads the file of an embedded font.
func unpack(name string) ([]byte, error) {
	packed, err := embedded.ReadFile("fonts/" + name + ".ttf.gz")
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(zr)
}

// Style is how letters look.
type Style struct {
	Family   Family
	Bold     bool
	Tracking float64           // em added behind each cluster of Latin, Greek and Cyrillic; other scripts are joined or stacked
	Language language.Language // for forms that differ by language; "" is none
}

func (s Style) ending() string {
	if s.Bold {
		return boldEnding
	}
	return plainEnding
}

// candidates lists the fonts to try for a script, the best first. next is
// called until it gives false, so that no font is unpacked that nobody needs.
func (fs *Fonts) candidates(script language.Script, emoji bool, style Style, next func(*face) bool) {
	names := make([]string, 0, 8)
	if emoji {
		names = append(names, emojiFont)
	}
	if own := byScript[script]; own != "" {
		names = append(names, own+style.ending())
	}
	names = append(names, byFamily[style.Family]+style.ending(), byFamily[Sans]+style.ending(), signsFont, moreSigns, widestFont+style.ending(), emojiFont)
	for i, name := range names {
		if !slices.Contains(names[:i], name) && !next(embeddedFace(name)) {
			return
		}
	}
	for _, bold := range []bool{style.Bold, !style.Bold} {
		for _, f := range fs.folder {
			if f.bold == bold && !next(f) {
				return
			}
		}
	}
}
