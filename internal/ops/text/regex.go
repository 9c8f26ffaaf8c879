package text

import (
	"context"
	"errors"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/position"
	"toolcrib/internal/ops/text/regex"
)

// RegexTester runs a pattern over a text and reports every match.
var RegexTester = op.Define(op.Def[RegexTesterIn, RegexTesterOut]{
	ID:      "regex-tester",
	Route:   "POST /v1/text/regex/test",
	Summary: "Test a pattern: matches, groups, positions, in linear time",
	Doc: "Runs an RE2 pattern over a text and returns all matches with groups and positions, and optionally the text with a " +
		"replacement. Matches as JavaScript's matchAll does. Never backtracks; what RE2 lacks (lookaround, backreferences) is refused " +
		"by name and place. \\d, \\w, \\s and \\b are ASCII.",
	See:    []op.See{{When: "changing text", ID: "find-and-replace"}},
	Words:  []string{"regular expression", "regexp", "capture", "extract", "checker", "debugger", "grep"},
	Source: "RE2 syntax, leftmost-first (Go regexp/syntax); all-matches and replacement rules of ECMA-262 RegExp.prototype[@@matchAll] and GetSubstitution",
	Since:  "1.0.0",
	Class:  op.T1,
	Examples: []op.Example{
		{Name: "named groups", In: `{"pattern":"(?<y>\\d{4})-(?<m>\\d{2})","text":"2026-01 and 2027-12"}`},
		{Name: "empty matches", In: `{"pattern":"x*","text":"aaxa"}`},
		{Name: "a group that took no part", In: `{"pattern":"(a)|(b)","text":"ab"}`},
		{Name: "offsets in UTF-16 units", In: `{"pattern":".","text":"a👍🏽é","offset_unit":"utf16"}`},
		{Name: "replacement preview", In: `{"pattern":"(\\w+) (\\w+)","text":"John Smith","replacement":"$2, $1"}`},
	},
	Run: testRegex,
})

// RegexTesterIn is the input of regex-tester.
type RegexTesterIn struct {
	Pattern     string  `json:"pattern" doc:"The regular expression, in RE2 syntax, without delimiters." len:"..10000" aka:"regex,regexp,expression" example:"\\d+"`
	Text        string  `json:"text" doc:"The text to search." document:"true" aka:"input,data,content,value,str,source,body" example:"a1b22"`
	Flags       string  `json:"flags" doc:"Letters of g (all matches), i (ignore case), m (^ and $ at lines), s (. matches line feeds), U (ungreedy)." default:"g" len:"..16"`
	Replacement *string `json:"replacement" doc:"Replace the matches by this: $1 to $99, ${1}, ${name}, $<name>, $&, $$." len:"..10000"`
	MaxMatches  int     `json:"max_matches" doc:"List at most so many matches." default:"1000" min:"1" max:"10000"`
	OffsetUnit  string  `json:"offset_unit" doc:"What start and end count." enum:"code_point,utf16,byte" default:"code_point"`
	Mode        string  `json:"mode" doc:"Find matches anywhere, or demand that the whole text matches." enum:"search,full_match" default:"search"`
}

// RegexTesterOut is the answer of regex-tester.
type RegexTesterOut struct {
	Valid            bool         `json:"valid" doc:"The pattern is a regular expression; true in every answer."`
	IsMatch          bool         `json:"is_match" doc:"Whether there is a match."`
	MatchCount       int          `json:"match_count" doc:"How many matches are listed."`
	Truncated        bool         `json:"truncated" doc:"There are more matches than max_matches."`
	Matches          []RegexMatch `json:"matches" doc:"The matches in order."`
	GroupCount       int          `json:"group_count" doc:"Capturing groups of the pattern."`
	GroupNames       []string     `json:"group_names" doc:"Names of the named groups, in order."`
	Replaced         *string      `json:"replaced,omitempty" doc:"The text with all matches replaced."`
	ReplacementCount *int         `json:"replacement_count,omitempty" doc:"How many were replaced."`
	Engine           string       `json:"engine" doc:"The engine whose rules hold." enum:"re2"`
	Warnings         []op.Warning `json:"warnings,omitempty" doc:"What another engine would read differently."`
}

