package text

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/position"
	"toolcrib/internal/ops/text/replace"
)

// FindAndReplace replaces literal text or the matches of patterns.
var FindAndReplace = op.Define(op.Def[FindAndReplaceIn, FindAndReplaceOut]{
	ID:      "find-and-replace",
	Route:   "POST /v1/text/find-replace",
	Summary: "Find and replace, literally or by pattern",
	Doc: "Replaces literal text, where $ means nothing, or with regex the matches of an RE2 pattern, where $1 and $<name> insert groups. " +
		"Up to 100 replacements apply in order, each to what the one before made. Returns counts and the places in the text sent; " +
		"dry_run returns the text unchanged.",
	See:    []op.See{{When: "trying a pattern", ID: "regex-tester"}},
	Words:  []string{"search", "substitute", "substitution", "swap", "rename", "change all", "bulk edit", "mask", "redact", "sed"},
	Source: "ECMA-262 String.prototype.replaceAll and GetSubstitution; RE2 syntax; Unicode simple case folding",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "literal dot", In: `{"text":"a.b a.b","find":"a.b","replace":"x"}`},
		{Name: "dollars are text", In: `{"text":"aXbX","find":"X","replace":"$$"}`},
		{Name: "groups", In: `{"text":"2026-01-05","find":"(?<y>\\d+)-(?<m>\\d+)-(?<d>\\d+)","replace":"$<d>/$<m>/$<y>","regex":true}`},
		{Name: "whole words in any case, case kept", In: `{"text":"cat scatter Cat CAT","find":"cat","replace":"dog","whole_word":true,"case_sensitive":false,"preserve_case":true}`},
		{Name: "several in order", In: `{"text":"tea for two","replacements":[{"find":"tea","replace":"coffee"},{"find":"f+","replace":"f","regex":true}]}`},
	},
	Rules: []op.Rule{op.ExactlyOne("find", "replacements")},
	Run:   findAndReplace,
})

// ReplaceOptions are what may be set for each replacement.
type ReplaceOptions struct {
	Replace         string `json:"replace" doc:"What to put in its place; with regex, $1, ${1}, ${name}, $<name>, $& and $$ stand for groups, the match and a dollar sign." default:"" document:"true" aka:"with,replacement,replace_with,to"`
	Regex           bool   `json:"regex" doc:"Find is a regular expression in RE2 syntax." default:"false" aka:"use_regex,is_regex"`
	CaseSensitive   bool   `json:"case_sensitive" doc:"Letters match in the same case only." default:"true"`
	WholeWord       bool   `json:"whole_word" doc:"Match only where no letter, digit, mark or underscore touches." default:"false"`
	PreserveCase    bool   `json:"preserve_case" doc:"Put the replacement in upper, lower or title case where the match is." default:"false"`
	Multiline       bool   `json:"multiline" doc:"With regex: ^ and $ match at lines." default:"false"`
	DotAll          bool   `json:"dot_all" doc:"With regex: a dot matches line feeds too." default:"false"`
	MaxReplacements int    `json:"max_replacements" doc:"Replace at most so many; 0 replaces all." default:"0" min:"0"`
	Occurrence      *int   `json:"occurrence" doc:"Replace the n-th match only, from 1." min:"1"`
}

// Replacement is one of several replacements.
type Replacement struct {
	Find string `json:"find" doc:"What to find." len:"1.." document:"true" aka:"search,pattern,query,from" example:"a.b"`
	ReplaceOptions
}

// FindAndReplaceIn is the input of find-and-replace.
type FindAndReplaceIn struct {
	Text string  `json:"text" doc:"The text." document:"true" aka:"input,data,content,value,str,source,body" example:"a.b a.b"`
	Find *string `json:"find" doc:"What to find." len:"1.." document:"true" aka:"search,pattern,query,from" example:"a.b"`
	ReplaceOptions
	Replacements []Replacement `json:"replacements,omitempty" doc:"Instead of find: several replacements, applied in order." len:"1..100" aka:"rules"`
	DryRun       bool          `json:"dry_run" doc:"Only report: the text comes back unchanged." default:"false"`
	OffsetUnit   string        `json:"offset_unit" doc:"What start and end count." enum:"code_point,utf16,byte" default:"code_point"`
}

// FindAndReplaceOut is the answer of find-and-replace.
type FindAndReplaceOut struct {
	Text         string         `json:"text" doc:"The text with the replacements made." main:"text/plain"`
	Replacements int            `json:"replacements" doc:"How many were made, or would be."`
	PerRule      []int          `json:"per_rule" doc:"How many of each replacement."`
	Positions    []TextPosition `json:"positions" doc:"Where in the text sent, replacement by replacement, at most 1,000."`
	Changed      bool           `json:"changed" doc:"Whether the text is, or would be, another."`
	Warnings     []op.Warning   `json:"warnings,omitempty" doc:"What another engine would read differently."`
}

