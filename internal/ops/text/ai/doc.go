// Package ai holds the operations on text that models carry out. What a model
// is asked is made of our words alone (Ask.System) and of the caller's, set
// apart (Ask.Parts); what it replies is checked before it becomes an answer, and
// whatever can be worked out from the text itself, such as positions, counts and
// edits, is never taken from it.
//
// The model that is built in, op.LocalModel, summarizes, finds keywords and
// tells the sentiment, by the packages below local.
package ai

import (
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/position"
)

// source is where the answers of models come from, and their price.
const source = "a language model; the price is held before the call, and settled at the tokens that the model's provider counts"

// Given is the text that most of the operations take.
type Given struct {
	Text string `json:"text" doc:"The text, at most 200,000 characters." document:"true" len:"1..200000" aka:"input,data,content,value,str,source,body,prompt" example:"The parcel came two days late, but the seller was kind and refunded the postage."`
}

// Check refuses a text that says nothing.
func (g *Given) Check(e *op.Invalid) { blank(e, "text", g.Text) }

func blank(e *op.Invalid, field, text string) {
	if strings.TrimSpace(text) == "" {
		e.Add(field, op.TooShort, "holds nothing but white space").Hint = "send some text"
	}
}

// Counted is embedded where places in the text are told.
type Counted struct {
	OffsetUnit string `json:"offset_unit" doc:"What offsets count." enum:"code_point,utf16,byte" default:"code_point"`
}

// places tells offsets of a text in the unit that the caller counts in.
func (c *Counted) places(text string) func(byteOffset int) int {
	index := position.New(text)
	unit, _ := position.ParseUnit(c.OffsetUnit)
	return func(at int) int { return index.Offset(at, unit) }
}
