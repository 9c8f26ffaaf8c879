package rules

import (
	"bytes"
	"embed"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/isotime"
)

//go:embed data/*.json
var files embed.FS

// Rule is the rule an answer follows, as it stands in the answer.
type Rule struct {
	ID            string `json:"id" doc:"Name of the rule."`
	EffectiveFrom string `json:"effective_from" doc:"Day from which these numbers of the rule hold, YYYY-MM-DD."`
	Source        string `json:"source" doc:"Law, section or notification that sets them."`
}

// Entry is a rule with the numbers it set from one day on.
type Entry[T any] struct {
	Rule   Rule
	Values T
}

// Table is all entries of one rule. It has at least one.
type Table[T any] struct {
	title   string
	entries []Entry[T] // newest first
}

// Latest is the newest entry.
func (t Table[T]) Latest() Entry[T] { return t.entries[0] }

// On is the entry that held on a day, written YYYY-MM-DD. Before the oldest
// one ok is false, and the oldest is returned as the nearest.
func (t Table[T]) On(day string) (entry Entry[T], ok bool) {
	for _, entry = range t.entries {
		if entry.Rule.EffectiveFrom <= day {
			return entry, true
		}
	}
	return entry, false
}

// Load reads the table of a rule. It is meant for package variables and
// panics on a file that is missing or not exactly of the documented form.
func Load[T any](id string) Table[T] {
	text, err := files.ReadFile("data/" + id + ".json")
	if err != nil {
		panic("rules: " + err.Error())
	}
	t, err := parse[T](id, text)
	if err != nil {
		panic("rules: " + id + ": " + err.Error())
	}
	return t
}

// document is a file of data.
type document[T any] struct {
	ID      string             `json:"id"`
	Title   string             `json:"title"`
	Entries []documentEntry[T] `json:"entries"`
}

type documentEntry[T any] struct {
	EffectiveFrom string `json:"effective_from"`
	Source        string `json:"source"`
	Values        T      `json:"values"`
}

func parse[T any](id string, text []byte) (Table[T], error) {
	var doc document[T]
	if err := json.Unmarshal(text, &doc, decimals); err != nil {
		return Table[T]{}, err
	}
	// What is unknown, missing, out of place or spelt another way is not
	// written back as it was read.
	read := jsontext.Value(text)
	written, err := json.Marshal(doc)
	if err == nil {
		err = read.Compact()
	}
	if err != nil || !bytes.Equal(read, written) {
		return Table[T]{}, fmt.Errorf("holds %s\nand should hold %s (%v)", read, written, err)
	}
	if doc.ID != id || doc.Title == "" || len(doc.Entries) == 0 {
		return Table[T]{}, fmt.Errorf("needs its own id, a title and an entry")
	}
	t := Table[T]{title: doc.Title}
	for i, e := range doc.Entries {
		if _, err := isotime.Date(e.EffectiveFrom); err != nil {
			return Table[T]{}, fmt.Errorf("effective_from %q %w", e.EffectiveFrom, err)
		}
		if i > 0 && e.EffectiveFrom >= doc.Entries[i-1].EffectiveFrom {
			return Table[T]{}, fmt.Errorf("the entry of %s should stand above those before it", e.EffectiveFrom)
		}
		if e.Source == "" {
			return Table[T]{}, fmt.Errorf("the entry of %s needs a source", e.EffectiveFrom)
		}
		t.entries = append(t.entries, Entry[T]{Rule{id, e.EffectiveFrom, e.Source}, e.Values})
	}
	return t, nil
}

// decimals reads num.Dec without passing through a binary float.
var decimals = json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, x *num.Dec) error {
	text, err := d.ReadValue()
	if err == nil {
		*x, err = num.Parse(string(text))
	}
	return err
}))

// Info says which rule the program knows, and from which day its newest
// numbers hold.
type Info struct{ ID, Title, EffectiveFrom string }

// All lists the rules by id.
func All() []Info {
	names, err := files.ReadDir("data")
	if err != nil {
		panic("rules: " + err.Error())
	}
	list := make([]Info, len(names))
	for i, name := range names {
		id := strings.TrimSuffix(name.Name(), ".json")
		t := Load[jsontext.Value](id)
		list[i] = Info{id, t.title, t.Latest().Rule.EffectiveFrom}
	}
	return list
}
