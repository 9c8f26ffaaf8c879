package csv

import (
	"context"
	stdcsv "encoding/csv"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

var seeds = []string{
	"", "a", "a,b\n1,2\n", "\uFEFFa;b\r\n\"x\r\ny\";1,5\r\n", "a,a,,_extra\n1,2,3,4,5\n6\n", "a\n\"x\"y", "a\n\"x",
	"#c\na|b\n-0|1.10\n|TRUE\n\n\"\"|\"1\"", "a\rb\r\r1", "\"\\\"\\\\\\n\"", " \"a\" ,\tb ", "é\u2028\x00\n\x1f\"", "{\"x\":[1,2]}", "\xff", "a\n99E999",
}

// fuzzOptions spreads the bits of n over the options.
func fuzzOptions(n uint32) Options {
	bit := func() bool {
		set := n&1 != 0
		n >>= 1
		return set
	}
	o := DefaultOptions()
	o.Output = []Shape{Objects, Arrays, ByColumn, Objects}[n&3]
	n >>= 2
	o.Delimiter = []rune{AutoDelimiter, ',', '§', '\t'}[n&3]
	n >>= 2
	o.Header, o.SkipEmptyLines, o.Trim, o.EmptyAsNull, o.QuotedIsString = bit(), bit(), bit(), bit(), bit()
	if bit() {
		o.Quote = '\''
	}
	if bit() {
		o.Escape = EscapeBackslash
	}
	if bit() {
		o.Comment = '#'
	}
	if bit() {
		o.Scope = ScopeCell
	}
	if bit() {
		o.Ragged = RaggedError
	}
	if bit() {
		o.Columns = []string{"a", "b"}
		o.Types = map[string]Type{"a": []Type{NumberType, BooleanType, JSONType, StringType}[n&3]}
	}
	if bit() {
		o.MaxRows = 2
	}
	o.NullValues = []string{"NA"}
	o.Limits = Limits{Cells: 500, Columns: 50, Output: 10_000}
	return o
}

// FuzzConvert requires an error with a place inside the text, or JSON that
// strict readers take, of the counts that the result states.
func FuzzConvert(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, uint32(i)*2654435761)
		f.Add(seed, uint32(0x10))
	}
	f.Fuzz(func(t *testing.T, text string, bits uint32) {
		o := fuzzOptions(bits)
		result, err := Convert(context.Background(), text, o)
		if err != nil {
			checkFault(t, text, err)
			return
		}
		if !jsontext.Value(result.JSON).IsValid() || !json.Valid(result.JSON) {
			t.Fatalf("%q gives invalid JSON %q", text, result.JSON)
		}
		checkCounts(t, result, o)
		again, err := Convert(context.Background(), text, o)
		if err != nil || !reflect.DeepEqual(result, again) {
			t.Fatalf("%q gives %+v, then %+v, %v", text, result, again, err)
		}
	})
}

func checkFault(t *testing.T, text string, err error) {
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	if e.Code == InvalidCSV || e.Code == InvalidType {
		if e.Line < 1 || e.Column < 1 || e.ByteOffset < 0 || e.ByteOffset > len(text) {
			t.Fatalf("%q: place %d:%d, %d", text, e.Line, e.Column, e.ByteOffset)
		}
	}
	if !utf8.ValidString(e.Message) {
		t.Fatalf("message %q", e.Message)
	}
}

func checkCounts(t *testing.T, r Result, o Options) {
	if r.ColumnCount != len(r.Columns) || r.RowCount*r.ColumnCount > o.Limits.Cells || len(r.JSON) > o.Limits.Output {
		t.Fatalf("%d rows, %d columns, %d bytes", r.RowCount, r.ColumnCount, len(r.JSON))
	}
	if o.Output == ByColumn {
		var columns map[string][]json.RawMessage
		if err := json.Unmarshal(r.JSON, &columns); err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Columns {
			if len(columns[c.Name]) != r.RowCount {
				t.Fatalf("column %q has %d values for %d rows", c.Name, len(columns[c.Name]), r.RowCount)
			}
			checkNulls(t, c, columns[c.Name])
		}
		return
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(r.JSON, &rows); err != nil || len(rows) != r.RowCount {
		t.Fatalf("%d rows for %d, %v", len(rows), r.RowCount, err)
	}
}

func checkNulls(t *testing.T, c Column, values []json.RawMessage) {
	nulls := 0
	for _, v := range values {
		if string(v) == "null" {
			nulls++
		}
	}
	if nulls != c.Nulls {
		t.Fatalf("column %q states %d nulls and has %d", c.Name, c.Nulls, nulls)
	}
}

// FuzzAgainstEncodingCSV compares with the standard library where both read
// the same language: UTF-8 without CR, without a mark, and accepted by it (it
// refuses bare quotes, which are data here).
func FuzzAgainstEncodingCSV(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.Contains(text, "\r") || strings.HasPrefix(text, bom) {
			return
		}
		reader := stdcsv.NewReader(strings.NewReader(text))
		reader.FieldsPerRecord = -1
		want, stdErr := reader.ReadAll()
		got, err := convertRows(t, text, plainOptions(','))
		switch {
		case errors.Is(stdErr, stdcsv.ErrBareQuote):
		case stdErr != nil && err == nil:
			t.Fatalf("%q: got %q, encoding/csv says %v", text, got, stdErr)
		case stdErr == nil && err != nil:
			t.Fatalf("%q: %v, encoding/csv reads %q", text, err, want)
		case stdErr == nil && len(got)+len(want) > 0 && !reflect.DeepEqual(got, want):
			t.Fatalf("%q: got %q, encoding/csv reads %q", text, got, want)
		}
	})
}
