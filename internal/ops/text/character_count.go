package text

import (
	"context"
	"fmt"
	"slices"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/hidden"
	"toolcrib/internal/ops/text/prose"
	"toolcrib/internal/ops/text/sms"
	"toolcrib/internal/ops/text/tweet"
)

// CharacterCounter measures a text in every unit.
var CharacterCounter = op.Define(op.Def[CharacterCounterIn, CharacterCounterOut]{
	ID:      "character-counter",
	Route:   "POST /v1/text/character-count",
	Summary: "Count characters, code points, bytes and words; check length limits",
	Doc: "Counts a text in every unit: characters as people see them, code points, UTF-16 units, bytes, words, " +
		"sentences, lines. Tells whether it fits a post on X, SMS, meta title or description, or your limits, and " +
		"lists characters that are hidden or force an SMS into Unicode. Empty text is zeros.",
	See:    []op.See{{When: "word frequencies and reading time", ID: "word-counter"}},
	Words:  []string{"letters", "text length", "string length", "size", "tweet", "Twitter", "SMS segments", "symbols", "too long"},
	Source: "UAX #29 and UTS #51, Unicode 17; twitter-text configuration v3; 3GPP TS 23.038",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "emoji", In: `{"text":"👨‍👩‍👧‍👦 family 🇮🇳"}`},
		{Name: "Hindi", In: `{"text":"क्षत्रिय"}`},
		{Name: "SMS", In: `{"text":"€100 [x]"}`},
		{Name: "sentences", In: `{"text":"Dr. Smith paid $3.50. He left! Did he?"}`},
		{Name: "limits of your own", In: `{"text":"naïve café","limits":[{"name":"column","max":10,"unit":"bytes"}],"include_frequency":true}`},
	},
	Run: countCharacters,
})

// CharacterCounterIn is the input of character-counter.
type CharacterCounterIn struct {
	Text             string            `json:"text" doc:"The text, which may be empty." document:"true" aka:"input,data,content,value,str,source,body" example:"naïve café"`
	Limits           []CharactersLimit `json:"limits,omitempty" doc:"Limits of your own to check." len:"..100"`
	IncludeFrequency bool              `json:"include_frequency" doc:"List how often each character occurs." default:"false"`
	Locale           string            `json:"locale" doc:"Language of the text (BCP 47); el: a semicolon ends a sentence." default:"und" len:"1..35"`
}

// CharactersLimit is a limit of the caller's own.
type CharactersLimit struct {
	Name string `json:"name" doc:"What it is a limit of." len:"1..100" example:"title"`
	Max  int    `json:"max" doc:"The most that is allowed." min:"0" max:"1000000000" example:"60"`
	Unit string `json:"unit" doc:"What is counted; twitter is the weighted length of X." enum:"characters,characters_no_spaces,code_points,utf16_units,bytes,words,words_whitespace,sentences,paragraphs,lines,twitter" same:"character=characters,grapheme=characters,graphemes=characters,code_point=code_points,utf16=utf16_units,utf16_unit=utf16_units,byte=bytes,word=words,sentence=sentences,paragraph=paragraphs,line=lines" default:"characters"`
}

