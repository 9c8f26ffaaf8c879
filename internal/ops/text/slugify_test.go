package text_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestTextToSlug(t *testing.T) {
	const contract = "contract 3.11"
	optest.Table(t, "text-to-slug", []optest.Case{
		{Name: "example 1", In: `{"text":"Hello, World!"}`, Source: "uconv, slugify, @sindresorhus/slugify",
			Want: `{"slug":"hello-world","length":11,"truncated":false,"transliterated":false,"dropped":[]}`, Absent: []string{"unique_suffix", "warnings"}},
		{Name: "example 2", In: `{"text":"Déjà Vu — Café & Crème"}`, Source: "slugify, @sindresorhus/slugify", Want: `{"slug":"deja-vu-cafe-and-creme","transliterated":true}`},
		{Name: "example 3", In: `{"text":"नमस्ते दुनिया"}`, Source: "uconv", Want: `{"slug":"namaste-duniya"}`},
		{Name: "example 4, Tamil", In: `{"text":"தமிழ்"}`, Source: "uconv", Want: `{"slug":"tamil"}`},
		{Name: "example 4, Russian", In: `{"text":"Привет мир"}`, Source: "uconv", Want: `{"slug":"privet-mir"}`},
		{Name: "example 4, Vietnamese", In: `{"text":"Đường phố"}`, Source: "uconv", Want: `{"slug":"duong-pho"}`},
		{Name: "example 5", In: `{"text":"Straße & Co. 50% off"}`, Source: "@sindresorhus/slugify", Want: `{"slug":"strasse-and-co-50-off"}`},
		{Name: "example 6", In: `{"text":"don’t stop"}`, Source: contract, Want: `{"slug":"dont-stop"}`},
		{Name: "example 7", In: `{"text":"भारत"}`, Source: "uconv", Want: `{"slug":"bharata"}`},
		{Name: "example 7, hi", In: `{"text":"भारत","locale":"hi"}`, Source: contract, Want: `{"slug":"bharat"}`},
		{Name: "example 8", In: `{"text":"日本語 テキスト","mode":"Unicode"}`, Source: contract, Want: `{"slug":"日本語-テキスト","length":8}`},

		{Name: "no separator", In: `{"text":"Hello World","separator":""}`, Source: contract, Want: `{"slug":"helloworld"}`},
		{Name: "other separators", In: `{"text":"Hello World","separator":"/"}`, Source: contract, Wrong: []string{"separator invalid_format"}},
		{Name: "two separators", In: `{"text":"Hello World","separator":"--"}`, Source: contract, Wrong: []string{"separator invalid_format"}},
		{Name: "case kept", In: `{"text":"Hello World","lowercase":false}`, Source: contract, Want: `{"slug":"Hello-World"}`},
		{Name: "locale", In: `{"text":"Ärger","locale":"de-AT"}`, Source: contract, Want: `{"slug":"aerger"}`},
		{Name: "no locale", In: `{"text":"x","locale":"german"}`, Source: contract, Wrong: []string{"locale invalid_format"}},

		{Name: "length", In: `{"text":"hello wonderful world","max_length":15}`, Source: contract, Want: `{"slug":"hello-wonderful","length":15,"truncated":true}`},
		{Name: "length too great", In: `{"text":"x","max_length":1001}`, Source: contract, Wrong: []string{"max_length out_of_range"}},
		{Name: "decamelize", In: `{"text":"XMLHttpRequest","decamelize":true}`, Source: "contract 3.2", Want: `{"slug":"xml-http-request"}`},
		{Name: "preserve", In: `{"text":"Node.js & C#","preserve":".#"}`, Source: contract, Want: `{"slug":"node.js-and-c#"}`},
		{Name: "stop words", In: `{"text":"The Lord of the Rings","remove_stop_words":true}`, Source: contract, Want: `{"slug":"lord-rings"}`},

		{Name: "replacements come first", In: `{"text":"I ♥ C++ & C#","replacements":{"♥":"love","C++":"cpp","&":"et","C#":"c sharp"}}`, Source: contract,
			Want: `{"slug":"i-love-cpp-et-c-sharp","dropped":[]}`},
		{Name: "replacements in order", In: `{"text":"ab","replacements":{"a":"b","bb":"c","b":"never"}}`, Source: contract, Want: `{"slug":"c"}`},
		{Name: "nothing to replace", In: `{"text":"a","replacements":{"":"b"}}`, Source: contract, Wrong: []string{"replacements too_short"}},
		{Name: "replaced twice", In: `{"text":"a","replacements":{"a":"b","a":"c"}}`, Source: "contract 0.2", Wrong: []string{"replacements.a duplicate_field"}},

		{Name: "dropped", In: `{"text":"กข Tower ก 🎉"}`, Source: contract, Want: `{"slug":"tower","dropped":[{"char":"ก","count":2},{"char":"ข","count":1},{"char":"🎉","count":1}]}`},
		{Name: "nothing left", In: `{"text":"กข"}`, Source: contract, Wrong: []string{"text empty_slug"}},
		{Name: "nothing sent", In: `{"text":""}`, Source: contract, Wrong: []string{"text empty_slug"}},
		{Name: "fallback", In: `{"text":"!!!","fallback":"Untitled Post"}`, Source: contract, Want: `{"slug":"Untitled Post","length":13}`},
		{Name: "empty fallback", In: `{"text":"!!!","fallback":""}`, Source: contract, Want: `{"slug":"","length":0}`},
		{Name: "fallback not needed", In: `{"text":"a","fallback":"b"}`, Source: contract, Want: `{"slug":"a"}`},
		{Name: "fallback taken", In: `{"text":"!","fallback":"no-title","existing":["no-title"],"max_length":8}`, Source: contract, Want: `{"slug":"no-2","unique_suffix":2}`},

		{Name: "NUL", In: `{"text":"a\u0000b"}`, Source: "contract 0.2", Want: `{"slug":"a-b"}`},
		{Name: "byte order mark", In: `{"text":"\ufeffab"}`, Source: "contract 0.2", Want: `{"slug":"ab"}`},
		{Name: "lone surrogate", In: `{"text":"\ud800"}`, Source: "contract 0.2", Wrong: []string{"text invalid_unicode"}},
		{Name: "names of other APIs", In: `{"str":"x","slug":"y"}`, Source: "contract 0.1", Wrong: []string{"str unknown_field", "slug unknown_field", "text required"}},
	})
}

