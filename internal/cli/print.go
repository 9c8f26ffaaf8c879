package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"toolcrib/internal/op"
)

// printID prints a thing that was made or changed: its id alone, or all of it.
func printID(p *Process, asJSON bool, id string, o op.Object) error {
	if asJSON {
		return printJSON(p.Stdout, o)
	}
	_, err := fmt.Fprintln(p.Stdout, id)
	return err
}

// instant writes a time, null when it is none.
func instant(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}

// printRows prints objects of one shape as a table or as JSON. Where there are
// none, a table is empty and the remark says what to do about it.
func printRows(p *Process, asJSON bool, rows []op.Object, remark string) error {
	if asJSON {
		return printJSON(p.Stdout, rows)
	}
	if len(rows) == 0 {
		fmt.Fprintln(p.Stderr, remark)
		return nil
	}
	var lines [][]string
	for i, row := range rows {
		var heads, cells []string
		for _, m := range row {
			heads = append(heads, strings.ToUpper(strings.TrimSuffix(m.Name, "_at")))
			cells = append(cells, cell(m.Value))
		}
		if i == 0 {
			lines = append(lines, heads)
		}
		lines = append(lines, cells)
	}
	return printTable(p.Stdout, lines)
}

// cell is a value of a table.
func cell(value any) string {
	switch v := value.(type) {
	case nil:
		return "-"
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case []string:
		if len(v) == 0 {
			return "-"
		}
		return strings.Join(v, ",")
	}
	return fmt.Sprint(value)
}

// printTable aligns columns; none ends in spaces.
func printTable(w io.Writer, lines [][]string) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, cells := range lines {
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// wrap breaks a text into lines of at most width bytes where it can, each but
// the first behind the indent.
func wrap(text string, width int, indent string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > width:
			b.WriteString("\n" + indent)
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
