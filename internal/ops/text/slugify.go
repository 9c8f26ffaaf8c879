package text

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/slug"
)

// TextToSlug makes a URL slug of a text in any script.
var TextToSlug = op.Define(op.Def[TextToSlugIn, TextToSlugOut]{
	ID:      "text-to-slug",
	Route:   "POST /v1/text/slugify",
	Summary: "Make a readable URL slug from text in any script",
	Doc: "Makes a URL slug and reports what was dropped. Writes Latin, Greek, Cyrillic, Arabic, Hebrew, Korean, kana, Chinese and the " +
		"Indic scripts in ASCII, or keeps them in unicode mode. Cuts at word boundaries, can avoid existing slugs, and refuses text " +
		"that leaves nothing unless a fallback is given.",
	See:    []op.See{{When: "names of variables", ID: "case-converter"}},
	Words:  []string{"permalink", "URL friendly", "SEO", "link", "handle", "file name", "heading", "title", "hyphens", "dashes", "transliterate", "transliteration", "romanize"},
	Source: "Unicode NFKC (UAX #15); CLDR transforms Any-Latin and Latin-ASCII; ISO 15919 for the Indic scripts",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "English", In: `{"text":"Hello, World!"}`},
		{Name: "accents and ampersand", In: `{"text":"Déjà Vu — Café & Crème"}`},
		{Name: "Hindi", In: `{"text":"नमस्ते दुनिया"}`},
		{Name: "Hindi as it is spoken", In: `{"text":"भारत","locale":"hi"}`},
		{Name: "Japanese kept", In: `{"text":"日本語 テキスト","mode":"unicode"}`},
		{Name: "an unused one", In: `{"text":"Hello World","existing":["hello-world","hello-world-2"],"max_length":20}`},
	},
	Run: textToSlug,
})

// TextToSlugIn is the input of text-to-slug.
type TextToSlugIn struct {
	Text            string           `json:"text" doc:"The text, such as a title." document:"true" aka:"input,data,content,value,str,source,body,title" example:"Hello, World!"`
	Separator       string           `json:"separator" doc:"What stands between words: -, _, . or nothing." default:"-" pattern:"^[-_.]?$"`
	Lowercase       bool             `json:"lowercase" doc:"Lower-case the slug." default:"true"`
	Mode            string           `json:"mode" doc:"Write every script in ASCII, or keep letters of all scripts." enum:"ascii,unicode" default:"ascii"`
	Locale          string           `json:"locale" doc:"Language of the text (BCP 47); de writes ä as ae, hi drops the final inherent a, tr and az lower-case as Turkish does." default:"und" len:"1..35"`
	MaxLength       int              `json:"max_length" doc:"Longest slug in code points, cut at a word boundary, never inside a grapheme cluster; 0 = any." default:"0" min:"0" max:"1000"`
	Decamelize      bool             `json:"decamelize" doc:"Split camelCase into words." default:"false"`
	Replacements    op.Pairs[string] `json:"replacements,omitempty" doc:"Texts to replace first, one after the other in this order." len:"..100"`
	Preserve        string           `json:"preserve" doc:"Characters to keep, such as . or #; the separator is not one of them." default:"" len:"..100"`
	RemoveStopWords bool             `json:"remove_stop_words" doc:"Leave out short English words such as the, of, and." default:"false"`
	Existing        []string         `json:"existing,omitempty" doc:"Slugs already taken; the answer gets -2, -3 … with the separator where it would be one of them or of the lines before." len:"..10000"`
	PerLine         bool             `json:"per_line" doc:"Make a slug of each line; blank lines stay, and so do line endings." default:"false"`
	Fallback        *string          `json:"fallback" doc:"The slug where the text leaves nothing, used as it is." len:"..1000"`
}

// TextToSlugOut is the answer of text-to-slug.
type TextToSlugOut struct {
	Slug           string        `json:"slug" doc:"The slug; with per_line one on each line." main:"text/plain"`
	Length         int           `json:"length" doc:"Its length in code points."`
	Truncated      bool          `json:"truncated" doc:"Words were left out or cut for max_length."`
	Transliterated bool          `json:"transliterated" doc:"Letters with diacritics or of other scripts were written in ASCII."`
	Dropped        []SlugDropped `json:"dropped" doc:"Letters, numbers and symbols that have no place in the slug; punctuation and spaces only part words."`
	UniqueSuffix   *int          `json:"unique_suffix,omitempty" doc:"The number added to avoid an existing slug; with per_line the last one."`
}

// SlugDropped is a character that was left out.
type SlugDropped struct {
	Char  string `json:"char" doc:"The character."`
	Count int    `json:"count" doc:"How often it occurred."`
}

// maxReplacedText bounds what replacements may blow a text up to.
const maxReplacedText = 2 << 20

// Check reads the locale and the replacements.
func (in *TextToSlugIn) Check(e *op.Invalid) {
	checkLocale(e, in.Locale)
	for _, r := range in.Replacements {
		if r.Name == "" {
			e.Add("replacements", op.TooShort, "an empty text cannot be replaced")
		}
	}
}

