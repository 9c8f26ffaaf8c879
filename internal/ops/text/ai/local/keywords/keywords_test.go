package keywords

import (
	"slices"
	"testing"
)

func texts(all []Keyword) (list []string) {
	for _, k := range all {
		list = append(list, k.Text)
	}
	return list
}

func TestOf(t *testing.T) {
	text := "Solar panels are cheap. A solar panel lasts long. New York's solar panels shine, and New York saves money. Panels need light. Costs fall. Towns follow. They envy New York."
	got := Of(text, "en", 4)
	if got[0] != (Keyword{"Solar panels", 1000, 3}) || got[1].Text != "New York" || got[1].Count != 2 {
		t.Errorf("%v", got)
	}
	if some := Of(text, "en", 2); !slices.Equal(some, got[:2]) {
		t.Errorf("%v", some)
	}
}

// TestPhrases: neither punctuation nor stop words are within one, and parts
// that occur only in a longer one are left out.
func TestPhrases(t *testing.T) {
	got := texts(Of("Red, green. Red, green. Cup of tea. Cup of tea. Deep blue sea. Deep blue sea.", "en", 20))
	for _, phrase := range []string{"Red, green", "Cup of tea", "blue sea", "Deep"} {
		if slices.Contains(got, phrase) {
			t.Errorf("%q is in %q", phrase, got)
		}
	}
	if !slices.Contains(got, "Deep blue sea") {
		t.Errorf("%q", got)
	}
}
