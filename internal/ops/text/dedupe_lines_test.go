package text_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/text"
	"toolcrib/internal/ops/text/lines"
)

func TestDuplicateLineRemover(t *testing.T) {
	const contract = "contract 3.6"
	optest.Table(t, "duplicate-line-remover", []optest.Case{
		{Name: "example 1", In: `{"text":"b\na\nb\nA"}`, Source: "awk '!s[$0]++'",
			Want: `{"text":"b\na\nA","lines_in":4,"lines_out":3,"removed":1,"unique":3,"duplicates":[{"line":"b","count":2,"line_numbers":[1,3]}]}`},
		{Name: "example 2", In: `{"text":"b\na\nb\nA","case_sensitive":false}`, Source: contract,
			Want: `{"text":"b\na","removed":2,"unique":2,"duplicates":[{"line":"b","count":2,"line_numbers":[1,3]},{"line":"a","count":2,"line_numbers":[2,4]}]}`},
		{Name: "example 3", In: `{"text":"b\na\nb\n\nA\na \na\n\n"}`, Source: contract, Want: `{"text":"b\na\n\nA\na \n\n","lines_in":8,"lines_out":6,"unique":4}`},
		{Name: "example 3, blank lines compared", In: `{"text":"b\na\nb\n\nA\na \na\n\n","ignore_blank_lines":false}`, Source: "awk '!s[$0]++'",
			Want: `{"text":"b\na\n\nA\na \n","unique":5,"duplicates.2":{"line":"","count":2,"line_numbers":[4,8]}}`},
		{Name: "example 4", In: `{"text":"x\nx\ny\nx","mode":"adjacent"}`, Source: "uniq",
			Want: `{"text":"x\ny\nx","unique":3,"duplicates":[{"line":"x","count":2,"line_numbers":[1,2]}]}`},
		{Name: "example 5", In: `{"text":"a\nb\na","mode":"unique_only"}`, Source: "sort | uniq -u", Want: `{"text":"b","unique":2,"removed":2}`},
		{Name: "one line of each", In: `{"text":"a\nb\na\nc\nc\na","mode":"Duplicates-Only"}`, Source: "contract 0.6", Want: `{"text":"a\nc","lines_out":2,"removed":4}`},
		{Name: "one line of each, the last", In: `{"text":"a\nb\na\nc\nc\na","mode":"duplicates_only","keep":"last"}`, Source: "contract 0.6", Want: `{"text":"c\na"}`},

		{Name: "last spelling", In: `{"text":"a\nb\nA","case_sensitive":false,"keep":"last"}`, Source: contract, Want: `{"text":"b\nA","duplicates.0.line":"A"}`},
		{Name: "trim", In: `{"text":" a\na\u3000\na b","trim":true}`, Source: contract, Want: `{"text":" a\na b"}`},
		{Name: "no white space", In: `{"text":"a b\nab\n a\u00a0b\t","ignore_whitespace":true}`, Source: contract, Want: `{"text":"a b"}`},
		{Name: "full case folding", In: `{"text":"Straße\nSTRASSE\nΟΔΟΣ\nοδος","case_sensitive":false}`, Source: "python casefold", Want: `{"text":"Straße\nΟΔΟΣ"}`},
		{Name: "not normalised", In: `{"text":"é\ne\u0301"}`, Source: "contract 0.2", Want: `{"text":"é\ne\u0301","duplicates":[]}`},
		{Name: "normalised to compare, not to answer", In: `{"text":"e\u0301\né","normalize_unicode":true}`, Source: contract, Want: `{"text":"e\u0301"}`},
		{Name: "normalised and folded", In: `{"text":"E\u0301\né","normalize_unicode":true,"case_sensitive":false}`, Source: contract, Want: `{"text":"E\u0301"}`},
		{Name: "white space is blank", In: `{"text":" \n\u00a0\n \na\na"}`, Source: contract, Want: `{"text":" \n\u00a0\n \na"}`},
		{Name: "blank lines removed", In: `{"text":"\na\n \na\n","remove_blank_lines":true}`, Source: contract, Want: `{"text":"a\n","lines_in":4,"lines_out":1,"removed":3}`},
		{Name: "blank lines removed although compared", In: `{"text":"\n\na","remove_blank_lines":true,"ignore_blank_lines":false}`, Source: contract, Want: `{"text":"a","unique":1}`},
		{Name: "a blank line parts neighbours", In: `{"text":"a\n\na","mode":"adjacent"}`, Source: "uniq", Want: `{"text":"a\n\na"}`},
		{Name: "one that is removed does not", In: `{"text":"a\n\na","mode":"adjacent","remove_blank_lines":true}`, Source: "awk NF | uniq", Want: `{"text":"a"}`},
		{Name: "sorted", In: `{"text":"b\nä\nb\nB\na\n","sort":"asc"}`, Source: "LC_ALL=C sort -u", Want: `{"text":"B\na\nb\nä\n"}`},
		{Name: "sorted down", In: `{"text":"b\nä\nb\nB\na\n","sort":"desc"}`, Source: "LC_ALL=C sort -ru", Want: `{"text":"ä\nb\na\nB\n"}`},

		{Name: "CRLF kept", In: `{"text":"a\r\na\r\nb\n"}`, Source: "contract 0.3", Want: `{"text":"a\r\nb\r\n"}`},
		{Name: "CR is a line end", In: `{"text":"a\rb\ra"}`, Source: "contract 0.3", Want: `{"text":"a\rb"}`},
		{Name: "a tie is LF", In: `{"text":"a\r\nb\n"}`, Source: "contract 0.3", Want: `{"text":"a\nb\n"}`},
		{Name: "LF asked for", In: `{"text":"a\r\nb\r\n","line_ending":"lf"}`, Source: "contract 0.3", Want: `{"text":"a\nb\n"}`},
		{Name: "CRLF asked for", In: `{"text":"a\nb","line_ending":"CRLF"}`, Source: "contract 0.3", Want: `{"text":"a\r\nb"}`},
		{Name: "empty", In: `{"text":""}`, Source: "contract 0.3", Want: `{"text":"","lines_in":0,"lines_out":0,"removed":0,"unique":0,"duplicates":[]}`},
		{Name: "nothing left", In: `{"text":"a\na\n","mode":"unique_only"}`, Source: "uniq -u", Want: `{"text":"","lines_out":0}`},
		{Name: "NUL and U+FEFF", In: `{"text":"\ufeffa\n\u0000\na\n\u0000"}`, Source: "contract 0.2", Want: `{"text":"\ufeffa\n\u0000\na"}`},

		{Name: "no text", In: `{}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "wrong name", In: `{"input":"a"}`, Source: "contract 0.1", Wrong: []string{"input unknown_field", "text required"}},
		{Name: "wrong values", In: `{"text":"","mode":"some","keep":"middle","sort":"up","line_ending":"cr","trim":1}`, Source: contract,
			Wrong: []string{"mode not_allowed", "keep not_allowed", "sort not_allowed", "line_ending not_allowed", "trim invalid_type"}},
	})
	data := optest.Data(t, "duplicate-line-remover", op.JSON([]byte(`{"text":"a\na"}`)))
	if got := optest.Keys(t, data, ""); got != "text lines_in lines_out removed unique duplicates" {
		t.Error(got)
	}
	if got := optest.Keys(t, data, "duplicates.0"); got != "line count line_numbers" {
		t.Error(got)
	}
}

// awk, uniq, sort and tac, and Python for Unicode: testdata/dedupe_lines_oracle.py.
func TestDuplicateLineRemoverRecorded(t *testing.T) {
	optest.Recorded(t, "duplicate-line-remover", "testdata/dedupe_lines.json")
}

// A thousand groups are listed, the largest first, then in order.
func TestDuplicateLinesAreBounded(t *testing.T) {
	var many strings.Builder
	for i := range 2400 {
		many.WriteString(strings.Repeat(string(rune('一'+i%1200))+"\n", 1+i/2398))
	}
	out := dedupe(t, map[string]any{"text": many.String()})
	if len(out.Duplicates) != 1000 || out.Unique != 1200 || out.Removed != 1202 {
		t.Fatalf("%d groups listed of %d, %d lines removed", len(out.Duplicates), out.Unique, out.Removed)
	}
	first, third := out.Duplicates[0], out.Duplicates[2]
	if first.Line != string(rune('一'+1198)) || first.Count != 3 || third.Line != "一" || !slices.Equal(third.LineNumbers, []int{1, 1201}) {
		t.Errorf("%v, …, %v", first, third)
	}
}

func dedupe(t optest.T, in map[string]any) (out text.DuplicateLineRemoverOut) {
	t.Helper()
	answer(t, "duplicate-line-remover", in, &out)
	return out
}

// answer runs an operation that must not refuse, and reads its answer.
func answer(t optest.T, id string, in, out any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatalf("%v", err)
	}
	unmarshal(t, optest.Data(t, id, op.JSON(body)), out)
}

// The kept lines are lines of the text in their order, done again nothing
// changes, and the counts of the report are those of the lines.
func TestDuplicateLineRemoverProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"a", "A", "b", "a ", "", " ", "ß", "SS", "é", "e\u0301"})
		ends := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"})
		var input string
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			input += words.Draw(t, "line") + ends.Draw(t, "end")
		}
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		in := map[string]any{
			"text": input, "mode": rapid.SampledFrom([]string{"all", "adjacent", "unique_only"}).Draw(t, "mode"),
			"keep":           rapid.SampledFrom([]string{"first", "last"}).Draw(t, "keep"),
			"case_sensitive": flag("case"), "trim": flag("trim"), "ignore_whitespace": flag("space"),
			"ignore_blank_lines": flag("blank"), "remove_blank_lines": flag("remove"), "normalize_unicode": flag("nfc"),
		}
		out := dedupe(t, in)
		kept := lines.Split(out.Text)
		if !subsequence(kept, lines.Split(input)) || len(kept) != out.LinesOut || out.LinesIn-out.LinesOut != out.Removed {
			t.Fatalf("%q becomes %q", input, out.Text)
		}
		repeated := 0
		for _, d := range out.Duplicates {
			if repeated += d.Count - 1; d.Count < 2 || len(d.LineNumbers) != d.Count || !slices.IsSorted(d.LineNumbers) {
				t.Fatalf("%q: %+v", input, d)
			}
		}
		if in["mode"] != "unique_only" && in["remove_blank_lines"] == false && repeated != out.Removed {
			t.Fatalf("%q: %d removed, %d reported", input, out.Removed, repeated)
		}
		in["text"] = out.Text
		if again := dedupe(t, in); again.Text != out.Text || again.Removed != 0 {
			t.Fatalf("%q becomes %q, then %q", input, out.Text, again.Text)
		}
	})
}

func subsequence(part, whole []string) bool {
	for _, line := range part {
		i := slices.Index(whole, line)
		if i < 0 {
			return false
		}
		whole = whole[i+1:]
	}
	return true
}
