package text_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/text"
)

// run carries out an operation on an input as a front end does.
func run(t *testing.T, ctx context.Context, id string, in any) ([]byte, error) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	o := op.Find(id)
	decoded, err := o.Decode(op.JSON(body), op.DefaultLimits())
	if err != nil {
		return nil, err
	}
	out, err := o.Run(ctx, decoded)
	if err != nil {
		return nil, err
	}
	return o.AppendData(nil, out), nil
}

// refusal returns the violations of an input that must be refused.
func refusal(t *testing.T, id string, in any) []op.Violation {
	t.Helper()
	data, err := run(t, context.Background(), id, in)
	var refused *op.Invalid
	if !errors.As(err, &refused) {
		t.Fatalf("answered %s, %v", data, err)
	}
	return refused.Violations
}

func TestRegexTester(t *testing.T) {
	const contract = "contract 3.1"
	optest.Table(t, "regex-tester", []optest.Case{
		{Name: "named groups", In: `{"pattern":"(?<y>\\d{4})-(?P<m>\\d{2})","text":"2026-01 and 2027-12"}`, Source: "node, python re",
			Want: `{"valid":true,"is_match":true,"match_count":2,"truncated":false,"group_count":2,"group_names":["y","m"],"engine":"re2",
			"matches.1":{"match":"2027-12","start":12,"end":19,"line":1,"column":13,
				"groups":[{"number":1,"name":"y","value":"2027","start":12,"end":16},{"number":2,"name":"m","value":"12","start":17,"end":19}],
				"named_groups":{"y":"2027","m":"12"}}}`, Absent: []string{"replaced", "replacement_count", "warnings"}},
		{Name: "no match", In: `{"pattern":"(a+)+$","text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}`, Source: contract,
			Want: `{"valid":true,"is_match":false,"match_count":0,"matches":[],"group_count":1,"group_names":[]}`},
		{Name: "group without part", In: `{"pattern":"(a)|(?<b>b)","text":"a"}`, Source: "node: undefined",
			Want: `{"matches.0.groups.1":{"number":2,"name":"b","value":null,"start":null,"end":null},"matches.0.named_groups":{"b":null}}`},
		{Name: "lines end at CRLF, LF and CR", In: `{"pattern":"b","text":"é\r\nb\rb\nxb"}`, Source: "contract 0.3",
			Want: `{"matches.0.line":2,"matches.0.column":1,"matches.1.line":3,"matches.2.line":4,"matches.2.column":2}`},
		{Name: "empty pattern and text", In: `{"pattern":"","text":""}`, Source: "node", Want: `{"match_count":1,"matches.0.start":0,"matches.0.end":0}`},
		{Name: "ASCII classes", In: `{"pattern":"^\\w\\b","text":"é"}`, Source: contract, Want: `{"is_match":false}`},

		{Name: "limit reached", In: `{"pattern":"a","text":"aaa","max_matches":2}`, Source: contract, Want: `{"match_count":2,"truncated":true}`},
		{Name: "limit exact", In: `{"pattern":"a","text":"aaa","max_matches":3}`, Source: contract, Want: `{"match_count":3,"truncated":false}`},
		{Name: "limit too low", In: `{"pattern":"a","text":"a","max_matches":0}`, Source: contract, Wrong: []string{"max_matches out_of_range"}},
		{Name: "limit too high", In: `{"pattern":"a","text":"a","max_matches":10001}`, Source: contract, Wrong: []string{"max_matches out_of_range"}},

		{Name: "first match only", In: `{"pattern":"a","text":"aaa","flags":""}`, Source: contract, Want: `{"match_count":1,"truncated":false}`},
		{Name: "flags", In: `{"pattern":"^A.*?","text":"xa\nab\n","flags":"gimsU"}`, Source: "python re with swapped laziness", Want: `{"match_count":1,"matches.0.match":"ab\n"}`},
		{Name: "flags without meaning", In: `{"pattern":"a","text":"a","flags":"duvg"}`, Source: contract, Want: `{"match_count":1}`},
		{Name: "flag x", In: `{"pattern":"a","text":"a","flags":"gx"}`, Source: contract, Wrong: []string{"flags unsupported_flag"}},
		{Name: "flag y", In: `{"pattern":"a","text":"a","flags":"y"}`, Source: contract, Wrong: []string{"flags unsupported_flag"}},
		{Name: "flag twice", In: `{"pattern":"a","text":"a","flags":"gg"}`, Source: "ECMA-262 22.2.3.4", Wrong: []string{"flags unsupported_flag"}},

		{Name: "whole text", In: `{"pattern":"a|ab","text":"ab","mode":"full_match"}`, Source: "python re.fullmatch", Want: `{"is_match":true,"matches.0.match":"ab"}`},
		{Name: "whole text, not", In: `{"pattern":"a","text":"ab","mode":"Full-Match","replacement":"x"}`, Source: "python re.fullmatch",
			Want: `{"is_match":false,"matches":[],"replaced":"ab","replacement_count":0}`},
		{Name: "whole text replaced", In: `{"pattern":"a|(ab)","text":"ab","mode":"full_match","replacement":"<$1>"}`, Source: contract,
			Want: `{"replaced":"<ab>","replacement_count":1}`},

		{Name: "replacement", In: `{"pattern":"(\\w+) (\\w+)","text":"John Smith","replacement":"$2, $1"}`, Source: "node", Want: `{"replaced":"Smith, John","replacement_count":1}`},
		{Name: "replacement forms", In: `{"pattern":"(?<a>x)(y)","text":"xy","replacement":"$$|$&|$1|${2}|${a}|$<a>|$12|$"}`, Source: contract,
			Want: `{"replaced":"$|xy|x|y|x|x|x2|$"}`},
		{Name: "all replaced beyond the limit", In: `{"pattern":"a","text":"aaa","replacement":"b","max_matches":1}`, Source: contract,
			Want: `{"match_count":1,"truncated":true,"replaced":"bbb","replacement_count":3}`},
		{Name: "first replaced", In: `{"pattern":"a","text":"aaa","replacement":"b","flags":""}`, Source: "node", Want: `{"replaced":"baa","replacement_count":1}`},
		{Name: "unknown number", In: `{"pattern":"a","text":"a","replacement":"$1"}`, Source: contract, Wrong: []string{"replacement unknown_group"}},
		{Name: "unknown name", In: `{"pattern":"(a)","text":"b","replacement":"${x}"}`, Source: contract, Wrong: []string{"replacement unknown_group"}},
		{Name: "warning with its place", In: "{\"pattern\":\"a\",\"text\":\"a\",\"replacement\":\"é\\n$`\"}", Source: "contract 0.4",
			Want: `{"warnings.0.code":"literal_dollar","warnings.0.line":2,"warnings.0.column":1,"warnings.0.field":"replacement"}`},

		{Name: "features by name", In: `{"pattern":"a(?=b)(?<!c)(d)\\1(?>e)f++\\K","text":"a"}`, Source: contract, Wrong: []string{
			"pattern unsupported_regex_feature", "pattern unsupported_regex_feature", "pattern unsupported_regex_feature",
			"pattern unsupported_regex_feature", "pattern unsupported_regex_feature", "pattern unsupported_regex_feature"}},
		{Name: "syntax", In: `{"pattern":"(","text":"a"}`, Source: contract, Wrong: []string{"pattern invalid_regex"}},
		{Name: "nested repeats", In: `{"pattern":"((a{100}){100}){100}","text":"a"}`, Source: contract, Wrong: []string{"pattern regex_too_large"}},
		{Name: "repeat over a thousand", In: `{"pattern":"a{1001}","text":"a"}`, Source: contract, Wrong: []string{"pattern unsupported_regex_feature"}},
		{Name: "names of other APIs", In: `{"regex":"a","input":"a"}`, Source: "contract 0.1", Wrong: []string{
			"regex unknown_field", "input unknown_field", "pattern required", "text required"}},
	})
}

