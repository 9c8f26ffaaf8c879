package search

import (
	"slices"
	"testing"
)

func TestStem(t *testing.T) {
	for _, same := range [][]string{
		{"convert", "converts", "converter", "converting", "converted", "conversion", "conversions"},
		{"calculate", "calculator", "calculators", "calculation", "calculating"}, {"repeat", "repeats", "repeated"}, {"validate", "validation", "valid"},
		{"amortize", "amortization"}, {"evaluate", "evaluator", "evaluation"},
		{"format", "formatter", "formatting", "formatted"},
		{"generate", "generator", "generates"},
		{"beautify", "beautifier", "beautifies", "beautified"},
		{"hash", "hashes", "hashing"},
		{"reverse", "reversed", "reverser", "reversal"},
		{"entry", "entries"}, {"class", "classes"}, {"day", "days"}, {"gst"}, {"css"},
		{"encode", "encoder", "encoding"},
	} {
		for _, w := range same {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s is %s, %s is %s", w, stem(w), same[0], stem(same[0]))
			}
		}
	}
	for _, apart := range [][]string{{"hash", "has"}, {"string", "strong"}, {"ring", "red"}, {"radius", "radii"}, {"base", "bass"}} {
		if stem(apart[0]) == stem(apart[1]) {
			t.Errorf("%v have one stem", apart)
		}
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"How do I convert CSV-to_JSON?": {"convert", "csv", "json"},
		"15% of 200":                    {"15", "percent", "200"},
		"don't x y z":                   {"don"},
		"नमस्ते दुनिया":                 {"नमस्ते", "दुनिया"},
		"":                              {},
	} {
		if got := split(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNearly(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"celcius", "celsius", true}, {"calender", "calendar", true}, {"recieve", "receive", true},
		{"pasword", "password", true}, {"password", "pasword", true}, {"passsword", "password", true},
		{"réaumur", "reaumur", true}, {"abcd", "abdc", true}, {"abcd", "badc", false},
		{"paswrd", "password", false}, {"celsius", "kelvin", false}, {"", "ab", false}, {"a", "", true},
	} {
		if got := nearly(tt.a, tt.b); got != tt.want {
			t.Errorf("%s, %s: %v", tt.a, tt.b, got)
		}
	}
}
