package text_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

func TestCaseConverter(t *testing.T) {
	const contract, unicode = "contract 3.2", "ICU 78.2"
	optest.Table(t, "case-converter", []optest.Case{
		{Name: "example 1", In: `{"text":"hello world"}`, Source: "change-case 5.4.4", Absent: []string{"text", "case"},
			Want: `{"cases.camel":"helloWorld","cases.pascal":"HelloWorld","cases.snake":"hello_world","cases.kebab":"hello-world",` +
				`"cases.screaming_snake":"HELLO_WORLD","cases.train":"Hello-World","cases.dot":"hello.world","cases.path":"hello/world",` +
				`"cases.sentence":"Hello world","words":["hello","world"]}`},
		{Name: "the other cases", In: `{"text":"hello World"}`, Source: contract,
			Want: `{"cases.lower":"hello world","cases.upper":"HELLO WORLD","cases.title":"Hello World","cases.capitalize":"Hello World",` +
				`"cases.screaming_kebab":"HELLO-WORLD","cases.flat":"helloworld","cases.swap":"HELLO wORLD","cases.alternating":"hElLo wOrLd"}`},
		{Name: "example 2", In: `{"text":"XMLHttpRequest","case":"snake"}`, Source: "change-case 5.4.4",
			Want: `{"text":"xml_http_request","case":"snake","words":["XML","Http","Request"]}`, Absent: []string{"cases"}},
		{Name: "example 3", In: `{"text":"version2Beta3","case":"snake"}`, Source: "change-case 5.4.4", Want: `{"text":"version2_beta3"}`},
		{Name: "example 3, numbers apart", In: `{"text":"version2Beta3","case":"snake","split_numbers":true}`, Source: "lodash 4.18.1",
			Want: `{"text":"version_2_beta_3","words":["version","2","Beta","3"]}`},
		{Name: "example 4", In: `{"text":"they're bill's friends","case":"title"}`, Source: "x/text cases", Want: `{"text":"They're Bill's Friends"}`},
		{Name: "example 5", In: `{"text":"नमस्ते दुनिया","case":"snake"}`, Source: "lodash 4.18.1", Want: `{"text":"नमस्ते_दुनिया"}`},
		{Name: "example 5, decomposed", In: `{"text":"e\u0301cole normale","case":"snake"}`, Source: contract, Want: `{"text":"e\u0301cole_normale"}`},
		{Name: "example 6, Turkish", In: `{"text":"istanbul","case":"upper","locale":"tr"}`, Source: unicode, Want: `{"text":"İSTANBUL"}`},
		{Name: "example 6, ß", In: `{"text":"straße","case":"upper"}`, Source: unicode, Want: `{"text":"STRASSE"}`},
		{Name: "example 6, final sigma", In: `{"text":"ΟΔΟΣ","case":"lower"}`, Source: unicode, Want: `{"text":"οδος"}`},

		{Name: "Azerbaijani", In: `{"text":"I","case":"lower","locale":"az-Cyrl-AZ"}`, Source: unicode, Want: `{"text":"ı"}`},
		{Name: "Lithuanian", In: `{"text":"Ì","case":"lower","locale":"LT"}`, Source: unicode, Want: `{"text":"i\u0307\u0300"}`},
		{Name: "Greek", In: `{"text":"Μαΐου","case":"upper","locale":"el"}`, Source: unicode, Want: `{"text":"ΜΑΪΟΥ"}`},
		{Name: "Dutch", In: `{"text":"ijs","case":"title","locale":"nl-BE"}`, Source: "ICU 72.1", Want: `{"text":"IJs"}`},
		{Name: "AP", In: `{"text":"the lord OF the rings","case":"title","title_style":"AP"}`, Source: contract, Want: `{"text":"The Lord of the Rings"}`},
		{Name: "AP per line", In: `{"text":"an end to it\nto the end of","case":"title","title_style":"ap"}`, Source: contract, Want: `{"text":"An End to It\nTo the End Of"}`},
		{Name: "AP of the whole", In: `{"text":"an end to\nthe end of","case":"title","title_style":"ap","per_line":false}`, Source: contract, Want: `{"text":"An End to\nthe End Of"}`},

		{Name: "per line", In: `{"text":"foo bar\r\n\nBazQux\n","case":"snake"}`, Source: contract, Want: `{"text":"foo_bar\r\n\nbaz_qux\n","words":["foo","bar"]}`},
		{Name: "not per line", In: `{"text":"foo bar\r\n\nBazQux\n","case":"snake","per_line":false}`, Source: contract,
			Want: `{"text":"foo_bar_baz_qux","words":["foo","bar","Baz","Qux"]}`},
		{Name: "all cases per line", In: `{"text":"a b\nc"}`, Source: contract, Want: `{"cases.snake":"a_b\nc","cases.camel":"aB\nc","words":["a","b"]}`},
		{Name: "first line empty", In: `{"text":"\na"}`, Source: contract, Want: `{"words":[]}`},
		{Name: "empty", In: `{"text":"","case":"title"}`, Source: contract, Want: `{"text":"","case":"title","words":[]}`},
		{Name: "empty, all cases", In: `{"text":""}`, Source: contract, Want: `{"cases.upper":"","words":[]}`},
		{Name: "sentences", In: `{"text":"HELLO. how ARE you?","case":"sentence"}`, Source: contract, Want: `{"text":"Hello. How are you?"}`},
		{Name: "capitals kept", In: `{"text":"the NASA file","case":"capitalize"}`, Source: "CSS Text 3, text-transform", Want: `{"text":"The NASA File"}`},
		{Name: "Unicode 17", In: `{"text":"\ua7ce","case":"lower"}`, Source: unicode, Want: `{"text":"\ua7cf"}`},
		{Name: "NUL and byte order mark", In: `{"text":"\ufeffa\u0000b","case":"upper"}`, Source: "contract 0.2", Want: `{"text":"\ufeffA\u0000B"}`},

		{Name: "no text", In: `{"case":"upper"}`, Source: contract, Wrong: []string{"text required"}},
		{Name: "no such case", In: `{"text":"a","case":"spongebob"}`, Source: contract, Wrong: []string{"case not_allowed"}},
		{Name: "no language", In: `{"text":"a","locale":"turkish!"}`, Source: contract, Wrong: []string{"locale invalid_format"}},
		{Name: "no style", In: `{"text":"a","title_style":"apa"}`, Source: contract, Wrong: []string{"title_style not_allowed"}},
		{Name: "names of other APIs", In: `{"str":"x","to":"snake"}`, Source: "contract 0.1", Wrong: []string{"str unknown_field", "to unknown_field", "text required"}},
		{Name: "lone surrogate", In: `{"text":"\ud800"}`, Source: "contract 0.2", Wrong: []string{"text invalid_unicode"}},
	})
}