// TestRegexRefusalDetails looks at what a refusal says beside its code.
func TestRegexRefusalDetails(t *testing.T) {
	tests := []struct{ name, pattern, want string }{
		{"lookahead", "é(?=b)", `{"feature":"lookahead","byte_offset":2,"fragment":"(?=","engines":["javascript","python","pcre","java","dotnet","ruby"]}`},
		{"possessive", "a++", `{"feature":"possessive_quantifier","byte_offset":1,"fragment":"++","engines":["python","pcre","java","ruby"]}`},
		{"syntax", "é[z-a]", `{"byte_offset":3,"fragment":"z-a"}`},
		{"nesting, of no one place", strings.Repeat("(", 1001) + strings.Repeat(")", 1001), `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := refusal(t, "regex-tester", map[string]any{"pattern": tt.pattern, "text": ""})[0]
			if got := string(v.Details.AppendJSON(nil)); got != tt.want || v.Field != "pattern" {
				t.Errorf("%s: details %s, want %s", v.Field, got, tt.want)
			}
		})
	}
	if v := refusal(t, "regex-tester", map[string]any{"pattern": "a(?=b)", "text": ""})[0]; v.Hint == "" {
		t.Error("no hint")
	}
}

type recordedSpan struct {
	Value *string `json:"value"`
	Span  [2]*int `json:"span"`
}

// TestRegexOffsets compares matches and groups with those that JavaScript
// finds, in all units.
func TestRegexOffsets(t *testing.T) {
	file, err := os.Open("testdata/regex_offsets.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	count := 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		var c struct {
			In   json.RawMessage
			Want []struct {
				Match  string
				Span   [2]*int
				Groups []recordedSpan
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		data, err := run(t, context.Background(), "regex-tester", c.In)
		if err != nil {
			t.Errorf("%s: %v", c.In, err)
			continue
		}
		var got struct {
			Matches []struct {
				Match      string
				Start, End *int
				Groups     []struct {
					Value      *string
					Start, End *int
				}
			}
		}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		var have, want []string
		for _, m := range got.Matches {
			have = append(have, show(&m.Match, m.Start, m.End))
			for _, g := range m.Groups {
				have = append(have, show(g.Value, g.Start, g.End))
			}
		}
		for _, m := range c.Want {
			want = append(want, show(&m.Match, m.Span[0], m.Span[1]))
			for _, g := range m.Groups {
				want = append(want, show(g.Value, g.Span[0], g.Span[1]))
			}
		}
		if !reflect.DeepEqual(have, want) {
			t.Errorf("%s: matches %q, want %q", c.In, have, want)
		}
	}
	if count < 300 {
		t.Errorf("only %d cases", count)
	}
}

func show(value *string, start, end *int) string {
	if value == nil || start == nil || end == nil {
		return "none"
	}
	return fmt.Sprintf("%s[%d:%d]", *value, *start, *end)
}

// TestRegexStopsInTime gives hostile inputs a short time; each would run for
// minutes.
func TestRegexStopsInTime(t *testing.T) {
	text := strings.Repeat("a", 1_000_000)
	tests := map[string]map[string]any{
		"quadratic number of steps": {"pattern": "a*b|a", "text": text, "max_matches": 10000},
		"large program":             {"pattern": "(((((a{0,10}){0,10}){0,10})))*c", "text": text},
		"nested groups":             {"pattern": strings.Repeat("(", 900) + "a*" + strings.Repeat(")", 900), "text": text},
		"replacement":               {"pattern": "a*b|a", "text": text, "max_matches": 1, "replacement": "x"},
		"whole text":                {"pattern": "(?:(((a{0,10}){0,10}){0,10})*)*c", "text": text, "mode": "full_match"},
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := run(t, ctx, "regex-tester", in)
			if took := time.Since(start); err != context.DeadlineExceeded || took > time.Second {
				t.Errorf("error %v after %v", err, took)
			}
		})
	}
}

// TestRegexOutputIsBounded: matches and groups may repeat the text often.
func TestRegexOutputIsBounded(t *testing.T) {
	tests := []struct {
		name, field string
		in          map[string]any
	}{
		{"groups", "text", map[string]any{"pattern": strings.Repeat("(", 40) + ".*" + strings.Repeat(")", 40), "text": strings.Repeat("a", 220_000)}},
		{"replacement", "replacement", map[string]any{"pattern": "a", "text": strings.Repeat("a", 10_000), "replacement": strings.Repeat("$&", 1000)}},
		{"number of groups", "text", map[string]any{"pattern": strings.Repeat("(a)|", 200) + "b", "text": strings.Repeat("a", 10_000), "max_matches": 10_000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v := refusal(t, "regex-tester", tt.in)[0]; v.Field != tt.field || v.Code != op.OutputTooLarge {
				t.Errorf("refused with %s %s", v.Field, v.Code)
			}
		})
	}
}

// TestRegexManyMatches: ten thousand matches far into a long text are placed
// in linear time.
func TestRegexManyMatches(t *testing.T) {
	in := map[string]any{"pattern": "é", "text": strings.Repeat("日本\r\n", 100_000) + strings.Repeat("xé", 15_000), "max_matches": 10_000}
	start := time.Now()
	data, err := run(t, context.Background(), "regex-tester", in)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Count     int `json:"match_count"`
		Truncated bool
		Matches   []struct{ Start, Line, Column int }
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	last := got.Matches[len(got.Matches)-1]
	if got.Count != 10_000 || !got.Truncated || last.Start != 400_000+19_999 || last.Line != 100_001 || last.Column != 20_000 {
		t.Errorf("%d matches, last %+v", got.Count, last)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestRegexDocumentLimit(t *testing.T) {
	in := map[string]any{"pattern": "b", "text": strings.Repeat("a", 1_000_000)}
	if _, err := run(t, context.Background(), "regex-tester", in); err != nil {
		t.Errorf("a million bytes: %v", err)
	}
	in["text"] = strings.Repeat("a", 1_000_001)
	if v := refusal(t, "regex-tester", in)[0]; v.Code != op.TooLong || v.Field != "text" {
		t.Errorf("refused with %s %s", v.Field, v.Code)
	}
}
