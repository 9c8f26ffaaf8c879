// Package local is the built-in language model, local-1: it summarises by
// picking sentences, finds keywords, tells how a text feels and in which
// language it is. It needs no network and no files, and the same input has the
// same output, byte for byte, on every machine and in every run. Time grows
// linearly with the text; 200,000 characters take some tenths of a second.
//
// It writes nothing of its own, and understands nothing: what it can do, and how
// well it was measured to do it, is said in the packages below and shown by
//
//	go test ./internal/ops/text/ai/local/... -run Quality -v
//
// Texts are valid UTF-8. Languages are BCP 47 tags of which the first part
// counts; "" means that the language is to be found out.
package local

import (
	"slices"
	"strings"

	"toolcrib/internal/ops/text/ai/local/keywords"
	"toolcrib/internal/ops/text/ai/local/language"
	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/ai/local/sentiment"
	"toolcrib/internal/ops/text/ai/local/summary"
)

// Guess is a language that a text may be in, with its share in thousandths.
type Guess = language.Guess

// Detect lists the languages that a text may be in, the likeliest first. There
// is always one; it is und where nothing can be told.
func Detect(text string) []Guess { return language.Detect(text) }

// known is the language to work by.
func known(text, tag string) string {
	if tag == "" {
		return language.Of(text)
	}
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
	return code
}

// SummaryOptions says what a summary should be.
type SummaryOptions struct {
	Language string
	Length   summary.Length // "" = Medium
}

// Summary is sentences of a text, in its order.
type Summary struct {
	Language  string
	Sentences []string       // each on one line
	Spans     []segment.Span // where they are in the text, in bytes
}

// Paragraph is the sentences as running text.
func (s Summary) Paragraph() string { return strings.Join(s.Sentences, " ") }

// Summarize picks the sentences that say most of what a text says. They are as
// they stand in the text, except that a line break within one, with the white
// space around it, is a space. A text of no words has no sentences.
func Summarize(text string, o SummaryOptions) Summary {
	s := Summary{Language: known(text, o.Language)}
	spans := segment.Sentences(text)
	s.Spans = summary.Rank(text, s.Language, spans, o.Length.Sentences(len(spans)))
	slices.SortFunc(s.Spans, func(a, b segment.Span) int { return a.Start - b.Start })
	for _, span := range s.Spans {
		s.Sentences = append(s.Sentences, oneLine(span.Of(text)))
	}
	return s
}

// oneLine makes a space of each line break with the white space around it.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	var kept []string
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, " ")
}

// Keyword is a word or phrase of a text; its Score is in thousandths of the
// best one's.
type Keyword = keywords.Keyword

// Keywords returns up to n keywords of a text, the best first.
func Keywords(text string, n int, tag string) []Keyword {
	return keywords.Of(text, known(text, tag), n)
}

// Feeling is how a text feels, as a whole and sentence by sentence.
type Feeling struct {
	sentiment.Result
	Language string
	Words    bool // the words of the language are known; else only emoji count
}

// enoughHindi is the share, in thousandths, from which a text in Devanagari is
// taken for Hindi, the only language in it whose words are known: a few words
// do not tell it from its neighbours.
const enoughHindi = 100

// Sentiment tells how a text feels.
func Sentiment(text, tag string) Feeling {
	f := Feeling{Language: known(text, tag)}
	if tag == "" && !slices.Contains(sentiment.Languages(), f.Language) {
		for _, g := range Detect(text) {
			if g.Language == "hi" && g.Share >= enoughHindi {
				f.Language = "hi"
			}
		}
	}
	f.Words = slices.Contains(sentiment.Languages(), f.Language)
	f.Result = sentiment.Of(text, f.Language)
	return f
}
