package text

import (
	"context"
	"strings"
	"unicode"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/diff"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/position"
)

// TextDiffChecker compares two texts.
var TextDiffChecker = op.Define(op.Def[TextDiffCheckerIn, TextDiffCheckerOut]{
	ID:      "text-diff-checker",
	Route:   "POST /v1/text/diff",
	Summary: "Compare two texts: unified, structured and inline differences",
	Doc: "Returns a shortest edit script by line, word, character or sentence, as a unified diff that patch applies and as data, with " +
		"the changes inside lines, counts and similarity. Can ignore case, white space, blank lines and line endings. Warns of " +
		"differences nobody sees. Beyond 10,000 differences the script may not be the shortest; minimal tells.",
	Words:  []string{"comparison", "versions", "revisions", "files", "highlight", "redline", "merge"},
	Source: "E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986); unified format of POSIX.1-2024 diff -u; UAX #29",
	Since:  "1.0.0",
	Class:  op.T2,
	Examples: []op.Example{
		{Name: "lines", In: `{"original":"the quick brown fox\njumps over\nthe lazy dog\n","modified":"the quick red fox\njumps over\nthe very lazy dog\nend\n"}`},
		{Name: "words", In: `{"original":"the quick brown fox","modified":"the quick red fox","granularity":"word"}`},
		{Name: "characters", In: `{"original":"👍🏽","modified":"👍🏾","granularity":"character"}`},
		{Name: "only the end of the last line differs", In: `{"original":"a\nb","modified":"a\nb\n"}`},
		{Name: "line endings ignored", In: `{"original":"a\r\nb\r\n","modified":"a\nb\n","ignore_line_endings":true}`},
		{Name: "white space ignored", In: `{"original":"int a;\n  foo();\nbar\n","modified":"int a;\nfoo();\nbar \n","ignore_whitespace":"all"}`},
	},
	Run: compareTexts,
})

// TextDiffCheckerIn is the input of text-diff-checker.
type TextDiffCheckerIn struct {
	Original          string `json:"original" doc:"The text before, of at most 100,000 lines." document:"true" aka:"old,left,text1,a,before" example:"one\ntwo\n"`
	Modified          string `json:"modified" doc:"The text after, of at most 100,000 lines." document:"true" aka:"new,right,text2,b,after" example:"one\nthree\n"`
	Granularity       string `json:"granularity" doc:"What is compared; a character is what people see as one (a grapheme)." enum:"line,word,character,sentence" default:"line"`
	Inline            string `json:"inline" doc:"How to show what changed inside a line." enum:"none,word,character" default:"word"`
	Context           int    `json:"context" doc:"Equal lines to show around changes." default:"3" min:"0" max:"1000"`
	IgnoreWhitespace  string `json:"ignore_whitespace" doc:"Ignore white space at the ends of lines, changes in the amount of white space (diff -b), or all white space (diff -w)." enum:"none,trailing,change,all" default:"none"`
	IgnoreBlankLines  bool   `json:"ignore_blank_lines" doc:"Ignore blank lines that come or go." default:"false"`
	IgnoreCase        bool   `json:"ignore_case" doc:"Whether a and A are equal." default:"false"`
	IgnoreLineEndings bool   `json:"ignore_line_endings" doc:"Whether CRLF, LF and CR are equal." default:"false"`
	Algorithm         string `json:"algorithm" doc:"How to find what is common: the shortest script, or first the lines that occur once (patience) or seldom (histogram)." enum:"myers,patience,histogram" default:"myers"`
	OriginalName      string `json:"original_name" doc:"Name of the original in the unified diff." default:"original" len:"1..255" pattern:"^[^\\x00-\\x1f\\x7f]*$"`
	ModifiedName      string `json:"modified_name" doc:"Name of the modified text in the unified diff." default:"modified" len:"1..255" pattern:"^[^\\x00-\\x1f\\x7f]*$"`
}

// TextDiffCheckerOut is the answer of text-diff-checker.
type TextDiffCheckerOut struct {
	Equal      bool          `json:"equal" doc:"Whether nothing differs but what is ignored."`
	Unified    string        `json:"unified" doc:"The differences by line in unified format, empty when equal." main:"text/plain"`
	Stats      DiffStats     `json:"stats" doc:"Counts."`
	Similarity num.Dec       `json:"similarity" doc:"Twice what is common over what there is, 0 to 1, 4 decimals."`
	Hunks      *[]DiffHunk   `json:"hunks" doc:"The differences by line; null at other granularities."`
	Changes    *[]DiffChange `json:"changes" doc:"What is equal, deleted and inserted, in order; null at granularity line."`
	Minimal    bool          `json:"minimal" doc:"Whether no script has fewer deletions and insertions, as far as is known."`
	Warnings   []op.Warning  `json:"warnings,omitempty" doc:"Differences that are hard to see."`
}

