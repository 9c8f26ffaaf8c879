package goal

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// Figure is what was measured for a goal.
type Figure struct {
	ID    string  `json:"id"`
	Value float64 `json:"value"`
	Note  string  `json:"note,omitempty"` // what one must know to read it
	// Missing says why there is no value.
	Missing string `json:"missing,omitempty"`
}

// Sheet takes figures, and reasons why there are none.
type Sheet struct{ figures map[string]Figure }

// NewSheet returns an empty sheet.
func NewSheet() *Sheet { return &Sheet{map[string]Figure{}} }

// Put notes a figure; its id must be that of a goal.
func (s *Sheet) Put(id string, value float64, note string) {
	s.figures[Find(id).ID] = Figure{ID: id, Value: value, Note: note}
}

// Missing notes why those of the goals that have no figure were not measured.
func (s *Sheet) Missing(why string, ids ...string) {
	for _, id := range ids {
		if _, ok := s.figures[Find(id).ID]; !ok {
			s.figures[id] = Figure{ID: id, Missing: why}
		}
	}
}

// Section lists the ids of a section's goals.
func Section(n int) (ids []string) {
	for _, g := range All {
		if g.Section == n {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// WriteJSON writes the figures for ReadJSON, one on a line.
func (s *Sheet) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	for _, g := range All {
		if f, ok := s.figures[g.ID]; ok {
			if err := e.Encode(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReadJSON puts what another program has written.
func (s *Sheet) ReadJSON(r io.Reader) error {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		var f Figure
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return fmt.Errorf("a figure: %w", err)
		}
		if _, ok := Lookup(f.ID); !ok {
			return fmt.Errorf("a figure of no goal: %q", f.ID)
		}
		s.figures[f.ID] = f
	}
	return nil
}

// Write prints every goal beside its figure, and how many are met.
func (s *Sheet) Write(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "§\tgoal\tasked\tmeasured\tremark\t")
	met, bounded := 0, 0
	for _, g := range All {
		f, measured := s.figures[g.ID]
		figure, verdict, note := "–", "not measured", f.Missing
		if measured = measured && f.Missing == ""; measured {
			figure, verdict, note = g.figure(f.Value), "told", f.Note
		}
		if g.Bounded() {
			bounded++
			if measured && g.Met(f.Value) {
				verdict = "met"
				met++
			} else if measured {
				verdict = "not met"
			}
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\n", g.Section, g.What, g.Asked(), figure, short(note), verdict)
	}
	_ = t.Flush()
	fmt.Fprintf(w, "%d of %d goals met\n", met, bounded)
}

// longestNote is what a line of the sheet has room for, in characters.
const longestNote = 110

func short(note string) string {
	if r := []rune(note); len(r) > longestNote {
		return string(r[:longestNote-1]) + "…"
	}
	return note
}
