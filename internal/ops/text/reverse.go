package text

import (
	"context"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/reverse"
)

// TextReverser turns a text round.
var TextReverser = op.Define(op.Def[TextReverserIn, TextReverserOut]{
	ID:      "text-reverser",
	Route:   "POST /v1/text/reverse",
	Summary: "Reverse characters, words or lines without breaking any script",
	Doc: "Reverses a text by what people see as characters: accents, emoji, Indic syllables and CRLF stay whole. Or reverses the order " +
		"of words or lines, or each word or line in its place; spaces and line endings keep theirs. Tells whether the text is a " +
		"palindrome.",
	See:    []op.See{{When: "another order of lines", ID: "text-sorter"}},
	Words:  []string{"backwards", "backward", "mirror", "flip", "invert"},
	Source: "UAX #29 extended grapheme clusters, Unicode 17",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "an emoji stays whole", In: `{"text":"👨‍👩‍👧 family"}`},
		{Name: "Hindi", In: `{"text":"नमस्ते"}`},
		{Name: "words", In: `{"text":"one two  three","mode":"words"}`},
		{Name: "lines", In: `{"text":"first\nsecond\n","mode":"lines"}`},
		{Name: "each word in its place", In: `{"text":"Was it a car","mode":"each_word"}`},
	},
	Run: reverseText,
})

// TextReverserIn is the input of text-reverser.
type TextReverserIn struct {
	Text string `json:"text" doc:"The text." document:"true" aka:"input,data,content,value,str,source,body" example:"stressed"`
	Mode string `json:"mode" doc:"Reverse all characters; the order of words or of lines; or the characters within each line or word." enum:"characters,words,lines,each_line,each_word" default:"characters"`
}

// TextReverserOut is the answer of text-reverser.
type TextReverserOut struct {
	Text         string `json:"text" doc:"The text turned round." main:"text/plain"`
	IsPalindrome bool   `json:"is_palindrome" doc:"The letters and digits of the input read the same both ways, whatever their case; true if there are none."`
	Units        int    `json:"units" doc:"How many characters, words or lines the input has, whichever the mode is about."`
}

func reverseText(_ context.Context, in TextReverserIn) (TextReverserOut, error) {
	out := TextReverserOut{IsPalindrome: reverse.Palindrome(in.Text)}
	cut := reverse.Lines
	switch in.Mode {
	case "characters":
		out.Text, out.Units = reverse.Characters(in.Text)
		return out, nil
	case "words", "each_word":
		cut = reverse.Words
	}
	parts := cut(in.Text)
	out.Units = len(parts.Units)
	if in.Mode == "each_line" || in.Mode == "each_word" {
		out.Text = parts.Turned()
	} else {
		out.Text = parts.Swapped()
	}
	return out, nil
}
