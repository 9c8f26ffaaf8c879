package regex

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

func compileError(t *testing.T, pattern string) *Error {
	t.Helper()
	_, err := Compile(pattern, Flags{})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("Compile(%q) = %v", pattern, err)
	}
	return e
}

func TestUnsupported(t *testing.T) {
	cases := []struct {
		pattern, feature string
		offset           int
		fragment         string
	}{
		{`a(?=b)`, "lookahead", 1, `(?=`},
		{`é(?!b)`, "lookahead", 2, `(?!`},
		{`(?<=a)b`, "lookbehind", 0, `(?<=`},
		{`x(?<!a)b`, "lookbehind", 1, `(?<!`},
		{`(a)\1`, "backreference", 3, `\1`},
		{`(a)\8`, "backreference", 3, `\8`},
		{`(a)\19`, "backreference", 3, `\19`},
		{`\10((((((((((a))))))))))`, "backreference", 0, `\10`},
		{`(?<n>a)\k<n>`, "backreference", 7, `\k<n>`},
		{`(?<n>a)\k{n}`, "backreference", 7, `\k{n}`},
		{`(?P<n>a)(?P=n)`, "backreference", 8, `(?P=n)`},
		{`(a)\g{-1}`, "backreference", 3, `\g{-1}`},
		{`(a)\g1`, "backreference", 3, `\g1`},
		{`(a)\g<1>`, "recursion", 3, `\g<1>`},
		{`(?>a)`, "atomic_group", 0, `(?>`},
		{`ba++`, "possessive_quantifier", 2, `++`},
		{`a*+`, "possessive_quantifier", 1, `*+`},
		{`a{2}+b`, "possessive_quantifier", 1, `{2}+`},
		{`(a)?(?(1)b|c)`, "conditional", 4, `(?(1)`},
		{`(?(?=a)b|c)`, "conditional", 0, `(?(`},
		{`\((?R)?\)`, "recursion", 2, `(?R)`},
		{`(a)(?-1)`, "recursion", 3, `(?-1)`},
		{`(?<n>a)(?&n)`, "recursion", 7, `(?&n)`},
		{`(?P<n>a)(?P>n)`, "recursion", 8, `(?P>n)`},
		{`a\Kb`, "keep_out", 1, `\K`},
		{`\Ga`, "contiguous_match", 0, `\G`},
		{`a\Z`, "end_anchor", 1, `\Z`},
		{`a(?#note)b`, "comment", 1, `(?#note)`},
		{`a{1001}`, "repeat_count", 1, `{1001}`},
		{`a{2,99999999999999999999}`, "repeat_count", 1, `{2,99999999999999999999}`},
		{`(?i)(?x)a # ( [`, "extended_mode", 4, `(?x)`},
		{`(?i-x:a)`, "extended_mode", 0, `(?i-x:`},
		{`(?a)\w`, "inline_flag", 0, `(?a)`},
		{`(*SKIP)a`, "backtracking_verb", 0, `(*SKIP)`},
		{`(?|(a)|(b))`, "branch_reset", 0, `(?|`},
		{`(?'n'a)`, "quoted_group_name", 0, `(?'n'`},
		{`(?{code()})a`, "callout", 0, `(?{code()})`},
		{`a\h`, "horizontal_space", 1, `\h`},
		{`[\h]`, "horizontal_space", 1, `\h`},
		{`\R`, "line_break", 0, `\R`},
		{`\X`, "grapheme_cluster", 0, `\X`},
		{`\N{U+41}`, "not_newline", 0, `\N{U+41}`},
		{`\e[`, "escape_character", 0, `\e`},
		{`\cA`, "control_character", 0, `\cA`},
		{`x\u00e9`, "unicode_escape", 1, `\u00e9`},
		{`[\u{1F600}-\u{1F64F}]`, "unicode_escape", 1, `\u{1F600}`},
		{`[\b]`, "backspace", 1, `\b`},
		{`\p{Script=Greek}`, "unicode_property", 0, `\p{Script=Greek}`},
		{`\p{Emoji}`, "unicode_property", 0, `\p{Emoji}`},
	}
	for _, c := range cases {
		e := compileError(t, c.pattern)
		if e.Code != CodeUnsupported || e.Feature != c.feature || e.ByteOffset != c.offset || e.Fragment != c.fragment {
			t.Errorf("%s: %s %s %q at %d, want %s %q at %d", c.pattern, e.Code, e.Feature, e.Fragment, e.ByteOffset, c.feature, c.fragment, c.offset)
		}
	}
}

