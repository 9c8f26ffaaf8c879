package ai_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// proofread is the answer to a text that a model corrects to another.
func proofread(t *testing.T, text, corrected string) (out struct {
	Text  string
	Edits []struct {
		Start, End                      int
		Original, Replacement, Category string
	}
}) {
	_, data, err := seen(t, "ai-proofread", fmt.Sprintf(`{"text":%s}`, quoted(text)), corrected)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(data), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// The contract: applying the edits to the input gives text.
func TestEditsGiveTheText(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"the", "teh", "Cat", "cat", ",", ".", " ", "  ", "\n", "नमस्ते", "😀", "don't", "dont"}), 1, 30)
	join := func(list []string) (s string) {
		for _, w := range list {
			s += w
		}
		return "x" + s + "x"
	}
	rapid.Check(t, func(r *rapid.T) {
		text, corrected := join(words.Draw(r, "text")), join(words.Draw(r, "corrected"))
		out := proofread(t, text, corrected)
		runes, got, at := []rune(text), "", 0
		for _, e := range out.Edits {
			if e.Start < at || string(runes[e.Start:e.End]) != e.Original || e.Original == e.Replacement {
				r.Fatalf("%+v does not fit %q", e, text)
			}
			got += string(runes[at:e.Start]) + e.Replacement
			at = e.End
		}
		if got += string(runes[at:]); got != corrected || out.Text != corrected {
			r.Fatalf("%q and %q, want %q", got, out.Text, corrected)
		}
	})
}

func TestCategories(t *testing.T) {
	for _, c := range []struct{ text, corrected, want string }{
		{"teh rain", "the rain", "spelling"},
		{"i am", "I am", "capitalization"},
		{"Yes it is", "Yes, it is", "punctuation"},
		{"Yes  it", "Yes it", "whitespace"},
		{"She go home", "She goes home", "grammar"},
		{"I am engineer", "I am an engineer", "grammar"},
	} {
		out := proofread(t, c.text, c.corrected)
		if len(out.Edits) != 1 || out.Edits[0].Category != c.want {
			t.Errorf("%q: %+v, want %s", c.text, out.Edits, c.want)
		}
	}
}