// DiffStats counts differences.
type DiffStats struct {
	Added     int `json:"added" doc:"Lines, words, characters or sentences inserted."`
	Removed   int `json:"removed" doc:"Those deleted."`
	Unchanged int `json:"unchanged" doc:"Those of the original that stay."`
	Hunks     int `json:"hunks" doc:"Hunks of lines."`
}

// DiffHunk is a group of changes with the lines around them.
type DiffHunk struct {
	OriginalStart int        `json:"original_start" doc:"First line of it in the original, from 1; the line before where it has none there."`
	OriginalLines int        `json:"original_lines" doc:"How many lines of the original it holds."`
	ModifiedStart int        `json:"modified_start" doc:"First line of it in the modified text, from 1; the line before where it has none there."`
	ModifiedLines int        `json:"modified_lines" doc:"How many lines of the modified text it holds."`
	Lines         []DiffLine `json:"lines" doc:"The lines; in a change what is deleted comes first."`
}

// DiffLine is a line of a hunk.
type DiffLine struct {
	Op           string        `json:"op" doc:"What happens to the line." enum:"equal,delete,insert"`
	Text         string        `json:"text" doc:"The line without its line feed; a carriage return stays, so that it shows where line endings change."`
	OriginalLine *int          `json:"original_line,omitempty" doc:"Its number in the original, from 1."`
	ModifiedLine *int          `json:"modified_line,omitempty" doc:"Its number in the modified text, from 1."`
	Segments     []DiffSegment `json:"segments,omitempty" doc:"The parts of a changed line that has something in common with its counterpart."`
}

// DiffSegment is a part of a changed line.
type DiffSegment struct {
	Op   string `json:"op" doc:"What happens to it." enum:"equal,delete,insert"`
	Text string `json:"text" doc:"The text."`
}

// DiffChange is a run of words, characters or sentences with the same fate.
type DiffChange struct {
	Op            string `json:"op" doc:"What happens to it." enum:"equal,delete,insert"`
	Text          string `json:"text" doc:"The text; what is equal, as the original has it."`
	OriginalStart int    `json:"original_start" doc:"Where in the original, in code points from 0."`
	ModifiedStart int    `json:"modified_start" doc:"Where in the modified text, in code points from 0."`
}

// maxDiffLines is how many lines a text may have.
const maxDiffLines = 100_000

// Check counts lines.
func (in *TextDiffCheckerIn) Check(e *op.Invalid) {
	for _, t := range [...]struct{ field, text string }{{"original", in.Original}, {"modified", in.Modified}} {
		if n := lines.Count(t.text); n > maxDiffLines {
			e.Add(t.field, op.TooManyItems, "has %d lines; at most %d are allowed", n, maxDiffLines).Hint = "send a part of it"
		}
	}
}

// The values of enums in package diff.
var (
	diffUnits      = map[string]diff.Unit{"line": diff.Line, "word": diff.Word, "character": diff.Character, "sentence": diff.Sentence}
	diffWhitespace = map[string]diff.Whitespace{"none": diff.Exact, "trailing": diff.Trailing, "change": diff.Amount, "all": diff.All}
	diffAlgorithms = map[string]diff.Algorithm{"myers": diff.Myers, "patience": diff.Patience, "histogram": diff.Histogram}
)

func (in *TextDiffCheckerIn) options() diff.Options {
	return diff.Options{Algorithm: diffAlgorithms[in.Algorithm], Ignore: diff.Ignore{
		Whitespace: diffWhitespace[in.IgnoreWhitespace], BlankLines: in.IgnoreBlankLines,
		Case: in.IgnoreCase, LineEndings: in.IgnoreLineEndings,
	}}
}

func compareTexts(ctx context.Context, in TextDiffCheckerIn) (out TextDiffCheckerOut, err error) {
	unit := diffUnits[in.Granularity]
	script, err := in.compare(ctx, unit)
	if err != nil {
		return out, err
	}
	removed, added := script.Changed()
	out = TextDiffCheckerOut{
		Equal: script.Equal(), Similarity: similarity(script), Minimal: script.Minimal, Warnings: in.warnings(script),
		Stats: DiffStats{Added: added, Removed: removed, Unchanged: script.A.Len() - removed},
	}
	var hunks []diff.Hunk
	if !out.Equal {
		if out.Unified, hunks, err = in.unified(ctx, script); err != nil {
			return out, err
		}
		out.Stats.Hunks = len(hunks)
	}
	if unit == diff.Line {
		return out, in.addHunks(ctx, script, hunks, &out)
	}
	return out, in.addChanges(script, &out)
}

func (in *TextDiffCheckerIn) compare(ctx context.Context, unit diff.Unit) (*diff.Script, error) {
	return diff.Compare(ctx, diff.Split(in.Original, unit), diff.Split(in.Modified, unit), in.options())
}

