package text

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/lettercase"
	"toolcrib/internal/ops/text/lines"
)

// CaseConverter changes the case of a text.
var CaseConverter = op.Define(op.Def[CaseConverterIn, CaseConverterOut]{
	ID:      "case-converter",
	Route:   "POST /v1/text/case-converter",
	Summary: "Convert text to upper, title, camel, snake or any other case, in any script",
	Doc: "Converts text to a case (upper, title, sentence …) or an identifier (camel, snake, kebab …) in any script, " +
		"by the rules of a language; without case, to all of them. Identifiers split before capitals (XMLHttp is two " +
		"words), keep accents and vowel signs, and drop apostrophes. Lines are converted alone unless per_line is " +
		"false.",
	See:    []op.See{{When: "URLs", ID: "text-to-slug"}},
	Words:  []string{"uppercase", "lowercase", "capitalize", "capital letters", "all caps", "camelCase", "PascalCase", "CONSTANT_CASE", "naming", "variable", "headline"},
	Source: "Unicode 17: full case mappings with SpecialCasing, UAX #29 words; ICU title case and Greek upper case; AP style for small words",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "all cases", In: `{"text":"hello world"}`},
		{Name: "snake case", In: `{"text":"XMLHttpRequest","case":"snake"}`},
		{Name: "Hindi", In: `{"text":"नमस्ते दुनिया","case":"snake"}`},
		{Name: "headline", In: `{"text":"they're lord of the rings' friends","case":"title","title_style":"ap"}`},
		{Name: "Turkish", In: `{"text":"istanbul","case":"upper","locale":"tr"}`},
		{Name: "numbers apart", In: `{"text":"version2Beta3","case":"snake","split_numbers":true}`},
	},
	Run: convertCase,
})

// CaseConverterIn is the input of case-converter.
type CaseConverterIn struct {
	Text         string  `json:"text" doc:"The text; without case at most 10,000 characters." document:"true" aka:"input,data,content,value,str,source,body" example:"hello world"`
	Case         *string `json:"case" doc:"The case to convert to; without it all of them." enum:"lower,upper,title,sentence,capitalize,camel,pascal,snake,screaming_snake,kebab,screaming_kebab,train,dot,path,flat,swap,alternating" same:"lowercase=lower,uppercase=upper,titlecase=title,sentencecase=sentence,capitalizecase=capitalize,camelcase=camel,pascalcase=pascal,snakecase=snake,screaming_snakecase=screaming_snake,kebabcase=kebab,screaming_kebabcase=screaming_kebab,traincase=train,dotcase=dot,pathcase=path,flatcase=flat,swapcase=swap,alternatingcase=alternating,constant=screaming_snake,constantcase=screaming_snake,cobol=screaming_kebab,cobolcase=screaming_kebab,header=train,headercase=train,param=kebab,paramcase=kebab,inverse=swap,inversecase=swap,macro=screaming_snake,macrocase=screaming_snake" aka:"to,target,style,format" example:"snake"`
	Locale       string  `json:"locale" doc:"Language of the text (BCP 47); tr, az, lt, el and nl have rules of their own." default:"und" len:"1..35"`
	PerLine      bool    `json:"per_line" doc:"Convert each line on its own; line endings stay." default:"true"`
	TitleStyle   string  `json:"title_style" doc:"In title case start all words with a capital, or leave small words such as of and the lower as AP does." enum:"all,ap" default:"all"`
	SplitNumbers bool    `json:"split_numbers" doc:"In identifiers make numbers words of their own." default:"false"`
}

// CaseConverterOut is the answer of case-converter.
type CaseConverterOut struct {
	Text  *string  `json:"text,omitempty" doc:"The converted text." main:"text/plain"`
	Case  *string  `json:"case,omitempty" doc:"The case that it is in."`
	Cases *Cases   `json:"cases,omitempty" doc:"The text in every case."`
	Words []string `json:"words" doc:"The words of the first line (of the whole text without per_line) as identifiers have them."`
}

