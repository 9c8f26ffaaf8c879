package ai

import (
	"context"
	"encoding/json"
	"errors"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/ai/local"
	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/ai/local/sentiment"
)

// Sentiment tells how a text feels.
var Sentiment = op.DefineAI(op.Def[SentimentIn, SentimentOut]{
	ID:      "ai-sentiment",
	Route:   "POST /v1/text/ai/sentiment",
	Summary: "Tell whether text is positive, neutral or negative, by sentence too",
	Doc: "Tells whether a text and each of its sentences is positive, neutral or negative, with scores from -1 to 1; between -0.05 and 0.05 is neutral. " +
		"The model local-1 works offline and knows English and Hindi.",
	See:    []op.See{{When: "labels of your own", ID: "ai-classify"}},
	Words:  []string{"emotion", "feeling", "mood", "opinion", "review", "positive", "negative", "polarity"},
	Source: source + "; local-1: lexicon and rules of VADER",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "a review", In: `{"text":"The parcel came two days late. But the seller was kind and refunded the postage!"}`},
		{Name: "Hindi", In: `{"text":"खाना बहुत अच्छा था।"}`},
	},
}, op.AI[SentimentIn, SentimentOut]{Ask: askSentiment, Read: readSentiment, Local: sentimentHere})

// SentimentIn is the input of ai-sentiment.
type SentimentIn struct {
	Given
	Counted
	op.AIIn
}

// SentimentOut is the answer of ai-sentiment.
type SentimentOut struct {
	Label     *string              `json:"label,omitempty" doc:"What the score of the text amounts to." enum:"positive,neutral,negative" main:"text/plain"`
	Score     *num.Dec             `json:"score,omitempty" doc:"How the text feels, from -1, all negative, to 1, all positive."`
	Sentences *[]SentenceSentiment `json:"sentences,omitempty" doc:"The same of each sentence, in order."`
	op.AIOut
}

// SentenceSentiment is how a sentence feels.
type SentenceSentiment struct {
	Text  string  `json:"text" doc:"The sentence."`
	Start int     `json:"start" doc:"Where it begins in the text, from 0, in offset_unit."`
	End   int     `json:"end" doc:"Where it ends."`
	Label string  `json:"label" doc:"What its score amounts to." enum:"positive,neutral,negative"`
	Score num.Dec `json:"score" doc:"How it feels, from -1 to 1."`
}

func askSentiment(in SentimentIn) op.Ask {
	spans := segment.Sentences(in.Text)
	sentences := make([]string, len(spans))
	for i, s := range spans {
		sentences[i] = s.Of(in.Text)
	}
	return op.Ask{
		System: "You tell how texts feel. The text named sentences is a JSON array of the sentences of one text. Say how the whole text feels, and how each sentence does, as a number " +
			"from -1, all negative, over 0, neutral, to 1, all positive. " +
			`Answer with a JSON object: "score" is the number of the whole text, "sentences" the array of those of the sentences, one for each, in their order.`,
		Parts:  []op.Part{{Name: "sentences", Text: asJSON(sentences)}},
		Schema: members("score", `{"type":"number"}`, "sentences", `{"type":"array","items":{"type":"number"}}`),
	}
}

func readSentiment(_ context.Context, in SentimentIn, reply string) (out SentimentOut, err error) {
	var r struct {
		Score     json.Number
		Sentences []json.Number
	}
	if err := object(reply, &r); err != nil {
		return out, err
	}
	spans := segment.Sentences(in.Text)
	if len(r.Sentences) != len(spans) {
		return out, errors.New("ai: the reply has not one score for each sentence")
	}
	whole, err := score(r.Score, -1, 1)
	if err != nil {
		return out, err
	}
	scores := make([]num.Dec, len(spans))
	for i, n := range r.Sentences {
		if scores[i], err = score(n, -1, 1); err != nil {
			return out, err
		}
	}
	return in.feeling(whole, spans, scores), nil
}

func sentimentHere(_ context.Context, in SentimentIn) (SentimentOut, error) {
	r := local.Sentiment(in.Text, "")
	spans, scores := make([]segment.Span, len(r.Sentences)), make([]num.Dec, len(r.Sentences))
	for i, s := range r.Sentences {
		spans[i], scores[i] = s.Span, thousandths(int(s.Score))
	}
	out := in.feeling(thousandths(int(r.Score)), spans, scores)
	if !r.Words {
		out.Warnings = []op.Warning{{Code: "language_not_known", Message: "The words of this language are not known to local-1; only emoji were looked at."}}
	}
	return out, nil
}

// feeling is the answer for the scores of a text and of its sentences.
func (in *SentimentIn) feeling(whole num.Dec, spans []segment.Span, scores []num.Dec) SentimentOut {
	at, list := in.places(in.Text), make([]SentenceSentiment, len(spans))
	for i, s := range spans {
		list[i] = SentenceSentiment{s.Of(in.Text), at(s.Start), at(s.End), labelOf(scores[i]), scores[i]}
	}
	label := labelOf(whole)
	return SentimentOut{Label: &label, Score: &whole, Sentences: &list}
}

// leaning is the least score that is not neutral (VADER's threshold).
var leaning = num.D("0.05")

func labelOf(score num.Dec) string {
	switch {
	case score.Cmp(leaning) >= 0:
		return string(sentiment.Positive)
	case score.Cmp(leaning.Neg()) <= 0:
		return string(sentiment.Negative)
	}
	return string(sentiment.Neutral)
}
