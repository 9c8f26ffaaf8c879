package ai

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/ai/local"
	"toolcrib/internal/ops/text/fold"
)

// Keywords finds what a text is about.
var Keywords = op.DefineAI(op.Def[KeywordsIn, KeywordsOut]{
	ID:      "ai-keywords",
	Route:   "POST /v1/text/ai/keywords",
	Summary: "Find the keywords of a text, offline or with a language model",
	Doc: "Finds the words and phrases that a text is about, the weightiest first, with a score from 0 to 1 and how often each stands in the text. " +
		"The model local-1 works offline.",
	See:    []op.See{{When: "how often words stand", ID: "word-counter"}},
	Words:  []string{"terms", "key phrases", "tags", "seo", "topics", "hashtags", "extract keywords"},
	Source: source + "; local-1: YAKE and RAKE",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "offline", In: `{"text":"Solar panels turn sunlight into electricity. Cheap solar panels and better batteries make solar power a rival of coal.","count":3}`},
	},
}, op.AI[KeywordsIn, KeywordsOut]{Ask: askKeywords, Read: readKeywords, Local: keywordsHere})

// KeywordsIn is the input of ai-keywords.
type KeywordsIn struct {
	Given
	Count int `json:"count" doc:"How many keywords, at most." min:"1" max:"100" default:"10" aka:"limit,max,n"`
	op.AIIn
}

// KeywordsOut is the answer of ai-keywords.
type KeywordsOut struct {
	Keywords *[]Keyword `json:"keywords,omitempty" doc:"The keywords, the weightiest first." main:"application/json;profile=raw"`
	op.AIOut
}

// Keyword is a word or phrase that a text is about.
type Keyword struct {
	Text  string  `json:"text" doc:"The keyword."`
	Score num.Dec `json:"score" doc:"How weighty it is, 0 to 1."`
	Count int     `json:"count" doc:"How often it stands in the text, in capitals or not; 0 where the model has put it in words of its own."`
}

func askKeywords(in KeywordsIn) op.Ask {
	return op.Ask{
		System: "You find keywords. Name the words and phrases that the text named text is about, in the words of the text where you can, the weightiest first, and at most as many as the number named count. " +
			`Answer with a JSON object whose member "keywords" is an array of objects: "text" is the keyword, "score" how weighty it is, from 0 to 1.`,
		Parts:  []op.Part{{Name: "count", Text: num.FromInt(int64(in.Count)).String()}, {Name: "text", Text: in.Text}},
		Schema: members("keywords", `{"type":"array","items":`+string(members("text", `{"type":"string"}`, "score", `{"type":"number"}`))+`}`),
	}
}

func readKeywords(_ context.Context, in KeywordsIn, reply string) (out KeywordsOut, err error) {
	var r struct {
		Keywords []struct {
			Text  string
			Score json.Number
		}
	}
	if err := object(reply, &r); err != nil {
		return out, err
	}
	if r.Keywords == nil {
		return out, errors.New("ai: the reply has no keywords")
	}
	list, seen, text := []Keyword{}, map[string]bool{}, fold.String(in.Text)
	for _, k := range r.Keywords {
		s, err := score(k.Score, 0, 1)
		word := strings.Join(strings.Fields(k.Text), " ")
		folded := fold.String(word)
		if err != nil || word == "" {
			return out, errors.New("ai: the reply has a keyword without text or score")
		}
		if !seen[folded] {
			list = append(list, Keyword{word, s, standing(text, folded)})
		}
		seen[folded] = true
	}
	slices.SortStableFunc(list, func(a, b Keyword) int { return b.Score.Cmp(a.Score) })
	list = list[:min(len(list), in.Count)]
	out.Keywords = &list
	return out, nil
}

func keywordsHere(_ context.Context, in KeywordsIn) (KeywordsOut, error) {
	list := []Keyword{}
	for _, k := range local.Keywords(in.Text, in.Count, "") {
		list = append(list, Keyword{k.Text, thousandths(k.Score), k.Count})
	}
	return KeywordsOut{Keywords: &list}, nil
}

// standing is how often words stand in a text, not as a part of longer ones.
// Scripts that put no space between words have them anywhere.
func standing(text, words string) (n int) {
	first, _ := utf8.DecodeRuneInString(words)
	last, _ := utf8.DecodeLastRuneInString(words)
	for at := 0; ; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return n
		}
		start, end := at+i, at+i+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		at = end
		if !(joins(before) && joins(first)) && !(joins(last) && joins(after)) {
			n++
		}
	}
}

// joins tells whether a character makes one word with its like.
func joins(r rune) bool {
	return !isMark(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
