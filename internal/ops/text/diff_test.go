package text_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const diffID = "text-diff-checker"

// The worked examples of the contract.
func TestDiffExamples(t *testing.T) {
	optest.Table(t, diffID, []optest.Case{
		{Name: "1 lines", Source: "GNU diff -u, jsdiff 9",
			In: `{"original":"the quick brown fox\njumps over\nthe lazy dog\n","modified":"the quick red fox\njumps over\nthe very lazy dog\nend\n"}`,
			Want: `{"equal":false,
			"unified":"--- original\n+++ modified\n@@ -1,3 +1,4 @@\n-the quick brown fox\n+the quick red fox\n jumps over\n-the lazy dog\n+the very lazy dog\n+end\n",
			"stats":{"added":3,"removed":2,"unchanged":1,"hunks":1},"similarity":0.2857,
			"hunks":[{"original_start":1,"original_lines":3,"modified_start":1,"modified_lines":4,"lines":[
				{"op":"delete","text":"the quick brown fox","original_line":1,"segments":[{"op":"equal","text":"the quick "},{"op":"delete","text":"brown"},{"op":"equal","text":" fox"}]},
				{"op":"insert","text":"the quick red fox","modified_line":1,"segments":[{"op":"equal","text":"the quick "},{"op":"insert","text":"red"},{"op":"equal","text":" fox"}]},
				{"op":"equal","text":"jumps over","original_line":2,"modified_line":2},
				{"op":"delete","text":"the lazy dog","original_line":3,"segments":[{"op":"equal","text":"the lazy dog"}]},
				{"op":"insert","text":"the very lazy dog","modified_line":3,"segments":[{"op":"equal","text":"the "},{"op":"insert","text":"very "},{"op":"equal","text":"lazy dog"}]},
				{"op":"insert","text":"end","modified_line":4}]}],
			"changes":null,"minimal":true}`, Absent: []string{"warnings"}},
		{Name: "2 no newline at the end", Source: "GNU diff", In: `{"original":"a\nb","modified":"a\nb\n"}`,
			Want: `{"unified":"--- original\n+++ modified\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n","warnings.0.code":"only_whitespace_differs"}`},
		{Name: "3 from nothing", Source: "GNU diff", In: `{"original":"","modified":"x\n"}`,
			Want: `{"unified":"--- original\n+++ modified\n@@ -0,0 +1 @@\n+x\n","similarity":0,
			"hunks":[{"original_start":0,"original_lines":0,"modified_start":1,"modified_lines":1,"lines":[{"op":"insert","text":"x","modified_line":1}]}]}`},
		{Name: "4 words", Source: "jsdiff diffWordsWithSpace, python difflib ratio",
			In: `{"original":"the quick brown fox","modified":"the quick red fox","granularity":"word"}`,
			Want: `{"changes":[{"op":"equal","text":"the quick ","original_start":0,"modified_start":0},{"op":"delete","text":"brown","original_start":10,"modified_start":10},
			{"op":"insert","text":"red","original_start":15,"modified_start":10},{"op":"equal","text":" fox","original_start":15,"modified_start":13}],
			"similarity":0.8571,"hunks":null,"stats":{"added":1,"removed":1,"unchanged":6,"hunks":1},
			"unified":"--- original\n+++ modified\n@@ -1 +1 @@\n-the quick brown fox\n\\ No newline at end of file\n+the quick red fox\n\\ No newline at end of file\n"}`},
		{Name: "5 characters", Source: "contract 3.7", In: `{"original":"👍🏽","modified":"👍🏾","granularity":"character"}`,
			Want: `{"changes":[{"op":"delete","text":"👍🏽","original_start":0,"modified_start":0},{"op":"insert","text":"👍🏾","original_start":2,"modified_start":0}]}`},
		{Name: "6 line endings", Source: "diff --strip-trailing-cr", In: `{"original":"a\r\nb\r\n","modified":"a\nb\n","ignore_line_endings":true}`,
			Want: `{"equal":true,"unified":"","hunks":[],"similarity":1,"stats":{"added":0,"removed":0,"unchanged":2,"hunks":0},"warnings.0.code":"only_line_endings_differ"}`},
		{Name: "7 all white space", Source: "diff -w", In: `{"original":"int a;\n  foo();\nbar\n","modified":"int a;\nfoo();\nbar \n","ignore_whitespace":"all"}`,
			Want: `{"equal":true,"unified":"","warnings.0.code":"only_whitespace_differs"}`, Absent: []string{"warnings.1"}},
		{Name: "7 amount of white space", Source: "diff -b", In: `{"original":"int a;\n  foo();\nbar\n","modified":"int a;\nfoo();\nbar \n","ignore_whitespace":"change"}`,
			Want: `{"unified":"--- original\n+++ modified\n@@ -1,3 +1,3 @@\n int a;\n-  foo();\n+foo();\n bar\n","stats":{"added":1,"removed":1,"unchanged":2,"hunks":1}}`},
	})
}

