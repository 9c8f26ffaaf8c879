package csv

import (
	"context"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cellText draws text rich in what CSV and JSON treat specially.
func cellText() *rapid.Generator[string] {
	special := rapid.SampledFrom([]rune("a1 ,;|\t\"'\\\r\n\x00\x1f§é\u2028\ufeff😀"))
	return rapid.OneOf(rapid.StringOfN(special, 0, 8, -1), rapid.String())
}

// TestQuotedTablesComeBack writes tables with every cell quoted and expects
// the same cells back, whatever they hold.
func TestQuotedTablesComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(rt, "width")
		table := rapid.SliceOfN(rapid.SliceOfN(cellText(), width, width), 1, 6).Draw(rt, "table")
		o := plainOptions(rapid.SampledFrom([]rune{',', ';', '\t', '|', 'x', '\\', '§', '😀'}).Draw(rt, "delimiter"))
		o.Quote = rapid.SampledFrom([]rune{'"', '\'', '`', '»'}).Draw(rt, "quote")
		o.Escape = rapid.SampledFrom([]Escape{EscapeQuote, EscapeBackslash}).Draw(rt, "escape")
		o.Trim = rapid.Bool().Draw(rt, "trim")
		ending := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(rt, "ending")
		text := writeQuoted(table, o, ending)
		got, err := convertRows(t, text, o)
		if err != nil {
			rt.Fatalf("%q: %v", text, err)
		}
		if !reflect.DeepEqual(got, table) {
			rt.Fatalf("%q: got %q, want %q", text, got, table)
		}
	})
}

func writeQuoted(table [][]string, o Options, ending string) string {
	q := string(o.Quote)
	escape := strings.NewReplacer(q, q+q)
	if o.Escape == EscapeBackslash {
		escape = strings.NewReplacer(`\`, `\\`, q, `\`+q)
	}
	var b strings.Builder
	for _, row := range table {
		for i, c := range row {
			if i > 0 {
				b.WriteRune(o.Delimiter)
			}
			b.WriteString(q + escape.Replace(c) + q)
		}
		b.WriteString(ending)
	}
	return b.String()
}

// numeral is the shape of a number as the rule is worded.
var numeral = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// isNumberAsWorded follows the rule word by word, at any cost.
func isNumberAsWorded(cell string) bool {
	if !numeral.MatchString(cell) {
		return false
	}
	whole, fraction, decimal := strings.Cut(cell, ".")
	if !decimal {
		n, err := strconv.ParseInt(cell, 10, 64)
		return err == nil && cell != "-0" && -1<<53 < n && n < 1<<53
	}
	value, err := strconv.ParseFloat(cell, 64)
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	return err == nil && whole != "-0" && strconv.FormatFloat(value, 'f', -1, 64) == whole
}

func TestIsNumberAsWorded(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cell := rapid.OneOf(
			rapid.StringMatching(`-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,20})?`),
			rapid.StringMatching(`[-+0-9.,eE]{1,6}`),
			rapid.Map(rapid.Float64(), func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }),
		).Draw(rt, "cell")
		if got, want := IsNumber(cell), isNumberAsWorded(cell); got != want {
			rt.Fatalf("IsNumber(%q) = %t, want %t", cell, got, want)
		}
	})
}

// TestTypesAsWorded compares the typed table with the untyped one, cell by
// cell, by the rule as it is worded; numbers byte for byte.
func TestTypesAsWorded(t *testing.T) {
	cells := rapid.SampledFrom([]string{"", "1", "-2.50", "0", "-0", "1.10", "007", "1e5", "true", "FALSE", "x", `"1"`, `""`, `"a,b"`, "NA"})
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(cells, 1, 3), 1, 5).Draw(rt, "rows")
		var text string
		for _, row := range rows {
			text += strings.Join(row, ",") + "\n"
		}
		o := plainOptions(',')
		o.SkipEmptyLines = false
		untyped := decodeRows(t, text, o)
		o.Infer = true
		o.Scope = rapid.SampledFrom([]Scope{ScopeColumn, ScopeCell}).Draw(rt, "scope")
		typed := decodeRows(t, text, o)
		for column := range untyped[0] {
			checkColumn(rt, o.Scope, cut(untyped, column), cut(typed, column))
		}
	})
}

func decodeRows(t *testing.T, text string, o Options) [][]json.RawMessage {
	t.Helper()
	result, err := Convert(context.Background(), text, o)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]json.RawMessage
	if err := json.Unmarshal(result.JSON, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

func cut(rows [][]json.RawMessage, column int) []string {
	var cells []string
	for _, row := range rows {
		cells = append(cells, string(row[column]))
	}
	return cells
}

// checkColumn compares one column, its cells as JSON texts.
func checkColumn(rt *rapid.T, scope Scope, untyped, typed []string) {
	numbers, booleans, filled := 0, 0, 0
	for _, c := range untyped {
		content := strings.Trim(c, `"`)
		switch {
		case c == "null" || content == "":
			continue
		case isNumberAsWorded(content):
			numbers++
		case strings.ToLower(content) == "true" || strings.ToLower(content) == "false":
			booleans++
		}
		filled++
	}
	uniform := filled > 0 && (numbers == filled || booleans == filled)
	for i, c := range untyped {
		content, want := strings.Trim(c, `"`), c
		switch {
		case c == "null":
		case content == "":
			if uniform {
				want = "null"
			}
		case !uniform && scope == ScopeColumn:
		case isNumberAsWorded(content):
			want = content
		case strings.ToLower(content) == "true" || strings.ToLower(content) == "false":
			want = strings.ToLower(content)
		}
		if typed[i] != want {
			rt.Fatalf("cell %s of column %s became %s, want %s", c, untyped, typed[i], want)
		}
	}
}