func TestTextToSlugExisting(t *testing.T) {
	const contract = "contract 3.11"
	optest.Table(t, "text-to-slug", []optest.Case{
		{Name: "free", In: `{"text":"Hello World","existing":["hello"]}`, Source: contract, Want: `{"slug":"hello-world"}`, Absent: []string{"unique_suffix"}},
		{Name: "second", In: `{"text":"Hello World","existing":["hello-world"]}`, Source: contract, Want: `{"slug":"hello-world-2","length":13,"unique_suffix":2,"truncated":false}`},
		{Name: "third", In: `{"text":"Hello World","existing":["hello-world","hello-world-2"]}`, Source: contract, Want: `{"slug":"hello-world-3","unique_suffix":3}`},
		{Name: "within the length", In: `{"text":"Hello World","existing":["hello-world"],"max_length":11}`, Source: contract, Want: `{"slug":"hello-2","truncated":true}`},
		{Name: "no room", In: `{"text":"ab","existing":["ab"],"max_length":2}`, Source: contract, Wrong: []string{"max_length conflict"}},
		{Name: "separator", In: `{"text":"Hello World","existing":["hello_world"],"separator":"_"}`, Source: contract, Want: `{"slug":"hello_world_2"}`},
		{Name: "none", In: `{"text":"a","existing":[]}`, Source: contract, Want: `{"slug":"a"}`, Absent: []string{"unique_suffix"}},
	})
	many := make([]string, 10_001)
	for i := range many {
		many[i] = fmt.Sprint("s", i)
	}
	if v := refusal(t, "text-to-slug", map[string]any{"text": "a", "existing": many})[0]; v.Code != op.TooManyItems {
		t.Errorf("10,001 slugs: %s", v.Code)
	}
}

