package prose

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// recorded reads a file of one JSON array on each line.
func recorded(t *testing.T, name string) [][]json.RawMessage {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]json.RawMessage
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var one []json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if len(all) < 2000 {
		t.Fatalf("%s holds %d cases", name, len(all))
	}
	return all
}

func unmarshal[T any](t *testing.T, raw json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCharacters compares with what ICU 78.2 counts (characters.mjs).
func TestCharacters(t *testing.T) {
	for _, c := range recorded(t, "characters.jsonl") {
		text := unmarshal[string](t, c[0])
		got := Count(text, Options{})
		for i, n := range []int{
			got.Characters, got.CharactersNoSpaces, got.CodePoints, got.UTF16, got.Bytes,
			got.Letters, got.Digits, got.Spaces, got.Punctuation, got.Emoji,
		} {
			if want := unmarshal[*int](t, c[i+1]); want != nil && n != *want {
				t.Errorf("%q: number %d is %d, want %d", text, i+1, n, *want)
			}
		}
		if n := Graphemes(text); n != got.Characters {
			t.Errorf("%q: %d graphemes, but %d characters", text, n, got.Characters)
		}
		scripts := map[string]int{}
		for _, s := range got.Scripts {
			scripts[s.Name] = s.Letters
		}
		want := unmarshal[map[string]int](t, c[11])
		for name, n := range want {
			if scripts[spaced(name)] != n {
				t.Errorf("%q: %d letters of %s, want %d", text, scripts[spaced(name)], name, n)
			}
		}
		if len(want) != len(scripts) {
			t.Errorf("%q: scripts %v, want %v", text, scripts, want)
		}
	}
}

// TestProse compares with the rules as written in Python (prose.py).
func TestProse(t *testing.T) {
	for _, c := range recorded(t, "prose.jsonl") {
		text := unmarshal[string](t, c[0])
		var words []string
		for start, end := range Words(text) {
			words = append(words, text[start:end])
		}
		if want := unmarshal[[]string](t, c[1]); !slices.Equal(words, want) {
			t.Errorf("%q: words %q, want %q", text, words, want)
		}
		got := Count(text, Options{})
		if got.Words != len(words) {
			t.Errorf("%q: %d words counted of %q", text, got.Words, words)
		}
		for i, n := range []int{got.Pieces, got.Sentences, got.Paragraphs, got.Lines, got.BlankLines, got.LineBreaks} {
			if want := unmarshal[int](t, c[i+2]); n != want {
				t.Errorf("%q: number %d is %d, want %d", text, i+2, n, want)
			}
		}
	}
}

func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }
