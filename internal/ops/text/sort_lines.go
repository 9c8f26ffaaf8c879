package text

import (
	"context"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/dedupe"
	"toolcrib/internal/ops/text/fold"
	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/regex"
	"toolcrib/internal/ops/text/sorter"
)

// TextSorter puts lines in order.
var TextSorter = op.Define(op.Def[TextSorterIn, TextSorterOut]{
	ID:      "text-sorter",
	Route:   "POST /v1/text/sort-lines",
	Summary: "Sort lines: by language, natural, numeric, version, IP, or shuffled",
	Doc: "Sorts lines, or items between separators, as a language does, by numbers within, value, length, code point, IP address or " +
		"version, or shuffles them. Compares whole lines, a column or a match. Stable; lines without a value come last both ways. With " +
		"a seed anyone can recompute the shuffle.",
	See:   []op.See{{When: "removing duplicates with a report", ID: "duplicate-line-remover"}},
	Words: []string{"alphabetize", "alphabetical", "order", "ordering", "arrange", "rank", "ascending", "descending", "list", "randomize", "mix"},
	Source: "CLDR collation (UTS #10, #35; golang.org/x/text, CLDR 23); Semantic Versioning 2.0.0 section 11; seeded shuffle: " +
		"lines by HMAC-SHA256(seed, \"shuffle-v1\\n\" + line number from 0)",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Rules:  []op.Rule{op.RequiredOnce("text", "lines")},
	Examples: []op.Example{
		{Name: "alphabetical", In: `{"text":"banana\napple\nÉclair\nfig\n"}`},
		{Name: "natural", In: `{"lines":["file10","file2","File1","v1.10.0","v1.9.0"],"natural":true}`},
		{Name: "Swedish", In: `{"text":"ä\na\nz\nå","locale":"sv"}`},
		{Name: "numeric, highest first", In: `{"text":"10\n9\n1.5\n-5\nnone","method":"numeric","order":"desc"}`},
		{Name: "by the second column", In: `{"text":"a,3\nb,1\nc,2","method":"numeric","key":{"column":2,"delimiter":","}}`},
		{Name: "a shuffle that others can check", In: `{"lines":["ann","bob","cid"],"method":"shuffle","seed":"draw-2026"}`},
	},
	Run: sortLines,
})

// TextSorterIn is the input of text-sorter.
type TextSorterIn struct {
	Text             *string   `json:"text" doc:"The lines." document:"true" aka:"input,data,content,value,str,source,body" example:"b\na"`
	Lines            *[]string `json:"lines" doc:"The lines as a list, in place of text; answered as a list too." aka:"items,list"`
	Order            string    `json:"order" doc:"Which way; means nothing to shuffle." enum:"asc,desc" default:"asc"`
	Method           string    `json:"method" doc:"What to sort by; natural is alphabetical with numbers by value, length counts graphemes." enum:"alphabetical,natural,numeric,length,codepoint,ip,semver,shuffle" default:"alphabetical"`
	Natural          bool      `json:"natural" doc:"Short for method natural." default:"false"`
	CaseSensitive    bool      `json:"case_sensitive" doc:"Whether a and A differ, for alphabetical (a first), natural and unique; to codepoint they always do." default:"false" aka:"ignore_case"`
	Locale           string    `json:"locale" doc:"Language whose alphabet to follow (BCP 47)." default:"en" len:"1..35"`
	Unique           bool      `json:"unique" doc:"Keep only the first of equal lines." default:"false"`
	RemoveBlankLines bool      `json:"remove_blank_lines" doc:"Remove every line that is empty or white space." default:"false"`
	Trim             bool      `json:"trim" doc:"Remove white space at the ends of lines." default:"false"`
	Separator        string    `json:"separator" doc:"What parts the items of the text, such as a comma; a line feed means any line ending." default:"\n" len:"1..100"`
	Key              *SortKey  `json:"key" doc:"The part of each line to sort by."`
	Seed             *string   `json:"seed" doc:"Makes a shuffle reproducible; leave it out for a cryptographic one." len:"1..256" example:"draw-2026"`
	LineEnding       string    `json:"line_ending" doc:"What ends the lines of the result; keep is what most lines had." enum:"keep,lf,crlf" default:"keep"`
}

// SortKey is the part of a line that decides its place.
type SortKey struct {
	Column    *int    `json:"column" doc:"A column, from 1." min:"1" max:"10000"`
	Delimiter *string `json:"delimiter" doc:"What parts the columns; white space if left out. Quotes have no meaning." len:"1..100"`
	Regex     *string `json:"regex" doc:"An RE2 pattern: its first group, or all it matches." len:"1..1000" aka:"pattern"`
}

// TextSorterOut is the answer of text-sorter.
type TextSorterOut struct {
	Text              string    `json:"text" doc:"The lines in order." main:"text/plain"`
	Lines             *[]string `json:"lines,omitempty" doc:"The same as a list, if a list was sent."`
	LinesIn           int       `json:"lines_in" doc:"Lines of the input."`
	LinesOut          int       `json:"lines_out" doc:"Lines of the result."`
	RemovedBlank      int       `json:"removed_blank" doc:"Blank lines removed."`
	RemovedDuplicates int       `json:"removed_duplicates" doc:"Duplicates removed."`
	AlreadySorted     *bool     `json:"already_sorted" doc:"The lines kept were in order before; null for shuffle."`
}