// CharacterCounterOut is the answer of character-counter.
type CharacterCounterOut struct {
	Characters         int                  `json:"characters" doc:"What people see as characters: extended grapheme clusters."`
	CharactersNoSpaces int                  `json:"characters_no_spaces" doc:"Those that are not white space."`
	CodePoints         int                  `json:"code_points" doc:"Unicode code points."`
	UTF16Units         int                  `json:"utf16_units" doc:"UTF-16 units, the length in JavaScript and Java."`
	Bytes              int                  `json:"bytes" doc:"Bytes of UTF-8."`
	Letters            int                  `json:"letters" doc:"Code points that are letters, of any script."`
	Digits             int                  `json:"digits" doc:"Code points that are decimal digits."`
	Spaces             int                  `json:"spaces" doc:"Code points that are white space, line endings too."`
	Punctuation        int                  `json:"punctuation" doc:"Code points that are punctuation."`
	Emoji              int                  `json:"emoji" doc:"Emoji; a sequence such as a flag or a family is one."`
	Words              int                  `json:"words" doc:"Words; each Han or kana character is one, what has neither letter nor number is none."`
	WordsWhitespace    int                  `json:"words_whitespace" doc:"What white space parts, as wc -w counts."`
	Sentences          int                  `json:"sentences" doc:"Sentences."`
	Paragraphs         int                  `json:"paragraphs" doc:"Blocks between blank lines."`
	Lines              int                  `json:"lines" doc:"Lines; a final line ending opens no other."`
	BlankLines         int                  `json:"blank_lines" doc:"Lines with nothing but white space."`
	LineBreaks         int                  `json:"line_breaks" doc:"Line endings."`
	LongestLine        int                  `json:"longest_line" doc:"Characters of the longest line."`
	Platforms          CharactersPlatforms  `json:"platforms" doc:"How the text fits where it may be sent."`
	Normalization      string               `json:"normalization" doc:"The Unicode normalization form that the text is in." enum:"nfc,nfd,mixed"`
	Invisible          []InvisibleCharacter `json:"invisible" doc:"Characters that are not seen or look like a plain space."`
	Limits             []LimitResult        `json:"limits,omitempty" doc:"The limits asked for."`
	Frequency          []CharacterFrequency `json:"frequency,omitempty" doc:"The 1000 most frequent characters, if asked for."`
	Warnings           []op.Warning         `json:"warnings,omitempty" doc:"Limits that are not kept, and what cannot be counted well."`
}

// CharactersPlatforms says how a text fits platforms.
type CharactersPlatforms struct {
	Twitter         TwitterLength     `json:"twitter" doc:"A post on X."`
	SMS             SMSLength         `json:"sms" doc:"A short message."`
	MetaTitle       TitleLength       `json:"meta_title" doc:"The title of a page in search results."`
	MetaDescription DescriptionLength `json:"meta_description" doc:"The description of a page in search results."`
}

// TwitterLength is how a text fits a post on X.
type TwitterLength struct {
	WeightedLength int  `json:"weighted_length" doc:"Length as X weighs it: URLs 23, emoji and most non-Latin characters 2."`
	Limit          int  `json:"limit" doc:"The most that is allowed."`
	Remaining      int  `json:"remaining" doc:"What is left; below 0 when too long."`
	OK             bool `json:"ok" doc:"It may be posted: it is neither empty nor too long."`
	URLs           int  `json:"urls" doc:"URLs in the text."`
}

// SMSLength is how a text is sent as short messages.
type SMSLength struct {
	Encoding   string            `json:"encoding" doc:"The alphabet: GSM 7-bit, or UCS-2 where that lacks a character." enum:"gsm7,ucs2"`
	Units      int               `json:"units" doc:"Septets or 16-bit units."`
	Segments   int               `json:"segments" doc:"Messages that are sent and paid for."`
	PerSegment int               `json:"per_segment" doc:"Units that each holds: 160 or 70 alone, 153 or 67 as a part."`
	Remaining  int               `json:"remaining" doc:"Units free in the last segment."`
	NonGSM     []NonGSMCharacter `json:"non_gsm" doc:"The first 100 different characters that GSM 7-bit lacks."`
}

// NonGSMCharacter is a character that the GSM alphabet lacks.
type NonGSMCharacter struct {
	Char      string `json:"char" doc:"The character."`
	CodePoint string `json:"code_point" doc:"Its code point, as U+0928."`
	Index     int    `json:"index" doc:"Where it first occurs, in code points from 0."`
}

// TitleLength is how a text fits a title.
type TitleLength struct {
	Length int  `json:"length" doc:"Characters."`
	Limit  int  `json:"limit" doc:"The most that is shown."`
	OK     bool `json:"ok" doc:"It is shown whole."`
}

// DescriptionLength is how a text fits a description.
type DescriptionLength struct {
	Length int  `json:"length" doc:"Characters."`
	Min    int  `json:"min" doc:"The least that is useful."`
	Limit  int  `json:"limit" doc:"The most that is shown."`
	OK     bool `json:"ok" doc:"It is long enough and shown whole."`
}

