package text_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/text"
)

func TestTextSorter(t *testing.T) {
	const contract = "contract 3.12"
	optest.Table(t, "text-sorter", []optest.Case{
		{Name: "example 1", In: `{"text":"file10\nfile2\nFile1\nfile1\nv1.10.0\nv1.9.0\na01\na1","natural":true}`, Source: "Intl.Collator, numeric; ties keep their order",
			Want: `{"text":"a01\na1\nFile1\nfile1\nfile2\nfile10\nv1.9.0\nv1.10.0","lines_in":8,"lines_out":8,"removed_blank":0,"removed_duplicates":0,"already_sorted":false}`, Absent: []string{"lines"}},
		{Name: "example 1, case told apart", In: `{"text":"file10\nfile2\nFile1\nfile1\nv1.10.0\nv1.9.0\na01\na1","method":"natural","case_sensitive":true}`, Source: "Intl.Collator, numeric",
			Want: `{"text":"a01\na1\nfile1\nFile1\nfile2\nfile10\nv1.9.0\nv1.10.0"}`},
		{Name: "example 2", In: `{"text":"b\nB\nä\na\n","method":"codepoint"}`, Source: "LC_ALL=C sort", Want: `{"text":"B\na\nb\nä\n"}`},
		{Name: "example 3, sv", In: `{"text":"ä\na\nz\nå","locale":"sv"}`, Source: "Intl.Collator", Want: `{"text":"a\nz\nå\nä"}`},
		{Name: "example 3, de", In: `{"text":"ä\na\nz\nå","locale":"de-AT"}`, Source: "Intl.Collator", Want: `{"text":"a\nå\nä\nz"}`},
		{Name: "example 4", In: `{"text":"b\na\n"}`, Source: contract, Want: `{"text":"a\nb\n"}`},
		{Name: "example 5", In: `{"text":"10\n9\n1.5\n-5","method":"numeric"}`, Source: "sort -n", Want: `{"text":"-5\n1.5\n9\n10"}`},

		{Name: "no numbers last", In: `{"text":"x\n2\n\n1","method":"numeric"}`, Source: contract, Want: `{"text":"1\n2\nx\n"}`},
		{Name: "no numbers last, down", In: `{"text":"x\n2\ny\n10","method":"numeric","order":"desc"}`, Source: contract, Want: `{"text":"10\n2\nx\ny"}`},
		{Name: "down, ties stay", In: `{"text":"a 1\nb\nA 1\nc","order":"desc","key":{"column":1}}`, Source: contract, Want: `{"text":"c\nb\na 1\nA 1"}`},
		{Name: "case-insensitive ties stay", In: `{"text":"b\nA\na\nB"}`, Source: contract, Want: `{"text":"A\na\nb\nB"}`},
		{Name: "lower before upper", In: `{"text":"b\nA\na\nB","case_sensitive":true}`, Source: contract, Want: `{"text":"a\nA\nb\nB"}`},
		{Name: "length in graphemes", In: `{"text":"abc\n👨‍👩‍👧\nक्षa","method":"length"}`, Source: "Intl.Segmenter", Want: `{"text":"👨‍👩‍👧\nक्षa\nabc"}`},
		{Name: "addresses", In: `{"text":"10.0.0.2\n::1\n9.9.9.9\nhost","method":"ip"}`, Source: "python ipaddress", Want: `{"text":"9.9.9.9\n10.0.0.2\n::1\nhost"}`},
		{Name: "versions", In: `{"text":"1.10.0\n1.9.0\nv1.9.0-rc.1\n1.9","method":"semver"}`, Source: "npm semver", Want: `{"text":"v1.9.0-rc.1\n1.9.0\n1.10.0\n1.9"}`},
		{Name: "seeded shuffle", In: `{"text":"a\nb\nc\nd\ne\n","method":"shuffle","seed":"demo-2026","order":"desc"}`, Source: "python hmac", Want: `{"text":"e\na\nb\nd\nc\n","already_sorted":null}`},
		{Name: "shuffle", In: `{"text":"a\nb","method":"shuffle"}`, Source: contract, Want: `{"lines_out":2,"already_sorted":null}`},

		{Name: "unique", In: `{"text":"b\nB\na\nb","unique":true}`, Source: "sort -fu", Want: `{"text":"a\nb","removed_duplicates":2}`},
		{Name: "unique, case told apart", In: `{"text":"b\nB\na\nb","unique":true,"case_sensitive":true}`, Source: contract, Want: `{"text":"a\nb\nB","removed_duplicates":1}`},
		{Name: "unique code points", In: `{"text":"b\nB\na\nb","unique":true,"method":"codepoint"}`, Source: "LC_ALL=C sort -u", Want: `{"text":"B\na\nb"}`},
		{Name: "unique is of lines, not of values", In: `{"text":"1.0\n1\n1","unique":true,"method":"numeric"}`, Source: contract, Want: `{"text":"1.0\n1"}`},
		{Name: "blank lines removed", In: `{"text":"b\n \n\na\n","remove_blank_lines":true}`, Source: contract, Want: `{"text":"a\nb\n","lines_in":4,"lines_out":2,"removed_blank":2}`},
		{Name: "trimmed, then compared", In: `{"text":" b\na\nb\t","trim":true,"unique":true}`, Source: contract, Want: `{"text":"a\nb","removed_duplicates":1}`},
		{Name: "already sorted", In: `{"text":"a\nA\nb\nb"}`, Source: "sort -c", Want: `{"already_sorted":true}`},
		{Name: "sorted down already", In: `{"text":"b\na\n","order":"desc"}`, Source: "sort -c", Want: `{"already_sorted":true}`},

		{Name: "comma list", In: `{"text":"b,c,a","separator":","}`, Source: contract, Want: `{"text":"a,b,c","lines_in":3}`},
		{Name: "separator and line ending at the end", In: `{"text":"b, a,\r\n","separator":",","trim":true}`, Source: "as a final terminator", Want: `{"text":"a,b,\r\n","lines_in":2}`},
		{Name: "paragraphs", In: `{"text":"b\n2\n\na\n1\n","separator":"\n\n"}`, Source: contract, Want: `{"text":"a\n1\n\nb\n2\n"}`},
		{Name: "nothing between separators", In: `{"text":"","separator":","}`, Source: contract, Want: `{"text":"","lines_in":0}`},
		{Name: "one empty item", In: `{"text":",","separator":","}`, Source: "as a final terminator", Want: `{"text":",","lines_in":1}`},
		{Name: "list", In: `{"lines":["b","a\nc"]}`, Source: contract, Want: `{"text":"a\nc\nb","lines":["a\nc","b"],"lines_in":2}`},
		{Name: "list with a separator", In: `{"lines":["b","a"],"separator":", ","line_ending":"crlf"}`, Source: contract, Want: `{"text":"a, b"}`},
		{Name: "list with a line ending", In: `{"lines":["b","a"],"line_ending":"crlf"}`, Source: contract, Want: `{"text":"a\r\nb"}`},
		{Name: "empty list", In: `{"lines":[]}`, Source: contract, Want: `{"text":"","lines":[],"lines_in":0,"already_sorted":true}`},
		{Name: "line endings", In: `{"text":"b\r\na\r\nc"}`, Source: "contract 0.3", Want: `{"text":"a\r\nb\r\nc"}`},
		{Name: "line endings asked for", In: `{"text":"b\r\na\r\n","line_ending":"lf"}`, Source: "contract 0.3", Want: `{"text":"a\nb\n"}`},

		{Name: "column", In: `{"text":"x;b\ny;a\nz","key":{"column":2,"delimiter":";"}}`, Source: "sort -t; -k2,2", Want: `{"text":"y;a\nx;b\nz"}`},
		{Name: "regex", In: `{"text":"a-10\nb-9\nc","method":"numeric","key":{"regex":"-(\\d+)"}}`, Source: contract, Want: `{"text":"b-9\na-10\nc"}`},

		{Name: "neither", In: `{}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "both", In: `{"text":"a","lines":["a"]}`, Source: contract, Wrong: []string{"lines conflict"}},
		{Name: "natural and another method", In: `{"text":"a","natural":true,"method":"length"}`, Source: contract, Wrong: []string{"natural conflict"}},
		{Name: "natural twice", In: `{"text":"a10\na9","natural":true,"method":"natural"}`, Source: contract, Want: `{"text":"a9\na10"}`},
		{Name: "seed without shuffle", In: `{"text":"a","seed":"x"}`, Source: contract, Wrong: []string{"seed conflict"}},
		{Name: "key of nothing", In: `{"text":"a","key":{}}`, Source: contract, Wrong: []string{"key.column missing_one_of"}},
		{Name: "key of two", In: `{"text":"a","key":{"column":1,"regex":"a"}}`, Source: contract, Wrong: []string{"key.regex conflict"}},
		{Name: "regex with delimiter", In: `{"text":"a","key":{"regex":"a","delimiter":","}}`, Source: contract, Wrong: []string{"key.delimiter conflict"}},
		{Name: "column 0", In: `{"text":"a","key":{"column":0}}`, Source: contract, Wrong: []string{"key.column out_of_range"}},
		{Name: "last column", In: `{"text":"a","key":{"column":10000}}`, Source: contract, Want: `{"text":"a"}`},
		{Name: "column too far", In: `{"text":"a","key":{"column":10001}}`, Source: contract, Wrong: []string{"key.column out_of_range"}},
		{Name: "bad regex", In: `{"text":"a","key":{"regex":"("}}`, Source: "contract 3.1", Wrong: []string{"key.regex invalid_regex"}},
		{Name: "lookahead", In: `{"text":"a","key":{"regex":"a(?=b)"}}`, Source: "contract 3.1", Wrong: []string{"key.regex unsupported_regex_feature"}},
		{Name: "no language", In: `{"text":"a","locale":"german"}`, Source: contract, Wrong: []string{"locale invalid_format"}},
		{Name: "wrong values", In: `{"text":"a","order":"up","method":"size","separator":"","seed":"","unique":1}`, Source: contract,
			Wrong: []string{"order not_allowed", "method not_allowed", "separator too_short", "seed too_short", "unique invalid_type"}},
		{Name: "wrong name", In: `{"items":["a"]}`, Source: "contract 0.1", Wrong: []string{"items unknown_field", "text required"}},
	})
	data := optest.Data(t, "text-sorter", op.JSON([]byte(`{"lines":["a"]}`)))
	if got := optest.Keys(t, data, ""); got != "text lines lines_in lines_out removed_blank removed_duplicates already_sorted" {
		t.Error(got)
	}
}

// The order of what is sorted is a permutation, sorting it again changes
// nothing, and down it is up reversed but for ties, which stay.
func TestTextSorterProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := map[string]any{
			"lines":          rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("aAbé\u030110. -")), 0, 6, -1), 0, 20).Draw(t, "lines"),
			"method":         rapid.SampledFrom([]string{"alphabetical", "natural", "numeric", "length", "codepoint", "ip", "semver"}).Draw(t, "method"),
			"case_sensitive": rapid.Bool().Draw(t, "case"), "order": "asc",
		}
		list := in["lines"].([]string)
		var up, down, again text.TextSorterOut
		answer(t, "text-sorter", in, &up)
		in["order"] = "desc"
		answer(t, "text-sorter", in, &down)
		in["lines"], in["order"] = up.Lines, "asc"
		answer(t, "text-sorter", in, &again)
		if !slices.Equal(*again.Lines, *up.Lines) || !*again.AlreadySorted {
			t.Fatalf("%q becomes %q, then %q", list, *up.Lines, *again.Lines)
		}
		for _, got := range []*[]string{up.Lines, down.Lines} {
			if !slices.Equal(slices.Sorted(slices.Values(*got)), slices.Sorted(slices.Values(list))) {
				t.Fatalf("%q becomes %q", list, *got)
			}
		}
		if in["method"] == "codepoint" {
			slices.Reverse(*down.Lines)
			if !slices.Equal(*down.Lines, *up.Lines) {
				t.Fatalf("%q: up %q, down %q", list, *up.Lines, *down.Lines)
			}
		}
	})
}

// A shuffle is a permutation drawn anew each time; the same seed gives the
// same one, whatever the lines say.
func TestTextSorterShuffles(t *testing.T) {
	list := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	var first, second text.TextSorterOut
	answer(t, "text-sorter", map[string]any{"lines": list, "method": "shuffle", "seed": "s"}, &first)
	answer(t, "text-sorter", map[string]any{"lines": slices.Concat(list[13:], list[:13]), "method": "shuffle", "seed": "s"}, &second)
	for i := range list {
		if ((*second.Lines)[i][0]-'a'+13)%26 != (*first.Lines)[i][0]-'a' {
			t.Fatalf("%q and %q", *first.Lines, *second.Lines)
		}
	}
	env := op.SampleEnv()
	body := op.JSON([]byte(`{"text":"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl","method":"shuffle"}`))
	one, _ := optest.Call(t, "text-sorter", body, env)
	two, _ := optest.Call(t, "text-sorter", body, env)
	if bytes.Equal(one, two) {
		t.Errorf("the same shuffle twice: %s", one)
	}
	env.Random = bytes.NewReader(nil)
	o := op.Find("text-sorter")
	in, err := o.Decode(body, op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Run(env.With(context.Background()), in); err == nil {
		t.Error("shuffled without randomness")
	}
}

// Intl.Collator, Intl.Segmenter and npm's semver: testdata/sort_lines_oracle.mjs.
func TestTextSorterAgainstNode(t *testing.T) { recordedOrders(t, "testdata/sort_lines_node.jsonl") }

// GNU sort, Python's Decimal, ipaddress and hmac: testdata/sort_lines_oracle.py.
func TestTextSorterAgainstGNU(t *testing.T) { recordedOrders(t, "testdata/sort_lines_gnu.jsonl") }

// recordedOrders sorts the cases of a file, [options, lines, indexes in order].
func recordedOrders(t *testing.T, file string) {
	t.Helper()
	recorded(t, file, func(line []byte) {
		var in map[string]any
		var list []string
		var order []int
		unmarshal(t, line, &[]any{&in, &list, &order})
		want := make([]string, len(order))
		for i, at := range order {
			want[i] = list[at]
		}
		in["lines"] = list
		var out text.TextSorterOut
		answer(t, "text-sorter", in, &out)
		if !slices.Equal(*out.Lines, want) {
			t.Errorf("%s\n got %q\nwant %q", line, *out.Lines, want)
		}
	})
}