func (in *TextToSlugIn) options() slug.Options {
	tag, _ := language.Parse(in.Locale) // checked by Check
	return slug.Options{
		Separator: in.Separator, Lowercase: in.Lowercase, ASCII: in.Mode == "ascii", Locale: tag, MaxLength: in.MaxLength,
		Decamelize: in.Decamelize, Preserve: in.Preserve, RemoveStopWords: in.RemoveStopWords,
	}
}

func textToSlug(ctx context.Context, in TextToSlugIn) (TextToSlugOut, error) {
	text, err := replaceAll(ctx, in.Text, in.Replacements)
	if err != nil {
		return TextToSlugOut{}, err
	}
	m := newSlugMaker(&in)
	if in.PerLine {
		err = m.lines(ctx, text)
	} else {
		m.out.Slug, err = m.make(ctx, text)
	}
	m.out.Length = utf8.RuneCountInString(m.out.Slug)
	return m.out, err
}

func replaceAll(ctx context.Context, text string, replacements op.Pairs[string]) (string, error) {
	for _, r := range replacements {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		grown := len(text) + strings.Count(text, r.Name)*(len(r.Value)-len(r.Name))
		if grown > maxReplacedText {
			return "", op.Refuse("replacements", op.OutputTooLarge, "would make the text longer than %d bytes", maxReplacedText)
		}
		text = strings.ReplaceAll(text, r.Name, r.Value)
	}
	return text, nil
}

// slugMaker makes the slugs of one call.
type slugMaker struct {
	in    *TextToSlugIn
	maker *slug.Maker
	names *slug.Names  // nil when slugs need not be unique
	drops map[rune]int // index in out.Dropped
	out   TextToSlugOut
}

func newSlugMaker(in *TextToSlugIn) *slugMaker {
	m := &slugMaker{in: in, maker: slug.New(in.options()), drops: map[rune]int{}}
	m.out.Dropped = []SlugDropped{}
	if len(in.Existing) > 0 {
		m.names = slug.NewNames(m.maker, in.Existing)
	}
	return m
}

// lines makes the slug of each line that is not blank. Line endings become the
// one that most lines have.
func (m *slugMaker) lines(ctx context.Context, text string) error {
	made := lines.Split(text)
	for i, line := range made {
		if strings.TrimSpace(line) == "" {
			made[i] = ""
			continue
		}
		var err error
		if made[i], err = m.make(ctx, line); err != nil {
			return atLine(err, i+1)
		}
	}
	m.out.Slug = lines.StyleOf(text).Join(made)
	return nil
}

// atLine adds to a refusal the line that it is about.
func atLine(err error, number int) error {
	var refused *op.Invalid
	if errors.As(err, &refused) {
		refused.Violations[0].Message += fmt.Sprintf(" (line %d)", number)
	}
	return err
}

// make makes one slug.
func (m *slugMaker) make(ctx context.Context, text string) (string, error) {
	r, err := m.maker.Make(ctx, text)
	if err != nil {
		return "", err
	}
	m.out.Truncated = m.out.Truncated || r.Truncated
	m.out.Transliterated = m.out.Transliterated || r.Transliterated
	for _, d := range r.Dropped {
		m.drop(d)
	}
	made, words := r.Slug, r.Words
	if made == "" {
		if m.in.Fallback == nil {
			return "", m.emptySlug()
		}
		made, words = *m.in.Fallback, []string{*m.in.Fallback}
		if m.in.Separator != "" {
			words = strings.Split(made, m.in.Separator)
		}
	}
	if m.names == nil {
		return made, nil
	}
	return m.unique(made, words)
}

func (m *slugMaker) emptySlug() error {
	refusal := op.Refuse("text", "empty_slug", "leaves nothing that a slug can hold")
	refusal.Violations[0].Hint = "send a fallback"
	if m.in.Mode == "ascii" && len(m.out.Dropped) > 0 {
		refusal.Violations[0].Hint += ", or mode unicode to keep the letters of every script"
	}
	return refusal
}

func (m *slugMaker) drop(d slug.Dropped) {
	i, ok := m.drops[d.Char]
	if !ok {
		i = len(m.out.Dropped)
		m.drops[d.Char] = i
		m.out.Dropped = append(m.out.Dropped, SlugDropped{Char: string(d.Char)})
	}
	m.out.Dropped[i].Count += d.Count
}

func (m *slugMaker) unique(made string, words []string) (string, error) {
	claimed, number, ok := m.names.Claim(made, words)
	if !ok {
		return "", op.Refuse("max_length", op.Conflict, "leaves no room for the number that tells the slug from the existing ones")
	}
	if number > 0 {
		m.out.UniqueSuffix = &number
		m.out.Truncated = m.out.Truncated || !strings.HasPrefix(claimed, made)
	}
	return claimed, nil
}
