package css

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// options spreads the bits of a number over the options; sorting, which moves
// tokens, is tested by itself.
func options(bits uint16) Options {
	bit := func() bool {
		set := bits&1 != 0
		bits >>= 1
		return set
	}
	o := DefaultOptions()
	o.Indent = []string{"", " ", "  ", "\t"}[bits&3]
	bits >>= 2
	o.Comments = []Comments{Keep, Keep, ImportantOnly, Remove}[bits&3]
	bits >>= 2
	o.SelectorPerLine, o.BlankLines, o.BraceOnNewLine, o.SpaceCombinators, o.FinalSemicolon = bit(), bit(), bit(), bit(), bit()
	if bits&3 == 3 {
		o.Mode = Minify
	}
	return o
}

// format is Format of a text that must be accepted.
func format(t testing.TB, text string, o Options) Result {
	t.Helper()
	r, err := Format(context.Background(), text, o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return r
}

// meaning lists the tokens of a text without white space, comments unless they
// are wanted, and semicolons before a brace.
func meaning(text string, comments bool) (list []string) {
	for _, t := range tokens(text) {
		if t.Kind == Whitespace || t.Kind == Comment && !comments {
			continue
		}
		for t.Kind == CloseBrace && len(list) > 0 && list[len(list)-1] == ";" {
			list = list[:len(list)-1]
		}
		list = append(list, text[t.Start:t.End])
	}
	return list
}

func check(t *testing.T, text string, o Options) {
	t.Helper()
	r, err := Format(context.Background(), text, o)
	var refused *Error
	if errors.As(err, &refused) && refused.Offset < len(text) {
		return
	} else if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	out := string(r.CSS)
	for _, comments := range []bool{false, true} {
		if comments && (o.Mode == Minify || o.Comments != Keep) {
			continue
		}
		if before, after := meaning(text, comments), meaning(out, comments); !slices.Equal(before, after) {
			t.Fatalf("%q\ngives %q:\n%q\n%q", text, out, before, after)
		}
	}
	checkSorted(t, text, o)
	again := format(t, out, o)
	if string(again.CSS) != out {
		t.Fatalf("%q\ngives %q\nthen  %q", text, out, again.CSS)
	}
	if again.Rules != r.Rules || again.Declarations != r.Declarations {
		t.Fatalf("%q: %d rules, %d declarations; %q: %d, %d", text, r.Rules, r.Declarations, out, again.Rules, again.Declarations)
	}
	if o.Comments == Remove {
		return
	}
	if a, b := format(t, text, minify), format(t, out, minify); string(a.CSS) != string(b.CSS) {
		t.Fatalf("%q\ngives %q,\nminified   %q\nit is      %q", text, out, b.CSS, a.CSS)
	}
}

// checkSorted sorts the properties as well: nothing is lost, and a second time
// changes nothing.
func checkSorted(t *testing.T, text string, o Options) {
	t.Helper()
	o.SortProperties = true
	once := string(format(t, text, o).CSS)
	if twice := string(format(t, once, o).CSS); twice != once {
		t.Fatalf("%q\nsorted gives %q\nthen        %q", text, once, twice)
	}
	before, after := meaning(text, false), meaning(once, false)
	slices.Sort(before)
	slices.Sort(after)
	if !slices.Equal(before, after) {
		t.Fatalf("%q\nsorted gives %q", text, once)
	}
}

// seeds show what the fuzzers are about.
var seeds = []string{
	"", "a{b:c}", ".a::before{content:\"}{;\";width:calc(100% - (2*var(--x, 1px)));}", "@media (min-width:640px){.a{b:c}}/* x */ /*! y */",
	":root{--json:{ \"a\" : 1 };--x: a  b;--y:;--z: }", "a>b+c~d>>>e,f:nth-child(2n + 1):not( a>b ){x:y!important;;}", "a{b:\"x\ny;c:url(a b);d:\\\n}",
	"}a{b:c", "a{b:f(c;d}", "<!--a{}-->@page:first{b:c}", ".a\\26 .b\\26  .c\\26{d:1/**/px/*!x*/2em}", "@x/**/:y;//z\n#{a}",
}

func FuzzFormat(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, uint16(i)*40503)
		f.Add(seed, uint16(0x1F8))
	}
	f.Fuzz(func(t *testing.T, text string, bits uint16) {
		if utf8.ValidString(text) {
			check(t, text, options(bits))
		}
	})
}

// FuzzTokenizer requires tokens that lie one behind the other, with nothing
// between them but the white space that ends an escape.
func FuzzTokenizer(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for z := NewTokenizer(text); ; {
			token := z.Next()
			if between := text[end:token.Start]; strings.Trim(between, " \t\r\n\f") != "" || len(between) > 2 {
				t.Fatalf("%q: %q between tokens", text, between)
			}
			if token.Kind == EOF {
				return
			}
			if token.End <= token.Start {
				t.Fatalf("%q: an empty token at %d", text, token.Start)
			}
			end = int(token.End)
		}
	})
}