// InvisibleCharacter is a kind of hidden character in a text.
type InvisibleCharacter struct {
	CodePoint string `json:"code_point" doc:"Its code point, as U+200B."`
	Name      string `json:"name" doc:"Its name in Unicode."`
	Count     int    `json:"count" doc:"How often it occurs."`
}

// LimitResult is how a text fits a limit.
type LimitResult struct {
	Name      string `json:"name" doc:"The name given."`
	Unit      string `json:"unit" doc:"What is counted."`
	Length    int    `json:"length" doc:"How much there is."`
	Max       int    `json:"max" doc:"The limit."`
	Remaining int    `json:"remaining" doc:"What is left; below 0 when too long."`
	OK        bool   `json:"ok" doc:"The limit is kept."`
}

// CharacterFrequency is how often a character occurs.
type CharacterFrequency struct {
	Char    string  `json:"char" doc:"The character."`
	Count   int     `json:"count" doc:"How often it occurs."`
	Percent num.Dec `json:"percent" doc:"Its share of all characters."`
}

const (
	metaTitleLimit       = 60
	metaDescriptionMin   = 70
	metaDescriptionLimit = 160
	maxNonGSM            = 100
	maxFrequencies       = 1000
)

// Check reads the locale.
func (in *CharacterCounterIn) Check(e *op.Invalid) { checkLocale(e, in.Locale) }

func countCharacters(ctx context.Context, in CharacterCounterIn) (out CharacterCounterOut, err error) {
	c := countProse(in.Text, in.Locale)
	out = CharacterCounterOut{
		Characters: c.Characters, CharactersNoSpaces: c.CharactersNoSpaces, CodePoints: c.CodePoints, UTF16Units: c.UTF16, Bytes: c.Bytes,
		Letters: c.Letters, Digits: c.Digits, Spaces: c.Spaces, Punctuation: c.Punctuation, Emoji: c.Emoji,
		Words: c.Words, WordsWhitespace: c.Pieces, Sentences: c.Sentences, Paragraphs: c.Paragraphs,
		Lines: c.Lines, BlankLines: c.BlankLines, LineBreaks: c.LineBreaks, LongestLine: c.LongestLine,
		Normalization: prose.Form(in.Text), Invisible: []InvisibleCharacter{},
	}
	if err := ctx.Err(); err != nil {
		return out, err
	}
	for _, h := range hidden.Find(in.Text) {
		out.Invisible = append(out.Invisible, InvisibleCharacter{codePoint(h.Char), h.Name, h.Count})
	}
	out.Platforms = CharactersPlatforms{
		Twitter: twitterLength(in.Text), SMS: smsLength(in.Text),
		MetaTitle: TitleLength{c.Characters, metaTitleLimit, c.Characters <= metaTitleLimit},
		MetaDescription: DescriptionLength{c.Characters, metaDescriptionMin, metaDescriptionLimit,
			c.Characters >= metaDescriptionMin && c.Characters <= metaDescriptionLimit},
	}
	for _, l := range in.Limits {
		length := out.length(l.Unit)
		out.Limits = append(out.Limits, LimitResult{l.Name, l.Unit, length, l.Max, l.Max - length, length <= l.Max})
	}
	if in.IncludeFrequency {
		out.Frequency = characterFrequency(in.Text, c.Characters)
	}
	out.Warnings = append(out.warnings(), segmentationWarning(c.Scripts)...)
	return out, ctx.Err()
}

// countProse counts a text in a locale that has been checked.
func countProse(text, locale string) prose.Counts {
	return prose.Count(text, prose.Options{Greek: baseLanguage(locale) == "el"})
}

func codePoint(r rune) string { return fmt.Sprintf("U+%04X", r) }

func twitterLength(text string) TwitterLength {
	l := tweet.Measure(text)
	return TwitterLength{l.Weighted, tweet.Limit, tweet.Limit - l.Weighted, l.Valid, l.URLs}
}

