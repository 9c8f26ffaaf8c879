package diff

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/fold"
)

// optionsOf reads the options of diff and git diff.
func optionsOf(command string) (ig Ignore) {
	for word := range strings.FieldsSeq(command) {
		switch word {
		case "-w":
			ig.Whitespace = All
		case "-b":
			ig.Whitespace = Amount
		case "-Z", "--ignore-space-at-eol":
			ig.Whitespace = Trailing
		case "-i":
			ig.Case = true
		case "-B", "--ignore-blank-lines":
			ig.BlankLines = true
		case "--strip-trailing-cr":
			ig.LineEndings = true
		}
	}
	return ig
}

// As many lines change as GNU diff and git say. Where blank lines are ignored
// they show one shortest script without its groups of blank lines, and we
// another, that may have fewer; but nobody finds more equal. Where the
// original's last line has no terminator, theirs may equal a line that is not
// the last, by a patch that does not apply, and ours does not.
func TestIgnoreOracle(t *testing.T) {
	var commands []string
	records(t, "testdata/ignore.jsonl", func(record []byte) {
		if commands == nil {
			unmarshal(t, record, &commands)
			return
		}
		var a, b string
		var want []int
		unmarshal(t, record, &[]any{&a, &b, &want})
		for i, command := range commands {
			ig := optionsOf(command)
			got := compare(t, a, b, PatchLine, Options{Ignore: ig}).changes()
			apart := ig.Whitespace != Exact && !strings.HasSuffix(a, "\n") && got == want[i]+2
			if got != want[i] && !ig.BlankLines && !apart || got > 0 && want[i] == 0 {
				t.Errorf("%s: %q %q: %d changes, want %d", command, a, b, got, want[i])
			}
		}
	})
}

func drawIgnore(t *rapid.T) Ignore {
	return Ignore{
		Whitespace:  rapid.SampledFrom([]Whitespace{Exact, Trailing, Amount, All}).Draw(t, "whitespace"),
		BlankLines:  rapid.Bool().Draw(t, "blank"),
		Case:        rapid.Bool().Draw(t, "case"),
		LineEndings: rapid.Bool().Draw(t, "endings"),
	}
}

// What is ignored makes the differences between lines fewer, never more.
func TestIgnoringShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, unit := draw(t, "a"), draw(t, "b"), rapid.SampledFrom([]Unit{Line, PatchLine}).Draw(t, "unit")
		exact, some := compare(t, a, b, unit, Options{}), compare(t, a, b, unit, Options{Ignore: drawIgnore(t)})
		if some.changes() > exact.changes() {
			t.Fatalf("%d changes, exactly compared %d", some.changes(), exact.changes())
		}
	})
}

// What is equal stays so when more is ignored, in all units.
func TestIgnoringMoreKeepsEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := draw(t, "a")
		b := strings.Join(strings.FieldsFunc(a, unicode.IsSpace), rapid.SampledFrom(pieces).Draw(t, "space"))
		unit, less, more := rapid.SampledFrom(allUnits).Draw(t, "unit"), drawIgnore(t), drawIgnore(t)
		more.Whitespace = max(more.Whitespace, less.Whitespace)
		more.BlankLines, more.Case, more.LineEndings = more.BlankLines || less.BlankLines, more.Case || less.Case, more.LineEndings || less.LineEndings
		if compare(t, a, b, unit, Options{Ignore: less}).Equal() && !compare(t, a, b, unit, Options{Ignore: more}).Equal() {
			t.Fatalf("%q and %q are equal ignoring %v and not ignoring %v", a, b, less, more)
		}
	})
}

// Texts are equal if they are so after everything ignored is taken out of them
// by other means.
func TestIgnoringMakesEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		if rapid.Bool().Draw(t, "alike") {
			b = strings.Join(strings.FieldsFunc(strings.ToUpper(a), unicode.IsSpace), rapid.SampledFrom([]string{"\n", " ", "\r\n\n", "  \n"}).Draw(t, "space"))
		}
		ig := drawIgnore(t)
		var left, right []string
		for _, side := range []struct {
			text string
			list *[]string
		}{{a, &left}, {b, &right}} {
			for _, line := range cleanLines(side.text, ig) {
				if line != "" || !ig.BlankLines {
					*side.list = append(*side.list, line)
				}
			}
		}
		want := strings.Join(left, "\x01") == strings.Join(right, "\x01") && len(left) == len(right)
		if got := compare(t, a, b, Line, Options{Ignore: ig}).Equal(); got != want {
			t.Fatalf("equal is %v for %q and %q", got, left, right)
		}
	})
}

