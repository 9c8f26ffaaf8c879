package xml

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"testing"
)

// standard are the options of the operation by default.
var standard = Options{Indent: "  ", MaxWidth: 100, MaxBytes: 8 << 20}

// fataler is implemented by testing.T and the T of rapid.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func parse(t fataler, text string) *Document {
	t.Helper()
	d, err := Parse(context.Background(), text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return d
}

func format(t fataler, text string, o Options) string {
	t.Helper()
	out, err := parse(t, text).Format(context.Background(), o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return out
}

// refusal returns the error of a text that must not be well-formed.
func refusal(t fataler, text string) *Error {
	t.Helper()
	_, err := Parse(context.Background(), text)
	e, ok := err.(*Error)
	if !ok {
		t.Fatalf("%.200q: error %v", text, err)
	}
	return e
}

// readLines hands each line of a compressed JSON-lines file to do.
func readLines[T any](t *testing.T, file string, do func(T)) (count int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); count++ {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		do(line)
	}
	return count
}