func smsLength(text string) SMSLength {
	m := sms.Encode(text, maxNonGSM)
	out := SMSLength{m.Name, m.Units, m.Segments, m.PerSegment(), m.Remaining, []NonGSMCharacter{}}
	for _, c := range m.Culprits {
		out.NonGSM = append(out.NonGSM, NonGSMCharacter{string(c.Char), codePoint(c.Char), c.Index})
	}
	return out
}

// length is the count of a unit of limits.
func (out *CharacterCounterOut) length(unit string) int {
	switch unit {
	case "characters_no_spaces":
		return out.CharactersNoSpaces
	case "code_points":
		return out.CodePoints
	case "utf16_units":
		return out.UTF16Units
	case "bytes":
		return out.Bytes
	case "words":
		return out.Words
	case "words_whitespace":
		return out.WordsWhitespace
	case "sentences":
		return out.Sentences
	case "paragraphs":
		return out.Paragraphs
	case "lines":
		return out.Lines
	case "twitter":
		return out.Platforms.Twitter.WeightedLength
	}
	return out.Characters
}

func characterFrequency(text string, total int) (list []CharacterFrequency) {
	var tally prose.Tally
	for it := graphemes.FromString(text); it.Next(); {
		tally.Add(it.Value())
	}
	for _, f := range tally.Top(maxFrequencies) {
		list = append(list, CharacterFrequency{f.Key, f.Count, percent(f.Count, total)})
	}
	return list
}

// percent is a share in percent, to two decimals.
func percent(part, whole int) num.Dec { return quotient(100*part, whole) }

// quotient is a/b to two decimals, half-even; neither is below 0.
func quotient(a, b int) num.Dec {
	n, rest := 100*a/b, 100*a%b
	if 2*rest > b || 2*rest == b && n%2 == 1 {
		n++
	}
	return num.Scaled(int64(n), 2)
}

// warnings are the limits that are not kept.
func (out *CharacterCounterOut) warnings() (list []op.Warning) {
	add := func(when bool, code, format string, args ...any) {
		if when {
			list = append(list, op.Warning{Code: code, Message: fmt.Sprintf(format, args...)})
		}
	}
	p := &out.Platforms
	add(p.Twitter.Remaining < 0, "twitter_too_long", "a post on X may weigh %d, this weighs %d", p.Twitter.Limit, p.Twitter.WeightedLength)
	add(p.SMS.Segments > 1, "sms_multiple_segments", "as a short message this takes %d segments", p.SMS.Segments)
	if p.SMS.Encoding == sms.UCS2.Name {
		first := p.SMS.NonGSM[0]
		add(true, "sms_unicode", "as a short message this is sent as Unicode, %d units to a segment, because GSM 7-bit lacks %s at %d",
			p.SMS.PerSegment, first.CodePoint, first.Index)
	}
	add(!p.MetaTitle.OK, "meta_title_too_long", "a meta title shows %d characters, this has %d", metaTitleLimit, out.Characters)
	add(out.Characters < metaDescriptionMin, "meta_description_too_short", "a meta description should have at least %d characters, this has %d", metaDescriptionMin, out.Characters)
	add(out.Characters > metaDescriptionLimit, "meta_description_too_long", "a meta description shows %d characters, this has %d", metaDescriptionLimit, out.Characters)
	for i, l := range out.Limits {
		if !l.OK {
			list = append(list, op.Warning{Code: "limit_exceeded", Message: fmt.Sprintf("%d %s are more than %d", l.Length, l.Unit, l.Max), Field: fmt.Sprintf("limits[%d]", i)})
		}
	}
	return list
}

// unspaced are the scripts that are written without spaces and whose words only
// a dictionary could tell.
var unspaced = []string{"Thai", "Lao", "Khmer", "Myanmar"}

// segmentationWarning says that words of a text could not be told apart.
func segmentationWarning(scripts []prose.Script) []op.Warning {
	for _, s := range scripts {
		if slices.Contains(unspaced, s.Name) {
			return []op.Warning{{Code: "no_word_segmentation", Message: s.Name + " is written without spaces; its words are counted by white space, so there are fewer than people read"}}
		}
	}
	return nil
}