// RegexMatch is one match.
type RegexMatch struct {
	Match       string            `json:"match" doc:"The matched text."`
	Start       int               `json:"start" doc:"Where it starts, in offset_unit, from 0."`
	End         int               `json:"end" doc:"Where it ends; the end itself is outside."`
	Line        int               `json:"line" doc:"Line of the start, from 1."`
	Column      int               `json:"column" doc:"Column of the start in code points, from 1."`
	Groups      []RegexGroup      `json:"groups" doc:"The groups by number, from 1."`
	NamedGroups op.Pairs[*string] `json:"named_groups" doc:"The values of the named groups."`
}

// RegexGroup is a group of a match; its members are null when it took no part.
type RegexGroup struct {
	Number int     `json:"number" doc:"Its number, from 1."`
	Name   *string `json:"name" doc:"Its name, null if it has none."`
	Value  *string `json:"value" doc:"What it matched."`
	Start  *int    `json:"start" doc:"Where it starts."`
	End    *int    `json:"end" doc:"Where it ends."`
}

// maxAnswer bounds the replaced text and, apart from it, the texts of the
// matches with their groups, in bytes. A thousand nested groups would repeat
// the text a thousand times; the service's own limit looks at finished answers
// only.
const maxAnswer = 8 << 20

func testRegex(ctx context.Context, in RegexTesterIn) (RegexTesterOut, error) {
	out, err := runRegex(ctx, in)
	return out, regexError(err)
}

func runRegex(ctx context.Context, in RegexTesterIn) (out RegexTesterOut, err error) {
	re, template, err := compileRegex(in)
	if err != nil {
		return out, err
	}
	matches, truncated, err := findMatches(ctx, re, in)
	if err != nil {
		return out, fieldError{"text", err}
	}
	if err := checkSize(matches); err != nil {
		return out, err
	}
	out = RegexTesterOut{
		Valid: true, IsMatch: len(matches) > 0, MatchCount: len(matches), Truncated: truncated,
		Matches: describeMatches(re, in, matches), GroupCount: re.GroupCount(), GroupNames: []string{}, Engine: "re2",
		Warnings: regexWarnings("pattern", in.Pattern, re.Warnings()),
	}
	for _, name := range re.GroupNames() {
		if name != "" {
			out.GroupNames = append(out.GroupNames, name)
		}
	}
	if template == nil {
		return out, nil
	}
	out.Warnings = append(out.Warnings, regexWarnings("replacement", *in.Replacement, template.Warnings())...)
	return out, replaceMatches(ctx, re, template, in, matches, &out)
}

// compileRegex reads the flags, the pattern and the replacement, which may be
// absent, before any work on the text.
func compileRegex(in RegexTesterIn) (*regex.Regexp, *regex.Template, error) {
	flags, err := regex.ParseFlags(in.Flags)
	if err != nil {
		return nil, nil, fieldError{"flags", err}
	}
	re, err := regex.Compile(in.Pattern, flags)
	if err != nil {
		return nil, nil, fieldError{"pattern", err}
	}
	if in.Replacement == nil {
		return re, nil, nil
	}
	template, err := re.Template(*in.Replacement)
	if err != nil {
		return nil, nil, fieldError{"replacement", err}
	}
	return re, template, nil
}

func findMatches(ctx context.Context, re *regex.Regexp, in RegexTesterIn) ([]regex.Match, bool, error) {
	if in.Mode == "search" {
		return re.All(ctx, in.Text, in.MaxMatches)
	}
	m, err := re.FullMatch(ctx, in.Text)
	if m == nil {
		return nil, false, err
	}
	return []regex.Match{m}, false, nil
}