// cleanLines lists the lines of a text without what is ignored. A terminator
// is written as U+0002 and one of these letters, where it counts.
func cleanLines(text string, ig Ignore) (list []string) {
	text = strings.NewReplacer("\r\n", "\x02w\x03", "\n", "\x02n\x03", "\r", "\x02r\x03").Replace(text)
	if text == "" {
		return nil
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\x03"), "\x03") {
		content, terminator, ended := strings.Cut(line, "\x02")
		switch ig.Whitespace {
		case Trailing:
			content = strings.TrimRightFunc(content, unicode.IsSpace)
		case Amount:
			lead := content != strings.TrimLeftFunc(content, unicode.IsSpace)
			if content = strings.Join(strings.Fields(content), " "); lead && content != "" {
				content = " " + content
			}
		case All:
			content = strings.Join(strings.Fields(content), "")
		}
		if ig.Case {
			content = fold.String(content)
		}
		if ended && ig.Whitespace == Exact && !(content == "" && ig.BlankLines) {
			if content += "\x02"; !ig.LineEndings {
				content += terminator
			}
		}
		list = append(list, content)
	}
	return list
}

// The keys of words, characters and sentences.
func TestKeys(t *testing.T) {
	for _, test := range []struct {
		name, text string
		unit       Unit
		ignore     Ignore
		want       string // keys, parted by |
	}{
		{"exactly", "a  b\r\n", Word, Ignore{}, "a|  |b|\r\n"},
		{"case", "Straße ΟΔΟΣ", Word, Ignore{Case: true}, "strasse| |οδοσ"},
		{"line endings", "a\r\nb\rc\nd", Character, Ignore{LineEndings: true}, "a|\n|b|\n|c|\n|d"},
		{"trailing", "a  b \t\n c \r\n\n", Word, Ignore{Whitespace: Trailing}, "a|  |b|\n |c|\n"},
		{"trailing in characters", "a \t\nb ", Character, Ignore{Whitespace: Trailing}, "a|||\n|b|"},
		{"amount", "a  b\n \u00a0c\n", Word, Ignore{Whitespace: Amount}, "a| |b| |c|"},
		{"amount in characters", "a  b\n", Character, Ignore{Whitespace: Amount}, "a| ||b|"},
		{"amount in sentences", "One  two.  Three.\n", Sentence, Ignore{Whitespace: Amount}, "One two. |Three."},
		{"all", " a\u2003b\n", Word, Ignore{Whitespace: All}, "|a||b|"},
		{"blank lines", "\n\na\n\n\nb\n \n\n", Word, Ignore{BlankLines: true}, "|a|\n|b|\n \n"},
		{"blank lines and trailing", "a\n \n\nb", Word, Ignore{BlankLines: true, Whitespace: Trailing}, "a|\n|b"},
		{"blank lines in characters", "\na\n\n", Character, Ignore{BlankLines: true}, "|a|\n|"},
		{"space with a mark is no white space", "a \u0301b", Word, Ignore{Whitespace: All}, "a|\u0301|b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			test.ignore.keys(Split(test.text, test.unit), func(key string) { got = append(got, key) })
			if strings.Join(got, "|") != test.want {
				t.Errorf("%q", strings.Join(got, "|"))
			}
		})
	}
}

// Blank lines in common do not keep what counts from being paired.
func TestBlankLinesDoNotCount(t *testing.T) {
	s := compare(t, "\n\n\na\n", "a\n\n\n\n", Line, Options{Ignore: Ignore{BlankLines: true}})
	if !s.Equal() || len(s.Hunks(3)) != 0 {
		t.Errorf("%v", s.Blocks)
	}
	s = compare(t, "a\n\nb\nc\n", "a\nb\nC\n", Line, Options{Ignore: Ignore{BlankLines: true}})
	if got := s.Unified(s.Hunks(3), "a", "b"); got != "--- a\n+++ b\n@@ -1,4 +1,4 @@\n a\n \n b\n-c\n+C\n" {
		t.Errorf("%s", got)
	}
}
