package text_test

import (
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/text"
)

func TestRemoveExtraSpaces(t *testing.T) {
	const contract = "contract 3.9"
	const sample = `  a \t b\u00a0\u00a0c  \n\n\n  d  `
	optest.Table(t, "remove-extra-spaces", []optest.Case{
		{Name: "example 1", In: `{"text":"` + sample + `"}`, Source: "node",
			Want: `{"text":"a b c\n\n\nd","removed_characters":11,"lines_in":4,"lines_out":4,"found":[{"code_point":"U+00A0","name":"NO-BREAK SPACE","count":2}]}`},
		{Name: "example 2", In: `{"text":"` + sample + `","blank_lines":"collapse"}`, Source: "node", Want: `{"text":"a b c\n\nd","lines_out":3}`},
		{Name: "example 3", In: `{"text":"` + sample + `","line_breaks":"space"}`, Source: `python " ".join(s.split())`, Want: `{"text":"a b c d","lines_out":1}`},
		{Name: "example 3, ended by a line feed", In: `{"text":"a\nb\n","line_breaks":"space"}`, Source: `python " ".join(s.split())`, Want: `{"text":"a b"}`},
		{Name: "example 4", In: `{"text":"foo\u200bbar","invisible":"remove"}`, Source: contract,
			Want: `{"text":"foobar","removed_characters":1,"found":[{"code_point":"U+200B","name":"ZERO WIDTH SPACE","count":1}]}`},
		{Name: "example 5", In: `{"text":"क्\u200dष","invisible":"remove"}`, Source: contract, Want: `{"text":"क्\u200dष","removed_characters":0,"found":[]}`},
		{Name: "invisible kept", In: `{"text":"\ufefffoo\u00ad bar"}`, Source: contract, Want: `{"text":"\ufefffoo\u00ad bar","found.1.code_point":"U+FEFF"}`},
		{Name: "an emoji keeps its joiners", In: `{"text":"👨‍👩‍👧\u200e","invisible":"remove"}`, Source: contract, Want: `{"text":"👨‍👩‍👧"}`},
		{Name: "a blank line of invisibles", In: `{"text":"a\n\u200b\nb","invisible":"remove","blank_lines":"remove"}`, Source: contract, Want: `{"text":"a\nb"}`},

		{Name: "runs kept", In: `{"text":" a  b\u00a0\t ","collapse":false}`, Source: contract, Want: `{"text":"a  b"}`},
		{Name: "one odd space becomes plain", In: `{"text":"a\u00a0b\u3000c\td"}`, Source: contract, Want: `{"text":"a b c d","removed_characters":0}`},
		{Name: "trim left", In: `{"text":"  a  \n  b  ","trim_lines":"left"}`, Source: contract, Want: `{"text":"a \nb "}`},
		{Name: "trim right", In: `{"text":"  a  \n  b  ","trim_lines":"right"}`, Source: contract, Want: `{"text":" a\n b"}`},
		{Name: "trim no line", In: `{"text":"  a  \n  b  ","trim_lines":"none","collapse":false}`, Source: contract, Want: `{"text":"  a  \n  b  "}`},
		{Name: "blank ends", In: `{"text":"\n \na\n\t\n"}`, Source: contract, Want: `{"text":"a\n","lines_in":4,"lines_out":1}`},
		{Name: "blank ends kept", In: `{"text":"\n \na\n\t\n","trim":false}`, Source: contract, Want: `{"text":"\n\na\n\n","lines_out":4}`},
		{Name: "blank lines removed", In: `{"text":"a\n\n \nb\n","blank_lines":"remove"}`, Source: contract, Want: `{"text":"a\nb\n"}`},
		{Name: "paragraphs", In: `{"text":"a\nb\n\n\nc\nd\n","line_breaks":"paragraphs"}`, Source: contract, Want: `{"text":"a b\n\n\nc d\n"}`},
		{Name: "paragraphs, blank lines removed", In: `{"text":"a\nb\n\n\nc\nd\n","line_breaks":"paragraphs","blank_lines":"remove"}`, Source: contract, Want: `{"text":"a b\nc d\n"}`},
		{Name: "tabs kept", In: `{"text":"\ta \t  b","tabs":"keep","trim_lines":"right"}`, Source: contract, Want: `{"text":"\ta \t b"}`},
		{Name: "tabs kept, ends trimmed", In: `{"text":"\ta\t\tb\t","tabs":"keep"}`, Source: contract, Want: `{"text":"a\t\tb"}`},
		{Name: "tabs expanded", In: `{"text":"\ta\tbcd\te","tabs":4,"trim_lines":"right"}`, Source: "python expandtabs(4)", Want: `{"text":"    a   bcd e"}`},
		{Name: "tabs beside runs", In: `{"text":"a  \tb","tabs":8}`, Source: "python expandtabs(8)", Want: `{"text":"a       b"}`},
		{Name: "columns are code points", In: `{"text":"é\u0301\tb","tabs":4}`, Source: "python expandtabs(4)", Want: `{"text":"é\u0301  b","removed_characters":-1}`},
		{Name: "narrowest stops", In: `{"text":"a\tb","tabs":1}`, Source: contract, Want: `{"text":"a b"}`},
		{Name: "widest stops", In: `{"text":"a\tb","tabs":16}`, Source: contract, Want: `{"text":"a               b"}`},
		{Name: "ASCII spaces only", In: `{"text":"\u00a0a\u00a0 \u00a0b \t","unicode_spaces":false}`, Source: contract, Want: `{"text":"\u00a0a\u00a0 \u00a0b","found.0.count":3}`},
		{Name: "NEL, LS, PS, VT and FF are spaces within lines", In: `{"text":"a\u0085\u2028\u2029\u000b\u000cb"}`, Source: "contract 0.3", Want: `{"text":"a b","lines_in":1}`},

		{Name: "CRLF kept", In: `{"text":"a \r\nb\r\n\r\n"}`, Source: "contract 0.3", Want: `{"text":"a\r\nb\r\n","removed_characters":3}`},
		{Name: "CRLF asked for", In: `{"text":"a\nb","line_ending":"crlf"}`, Source: "contract 0.3", Want: `{"text":"a\r\nb","removed_characters":-1}`},
		{Name: "empty", In: `{"text":""}`, Source: contract, Want: `{"text":"","removed_characters":0,"lines_in":0,"lines_out":0,"found":[]}`},
		{Name: "nothing but space", In: `{"text":" \n\t\n"}`, Source: contract, Want: `{"text":"","removed_characters":4,"lines_out":0}`},
		{Name: "NUL", In: `{"text":" a\u0000b "}`, Source: "contract 0.2", Want: `{"text":"a\u0000b"}`},

		{Name: "no text", In: `{}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "stops too near and too far", In: `{"text":"","tabs":0}`, Source: contract, Wrong: []string{"tabs out_of_range"}},
		{Name: "stops too far", In: `{"text":"","tabs":17}`, Source: contract, Wrong: []string{"tabs out_of_range"}},
		{Name: "wrong values", In: `{"text":"","trim_lines":"top","blank_lines":"drop","line_breaks":"none","tabs":"expand","invisible":"show","line_ending":"cr","collapse":"yes"}`, Source: contract,
			Wrong: []string{"trim_lines not_allowed", "blank_lines not_allowed", "line_breaks not_allowed", "tabs not_allowed", "invisible not_allowed", "line_ending not_allowed", "collapse invalid_type"}},
	})
	data := optest.Data(t, "remove-extra-spaces", op.JSON([]byte(`{"text":"\u00a0"}`)))
	if got := optest.Keys(t, data, ""); got != "text removed_characters lines_in lines_out found" {
		t.Error(got)
	}
	if got := optest.Keys(t, data, "found.0"); got != "code_point name count" {
		t.Error(got)
	}
}

// Python's regular expressions and expandtabs: testdata/normalize_whitespace_oracle.py.
func TestRemoveExtraSpacesRecorded(t *testing.T) {
	recorded(t, "testdata/normalize_whitespace.jsonl", func(line []byte) {
		var in map[string]any
		var input, want string
		var count int
		unmarshal(t, line, &[]any{&in, &input, &want, &count})
		in["text"] = input
		var got text.RemoveExtraSpacesOut
		answer(t, "remove-extra-spaces", in, &got)
		if got.Text != want || got.LinesOut != count || got.RemovedCharacters != len([]rune(input))-len([]rune(want)) {
			t.Errorf("%s\n got %q, %d lines", line, got.Text, got.LinesOut)
		}
	})
}
