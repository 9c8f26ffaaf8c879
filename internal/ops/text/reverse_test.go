package text_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/text"
)

func TestTextReverser(t *testing.T) {
	const segmenter = "Intl.Segmenter"
	optest.Table(t, "text-reverser", []optest.Case{
		{Name: "family", In: `{"text":"👨‍👩‍👧 family"}`, Source: segmenter, Want: `{"text":"ylimaf 👨‍👩‍👧","is_palindrome":false,"units":8}`},
		{Name: "decomposed", In: `{"text":"e\u0301a"}`, Source: segmenter, Want: `{"text":"ae\u0301","units":2}`},
		{Name: "Hindi", In: `{"text":"नमस्ते"}`, Source: segmenter, Want: `{"text":"स्तेमन","units":3}`},
		{Name: "flags", In: `{"text":"🇮🇳🇺🇸"}`, Source: segmenter, Want: `{"text":"🇺🇸🇮🇳","units":2}`},
		{Name: "CRLF is one", In: `{"text":"a\r\nb"}`, Source: segmenter, Want: `{"text":"b\r\na","units":3}`},
		{Name: "words", In: `{"text":"one two  three","mode":"words"}`, Source: "contract 3.10", Want: `{"text":"three two  one","units":3}`},
		{Name: "words across lines", In: `{"text":" a\u3000b\nc d\n","mode":"words"}`, Source: "contract 3.10", Want: `{"text":" d\u3000c\nb a\n","units":4}`},
		{Name: "lines", In: `{"text":"a\nb\nc\n","mode":"lines"}`, Source: "tac", Want: `{"text":"c\nb\na\n","units":3}`},
		{Name: "lines, the last open", In: `{"text":"a\nb\nc","mode":"lines"}`, Source: "contract 0.3", Want: `{"text":"c\nb\na"}`},
		{Name: "line endings keep their places", In: `{"text":"a\r\nb\nc\r","mode":"lines"}`, Source: "contract 3.10", Want: `{"text":"c\r\nb\na\r"}`},
		{Name: "each line", In: `{"text":"ab\r\ncd","mode":"each_line"}`, Source: "rev", Want: `{"text":"ba\r\ndc","units":2}`},
		{Name: "each word", In: `{"text":"ab  cd\n","mode":"Each-Word"}`, Source: "contract 3.10", Want: `{"text":"ba  dc\n","units":2}`},
		{Name: "palindrome", In: `{"text":"A man, a plan, a canal: Panama!"}`, Source: "contract 3.10", Want: `{"is_palindrome":true}`},
		{Name: "palindrome of the input", In: `{"text":"ab ba","mode":"each_word"}`, Source: "contract 3.10", Want: `{"text":"ba ab","is_palindrome":true}`},
		{Name: "empty", In: `{"text":""}`, Source: "contract 3.10", Want: `{"text":"","is_palindrome":true,"units":0}`},
		{Name: "only spaces", In: `{"text":" \n ","mode":"words"}`, Source: "contract 3.10", Want: `{"text":" \n ","units":0}`},
		{Name: "NUL and U+FEFF", In: `{"text":"\ufeffa\u0000b"}`, Source: "contract 0.2", Want: `{"text":"b\u0000a\ufeff"}`},
		{Name: "no text", In: `{}`, Source: "contract 3.10", Wrong: []string{"text required"}},
		{Name: "wrong mode", In: `{"text":"","mode":"letters"}`, Source: "contract 3.10", Wrong: []string{"mode not_allowed"}},
	})
	data := optest.Data(t, "text-reverser", op.JSON([]byte(`{"text":"a"}`)))
	if got := optest.Keys(t, data, ""); got != "text is_palindrome units" {
		t.Error(got)
	}
}

// Intl.Segmenter and regular expressions: testdata/reverse_oracle.mjs.
func TestTextReverserRecorded(t *testing.T) {
	recorded(t, "testdata/reverse.jsonl", func(line []byte) {
		var mode, input string
		var want text.TextReverserOut
		unmarshal(t, line, &[]any{&mode, &input, &want.Text, &want.Units, &want.IsPalindrome})
		var got text.TextReverserOut
		answer(t, "text-reverser", map[string]any{"mode": mode, "text": input}, &got)
		if got != want {
			t.Errorf("%s\n got %+v", line, got)
		}
	})
}

// recorded calls check with each line of a file, of which there must be a
// thousand.
func recorded(t *testing.T, file string, check func(line []byte)) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		check(s.Bytes())
	}
	if n < 1000 {
		t.Errorf("%s holds %d cases", file, n)
	}
}

func unmarshal(t optest.T, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%v", err)
	}
}
