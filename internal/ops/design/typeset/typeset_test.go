package typeset

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"pgregory.net/rapid"
)

func TestEmbeddedFonts(t *testing.T) {
	files, err := embedded.ReadDir("fonts")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".ttf.gz")
		face, err := openEmbedded(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if face.bold != strings.HasSuffix(name, boldEnding) {
			t.Errorf("%s: bold is %v", name, face.bold)
		}
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += int(info.Size())
	}
	if total > 8<<20 {
		t.Errorf("the fonts have %d bytes, at most %d are wanted in the program", total, 8<<20)
	}
	for _, ending := range []string{plainEnding, boldEnding} {
		for _, name := range byScript {
			embeddedFace(name + ending)
		}
		for _, name := range byFamily {
			embeddedFace(name + ending)
		}
	}
}

func TestClean(t *testing.T) {
	for name, c := range map[string]struct {
		in, want string
		lines    bool
		marks    int
	}{
		"white space":         {in: " \t a \n\n b\u2028c\u3000", want: "a b c"},
		"no-break space":      {in: "10\u00a0km", want: "10\u00a0km"},
		"lines":               {in: "\n if x {\n\ty()  \n}\n\n", want: " if x {\n  y()  \n}", lines: true},
		"carriage returns":    {in: "a\r\nb", want: "a\nb", lines: true},
		"controls":            {in: "a\x00\x1b[31mb\u0085\ufeff\uffff\ufffc\u00adc", want: "a[31mb c"},
		"joiners stay":        {in: "क्\u200dष \u200c", want: "क्\u200dष \u200c"},
		"override left open":  {in: "a\u202eb", want: "a\u202eb\u202c"},
		"closes nothing":      {in: "a\u202cb\u2069c", want: "abc"},
		"isolate left open":   {in: "\u2067a\u202ab", want: "\u2067a\u202ab\u202c\u2069"},
		"isolate closes all":  {in: "\u2068\u202ea\u2069b\u202c", want: "\u2068\u202ea\u2069b"},
		"balanced":            {in: "\u2066a\u202bb\u202c\u2069", want: "\u2066a\u202bb\u202c\u2069"},
		"each line by itself": {in: "a\u202e\nb", want: "a\u202e\u202c\nb", lines: true},
		"eight marks":         {in: "a" + strings.Repeat("\u0301", 8), want: "a" + strings.Repeat("\u0301", 8)},
		"zalgo":               {in: "a" + strings.Repeat("\u0301", 50) + "b\u0301", want: "a" + strings.Repeat("\u0301", 8) + "b\u0301", marks: 42},
	} {
		got := Clean(c.in, c.lines)
		if string(got.Text) != c.want || got.Marks != c.marks {
			t.Errorf("%s: %+q, %d marks taken out; want %+q, %d", name, string(got.Text), got.Marks, c.want, c.marks)
		}
	}
	if got := Clean(strings.Repeat("a", MaxRunes+5), false).Text; len(got) != MaxRunes {
		t.Errorf("%d code points are kept, want %d", len(got), MaxRunes)
	}
}

