// Package replace finds and replaces in text, by literal texts or by regular
// expressions, one rule after the other, and tells where in the text that was
// sent each replacement was made.
//
// Literal texts are searched for in linear time, whatever they and the text
// look like (Knuth, Morris, Pratt); regular expressions by package regex, whose
// search looks at its context and ends with it.
package replace

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"golang.org/x/text/language"

	"toolcrib/internal/ops/text/lettercase"
	"toolcrib/internal/ops/text/regex"
)

// Rule says what to find and what to put in its place.
type Rule struct {
	Find    string // not empty
	Replace string
	// Regex takes Find for a pattern and Replace for a template of package
	// regex; without it both are text.
	Regex bool
	// IgnoreCase compares by simple Unicode case folding.
	IgnoreCase bool
	// WholeWord requires that no letter, number, mark or underscore touches a
	// match on either side.
	WholeWord bool
	// PreserveCase gives a replacement the letter case of what it replaces,
	// where that is all upper, all lower or title case.
	PreserveCase bool
	// Multiline and DotAll are flags of the pattern.
	Multiline, DotAll bool
	// Max bounds the replacements; 0 makes all.
	Max int
	// Occurrence makes the n-th replacement only, from 1; 0 for all.
	Occurrence int
}

// Replacer is a rule made ready. It is safe for concurrent use.
type Replacer struct {
	rule     Rule
	matches  func(ctx context.Context, text string) iter.Seq2[regex.Match, error]
	template *regex.Template
	warnings []regex.Warning // of the pattern
}

// FieldError is an error with the part of the rule that it is about: find or
// replace.
type FieldError struct {
	Field string
	Err   error
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Err.Error() }
func (e *FieldError) Unwrap() error { return e.Err }

// New makes a rule ready. The error is a *FieldError of a *regex.Error.
func New(rule Rule) (*Replacer, error) {
	if !rule.Regex {
		l := newLiteral(rule)
		return &Replacer{rule: rule, matches: l.matches, template: regex.LiteralTemplate(rule.Replace)}, nil
	}
	re, err := regex.Compile(rule.Find, regex.Flags{
		Global: true, IgnoreCase: rule.IgnoreCase, Multiline: rule.Multiline, DotAll: rule.DotAll, WholeWord: rule.WholeWord,
	})
	if err != nil {
		return nil, &FieldError{"find", err}
	}
	template, err := re.Template(rule.Replace)
	if err != nil {
		return nil, &FieldError{"replace", err}
	}
	return &Replacer{rule: rule, matches: re.Matches, template: template, warnings: re.Warnings()}, nil
}

// Warnings lists what another engine would read differently, in the pattern and
// in the template.
func (r *Replacer) Warnings() (find, replace []regex.Warning) {
	return r.warnings, r.template.Warnings()
}

// Span is a range of bytes of the input.
type Span struct{ Start, End int }

// Result is what replacing made of a text.
type Result struct {
	Text   string
	Counts []int // replacements of each rule
	// Spans are the places in the input of what was replaced, rule by rule in
	// order. What an earlier rule had put in stands in the input where that
	// rule's match stood.
	Spans []Span
}

// ErrOutput is the error of a text that would exceed the limit.
var ErrOutput = errors.New("replace: the text would be too large")

// Apply applies rules in order, each to what the one before made. At no time
// may the text exceed limit bytes, and at most so many spans are kept. The
// error is ErrOutput or that of ctx.
func Apply(ctx context.Context, text string, rules []*Replacer, limit, spans int) (Result, error) {
	result := Result{Text: text, Counts: make([]int, len(rules))}
	var origin history
	for i, r := range rules {
		p := pass{Replacer: r, ctx: ctx, text: result.Text, limit: limit, keep: spans - len(result.Spans)}
		if err := p.run(); err != nil {
			return Result{}, fmt.Errorf("rule %d: %w", i, err)
		}
		result.Counts[i] = p.count
		for _, e := range p.edits {
			result.Spans = append(result.Spans, origin.span(e.from, e.to))
		}
		if p.count > 0 {
			result.Text = string(p.out)
			origin = append(origin, p.edits)
		}
	}
	return result, nil
}

// pass is one rule at work on one text.
type pass struct {
	*Replacer
	ctx   context.Context
	text  string
	limit int
	keep  int // how many edits to note
	out   []byte
	count int
	edits []edit
	cases *lettercase.Caser
}

// edit replaced text[from:to] by out[newFrom:newTo].
type edit struct{ from, to, newFrom, newTo int }

func (p *pass) run() error {
	p.out = make([]byte, 0, len(p.text))
	end, seen := 0, 0
	for m, err := range p.matches(p.ctx, p.text) {
		if err != nil {
			return err
		}
		if seen++; seen < p.rule.Occurrence {
			continue
		}
		if err := p.replace(m, end); err != nil {
			return err
		}
		end = m.End()
		if p.rule.Occurrence > 0 || p.count == p.rule.Max {
			break
		}
	}
	return p.add(p.text[end:])
}

// replace replaces a match; end is that of the match before.
func (p *pass) replace(m regex.Match, end int) error {
	if err := p.add(p.text[end:m.Start()]); err != nil {
		return err
	}
	from := len(p.out)
	out, err := p.template.Append(p.out, p.text, m, p.limit)
	if err != nil {
		return ErrOutput
	}
	p.out = out
	if p.rule.PreserveCase {
		replacement := string(p.out[from:])
		p.out = p.out[:from]
		if err := p.add(p.withCase(replacement, p.text[m.Start():m.End()])); err != nil {
			return err
		}
	}
	if p.count++; len(p.edits) < p.keep {
		p.edits = append(p.edits, edit{m.Start(), m.End(), from, len(p.out)})
	}
	return nil
}

func (p *pass) add(text string) error {
	if len(p.out)+len(text) > p.limit {
		return ErrOutput
	}
	p.out = append(p.out, text...)
	return nil
}

// withCase gives a replacement the case of what it replaces.
func (p *pass) withCase(replacement, match string) string {
	if p.cases == nil {
		p.cases = lettercase.New(language.Und)
	}
	switch caseOf(match) {
	case upper:
		return p.cases.Upper(replacement)
	case lower:
		return p.cases.Lower(replacement)
	case oneUpper:
		return p.cases.Title(replacement)
	case mixed:
		if p.cases.Title(match) == match {
			return p.cases.Title(replacement)
		}
	}
	return replacement
}
