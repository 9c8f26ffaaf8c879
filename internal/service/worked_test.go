package service_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// worked is an example of the contract with the values it states.
type worked struct {
	o     *op.Op
	input string
	want  []string // path=JSON, or !field:code, with spaces as %20
}

// TestWorkedExamples asks every worked example of the contract at every door:
// all give the same bytes, and in them stand the values the contract states.
// The tables were copied from the contract by hand.
func TestWorkedExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/worked-*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables, %v", len(files), err)
	}
	for _, file := range files {
		for o, examples := range readWorked(t, file) {
			t.Run(o.ID, func(t *testing.T) {
				t.Parallel()
				h := newHouse(t, defaults(t), op.SampleEnv())
				for _, w := range examples {
					h.check(w)
				}
			})
		}
	}
}

func readWorked(t *testing.T, file string) map[*op.Op][]worked {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := map[*op.Op][]worked{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		id, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		input, want, ok := strings.Cut(rest, "\t")
		o := op.Find(id)
		if !ok || o == nil || want == "" {
			t.Fatalf("%s: %q is no example of an operation", file, line)
		}
		list[o] = append(list[o], worked{o, input, strings.Fields(want)})
	}
	return list
}

func (h *house) check(w worked) {
	if code, refusal := strings.CutPrefix(w.want[0], "!"); refusal {
		h.checkRefusal(w, code)
		return
	}
	want := string(optest.Data(h.t, w.o.ID, op.JSON([]byte(w.input))))
	for door, answer := range h.doors(w.o, w.input) {
		if answer != want {
			h.t.Errorf("%s: %s answers\n%s\nwant\n%s", w.input, door, answer, want)
		}
	}
	for _, member := range w.want {
		path, value, _ := strings.Cut(strings.ReplaceAll(member, "%20", " "), "=")
		if got := optest.At([]byte(want), path); got != value {
			h.t.Errorf("%s: %s is %s, the contract has %s", w.input, path, got, value)
		}
	}
}

// checkRefusal wants a violation among those found, directly and over REST.
func (h *house) checkRefusal(w worked, code string) {
	if got := optest.Refusal(h.t, w.o.ID, op.JSON([]byte(w.input))); !strings.Contains(" "+got+" ", " "+code+" ") {
		h.t.Errorf("%s: refused with %s, the contract has %s", w.input, got, code)
	}
	p := parseProblem(h.t, h.call(w.o, w.input).Body.Bytes())
	if got := strings.Join(p.violations(), "; "); !strings.Contains(got, strings.Replace(code, ":", " ", 1)) {
		h.t.Errorf("%s: REST refuses with %s, the contract has %s", w.input, got, code)
	}
}
