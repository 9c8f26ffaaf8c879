package sorter

import (
	"context"
	"strings"

	"toolcrib/internal/ops/text/regex"
)

// Column returns the function that finds a column, counted from 1, of a line
// whose columns are parted by a delimiter, or, where that is empty, by white
// space as awk has it: that at the ends of the line parts nothing.
func Column(number int, delimiter string) func(line string) (string, bool) {
	return func(line string) (string, bool) {
		columns := strings.FieldsSeq(line)
		if delimiter != "" {
			columns = strings.SplitSeq(line, delimiter)
		}
		i := 0
		for column := range columns {
			if i++; i == number {
				return column, true
			}
		}
		return "", false
	}
}

// Match returns the function that finds the first match of a pattern in a line:
// its first group if the pattern has groups, else all of it. A search that the
// context ends finds nothing.
func Match(ctx context.Context, pattern *regex.Regexp) func(line string) (string, bool) {
	return func(line string) (string, bool) {
		for m, err := range pattern.Matches(ctx, line) {
			if err != nil {
				return "", false
			}
			start, end, ok := m.Group(min(1, pattern.GroupCount()))
			if !ok {
				return "", false
			}
			return line[start:end], true
		}
		return "", false
	}
}