func TestDiffOptions(t *testing.T) {
	const contract = "contract 3.7"
	optest.Table(t, diffID, []optest.Case{
		{Name: "equal", In: `{"original":"a\n","modified":"a\n"}`, Source: contract,
			Want: `{"equal":true,"unified":"","stats":{"added":0,"removed":0,"unchanged":1,"hunks":0},"similarity":1,"hunks":[],"changes":null,"minimal":true}`, Absent: []string{"warnings"}},
		{Name: "both empty", In: `{"original":"","modified":"","granularity":"word"}`, Source: "difflib: ratio of nothing is 1",
			Want: `{"equal":true,"similarity":1,"hunks":null,"changes":[],"minimal":true}`},
		{Name: "no context", In: `{"original":"a\nb\nc\n","modified":"a\nx\ny\nc\n","context":0}`, Source: "diff -U0",
			Want: `{"unified":"--- original\n+++ modified\n@@ -2 +2,2 @@\n-b\n+x\n+y\n","hunks.0.original_lines":1,"hunks.0.lines.2":{"op":"insert","text":"y","modified_line":3}}`},
		{Name: "only deleted without context", In: `{"original":"a\nb\n","modified":"a\n","context":0}`, Source: "diff -U0",
			Want: `{"unified":"--- original\n+++ modified\n@@ -2 +1,0 @@\n-b\n","hunks.0.modified_start":1,"hunks.0.modified_lines":0}`},
		{Name: "changes six lines apart share a hunk", In: `{"original":"a\n1\n2\n3\n4\n5\n6\nb\n","modified":"A\n1\n2\n3\n4\n5\n6\nB\n"}`, Source: "diff -u", Want: `{"stats.hunks":1}`},
		{Name: "seven do not", In: `{"original":"a\n1\n2\n3\n4\n5\n6\n7\nb\n","modified":"A\n1\n2\n3\n4\n5\n6\n7\nB\n"}`, Source: "diff -u",
			Want: `{"stats.hunks":2,"hunks.1.original_start":6,"hunks.1.original_lines":4}`},
		{Name: "names", In: `{"original":"a\n","modified":"b\n","original_name":"a/x.txt","modified_name":"my file"}`, Source: "git diff: a tab ends a name with a space",
			Want: `{"unified":"--- a/x.txt\n+++ my file\t\n@@ -1 +1 @@\n-a\n+b\n"}`},
		{Name: "no segments", In: `{"original":"a b\n","modified":"a c\n","inline":"none"}`, Source: contract, Want: `{"hunks.0.lines.0":{"op":"delete","text":"a b","original_line":1}}`},
		{Name: "segments of characters", In: `{"original":"abc\n","modified":"abd\n","inline":"Character"}`, Source: contract,
			Want: `{"hunks.0.lines.0.segments":[{"op":"equal","text":"ab"},{"op":"delete","text":"c"}],"hunks.0.lines.1.segments":[{"op":"equal","text":"ab"},{"op":"insert","text":"d"}]}`},
		{Name: "segments of nothing in common", In: `{"original":"a b\n","modified":"c d\n"}`, Source: "choices", Want: `{"hunks.0.lines.0":{"op":"delete","text":"a b","original_line":1}}`},
		{Name: "trailing", In: `{"original":"a \n b\n","modified":"a\n  b\n","ignore_whitespace":"trailing"}`, Source: "git diff --ignore-space-at-eol", Want: `{"stats.removed":1,"hunks.0.lines.0.text":"a "}`},
		{Name: "blank lines", In: `{"original":"a\n\nb\n","modified":"a\nb\n\n","ignore_blank_lines":true}`, Source: "diff -B", Want: `{"equal":true,"unified":""}`},
		{Name: "a blank line ignored beside a change", In: `{"original":"a\n\nb\nc\n","modified":"a\nb\nC\n","ignore_blank_lines":true}`, Source: "choices",
			Want: `{"unified":"--- original\n+++ modified\n@@ -1,4 +1,4 @@\n a\n \n b\n-c\n+C\n","hunks.0.lines.1":{"op":"equal","text":"","original_line":2},
			"hunks.0.lines.2":{"op":"equal","text":"b","original_line":3,"modified_line":2},"stats":{"added":1,"removed":1,"unchanged":3,"hunks":1},"similarity":0.7143}`},
		{Name: "case", In: `{"original":"Straße\n","modified":"STRASSE\n","ignore_case":true}`, Source: "Unicode CaseFolding.txt: ß folds to ss", Want: `{"equal":true}`},
		{Name: "word case and space", In: `{"original":"A  b","modified":"a B","granularity":"word","ignore_case":true,"ignore_whitespace":"change"}`, Source: contract, Want: `{"equal":true,"unified":"","changes":[{"op":"equal","text":"A  b","original_start":0,"modified_start":0}]}`},
		{Name: "sentences", In: `{"original":"One is. Two is.","modified":"One is. Three is.","granularity":"sentence"}`, Source: "UAX #29",
			Want: `{"changes":[{"op":"equal","text":"One is. ","original_start":0,"modified_start":0},{"op":"delete","text":"Two is.","original_start":8,"modified_start":8},
			{"op":"insert","text":"Three is.","original_start":15,"modified_start":8}],"similarity":0.5}`},
		{Name: "offsets in code points", In: `{"original":"👍 é b","modified":"👍 é c","granularity":"word"}`, Source: "contract 0.3",
			Want: `{"changes.1":{"op":"delete","text":"b","original_start":4,"modified_start":4},"changes.2.original_start":5}`},
		{Name: "patience", In: `{"original":"a\na\nu\nb\nb\n","modified":"b\nb\nu\na\na\n","algorithm":"Patience"}`, Source: "git diff --patience", Want: `{"stats":{"added":4,"removed":4,"unchanged":1,"hunks":1},"minimal":false}`},
		{Name: "histogram", In: `{"original":"a\na\na\nb\nb\n","modified":"b\nb\na\na\na\n","algorithm":"histogram"}`, Source: "git diff --histogram", Want: `{"stats":{"added":3,"removed":3,"unchanged":2,"hunks":1},"minimal":false}`},
		{Name: "NUL", In: `{"original":"a\u0000b\n","modified":"a\u0000c\n"}`, Source: "contract 0.2", Want: `{"unified":"--- original\n+++ modified\n@@ -1 +1 @@\n-a\u0000b\n+a\u0000c\n"}`},
		{Name: "byte order mark", In: `{"original":"\ufeffa\n","modified":"a\n"}`, Source: "contract 0.2: kept in text", Want: `{"equal":false,"hunks.0.lines.0.text":"\ufeffa"}`},
	})
}