func TestTextToSlugPerLine(t *testing.T) {
	const lines = "contract 0.3 and 3.11"
	optest.Table(t, "text-to-slug", []optest.Case{
		{Name: "LF", In: `{"text":"Hello World\nÉcole","per_line":true}`, Source: lines, Want: `{"slug":"hello-world\necole","length":17,"transliterated":true}`},
		{Name: "final terminator", In: `{"text":"A\nB\n","per_line":true}`, Source: lines, Want: `{"slug":"a\nb\n"}`},
		{Name: "CRLF", In: `{"text":"A b\r\nC\r\n","per_line":true}`, Source: lines, Want: `{"slug":"a-b\r\nc\r\n"}`},
		{Name: "CR", In: `{"text":"A\rB","per_line":true}`, Source: lines, Want: `{"slug":"a\rb"}`},
		{Name: "most frequent ending", In: `{"text":"A\r\nB\nC\r\nD","per_line":true}`, Source: lines, Want: `{"slug":"a\r\nb\r\nc\r\nd"}`},
		{Name: "LF on a tie", In: `{"text":"A\r\nB\nC","per_line":true}`, Source: lines, Want: `{"slug":"a\nb\nc"}`},
		{Name: "blank lines stay", In: `{"text":"A\n\n \t\nB","per_line":true}`, Source: lines, Want: `{"slug":"a\n\n\nb"}`},
		{Name: "no line", In: `{"text":"","per_line":true}`, Source: lines, Want: `{"slug":""}`},
		{Name: "nothing left of one", In: `{"text":"A\n!\nB","per_line":true}`, Source: lines, Wrong: []string{"text empty_slug"}},
		{Name: "fallback", In: `{"text":"A\n!\nB","per_line":true,"fallback":"x"}`, Source: lines, Want: `{"slug":"a\nx\nb"}`},
		{Name: "drops of all lines", In: `{"text":"a+\nb+\n☃c","per_line":true}`, Source: lines, Want: `{"dropped":[{"char":"+","count":2},{"char":"☃","count":1}]}`},
		{Name: "length of each", In: `{"text":"ab cd\nab","per_line":true,"max_length":4}`, Source: lines, Want: `{"slug":"ab\nab","truncated":true}`},
		{Name: "unique among lines", In: `{"text":"a\na\nb\na","per_line":true,"existing":["b"]}`, Source: lines, Want: `{"slug":"a\na-2\nb-2\na-3","unique_suffix":3}`},
		{Name: "without per_line", In: `{"text":"A\nB"}`, Source: lines, Want: `{"slug":"a-b"}`},
	})
	v := refusal(t, "text-to-slug", map[string]any{"text": "a\r\n\r\n?", "per_line": true})[0]
	if !strings.Contains(v.Message, "line 3") || v.Hint == "" {
		t.Errorf("message %q, hint %q", v.Message, v.Hint)
	}
}

func TestTextToSlugRaw(t *testing.T) {
	o := op.Find("text-to-slug")
	in, err := o.Decode(op.JSON([]byte(`{"text":"Hello, World!"}`)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.Run(context.Background(), in)
	if got := string(o.AppendRaw(nil, out)); err != nil || got != "hello-world" || o.RawType() != "text/plain" {
		t.Errorf("raw %q as %s, %v", got, o.RawType(), err)
	}
}

// TestTextToSlugLimits: what replacements blow up is refused, and what takes
// long is stopped.
func TestTextToSlugLimits(t *testing.T) {
	in := map[string]any{"text": strings.Repeat("a", 100_000), "replacements": json.RawMessage(`{"a":"aaaaaaaaaa","aa":"bbbbbb"}`)}
	if v := refusal(t, "text-to-slug", in)[0]; v.Code != op.OutputTooLarge || v.Field != "replacements" {
		t.Errorf("refused with %s %s", v.Field, v.Code)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, in := range map[string]map[string]any{
		"replacing": {"text": "a", "replacements": map[string]string{"a": "b"}},
		"lines":     {"text": "a\nb", "per_line": true},
		"one text":  {"text": "a"},
	} {
		if _, err := run(t, ctx, "text-to-slug", in); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestTextToSlugManyEqualLines: numbering equal titles is no search from 2 for
// each.
func TestTextToSlugManyEqualLines(t *testing.T) {
	start := time.Now()
	in := map[string]any{"text": strings.Repeat("a\n", 100_000), "per_line": true, "existing": []string{"a"}, "max_length": 20}
	data, err := run(t, context.Background(), "text-to-slug", in)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `\na-100001\n"`) {
		t.Errorf("no hundred thousandth number in %.80s…", data)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}