// replaceMatches fills in the preview of the replacement.
func replaceMatches(ctx context.Context, re *regex.Regexp, template *regex.Template, in RegexTesterIn, matches []regex.Match, out *RegexTesterOut) (err error) {
	replaced, count := in.Text, len(matches)
	switch {
	case in.Mode == "search":
		replaced, count, err = re.Replace(ctx, in.Text, template, maxAnswer)
	case count > 0:
		var b []byte
		b, err = template.Append(nil, in.Text, matches[0], maxAnswer)
		replaced = string(b)
	}
	if err != nil {
		return fieldError{"replacement", err}
	}
	out.Replaced, out.ReplacementCount = &replaced, &count
	return nil
}

// checkSize refuses matches whose texts would not fit an answer.
func checkSize(matches []regex.Match) error {
	size := 0
	for _, m := range matches {
		for g := 0; 2*g < len(m); g++ {
			if start, end, ok := m.Group(g); ok {
				size += end - start
			}
		}
	}
	if size <= maxAnswer {
		return nil
	}
	refusal := op.Refuse("text", op.OutputTooLarge, "the matches and groups have %d bytes in all; at most %d are allowed", size, maxAnswer)
	refusal.Violations[0].Hint = "lower max_matches, or write (?:…) for groups that need no capture"
	return refusal
}

func describeMatches(re *regex.Regexp, in RegexTesterIn, matches []regex.Match) []RegexMatch {
	unit, _ := position.ParseUnit(in.OffsetUnit)
	index := position.New(in.Text)
	names := re.GroupNames()
	out := make([]RegexMatch, len(matches))
	for i, m := range matches {
		line, column := index.LineColumn(m.Start())
		d := RegexMatch{
			Match: in.Text[m.Start():m.End()], Start: index.Offset(m.Start(), unit), End: index.Offset(m.End(), unit),
			Line: line, Column: column, Groups: make([]RegexGroup, re.GroupCount()),
		}
		for g := range d.Groups {
			group := RegexGroup{Number: g + 1}
			if start, end, ok := m.Group(g + 1); ok {
				value, from, to := in.Text[start:end], index.Offset(start, unit), index.Offset(end, unit)
				group.Value, group.Start, group.End = &value, &from, &to
			}
			if names[g+1] != "" {
				group.Name = &names[g+1]
				d.NamedGroups = append(d.NamedGroups, op.Pair[*string]{Name: names[g+1], Value: group.Value})
			}
			d.Groups[g] = group
		}
		out[i] = d
	}
	return out
}

// regexWarnings gives warnings about a field their place in its text.
func regexWarnings(field, text string, list []regex.Warning) (out []op.Warning) {
	if len(list) == 0 {
		return nil
	}
	index := position.New(text)
	for _, w := range list {
		line, column := index.LineColumn(w.ByteOffset)
		out = append(out, op.Warning{Code: w.Code, Message: w.Message, Line: line, Column: column, Field: field})
	}
	return out
}

// fieldError is an error with the field that it is about.
type fieldError struct {
	field string
	err   error
}

func (e fieldError) Error() string { return e.field + ": " + e.err.Error() }
func (e fieldError) Unwrap() error { return e.err }

// regexError turns an error of package regex into a refusal, one violation for
// each unsupported construct; the context's error passes.
func regexError(err error) error {
	var at fieldError
	var e *regex.Error
	switch {
	case !errors.As(err, &at):
		return err
	case !errors.As(at.err, &e):
		return at.err
	}
	refusal := &op.Invalid{}
	for _, one := range append([]*regex.Error{e}, e.More...) {
		v := refusal.Add(at.field, one.Code, "%s", one.Message)
		v.Hint = one.Hint
		if one.Feature != "" {
			v.Details = append(v.Details, op.Member{Name: "feature", Value: one.Feature})
		}
		if one.Fragment != "" || one.Code == regex.CodeInvalid {
			v.Details = append(v.Details, op.Member{Name: "byte_offset", Value: one.ByteOffset})
		}
		if one.Fragment != "" {
			v.Details = append(v.Details, op.Member{Name: "fragment", Value: one.Fragment})
		}
		if len(one.Engines) > 0 {
			v.Details = append(v.Details, op.Member{Name: "engines", Value: one.Engines})
		}
	}
	return refusal
}
