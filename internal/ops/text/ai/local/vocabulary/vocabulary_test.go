package vocabulary

import "testing"

func TestStops(t *testing.T) {
	for _, c := range []struct {
		language, word string
		want           bool
	}{
		{"en", "the", true}, {"en", "don't", true}, {"en", "bridge", false}, {"en", "1947", true}, {"hi", "का", true}, {"hi", "ऊर्जा", false},
		{"de", "nicht", true}, {"nn", "og", true}, {"fr", "le", true}, {"xx", "abc", true}, {"xx", "abcd", false}, {"te", "మంచి", false},
	} {
		if got := Of(c.language).Stops(c.word); got != c.want {
			t.Errorf("%s: %s %v", c.language, c.word, got)
		}
	}
}

func TestNames(t *testing.T) {
	for word, want := range map[string]bool{"new": true, "the": false, "york": false, "1947": false} {
		if got := Of("en").Names(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}

// TestStem: the forms of a word come together, and other words do not.
func TestStem(t *testing.T) {
	for _, c := range []struct {
		language string
		forms    []string
		other    string
	}{
		{"en", []string{"plan", "plans", "planned", "planning", "plan's"}, "plant"},
		{"en", []string{"country", "countries"}, "count"},
		{"en", []string{"change", "changes", "changed", "changing"}, "chant"},
		{"en", []string{"glass", "glasses"}, "glad"},
		{"hi", []string{"लड़का", "लड़के", "लड़कों", "लड़की", "लड़कियों"}, "लड़ाई"},
		{"de", []string{"Regierung", "Regierungen"}, "Regel"},
	} {
		v := Of(c.language)
		for _, form := range c.forms {
			if a, b := v.Stem(c.forms[0]), v.Stem(form); a != b {
				t.Errorf("%s: %s is %s, %s is %s", c.language, c.forms[0], a, form, b)
			}
		}
		if v.Stem(c.other) == v.Stem(c.forms[0]) {
			t.Errorf("%s: %s is %s", c.language, c.other, v.Stem(c.other))
		}
	}
}

func TestNormal(t *testing.T) {
	if got := Normal("CAFE\u0301’S"); got != "café's" {
		t.Errorf("%q", got)
	}
}
