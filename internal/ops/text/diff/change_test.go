package diff

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is equal or deleted is the original; what is equal or inserted the
// modified text, unless something is ignored. Every place is where it says.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		ig := Ignore{}
		if rapid.Bool().Draw(t, "ignore") {
			ig = drawIgnore(t)
		}
		s := compare(t, a, b, rapid.SampledFrom(allUnits).Draw(t, "unit"), Options{Ignore: ig})
		var original, modified strings.Builder
		before := Op(9)
		for c := range s.Changes() {
			if c.Op != Insert {
				if original.WriteString(c.Text); c.OriginalStart+len(c.Text) != original.Len() {
					t.Fatalf("%+v ends not at %d of the original", c, original.Len())
				}
			}
			if c.Op != Delete {
				modified.WriteString(c.Text)
			}
			if c.Op == Insert && !strings.HasPrefix(b[c.ModifiedStart:], c.Text) {
				t.Fatalf("%+v is not there", c)
			}
			if c.OriginalStart > original.Len() || c.Text == "" || c.Op == before || c.Op == Delete && before == Insert {
				t.Fatalf("%+v after %v", c, before)
			}
			before = c.Op
		}
		if original.String() != a || ig == (Ignore{}) && modified.String() != b {
			t.Fatalf("%q and %q", original.String(), modified.String())
		}
	})
}

func TestLooksAlike(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       bool
	}{
		{"one word", "caf\u00e9", "cafe\u0301", true},
		{"among other changes", "x caf\u00e9 y\n", "z cafe\u0301 w\n", true},
		{"to a compatible ASCII letter", "5 \u212a", "5 K", true},
		{"order of marks", "q\u0307\u0323", "q\u0323\u0307", true},
		{"elsewhere and unchanged", "cafe\u0301\nx\n", "cafe\u0301\ny\n", false},
		{"another word", "caf\u00e9", "cafe", false},
		{"compatible only", "\ufb01", "fi", false},
		{"equal", "e\u0301", "e\u0301", false},
	} {
		for _, unit := range allUnits {
			if got := compare(t, test.a, test.b, unit, Options{}).LooksAlike(); got != test.want {
				t.Errorf("%s, unit %d: %v", test.name, unit, got)
			}
		}
	}
}
