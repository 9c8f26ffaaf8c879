package regex

import (
	"context"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// tokens make patterns out of everything the parser distinguishes, valid or
// not.
var tokens = []string{
	"a", "b", "é", "0", "-", ".", "^", "$", "|", "(", ")", "(?:", "(?i)", "(?i:", "(?s-i)", "(?U)", "(?m:", "(?", "(?<n>", "(?P<m>", "(?<1>",
	"[", "]", "[^", "[a-c]", "[^b]", "[z-a]", "[]a]", "[[:alpha:]]", "[[:nope:]]", "[a-", "[:", ":]", "&&",
	"*", "+", "?", "*?", "++", "{2}", "{2,}", "{0,3}", "{3,1}", "{1001}", "{01}", "{,2}", "{", "}", "{600}",
	`\d`, `\W`, `\b`, `\B`, `\A`, `\z`, `\n`, `\x41`, `\x4`, `\x{1F600}`, `\x{`, `\x{110000}`, `\1`, `\11`, `\123`, `\8`, `\0`, `\pL`, `\p{Greek}`, `\P{^Lu}`,
	`\p{Nope}`, `\p{`, `\p`, `\Q`, `\E`, `\Qa*\E`, `\`, `\q`, `\é`, `\-`, `\_`, `\<`, `\C`, `\K`, `\u0041`, `\Z`,
	"(?=", "(?!", "(?<=", "(?<!", "(?>", "(?#c)", "(?R)", "(?1)", "(?(1)a|b)", "(?P=n)", `\k<n>`, "(?x)", "(?a)", "(*F)",
}

func patternGenerator() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 12), func(s []string) string { return strings.Join(s, "") })
}

// TestScannerAgreesWithParser holds the scanner to the standard parser: it
// must accept exactly what the parser accepts, and where the parser names a
// fragment, the scanner's offset must point at it.
func TestScannerAgreesWithParser(t *testing.T) {
	generator := patternGenerator()
	rapid.Check(t, func(t *rapid.T) {
		checkAgreement(t, generator.Draw(t, "pattern"))
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

func checkAgreement(t failer, pattern string) {
	_, parseErr := syntax.Parse(pattern, syntax.Perl)
	_, err := Compile(pattern, Flags{})
	if err == nil {
		if parseErr != nil {
			t.Fatalf("%q compiles, but the parser says %v", pattern, parseErr)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: error of type %T", pattern, err)
	}
	if parseErr == nil {
		deliberate := e.Code == CodeTooLarge || strings.Contains(e.Message, "used twice") ||
			e.Feature == "backreference" && len(e.Fragment) == 3
		if !deliberate {
			t.Fatalf("%q: %v, but the parser accepts it", pattern, e)
		}
		return
	}
	if e.Message == parseErr.Error() {
		t.Fatalf("%q: the scanner did not see %v", pattern, parseErr)
	}
	checkFragment(t, pattern, e, parseErr)
}

// checkFragment compares the fragment with the parser's where the parser's is
// a part of the pattern and both report the same error.
func checkFragment(t failer, pattern string, e *Error, parseErr error) {
	if e.Code == CodeTooLarge && e.Fragment == "" {
		return
	}
	if !strings.HasPrefix(pattern[e.ByteOffset:], e.Fragment) || e.Fragment == "" {
		t.Fatalf("%q: %q is not at byte %d", pattern, e.Fragment, e.ByteOffset)
	}
	var s *syntax.Error
	errors.As(parseErr, &s)
	if !utf8.ValidString(pattern) {
		return // refused before anything else, wherever it is
	}
	switch s.Code {
	case syntax.ErrInvalidEscape, syntax.ErrInvalidCharRange, syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp,
		syntax.ErrMissingBracket, syntax.ErrInvalidRepeatSize:
	default:
		return
	}
	if e.Code == CodeUnsupported || strings.Contains(e.Message, "used twice") {
		return
	}
	common := min(len(s.Expr), len(e.Fragment))
	if clip(s.Expr)[:min(common, len(clip(s.Expr)))] != e.Fragment[:common] {
		t.Fatalf("%q: fragment %q, the parser's is %q (%s)", pattern, e.Fragment, s.Expr, s.Code)
	}
}

func FuzzCompile(f *testing.F) {
	for _, token := range tokens {
		f.Add(token)
		f.Add("(a)" + token + "*")
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if len(pattern) > 300 {
			return
		}
		checkAgreement(t, pattern)
		r, err := Compile(pattern, Flags{Global: true})
		if err != nil {
			return
		}
		checkAgainstRegexp(t, r, regexp.MustCompile(pattern), pattern+"\naéb0 b")
	})
}

// checkAgainstRegexp compares the machine with package regexp. FindAll agrees
// but for the empty matches that follow a non-empty one, which it drops.
func checkAgainstRegexp(t failer, r *Regexp, std *regexp.Regexp, text string) {
	var got [][]int
	previousEnd := -1
	for m, err := range r.Matches(context.Background(), text) {
		if err != nil {
			t.Fatalf("%v", err)
		}
		if m.Start() != m.End() || m.Start() != previousEnd {
			got = append(got, slices.Clone(m))
		}
		previousEnd = m.End()
	}
	want := std.FindAllStringSubmatchIndex(text, -1)
	if !slices.EqualFunc(got, want, func(a, b []int) bool { return slices.Equal(a, b) }) {
		t.Fatalf("%q on %q: %v, regexp has %v", std, text, got, want)
	}
	whole, err := regexp.Compile(`\A(?:` + std.String() + `)\z`)
	if err != nil {
		return // an open \Q swallows the end of the group
	}
	full, err := r.FullMatch(context.Background(), text)
	if wantFull := whole.FindStringSubmatchIndex(text); err != nil || !slices.Equal(full, wantFull) {
		t.Fatalf("%q fully on %q: %v %v, regexp has %v", std, text, full, err, wantFull)
	}
}

// TestMachineAgreesWithRegexp runs valid patterns on texts full of boundaries.
func TestMachineAgreesWithRegexp(t *testing.T) {
	runes := []rune("aabbé0 -_\n\r\U0001F600")
	valid := slices.DeleteFunc(slices.Clone(tokens), func(token string) bool { return strings.Contains(token, "{600}") })
	rapid.Check(t, func(t *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(rapid.SampledFrom(valid), 1, 8).Draw(t, "pattern"), "")
		r, err := Compile(pattern, Flags{Global: true})
		if err != nil {
			return
		}
		text := string(rapid.SliceOfN(rapid.SampledFrom(runes), 0, 12).Draw(t, "text"))
		checkAgainstRegexp(t, r, regexp.MustCompile(pattern), text)
	})
}