// similarity is 2·M/T for M equal tokens on either side and T tokens in all.
// What is ignored counts as equal.
func similarity(s *diff.Script) num.Dec {
	all := s.A.Len() + s.B.Len()
	if all == 0 {
		return num.FromInt(1)
	}
	removed, added := s.Changed()
	return num.Quotient(num.FromInt(int64(all-removed-added)), num.FromInt(int64(all))).Round(4, num.HalfEven)
}

// unified writes the differences by line in unified format, and returns their
// hunks. Where a text has carriage returns by themselves, the lines are those
// that patch sees.
func (in *TextDiffCheckerIn) unified(ctx context.Context, script *diff.Script) (string, []diff.Hunk, error) {
	if !script.ForPatch() {
		var err error
		if script, err = in.compare(ctx, diff.PatchLine); err != nil {
			return "", nil, err
		}
	}
	hunks := script.Hunks(in.Context)
	return script.Unified(hunks, in.OriginalName, in.ModifiedName), hunks, nil
}

// addHunks adds the hunks of a script of lines.
func (in *TextDiffCheckerIn) addHunks(ctx context.Context, script *diff.Script, hunks []diff.Hunk, out *TextDiffCheckerOut) error {
	if !script.ForPatch() {
		hunks = script.Hunks(in.Context)
		out.Stats.Hunks = len(hunks)
	}
	if unit, ok := diffUnits[in.Inline]; ok {
		if err := script.AddSegments(ctx, hunks, unit, in.options().Ignore); err != nil {
			return err
		}
	}
	list, size := make([]DiffHunk, len(hunks)), diffSize(len(out.Unified))
	for i, h := range hunks {
		list[i] = DiffHunk{h.OriginalStart, h.OriginalLines, h.ModifiedStart, h.ModifiedLines, make([]DiffLine, len(h.Rows))}
		for k, r := range h.Rows {
			line := DiffLine{Op: r.Op.String(), Text: strings.TrimSuffix(script.Text(r), "\n"), OriginalLine: lineNumber(r.A), ModifiedLine: lineNumber(r.B)}
			for _, s := range r.Segments {
				line.Segments = append(line.Segments, DiffSegment{s.Op.String(), s.Text})
				size.add(s.Text)
			}
			list[i].Lines[k] = line
			if err := size.add(line.Text); err != nil {
				return err
			}
		}
	}
	out.Hunks = &list
	return nil
}

// lineNumber is the number of a line by its index, nil where there is none.
func lineNumber(index int) *int {
	if index < 0 {
		return nil
	}
	index++
	return &index
}

// addChanges adds the changes of a script of other tokens.
func (in *TextDiffCheckerIn) addChanges(script *diff.Script, out *TextDiffCheckerOut) error {
	original, modified := position.New(in.Original), position.New(in.Modified)
	list, size := []DiffChange{}, diffSize(len(out.Unified))
	for c := range script.Changes() {
		if err := size.add(c.Text); err != nil {
			return err
		}
		list = append(list, DiffChange{
			c.Op.String(), c.Text, original.Offset(c.OriginalStart, position.CodePoint), modified.Offset(c.ModifiedStart, position.CodePoint),
		})
	}
	out.Changes = &list
	return nil
}

// diffSize is about how many bytes the answer has so far.
type diffSize int

// diffEntry is about what a line, segment or change takes beside its text.
const diffEntry = 40

func (s *diffSize) add(text string) error {
	if *s += diffSize(diffEntry + len(text)); *s <= maxAnswer {
		return nil
	}
	refusal := op.Refuse("", op.OutputTooLarge, "the differences take more than %d bytes to write", maxAnswer)
	refusal.Violations[0].Hint = "compare by line, with inline none and less context, or send parts of the texts"
	return refusal
}

// warnings tells of differences that are hard to see.
func (in *TextDiffCheckerIn) warnings(script *diff.Script) (list []op.Warning) {
	if in.Original == in.Modified {
		return nil
	}
	switch {
	case lineFeeds(in.Original) == lineFeeds(in.Modified):
		list = append(list, op.Warning{Code: "only_line_endings_differ", Message: "the texts differ only in their line endings (CRLF, LF, CR)"})
	case sameButSpace(in.Original, in.Modified):
		list = append(list, op.Warning{Code: "only_whitespace_differs", Message: "the texts differ only in white space"})
	}
	if script.LooksAlike() {
		list = append(list, op.Warning{
			Code: "normalization_differs", Message: "words that look the same are written with different code points (Unicode normalization forms)",
		})
	}
	return list
}

// lineFeeds ends every line with a line feed.
func lineFeeds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// sameButSpace tells whether two texts are equal without their white space.
func sameButSpace(a, b string) bool {
	for {
		a, b = strings.TrimLeftFunc(a, unicode.IsSpace), strings.TrimLeftFunc(b, unicode.IsSpace)
		if a == "" || b == "" || a[0] != b[0] {
			return a == b
		}
		a, b = a[1:], b[1:]
	}
}
