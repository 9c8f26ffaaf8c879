// Package sentiment tells how a text feels, in English and Hindi: from lists of
// words with values, and what stands around them. The rules for English are
// those of VADER (C.J. Hutto, E. Gilbert: VADER: A Parsimonious Rule-based
// Model for Sentiment Analysis of Social Media Text, ICWSM 2014), which the
// rules for Hindi follow as far as the grammar does; there a negation stands
// after its word as well as before. Emoji count in every language.
//
// Values are integers in hundredths, so that answers are the same on every
// machine. Time is linear in the length of the text.
package sentiment

import (
	"math"
	"strings"

	"toolcrib/internal/ops/text/ai/local/segment"
)

// Label says which way a text leans.
type Label string

// The labels; a score from -49 to 49 is neutral.
const (
	Positive Label = "positive"
	Neutral  Label = "neutral"
	Negative Label = "negative"
)

// threshold is the score, in thousandths, from which a text leans (VADER).
const threshold = 50

// Score is a feeling from -1000, all negative, to 1000, all positive.
type Score int

// Label is what the score amounts to.
func (s Score) Label() Label {
	switch {
	case s >= threshold:
		return Positive
	case s <= -threshold:
		return Negative
	}
	return Neutral
}

// Sentence is a sentence, in bytes of the text, and its score.
type Sentence struct {
	segment.Span
	Score Score
}

// Result is what a text feels like.
type Result struct {
	Score     Score
	Sentences []Sentence
}

// Languages are those whose words are known.
func Languages() []string { return []string{"en", "hi"} }

// Of scores a text of a language, by its ISO 639-1 code. In English and Hindi
// the words of both are known, for the two are mixed; in others only emoji are.
//
// The score of the text is the mean of its sentences, in which those without
// any feeling count a quarter.
func Of(text, language string) Result {
	words := language == "en" || language == "hi"
	var r Result
	sum, weights := 0, 0
	spans := segment.Sentences(text)
	for i, span := range spans {
		from, to := span.Start, len(text) // with the emoji around it
		if i == 0 {
			from = 0
		}
		if i+1 < len(spans) {
			to = spans[i+1].Start
		}
		s := Sentence{span, normal(sentence(text[from:to], words))}
		r.Sentences = append(r.Sentences, s)
		weight := 4
		if s.Score.Label() == Neutral {
			weight = 1
		}
		sum += weight * int(s.Score)
		weights += weight
	}
	if len(r.Sentences) == 0 { // nothing but emoji and the like
		r.Score = normal(sentence(text, words))
		return r
	}
	r.Score = Score(math.Round(float64(sum) / float64(weights)))
	return r
}

// alpha is what a sum of values is compared with, squared, in hundredths: the
// 15 of VADER.
const alpha = 15 * 100 * 100

// normal brings a sum of values, in hundredths, between -1000 and 1000.
func normal(sum int) Score {
	return Score(math.Round(float64(1000*sum) / math.Sqrt(float64(sum*sum+alpha))))
}

// Weights of VADER in hundredths, unless said otherwise.
const (
	boost       = 29 // very
	capitals    = 73 // a word in capitals among others
	negation    = -74
	exclamation = 29
	reach       = 3 // words before a word that can change it
)

// farther is what a booster one, two and three words away counts, in percent.
var farther = [reach]int{100, 95, 90}

// sentence sums the values of a sentence, in hundredths.
func sentence(text string, words bool) int {
	tokens := tokenize(text, words)
	mixed := mixedCase(tokens)
	values := make([]int, len(tokens))
	for i, t := range tokens {
		if t.value == 0 {
			continue
		}
		v := t.value
		if mixed && t.capitals {
			v += sign(v) * capitals
		}
		values[i] = around(tokens, i, v, mixed)
	}
	contrast(tokens, values)
	sum := 0
	for _, v := range values {
		sum += v
	}
	if sum != 0 {
		sum += sign(sum) * emphasis(text)
	}
	return sum
}

// around changes the value of a token by what stands around it.
func around(tokens []token, i, v int, mixed bool) int {
	for distance := 1; distance <= reach && i >= distance; distance++ {
		before := tokens[i-distance]
		if before.role == pause || before.role == turn {
			break
		}
		switch {
		case before.boost != 0 && (before.value == 0 || distance == 1):
			b := before.boost
			if mixed && before.capitals {
				b += sign(b) * capitals
			}
			v += sign(v) * b * farther[distance-1] / 100
		case before.role == no:
			v = v * negation / 100
		}
	}
	for distance := 1; distance <= reach && i+distance < len(tokens); distance++ {
		after := tokens[i+distance]
		if after.role == pause || after.role == turn || !after.hindi {
			break
		}
		if after.role == no {
			v = v * negation / 100
			break
		}
		if after.value != 0 {
			break // the negation is of that one
		}
	}
	return v
}

// contrast halves what is before a but, and adds half to what is after it.
func contrast(tokens []token, values []int) {
	for i, t := range tokens {
		if t.role != turn {
			continue
		}
		for j := range values {
			switch {
			case j < i:
				values[j] = values[j] * 50 / 100
			case j > i:
				values[j] = values[j] * 150 / 100
			}
		}
		return
	}
}

// emphasis is what exclamation and question marks add: up to four of the
// former, and two or more of the latter.
func emphasis(text string) int {
	sum := exclamation * min(strings.Count(text, "!"), 4)
	switch asked := strings.Count(text, "?"); {
	case asked > 3:
		sum += 96
	case asked > 1:
		sum += 18 * asked
	}
	return sum
}

// mixedCase tells whether some words, but not all, are in capitals.
func mixedCase(tokens []token) bool {
	loud, quiet := false, false
	for _, t := range tokens {
		if t.role == word || t.role == no {
			loud = loud || t.capitals
			quiet = quiet || !t.capitals
		}
	}
	return loud && quiet
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