func TestDiffLineEndings(t *testing.T) {
	optest.Table(t, diffID, []optest.Case{
		{Name: "CRLF to LF", In: `{"original":"a\r\n","modified":"a\n"}`, Source: "GNU diff -u",
			Want: `{"unified":"--- original\n+++ modified\n@@ -1 +1 @@\n-a\r\n+a\n","warnings":[{"code":"only_line_endings_differ","message":"the texts differ only in their line endings (CRLF, LF, CR)"}],
			"hunks.0.lines.0":{"op":"delete","text":"a\r","original_line":1,"segments":[{"op":"equal","text":"a"},{"op":"delete","text":"\r"}]}}`},
		{Name: "CR alone ends a line, but not one of patch", In: `{"original":"a\rb\rc","modified":"a\rx\rc","inline":"none"}`, Source: "contract 0.3; GNU diff -u",
			Want: `{"unified":"--- original\n+++ modified\n@@ -1 +1 @@\n-a\rb\rc\n\\ No newline at end of file\n+a\rx\rc\n\\ No newline at end of file\n",
			"stats":{"added":1,"removed":1,"unchanged":2,"hunks":1},"hunks.0.original_lines":3,"hunks.0.lines.1":{"op":"delete","text":"b\r","original_line":2}}`},
		{Name: "CR ignored", In: `{"original":"a\rb\r","modified":"a\nb\n","ignore_line_endings":true}`, Source: "contract 0.3", Want: `{"equal":true,"unified":"","stats.hunks":0}`},
		{Name: "white space and endings", In: `{"original":"a \r\n","modified":"a\n"}`, Source: "contract 3.7", Want: `{"warnings.0.code":"only_whitespace_differs"}`, Absent: []string{"warnings.1"}},
		{Name: "line breaks are white space", In: `{"original":"a b","modified":"a\nb"}`, Source: "contract 3.7", Want: `{"warnings.0.code":"only_whitespace_differs"}`},
		{Name: "normalization", In: `{"original":"caf\u00e9 noir","modified":"cafe\u0301 au lait"}`, Source: "UAX #15", Want: `{"warnings.0.code":"normalization_differs"}`, Absent: []string{"warnings.1"}},
		{Name: "more differs", In: `{"original":"a b","modified":"a c"}`, Source: "contract 3.7", Want: `{"equal":false}`, Absent: []string{"warnings"}},
	})
}