// CheckSent refuses what goes only with another method, and keys of no part or
// of two.
func (in *TextSorterIn) CheckSent(e *op.Invalid) {
	if in.Natural && in.Method != "" && in.Method != "alphabetical" && in.Method != "natural" {
		e.Add("natural", op.Conflict, "is short for method natural, but the method is %s", in.Method).Hint = "send only one of the two"
	}
	if in.Seed != nil && in.Method != "" && in.Method != "shuffle" {
		e.Add("seed", op.Conflict, "is for method shuffle, but the method is %s", in.Method).Hint = "send method shuffle, or leave the seed out"
	}
	k := in.Key
	switch {
	case k == nil:
	case k.Column == nil && k.Regex == nil:
		e.Add("key.column", op.MissingOneOf, "a key is a column or a regex").Hint = `send {"column":2,"delimiter":","} or {"regex":"[0-9]+"}`
	case k.Column != nil && k.Regex != nil:
		e.Add("key.regex", op.Conflict, "was sent together with 'column'; send only one of the two")
	case k.Delimiter != nil && k.Regex != nil:
		e.Add("key.delimiter", op.Conflict, "parts columns, but the key is a regex")
	}
}

// Check reads the locale.
func (in *TextSorterIn) Check(e *op.Invalid) {
	checkLocale(e, in.Locale)
}

func sortLines(ctx context.Context, in TextSorterIn) (TextSorterOut, error) {
	list, join := in.items()
	out := TextSorterOut{LinesIn: len(list)}
	if in.Trim {
		for i, line := range list {
			list[i] = strings.TrimSpace(line)
		}
	}
	if in.RemoveBlankLines {
		list = slices.DeleteFunc(list, lines.Blank)
		out.RemovedBlank = out.LinesIn - len(list)
	}
	if in.Unique {
		list = in.firstOfEach(list)
		out.RemovedDuplicates = out.LinesIn - out.RemovedBlank - len(list)
	}
	keys, err := in.keys(ctx, list)
	if err != nil {
		return out, err
	}
	shuffled := in.Method == "shuffle"
	order := keys.Order(in.Order == "desc" && !shuffled)
	sorted := make([]string, len(list))
	for i, line := range order {
		sorted[i] = list[line]
	}
	if !shuffled {
		same := slices.IsSorted(order)
		out.AlreadySorted = &same
	}
	if in.Lines != nil {
		out.Lines = &sorted
	}
	out.Text, out.LinesOut = join(sorted), len(sorted)
	return out, nil
}

// items returns the lines to sort, in memory of its own, and how to put them
// together again.
func (in *TextSorterIn) items() (list []string, join func([]string) string) {
	style := lines.Style{Terminator: in.Separator}
	switch {
	case in.Lines != nil && in.Separator == "\n":
		return slices.Clone(*in.Lines), style.With(in.LineEnding).Join
	case in.Lines != nil:
		return slices.Clone(*in.Lines), style.Join
	case in.Separator == "\n":
		return lines.Split(*in.Text), lines.StyleOf(*in.Text).With(in.LineEnding).Join
	}
	// As with lines, a separator at the end opens no further item. A line
	// ending behind it all belongs to none.
	text := strings.TrimSuffix(strings.TrimSuffix(*in.Text, "\n"), "\r")
	end := (*in.Text)[len(text):]
	text, style.Final = strings.CutSuffix(text, in.Separator)
	if text != "" || style.Final {
		list = strings.Split(text, in.Separator)
	}
	return list, func(list []string) string { return style.Join(list) + end }
}

// firstOfEach keeps the first of equal lines.
func (in *TextSorterIn) firstOfEach(list []string) []string {
	same := list
	if !in.CaseSensitive && in.Method != "codepoint" {
		same = make([]string, len(list))
		for i, line := range list {
			same[i] = fold.String(line)
		}
	}
	groups := dedupe.Find(same, dedupe.CompareBlank)
	kept := make([]string, len(groups.List))
	for i, g := range groups.List {
		kept[i] = list[g.First]
	}
	return kept
}

func (in *TextSorterIn) keys(ctx context.Context, list []string) (*sorter.Keys, error) {
	if in.Method == "shuffle" {
		return in.shuffled(ctx, len(list))
	}
	encode := in.encoder()
	if in.Key != nil {
		part, err := in.Key.part(ctx)
		if err != nil {
			return nil, err
		}
		encode = sorter.Of(part, encode)
	}
	return sorter.Encode(ctx, list, encode)
}

func (in *TextSorterIn) shuffled(ctx context.Context, n int) (*sorter.Keys, error) {
	seed := make([]byte, 32)
	if in.Seed != nil {
		seed = []byte(*in.Seed)
	} else if _, err := io.ReadFull(op.Random(ctx), seed); err != nil {
		return nil, err
	}
	return sorter.Shuffled(ctx, n, seed)
}

func (in *TextSorterIn) encoder() sorter.Encoder {
	switch in.Method {
	case "numeric":
		return sorter.Number
	case "length":
		return sorter.Length
	case "codepoint":
		return sorter.CodePoint
	case "ip":
		return sorter.Address
	case "semver":
		return sorter.Version
	}
	tag, _ := language.Parse(in.Locale) // checked by Check
	return sorter.Collation(tag, in.Natural || in.Method == "natural", in.CaseSensitive)
}

// part returns the function that finds the part of a line to sort by.
func (k *SortKey) part(ctx context.Context) (func(line string) (string, bool), error) {
	if k.Regex != nil {
		pattern, err := regex.Compile(*k.Regex, regex.Flags{})
		if err != nil {
			return nil, regexError(fieldError{"key.regex", err})
		}
		return sorter.Match(ctx, pattern), nil
	}
	delimiter := ""
	if k.Delimiter != nil {
		delimiter = *k.Delimiter
	}
	return sorter.Column(*k.Column, delimiter), nil
}
