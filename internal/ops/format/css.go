package format

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/format/css"
	"toolcrib/internal/ops/text/position"
)

// CSSBeautifier lays out or minifies CSS.
var CSSBeautifier = op.Define(op.Def[CSSBeautifierIn, CSSBeautifierOut]{
	ID:      "css-beautifier",
	Route:   "POST /v1/format/css/beautify",
	Summary: "Pretty-print or minify CSS; tokens untouched",
	Doc: "Lays out or minifies CSS and returns it with counts and faults. Only white space, comments and the semicolon before } change: " +
		"strings, url(), numbers, case, hacks and values of custom properties stay. Any text is answered; what browsers drop or read " +
		"otherwise is a warning with its place. Nesting is limited to 100.",
	Words:  []string{"stylesheet", "style sheet", "prettify", "indent", "tidy", "compress", "unminify"},
	Source: "CSS Syntax Module Level 3 sections 4 (tokens), 5 (nesting of rules) and 9 (what must stay apart)",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "rules", In: `{"css":"a,b{color:red;}c{margin:0 auto;}"}`},
		{Name: "strings and calc() stay", In: `{"css":".a::before{content:\"}{;\";width:calc(100% - (2*var(--x, 1px)));}"}`},
		{Name: "media query", In: `{"css":"@media (min-width: 640px){.a{color:red;}.b{top:0;}}"}`},
		{Name: "custom properties as they are", In: `{"css":":root{--json:{ \"a\" : 1 };--x: a  b}"}`},
		{Name: "minified", In: `{"css":"/* top */\n.x > .y {\n  color: red;\n}\n","mode":"minify"}`},
		{Name: "faults", In: `{"css":"a{color:red;}}\nb{width:","indent":"tab"}`},
	},
	Run: beautifyCSS,
})

// CSSBeautifierIn is the input of css-beautifier.
type CSSBeautifierIn struct {
	CSS                   string                 `json:"css" doc:"The CSS text." document:"true" aka:"input,data,content,value,str,source,body,text" example:"a,b{color:red;}"`
	Mode                  string                 `json:"mode" doc:"Lay out, or remove what may go." enum:"beautify,minify" default:"beautify"`
	Indent                op.Either[int, string] `json:"indent" doc:"Spaces for each level, or tab." min:"0" max:"8" enum:"tab" default:"2"`
	SelectorPerLine       bool                   `json:"selector_per_line" doc:"Each selector of a list on a line of its own." default:"true"`
	BlankLineBetweenRules bool                   `json:"blank_line_between_rules" doc:"A blank line between rules, and one where the source has some; false removes all." default:"true"`
	BraceStyle            string                 `json:"brace_style" doc:"Where the opening brace stands." enum:"same_line,new_line" default:"same_line"`
	SpaceAroundCombinator bool                   `json:"space_around_combinators" doc:"A space on each side of >, + and ~ in selectors." default:"true"`
	Comments              string                 `json:"comments" doc:"Which comments stay; important ones begin with /*!, and minify keeps no others." enum:"keep,important_only,remove" default:"keep"`
	FinalSemicolon        bool                   `json:"final_semicolon" doc:"A semicolon behind the last declaration of a block too; not in minify." default:"true"`
	SortProperties        bool                   `json:"sort_properties" doc:"Sort runs of declarations by name, unless a property or a shorthand of it occurs twice in one." default:"false"`
}

// CSSBeautifierOut is the answer of css-beautifier.
type CSSBeautifierOut struct {
	CSS          string       `json:"css" doc:"The text laid out or minified." main:"text/css"`
	SizeBefore   int          `json:"size_before" doc:"Bytes of the text sent."`
	SizeAfter    int          `json:"size_after" doc:"Bytes of the result."`
	Rules        int          `json:"rules" doc:"Style rules and at-rules, nested ones too."`
	Declarations int          `json:"declarations" doc:"Declarations in blocks."`
	Comments     int          `json:"comments" doc:"Comments of the text sent."`
	Valid        bool         `json:"valid" doc:"Whether the syntax is without errors; names and values are not judged."`
	Warnings     []op.Warning `json:"warnings,omitempty" doc:"What browsers drop or read otherwise; at most 100, then their number."`
}

func (in *CSSBeautifierIn) options() css.Options {
	o := css.DefaultOptions()
	o.Mode, o.Comments = css.Mode(in.Mode), css.Comments(in.Comments)
	o.Indent = "\t"
	if in.Indent.A != nil {
		o.Indent = strings.Repeat(" ", *in.Indent.A)
	}
	o.SelectorPerLine, o.BlankLines, o.BraceOnNewLine = in.SelectorPerLine, in.BlankLineBetweenRules, in.BraceStyle == "new_line"
	o.SpaceCombinators, o.FinalSemicolon, o.SortProperties = in.SpaceAroundCombinator, in.FinalSemicolon, in.SortProperties
	return o
}

func beautifyCSS(ctx context.Context, in CSSBeautifierIn) (CSSBeautifierOut, error) {
	text, marked := strings.CutPrefix(in.CSS, "\uFEFF")
	r, err := css.Format(ctx, text, in.options())
	if err != nil {
		return CSSBeautifierOut{}, cssError(err, text, len(in.CSS)-len(text))
	}
	out := CSSBeautifierOut{
		CSS: string(r.CSS), SizeBefore: len(in.CSS), SizeAfter: len(r.CSS),
		Rules: r.Rules, Declarations: r.Declarations, Comments: r.Comments, Valid: r.Valid,
	}
	if marked {
		out.Warnings = append(out.Warnings, op.Warning{
			Code: "bom_removed", Message: "the byte order mark at the start was removed", Line: 1, Column: 1, Field: "css",
		})
	}
	out.Warnings = append(out.Warnings, cssWarnings(text, r)...)
	return out, nil
}

// cssWarnings gives faults their places.
func cssWarnings(text string, r css.Result) (list []op.Warning) {
	if len(r.Faults) == 0 {
		return nil
	}
	index := position.New(text)
	for _, f := range r.Faults {
		line, column := index.LineColumn(f.Offset)
		list = append(list, op.Warning{Code: string(f.Code), Message: f.Message(), Line: line, Column: column, Field: "css"})
	}
	if r.MoreFaults > 0 {
		list = append(list, op.Warning{
			Code: "warnings_omitted", Message: fmt.Sprintf("%d more warnings are not listed", r.MoreFaults), Field: "css",
		})
	}
	return list
}

// cssError turns an error about a text, before which some bytes were removed,
// into a refusal at its place.
func cssError(err error, text string, removed int) error {
	var e *css.Error
	if !errors.As(err, &e) {
		return err
	}
	line, column := position.New(text).LineColumn(e.Offset)
	refusal := op.Refuse("css", string(e.Code), "%s (line %d, column %d)", e.Error(), line, column)
	v := &refusal.Violations[0]
	v.Place = &op.Place{Line: line, Column: column, Offset: removed + e.Offset}
	v.Hint = "send it in parts, or with a smaller indent"
	if e.Code == css.DepthExceeded {
		v.Hint = "close brackets that were left open, or nest less"
	}
	return refusal
}
