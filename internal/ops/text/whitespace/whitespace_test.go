package whitespace_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/lines"
	"toolcrib/internal/ops/text/whitespace"
)

// testdata/hidden_oracle.py lists what is hidden by Python's Unicode database.
func TestHiddenCharacters(t *testing.T) {
	f, err := os.Open("testdata/hidden.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := ""
	var want []string
	for s := bufio.NewScanner(f); s.Scan(); {
		var r rune
		var kind string
		if _, err := fmt.Sscanf(s.Text(), "%X %s", &r, &kind); err != nil {
			t.Fatal(err)
		}
		all += string(r)
		want = append(want, s.Text())
	}
	removed := whitespace.Lines(all, whitespace.Options{RemoveInvisible: true})[0]
	var got []string
	for _, found := range whitespace.Find("a\u200c\u200d\n" + all) {
		kind := "invisible"
		if strings.ContainsRune(removed, found.Rune) {
			kind = "space"
		}
		got = append(got, fmt.Sprintf("%04X %s %s", found.Rune, kind, found.Name))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if spaces := whitespace.Lines("a"+removed+"b", whitespace.Options{Collapse: true, Unicode: true}); spaces[0] != "a b" {
		t.Errorf("spaces become %q", spaces)
	}
}

// No setting changes anything but white space and, where asked, invisible
// characters; tidied again the text stays, but where expanded tabs have become
// spaces that collapse, and where blocks have lost the blank lines that parted
// them.
func TestLinesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab\t \u00a0\u2003\u200b\u200d\u00ad\n\r\v")), 0, 40, -1).Draw(t, "text")
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		o := whitespace.Options{
			Collapse: flag("collapse"), TrimLeft: flag("left"), TrimRight: flag("right"), TrimText: flag("text"),
			Blank:   whitespace.Blank(rapid.IntRange(0, 2).Draw(t, "blank")),
			Breaks:  whitespace.Breaks(rapid.IntRange(0, 2).Draw(t, "breaks")),
			Tabs:    rapid.IntRange(-1, 4).Draw(t, "tabs"),
			Unicode: flag("unicode"), RemoveInvisible: flag("invisible"),
		}
		style := lines.StyleOf(text)
		once := style.Join(whitespace.Lines(text, o))
		if got, want := visible(once, o.RemoveInvisible), visible(text, o.RemoveInvisible); got != want {
			t.Fatalf("%+v: %q becomes %q", o, text, once)
		}
		if o.Collapse && o.Tabs > 0 || o.Breaks == whitespace.JoinBlocks && o.Blank == whitespace.RemoveBlank {
			return
		}
		style.Final = lines.EndsTerminated(once)
		if twice := style.Join(whitespace.Lines(once, o)); twice != once {
			t.Fatalf("%+v: %q becomes %q, then %q", o, text, once, twice)
		}
	})
}

// visible is a text without white space, and without the invisible characters
// of the test.
func visible(text string, noInvisible bool) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || noInvisible && (r == 0x200B || r == 0xAD) {
			return -1
		}
		return r
	}, text)
}

func BenchmarkLines(b *testing.B) {
	o := whitespace.Options{Collapse: true, TrimLeft: true, TrimRight: true, TrimText: true, Unicode: true}
	for name, line := range map[string]string{
		"prose": "The  quick brown fox  jumps over the lazy dog. \n", "spaces": " ", "empty": "\n", "marks": "\u0301", "hindi": "नमस्ते  दुनिया \n",
	} {
		text := strings.Repeat(line, 1_000_000/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				whitespace.Lines(text, o)
				whitespace.Find(text)
			}
		})
	}
}