func TestDiffRefusals(t *testing.T) {
	const contract = "contract 3.7"
	optest.Table(t, diffID, []optest.Case{
		{Name: "nothing", In: `{}`, Source: contract, Wrong: []string{"original required", "modified required"}},
		{Name: "other names", In: `{"old":"","right":"","text1":"","b":"","before":"","modified":""}`, Source: contract, Wrong: []string{
			"old unknown_field", "right unknown_field", "text1 unknown_field", "b unknown_field", "before unknown_field", "original required"}},
		{Name: "context too small", In: `{"original":"","modified":"","context":-1}`, Source: contract, Wrong: []string{"context out_of_range"}},
		{Name: "context too large", In: `{"original":"","modified":"","context":1001}`, Source: contract, Wrong: []string{"context out_of_range"}},
		{Name: "values", In: `{"original":"","modified":"","granularity":"byte","inline":"line","ignore_whitespace":"some","algorithm":"minimal"}`, Source: contract, Wrong: []string{
			"granularity not_allowed", "inline not_allowed", "ignore_whitespace not_allowed", "algorithm not_allowed"}},
		{Name: "names", In: `{"original":"","modified":"","original_name":"","modified_name":"a\nb"}`, Source: "a name is one line", Wrong: []string{"original_name too_short", "modified_name invalid_format"}},
		{Name: "long name", In: `{"original":"","modified":"","original_name":"` + strings.Repeat("x", 256) + `"}`, Source: "choices", Wrong: []string{"original_name too_long"}},
		{Name: "no text", In: `{"original":1,"modified":null}`, Source: contract, Wrong: []string{"original invalid_type", "modified invalid_type"}},
	})
	for field, wrong := range map[string]string{"old": "original", "new": "modified", "left": "original", "right": "modified", "text1": "original", "text2": "modified",
		"a": "original", "b": "modified", "before": "original", "after": "modified"} {
		v := refusal(t, diffID, map[string]any{field: "", "original": "", "modified": ""})[0]
		if v.Code != op.UnknownField || !strings.Contains(v.Message, "'"+wrong+"'") {
			t.Errorf("%s: %s %s", field, v.Code, v.Message)
		}
	}
}

