package diff

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/lines"
)

var header = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$`)

// patcher applies a unified diff as POSIX describes patch, but forgives nothing:
// every line of context must be where the header says.
type patcher struct {
	original []string // lines left, with their terminators
	at       int      // of them done, with what was left out
	result   []string
	rows     []string // of the patch, left
}

func patch(original, unified string) (string, error) {
	p := &patcher{original: strings.SplitAfter(original, "\n"), rows: strings.SplitAfter(unified, "\n")}
	if len(p.rows) < 3 || !strings.HasPrefix(p.rows[0], "--- ") || !strings.HasPrefix(p.rows[1], "+++ ") || p.rows[len(p.rows)-1] != "" {
		return "", errors.New("no header, or the last line is unterminated")
	}
	for p.rows = p.rows[2 : len(p.rows)-1]; len(p.rows) > 0; {
		if err := p.hunk(); err != nil {
			return "", err
		}
	}
	return strings.Join(append(p.result, p.original...), ""), nil
}

func (p *patcher) hunk() error {
	m := header.FindStringSubmatch(strings.TrimSuffix(p.rows[0], "\n"))
	if m == nil {
		return fmt.Errorf("no hunk header: %q", p.rows[0])
	}
	if m[2] == "1" || m[4] == "1" {
		return fmt.Errorf("a count of 1 is written: %q", p.rows[0])
	}
	var n [4]int
	for i, s := range m[1:] {
		if n[i] = 1; s != "" {
			n[i], _ = strconv.Atoi(s)
		}
	}
	if n[1] == 0 {
		n[0]++
	}
	if n[3] == 0 {
		n[2]++
	}
	for p.at < n[0]-1 {
		p.keep()
	}
	if p.at != n[0]-1 || len(p.result) != n[2]-1 {
		return fmt.Errorf("hunk at %d and %d: %q", p.at, len(p.result), p.rows[0])
	}
	p.rows = p.rows[1:]
	for n[1] > 0 || n[3] > 0 {
		op, line, err := p.row()
		if err != nil {
			return err
		}
		if op != '+' {
			if n[1]--; len(p.original) == 0 || p.original[0] != line {
				return fmt.Errorf("line %d is not %q", p.at+1, line)
			}
		}
		switch op {
		case ' ':
			p.keep()
		case '-':
			p.original, p.at = p.original[1:], p.at+1
		case '+':
			p.result = append(p.result, line)
		}
		if op != '-' {
			n[3]--
		}
	}
	return nil
}

func (p *patcher) keep() {
	p.result, p.original, p.at = append(p.result, p.original[0]), p.original[1:], p.at+1
}

// row takes the next line of the patch.
func (p *patcher) row() (op byte, line string, err error) {
	if len(p.rows) == 0 || !strings.ContainsAny(p.rows[0][:1], " -+") {
		return 0, "", errors.New("the hunk ends early")
	}
	op, line = p.rows[0][0], p.rows[0][1:]
	if p.rows = p.rows[1:]; len(p.rows) > 0 && p.rows[0] == "\\ No newline at end of file\n" {
		line, p.rows = strings.TrimSuffix(line, "\n"), p.rows[1:]
	}
	return op, line, nil
}

func TestPatchApplies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		s := compare(t, a, b, PatchLine, drawOptions(t))
		hunks := s.Hunks(rapid.IntRange(0, 4).Draw(t, "context"))
		unified := s.Unified(hunks, "a", "b")
		if a == b {
			if unified != "" || len(hunks) != 0 {
				t.Fatalf("a diff of equal texts: %q", unified)
			}
			return
		}
		if got, err := patch(a, unified); err != nil || got != b {
			t.Fatalf("%v: %q\n%s", err, got, unified)
		}
	})
}

// Of what is ignored nothing is patched, and the rest is. (What is written behind
// a last line of white space without terminator, which is ignored as a blank
// line, continues it; the patch applies all the same.)
func TestPatchAppliesWithIgnored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		o := Options{Ignore: drawIgnore(t)}
		s := compare(t, a, b, PatchLine, o)
		if s.Equal() {
			return
		}
		unified := s.Unified(s.Hunks(rapid.IntRange(0, 4).Draw(t, "context")), "a", "b")
		got, err := patchIgnoring(a, unified)
		if err != nil {
			t.Fatalf("%v\n%s", err, unified)
		}
		blankEnd := s.A.unterminated() && lines.Blank(s.A.Token(s.A.Len()-1))
		if again := compare(t, got, b, PatchLine, o); !again.Equal() && !blankEnd {
			t.Fatalf("leads to %q, which is not %q\n%s", got, b, unified)
		}
	})
}

// patchIgnoring is patch for a diff that says nothing of some lines: they may
// move what is behind them in the result.
func patchIgnoring(original, unified string) (string, error) {
	rows := strings.SplitAfter(unified, "\n")
	shift := 0
	for i, row := range rows {
		m := header.FindStringSubmatch(strings.TrimSuffix(row, "\n"))
		if m == nil || strings.HasPrefix(row, " ") {
			continue
		}
		count := func(s string) int {
			if n, err := strconv.Atoi(s); err == nil {
				return n
			}
			return 1
		}
		start := count(m[1]) + shift
		if count(m[2]) == 0 {
			start++
		}
		if count(m[4]) == 0 {
			start--
		}
		shift += count(m[4]) - count(m[2])
		counts := strings.SplitN(row, " +", 2)
		rows[i] = counts[0] + " +" + strconv.Itoa(start) + counts[1][len(m[3]):]
	}
	return patch(original, strings.Join(rows, ""))
}

func TestUnifiedNames(t *testing.T) {
	s := compare(t, "", "x\n", Line, Options{})
	if got := s.Unified(s.Hunks(3), "a b.txt", "c.txt"); !strings.HasPrefix(got, "--- a b.txt\t\n+++ c.txt\n@@ ") {
		t.Errorf("%q", got)
	}
}

// Hunks are apart, hold all changes, and no more than the context asked for.
func TestHunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		context := rapid.IntRange(0, 4).Draw(t, "context")
		s := compare(t, a, b, Line, Options{Ignore: drawIgnore(t)})
		deleted, inserted, end := 0, 0, -1
		for _, h := range s.Hunks(context) {
			before, behind, original, modified := 0, 0, 0, 0
			for i, r := range h.Rows {
				switch r.Op {
				case Delete:
					deleted++
				case Insert:
					inserted++
				}
				if behind++; r.Op != Equal {
					behind = 0
				} else if before == i {
					before++
				}
				if i > 0 && r.Op == Delete && h.Rows[i-1].Op == Insert {
					t.Fatal("an insertion stands before a deletion")
				}
				if r.Op != Insert {
					if r.A <= end {
						t.Fatalf("row %d of the original behind %d", r.A, end)
					}
					end = r.A
					original++
				}
				if r.Op != Delete {
					modified++
				}
			}
			if before > context || behind > context || original != h.OriginalLines || modified != h.ModifiedLines {
				t.Fatalf("%+v with context %d", h, context)
			}
		}
		if removed, added := s.Changed(); removed != deleted || added != inserted {
			t.Fatalf("%d and %d changes, %d and %d in hunks", removed, added, deleted, inserted)
		}
	})
}
