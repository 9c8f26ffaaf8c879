package optest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"toolcrib/internal/op"
)

// T is what is needed of testing.T, and of the T of rapid.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Call runs an operation and returns its data as JSON, or how it was refused.
// Any other error fails the test.
func Call(t T, id string, src op.Source, env op.Env) (data []byte, refused *op.Invalid) {
	t.Helper()
	o := op.Find(id)
	if o == nil {
		t.Fatalf("no operation %q", id)
	}
	in, err := o.Decode(src, op.DefaultLimits())
	var out op.Output
	if err == nil {
		out, err = o.Run(env.With(context.Background()), in)
	}
	switch {
	case errors.As(err, &refused):
		return nil, refused
	case err != nil:
		t.Fatalf("%s: %v", id, err)
	}
	data = o.AppendData(nil, out)
	if !json.Valid(data) {
		t.Fatalf("%s answered no JSON: %s", id, data)
	}
	return data, nil
}

// Data is Call for an input that must be answered, with the sample clock and
// randomness.
func Data(t T, id string, src op.Source) []byte {
	t.Helper()
	data, refused := Call(t, id, src, op.SampleEnv())
	if refused != nil {
		t.Fatalf("%s refused: %s", id, Codes(refused))
	}
	return data
}

// Refusal is Call for an input that must be refused; it returns Codes.
func Refusal(t T, id string, src op.Source) string {
	t.Helper()
	data, refused := Call(t, id, src, op.SampleEnv())
	if refused == nil {
		t.Fatalf("%s answered %s", id, data)
	}
	return Codes(refused)
}

// Codes lists violations as "field:code", in order, separated by a space.
func Codes(e *op.Invalid) string {
	var list []string
	for _, v := range e.Violations {
		list = append(list, v.Field+":"+v.Code)
	}
	return strings.Join(list, " ")
}

// At returns the JSON found in data at a path such as schedule.0.date, or
// "absent". Numbers keep their spelling and texts their quotes.
func At(data []byte, path string) string { return (&value{raw: data}).at(path) }

// value is a JSON value taken apart on demand, once.
type value struct {
	raw     json.RawMessage
	list    []*value
	members map[string]*value
	opened  bool
}

func (v *value) at(path string) string {
	for step := range strings.SplitSeq(path, ".") {
		v.open()
		if i, err := strconv.Atoi(step); err == nil && i < len(v.list) {
			v = v.list[i]
		} else if v = v.members[step]; v == nil {
			return "absent"
		}
	}
	return string(v.raw)
}

func (v *value) open() {
	if v.opened {
		return
	}
	v.opened = true
	var list []json.RawMessage
	if json.Unmarshal(v.raw, &list) == nil {
		for _, raw := range list {
			v.list = append(v.list, &value{raw: raw})
		}
		return
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(v.raw, &members) == nil {
		v.members = make(map[string]*value, len(members))
		for name, raw := range members {
			v.members[name] = &value{raw: raw}
		}
	}
}

// Want compares members of data, given as "path=JSON" words, with what they
// should be.
func Want(t T, data []byte, members ...string) {
	t.Helper()
	for _, m := range members {
		path, want, ok := strings.Cut(m, "=")
		if got := At(data, path); !ok || got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// Keys lists the members of the object at a path ("" is all of data), in order.
func Keys(t T, data []byte, path string) string {
	t.Helper()
	if path != "" {
		data = []byte(At(data, path))
	}
	d := json.NewDecoder(strings.NewReader(string(data)))
	if _, err := d.Token(); err != nil {
		t.Fatalf("%v", err)
	}
	var names []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatalf("%v", err)
		}
		names = append(names, fmt.Sprint(name))
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatalf("%v", err)
		}
	}
	return strings.Join(names, " ")
}

// Record is one recorded input with the members of its answer, as path and JSON.
type Record struct {
	Query string            `json:"query"`
	Body  json.RawMessage   `json:"body"`
	Want  map[string]string `json:"want"`
}

// Recorded runs an operation on the cases recorded in a file, a JSON list of
// Record, of which there must be at least a hundred.
func Recorded(t T, id, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var cases []Record
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatalf("%v", err)
	}
	if len(cases) < 100 {
		t.Fatalf("%s holds %d cases", file, len(cases))
	}
	for _, c := range cases {
		src := op.Query(c.Query)
		if c.Query == "" {
			src = op.JSON(c.Body)
		}
		data := &value{raw: Data(t, id, src)}
		for path, want := range c.Want {
			if got := data.at(path); got != want {
				t.Errorf("%s%s: %s is %s, want %s", c.Query, c.Body, path, got, want)
			}
		}
	}
}

// RecordedTable is Recorded for many cases in little room: a table whose
// columns are parted by tabs, with the input, a query, in the first and members
// of the answer, as JSON, in the others; the first line has their paths. An
// empty cell says nothing. There must be at least a thousand cases.
func RecordedTable(t T, id, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(lines) <= 1000 {
		t.Fatalf("%s holds %d cases", file, len(lines)-1)
	}
	paths := strings.Split(lines[0], "\t")
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		data := &value{raw: Data(t, id, op.Query(cells[0]))}
		for i, want := range cells[1:] {
			if got := data.at(paths[i+1]); want != "" && got != want {
				t.Errorf("%s: %s is %s, want %s", cells[0], paths[i+1], got, want)
			}
		}
	}
}
