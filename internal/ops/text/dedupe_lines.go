package text

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/dedupe"
	"toolcrib/internal/ops/text/fold"
	"toolcrib/internal/ops/text/lines"
)

// DuplicateLineRemover keeps one of equal lines.
var DuplicateLineRemover = op.Define(op.Def[DuplicateLineRemoverIn, DuplicateLineRemoverOut]{
	ID:      "duplicate-line-remover",
	Route:   "POST /v1/text/dedupe-lines",
	Summary: "Remove duplicate lines, and report which they were",
	Doc: "Keeps one line of each group of equal lines, in their order and spelling, and lists the groups with line numbers. Compares " +
		"all lines or neighbours, exactly or without case or spaces; can keep only unique or only repeated lines. Blank lines stay " +
		"unless you say otherwise.",
	See:    []op.See{{When: "another order of lines", ID: "text-sorter"}},
	Words:  []string{"deduplicate", "uniq", "distinct", "same", "entries", "delete"},
	Source: "uniq (POSIX.1-2024), over all lines as awk '!seen[$0]++' does; full case folding of the Unicode Standard 3.13",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "exact", In: `{"text":"b\na\nb\nA"}`},
		{Name: "case ignored", In: `{"text":"b\na\nb\nA","case_sensitive":false}`},
		{Name: "neighbours, as uniq", In: `{"text":"x\nx\ny\nx","mode":"adjacent"}`},
		{Name: "lines that occur once", In: `{"text":"a\nb\na","mode":"unique_only"}`},
		{Name: "lines that occur more often", In: `{"text":"a\nb\na","mode":"duplicates_only"}`},
		{Name: "spaces ignored, blank lines removed", In: `{"text":"a b\n\nab\n","ignore_whitespace":true,"remove_blank_lines":true}`},
	},
	Run: removeDuplicateLines,
})

// DuplicateLineRemoverIn is the input of duplicate-line-remover.
type DuplicateLineRemoverIn struct {
	Text             string `json:"text" doc:"The lines." document:"true" aka:"input,data,content,value,str,source,body,lines" example:"b\na\nb"`
	Mode             string `json:"mode" doc:"Compare all lines; only neighbours; or keep only lines that occur once; or one of each line that occurs more often." enum:"all,adjacent,unique_only,duplicates_only" default:"all"`
	Keep             string `json:"keep" doc:"Which of equal lines to keep." enum:"first,last" default:"first"`
	CaseSensitive    bool   `json:"case_sensitive" doc:"Whether a and A differ." default:"true" aka:"ignore_case"`
	Trim             bool   `json:"trim" doc:"Compare without white space at the ends of lines." default:"false"`
	IgnoreWhitespace bool   `json:"ignore_whitespace" doc:"Compare without any white space." default:"false"`
	IgnoreBlankLines bool   `json:"ignore_blank_lines" doc:"Keep every line that is empty or white space, in every mode." default:"true"`
	RemoveBlankLines bool   `json:"remove_blank_lines" doc:"Remove every line that is empty or white space." default:"false"`
	Sort             string `json:"sort" doc:"Sort what is kept by code point." enum:"none,asc,desc" default:"none"`
	NormalizeUnicode bool   `json:"normalize_unicode" doc:"Whether canonically equivalent lines are equal, such as é in one code point and in two." default:"false"`
	LineEnding       string `json:"line_ending" doc:"What ends the lines of the result; keep is what most lines had." enum:"keep,lf,crlf" default:"keep"`
}

// DuplicateLineRemoverOut is the answer of duplicate-line-remover.
type DuplicateLineRemoverOut struct {
	Text       string          `json:"text" doc:"The lines kept." main:"text/plain"`
	LinesIn    int             `json:"lines_in" doc:"Lines of the input."`
	LinesOut   int             `json:"lines_out" doc:"Lines kept."`
	Removed    int             `json:"removed" doc:"Lines removed."`
	Unique     int             `json:"unique" doc:"Different lines, blank ones only where they are compared; with adjacent, runs of equal lines."`
	Duplicates []DuplicateLine `json:"duplicates" doc:"At most 1,000 groups of equal lines, the largest first, then in order."`
}

// DuplicateLine is a line that occurs more than once.
type DuplicateLine struct {
	Line        string `json:"line" doc:"The line, as the one kept is spelt."`
	Count       int    `json:"count" doc:"How often it occurs."`
	LineNumbers []int  `json:"line_numbers" doc:"Where, from 1."`
}

// maxDuplicates bounds the report.
const maxDuplicates = 1000

func removeDuplicateLines(_ context.Context, in DuplicateLineRemoverIn) (DuplicateLineRemoverOut, error) {
	list := lines.Split(in.Text)
	find := dedupe.Find
	if in.Mode == "adjacent" {
		find = dedupe.Runs
	}
	groups := find(in.keys(list), in.blank())
	choice := dedupe.Choice{Last: in.Keep == "last", Unique: in.Mode == "unique_only", Duplicates: in.Mode == "duplicates_only"}
	repeated := groups.Repeated(maxDuplicates)
	out := DuplicateLineRemoverOut{LinesIn: len(list), Unique: len(groups.List), Duplicates: make([]DuplicateLine, 0, len(repeated))}
	for _, r := range repeated {
		d := DuplicateLine{Line: list[r.First], Count: r.Count, LineNumbers: r.Lines}
		if choice.Last {
			d.Line = list[r.Last]
		}
		for i := range d.LineNumbers {
			d.LineNumbers[i]++
		}
		out.Duplicates = append(out.Duplicates, d)
	}
	kept := list[:0]
	for i, line := range list {
		if groups.Keep(i, choice) {
			kept = append(kept, line)
		}
	}
	if in.Sort != "none" {
		slices.Sort(kept)
	}
	if in.Sort == "desc" {
		slices.Reverse(kept)
	}
	out.Text = lines.StyleOf(in.Text).With(in.LineEnding).Join(kept)
	out.LinesOut, out.Removed = len(kept), out.LinesIn-len(kept)
	return out, nil
}

func (in *DuplicateLineRemoverIn) blank() dedupe.Blank {
	switch {
	case in.RemoveBlankLines:
		return dedupe.DropBlank
	case in.IgnoreBlankLines:
		return dedupe.KeepBlank
	}
	return dedupe.CompareBlank
}

// keys returns what the lines are compared by, mostly the lines themselves.
func (in *DuplicateLineRemoverIn) keys(list []string) []string {
	if in.CaseSensitive && !in.Trim && !in.IgnoreWhitespace && !in.NormalizeUnicode {
		return list
	}
	keys := make([]string, len(list))
	for i, line := range list {
		keys[i] = in.key(line)
	}
	return keys
}

func (in *DuplicateLineRemoverIn) key(line string) string {
	switch {
	case in.IgnoreWhitespace:
		line = strings.Map(dropSpace, line)
	case in.Trim:
		line = strings.TrimSpace(line)
	}
	switch {
	case in.NormalizeUnicode && in.CaseSensitive:
		return norm.NFC.String(line)
	case in.NormalizeUnicode:
		return fold.Canonical(line)
	case in.CaseSensitive:
		return line
	}
	return fold.String(line)
}

func dropSpace(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}