// TextPosition is a range of the text that was sent.
type TextPosition struct {
	Start  int `json:"start" doc:"Where it starts, in offset_unit, from 0."`
	End    int `json:"end" doc:"Where it ends; the end itself is outside."`
	Line   int `json:"line" doc:"Line of the start, from 1."`
	Column int `json:"column" doc:"Column of the start in code points, from 1."`
}

const (
	// maxReplaced bounds the text after each replacement, in bytes, before it
	// takes the memory.
	maxReplaced = 8 << 20
	// maxPositions bounds the positions in an answer.
	maxPositions = 1000
	// maxPattern bounds a regular expression, in characters, as regex-tester does.
	maxPattern = 10_000
)

// Check refuses options that contradict each other.
func (in *FindAndReplaceIn) Check(e *op.Invalid) {
	if in.Replacements != nil {
		in.alone(e)
	}
	for i, r := range in.rules() {
		if r.Occurrence != nil && r.MaxReplacements > 0 {
			e.Add(in.field(i, "occurrence"), op.Conflict, "was sent together with 'max_replacements'; send only one of them")
		}
		if n := utf8.RuneCountInString(r.Find); r.Regex && n > maxPattern {
			e.Add(in.field(i, "find"), op.TooLong, "has %d characters; a regular expression may have %d", n, maxPattern)
		}
	}
}

// alone refuses options beside the list of replacements, which have their own.
func (in *FindAndReplaceIn) alone(e *op.Invalid) {
	for _, o := range []struct {
		name string
		set  bool
	}{
		{"replace", in.Replace != ""}, {"regex", in.Regex}, {"case_sensitive", !in.CaseSensitive}, {"whole_word", in.WholeWord},
		{"preserve_case", in.PreserveCase}, {"multiline", in.Multiline}, {"dot_all", in.DotAll},
		{"max_replacements", in.MaxReplacements > 0}, {"occurrence", in.Occurrence != nil},
	} {
		if o.set {
			e.Add(o.name, op.Conflict, "was sent together with 'replacements'").Hint = "send it inside each of the replacements"
		}
	}
}

// rules lists the replacements, whichever way they were sent.
func (in *FindAndReplaceIn) rules() []Replacement {
	if in.Find != nil {
		return []Replacement{{*in.Find, in.ReplaceOptions}}
	}
	return in.Replacements
}

// field is the path of a field of a replacement.
func (in *FindAndReplaceIn) field(rule int, name string) string {
	if in.Find != nil {
		return name
	}
	return fmt.Sprintf("replacements[%d].%s", rule, name)
}

func findAndReplace(ctx context.Context, in FindAndReplaceIn) (out FindAndReplaceOut, err error) {
	replacers, warnings, err := in.compile()
	if err != nil {
		return out, err
	}
	result, err := replace.Apply(ctx, in.Text, replacers, maxReplaced, maxPositions)
	switch {
	case errors.Is(err, replace.ErrOutput):
		return out, op.Refuse("text", op.OutputTooLarge, "with the replacements made it would have more than %d bytes", maxReplaced)
	case err != nil:
		return out, err
	}
	out = FindAndReplaceOut{
		Text: result.Text, PerRule: result.Counts, Positions: make([]TextPosition, len(result.Spans)),
		Changed: result.Text != in.Text, Warnings: warnings,
	}
	for _, n := range result.Counts {
		out.Replacements += n
	}
	if in.DryRun {
		out.Text = in.Text
	}
	unit, _ := position.ParseUnit(in.OffsetUnit)
	index := position.New(in.Text)
	for i, s := range result.Spans {
		p := TextPosition{Start: index.Offset(s.Start, unit), End: index.Offset(s.End, unit)}
		p.Line, p.Column = index.LineColumn(s.Start)
		out.Positions[i] = p
	}
	return out, nil
}

// compile makes the replacements ready; the error has what is wrong with each.
func (in *FindAndReplaceIn) compile() (list []*replace.Replacer, warnings []op.Warning, err error) {
	refusal := &op.Invalid{}
	for i, r := range in.rules() {
		one, err := replace.New(r.rule())
		var wrong *replace.FieldError
		var invalid *op.Invalid
		if errors.As(err, &wrong) && errors.As(regexError(fieldError{in.field(i, wrong.Field), wrong.Err}), &invalid) {
			refusal.Violations = append(refusal.Violations, invalid.Violations...)
			continue
		}
		list = append(list, one)
		find, template := one.Warnings()
		warnings = append(warnings, regexWarnings(in.field(i, "find"), r.Find, find)...)
		warnings = append(warnings, regexWarnings(in.field(i, "replace"), r.Replace, template)...)
	}
	return list, warnings, refusal.Or()
}

func (r *Replacement) rule() replace.Rule {
	rule := replace.Rule{
		Find: r.Find, Replace: r.Replace, Regex: r.Regex, IgnoreCase: !r.CaseSensitive, WholeWord: r.WholeWord,
		PreserveCase: r.PreserveCase, Multiline: r.Multiline, DotAll: r.DotAll, Max: r.MaxReplacements,
	}
	if r.Occurrence != nil {
		rule.Occurrence = *r.Occurrence
	}
	return rule
}
