package lettercase

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"golang.org/x/text/language"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text          string
		want, numbers []string
	}{
		{"", nil, nil},
		{" _-$ ", nil, nil},
		{"hello world", []string{"hello", "world"}, nil},
		{"XMLHttpRequest", []string{"XML", "Http", "Request"}, nil},
		{"version2Beta3", []string{"version2", "Beta3"}, []string{"version", "2", "Beta", "3"}},
		{"they're bill's friends’ 90's", []string{"theyre", "bills", "friends", "90", "s"}, nil},
		{"O'Neil AB'c", []string{"O", "Neil", "A", "Bc"}, nil},
		{"'quoted' ''a''b", []string{"quoted", "a", "b"}, nil},
		{"नमस्ते दुनिया", []string{"नमस्ते", "दुनिया"}, nil},
		{"e\u0301cole normale", []string{"e\u0301cole", "normale"}, nil},
		{"e\u0301E\u0301A\u0301b", []string{"e\u0301", "E\u0301", "A\u0301b"}, nil},
		{"क\u094D\u200Dष می\u200Cخواهم a\u200D b", []string{"क\u094D\u200Dष", "می\u200Cخواهم", "a", "b"}, nil},
		{"co\u00ADop", []string{"coop"}, nil},
		{"x²Y ½a ⅣB", []string{"x²Y", "½a", "ⅣB"}, []string{"x", "²", "Y", "½", "a", "Ⅳ", "B"}},
		{"١a2B", []string{"١a2", "B"}, []string{"١", "a", "2", "B"}},
		{"日本Hello", []string{"日本Hello"}, nil},
		{"\U00010D50\U00010D70\U00010D50", []string{"\U00010D50\U00010D70", "\U00010D50"}, nil}, // Garay, Unicode 16
		{"\u0301a", []string{"\u0301a"}, nil},
	} {
		if got := Words(c.text, false); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if got := Words(c.text, true); c.numbers != nil && !slices.Equal(got, c.numbers) {
			t.Errorf("%q: %q, want %q", c.text, got, c.numbers)
		}
	}
}

// TestIdentifiers compares with change-case 5.4.4 and lodash (identifiers.mjs).
func TestIdentifiers(t *testing.T) {
	file, err := os.Open("testdata/identifiers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	caser := New(language.Und)
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var text string
		var want, numbers []string
		var forms [8]string
		into := []any{&text, &want, &numbers}
		for i := range forms {
			into = append(into, &forms[i])
		}
		if err := json.Unmarshal(lines.Bytes(), &into); err != nil {
			t.Fatal(err)
		}
		if got := Words(text, false); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := Words(text, true); numbers != nil && !slices.Equal(got, numbers) {
			t.Errorf("%q: %q, want %q", text, got, numbers)
		}
		for i, name := range []string{"camel", "pascal", "snake", "screaming_snake", "kebab", "train", "dot", "path"} {
			if got := caser.Convert(name, text, Options{}); got != forms[i] {
				t.Errorf("%s of %q is %q, want %q", name, text, got, forms[i])
			}
		}
	}
	if n < 1900 {
		t.Errorf("%d cases", n)
	}
}