// TestCaseConverterSpellings: every spelling of a case, the canonical one
// echoed.
func TestCaseConverterSpellings(t *testing.T) {
	for name, want := range map[string]string{
		"constant": "screaming_snake", "cobol": "screaming_kebab", "header": "train", "param": "kebab", "inverse": "swap", "macro": "screaming_snake",
	} {
		for _, spelling := range []string{name, name + "Case", name + "-case", strings.ToUpper(name) + "_CASE"} {
			checkSpelling(t, spelling, want)
		}
	}
	for _, name := range strings.Fields("lower upper title sentence capitalize camel pascal snake screaming_snake kebab screaming_kebab train dot path flat swap alternating") {
		for _, spelling := range []string{name, name + "case", strings.ReplaceAll(name, "_", " ") + " case", strings.ToUpper(strings.ReplaceAll(name, "_", "-"))} {
			checkSpelling(t, spelling, name)
		}
	}
}

func checkSpelling(t *testing.T, spelling, want string) {
	t.Helper()
	in, _ := json.Marshal(map[string]string{"text": "aB c", "case": spelling})
	data := optest.Data(t, "case-converter", op.JSON(in))
	all := optest.Data(t, "case-converter", op.JSON([]byte(`{"text":"aB c"}`)))
	optest.Want(t, data, "case="+`"`+want+`"`, "text="+optest.At(all, "cases."+want))
}

func TestCaseConverterMembers(t *testing.T) {
	one := optest.Data(t, "case-converter", op.JSON([]byte(`{"text":"a","case":"upper"}`)))
	all := optest.Data(t, "case-converter", op.JSON([]byte(`{"text":"a"}`)))
	if got := optest.Keys(t, one, "") + "; " + optest.Keys(t, all, ""); got != "text case words; cases words" {
		t.Errorf("members %s", got)
	}
	const cases = "lower upper title sentence capitalize camel pascal snake screaming_snake kebab screaming_kebab train dot path flat swap alternating"
	if got := optest.Keys(t, all, "cases"); got != cases {
		t.Errorf("cases %s", got)
	}
}

func TestCaseConverterLimits(t *testing.T) {
	long := strings.Repeat("न", 10_000)
	optest.Data(t, "case-converter", op.JSON([]byte(`{"text":"`+long+`"}`)))
	if got := optest.Refusal(t, "case-converter", op.JSON([]byte(`{"text":"`+long+`a"}`))); got != "text:too_long" {
		t.Error(got)
	}
	optest.Data(t, "case-converter", op.JSON([]byte(`{"text":"`+long+`a","case":"upper"}`)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run(t, ctx, "case-converter", map[string]any{"text": "a\nb", "case": "upper"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	for _, unit := range []string{"aB", "ΐ", "a\n", "a1"} { // what becomes longest
		data := optest.Data(t, "case-converter", op.JSON([]byte(`{"split_numbers":true,"case":"screaming_snake","text":`+quote(strings.Repeat(unit, 1_000_000/len(unit)))+`}`)))
		if len(data) > 8<<20 {
			t.Errorf("%q: %d bytes", unit, len(data))
		}
	}
}

func quote(s string) string { return string(op.AppendString(nil, s)) }
