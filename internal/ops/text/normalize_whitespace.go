package text

import (
	"context"
	"fmt"
	"unicode/utf8"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/whitespace"
)

// RemoveExtraSpaces tidies white space.
var RemoveExtraSpaces = op.Define(op.Def[RemoveExtraSpacesIn, RemoveExtraSpacesOut]{
	ID:      "remove-extra-spaces",
	Route:   "POST /v1/text/normalize-whitespace",
	Summary: "Tidy spaces, blank lines and line breaks; report hidden characters",
	Doc: "Collapses runs of spaces, trims lines and text, and can drop blank lines, join lines, expand tabs and remove invisible " +
		"characters. Knows all Unicode spaces and reports those beyond ASCII. Keeps the joiners of Indic text and emoji. Changes " +
		"nothing else; a final line ending stays unless lines are joined into one.",
	See:    []op.See{{When: "any other replacement", ID: "find-and-replace"}},
	Words:  []string{"strip", "clean", "cleanup", "empty lines", "double spaces", "newlines", "trailing", "leading", "nbsp", "zero width", "delete", "squeeze", "unwrap", "paragraph"},
	Source: "White_Space and Bidi_Control of the Unicode Character Database",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "as it comes", In: `{"text":"  a \t b\u00a0\u00a0c  \n\n\n  d  "}`},
		{Name: "one blank line at most", In: `{"text":"a\n\n\nb","blank_lines":"collapse"}`},
		{Name: "one line", In: `{"text":"  a  b \n\n c\n","line_breaks":"space"}`},
		{Name: "unwrapped paragraphs", In: `{"text":"one\ntwo\n\nthree\n","line_breaks":"paragraphs"}`},
		{Name: "tabs expanded", In: `{"text":"a\tb\n\tc","tabs":4,"trim_lines":"right"}`},
		{Name: "invisible characters", In: `{"text":"foo\u200bbar","invisible":"remove"}`},
	},
	Run: removeExtraSpaces,
})

// RemoveExtraSpacesIn is the input of remove-extra-spaces.
type RemoveExtraSpacesIn struct {
	Text          string                 `json:"text" doc:"The text." document:"true" aka:"input,data,content,value,str,source,body" example:"  a   b "`
	Collapse      bool                   `json:"collapse" doc:"Make one plain space of each run of spaces within a line." default:"true"`
	TrimLines     string                 `json:"trim_lines" doc:"Remove spaces and tabs at which ends of lines." enum:"both,left,right,none" default:"both"`
	Trim          bool                   `json:"trim" doc:"Remove blank lines at both ends of the text." default:"true"`
	BlankLines    string                 `json:"blank_lines" doc:"Keep blank lines, make one of each run, or remove them." enum:"keep,collapse,remove" default:"keep"`
	LineBreaks    string                 `json:"line_breaks" doc:"Keep lines, join all with a space, or join those of each paragraph." enum:"keep,space,paragraphs" default:"keep"`
	Tabs          op.Either[string, int] `json:"tabs" doc:"Within lines, treat tabs as any space, keep them, or expand them to stops this far apart." enum:"collapse,keep" min:"1" max:"16" default:"collapse"`
	UnicodeSpaces bool                   `json:"unicode_spaces" doc:"Treat all 25 White_Space characters as spaces, not only those of ASCII." default:"true"`
	Invisible     string                 `json:"invisible" doc:"Keep or remove zero-width spaces, word joiners, U+FEFF, soft hyphens and direction marks; joiners that spell words always stay." enum:"keep,remove" default:"keep"`
	LineEnding    string                 `json:"line_ending" doc:"What ends the lines of the result; keep is what most lines had." enum:"keep,lf,crlf" default:"keep"`
}

// RemoveExtraSpacesOut is the answer of remove-extra-spaces.
type RemoveExtraSpacesOut struct {
	Text              string            `json:"text" doc:"The tidy text." main:"text/plain"`
	RemovedCharacters int               `json:"removed_characters" doc:"Code points of the input less those of the result; below 0 where tabs or line endings made it longer."`
	LinesIn           int               `json:"lines_in" doc:"Lines of the input."`
	LinesOut          int               `json:"lines_out" doc:"Lines of the result."`
	Found             []HiddenCharacter `json:"found" doc:"Spaces beyond ASCII and invisible characters of the input, by code point."`
}

// HiddenCharacter is a space or invisible character, with how often it occurs.
type HiddenCharacter struct {
	CodePoint string `json:"code_point" doc:"Such as U+00A0."`
	Name      string `json:"name" doc:"Its Unicode name."`
	Count     int    `json:"count" doc:"How often it occurs."`
}

func removeExtraSpaces(_ context.Context, in RemoveExtraSpacesIn) (RemoveExtraSpacesOut, error) {
	style := lines.StyleOf(in.Text).With(in.LineEnding)
	style.Final = style.Final && in.LineBreaks != "space"
	out := RemoveExtraSpacesOut{
		Text: style.Join(whitespace.Lines(in.Text, in.options())), LinesIn: lines.Count(in.Text), Found: []HiddenCharacter{},
	}
	out.LinesOut = lines.Count(out.Text)
	out.RemovedCharacters = utf8.RuneCountInString(in.Text) - utf8.RuneCountInString(out.Text)
	for _, f := range whitespace.Find(in.Text) {
		out.Found = append(out.Found, HiddenCharacter{fmt.Sprintf("U+%04X", f.Rune), f.Name, f.Count})
	}
	return out, nil
}

func (in *RemoveExtraSpacesIn) options() whitespace.Options {
	o := whitespace.Options{
		Collapse: in.Collapse, TrimText: in.Trim, Unicode: in.UnicodeSpaces, RemoveInvisible: in.Invisible == "remove",
		TrimLeft:  in.TrimLines == "both" || in.TrimLines == "left",
		TrimRight: in.TrimLines == "both" || in.TrimLines == "right",
		Blank:     map[string]whitespace.Blank{"collapse": whitespace.CollapseBlank, "remove": whitespace.RemoveBlank}[in.BlankLines],
		Breaks:    map[string]whitespace.Breaks{"space": whitespace.JoinLines, "paragraphs": whitespace.JoinBlocks}[in.LineBreaks],
	}
	switch {
	case in.Tabs.B != nil:
		o.Tabs = *in.Tabs.B
	case *in.Tabs.A == "keep":
		o.Tabs = whitespace.KeepTabs
	}
	return o
}