// TestHints checks the hints that are computed from the pattern: each names
// an RE2 spelling of the same thing.
func TestHints(t *testing.T) {
	for pattern, spelling := range map[string]string{
		`\u00e9`: `\x{E9}`, `\u{1F600}`: `\x{1F600}`, `\uD83D\uDE00`: `\x{1F600}`, `\U0001F600`: `\x{1F600}`,
		`\uD83D\u`: `\x{D83D}`, `\uD83D\uZZZZ`: `\x{D83D}`, `\uD83D\u0041`: `\x{D83D}`,
		`\cA`: `\x01`, `\cz`: `\x1A`, `\o{101}`: `\x{41}`, `\p{Script=Greek}`: `\p{Greek}`, `\P{sc=Greek}`: `\P{Greek}`, `(?a)b`: "flag a",
	} {
		e := compileError(t, pattern)
		if !strings.HasSuffix(e.Hint, spelling) {
			t.Errorf("%s: hint %q, want %s", pattern, e.Hint, spelling)
		}
	}
}

// TestEngines compares the engines named for a construct with what the engines
// themselves compiled (testdata/features.py).
func TestEngines(t *testing.T) {
	file, err := os.Open("testdata/features.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	asked := []string{javaScript, python, pcre, java}
	count := 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		var pattern string
		var accepted []string
		if err := json.Unmarshal(lines.Bytes(), &[]any{&pattern, &accepted}); err != nil {
			t.Fatal(err)
		}
		e := compileError(t, pattern)
		named := slices.DeleteFunc(slices.Clone(e.Engines), func(name string) bool { return !slices.Contains(asked, name) })
		if e.Code != CodeUnsupported || !slices.Equal(named, accepted) {
			t.Errorf("%s: %s, engines %v; accepted by %v", pattern, e.Code, named, accepted)
		}
	}
	if count != 50 {
		t.Errorf("%d constructs, want 50", count)
	}
}