// drawn is what a line shows, run by run from left to right, each run as it is read.
func drawn(p *Paragraph) (list []string) {
	for _, r := range p.bidi.Line(0, len(p.text)) {
		list = append(list, strings.TrimSpace(string(p.text[r.Start:r.End])))
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// TestOrder takes its orders from UAX #9; the first is the title that other
// generators of cards get wrong.
func TestOrder(t *testing.T) {
	for text, want := range map[string][]string{
		"مؤتمر Go في دبي 2026": {"2026", "في دبي", "Go", "مؤتمر"},
		"Go مؤتمر":             {"Go", "مؤتمر"},
		"שלום world":           {"world", "שלום"},
		"abc ١٢٣ سلام":         {"abc", "سلام", "١٢٣"},
	} {
		if got := drawn(Embedded().New([]rune(text), Style{}, Auto)); !slices.Equal(got, want) {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

func TestDirectionOfPages(t *testing.T) {
	for text, want := range map[string][2]bool{
		"Hello":               {false, true},
		"مرحبا":               {true, true},
		"iPhone 17 برو متوفر": {true, true},
		"Guide to مكة":        {false, true},
		"שלום Hello World":    {true, true},
		"2026":                {false, false},
		"١٢٣":                 {false, false},
		"":                    {false, false},
		"नमस्ते":              {false, true},
	} {
		if rtl, known := RightToLeft([]rune(text)); rtl != want[0] || known != want[1] {
			t.Errorf("%q: right to left %v, known %v; want %v", text, rtl, known, want)
		}
	}
}

// TestIsolation sets a hostile text beside another: what it does to the order
// ends with it.
func TestIsolation(t *testing.T) {
	for _, hostile := range []string{"\u202eevil", "\u2067a", "a\u2069\u202e", "\u202e\u202e\u2066x", strings.Repeat("\u202b", 200)} {
		bad := Isolate(Clean(hostile, false).Text)
		text := slices.Concat([]rune("left "), bad, []rune(" right"))
		list := drawn(Embedded().New(text, Style{}, FromLeft))
		if !strings.HasPrefix(list[0], "left") || !strings.HasSuffix(list[len(list)-1], "right") {
			t.Errorf("%+q reorders its neighbours: %q", hostile, list)
		}
	}
}

var box = Box{Width: 600, Height: 300, MaxLines: 4, Size: 60, MinSize: 36, Leading: 1.1, Balance: true}

// TestFit draws random texts of many scripts: lines stay inside the box, hold
// the whole text, and what is missing is told.
func TestFit(t *testing.T) {
	fonts := Embedded()
	scripts := []*unicode.RangeTable{unicode.Latin, unicode.Devanagari, unicode.Arabic, unicode.Thai, unicode.Tamil, unicode.Hebrew, unicode.Han, unicode.White_Space, unicode.Mn, unicode.So, unicode.Cf}
	char := rapid.Custom(func(t *rapid.T) rune {
		return rapid.RuneFrom(nil, rapid.SampledFrom(scripts).Draw(t, "script")).Draw(t, "rune")
	})
	rapid.Check(t, func(t *rapid.T) {
		text := Clean(string(rapid.SliceOfN(char, 0, 60).Draw(t, "text")), false).Text
		p := fonts.New(text, Style{}, Auto)
		b := p.Fit(box)
		var shown strings.Builder
		for _, l := range b.Lines {
			shown.WriteString(l.Text)
			if l.Width*b.Size > box.Width+0.01 && !b.Divided {
				t.Fatalf("a line is %.1f px wide", l.Width*b.Size)
			}
			for _, r := range l.runs {
				for _, g := range r.glyphs {
					if g.id == 0 && len(b.Missing) == 0 {
						t.Fatalf("a box is drawn in %q and nothing said of it", l.Text)
					}
				}
			}
		}
		if b.Size < box.MinSize-0.01 || b.Size > box.Size {
			t.Fatalf("size %v", b.Size)
		}
		if got, want := squeeze(shown.String()), squeeze(Plain(text)); !b.Truncated && got != want {
			t.Fatalf("the lines hold %+q of %+q", got, want)
		}
	})
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if hanging(r) {
			return -1
		}
		return r
	}, s)
}

func TestEllipsis(t *testing.T) {
	long := strings.Repeat("wonderful words, ", 60)
	for name, text := range map[string]string{"words": long, "one word": strings.Repeat("word", 200), "Arabic": strings.Repeat("كلمات رائعة، ", 60), "isolate": "\u2067" + long} {
		b := Embedded().New(Clean(text, false).Text, Style{}, Auto).Fit(box)
		last := b.Lines[len(b.Lines)-1].Text
		if !b.Truncated || b.Size != box.MinSize || !strings.HasSuffix(last, "…") || strings.HasSuffix(last, " …") || strings.HasSuffix(last, ",…") {
			t.Errorf("%s: truncated %v at %v px, ends with %q", name, b.Truncated, b.Size, last)
		}
		if b.Height() > box.Height || len(b.Lines) > box.MaxLines {
			t.Errorf("%s: %d lines of %.0f px", name, len(b.Lines), b.Height())
		}
	}
}

// TestThaiBreaks wants no line to begin with what belongs to the one before
// it, nor to end with a vowel that waits for its consonant.
func TestThaiBreaks(t *testing.T) {
	const text = "ภาษาไทยเขียนติดกันโดยไม่เว้นวรรคระหว่างคำจึงต้องตัดบรรทัดอย่างระมัดระวังและถูกต้องที่สุด"
	for width := 60.0; width < 700; width += 20 {
		narrow := box
		narrow.Width, narrow.Height, narrow.MaxLines = width, 1e6, 1000
		for _, l := range Embedded().New([]rune(text), Style{}, Auto).Fit(narrow).Lines {
			line := []rune(l.Text)
			first, last := line[0], line[len(line)-1]
			if strings.ContainsRune(thaiHolding, first) || strings.ContainsRune(thaiFrontVowels, last) || unicode.Is(unicode.Mn, first) || last == '\u0e31' {
				t.Errorf("at %v px a line is %q", width, l.Text)
			}
		}
	}
}

func TestMissing(t *testing.T) {
	p := Embedded().New([]rune("日本 日 ok 🚀"), Style{}, Auto)
	var got []string
	for _, m := range p.Missing {
		got = append(got, m.Text)
	}
	if want := []string{"日", "本"}; !slices.Equal(got, want) {
		t.Errorf("missing are %q, want %q", got, want)
	}
}

func TestFolder(t *testing.T) {
	good, err := os.ReadFile("testdata/NotoSansArmenian-subset.ttf")
	if err != nil {
		t.Fatal(err)
	}
	const text = "Բարև աշխարհ"
	if len(Embedded().New([]rune(text), Style{}, Auto).Missing) == 0 {
		t.Fatal("Armenian is embedded by now; choose another script")
	}
	broken := slices.Clone(good)
	copy(broken[len(broken)/2:], make([]byte, 64))
	folder := fstest.MapFS{
		"a/NotoSansArmenian.TTF": {Data: good}, "empty.ttf": {}, "noise.otf": {Data: []byte("no font at all")},
		"short.ttf": {Data: good[:len(good)/2]}, "broken.ttf": {Data: broken}, "readme.txt": {Data: []byte("not read")},
	}
	fonts, problems := Embedded().WithFolder(folder)
	for _, p := range problems {
		if strings.Contains(p.Error(), "NotoSansArmenian.TTF") || strings.Contains(p.Error(), "readme") {
			t.Error(p)
		}
	}
	for _, bad := range []string{"empty.ttf", "noise.otf", "short.ttf"} {
		if !slices.ContainsFunc(problems, func(err error) bool { return strings.Contains(err.Error(), bad) }) {
			t.Errorf("nothing is said of %s: %v", bad, problems)
		}
	}
	if p := fonts.New([]rune(text), Style{Bold: true}, Auto); len(p.Missing) > 0 {
		t.Errorf("missing with the folder: %v", p.Missing)
	}
}

// FuzzFolder wants every font refused or drawn with, and nothing to panic.
func FuzzFolder(f *testing.F) {
	good, err := os.ReadFile("testdata/NotoSansArmenian-subset.ttf")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	for i := 12; i < len(good); i += 211 {
		bad := slices.Clone(good)
		bad[i] ^= 0xff
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fonts, _ := Embedded().WithFolder(fstest.MapFS{"x.ttf": {Data: data}})
		b := fonts.New([]rune("Բարև"), Style{}, Auto).Fit(box)
		for _, l := range b.Lines {
			l.Draw(&bounds{}, 0, 0, b.Size)
		}
	})
}
