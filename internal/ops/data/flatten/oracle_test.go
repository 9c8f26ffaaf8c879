package flatten_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"
	"unicode/utf8"

	"toolcrib/internal/ops/data/csv"
	"toolcrib/internal/ops/data/flatten"
)

// options are those of a recorded case; what is left out is the default.
type options struct {
	Flatten    bool           `json:"flatten"`
	Separator  string         `json:"separator"`
	Arrays     flatten.Arrays `json:"arrays"`
	JoinWith   string         `json:"join_with"`
	NullValue  string         `json:"null_value"`
	QuoteStyle csv.QuoteStyle `json:"quote_style"`
	Delimiter  string         `json:"delimiter"`
	LineEnding string         `json:"line_ending"`
	Header     bool           `json:"header"`
}

func defaults() options {
	return options{
		Flatten: true, Separator: ".", Arrays: flatten.ArraysAsJSON, JoinWith: ";",
		QuoteStyle: csv.QuoteMinimal, Delimiter: ",", LineEnding: "crlf", Header: true,
	}
}

const limit = 8 << 20

func (o options) read() flatten.Options {
	return flatten.Options{Flatten: o.Flatten, Separator: o.Separator, Arrays: o.Arrays, JoinWith: o.JoinWith, Null: o.NullValue, Limit: limit}
}

func (o options) layout() csv.Layout {
	l := csv.Layout{Quotes: o.QuoteStyle, LineEnding: "\r\n"}
	l.Delimiter, _ = utf8.DecodeRuneInString(o.Delimiter)
	if o.LineEnding == "lf" {
		l.LineEnding = "\n"
	}
	return l
}

// write makes CSV of a document, all columns.
func write(doc string, o options) (string, *flatten.Table, error) {
	table, err := flatten.Read(context.Background(), []byte(doc), o.read())
	if err != nil {
		return "", table, err
	}
	text, err := writeTable(table, o)
	return text, table, err
}

func writeTable(table *flatten.Table, o options) (string, error) {
	columns := make([]int, len(table.Columns))
	for i := range columns {
		columns[i] = i
	}
	w := csv.NewWriter(o.layout(), len(columns))
	err := table.Write(context.Background(), w, columns, o.Header, limit)
	return w.String(), err
}

func recorded(t *testing.T, file string, least int, check func(line []byte)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); n++ {
		check(s.Bytes())
	}
	if n < least {
		t.Errorf("%s has %d cases", file, n)
	}
}

func unmarshal(t *testing.T, line []byte, into ...any) {
	t.Helper()
	if err := json.Unmarshal(line, &into); err != nil {
		t.Fatal(err)
	}
}

// TestPython compares bytes with csv.writer of Python, over its own flattening.
func TestPython(t *testing.T) {
	recorded(t, "testdata/table.jsonl", 1000, func(line []byte) {
		var doc, want string
		o := defaults()
		unmarshal(t, line, &doc, &o, &want)
		if got, _, err := write(doc, o); err != nil || got != want {
			t.Errorf("%s with %+v:\n%q, %v; want\n%q", doc, o, got, err, want)
		}
	})
}

// TestPapaParse compares bytes with Papa.unparse.
func TestPapaParse(t *testing.T) {
	recorded(t, "testdata/papa.jsonl", 1000, func(line []byte) {
		var columns []string
		var doc json.RawMessage
		var want string
		o := defaults()
		unmarshal(t, line, &columns, &doc, &o.Delimiter, &o.QuoteStyle, &want)
		got, _, err := write(string(doc), o)
		if err != nil || got != want {
			t.Errorf("%s with %+v:\n%q, %v; want\n%q", doc, o, got, err, want)
		}
	})
}