func TestEveryUnsupportedConstructIsListed(t *testing.T) {
	e := compileError(t, `(?<=a)b++(?!c)\1[\u0041-\h]`)
	got := []string{e.Feature}
	for _, more := range e.More {
		got = append(got, more.Feature)
	}
	want := []string{"lookbehind", "possessive_quantifier", "lookahead", "backreference", "unicode_escape", "horizontal_space"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if many := compileError(t, strings.Repeat(`\1`, 5000)); len(many.More) != maxFindings-1 {
		t.Errorf("%d further constructs", len(many.More))
	}
}

// TestInvalid: the offsets are those of python's re.error.pos where Python
// knows the error, and the start of the parser's fragment elsewhere.
func TestInvalid(t *testing.T) {
	cases := []struct {
		pattern  string
		offset   int
		fragment string
	}{
		{`a(b`, 1, `(b`},
		{`a(b(?:c`, 3, `(?:c`},
		{`(()\(`, 0, `(()\(`},
		{`ab)c`, 2, `)`},
		{`é[abc`, 2, `[abc`},
		{`[]`, 0, `[]`},
		{`x[z-a]`, 2, `z-a`},
		{`[a-\d]`, 3, `\d`},
		{`[[:nope:]]`, 1, `[:nope:]`},
		{`*a`, 0, `*`},
		{`a|*`, 2, `*`},
		{`(+)`, 1, `+`},
		{`(?i)*`, 4, `*`},
		{`a**`, 1, `**`},
		{`a+?+`, 1, `+?+`},
		{`a{2}{3}`, 1, `{2}{3}`},
		{`a{3,1}`, 1, `{3,1}`},
		{`a\`, 1, `\`},
		{`a\q`, 1, `\q`},
		{`\é`, 0, `\é`},
		{`\x4`, 0, `\x4`},
		{`a\x{110000}`, 1, `\x{110000}`},
		{`\p{Nope}`, 0, `\p{Nope}`},
		{`a\p{Lu`, 1, `\p{Lu`},
		{`(?<a>x)(?<a>y)`, 7, `(?<a>`},
		{`b(?<a-b>x)`, 1, `(?<a-b>`},
		{`(?P<é>x)`, 0, `(?P<é>`},
		{`(?<>x)`, 0, `(?<>`},
		{`(?<a`, 0, `(?<a`},
		{`a(?y)`, 1, `(?y`},
		{`(?`, 0, `(?`},
		{`(?i-)a`, 0, `(?i-)`},
		{`a[^]`, 1, `[^]`},
		{`[a-`, 0, `[a-`},
		{`[\`, 1, `\`},
		{`[\1]`, 1, `\1`},
		{`[\K]`, 1, `\K`},
		{`[\k<n>]`, 1, `\k`},
		{`\x{}`, 0, `\x{}`},
		{`\x{12`, 0, `\x{12`},
		{`\xg1`, 0, `\xg`},
		{`\u12`, 0, `\u`},
		{`\u{12`, 0, `\u`},
		{`\u{110000}`, 0, `\u`},
		{`\c`, 0, `\c`},
		{`\cé`, 0, `\c`},
		{`\k`, 0, `\k`},
		{`\k1`, 0, `\k`},
		{`\k<n`, 0, `\k`},
		{`\g-`, 0, `\g`},
		{`\o{9}`, 0, `\o`},
		{`\E`, 0, `\E`},
		{`a(?#b`, 1, `(?#b`},
		{`(?P=n`, 0, `(?P=n`},
		{`(?ab`, 0, `(?a`},
		{`(*SKIP`, 1, `*`},
		{`(*-)`, 1, `*`},
		{`\p{^}`, 0, `\p{^}`},
		{`[` + strings.Repeat("é", 100), 0, `[` + strings.Repeat("é", 63)},
	}
	for _, c := range cases {
		e := compileError(t, c.pattern)
		if e.Code != CodeInvalid || e.ByteOffset != c.offset || e.Fragment != c.fragment || e.Message == "" {
			t.Errorf("%s: %s %q at %d (%s), want %q at %d", c.pattern, e.Code, e.Fragment, e.ByteOffset, e.Message, c.fragment, c.offset)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for name, pattern := range map[string]string{
		"nested repetitions":      `(?:a{100}){11}`,
		"deeper nesting":          `((a{10}){10}){11}`,
		"parser's limit":          "(?:" + strings.Repeat("ab", 4000) + "){1000}",
		"many repetitions":        strings.Repeat("a{1000}", 110),
		"long repetition":         "(?:" + strings.Repeat("ab", 60) + "){1000}",
		"deep groups":             strings.Repeat("(", 1001) + strings.Repeat(")", 1001),
		"many groups":             strings.Repeat("(a?)", 2400),
		"case folding of classes": "(?i)" + strings.Repeat("[B-\U0001E942]", 900),
		"many properties":         "[" + strings.Repeat(`\pL`, 3000) + "]",
	} {
		if e := compileError(t, pattern); e.Code != CodeTooLarge {
			t.Errorf("%s: %s %v", name, e.Code, e)
		}
	}
	for name, pattern := range map[string]string{
		"a thousand copies":         `(?:a{100}){10}`,
		"optional thousand":         `(?:a{1000})?`,
		"no copies of the thousand": `(?:(?:a{1000}){0}b){1000}`,
		"ten thousand characters":   strings.Repeat("a?", 5000),
		"alternation":               strings.Repeat("abc|", 2499),
	} {
		if _, err := Compile(pattern, Flags{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	if got, want := compileError(t, `é(?!b)`).Error(), `negative lookahead is not supported by RE2: "(?!" at byte 2`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := compileError(t, strings.Repeat("a{1000}", 110)).Error(), "limit is 100000"; !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if e := fromSyntaxError(errors.New("later rule")); e.Code != CodeInvalid || e.Message != "later rule" {
		t.Errorf("%+v", e)
	}
}

func TestWarnings(t *testing.T) {
	cases := []struct {
		pattern, code, fragment string
		offset                  int
	}{
		{`a{,5}`, "literal_braces", `{,5}`, 1},
		{`\<a`, "literal_escape", `\<`, 0},
		{`[a-z&&[^b]]`, "literal_class_operator", `&&`, 4},
	}
	for _, c := range cases {
		w := mustCompile(t, c.pattern, "").Warnings()
		if len(w) != 1 || w[0].Code != c.code || w[0].Fragment != c.fragment || w[0].ByteOffset != c.offset {
			t.Errorf("%s: %+v", c.pattern, w)
		}
	}
	for _, pattern := range []string{`a{5,}`, `{}`, `{,}`, `\.`, `[&&]`, `a&&b`} {
		if w := mustCompile(t, pattern, "").Warnings(); len(w) != 0 {
			t.Errorf("%s: %+v", pattern, w)
		}
	}
}
