package language

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// debconf reads [language, text] from the translations of debconf's questions
// (BSD-2-Clause, © Joey Hess, Colin Watson and the translators), which have
// nothing to do with what the profiles are made of. debconf.py made the file.
func debconf(t *testing.T) (all [][2]string) {
	t.Helper()
	f, err := os.Open("testdata/debconf.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(unpacked); lines.Scan(); {
		var one [2]string
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(Languages(), one[0]) {
			all = append(all, one)
		}
	}
	return all
}

// short cuts a text to n letters, at a word.
func short(text string, n int) string {
	letters := 0
	for i, r := range text {
		if letters >= n && r == ' ' {
			return text[:i]
		}
		letters++
	}
	return text
}

// TestQuality measures how often the likeliest language is the right one. The
// floors are a little below what was measured when they were written.
func TestQuality(t *testing.T) {
	all := debconf(t)
	for _, c := range []struct {
		name   string
		length int
		floor  float64
	}{{"up to 20 characters", 20, 0.82}, {"up to 50 characters", 50, 0.93}, {"up to 100 characters", 100, 0.94}, {"whole paragraphs", 1 << 20, 0.82}} {
		right, languages := 0, map[string]bool{}
		wrong := map[string]int{}
		for _, one := range all {
			languages[one[0]] = true
			if got := Of(short(one[1], c.length)); got == one[0] {
				right++
			} else {
				wrong[one[0]+">"+got]++
			}
		}
		share := float64(right) / float64(len(all))
		t.Logf("%s: %d of %d right in %d languages: %.1f %%", c.name, right, len(all), len(languages), 100*share)
		if testing.Verbose() {
			var list []string
			for pair := range wrong {
				list = append(list, pair)
			}
			slices.SortFunc(list, func(a, b string) int { return wrong[b] - wrong[a] })
			t.Log(strings.Join(list[:min(25, len(list))], " "))
		}
		if share < c.floor {
			t.Errorf("%s: %.3f, want at least %.2f", c.name, share, c.floor)
		}
	}
}
