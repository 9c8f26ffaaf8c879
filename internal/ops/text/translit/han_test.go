package translit_test

import (
	"os"
	"strings"
	"testing"

	"toolcrib/internal/ops/text/translit"
)

// TestHan compares words whose characters have one usual reading with ICU.
func TestHan(t *testing.T) {
	data, err := os.ReadFile("testdata/han.tsv")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(data)) {
		word, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue
		}
		compared++
		if got := translit.ASCII(word, translit.Und); got != want {
			t.Errorf("%s is %q; ICU has %q", word, got, want)
		}
	}
	if compared < 40 {
		t.Errorf("only %d words were compared", compared)
	}
}