// Cases is a text in every case.
type Cases struct {
	Lower          string `json:"lower" doc:"lower case"`
	Upper          string `json:"upper" doc:"UPPER CASE"`
	Title          string `json:"title" doc:"Title Case"`
	Sentence       string `json:"sentence" doc:"Sentence case."`
	Capitalize     string `json:"capitalize" doc:"First Letters Upper, the rest as it is"`
	Camel          string `json:"camel" doc:"camelCase"`
	Pascal         string `json:"pascal" doc:"PascalCase"`
	Snake          string `json:"snake" doc:"snake_case"`
	ScreamingSnake string `json:"screaming_snake" doc:"SCREAMING_SNAKE_CASE"`
	Kebab          string `json:"kebab" doc:"kebab-case"`
	ScreamingKebab string `json:"screaming_kebab" doc:"SCREAMING-KEBAB-CASE"`
	Train          string `json:"train" doc:"Train-Case"`
	Dot            string `json:"dot" doc:"dot.case"`
	Path           string `json:"path" doc:"path/case"`
	Flat           string `json:"flat" doc:"flatcase"`
	Swap           string `json:"swap" doc:"sWAPPED"`
	Alternating    string `json:"alternating" doc:"aLtErNaTiNg"`
}

// maxForAllCases bounds the text, in code points, that is converted to every
// case at once.
const maxForAllCases = 10_000

// Check reads the locale, and the length of a text that is to have all cases.
func (in *CaseConverterIn) Check(e *op.Invalid) {
	checkLocale(e, in.Locale)
	if n := utf8.RuneCountInString(in.Text); in.Case == nil && n > maxForAllCases {
		e.Add("text", op.TooLong, "has %d characters; for all cases at once at most %d are allowed", n, maxForAllCases).Hint = "send the case that you want"
	}
}

// checkLocale refuses a locale that is no language tag.
func checkLocale(e *op.Invalid, locale string) {
	if _, err := language.Parse(locale); err != nil {
		e.Add("locale", op.InvalidFormat, "is not a language tag").Hint = "send a BCP 47 tag such as tr or hi-IN"
	}
}

// baseLanguage is the language of a locale that has been checked, "und" where
// it names none.
func baseLanguage(locale string) string {
	base, _, _ := language.Make(locale).Raw()
	return base.String()
}

func convertCase(ctx context.Context, in CaseConverterIn) (out CaseConverterOut, err error) {
	c := caseConverter{
		ctx: ctx, in: in, caser: lettercase.New(language.Make(in.Locale)),
		options: lettercase.Options{AP: in.TitleStyle == "ap", SplitNumbers: in.SplitNumbers},
	}
	out.Words = c.words()
	if in.Case != nil {
		text := c.convert(*in.Case)
		out.Text, out.Case = &text, in.Case
	} else {
		out.Cases = c.all()
	}
	return out, ctx.Err()
}

type caseConverter struct {
	ctx     context.Context
	in      CaseConverterIn
	caser   *lettercase.Caser
	options lettercase.Options
}

// convert returns the text in a case. It stops early when the call does.
func (c caseConverter) convert(form string) string {
	if !c.in.PerLine {
		return c.caser.Convert(form, c.in.Text, c.options)
	}
	var b strings.Builder
	b.Grow(len(c.in.Text))
	for line, terminator := range lines.Terminated(c.in.Text) {
		if c.ctx.Err() != nil {
			break
		}
		b.WriteString(c.caser.Convert(form, line, c.options))
		b.WriteString(terminator)
	}
	return b.String()
}

func (c caseConverter) all() *Cases {
	return &Cases{
		Lower:          c.convert("lower"),
		Upper:          c.convert("upper"),
		Title:          c.convert("title"),
		Sentence:       c.convert("sentence"),
		Capitalize:     c.convert("capitalize"),
		Camel:          c.convert("camel"),
		Pascal:         c.convert("pascal"),
		Snake:          c.convert("snake"),
		ScreamingSnake: c.convert("screaming_snake"),
		Kebab:          c.convert("kebab"),
		ScreamingKebab: c.convert("screaming_kebab"),
		Train:          c.convert("train"),
		Dot:            c.convert("dot"),
		Path:           c.convert("path"),
		Flat:           c.convert("flat"),
		Swap:           c.convert("swap"),
		Alternating:    c.convert("alternating"),
	}
}

// words are those of the first line, or of the whole text where that is
// converted as one.
func (c caseConverter) words() []string {
	first := c.in.Text
	if i := strings.IndexAny(first, "\r\n"); c.in.PerLine && i >= 0 {
		first = first[:i]
	}
	if words := lettercase.Words(first, c.in.SplitNumbers); words != nil {
		return words
	}
	return []string{}
}
