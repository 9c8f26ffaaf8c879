package regex

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func mustCompile(t *testing.T, pattern, flags string) *Regexp {
	t.Helper()
	f, err := ParseFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(pattern, f)
	if err != nil {
		t.Fatalf("Compile(%q): %v", pattern, err)
	}
	return r
}

// texts returns the text of each match and, after it, of its groups; "-" for
// a group that took no part.
func texts(t *testing.T, r *Regexp, text string) []string {
	t.Helper()
	matches, _, err := r.All(context.Background(), text, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range matches {
		for i := range r.GroupCount() + 1 {
			group := "-"
			if start, end, ok := m.Group(i); ok {
				group = text[start:end]
			}
			all = append(all, group)
		}
	}
	return all
}

// TestContext covers what a search that starts in the middle of the text must
// see before it. The expectations are those of node (flags gu, or gmu).
func TestContext(t *testing.T) {
	cases := []struct {
		name, pattern, flags, text string
		want                       []string
	}{
		{"start of text is not a later position", `^a`, "g", "aaa", []string{"a"}},
		{`\A neither`, `\Aa`, "g", "aaa", []string{"a"}},
		{"start of line in the middle", `^a`, "gm", "aa\naa", []string{"a", "a"}},
		{"word boundary after a match", `\ba|b`, "g", "ab a", []string{"a", "b", "a"}},
		{"no boundary after a match", `a|\Bb`, "g", "ab b", []string{"a", "b"}},
		{"end of text only", `a$`, "g", "a\na", []string{"a"}},
		{"dollar not before a final line feed", `a$`, "g", "a\n", nil},
		{"empty matches between characters", ``, "g", "é\U0001F600", []string{"", "", ""}},
		{"first match only", `a`, "", "aaa", []string{"a"}},
		{"ungreedy", `a+`, "gU", "aa", []string{"a", "a"}},
		{"dot is a code point", `.`, "g", "a\U0001F44D\U0001F3FDé", []string{"a", "\U0001F44D", "\U0001F3FD", "é"}},
		{"dot and line feed", `.`, "g", "a\n", []string{"a"}},
		{"dot all", `.`, "gs", "a\n", []string{"a", "\n"}},
		{"simple folding", `ß|Σ`, "gi", "ẞσς", []string{"ẞ", "σ", "ς"}},
		{"ASCII classes", `\w+`, "g", "aé٣1", []string{"a", "1"}},
		{"Unicode classes", `\p{L}+`, "g", "aé٣1", []string{"aé"}},
		{"NUL", `\x00`, "g", "a\x00", []string{"\x00"}},
		{"last iteration of a group", `(?:(a)|b)*`, "", "ab", []string{"ab", "a"}},
		{"dropped group", `(a){0}b`, "g", "ab", []string{"b", "-"}},
	}
	for _, c := range cases {
		if got := texts(t, mustCompile(t, c.pattern, c.flags), c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: /%s/%s on %q = %q, want %q", c.name, c.pattern, c.flags, c.text, got, c.want)
		}
	}
}

func TestFullMatch(t *testing.T) {
	cases := []struct {
		pattern, text string
		want          Match
	}{
		{`a|ab`, "ab", Match{0, 2}}, // python re.fullmatch
		{`(a|ab)(c|bcd)?`, "abcd", Match{0, 4, 0, 1, 1, 4}},
		{`a*?`, "aa", Match{0, 2}},
		{`a`, "aa", nil},
		{`a`, "ba", nil},
		{``, "", Match{0, 0}},
		{`a$`, "a\n", nil},
		{`fox`, "the fox", nil},
	}
	for _, c := range cases {
		got, err := mustCompile(t, c.pattern, "").FullMatch(context.Background(), c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s on %q = %v %v, want %v", c.pattern, c.text, got, err, c.want)
		}
	}
}

// TestWholeWord: the reference is JavaScript with the pattern between
// (?<![\p{L}\p{N}\p{M}_])(?: and )(?![\p{L}\p{N}\p{M}_]), flags gu.
func TestWholeWord(t *testing.T) {
	cases := []struct {
		pattern, text string
		want          []string
	}{
		{`cat`, "cat scatter Cat éCat cat_ cat", []string{"cat", "cat"}},
		{`cat|category`, "category", []string{"category"}}, // tries the next alternative
		{`a a`, "xa a a", []string{"a a"}},                 // goes on inside a refused match
		{`é`, "é e\u0301 éa", []string{"é"}},
		{`e`, "e\u0301 e", []string{"e"}}, // a combining mark belongs to its letter
		{`x*`, "ab x", []string{"x"}},
	}
	for _, c := range cases {
		r, err := Compile(c.pattern, Flags{Global: true, WholeWord: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := texts(t, r, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s on %q = %q, want %q", c.pattern, c.text, got, c.want)
		}
	}
}

func TestLiteral(t *testing.T) {
	r, err := Compile(`A.(b`, Flags{Global: true, Literal: true, IgnoreCase: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(t, r, "a.(B axb A.(b"); !slices.Equal(got, []string{"a.(B", "A.(b"}) {
		t.Errorf("literal matches = %q", got)
	}
}

func TestGroups(t *testing.T) {
	r := mustCompile(t, `(?<y>a)(b)(?P<m>c){0}`, "g")
	if r.GroupCount() != 3 || !slices.Equal(r.GroupNames(), []string{"", "y", "", "m"}) {
		t.Errorf("groups: %d %q", r.GroupCount(), r.GroupNames())
	}
	if !r.Flags().Global {
		t.Error("the flags are lost")
	}
	m := Match{0, 1, -1, -1}
	for _, i := range []int{-1, 1, 2} {
		if _, _, ok := m.Group(i); ok {
			t.Errorf("group %d took part", i)
		}
	}
}

func TestAllTruncates(t *testing.T) {
	r := mustCompile(t, `a`, "g")
	for limit, want := range map[int]bool{2: true, 3: false, 4: false} {
		matches, truncated, err := r.All(context.Background(), "aaa", limit)
		if err != nil || len(matches) != min(limit, 3) || truncated != want {
			t.Errorf("limit %d: %d matches, truncated %v, %v", limit, len(matches), truncated, err)
		}
	}
	if _, truncated, _ := mustCompile(t, `a`, "").All(context.Background(), "aaa", 1); truncated {
		t.Error("without g the second match does not count")
	}
}

func TestAllBoundsGroups(t *testing.T) {
	r := mustCompile(t, strings.Repeat("()", 999), "g")
	_, _, err := r.All(context.Background(), strings.Repeat("a", 5000), 10_000)
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeOutputTooLarge {
		t.Errorf("5001 matches of 1000 groups: %v", err)
	}
}

func TestParseFlags(t *testing.T) {
	f, err := ParseFlags("gimsUuvd")
	if want := (Flags{Global: true, IgnoreCase: true, Multiline: true, DotAll: true, Ungreedy: true}); err != nil || f != want {
		t.Errorf("all flags: %+v %v", f, err)
	}
	for letters, offset := range map[string]int{"gx": 1, "y": 0, "gg": 1, "G": 0, "gé": 1} {
		_, err := ParseFlags(letters)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeUnsupportedFlag || e.ByteOffset != offset || !strings.HasPrefix(letters[offset:], e.Fragment) {
			t.Errorf("flags %q: %v", letters, err)
		}
	}
}

// TestInvalidUTF8 makes sure that broken text is searched without harm.
func TestInvalidUTF8(t *testing.T) {
	if got := texts(t, mustCompile(t, `.`, "g"), "a\xff\xf0\x9f"); len(got) != 4 {
		t.Errorf("%q", got)
	}
	_, err := Compile("a\xff", Flags{})
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeInvalid || e.ByteOffset != 1 {
		t.Errorf("pattern that is not UTF-8: %v", err)
	}
	mustCompile(t, "a\uFFFD", "")
}