func TestDiffLimits(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("\n", n) }
	for name, test := range map[string]struct {
		original, modified string
		want               string
	}{
		"as many lines as may be":  {lines(100_000), lines(100_000), ""},
		"one line more":            {lines(100_001), lines(100_002), "original:too_many_items modified:too_many_items"},
		"a last line of its own":   {lines(100_000) + "x", "", "original:too_many_items"},
		"as many bytes as may be":  {strings.Repeat("x", 1_000_000), "", ""},
		"one byte more":            {"", strings.Repeat("x", 1_000_001), "modified:too_long"},
		"more than can be written": {lines(100_000), strings.Repeat("x\n", 100_000), ":output_too_large"},
	} {
		body, err := json.Marshal(map[string]any{"original": test.original, "modified": test.modified})
		if err != nil {
			t.Fatal(err)
		}
		_, refused := optest.Call(t, diffID, op.JSON(body), op.SampleEnv())
		got := ""
		if refused != nil {
			got = optest.Codes(refused)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestDiffOutputIsBounded: many small changes take more room than the texts.
func TestDiffOutputIsBounded(t *testing.T) {
	for name, in := range map[string]map[string]any{
		"changes":  {"original": strings.Repeat("ab", 200_000), "modified": strings.Repeat("cb", 200_000), "granularity": "character"},
		"segments": {"original": strings.Repeat("ab", 200_000), "modified": strings.Repeat("cb", 200_000), "inline": "character"},
		"context":  {"original": strings.Repeat("x\n", 99_999), "modified": strings.Repeat("x\n", 50_000) + "y\n" + strings.Repeat("x\n", 49_999), "context": 1000},
	} {
		start := time.Now()
		data, err := run(t, context.Background(), diffID, in)
		if name == "context" {
			if err != nil || optest.At(data, "stats.hunks") != "1" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if v := refusal(t, diffID, in)[0]; v.Code != op.OutputTooLarge || v.Field != "" || v.Hint == "" {
			t.Errorf("%s: refused with %s %s", name, v.Field, v.Code)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestDiffContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, granularity := range []string{"line", "word", "character", "sentence"} {
		in := map[string]any{"original": strings.Repeat("A. b\nB. a\n", 100), "modified": strings.Repeat("B. a\nA. c.\nA. b\n", 100), "granularity": granularity}
		if _, err := run(t, ctx, diffID, in); err != context.Canceled {
			t.Errorf("%s: %v", granularity, err)
		}
	}
}

func TestDiffMembers(t *testing.T) {
	data := optest.Data(t, diffID, op.JSON([]byte(`{"original":"a b\r\nx\n","modified":"a c\r\nx\n"}`)))
	words := optest.Data(t, diffID, op.JSON([]byte(`{"original":"a ","modified":"a","granularity":"word"}`)))
	for _, test := range []struct {
		data       []byte
		path, want string
	}{
		{data, "", "equal unified stats similarity hunks changes minimal"},
		{words, "", "equal unified stats similarity hunks changes minimal warnings"},
		{data, "stats", "added removed unchanged hunks"},
		{data, "hunks.0", "original_start original_lines modified_start modified_lines lines"},
		{data, "hunks.0.lines.0", "op text original_line segments"},
		{data, "hunks.0.lines.1", "op text modified_line segments"},
		{data, "hunks.0.lines.2", "op text original_line modified_line"},
		{data, "hunks.0.lines.0.segments.0", "op text"},
		{words, "changes.0", "op text original_start modified_start"},
		{words, "warnings.0", "code message"},
	} {
		if got := optest.Keys(t, test.data, test.path); got != test.want {
			t.Errorf("members of %q are %s, want %s", test.path, got, test.want)
		}
	}
}

// answered is what the tests below look at.
type answered struct {
	Equal      bool
	Similarity json.Number
	Stats      struct{ Added, Removed, Unchanged, Hunks int }
	Hunks      []struct {
		Lines []struct{ Op string }
	}
	Changes []struct {
		Op, Text string
		Original int `json:"original_start"`
		Modified int `json:"modified_start"`
	}
}

func diffOf(t interface {
	Fatalf(string, ...any)
	optest.T
}, in map[string]any) (out answered) {
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := json.Unmarshal(optest.Data(t, diffID, op.JSON(body)), &out); err != nil {
		t.Fatalf("%v", err)
	}
	return out
}

func TestDiffWordsOracle(t *testing.T) {
	same := 0
	eachRecord(t, "testdata/diff_words.jsonl", func(record []byte) {
		var original, modified string
		var added, removed int
		var want [][2]string
		if err := json.Unmarshal(record, &[]any{&original, &modified, &added, &removed, &want}); err != nil {
			t.Fatal(err)
		}
		out := diffOf(t, map[string]any{"original": original, "modified": modified, "granularity": "word"})
		if out.Stats.Added != added || out.Stats.Removed != removed {
			t.Errorf("%q %q: %+v, want %d added and %d removed", original, modified, out.Stats, added, removed)
		}
		if want == nil {
			return
		}
		same++
		var got [][2]string
		for _, c := range out.Changes {
			got = append(got, [2]string{c.Op, c.Text})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q %q: %q, want %q", original, modified, got, want)
		}
	})
	if same < 500 {
		t.Errorf("only %d lists compared", same)
	}
}

// The similarity is that of Python, for lines that GNU diff compared.
func TestDiffSimilarityOracle(t *testing.T) {
	eachRecord(t, "diff/testdata/lines.jsonl", func(record []byte) {
		var c struct{ A, B, Similarity string }
		if err := json.Unmarshal(record, &c); err != nil {
			t.Fatal(err)
		}
		if got := diffOf(t, map[string]any{"original": c.A, "modified": c.B}).Similarity; got.String() != c.Similarity {
			t.Errorf("%q %q: similarity %s, want %s", c.A, c.B, got, c.Similarity)
		}
	})
}

func eachRecord(t *testing.T, file string, f func(record []byte)) {
	t.Helper()
	data, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	n := 0
	for scan := bufio.NewScanner(data); scan.Scan(); n++ {
		f(scan.Bytes())
	}
	if n < 1000 {
		t.Errorf("%s holds %d cases", file, n)
	}
}

// Counts add up: with those shown, with the texts, and from either side.
func TestDiffAddsUp(t *testing.T) {
	pieces := []string{"a", "b", "c", " ", "\n", "\n", ". ", "é", "👍🏽", "\t"}
	for range 10 {
		rapid.Check(t, func(t *rapid.T) {
			draw := func(name string) string {
				return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, name), "")
			}
			original, modified := draw("original"), draw("modified")
			granularity := rapid.SampledFrom([]string{"line", "word", "character", "sentence"}).Draw(t, "granularity")
			out := diffOf(t, map[string]any{"original": original, "modified": modified, "granularity": granularity})
			back := diffOf(t, map[string]any{"original": modified, "modified": original, "granularity": granularity})
			if out.Stats.Added != back.Stats.Removed || out.Stats.Removed != back.Stats.Added || out.Stats.Unchanged != back.Stats.Unchanged ||
				out.Similarity != back.Similarity || out.Equal != (original == modified) {
				t.Fatalf("%+v, and back %+v", out, back)
			}
			shown := map[string]int{}
			for _, h := range out.Hunks {
				for _, l := range h.Lines {
					shown[l.Op]++
				}
			}
			if granularity == "line" && (shown["insert"] != out.Stats.Added || shown["delete"] != out.Stats.Removed || len(out.Hunks) != out.Stats.Hunks) {
				t.Fatalf("%+v", out)
			}
			before, after := []rune{}, []rune{}
			for _, c := range out.Changes {
				if c.Original != len(before) || c.Modified != len(after) {
					t.Fatalf("%+v at %d and %d", c, len(before), len(after))
				}
				if c.Op != "insert" {
					before = append(before, []rune(c.Text)...)
				}
				if c.Op != "delete" {
					after = append(after, []rune(c.Text)...)
				}
			}
			if granularity != "line" && (string(before) != original || string(after) != modified) {
				t.Fatalf("%q and %q", string(before), string(after))
			}
		})
	}
}
