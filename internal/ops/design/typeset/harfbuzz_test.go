package typeset

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// titles are in the scripts that the embedded fonts cover, with conjuncts,
// reordered vowels, ligatures, marks and mixtures.
var titles = []struct{ name, text string }{
	{"Latin", "Efficient office: naïve façade, Ǻrhus & Łódź — 25 %"},
	{"Latin, decomposed", "Cre\u0301me bru\u0302le\u0301e Vie\u0323\u0302t Nam"},
	{"Greek", "Ὁ βίος βραχύς, ἡ δὲ τέχνη μακρή"},
	{"Cyrillic", "Съешь ещё этих мягких французских булок"},
	{"Devanagari", "क्षत्रिय नियुक्ति हिंदी में ज्ञान और श्रृंखला"},
	{"Bengali", "বাংলা ভাষায় শিক্ষা ও ক্ষুদ্র শিল্প"},
	{"Gurmukhi", "ਪੰਜਾਬੀ ਵਿੱਚ ਸਿੱਖਿਆ ਅਤੇ ਪ੍ਰਕਾਸ਼"},
	{"Gujarati", "ગુજરાતી ભાષામાં શિક્ષણ અને વિજ્ઞાન"},
	{"Oriya", "ଓଡ଼ିଆ ଭାଷାରେ ଶିକ୍ଷା ଓ ବିଜ୍ଞାନ"},
	{"Tamil", "தமிழ் மொழியில் கல்வியும் அறிவியலும்"},
	{"Telugu", "తెలుగు భాషలో విద్య మరియు విజ్ఞానం"},
	{"Kannada", "ಕನ್ನಡ ಭಾಷೆಯಲ್ಲಿ ಶಿಕ್ಷಣ ಮತ್ತು ವಿಜ್ಞಾನ"},
	{"Malayalam", "മലയാളം ഭാഷയിൽ വിദ്യാഭ്യാസവും ശാസ്ത്രവും"},
	{"Sinhala", "සිංහල භාෂාවෙන් අධ්\u200dයාපනය හා විද්\u200dයාව ශ්\u200dරී"},
	{"Arabic", "السلام عليكم، مؤتمر Go في دبي 2026 ولا ١٢٣"},
	{"Urdu", "اردو زبان میں تعلیم اور سائنس"},
	{"Hebrew", "שָׁלוֹם עוֹלָם, ברוכים הבאים ל-Go 2026"},
	{"Thai", "ภาษาไทยน้ำใจที่ผู้ใหญ่ให้"},
	{"emoji", "Ship it 🚀 👩\u200d🚀 👍🏽 🇮🇳 1️⃣ ❤️ ★"},
}

// TestAsHarfBuzz compares every run of every title with what hb-shape makes of
// it: glyphs, clusters, advances and offsets must be equal.
func TestAsHarfBuzz(t *testing.T) {
	hb, err := exec.LookPath("hb-shape")
	if err != nil {
		t.Fatal("hb-shape is missing; it is in Debian's package libharfbuzz-bin")
	}
	fonts, dir := Embedded(), t.TempDir()
	files := map[string]string{}
	for _, title := range titles {
		for _, style := range []Style{{}, {Bold: true}, {Family: Serif}, {Family: Mono, Bold: true}} {
			p := fonts.New(Clean(title.text, false).Text, style, Auto)
			if len(p.Missing) > 0 {
				t.Errorf("%s: no font has %v", title.name, p.Missing)
			}
			for _, it := range p.items {
				file := files[it.face.name]
				if file == "" {
					data, err := unpack(it.face.name)
					if err != nil {
						t.Fatal(err)
					}
					file = filepath.Join(dir, it.face.name+".ttf")
					if err := os.WriteFile(file, data, 0o600); err != nil {
						t.Fatal(err)
					}
					files[it.face.name] = file
				}
				got, want := ours(p, it), hbShape(t, hb, file, p, it)
				if got != want {
					t.Errorf("%s, %s: run %q\n ours     %s\n hb-shape %s", title.name, it.face.name, string(p.text[it.start:it.end]), got, want)
				}
				if strings.Contains(got, `"g":0,`) {
					t.Errorf("%s, %s: run %q has a glyph that is missing", title.name, it.face.name, string(p.text[it.start:it.end]))
				}
			}
		}
	}
}

// shaped is a glyph as hb-shape writes it.
type shaped struct {
	G  int `json:"g"`
	Cl int `json:"cl"`
	AX int `json:"ax"`
	DX int `json:"dx"`
	DY int `json:"dy"`
}

func ours(p *Paragraph, it item) string {
	var list []shaped
	for _, g := range p.shape(it) {
		list = append(list, shaped{int(g.id), g.cluster, int(g.advance), int(g.xOffset), int(g.yOffset)})
	}
	text, _ := json.Marshal(list)
	return string(text)
}

func hbShape(t *testing.T, hb, file string, p *Paragraph, it item) string {
	direction := "ltr"
	if it.level%2 == 1 {
		direction = "rtl"
	}
	cmd := exec.Command(hb, "--font-file="+file, "--output-format=json", "--no-glyph-names", "--direction="+direction, "--script="+it.script.String(), "--language=und",
		"--text-before="+string(p.text[:it.start]), "--text-after="+string(p.text[it.end:]), "--text="+string(p.text[it.start:it.end]))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	var list []shaped
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Cl += it.start // hb-shape counts from the run
	}
	text, _ := json.Marshal(list)
	return string(text)
}

// TestTitlesNeedTheirFonts says which scripts those were.
func TestTitlesNeedTheirFonts(t *testing.T) {
	used := map[string]bool{}
	for _, title := range titles {
		for _, it := range Embedded().New([]rune(title.text), Style{}, Auto).items {
			used[it.script.String()] = true
		}
	}
	if len(used) < 16 {
		t.Errorf("the titles have %d scripts, want Latin, Greek, Cyrillic, ten of India and Sri Lanka, Arabic, Hebrew and Thai", len(used))
	}
}
