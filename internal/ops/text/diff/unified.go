package diff

import (
	"strconv"
	"strings"
)

// noNewline follows a line of the unified format that ends in no line feed.
const noNewline = "\n\\ No newline at end of file\n"

var marks = [...]byte{Equal: ' ', Delete: '-', Insert: '+'}

// Unified writes hunks of a script ForPatch in the unified format of GNU
// diff and POSIX, "" if there are none. A name with a space gets a tab behind
// it, by which patch knows where it ends.
func (s *Script) Unified(hunks []Hunk, original, modified string) string {
	if len(hunks) == 0 {
		return ""
	}
	var b strings.Builder
	writeName(&b, "--- ", original)
	writeName(&b, "+++ ", modified)
	for _, h := range hunks {
		b.WriteString("@@ -")
		writeRange(&b, h.OriginalStart, h.OriginalLines)
		b.WriteString(" +")
		writeRange(&b, h.ModifiedStart, h.ModifiedLines)
		b.WriteString(" @@\n")
		for _, r := range h.Rows {
			b.WriteByte(marks[r.Op])
			line := s.Text(r)
			b.WriteString(line)
			if !strings.HasSuffix(line, "\n") {
				b.WriteString(noNewline)
			}
		}
	}
	return b.String()
}

// Text is the token of a row: as the original has it, unless it is inserted.
func (s *Script) Text(r Row) string {
	if r.Op == Insert {
		return s.B.Token(r.B)
	}
	return s.A.Token(r.A)
}

func writeName(b *strings.Builder, prefix, name string) {
	b.WriteString(prefix)
	b.WriteString(name)
	if strings.Contains(name, " ") {
		b.WriteByte('\t')
	}
	b.WriteByte('\n')
}

func writeRange(b *strings.Builder, start, lines int) {
	b.WriteString(strconv.Itoa(start))
	if lines != 1 {
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(lines))
	}
}
