package csv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"
)

// The expected values of these tests come from other programs; testdata has
// the scripts that recorded them.

// readLines decodes each line of a file of testdata into a T.
func readLines[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var items []T
	for line := range bytes.Lines(data) {
		var item T
		if err := json.Unmarshal(line, &item); err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return items
}

// plainOptions read records as they are: no header, no types, arrays out.
func plainOptions(delimiter rune) Options {
	o := DefaultOptions()
	o.Delimiter, o.Header, o.Infer, o.Output = delimiter, false, false, Arrays
	return o
}

// convertRows returns the cells that Convert finds, without the nulls that
// fill short records.
func convertRows(t *testing.T, text string, o Options) ([][]string, error) {
	t.Helper()
	result, err := Convert(context.Background(), text, o)
	if err != nil {
		return nil, err
	}
	var padded [][]*string
	if err := json.Unmarshal(result.JSON, &padded); err != nil {
		t.Fatalf("%q gives invalid JSON: %v", text, err)
	}
	rows := make([][]string, len(padded))
	for i, cells := range padded {
		for _, c := range cells {
			if c != nil {
				rows[i] = append(rows[i], *c)
			}
		}
	}
	return rows, nil
}

func TestPythonReadsSmallTextsAlike(t *testing.T) {
	for _, item := range readLines[[2]any](t, "python_records.jsonl") {
		text := item[0].(string)
		got, err := convertRows(t, text, plainOptions(','))
		if item[1] == nil {
			var fault *Error
			if !errors.As(err, &fault) || fault.Code != InvalidCSV {
				t.Errorf("%q: got %q, %v; Python refuses it", text, got, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v; Python reads %q", text, err, item[1])
			continue
		}
		want := [][]string{}
		for _, row := range item[1].([]any) {
			var cells []string
			for _, c := range row.([]any) {
				cells = append(cells, c.(string))
			}
			want = append(want, cells)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %q, Python reads %q", text, got, want)
		}
	}
}

func TestPythonWritesTablesThatComeBack(t *testing.T) {
	type table struct {
		Delimiter, Quote, Text string
		Escape                 Escape
		Rows                   [][]string
	}
	for _, item := range readLines[table](t, "python_tables.jsonl") {
		o := plainOptions(firstRune(item.Delimiter))
		o.Quote, o.Escape = firstRune(item.Quote), item.Escape
		got, err := convertRows(t, item.Text, o)
		if err != nil {
			t.Errorf("%q: %v", item.Text, err)
		} else if !reflect.DeepEqual(got, item.Rows) {
			t.Errorf("%q: got %q, want %q", item.Text, got, item.Rows)
		}
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func TestIsNumberAsPythonDecides(t *testing.T) {
	for _, item := range readLines[[2]any](t, "python_numbers.jsonl") {
		cell, want := item[0].(string), item[1].(bool)
		if got := IsNumber(cell); got != want {
			t.Errorf("IsNumber(%q) = %t, want %t", cell, got, want)
		}
	}
}

func TestPapaparseReadsAlike(t *testing.T) {
	type reading struct {
		Name, CSV, Delimiter string
		Config               struct {
			Comments, QuoteChar, Delimiter string
			Preview                        int
		}
		Rows [][]string
	}
	for _, item := range readLines[reading](t, "papa.jsonl") {
		t.Run(item.Name, func(t *testing.T) {
			o := plainOptions(AutoDelimiter)
			if item.Config.Delimiter != "" {
				o.Delimiter = firstRune(item.Config.Delimiter)
			}
			if item.Config.QuoteChar != "" {
				o.Quote = firstRune(item.Config.QuoteChar)
			}
			if item.Config.Comments != "" {
				o.Comment = firstRune(item.Config.Comments)
			}
			o.MaxRows = item.Config.Preview
			got, err := convertRows(t, item.CSV, o)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, item.Rows) {
				t.Errorf("got %q, want %q", got, item.Rows)
			}
			result, err := Convert(context.Background(), item.CSV, o)
			if err != nil || string(result.Delimiter) != item.Delimiter {
				t.Errorf("delimiter %q, %v; want %q", result.Delimiter, err, item.Delimiter)
			}
		})
	}
}

func TestSpectrum(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "spectrum.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files []struct {
		Name      string
		CSV, JSON []byte
	}
	if err := json.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	if len(files) != 12 {
		t.Fatalf("%d files, csv-spectrum has 12", len(files))
	}
	for _, file := range files {
		t.Run(file.Name, func(t *testing.T) {
			o := DefaultOptions()
			o.Infer = false
			result, err := Convert(context.Background(), string(file.CSV), o)
			if err != nil {
				t.Fatal(err)
			}
			if file.Name == "location_coordinates" {
				checkLocationCoordinates(t, result.JSON, file.JSON)
				return
			}
			if got, want := decodeAny(t, result.JSON), decodeAny(t, file.JSON); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// checkLocationCoordinates compares what can be compared: the reference has
// one object instead of an array of one, and another phone number than the
// text.
func checkLocationCoordinates(t *testing.T, got, reference []byte) {
	want := decodeAny(t, reference).(map[string]any)
	want["Contact Phone Number"] = "2095257564"
	if rows := decodeAny(t, got); !reflect.DeepEqual(rows, []any{want}) {
		t.Errorf("got %v, want [%v]", rows, want)
	}
}

func decodeAny(t *testing.T, data []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
