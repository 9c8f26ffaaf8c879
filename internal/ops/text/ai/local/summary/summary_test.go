package summary

import (
	"strings"
	"testing"

	"toolcrib/internal/ops/text/ai/local/segment"
)

func TestSentencesOfLength(t *testing.T) {
	for _, c := range []struct {
		length Length
		total  int
		want   int
	}{
		{Short, 0, 0}, {Short, 1, 1}, {Short, 20, 2}, {Short, 500, 3}, {Medium, 2, 2}, {Medium, 8, 3}, {Medium, 20, 5}, {Medium, 500, 8},
		{Long, 4, 4}, {Long, 10, 5}, {Long, 30, 12}, {Long, 500, 20}, {"", 20, 5},
	} {
		if got := c.length.Sentences(c.total); got != c.want {
			t.Errorf("%s of %d: %d, want %d", c.length, c.total, got, c.want)
		}
	}
}

func rank(text string, n int) (all []string) {
	for _, s := range Rank(text, "en", segment.Sentences(text), n) {
		all = append(all, s.Of(text))
	}
	return all
}

// TestRank: what is said of the subject comes before what is not, and nothing
// is said twice.
func TestRank(t *testing.T) {
	text := "The volcano erupted on Tuesday and ash covered the island villages. The volcano erupted on Tuesday and ash covered the island villages. " +
		"My sister likes tea. Villages on the island were evacuated because ash from the volcano fell. Yes."
	got := rank(text, 2)
	if !strings.HasPrefix(got[0], "The volcano") || !strings.HasPrefix(got[1], "Villages") {
		t.Errorf("%q", got)
	}
	if all := rank(text, 99); len(all) != 5 || all[0] != got[0] || all[1] != got[1] {
		t.Errorf("%q", all)
	}
}
